"""Who may come to a table of a set: to a seat, to an office, or to watch a hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call, MakeCall
from server.board_sets.arrivals import (
    arrivals,
    may_know,
    newcomers,
    plays_elsewhere,
    reason_not_to_come,
)
from server.board_sets.board_set import BoardSet
from server.board_sets.entries import Came
from server.errors import Refusal
from server.games.bridge.board_set import Joined
from server.games.bridge.rules import BRIDGE
from server.table.events import Acted, Hosted, Sat, Saw, Stood
from server.table.table import Table, fold, next_deal
from tests.board_sets.sittings import NOON, after, came, closed, evening, played, went
from tests.games.bridge.deals import deal
from tests.tables import act, opened

SEAT = Sat(at_ms=NOON, seat=0, player="p", name="P")


def table(id: str = "t1", deals: int = 0) -> Table:
    """Return an empty table of the set that has passed out some boards."""
    empty = opened()
    found = replace(empty, id=id, state=BRIDGE.rule(empty.state, Joined("evening", 3), NOON))
    for number in range(deals):
        found = over(found, number + 1)
        found = fold(found, next_deal(found, NOON))
    return found


def over(before: Table, board: int = 1) -> Table:
    """Return a table with a board passed out, by players that have left since."""
    for seat, name in enumerate(("north", "east", "south", "west")):
        before = fold(before, Sat(at_ms=NOON, seat=seat, player=name, name=name))
    before = act(fold(before, Acted(at_ms=NOON, action=deal(board=board))), *[MakeCall(Call.PASS)] * 4)
    for seat in range(4):
        before = fold(before, Stood(at_ms=NOON, seat=seat))
    return before


def hosted(**offices: Any) -> Hosted:
    return Hosted(at_ms=NOON, **{office: tuple(names) for office, names in offices.items()})


def comes(board_set: BoardSet, before: Table, entry: Any) -> tuple[Came, ...] | str:
    """Return the entries by which players come, or the reason of the refusal."""
    try:
        return arrivals(board_set, before, fold(before, entry), NOON)
    except Refusal as refusal:
        assert refusal.code == "forbidden"
        return str(refusal)


def test_a_player_that_sits_down_comes() -> None:
    assert comes(evening(), table(), SEAT) == (came("t1", "p"),)
    assert comes(evening(came("t1", "p")), table(), SEAT) == ()


def test_an_official_comes_and_may_do_so_at_several_tables() -> None:
    entry = hosted(directors="d", commentators="c")
    assert comes(evening(), table(), entry) == (came("t1", "c", office=True), came("t1", "d", office=True))
    elsewhere = evening(came("t2", "d", office=True), came("t3", "d", office=True))
    assert comes(elsewhere, table(), hosted(directors="d")) == (came("t1", "d", office=True),)


def test_an_official_that_looks_stays_an_official() -> None:
    board_set = evening(came("t1", "d", office=True), came("t2", "d", office=True))
    before = fold(fold(table(), hosted(directors="d")), Acted(at_ms=NOON, action=deal()))
    assert comes(board_set, before, Saw(at_ms=NOON, player="d")) == ()
    looked = fold(before, Saw(at_ms=NOON, player="d"))
    assert comes(board_set, looked, hosted(directors="")) == ()


def test_an_official_of_two_tables_sits_at_neither() -> None:
    board_set = evening(came("t1", "p", office=True), came("t2", "p", office=True))
    before = fold(table(), hosted(directors="p"))
    assert "cannot come to another" in comes(board_set, before, SEAT)


@pytest.mark.parametrize("office", [False, True])
def test_nobody_at_one_table_sits_or_watches_a_hand_at_another(office: bool) -> None:
    board_set = evening(came("t2", "p", office))
    for entry in (SEAT, Saw(at_ms=NOON, player="p")):
        assert "cannot come to another" in comes(board_set, table(), entry)


def test_a_player_holds_no_office_elsewhere() -> None:
    board_set = evening(came("t2", "p"))
    for office in ("directors", "commentators"):
        assert "cannot come to another" in comes(board_set, table(), hosted(**{office: "p"}))


def test_one_that_may_not_come_holds_up_all_who_come_with_him() -> None:
    board_set = evening(came("t2", "p"))
    assert "cannot come to another" in comes(board_set, table(), hosted(directors=("a", "p")))


@pytest.mark.parametrize(("deals", "free"), [(0, False), (1, False), (2, True)])
def test_a_player_that_saw_the_second_board_elsewhere_comes_when_it_is_played_here(
    deals: int, free: bool
) -> None:
    board_set = evening(came("t2", "p"), went("t2", "p", 1))
    reason = reason_not_to_come(board_set, table(deals=deals), "p", office=False)
    assert (reason is None) is free
    assert reason_not_to_come(board_set, table("t2", deals), "p", office=False) is None


@pytest.mark.parametrize(("deals", "knows"), [(0, True), (1, True), (2, False)])
def test_a_player_may_know_what_it_saw_elsewhere_until_it_is_played_here(deals: int, knows: bool) -> None:
    board_set = evening(came("t2", "p"), went("t2", "p", 1))
    assert may_know(board_set, table(deals=deals), "p") is knows
    assert not may_know(board_set, table("t2", deals), "p") and not may_know(board_set, table(), "q")
    assert may_know(evening(came("t2", "p", office=True)), table(deals=deals), "p")


def test_in_the_pause_only_people_of_the_deal_come_until_it_is_closed() -> None:
    pause = over(table())
    assert "another table still plays" in comes(evening(), pause, SEAT)
    assert "another table still plays" in comes(evening(), pause, hosted(directors="p"))
    was_here = evening(came("t1", "p"), went("t1", "p", 0))
    assert comes(was_here, pause, SEAT) == (came("t1", "p"),)
    earlier = evening(came("t1", "p"), went("t1", "p", -1))
    assert "another table still plays" in comes(earlier, pause, SEAT)
    done = evening(played("t2", 0), closed("t3"))
    assert comes(done, pause, SEAT) == (came("t1", "p"),)


def test_nobody_comes_by_leaving_or_by_a_card() -> None:
    before = fold(table(), SEAT)
    assert newcomers(before, fold(before, Stood(at_ms=NOON, seat=0))) == ()
    assert newcomers(before, fold(before, Acted(at_ms=NOON, action=deal()))) == ()
    assert newcomers(table(), before) == (("p", False),)


def test_a_player_that_gets_an_office_beside_the_seat_does_not_come_again() -> None:
    before = fold(table(), SEAT)
    assert comes(evening(came("t1", "p")), before, hosted(directors="p")) == ()


def test_plays_elsewhere_counts_seats_and_hands_but_no_office_and_no_former_stay() -> None:
    board_set = evening(came("t1", "p"), came("t2", "d", office=True))
    assert plays_elsewhere(board_set, "t2", "p") and not plays_elsewhere(board_set, "t1", "p")
    assert not plays_elsewhere(board_set, "t1", "d")
    assert not plays_elsewhere(after(board_set, went("t1", "p", 0)), "t2", "p")
