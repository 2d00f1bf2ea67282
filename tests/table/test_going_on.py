"""Requests for the next deal, and requests to wait with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1 import requests as ask
from protocol.v1.bridge import RollBack
from protocol.v1.codes import Code
from protocol.v1.requests import NoClock, Policy
from server.games.bridge.rules import BRIDGE
from server.table.between import NO_WISHES
from server.table.commands import Expire
from server.table.events import Away, Base, Hosted, Ruled, Stood, WantedNext, WantedWait
from server.table.going_on import want_next, want_wait
from server.table.player import Player
from server.table.schedule import Due, due, next_deal_ms, rests
from server.table.table import Table, begin, fold
from tests.table.asking import DIRECTOR, EVE, HOST, NOBODY, NORTH, SOUTH, entry_for, refused, table_after
from tests.tables import NOON, PASS, act, dealt

NEXT, WAIT = ask.Next(table="t"), ask.Wait(table="t")
PAUSE = Policy(clock=NoClock(), pause_ms=5_000)
MINUTE = replace(PAUSE, next_ms=60_000)
ALL = (0, 1, 2, 3)


def over(policy: Policy = PAUSE) -> Table:
    """Return a board that is passed out at noon."""
    return act(dealt(policy=policy), PASS, PASS, PASS, PASS)


def after(at: Table, *wishes: tuple[Player, ask.Next | ask.Wait]) -> Table:
    for player, request in wishes:
        at = table_after(at, player, request)
    return at


def test_the_next_deal_begins_at_once_when_every_present_player_wants_it() -> None:
    two = after(over(), (NORTH, NEXT), (SOUTH, NEXT))
    assert due(two, None, ALL) == (Due.NEXT, NOON + 5_000), "East and West have not asked for it"
    assert due(two, None, (0, 2)) == (Due.NEXT, NOON)
    assert isinstance(entry_for(two, NOBODY, Expire(True, present=(0, 2))), Base)
    assert entry_for(two, NOBODY, Expire(True, present=ALL)) is None


def test_without_the_wishes_of_present_players_the_pause_of_the_policy_counts() -> None:
    assert due(over(), None, ALL) == due(over(), None) == (Due.NEXT, NOON + 5_000)


def test_the_countdown_of_the_policy_counts_where_players_have_seats() -> None:
    assert next_deal_ms(over(MINUTE), None) == NOON + 60_000
    robots = over(MINUTE)
    for seat in ALL:
        robots = fold(robots, Stood(at_ms=NOON, seat=seat))
    assert next_deal_ms(robots, None) == NOON + 5_000, "no player is there to read the result"


def test_a_player_that_waits_holds_the_next_deal_until_the_same_player_goes_on() -> None:
    held = after(over(), (NORTH, NEXT), (SOUTH, WAIT))
    assert due(held, None, ALL) is None and next_deal_ms(held, None) is None
    assert rests(held, NOON + 3_600_000)
    assert entry_for(held, NOBODY, Expire(True, present=ALL), NOON + 3_600_000) is None
    assert due(after(held, (SOUTH, NEXT)), None, (0, 2)) == (Due.NEXT, NOON)
    assert next_deal_ms(after(held, (SOUTH, NEXT)), None) == NOON + 5_000


def test_the_next_of_the_host_ends_every_wait_even_if_the_host_has_no_seat() -> None:
    held = after(over(), (NORTH, WAIT), (SOUTH, WAIT))
    assert entry_for(held, HOST, NEXT) == WantedNext(at_ms=NOON, host=True)
    assert after(held, (HOST, NEXT)).between == NO_WISHES
    assert entry_for(over(), HOST, NEXT) is None, "a host without a seat has nothing to end"


def test_the_wait_of_a_player_that_leaves_the_seat_ends() -> None:
    held = after(over(), (SOUTH, WAIT))
    for leaving in (Stood(at_ms=NOON, seat=2), Away(at_ms=NOON, seat=2), Hosted(at_ms=NOON, place={2: None})):
        assert next_deal_ms(fold(held, leaving), None) == NOON + 5_000


def test_a_request_that_is_sent_twice_changes_nothing() -> None:
    assert entry_for(over(), NORTH, WAIT) == WantedWait(at_ms=NOON, seat=0)
    assert entry_for(after(over(), (NORTH, WAIT)), NORTH, WAIT) is None
    assert entry_for(over(), NORTH, NEXT) == WantedNext(at_ms=NOON, seat=0)
    assert entry_for(after(over(), (NORTH, NEXT)), NORTH, NEXT) is None


@pytest.mark.parametrize("request_", [NEXT, WAIT])
def test_watchers_robots_and_directors_cannot_press(request_: ask.Next | ask.Wait) -> None:
    for player in (EVE, DIRECTOR, NOBODY, Player("house:0", "plain", house=True)):
        refused(Code.NOT_SEATED, over(), player, request_)
    refused(Code.NOT_SEATED, over(), HOST, WAIT)


@pytest.mark.parametrize("request_", [NEXT, WAIT])
def test_there_is_nothing_to_ask_for_during_a_deal_or_when_none_follows(
    request_: ask.Next | ask.Wait,
) -> None:
    refused(Code.FORBIDDEN, dealt(policy=PAUSE), NORTH, request_, "not over")
    refused(Code.UNAVAILABLE, fold(over(), Hosted(at_ms=NOON, paused=True)), NORTH, request_, "paused")
    last = act(dealt(policy=PAUSE, boards=1), PASS, PASS, PASS, PASS)
    refused(Code.FORBIDDEN, last, NORTH, request_, "no deal follows")
    want = want_next if request_ is NEXT else want_wait
    assert want(over(), 2, NORTH, NOON) is not None
    with pytest.raises(Exception, match="no deal follows"):
        want(over(), 1, NORTH, NOON)


@pytest.mark.parametrize("request_", [NEXT, WAIT])
def test_in_a_match_or_a_set_of_boards_the_clock_begins_the_next_board(request_: ask.Next | ask.Wait) -> None:
    sharing = BRIDGE.sharing
    assert sharing is not None
    for ruling in (sharing.paired("open", "other"), sharing.joined("set", 2)):
        shared = fold(over(MINUTE), Ruled(at_ms=NOON, ruling=ruling))
        refused(Code.FORBIDDEN, shared, NORTH, request_, "by the clock")
        assert next_deal_ms(shared, None) == NOON + 5_000


def test_the_wishes_end_with_the_deal_and_when_a_director_reopens_it() -> None:
    asked = after(over(), (NORTH, NEXT), (SOUTH, WAIT))
    base = entry_for(after(asked, (SOUTH, NEXT)), NOBODY, Expire(True, present=(0, 2)))
    assert isinstance(base, Base) and begin("t", BRIDGE, 1, base).between == NO_WISHES
    assert fold(asked, Ruled(at_ms=NOON, ruling=RollBack(calls=2))).between == NO_WISHES
