"""Tests of replays of Spades: a leader shows recorded hands and tries other bids and cards."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from protocol.v1.replay import Finish, Rewind, Seek
from protocol.v1.spades import Bid, MakeBid, PlayCard, Reveal
from protocol.v1.spades.replay import MAX_BOARDS, Load, SpadesReplayOwn, SpadesReplayPub, Try
from server.errors import IllegalAction
from server.games.base import AllHands, Kibitzer, Public, Seated
from server.games.spades.replay import SPADES_REPLAY, SpadesReplay
from server.games.spades.rules import SPADES
from tests.games.replay.hands import NAMES, opened, recorded

WHOLE = recorded(blind_nil=0)
BLIND = recorded(4, blind_nil_behind=0)
BIDS, CARDS = 4, 52


def after_actions(state: SpadesReplay, *actions: Any) -> SpadesReplay:
    for action in actions:
        state = SPADES_REPLAY.apply(state, 0, action)
    return state


def view_after(*actions: Any, of: SpadesReplay | None = None) -> SpadesReplayPub:
    """Return the public view after these actions."""
    return SPADES_REPLAY.pub(after_actions(of or opened(WHOLE), *actions))


def own(state: SpadesReplay, seat: int = 0) -> SpadesReplayOwn:
    half = SPADES_REPLAY.own(state, Seated(seat))
    assert half is not None
    return half


# The record


def test_a_replay_begins_with_the_first_hand_as_it_was_dealt() -> None:
    pub = view_after()
    assert (pub.file, pub.files_boards, pub.place, pub.at, pub.tried) == ("file", 1, 0, 0, None)
    assert (pub.phase, pub.moves, pub.bids) == ("bidding", BIDS + CARDS, {})
    assert (pub.hands, pub.players) == (WHOLE.deal.hands, NAMES[:4])


@pytest.mark.parametrize(
    "hand", [WHOLE, BLIND, recorded(players=2), recorded(players=6)], ids=["four", "blind", "two", "six"]
)
def test_every_turn_shows_the_public_view_of_the_original_hand(hand: Any) -> None:
    state = opened(hand)
    position = state.position
    assert position is not None
    for at, move in enumerate(hand.moves, 1):
        turn = position.turn
        assert turn is not None
        position = SPADES.apply(position, turn if move.seat is None else move.seat, move.action)
        pub, then = view_after(Seek(0, at), of=state), SPADES.pub(position)
        assert {name: getattr(pub, name) for name in then.__struct_fields__} == {
            name: getattr(then, name) for name in then.__struct_fields__
        }
        assert pub.hands == position.hands
    assert position.ended is not None


def test_a_look_out_of_turn_belongs_to_its_seat() -> None:
    looks = [(at, move.seat) for at, move in enumerate(BLIND.moves, 1) if isinstance(move.action, Reveal)]
    assert any(seat is not None for _, seat in looks), "expected a look out of turn in the record"
    for at, seat in looks:
        before, pub = (
            view_after(Seek(0, at - 1), of=_elsewhere(BLIND)),
            view_after(Seek(0, at), of=opened(BLIND)),
        )
        assert pub.revealed.keys() - before.revealed.keys() == {before.turn if seat is None else seat}


def _elsewhere(hand: Any) -> SpadesReplay:
    return after_actions(opened(hand), Seek(0, len(hand.moves)))


def test_cards_that_were_passed_and_laid_away_are_shown() -> None:
    passing = next(
        hand
        for hand in (recorded(seed, blind_nil_behind=0) for seed in range(50))
        if any(type(move.action).__name__ == "Pass" for move in hand.moves)
    )
    pub = view_after(Seek(0, len(passing.moves)), of=opened(passing))
    assert pub.passes and all(len(cards) == 2 for cards in pub.passes.values())
    two = recorded(players=2)
    assert [len(cards) for cards in view_after(Seek(0, 5), of=opened(two)).laid_away] == [2, 3]


def test_another_hand_has_its_own_number_and_rules() -> None:
    pub = view_after(Seek(1, 0), of=opened(WHOLE, recorded(players=3)))
    assert (pub.place, pub.files_boards, pub.rules.players, len(pub.hands)) == (1, 2, 3, 3)


@pytest.mark.parametrize(
    ("nowhere", "why"),
    [
        (Seek(1, 0), "expected a board from 0 to 0"),
        (Seek(0, 57), "this hand has 56 moves, so move 57 cannot be shown"),
        (Seek(0, 0), "shown already"),
    ],
)
def test_no_position_beyond_the_file_can_be_shown(nowhere: Seek, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        after_actions(opened(WHOLE), nowhere)


def test_a_file_has_one_hand_at_least_and_512_at_most() -> None:
    for count in (0, MAX_BOARDS + 1):
        with pytest.raises(IllegalAction, match=f"expected 1 to {MAX_BOARDS} hands, got {count}"):
            SPADES_REPLAY.apply(
                SPADES_REPLAY.start(SPADES_REPLAY.options_type()), None, Load("", (WHOLE,) * count)
            )


# Tried moves


def test_another_bid_leaves_the_record_which_stays_as_it_was() -> None:
    first = WHOLE.moves[0].action
    assert isinstance(first, MakeBid)
    other = Bid(5 if first.bid.tricks != 5 else 6)
    state = after_actions(opened(WHOLE), Try(MakeBid(other)))
    pub = SPADES_REPLAY.pub(state)
    assert (pub.tried, pub.at, pub.moves, list(pub.bids.values())) == (0, 1, 1, [other])
    assert state.boards == (WHOLE,)
    assert view_after(Seek(0, 1), of=state) == view_after(Seek(0, 1))


def test_the_records_own_next_move_goes_along_the_record() -> None:
    for hand in (WHOLE, BLIND):
        state = opened(hand)
        for move in hand.moves:
            state = after_actions(state, Seek(0, state.at + 1) if move.seat is not None else Try(move.action))
        pub = SPADES_REPLAY.pub(state)
        assert (pub.tried, pub.at) == (None, len(hand.moves))


def test_a_line_is_gone_back_in_and_on_again() -> None:
    line = after_actions(opened(WHOLE), Seek(0, 4))
    for _ in range(3):
        line = after_actions(line, SPADES_REPLAY.tries(line.position)[-1])
    back = after_actions(line, Rewind(5))
    assert (SPADES_REPLAY.pub(back).at, SPADES_REPLAY.pub(back).tried) == (5, 4)
    assert SPADES_REPLAY.pub(after_actions(back, Rewind(7))) == SPADES_REPLAY.pub(line)


def test_a_hand_that_is_over_has_no_further_moves() -> None:
    over = after_actions(opened(WHOLE), Seek(0, 56))
    assert own(over).legal_tries() == ()
    with pytest.raises(IllegalAction, match="the hand is over, so no move can be tried"):
        after_actions(over, Try(PlayCard(WHOLE.deal.hands[0][0])))


def test_an_illegal_card_is_refused_for_the_reason_of_the_rules() -> None:
    state = after_actions(opened(WHOLE), Seek(0, 4))
    with pytest.raises(IllegalAction, match="you may bid only during the bidding"):
        after_actions(state, Try(MakeBid(Bid(3))))


# The audiences


def test_the_leader_gets_exactly_the_moves_that_can_be_tried() -> None:
    for hand in (WHOLE, BLIND, recorded(players=2), recorded(5, blind_nil_behind=0, nil_pass=1)):
        for at in range(len(hand.moves)):
            state = opened(hand) if at == 0 else after_actions(opened(hand), Seek(0, at))
            tries = own(state).legal_tries()
            assert tries == SPADES_REPLAY.tries(state.position)
            for each in (tries[0], tries[-1]):
                after_actions(state, each)


def test_nobody_but_the_leader_gets_moves() -> None:
    state = opened(WHOLE)
    assert SPADES_REPLAY.own(state, Public()) is None
    for audience in (AllHands(), Kibitzer(1)):
        half = SPADES_REPLAY.own(state, audience)
        assert half == SpadesReplayOwn() and half.legal_tries() == ()


def test_the_leader_of_a_finished_replay_has_nothing_to_do() -> None:
    state = after_actions(opened(WHOLE), Finish())
    assert own(state) == SpadesReplayOwn()
    assert SPADES_REPLAY.pub(state).finished
    with pytest.raises(IllegalAction, match="only the leader can act"):
        after_actions(state, Seek(0, 1))


def test_a_leader_without_time_steps_through_all_hands_to_the_end() -> None:
    state, steps = opened(recorded(moves=2), recorded(moves=1)), []
    while not state.finished:
        steps.append(SPADES_REPLAY.forced(state, 0))
        state = after_actions(state, steps[-1])
    assert steps == [Seek(0, 1), Seek(0, 2), Seek(1, 0), Seek(1, 1), Finish()]
    assert all(one != other for one, other in pairwise(steps))


def test_a_replay_without_a_file_shows_a_random_hand() -> None:
    start = SPADES_REPLAY.start(SPADES_REPLAY.options_type())
    assert SPADES_REPLAY.pub(start).phase == "deal"
    load = SPADES_REPLAY.chance(start, Random(1))
    assert load is not None
    state = SPADES_REPLAY.apply(start, None, load)
    pub = SPADES_REPLAY.pub(state)
    assert (pub.phase, pub.moves, [len(hand) for hand in pub.hands]) == ("bidding", 0, [13] * 4)
    assert SPADES_REPLAY.chance(state, Random(1)) is None
    assert SPADES_REPLAY.deal_due(SPADES_REPLAY.carry(state))
