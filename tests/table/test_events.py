"""The entries of a table's log, and their stored form."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.bridge import AwardTricks, Options
from protocol.v1.requests import Policy
from server.games.bridge.rules import BRIDGE
from server.table import events, table
from server.table.events import (
    Acted,
    Away,
    Back,
    Base,
    Chair,
    Closed,
    Counter,
    Credited,
    Entry,
    Hosted,
    Occupant,
    Relieved,
    Ruled,
    Sat,
    Saw,
    Shown,
    Stood,
    counted,
    ruler_id,
)
from tests.games.bridge.deals import deal
from tests.tables import CLUB, EMPTY, NOON, PASS, opened


@pytest.mark.parametrize(
    "entry",
    [
        Base(at_ms=NOON, state=msgspec.Raw(msgspec.msgpack.encode(BRIDGE.start(Options()))), seats=EMPTY,
             policy=Policy()),
        Acted(at_ms=NOON, action=deal()),
        Acted(at_ms=NOON, action=PASS, seat=0, player="north", n=1, forced=True),
        Sat(at_ms=NOON, seat=1, player="east", name="Éva"),
        Stood(at_ms=NOON, seat=1),
        Hosted(at_ms=NOON, seats=EMPTY, policy=Policy(hands="live"), paused=True),
        Hosted(at_ms=NOON, state=msgspec.msgpack.encode(BRIDGE.start(Options(first_board=7)))),
        Hosted(at_ms=NOON, directors=("dirk",), commentators=(), invited=("eve", "bob")),
        Hosted(at_ms=NOON, place={0: Occupant("eve", "Éva"), 2: None}),
        Away(at_ms=NOON, seat=2, robot="plain"),
        Back(at_ms=NOON, seat=2),
        Stood(at_ms=NOON, seat=1, owner=True),
        Shown(at_ms=NOON, seat=1, player="eve", hand=False),
        Ruled(at_ms=NOON, ruling=AwardTricks(7), player="dirk"),
        Saw(at_ms=NOON, player="eve"),
        Credited(at_ms=NOON, ms=7),
        Closed(at_ms=NOON, reason="over"),
    ],
    ids=lambda entry: type(entry).__name__,
)  # fmt: skip
def test_an_entry_survives_the_store(entry: Entry) -> None:
    stored = events.encode(entry)
    assert events.encode(events.decode(stored)) == stored


def test_other_options_survive_the_store() -> None:
    anew = Hosted(at_ms=NOON, state=msgspec.msgpack.encode(BRIDGE.start(Options(first_board=7))))
    assert table.fold(opened(), events.decode(events.encode(anew))) == table.fold(opened(), anew)


def test_a_base_from_before_there_were_owners_and_offices_is_still_read() -> None:
    old = {
        "t": "base",
        "at_ms": NOON,
        "state": BRIDGE.start(Options()),
        "seats": [{"player": "north", "name": "North", "robot": None}, *[{"robot": "plain"}] * 3],
        "policy": {"hands": "after", "clock": None, "pause_ms": 5_000, "robot_ms": 1_000},
    }
    base = events.decode(msgspec.msgpack.encode(old))
    assert isinstance(base, Base)
    at = table.begin("t", BRIDGE, 0, base)
    assert at.chairs == (Chair(player="north", name="North"), *(Chair(robot="plain"),) * 3)
    assert (at.roles.directors, at.roles.commentators, at.roles.invited, at.hand_access.permissions) == (
        frozenset(),
    ) * 4
    assert at.policy == Policy()


def test_an_entry_says_only_what_is_not_the_default() -> None:
    stored = msgspec.msgpack.decode(events.encode(Hosted(at_ms=NOON, seats=(Chair(robot="plain"), Chair()))))
    assert stored == {"t": "host", "at_ms": NOON, "seats": [{"robot": "plain"}, {}]}


def test_a_counter_remembers_the_bytes_of_the_last_numbered_action() -> None:
    once = counted({}, "north", 1, PASS)
    assert once == {"north": Counter(1, events.encode(PASS))}
    assert counted(once, "north", None, CLUB) is once
    assert counted(once, "north", 2, CLUB)["north"].n == 2


def test_a_directors_rulings_are_counted_apart_from_the_directors_actions() -> None:
    acted = counted({}, "dirk", 5, PASS)
    both = counted(acted, ruler_id("dirk"), 70, AwardTricks(7))
    assert (both["dirk"].n, both[ruler_id("dirk")].n) == (5, 70)


def test_an_entry_about_a_seat_gives_the_seat_after_it() -> None:
    north = Chair(player="north", name="North")
    away = Away(at_ms=NOON, seat=0, robot="plain").chair(north)
    assert away == Chair(owner="north", owner_name="North", substitute="plain")
    assert Back(at_ms=NOON, seat=0).chair(away) == north
    back = Back(at_ms=NOON, seat=0, robot="plain").chair(away)
    assert (back.player, back.house, back.returning) == ("north", "plain", True)
    assert Stood(at_ms=NOON, seat=0).chair(north) == Chair()
    assert Stood(at_ms=NOON, seat=0, owner=True).chair(away) == Chair(substitute="plain")
    assert Sat(at_ms=NOON, seat=0, player="eve", name="Eve").chair(Chair()) == Chair(player="eve", name="Eve")
    assert Relieved(at_ms=NOON, seat=0, robot="plain").chair(north).house == "plain"
