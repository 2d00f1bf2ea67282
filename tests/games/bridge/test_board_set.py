"""What a table of a set knows and shows: no result of a board that another table is yet to play."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.bridge import Options, Vulnerability
from protocol.v1.bridge import Result as Ended
from protocol.v1.bridge.scores import BoardSet
from server.errors import IllegalAction
from server.games.base import KnownResults
from server.games.bridge import board_set, results
from server.games.bridge.board_set import BoardsReleased, Joined
from server.games.bridge.match import Paired
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, EarlierBoard, SetStanding
from tests.games.bridge.deals import deal, play_on

NEW = SetStanding("evening", 3)


def known(*boards: int, reopened: tuple[int, ...] = (), closed: bool = False) -> KnownResults:
    """Return what the set knows of a table that has finished these boards."""
    found: dict[int, EarlierBoard | None] = {
        board: EarlierBoard(board, Vulnerability.NONE, Ended(score_ns=90)) for board in boards
    }
    return KnownResults({**found, **dict.fromkeys(reopened)}, closed)


def standing(*here: int, released: tuple[int, ...] = (), ended: bool = False) -> SetStanding:
    """Return the standing of a table that has finished the boards `here`."""
    return SetStanding("evening", 3, here, released, ended)


def in_set() -> BridgeState:
    """Return a table of the set before its first board."""
    return BRIDGE.rule(BRIDGE.start(Options()), Joined("evening", 3), 0)


def test_a_table_joins_a_set_before_its_first_board() -> None:
    assert in_set().board_set == NEW
    assert BRIDGE.sharing.standing(in_set()) == NEW
    assert board_set.public_set(NEW) == BoardSet("evening", 3)


def test_a_table_that_plays_alone_has_no_set_and_stores_none() -> None:
    alone = BRIDGE.start(Options())
    assert alone.board_set is None and BRIDGE.sharing.standing(alone) is None
    assert b"board_set" not in msgspec.msgpack.encode(alone)
    assert b"board_set" not in msgspec.msgpack.encode(play_on(BRIDGE.apply(alone, None, deal())))
    carried = BRIDGE.carry(play_on(BRIDGE.apply(alone, None, deal())))
    assert b"board_set" not in msgspec.msgpack.encode(carried)


def test_a_state_with_a_set_is_read_again_as_it_was_written() -> None:
    state = play_on(BRIDGE.apply(in_set(), None, deal()))
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=BridgeState)
    assert again == state and again.board_set == NEW


def test_only_a_table_of_a_set_is_told_of_released_boards() -> None:
    with pytest.raises(IllegalAction):
        BRIDGE.rule(BRIDGE.start(Options()), BoardsReleased((1,)), 0)
    with pytest.raises(IllegalAction):
        BRIDGE.rule(BRIDGE.rule(BRIDGE.start(Options()), Paired("open", "o"), 0), BoardsReleased((1,)), 0)


def test_a_table_keeps_its_boards_from_board_to_board() -> None:
    state = play_on(BRIDGE.apply(in_set(), None, deal()))
    assert results.set_standing(state) == standing(1)
    state = BRIDGE.carry(state)
    assert state.board_set == standing(1)
    state = BRIDGE.rule(state, BoardsReleased((1,)), 0)
    state = BRIDGE.carry(play_on(BRIDGE.apply(state, None, deal(board=2))))
    assert state.board_set == standing(1, 2, released=(1,))


def test_the_score_sheet_leaves_an_unreleased_board_out_once_the_next_one_begins() -> None:
    state = play_on(BRIDGE.apply(in_set(), None, deal()))
    assert list(results.visible_results(state) or ()) == [1]
    state = BRIDGE.apply(BRIDGE.carry(state), None, deal(board=2))
    assert not BRIDGE.pub(state).results and BRIDGE.pub(state).board_set.boards == ()
    state = BRIDGE.rule(state, BoardsReleased((1,)), 0)
    assert list(BRIDGE.pub(state).results) == [1] and BRIDGE.pub(state).board_set.boards == (1,)


def test_a_release_changes_no_decision() -> None:
    state = BRIDGE.apply(in_set(), None, deal())
    after = BRIDGE.rule(state, BoardsReleased((7,), ended=True), 0)
    assert BRIDGE.progress(after) == BRIDGE.progress(state) and BRIDGE.to_act(after) == BRIDGE.to_act(state)
    assert BRIDGE.pub(after) == BRIDGE.pub(state)


def test_a_board_that_is_released_twice_is_listed_once() -> None:
    once = board_set.rule(NEW, BoardsReleased((1, 2)))
    assert board_set.rule(once, BoardsReleased((2, 3))).released == (1, 2, 3)


def test_the_end_is_never_taken_back() -> None:
    assert board_set.rule(board_set.rule(NEW, BoardsReleased(ended=True)), BoardsReleased((1,))).ended


@pytest.mark.parametrize(
    ("here", "others", "news"),
    [
        (known(), (known(1), known(1)), ()),
        (known(1), (known(1), known()), ()),
        (known(1), (known(1), known(reopened=(1,))), ()),
        (known(reopened=(1,)), (known(1), known(1)), ()),
        (known(1), (known(1), known(1)), (BoardsReleased((1,)),)),
        (known(1, 2, 3), (known(1, 2), known(2, 3)), (BoardsReleased((2,)),)),
        (known(1, 2), (known(1), known(closed=True)), (BoardsReleased((1,)),)),
        (known(1), (known(closed=True), known(closed=True)), (BoardsReleased((1,), ended=True),)),
        (known(), (known(1, closed=True), known(closed=True)), (BoardsReleased((), ended=True),)),
        (known(1, closed=True), (known(1, 2), known(1, 2)), (BoardsReleased((1, 2)),)),
        (known(closed=True), (known(3), known()), ()),
    ],
)
def test_a_table_is_told_of_the_boards_that_it_has_played_and_no_other_will_play(
    here: KnownResults, others: tuple[KnownResults, ...], news: tuple[BoardsReleased, ...]
) -> None:
    assert board_set.news(NEW, here, others) == news
    told = NEW
    for ruling in news:
        told = board_set.rule(told, ruling)
    assert board_set.news(told, here, others) == ()


def test_a_released_board_that_a_director_reopens_is_not_released_twice() -> None:
    told = standing(1, released=(1,))
    assert board_set.news(told, known(reopened=(1,)), (known(1), known(1))) == ()
    assert board_set.news(told, known(1), (known(1), known(1))) == ()


def test_a_deal_is_closed_when_this_table_has_played_it_and_no_other_will() -> None:
    first = deal(board=1)
    assert not board_set.closed(NEW, first, ended=False)
    assert not board_set.closed(standing(1), first, ended=False)
    assert not board_set.closed(standing(released=(1,)), first, ended=False)
    assert board_set.closed(standing(1, released=(1,)), first, ended=False)
    assert board_set.closed(standing(released=(1,)), first, ended=True)
    assert not board_set.closed(standing(), first, ended=True)
    assert board_set.closed(standing(1, ended=True), first, ended=False)
    assert not board_set.closed(standing(ended=True), first, ended=False)


BOARDS = st.frozensets(st.integers(1, 4))
TABLES = st.tuples(BOARDS, st.booleans())


@given(TABLES, TABLES, TABLES)
def test_no_table_is_told_of_a_board_that_any_table_is_yet_to_play(
    one: tuple[frozenset[int], bool], two: tuple[frozenset[int], bool], three: tuple[frozenset[int], bool]
) -> None:
    tables = [known(*sorted(boards), closed=ended) for boards, ended in (one, two, three)]
    for here in tables:
        others = tuple(each for each in tables if each is not here)
        for ruling in board_set.news(NEW, here, others):
            assert isinstance(ruling, BoardsReleased)
            for board in ruling.boards:
                assert all(each.plays_no_more(board) for each in tables)
            assert not ruling.ended or all(each.closed for each in others)
