"""Calls that show two suits over an opening of the opponents, and the answers."""

from __future__ import annotations

from collections.abc import Iterator

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.games import MAJOR_GAME, MINOR_GAME
from bots.bridge.bidding.hand_facts import CLUBS, DIAMONDS, HEARTS, MAJORS, SPADES, SUITS, SYMBOLS
from bots.bridge.bidding.promises import Either, HighCards, Length, Longer, Points, Support
from bots.bridge.bidding.rules import Force, Rule, bid
from protocol.v1.bridge import Call

PASS = Call.PASS


def michaels_and_unusual_notrump(a: Auction, theirs: int) -> Iterator[Rule]:
    """Yield the two-suited overcalls of an opening in `theirs`: Michaels cue-bids and the unusual notrump."""
    low = 9 if a.vulnerable else 7
    strength = HighCards(low - 2), Points(low)
    if theirs in MAJORS:
        other = SPADES if theirs == HEARTS else HEARTS
        minors = Either(((Length(CLUBS, 5),), (Length(DIAMONDS, 5),)))
        yield Rule(
            bid(2, theirs),
            (*strength, Length(other, 5), minors),
            f"Michaels, {SYMBOLS[other]} and a minor",
            Force.ROUND,
            then="michaels major",
            alert=True,
            natural=False,
        )
    else:
        yield Rule(
            bid(2, theirs),
            (*strength, Length(SPADES, 5), Length(HEARTS, 5)),
            "Michaels, both majors",
            Force.ROUND,
            then="two suits",
            alert=True,
            natural=False,
        )
    low_suits = [suit for suit in SUITS if suit != theirs][:2]
    yield Rule(
        Call.TWO_NOTRUMPS,
        (*strength, *(Length(suit, 5) for suit in low_suits)),
        f"Unusual notrump, {SYMBOLS[low_suits[0]]} and {SYMBOLS[low_suits[1]]}",
        Force.ROUND,
        then="two suits",
        alert=True,
        natural=False,
    )


def choice_of_suits(a: Auction, suits: list[int], least: int = 0) -> Iterator[Rule]:
    """Yield the answers to partner's two-suited call: bids of the suit in which the player is longer.

    The level of the bid depends on the fit and the strength. `suits` are partner's suits.
    """
    low = max(a.partner.low, 7)
    for suit in sorted(suits, reverse=True):
        others = [other for other in suits if other != suit]
        prefer = tuple(Longer(suit, other, 0 if suit > other else 1) for other in others)
        held = a.partner.length(suit)
        game = 4 if suit in MAJORS else 5
        cheapest = a.cheapest(suit)
        # Without room for an invitation, the hands that would invite bid game.
        invites = cheapest + 1 < game
        strength = (MAJOR_GAME if suit in MAJORS else MINOR_GAME) - low - (2 if invites else 4)
        if call := a.bids(suit, game):
            yield Rule(call, (*prefer, Length(suit, 8 - held), Support(suit, strength)), "To play")
            yield Rule(call, (*prefer, Length(suit, 10 - held), Support(suit, 4)), "Preemptive raise")
        if invites and (call := a.bids(suit, cheapest + 1)):
            yield Rule(
                call, (*prefer, Length(suit, 9 - held), Support(suit, strength - 4, strength)), "Invitation"
            )
    for suit in sorted(suits, reverse=True):
        others = [other for other in suits if other != suit]
        prefer = tuple(Longer(suit, other, 0 if suit > other else 1) for other in others)
        if call := a.bids(suit, a.cheapest(suit)):
            yield Rule(call, (*prefer, *((Length(suit, least),) if least else ())), "Chooses the suit")


def free_choice_of_suits(a: Auction, suits: list[int]) -> Iterator[Rule]:
    """Yield the choice between the suits of partner's two-suited call after an opponent has bid over it."""
    for suit in sorted(suits, reverse=True):
        level, held = a.cheapest(suit), a.partner.length(suit)
        prefer = tuple(Longer(suit, other, 0 if suit > other else 1) for other in suits if other != suit)
        if (call := a.bids(suit, level)) and level <= 5:
            fit = Length(suit, max(3, level + 5 - held))
            strength = Support(suit, {1: 4, 2: 5, 3: 7, 4: 9 if suit in MAJORS else 7}.get(level, 9))
            yield Rule(call, (*prefer, fit, strength), "Chooses the suit")


def minor_relay(a: Auction) -> Iterator[Rule]:
    """Yield the bid that asks for partner's minor after partner has shown a major and a minor."""
    if call := a.bids(0, a.cheapest(0)):
        yield Rule(
            call, (), "To play in partner's minor", Force.NONE, "pass or correct", alert=True, natural=False
        )


def pass_or_correct(a: Auction) -> Iterator[Rule]:
    """Yield the answers to three clubs, which asks for the minor of a two-suited call."""
    if call := a.bids(DIAMONDS, a.cheapest(DIAMONDS)):
        yield Rule(call, (Longer(DIAMONDS, 0, 1),), "The other minor")
    yield Rule(PASS, (), "To play")
