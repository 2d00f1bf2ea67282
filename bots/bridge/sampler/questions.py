"""Functions that make the data for a search for the best card from the facts that a player sees."""

from __future__ import annotations

from collections.abc import Sequence

from bots.bridge.robot.table import Seen
from bots.bridge.sampler.bits import NOTHING, Hands, Held, held, number_of
from bots.bridge.sampler.carding import Carding
from bots.bridge.sampler.effort import Effort
from bots.bridge.sampler.layouts import Hidden
from bots.bridge.sampler.opening import Auctioned
from bots.bridge.sampler.search import Bidding, CardQuestion, Reading
from bots.bridge.sampler.stakes import Currency, Stakes
from protocol.v1.bridge import SEATS, BridgePub, Contract, Seat
from protocol.v1.cards import Card


def card_question(
    pub: BridgePub,
    seen: Seen,
    me: Seat,
    hidden: Hidden,
    readings: tuple[Reading, Reading],
    merits: Sequence[tuple[int, float]],
    prior: float,
    carding: Carding,
    effort: Effort,
    seed: str,
) -> CardQuestion:
    """Return the data for a search for the best of the candidate cards in `merits`.

    `me` is the player's own seat; the other arguments are described at the fields of `CardQuestion`.
    """
    contract = seen.contract
    auctioned = auctioned_of(seen)
    return CardQuestion(
        hidden=hidden,
        plays=tuple((int(play.seat), play.card.deck_index) for play in seen.plays),
        bidding=Bidding(seen.dealer, pub.vulnerable, seen.calls, readings),
        auctioned=auctioned,
        carding=carding,
        stakes=stakes_of(pub, contract),
        declarer=int(contract.declarer),
        me=int(me),
        turn=int(seen.turn),
        leader=int(seen.trick[0].seat if seen.trick else seen.turn),
        trick=tuple(play.card.deck_index for play in seen.trick),
        won=pub.tricks[contract.declarer % 2],
        merits=tuple(merits),
        prior=prior,
        effort=effort,
        seed=seed,
    )


def stakes_of(pub: BridgePub, contract: Contract) -> Stakes:
    """Return the contract of the board, and the way in which the table scores it."""
    currency, parts = scoring_of(pub)
    return Stakes(
        contract,
        pub.vulnerable.includes(contract.declarer.side),
        currency,
        parts[contract.declarer % 2],
    )


def scoring_of(pub: BridgePub) -> tuple[Currency, tuple[int, int]]:
    """Return the scoring of the table, and the points below the line of North-South and East-West.

    The scoring is IMPs, or points at a table that adds up the scores of its deals.
    """
    return ("imps", (0, 0)) if pub.tally is None else ("points", pub.tally.part)


def hidden_of(seen: Seen, me: Seat, mine: Sequence[Card]) -> Hidden:
    """Return all that the player in the seat `me` knows about the hidden cards."""
    dummy = seen.contract.declarer.partner
    open_hands = {int(dummy): held(seen.dummy), int(me): held(mine)} if seen.plays else {int(me): held(mine)}
    known = _four([open_hands.get(seat, NOTHING) for seat in range(4)])
    in_trick = {int(play.seat) for play in seen.trick}
    left = 13 - (len(seen.plays) - len(seen.trick)) // 4
    rooms = [0 if seat in open_hands else left - (seat in in_trick) for seat in range(4)]
    return Hidden(
        known,
        tuple(sorted(card.deck_index for card in seen.unseen)),
        (rooms[0], rooms[1], rooms[2], rooms[3]),
        tuple(frozenset(_voids(seen, seat)) for seat in SEATS),
        _four([held(play.card for play in seen.plays if play.seat is seat) for seat in SEATS]),
    )


def _four(hands: Sequence[Held]) -> Hands:
    north, east, south, west = hands
    return north, east, south, west


def _voids(seen: Seen, seat: Seat) -> list[int]:
    """Return the suits to which the player of a seat has failed to follow."""
    voids = []
    for index, play in enumerate(seen.plays):
        led = seen.plays[index - index % 4].card.suit
        if play.seat is seat and play.card.suit is not led:
            number = number_of(led)
            if number is not None:
                voids.append(number)
    return voids


def auctioned_of(seen: Seen) -> Auctioned:
    """Return the facts of the auction that matter to the player on opening lead."""
    leader = seen.contract.declarer.lho
    partners: set[int] = set()
    theirs: set[int] = set()
    for turn, call in enumerate(seen.calls):
        seat = SEATS[(seen.dealer + turn) % 4]
        suit = number_of(call.strain.trumps) if call.is_bid else None
        if suit is None or seat is leader:
            continue
        (partners if seat is leader.partner else theirs).add(suit)
    return Auctioned(number_of(seen.trumps), seen.contract.level, frozenset(partners), frozenset(theirs))
