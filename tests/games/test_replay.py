"""Tests of the rules that replays of all games share, with replays of bridge."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call
from protocol.v1.bridge.replay import Load, TryCall, TryCard
from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Finished, Rewind, Seek
from server.errors import IllegalAction
from server.games.bridge.replay import REPLAY, BridgeReplay
from tests.games.replay.files import WHOLE, after_actions, cards_in, opened, recorded, view_after


def test_going_back_and_on_again_shows_the_same() -> None:
    once = view_after(Seek(0, 10))
    assert view_after(Seek(0, 12), Seek(0, 10)) == once
    assert view_after(*(Seek(0, at) for at in range(1, 11))) == once


def test_every_place_of_a_record_is_reached_by_single_moves_and_at_once_alike() -> None:
    state = opened(WHOLE)
    for at in range(1, 16):
        state = after_actions(state, Seek(0, at))
        assert REPLAY.pub(state) == view_after(Seek(0, at))


@pytest.mark.parametrize(
    ("nowhere", "why"),
    [
        (Seek(1, 0), "expected a board from 0 to 0"),
        (Seek(0, 99), "move 99 cannot be shown"),
        (Seek(0, 0), "shown already"),
    ],
)
def test_no_position_beyond_the_file_can_be_shown(nowhere: Seek, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        after_actions(opened(WHOLE), nowhere)


def test_the_records_own_next_move_goes_along_the_record() -> None:
    pub = view_after(Seek(0, 8), TryCard(Card.H3), TryCard(Card.H4))
    assert (cards_in(pub), pub.tried, pub.moves) == ("HT HJ H3 H4", None, 15)


def test_a_line_is_gone_back_in_and_on_again() -> None:
    line = after_actions(opened(WHOLE), Seek(0, 8), TryCard(Card.H5), TryCard(Card.H6))
    back = after_actions(line, Rewind(8))
    assert (REPLAY.pub(back).at, REPLAY.pub(back).moves, REPLAY.pub(back).tried) == (8, 10, 8)
    assert REPLAY.pub(after_actions(back, Rewind(10))) == REPLAY.pub(line)
    assert REPLAY.pub(after_actions(back, TryCard(Card.H5))) == REPLAY.pub(after_actions(line, Rewind(9)))


def test_another_move_within_a_line_drops_what_came_after_it() -> None:
    line = after_actions(
        opened(WHOLE), Seek(0, 8), TryCard(Card.H5), TryCard(Card.H6), Rewind(8), TryCard(Card.H2)
    )
    assert (cards_in(REPLAY.pub(line)), REPLAY.pub(line).moves) == ("HT HJ H2", 9)


def test_only_a_tried_line_can_be_rewound() -> None:
    line = after_actions(opened(WHOLE), Seek(0, 8), TryCard(Card.H5))
    for place in (7, 10, 9):
        with pytest.raises(IllegalAction, match=r"expected|shown already"):
            after_actions(line, Rewind(place))
    with pytest.raises(IllegalAction, match="there are no tried moves to rewind"):
        after_actions(opened(WHOLE), Rewind(0))


def test_another_board_gives_a_line_up() -> None:
    pub = view_after(TryCall(Call.PASS), Seek(1, 0), Seek(0, 0), of=opened(WHOLE, recorded(board=2)))
    assert (pub.tried, pub.moves) == (None, 15)


def test_only_the_leader_moves_a_replay_and_only_once_a_file_is_open() -> None:
    with pytest.raises(IllegalAction, match="only the leader"):
        REPLAY.apply(opened(WHOLE), 1, Seek(0, 1))
    with pytest.raises(
        IllegalAction,
        match="only the leader can act in a replay, after its file was opened and before its end",
    ):
        REPLAY.apply(BridgeReplay(), 0, Seek(0, 0))


def test_the_leader_ends_a_replay() -> None:
    ended = after_actions(opened(WHOLE), Seek(0, 8), Finish())
    assert (REPLAY.result(ended), REPLAY.to_act(ended), REPLAY.pub(ended).finished) == (Finished(1), (), True)
    with pytest.raises(IllegalAction, match="only the leader"):
        after_actions(ended, Seek(0, 0))


def test_for_a_leader_out_of_time_the_record_plays_itself() -> None:
    state, seen = opened(WHOLE, recorded("P P P P", board=2)), []
    while REPLAY.to_act(state):
        seen.append((REPLAY.pub(state).place, REPLAY.pub(state).at))
        state = after_actions(state, REPLAY.forced(state, 0))
    assert seen == [*((0, at) for at in range(16)), *((1, at) for at in range(5))]
    tried = after_actions(opened(WHOLE), TryCall(Call.PASS))
    assert REPLAY.forced(tried, 0) == Seek(0, 0)


def test_a_file_is_opened_once() -> None:
    with pytest.raises(IllegalAction, match="the file of this replay is open already"):
        REPLAY.apply(opened(WHOLE), None, Load("", (WHOLE,)))
