"""A watcher at another hub that loses the right to a hand gets no further frame of that hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.requests import Host, NoClock, Policy, Watch, WatchAs
from protocol.v1.updates import Done, Patch, View
from server.hub.far import messages
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House, Person, play_on
from tests.virtual import passes, until, virtual

LIVE = Policy(hands="live", clock=NoClock(), pause_ms=60_000)
AFTER = Policy(clock=NoClock(), pause_ms=60_000)
SEATS = ("North", "East", "South", "West")
WAYS: tuple[WatchAs, ...] = ("all", 0, 3)


class Stage:
    """A table at the first of two hubs in mid-deal; `sent` is each frame that it has sent the other hub."""

    def __init__(self, here: House, there: House) -> None:
        self.here, self.there = here, there
        self.wires = here.store.wires
        self.sent: list[View | Patch] = []
        self.table = ""
        self.players: list[Person] = []
        self.wires.overheard = self._overhear

    def _overhear(self, sender: str, hub: str, message: bytes) -> None:
        for each in messages.decode_all(message) if sender == self.here.hub.id else ():
            if isinstance(each, messages.Deliver | messages.Crowd):
                update = decode_update(MSGPACK, each.payload)
                if isinstance(update, View | Patch):
                    self.sent.append(update)

    async def deals(self) -> None:
        self.table, self.players = await self.here.dealt(LIVE)

    async def host(self, **changes: Any) -> None:
        answer = await self.here.person("Host").ask(Host(table=self.table, id=9, **changes))
        assert isinstance(answer, Done), answer


def hands_in(updates: list[Any]) -> int:
    """Return how many cards of hands there are in the own halves of views and patches."""
    halves = [update.own for update in updates if isinstance(update.own, dict)]
    hands = [hand for half in halves for hand in (half.get("hand"), *_listed(half.get("hands")))]
    return sum(len(hand) for hand in hands if hand)


def _listed(hands: Any) -> list[Any]:
    return list(hands.values() if isinstance(hands, dict) else hands or ())


def test_the_cards_of_hands_are_counted() -> None:
    own = {"hands": [["SA"], ["S2"]]}
    view = View(table="t", epoch="e", version=1, audience="all", pub={}, own=own, now_ms=0)
    assert hands_in([view, msgspec.structs.replace(view, own={"hand": ["SA"]})]) == 3


@pytest.mark.parametrize("as_", WAYS)
@pytest.mark.parametrize("broken", [False, True], ids=["in order", "and the link breaks"])
def test_no_frame_of_a_hand_is_sent_after_the_policy_has_changed(as_: WatchAs, broken: bool) -> None:
    @virtual
    async def run() -> None:
        async with houses(2) as (here, there):
            stage = Stage(here, there)
            await stage.deals()
            watcher = there.person("Wanda")
            await watcher.watch(stage.table, as_)
            await passes(100)
            assert hands_in(stage.sent) and hands_in(watcher.of(View))
            stage.wires.delay_ms = 300
            await play_on(here, stage.table, stage.players, 1)
            await stage.host(policy=AFTER)
            stage.sent.clear()
            if broken:
                stage.wires.break_between(here.hub.id, there.hub.id)
                watcher.forget()
            await play_on(here, stage.table, stage.players, 2)
            await passes(5_000)
            assert hands_in(stage.sent) == 0
            assert watcher.of(View), "the watcher follows without the hands"
            last = watcher.of(View)[-1]
            assert hands_in([last]) == 0
            if broken:
                assert hands_in(watcher.of(View, Patch)) == 0

    run()


@pytest.mark.parametrize("broken", [False, True], ids=["in order", "and the link breaks"])
def test_who_sits_down_through_one_hub_sees_no_other_hand_through_another(broken: bool) -> None:
    @virtual
    async def run() -> None:
        async with houses(2) as (here, there):
            stage = Stage(here, there)
            stage.table = await here.table(policy=LIVE)
            others = [here.person(name) for name in SEATS[1:]]
            for seat, player in enumerate(others, 1):
                await player.watch(stage.table)
                await player.sit(stage.table, seat)
            spy = there.person("North")
            await spy.watch(stage.table, 2)
            stage.wires.delay_ms = 300
            stage.sent.clear()
            assert isinstance(await here.person("North").sit(stage.table, 0), Done)
            if broken:
                stage.wires.break_between(here.hub.id, there.hub.id)
            await until(lambda: here.room(stage.table).table.hidden)
            await passes(5_000)
            hand = [str(card) for card in here.room(stage.table).table.state.hands[2]]
            told = [msgspec.json.encode(update).decode() for update in (*spy.of(View, Patch), *stage.sent)]
            assert told and not any(f'"{card}"' in text for card in hand for text in told)

    run()


@virtual
async def test_who_is_not_welcome_any_more_is_dismissed_behind_the_frames_that_were_on_their_way() -> None:
    async with houses(2) as (here, there):
        stage = Stage(here, there)
        await stage.deals()
        watcher = there.person("Wanda")
        await watcher.watch(stage.table, "all")
        stage.wires.delay_ms = 300
        await play_on(here, stage.table, stage.players, 1)
        await stage.host(unwelcome=("p-Wanda",))
        stage.sent.clear()
        await play_on(here, stage.table, stage.players, 2)
        await passes(2_000)
        assert stage.sent == [] and watcher.session.followed == ()
        shown = watcher.tables[stage.table]
        assert shown.version < 6, "the frames before the change were still good"


@virtual
async def test_a_right_that_was_lost_during_an_outage_of_the_link_is_not_given_back_by_following_again() -> (
    None
):
    async with houses(2) as (here, there):
        stage = Stage(here, there)
        await stage.deals()
        watcher = there.person("Wanda")
        await watcher.watch(stage.table, "all")
        pair = frozenset((here.hub.id, there.hub.id))
        stage.wires.cut.add(pair)
        await stage.host(policy=AFTER)
        await play_on(here, stage.table, stage.players, 2)
        stage.wires.cut.clear()
        stage.wires.break_between(here.hub.id, there.hub.id)
        stage.sent.clear()
        watcher.forget()
        await passes(2_000)
        assert hands_in(stage.sent) == 0 == hands_in(watcher.of(View, Patch))
        assert watcher.of(View), (watcher.heard, watcher.closed)
        answer = await watcher.ask(Watch(table=stage.table, as_="all", id=77, epoch="e", version=1))
        await passes(100)
        assert hands_in(watcher.of(View, Patch)) == 0, answer
