"""Tests of votes on claims: robots refuse tricks that declarer cannot win and keep certain tricks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from bots.bot import View
from bots.bridge.robot.claims import judge
from bots.bridge.robot.endgame import Unclear, can_take, sure_tricks
from bots.plain_bot import PlainBot
from protocol.v1.bridge import (
    SEATS,
    Call,
    Claim,
    Hand,
    MakeCall,
    Options,
    Play,
    PlayCard,
    PlayOn,
    Seat,
    Vote,
)
from protocol.v1.cards import DECK, Card, Suit
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, view_of

TOPS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
"""Every hand has a suit of its own."""
FINESSE = ("AQ2.432.5432.A32", "K43.QJT.QJT9.JT6", "765.AK5.AK6.KQ54", "JT98.9876.87.987")
"""South plays 3NT; the spade finesse is off."""


def playing(hands: tuple[str, ...], auction: str, lead: str, options: Options | None = None) -> BridgeState:
    """Return a board after this auction, with South as dealer, and the opening lead."""
    state = board(*hands, dealer=Seat.SOUTH)
    if options is not None:
        state = BRIDGE.apply(BridgeState(options=options), None, state.deal)
    for word in auction.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], MakeCall(Call(word)))
    return BRIDGE.apply(state, BRIDGE.to_act(state)[0], PlayCard(Card(lead)))


def vote(state: BridgeState, seat: Seat) -> bool:
    """Return the vote of a robot without a memory of earlier tricks."""
    view = view_of(state, seat)
    assert view.own is not None
    answer = asyncio.run(judge(view.pub, view.own, view.own.legal_actions()))
    assert isinstance(answer, Vote)
    return answer.accept


def test_defenders_accept_a_claim_of_top_tricks() -> None:
    state = BRIDGE.apply(playing(TOPS, "7D P P P", "CA"), Seat.SOUTH, Claim(13, "trumps"))
    assert vote(state, Seat.WEST)
    assert vote(state, Seat.EAST)


def test_defenders_refuse_a_claim_of_one_trick_too_many() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.SOUTH, Claim(1))
    assert not vote(state, Seat.WEST)
    assert not vote(state, Seat.EAST)


def test_a_claim_of_nothing_concedes_and_is_accepted() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.SOUTH, Claim(0))
    assert vote(state, Seat.WEST)


def test_declarer_accepts_a_defenders_tricks_and_refuses_more() -> None:
    state = playing(TOPS, "7NT P P P", "CA")
    assert vote(BRIDGE.apply(state, Seat.WEST, Claim(13)), Seat.SOUTH)
    trumps = playing(TOPS, "7D P P P", "CA")
    assert not vote(BRIDGE.apply(trumps, Seat.WEST, Claim(1)), Seat.SOUTH)


def test_a_partner_objects_to_a_concession_of_a_certain_trick() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.EAST, Claim(12))
    assert not vote(state, Seat.WEST)


def test_a_partner_accepts_a_concession_of_tricks_that_cannot_be_won() -> None:
    state = BRIDGE.apply(playing(TOPS, "7D P P P", "CA"), Seat.EAST, Claim(0))
    assert vote(state, Seat.WEST)


def play_down(state: BridgeState, tricks: int) -> BridgeState:
    """Return the board after plain robots have played this many tricks."""
    robots = [PlainBot() for _ in SEATS]
    while sum(state.tricks) < tricks or len(state.plays) % 4:
        seat = SEATS[BRIDGE.to_act(state)[0]]
        view = view_of(state, seat)
        action = robots[seat].choose(view, view.own.legal_actions())
        state = BRIDGE.apply(state, seat, action)
    return state


@pytest.mark.parametrize("tricks", [9, 10, 11])
def test_an_ending_is_judged_by_the_best_play_of_all_four(tricks: int) -> None:
    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ"), tricks)
    left = 13 - tricks
    best = most(state, left)
    for claimed in range(left + 1):
        claim = BRIDGE.apply(state, Seat.SOUTH, Claim(claimed))
        assert vote(claim, Seat.WEST) is vote(claim, Seat.EAST) is (claimed <= best)


def most(state: BridgeState, left: int) -> int:
    """Return the tricks that declarer's side wins with best play by all, found by trying every line."""
    hands = {seat: state.hands[seat] for seat in SEATS}
    return minimax(hands, (), state.turn, state.contract.strain.trumps)


def minimax(hands: dict[Seat, Hand], trick: tuple[Play, ...], turn: Seat, trumps: Suit | None) -> int:
    """Return North-South's tricks, found by trying every line."""

    def beats(card: Card, other: Card) -> bool:
        return card.height > other.height if card.suit is other.suit else card.suit is trumps

    @cache
    def best(held: tuple[Hand, ...], trick: tuple[Play, ...], turn: Seat) -> int:
        if not trick and not held[turn]:
            return 0
        followed = tuple(card for card in held[turn] if trick and card.suit is trick[0].card.suit)
        outcomes = [after(held, trick, turn, card) for card in followed or held[turn]]
        return max(outcomes) if turn % 2 == 0 else min(outcomes)

    def after(held: tuple[Hand, ...], trick: tuple[Play, ...], turn: Seat, card: Card) -> int:
        rest = tuple(tuple(each for each in hand if each is not card) for hand in held)
        trick = (*trick, Play(turn, card))
        if len(trick) < 4:
            return best(rest, trick, turn.lho)
        winner = trick[0]
        for play in trick:
            winner = play if beats(play.card, winner.card) else winner
        return (winner.seat % 2 == 0) + best(rest, (), winner.seat)

    return best(tuple(hands[seat] for seat in SEATS), trick, turn)


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


async def test_the_search_agrees_with_an_exhaustive_search() -> None:
    for hands, trick, turn, trumps in endings(300):
        left = len(hands[turn])
        value = minimax(hands, trick, turn, trumps)
        north_south = [await can_take(hands, trick, turn, trumps, 0, need) for need in range(left + 2)]
        assert north_south == [need <= value for need in range(left + 2)]
        east_west = [await can_take(hands, trick, turn, trumps, 1, need) for need in range(left + 2)]
        assert east_west == [need <= left - value for need in range(left + 2)]


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


def test_a_robot_remembers_tricks_that_its_view_no_longer_shows() -> None:
    options = Options(look_back="law", review=False)
    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ", options), 9)
    best = most(state, 4)
    remembers = PlainBot()
    replayed = playing(FINESSE, "1NT P 3NT P P P", "SJ", options)
    for play in state.plays[1:]:
        remembers.seen(view_of(replayed, Seat.WEST))
        replayed = BRIDGE.apply(replayed, BRIDGE.to_act(replayed)[0], PlayCard(play.card))
    remembers.seen(view_of(replayed, Seat.WEST))
    for claimed in range(5):
        claim = BRIDGE.apply(state, Seat.SOUTH, Claim(claimed))
        assert answer_of(remembers, view_of(claim, Seat.WEST)) == Vote(accept=claimed <= best)
    assert not vote(BRIDGE.apply(state, Seat.SOUTH, Claim(4)), Seat.WEST)


def answer_of(robot: PlainBot, view: View) -> object:
    robot.seen(view)
    return asyncio.run(robot.asked(view, view.own.legal_actions()))


def test_robots_agree_to_play_on_after_a_refused_claim() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.SOUTH, Claim(13))
    state = BRIDGE.apply(state, Seat.WEST, Vote(accept=False))
    for seat in SEATS:
        assert answer_of(PlainBot(), view_of(state, seat)) == PlayOn()
        state = BRIDGE.apply(state, seat, PlayOn())
    assert state.phase == "play"
