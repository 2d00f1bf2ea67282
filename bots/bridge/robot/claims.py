"""A robot's vote on another player's claim.

During a claim the robot sees three hands: its own, dummy, and the hand that the claimer has faced. At a
claim, the one hand that the robot does not see has all cards that are neither played nor visible.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bots.bridge.robot.endgame import Unclear, can_take, sure_tricks
from bots.bridge.robot.table import winning
from bots.thinking import Think, in_a_thread
from protocol.v1.bridge import (
    SEATS,
    Action,
    BridgeOwn,
    BridgePub,
    ClaimShown,
    Contract,
    Hand,
    Play,
    Seat,
    Vote,
)
from protocol.v1.cards import DECK, Suit

Plays = Mapping[int, Play]
Takes = Callable[[Mapping[Seat, Hand], tuple[Play, ...], Seat, Suit | None, int, int, Think], Awaitable[bool]]
"""A function that decides if a side can take a number of tricks, with the arguments and the result of
`can_take`.
"""


async def judge(
    pub: BridgePub,
    own: BridgeOwn | None,
    legal: Sequence[Action],
    plays: Plays | None = None,
    think: Think = in_a_thread,
    takes: Takes = can_take,
) -> Action:
    """Return the robot's honest vote on a claim, or its consent to play on after a refused claim.

    `plays` are the played cards that the robot remembers; they are needed where the view shows only the
    latest tricks. The robot accepts an opponent's claim if the claimer's side wins the claimed tricks even
    against best play, and refuses a doubtful claim (Law 70A). The robot objects to a concession by its
    partner if their side certainly wins more tricks (Law 68B2). `takes` is the function that decides if a
    side wins the tricks, and `think` the function that runs its search. A claim counts as doubtful if the
    search for the tricks has no result.
    """
    claim, contract = pub.claim, pub.contract
    if own is None or own.votes is None or own.seat is None or claim is None or contract is None:
        return legal[0]
    known = {**pub.plays, **(plays or {})}
    hands = _hands(claim, contract, own.seat, own.hand or (), pub.dummy or (), known)
    return Vote(await _stands(pub, claim, contract, hands, own, known, think, takes))


def _hands(
    claim: ClaimShown, contract: Contract, seat: Seat, mine: Hand, dummy: Hand, plays: Plays
) -> dict[Seat, Hand]:
    """Return all four hands: the three that the robot sees, and all other unplayed cards as the fourth."""
    hands = {contract.declarer.partner: dummy, claim.seat: claim.hand, seat: mine}
    elsewhere = {card for hand in hands.values() for card in hand} | {play.card for play in plays.values()}
    rest = tuple(card for card in DECK if card not in elsewhere)
    return {each: hands.get(each, rest) for each in SEATS}


async def _stands(
    pub: BridgePub,
    claim: ClaimShown,
    contract: Contract,
    hands: dict[Seat, Hand],
    own: BridgeOwn,
    plays: Plays,
    think: Think,
    takes: Takes,
) -> bool:
    partners = own.seat is claim.seat.partner
    trick = tuple(plays[place] for place in sorted(plays) if place >= 4 * sum(pub.tricks))
    turn, trumps = _turn(contract, trick, plays, own), contract.strain.trumps
    complete = all(len(hands[seat]) == claim.left - _has_played(seat, trick) for seat in SEATS)
    if not complete or turn is None:
        alone = not trick and turn is claim.seat and sure_tricks(hands, claim.seat, trumps) >= claim.tricks
        return partners or alone
    side = claim.seat % 2
    try:
        if partners:
            return not await takes(hands, trick, turn, trumps, side, claim.tricks + 1, think)
        return await takes(hands, trick, turn, trumps, side, claim.tricks, think)
    except Unclear:
        return partners


def _has_played(seat: Seat, trick: tuple[Play, ...]) -> bool:
    return any(play.seat is seat for play in trick)


def _turn(contract: Contract, trick: tuple[Play, ...], plays: Plays, own: BridgeOwn) -> Seat | None:
    """Return the seat that plays next, or None if the robot does not know the winner of the last trick."""
    if trick:
        return trick[-1].seat.lho
    last = tuple(plays[place] for place in sorted(plays)[-4:]) or own.last_trick
    won = winning(last, contract.strain.trumps) if last else None
    return None if won is None else won.seat
