"""Boards on which a claim is made, and the votes of robots."""

from __future__ import annotations

import asyncio
from functools import cache

from bots.bot import View
from bots.bridge.robot.claims import judge
from bots.plain_bot import PlainBot
from protocol.v1.bridge import SEATS, Call, Hand, MakeCall, Options, Play, PlayCard, Seat, Vote
from protocol.v1.cards import Card, Suit
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, view_of

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


def play_down(state: BridgeState, tricks: int) -> BridgeState:
    """Return the board after plain robots have played this many tricks."""
    robots = [PlainBot() for _ in SEATS]
    while sum(state.tricks) < tricks or len(state.plays) % 4:
        seat = SEATS[BRIDGE.to_act(state)[0]]
        view = view_of(state, seat)
        action = robots[seat].choose(view, view.own.legal_actions())
        state = BRIDGE.apply(state, seat, action)
    return state


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


def answer_of(robot: PlainBot, view: View) -> object:
    robot.seen(view)
    return asyncio.run(robot.asked(view, view.own.legal_actions()))


TOPS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
"""Every hand has a suit of its own."""
