"""An endgame with all four hands known is searched; a search that takes too long leaves doubt."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from bots.bridge.robot.endgame import Unclear, can_take, sure_tricks
from protocol.v1.bridge import SEATS, Claim, Hand, Play, Seat
from protocol.v1.cards import DECK, Suit
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.robot.claimed_boards import FINESSE, minimax, most, play_down, playing, vote


@pytest.mark.parametrize("tricks", [9, 10, 11])
def test_an_ending_is_judged_by_the_best_play_of_all_four(tricks: int) -> None:
    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ"), tricks)
    left = 13 - tricks
    best = most(state, left)
    for claimed in range(left + 1):
        claim = BRIDGE.apply(state, Seat.SOUTH, Claim(claimed))
        assert vote(claim, Seat.WEST) is vote(claim, Seat.EAST) is (claimed <= best)


def endings(count: int) -> Iterator[tuple[dict[Seat, Hand], tuple[Play, ...], Seat, Suit | None]]:
    """Generate endings of up to four cards each, some of them in the middle of a trick."""
    rng = Random(3)
    for _ in range(count):
        size = rng.randint(1, 4)
        cards = rng.sample(DECK, 4 * size)
        hands = {seat: tuple(cards[size * seat : size * seat + size]) for seat in SEATS}
        turn, trick = rng.choice(SEATS), ()
        for _ in range(rng.randrange(4)):
            followed = [card for card in hands[turn] if trick and card.suit is trick[0].card.suit]
            card = rng.choice(followed or hands[turn])
            hands[turn] = tuple(each for each in hands[turn] if each is not card)
            trick, turn = (*trick, Play(turn, card)), turn.lho
        yield hands, trick, turn, rng.choice((None, *Suit))


@pytest.mark.thorough
async def test_the_search_agrees_with_an_exhaustive_search() -> None:
    for hands, trick, turn, trumps in endings(300):
        left = len(hands[turn])
        value = minimax(hands, trick, turn, trumps)
        north_south = [await can_take(hands, trick, turn, trumps, 0, need) for need in range(left + 2)]
        assert north_south == [need <= value for need in range(left + 2)]
        east_west = [await can_take(hands, trick, turn, trumps, 1, need) for need in range(left + 2)]
        assert east_west == [need <= left - value for need in range(left + 2)]


@pytest.mark.thorough
def test_sure_tricks_are_never_more_than_the_best_play_gets() -> None:
    for hands, trick, turn, trumps in endings(300):
        if not trick:
            value = minimax(hands, (), turn, trumps)
            mine = value if turn % 2 == 0 else len(hands[turn]) - value
            assert sure_tricks(hands, turn, trumps) <= mine


def test_a_search_that_takes_too_long_leaves_doubt_which_counts_against_the_claimer() -> None:
    rng = Random(8)
    cards = rng.sample(DECK, 52)
    hands = {seat: tuple(cards[13 * seat : 13 * seat + 13]) for seat in SEATS}
    with pytest.raises(Unclear):
        asyncio.run(can_take(hands, (), Seat.NORTH, None, 0, 6))
    state = playing(FINESSE, "1NT P 3NT P P P", "SJ")
    assert not vote(BRIDGE.apply(state, Seat.SOUTH, Claim(11)), Seat.WEST)
