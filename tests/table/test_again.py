"""The first entry of a table that plays a finished deal again, and the position at which the table begins."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, Options
from protocol.v1.requests import Delay, PerMove, Policy
from protocol.v1.updates import PlayedAgain
from server.errors import IllegalAction
from server.games.bridge.rules import BRIDGE
from server.table.again import Resumed, marked, resumed
from server.table.events import Base, Chair
from server.table.player import Player
from server.table.table import Table, begin, open_with
from tests.tables import CLUB, HALF_A_MINUTE, NOON, PASS, act, dealt

ANN = Player("ann", "Ann")
PLAIN = (Chair(robot="plain"),) * 4
PASSED_OUT = act(dealt(), PASS, PASS, PASS, PASS)


def first_entry(
    moves: int = 2, seat: int = 2, chairs: tuple[Chair, ...] = PLAIN, policy: Policy = HALF_A_MINUTE
) -> Base:
    assert BRIDGE.playing_again is not None
    state = BRIDGE.playing_again.position(Options(), PASSED_OUT.state, moves, NOON)
    base = open_with(BRIDGE, Options(), chairs, policy, NOON, "ann")
    return resumed(base, BRIDGE, Resumed(state, "t.1", moves, seat, ANN))


def opened(**wishes: int) -> Table:
    return begin("u", BRIDGE, 0, first_entry(**wishes))


def test_the_table_begins_with_the_cards_and_the_calls_before_the_position() -> None:
    table = opened(moves=2)
    assert table.state.calls == (Call.PASS, Call.PASS) and table.hidden
    assert table.state.deal == PASSED_OUT.state.deal
    assert (table.to_act, table.seat_of("ann"), table.again) == ((2,), 2, PlayedAgain("t.1", 2))


def test_the_time_of_the_first_decision_runs_at_once_and_robots_have_none() -> None:
    assert begin("u", BRIDGE, 0, first_entry(policy=Policy(clock=PerMove(30_000)))).clock.timed == (2,)
    assert opened(moves=3).clock.timed == ()


def test_the_player_goes_on_and_no_board_follows() -> None:
    table = opened(moves=2)
    after = BRIDGE.apply(BRIDGE.apply(table.state, 2, PASS), 3, PASS)
    assert BRIDGE.result(after) is not None and not BRIDGE.deal_due(BRIDGE.carry(after))
    assert BRIDGE.apply(table.state, 2, CLUB).calls[-1] is Call.ONE_CLUB


@pytest.mark.parametrize("moves", [4, 5, 99])
def test_a_position_after_the_end_of_the_deal_is_refused(moves: int) -> None:
    with pytest.raises(IllegalAction, match="position"):
        first_entry(moves=moves)


def test_other_seats_need_robots_and_watchers_get_no_delay() -> None:
    with pytest.raises(IllegalAction, match="expected a robot in each other seat"):
        first_entry(chairs=(*PLAIN[:3], Chair()))
    assert first_entry(chairs=(*PLAIN[:2], Chair(), PLAIN[3])).seats[2].player == "ann"
    with pytest.raises(IllegalAction, match="expected a seat from 0 to 3"):
        first_entry(seat=4)
    with pytest.raises(IllegalAction, match="without `delay`"):
        first_entry(policy=Policy(delay=Delay(ms=1)))


def test_a_board_of_a_rubber_is_played_again_as_duplicate() -> None:
    assert BRIDGE.playing_again is not None
    rubber = Options(scoring="rubber", waiting=2, partners="cut", undo="none")
    options = BRIDGE.playing_again.position(rubber, PASSED_OUT.state, 0, NOON).options
    assert (options.scoring, options.boards, options.waiting, options.undo) == ("duplicate", 1, 0, "none")


def test_a_result_of_a_deal_that_was_played_again_is_marked() -> None:
    assert marked("passed out", opened()) == "passed out (played again)"
    assert marked("passed out", PASSED_OUT) == "passed out" and marked("", opened()) == ""
