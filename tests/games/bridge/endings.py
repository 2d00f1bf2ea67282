"""Endings of boards, and the claimer's knowledge of them, for tests of the proof of claims."""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Play, Seat, parse_hand
from protocol.v1.cards import Card, Suit
from server.games.bridge.proof import Knowledge, knowledge, proves
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import seat

THIRTEEN_TOPS = "N:432.432.432.JT43 JT98.JT98.JT98.9 AKQ.AKQ.AKQ.AKQ2 765.765.765.8765"
"""A deal in which South has all thirteen top tricks."""


def ending(
    mine: str,
    dummy: str,
    unseen: str,
    lead: str = "S",
    trumps: str = "",
    trick: str = "",
    void: str = "",
    claimer: str = "S",
) -> Knowledge:
    """Return the claimer's knowledge of an ending.

    `lead` leads to the next trick. `trick` holds the cards of the trick in progress, which `lead` led.
    `void` names suits that a hand is known to be void in: `W:SH` means that West has no spades and no
    hearts.
    """
    held, faced = parse_hand(mine), parse_hand(dummy)
    plays = tuple(
        Play(Seat((seat(lead) + place) % 4), Card(card)) for place, card in enumerate(trick.split())
    )
    played = {each.seat for each in plays}
    cards = len(held) + (seat(claimer) in played)
    north, east, south, west = (cards - (each in played) for each in SEATS)
    out = {name: suits for name, _, suits in (each.partition(":") for each in void.split())}
    no_n, no_e, no_s, no_w = (tuple(Suit(suit) for suit in out.get(each.letter, "")) for each in SEATS)
    known = Knowledge(
        claimer=seat(claimer),
        declarer=Seat.SOUTH,
        trumps=Suit(trumps) if trumps else None,
        turn=Seat((seat(lead) + len(plays)) % 4),
        trick=plays,
        held=held,
        dummy=faced,
        unseen=parse_hand(unseen),
        lengths=(north, east, south, west),
        voids=(no_n, no_e, no_s, no_w),
    )
    hidden = [each for each in SEATS if each not in (known.claimer, Seat.NORTH)]
    assert len(known.unseen) == sum(known.lengths[each] for each in hidden), "an ending of equal hands"
    return known


def proven(known: Knowledge, tricks: int) -> bool:
    """Return True if a claim of `tricks` is proven without a time limit."""
    return proves(known, tricks, lambda: False)


def most(known: Knowledge) -> int:
    """Return the greatest number of tricks that declarer can claim and prove."""
    return max(tricks for tricks in range(known.tricks + 1) if proven(known, tricks))


def claim_at(state: BridgeState, claimer: str = "S") -> Knowledge:
    """Return the knowledge of a claimer at a table."""
    assert state.contract is not None and state.dummy is not None
    held, dummy = state.hands[seat(claimer)], state.hands[state.dummy]
    return knowledge(state.contract, state.plays, seat(claimer), held, dummy)
