"""Votes on other players' claims by a double-dummy solver, and the robot's claims of certain tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from bots.bridge.robot.claims import Plays, judge
from bots.bridge.robot.endgame import can_take, sure_tricks
from bots.bridge.robot.memory import Memory
from bots.bridge.robot.table import seen
from bots.bridge.sampler.bits import Hands, held, number_of
from bots.bridge.sampler.solver import SolverMissing, solving
from bots.thinking import Think
from protocol.v1.bridge import SEATS, Action, BridgeOwn, BridgePub, Claim, Hand, Play, Seat
from protocol.v1.cards import Card, Suit

LEAST = 2
"""The least number of remaining tricks for which the robot claims; with fewer, a claim saves no time."""
NAMES = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}


async def vote(
    pub: BridgePub, own: BridgeOwn | None, legal: Sequence[Action], plays: Plays | None, think: Think
) -> Action:
    """Return the robot's honest vote on a claim, or its consent to play on after a refused claim.

    The vote on a claim follows the rules of `bots.bridge.robot.claims.judge`. The function `think` runs the
    double-dummy solver or, if the solver is missing, the plain robot's search of the endgame.
    """
    return await judge(pub, own, legal, plays, think, _can_take)


async def _can_take(
    hands: Mapping[Seat, Hand],
    trick: tuple[Play, ...],
    turn: Seat,
    trumps: Suit | None,
    side: int,
    tricks: int,
    think: Think,
) -> bool:
    north, east, south, west = (held(hands[seat]) for seat in SEATS)
    leader = int(trick[0].seat if trick else turn)
    table = tuple(play.card.deck_index for play in trick)
    left = max(len(hands[seat]) for seat in SEATS)
    if not 0 < tricks <= left:
        return tricks <= 0
    best = await think(partial(most_tricks, (north, east, south, west), number_of(trumps), leader, table))
    if best is None:
        return await can_take(hands, trick, turn, trumps, side, tricks, think)
    return (best if turn % 2 == side else left - best) >= tricks


def most_tricks(hands: Hands, trumps: int | None, leader: int, trick: tuple[int, ...]) -> int | None:
    """Return the number of tricks that the side to play wins with best play, None without a solver."""
    try:
        with solving(trumps) as solve:
            values, _ = solve(hands, leader, trick)
    except SolverMissing:
        return None
    return max(tricks for _, tricks in values)


def claim(pub: BridgePub, own: BridgeOwn) -> Claim | None:
    """Return a claim of all remaining tricks if the player is on lead and the tricks are certain, else None.

    The tricks are certain if the top cards of the player's hand, and of dummy for declarer, win them wherever
    the unseen cards lie. `pub.calls` and `pub.plays` must hold all calls and cards of the board.
    """
    if "claim" not in own.may or not own.cards or own.seat is None or own.hand is None or pub.turn is None:
        return None
    memory = Memory()
    memory.see(pub)
    facts = seen(pub, own, memory)
    left = len(facts.hand)
    if facts.trick or not facts.plays or left < LEAST:
        return None
    unseen = tuple(facts.unseen)
    if facts.opposite is not None:
        hands = dict.fromkeys(SEATS, unseen)
        hands[facts.turn], hands[facts.turn.partner] = facts.hand, facts.opposite
    else:
        hands = dict.fromkeys(SEATS, unseen)
        hands[facts.turn], hands[facts.turn.partner] = facts.hand, ()
        hands[facts.contract.declarer.partner] = facts.dummy
    if _ruffs(facts.hand, facts.opposite or (), hands, facts.turn, facts.trumps):
        return None
    if sure_tricks(hands, facts.turn, facts.trumps) < left:
        return None
    return Claim(left, _line(facts.hand, facts.opposite or (), facts.trumps, hands[facts.turn.lho]))


def _ruffs(hand: Hand, opposite: Hand, hands: Mapping[Seat, Hand], leader: Seat, trumps: Suit | None) -> bool:
    """Return True if an opponent may keep a trump after the leader's top trumps have been cashed.

    An opponent with a trump is assumed to ruff any trick, because the opponent's hand is hidden.
    """
    if trumps is None:
        return False
    mine = sorted((card.height for card in hand if card.suit is trumps), reverse=True)
    for seat in (leader.lho, leader.partner.lho):
        theirs = [card.height for card in hands[seat] if card.suit is trumps]
        if len(theirs) > len(mine) or (theirs and mine[len(theirs) - 1] < max(theirs)):
            return True
    return False


def _line(hand: Hand, opposite: Hand, trumps: Suit | None, unseen: Sequence[Card]) -> str:
    """Return the statement of play for a claim: the suits that are cashed from the top, trumps first."""
    suits = [suit for suit in reversed(Suit) if any(card.suit is suit for card in (*hand, *opposite))]
    draws = trumps is not None and any(card.suit is trumps for card in unseen)
    sides = [NAMES[suit] for suit in suits if suit is not trumps]
    said = ["drawing trumps"] if draws else []
    if sides:
        said.append(f"cashing {' and '.join(sides)} from the top")
    if trumps in suits and not draws:
        said.append("with the last trumps")
    return ", ".join(said)
