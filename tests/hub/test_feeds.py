"""The feeds of a table: versions, patches, slices, and listeners that fall behind."""

from __future__ import annotations

from random import Random

import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec, decode_update
from protocol.v1.requests import PerMove, Policy
from protocol.v1.updates import Patch
from server.games.base import AllHands, Audience, Kibitzer, Public, Seated
from server.hub.feeds import SLICE
from server.table import table as tables
from server.table.events import Acted, Credited, Saw
from server.table.table import Table
from tests.stage import Ear, Stage, of
from tests.tables import CLUB, NOON, PASS, act, dealt, seated

AUDIENCES: tuple[Audience, ...] = (
    Public(),
    AllHands(),
    *(Seated(seat) for seat in range(4)),
    *(Kibitzer(seat) for seat in range(4)),
)


def test_a_new_listener_gets_one_view_and_then_patches() -> None:
    stage = Stage(dealt())
    ear = stage.ear()
    stage.acts(PASS)
    stage.acts(CLUB)
    assert ear.kinds == ["view", "patch", "patch"]
    assert ear.shown is not None and ear.shown.version == 3


def test_a_patch_holds_only_changes() -> None:
    stage = Stage(act(dealt(), PASS))
    ear = stage.ear()
    stage.acts(CLUB)
    patch = decode_update(MSGPACK, ear.frames[-1].payload)
    assert isinstance(patch, Patch)
    assert patch.pub == {
        "calls": {1: "1C"},
        "turn": 2,
        "actor": 2,
        "last": {"t": "called", "seat": 1, "call": "1C"},
    }
    assert not isinstance(patch.own, dict)


def test_an_entry_that_changes_nothing_for_an_audience_sends_it_nothing() -> None:
    stage = Stage(dealt())
    ear, north = stage.ear(), stage.ear(Seated(0))
    stage.goes_on(tables.fold(stage.table, Saw(at_ms=NOON, player="eve")))
    assert (ear.kinds, north.kinds) == (["view"], ["view"])
    stage.acts(PASS)
    assert ear.shown is not None and ear.shown.version == 2


def test_a_new_deadline_alone_is_a_change() -> None:
    stage = Stage(dealt(policy=Policy(clock=PerMove(30_000))))
    ear = stage.ear()
    stage.goes_on(tables.fold(stage.table, Credited(at_ms=NOON, ms=5_000)))
    assert ear.kinds == ["view", "patch"] and of(ear)[2] == NOON + 35_000


def test_all_listeners_of_an_audience_get_the_same_frame() -> None:
    stage = Stage(dealt())
    first, second = stage.ear(), stage.ear()
    stage.acts(PASS)
    assert [a is b for a, b in zip(first.frames, second.frames, strict=True)] == [True, True]


def test_a_recent_view_is_reused_for_the_next_listener_until_a_change() -> None:
    stage = Stage(dealt())
    first, second = stage.ear(), stage.ear()
    stage.now_ms += 251
    third = stage.ear()
    assert first.frames[0] is second.frames[0] is not third.frames[0]
    stage.acts(PASS)
    assert of(stage.ear()) == stage.truth(Public(), MSGPACK)


def test_nothing_is_sent_before_the_store_has_it() -> None:
    stage = Stage(dealt())
    ear = stage.ear()
    prepared = stage.feeds.prepare(act(stage.table, PASS))
    assert (len(ear.frames), stage.table) == (1, dealt())
    stage.feeds.publish(prepared)
    assert len(ear.frames) == 2


def test_players_get_patches_before_watchers() -> None:
    stage, heard = Stage(dealt()), []
    for audience in (Public(), AllHands(), Seated(2)):
        ear = stage.ear(audience)
        ear.deliver = lambda frame, audience=audience: heard.append(audience)  # type: ignore[method-assign]
    stage.acts(PASS)
    stage.later()
    assert heard[0] == Seated(2) and len(heard) == 3


def test_watchers_get_patches_in_slices() -> None:
    stage = Stage(dealt())
    crowd = [stage.ear() for _ in range(2 * SLICE + 50)]
    told = []
    stage.acts(PASS)
    while True:
        told.append(sum(len(ear.frames) == 2 for ear in crowd))
        if not stage.put_off:
            break
        stage.put_off.pop(0)()
    assert told == [SLICE, 2 * SLICE, 2 * SLICE + 50]


def test_a_change_between_two_slices_reaches_all_listeners_in_order() -> None:
    stage = Stage(dealt())
    crowd = [stage.ear() for _ in range(3 * SLICE)]
    stage.acts(PASS)
    stage.acts(CLUB)
    assert len(stage.put_off) == 1
    stage.later()
    assert {tuple(ear.kinds) for ear in crowd} == {("view", "patch", "patch")}


def test_a_listener_that_leaves_between_two_slices_gets_no_more() -> None:
    stage = Stage(dealt())
    crowd = [stage.ear() for _ in range(SLICE + 1)]
    stage.acts(PASS)
    stage.feeds.unsubscribe(crowd[-1])
    stage.later()
    assert crowd[-1].kinds == ["view"]


def test_a_listener_that_returns_or_catches_up_between_two_slices_gets_the_change_once() -> None:
    stage = Stage(dealt())
    *_, slow, restless = [stage.ear() for _ in range(SLICE + 2)]
    slow.congested = True
    stage.acts(PASS)
    stage.later()
    stage.acts(CLUB)
    stage.feeds.subscribe(restless, Public())
    slow.congested = False
    stage.feeds.catch_up(slow)
    stage.later()
    assert (slow.kinds, restless.kinds) == (["view", "view"], ["view", "patch", "view"])


@pytest.mark.parametrize("audience", AUDIENCES[:3])
@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
@pytest.mark.parametrize("followed", [True, False])
def test_a_listener_that_comes_while_an_entry_is_in_flight_misses_nothing(
    audience: Audience, codec: Codec, followed: bool
) -> None:
    stage, late = Stage(dealt()), Ear(codec)
    if followed:
        stage.ear(audience)
    stage.acts(PASS, meanwhile=lambda: stage.feeds.subscribe(late, audience))
    stage.later()
    assert of(late) == stage.truth(audience, codec)
    stage.acts(CLUB)
    stage.later()
    assert of(late) == stage.truth(audience, codec)


def test_the_same_epoch_and_version_is_sent_nothing() -> None:
    stage = Stage(dealt())
    ear = stage.ear()
    stage.feeds.unsubscribe(ear)
    stage.feeds.subscribe(ear, Public(), "e1.p", 1)
    assert ear.kinds == ["view"]
    stage.acts(PASS)
    assert ear.kinds == ["view", "patch"]


@pytest.mark.parametrize(
    ("epoch", "version"), [("e0.p", 1), ("e1.p", 0), ("e1.p", 2), (None, 1), ("e1.p", None)]
)
def test_a_listener_with_another_version_gets_one_view(epoch: str | None, version: int | None) -> None:
    stage, ear = Stage(dealt()), Ear()
    stage.feeds.subscribe(ear, Public(), epoch, version)
    assert ear.kinds == ["view"]


def test_a_version_never_stands_for_two_different_views() -> None:
    stage = Stage(dealt())
    ear = stage.ear()
    stage.feeds.unsubscribe(ear)
    stage.acts(PASS)
    stage.feeds.subscribe(ear, Public(), "e1.p", 1)
    assert ear.kinds == ["view", "view"] and ear.shown is not None and ear.shown.version == 2


def test_a_listener_that_does_not_read_gets_nothing_and_later_one_view() -> None:
    stage = Stage(dealt())
    ear = stage.ear()
    ear.congested = True
    for _ in range(3):
        stage.acts(PASS)
    ear.congested = False
    stage.feeds.catch_up(ear)
    stage.feeds.catch_up(ear)
    stage.acts(PASS)
    assert ear.kinds == ["view", "view", "patch"]
    assert of(ear) == stage.truth(Public(), MSGPACK)


def test_a_new_listener_that_does_not_read_gets_its_view_later() -> None:
    stage, ear = Stage(dealt()), Ear()
    ear.congested = True
    stage.feeds.subscribe(ear, Public())
    ear.congested = False
    stage.feeds.catch_up(ear)
    assert ear.kinds == ["view"]


def boards(rng: Random, how_many: int) -> list[Table]:
    """Yield a table's states through random boards, with deals by chance and the states carried over."""
    lived = [seated(policy=Policy(clock=PerMove(30_000)))]
    while len(lived) == 1 or lived[-1].deal < how_many:
        now = lived[-1]
        at_ms = now.time_ms + rng.randrange(3) * 500
        if now.game.result(now.state) is not None:
            following = tables.fold(now, tables.next_deal(now, at_ms))
        elif now.game.deal_due(now.state):
            following = tables.fold(now, Acted(at_ms=at_ms, action=now.game.chance(now.state, rng)))
        else:
            seat = now.game.to_act(now.state)[0]
            action = rng.choice(now.game.legal_actions(now.state, seat))
            following = tables.fold(now, Acted(at_ms=at_ms, seat=seat, action=action))
        lived.append(following)
    return lived


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
@pytest.mark.parametrize("seed", range(4))
def test_a_view_and_its_patches_are_the_next_view_for_every_audience(codec: Codec, seed: int) -> None:
    first, *following = boards(Random(seed), how_many=2)
    stage = Stage(first)
    ears = {audience: stage.ear(audience, codec) for audience in AUDIENCES}
    for table in following:
        stage.goes_on(table)
        stage.later()
        for audience, ear in ears.items():
            assert of(ear) == stage.truth(audience, codec)
    assert all(ear.kinds.count("view") == 1 for ear in ears.values())


@pytest.mark.parametrize("seed", range(6))
def test_a_listener_that_comes_goes_stalls_and_drains_at_any_time_sees_the_present_table(seed: int) -> None:
    rng = Random(seed)
    first, *following = boards(rng, how_many=2)
    stage = Stage(first)
    crowd = [Ear(rng.choice((MSGPACK, JSON))) for _ in range(12)]
    places: dict[int, Audience] = {}

    def stir() -> None:
        for number, ear in enumerate(crowd):
            chance = rng.random()
            if chance < 0.08:
                places[number] = rng.choice(AUDIENCES)
                known = (ear.shown.epoch, ear.shown.version) if ear.shown is not None else (None, None)
                same = ear.shown is not None and ear.shown.audience == places[number] == "public"
                stage.feeds.subscribe(ear, places[number], *(known if same else (None, None)))
            elif chance < 0.12 and places.pop(number, None) is not None:
                stage.feeds.unsubscribe(ear)
            elif chance < 0.2:
                ear.congested = True
            elif chance < 0.4 and ear.congested:
                ear.congested = False
                stage.feeds.catch_up(ear)
            if stage.put_off and rng.random() < 0.2:
                stage.put_off.pop(0)()

    for table in following:
        stir()
        stage.goes_on(table, meanwhile=stir)
        stir()
        if rng.random() < 0.3:
            stage.later()
            for number, audience in places.items():
                if not crowd[number].congested:
                    assert of(crowd[number]) == stage.truth(audience, crowd[number].codec)


def test_an_epoch_belongs_to_one_audience_and_matches_no_other_version() -> None:
    stage = Stage(dealt())
    north, east = stage.ear(Seated(0)), stage.ear(Seated(1))
    assert north.shown is not None and east.shown is not None
    assert north.shown.version == east.shown.version
    stage.feeds.subscribe(north, Seated(1), north.shown.epoch, north.shown.version)
    assert of(north) == stage.truth(Seated(1), north.codec)
