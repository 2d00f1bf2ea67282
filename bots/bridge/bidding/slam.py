"""The way to slams: Blackwood with and without key cards, Gerber, quantitative raises, control bids."""

from __future__ import annotations

from collections.abc import Iterator

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.hand_facts import MAJORS, NOTRUMP, SUITS, SYMBOLS
from bots.bridge.bidding.promises import (
    Aces,
    Condition,
    Control,
    HighCards,
    KeyCards,
    Length,
    Promise,
    Support,
    TrumpQueen,
)
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from bots.bridge.bidding.system import System
from protocol.v1.bridge import Call

SMALL_SLAM, NOTRUMP_SLAM, GRAND_SLAM = 31, 33, 37
STRONG = 22
"""The strength of the strong two clubs, which can be playing tricks in place of points."""


def slam_moves(a: Auction) -> Iterator[Rule]:
    """Yield the calls that look for a slam if the combined strength of both hands suffices."""
    p, me = a.partner, a.me
    if a.standing is None or LEVEL[a.standing] >= 5 or (a.they_hold_the_bid and LEVEL[a.standing] >= 4):
        return
    known = p.low + 1 if _signed_off(a) else p.expected
    for suit in _trumps(a):
        need = 2 if suit == a.our_agreed else max(0, 8 - p.length(suit))
        extra = (0 if suit in MAJORS else 1) + (suit == a.our_agreed)
        least = SMALL_SLAM + extra - known
        if least <= 8 or me.high + 6 < least:
            continue
        if a.can_bid(Call.FOUR_NOTRUMPS) and not _quantitative(a):
            yield Rule(
                Call.FOUR_NOTRUMPS,
                (Support(suit, least), Length(suit, need), Aces((1, 2, 3, 4))),
                f"Asks for key cards, {SYMBOLS[suit]} agreed",
                Force.ROUND,
                "keycards",
                alert=True,
                agrees=suit,
                natural=False,
            )
        if suit == a.our_agreed and a.our_force is Force.GAME:
            yield from _control_bids(a, suit, SMALL_SLAM + 1 + extra - p.most)
    strong_opener = p.first is Call.TWO_CLUBS and p.low >= STRONG
    if (
        not (p.ranges.balanced or strong_opener)
        and a.our_force is Force.GAME
        and a.can_bid(Call.SIX_NOTRUMPS)
    ):
        # Strength alone, in hands without a fit, needs a point more.
        yield Rule(Call.SIX_NOTRUMPS, (HighCards(NOTRUMP_SLAM + 1 - known),), "To play")
    if p.ranges.balanced and p.limited:
        sure = NOTRUMP_SLAM - known
        if me.high >= sure and a.can_bid(Call.SIX_NOTRUMPS):
            yield Rule(Call.SIX_NOTRUMPS, (HighCards(sure, GRAND_SLAM - 1 - p.low),), "To play")
        if _quantitative(a) and a.can_bid(Call.FOUR_NOTRUMPS) and p.high > known:
            yield Rule(
                Call.FOUR_NOTRUMPS,
                (HighCards(NOTRUMP_SLAM - p.high, sure - 1),),
                "Quantitative",
                then="quantitative",
            )


def _signed_off(a: Auction) -> bool:
    """Return True if partner has bid a game to play where a slower bid would have shown more strength."""
    last = a.partner.last
    return a.our_force is Force.GAME and a.at_game and last is not None and "To play" in last.label


def _quantitative(a: Auction) -> bool:
    """Return True if a bid of four notrumps would be a raise of partner's notrumps."""
    last = a.partner.last
    return last is not None and last.natural and STRAIN[last.call] == NOTRUMP and a.our_agreed is None


def _trumps(a: Auction) -> list[int]:
    """Return the trump suit of a key-card question: the agreed suit, else the last that partner has shown."""
    if a.our_agreed is not None:
        return [a.our_agreed]
    if a.partner.named:
        last = a.partner.last
        named = STRAIN[last.call] if last is not None and last.natural else -1
        return [named if named in a.partner.named else a.partner.named[-1]]
    known = [s for s in SUITS if a.partner.length(s) >= 4 or a.me.length(s) + a.partner.length(s) >= 8]
    return known if len(known) == 1 else []


def _control_bids(a: Auction, trumps: int, least: int) -> Iterator[Rule]:
    game = 4 if trumps in MAJORS else 5
    for suit in SUITS:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if suit == trumps or call is None or suit in a.partner.named or suit in a.me.named:
            continue
        if level < game or (level == game and suit < trumps):
            yield Rule(
                call,
                (Support(trumps, least), Control(suit)),
                f"Control bid, {SYMBOLS[trumps]} agreed",
                Force.ROUND,
                alert=True,
                agrees=trumps,
                natural=False,
            )


def keycard_answers(system: System, a: Auction) -> Iterator[Rule]:
    """Yield the answers to Blackwood's four notrumps."""
    trumps = a.our_agreed
    if trumps is None or system.keycards == "blackwood":
        for step, counts in enumerate(((0, 4), (1,), (2,), (3,))):
            yield Rule(
                bid(5, step),
                (Aces(counts),),
                "Blackwood",
                Force.NONE if step == trumps else Force.ROUND,
                "keycards told",
                True,
                trumps,
                natural=False,
            )
        return
    one, two = ((1, 4), (0, 3)) if system.keycards == "1430" else ((0, 3), (1, 4))
    answers: tuple[tuple[int, Promise], ...] = (
        (0, (KeyCards(trumps, one),)),
        (1, (KeyCards(trumps, two),)),
        (2, (KeyCards(trumps, (2, 5)), TrumpQueen(trumps, False))),
        (3, (KeyCards(trumps, (2, 5)), TrumpQueen(trumps, True))),
    )
    for strain, promise in answers:
        call = bid(5, strain)
        # The answer in the trump suit is passed if two key cards are missing.
        force = Force.NONE if strain == trumps else Force.ROUND
        if a.can_bid(call):
            yield Rule(call, promise, "Key cards", force, "keycards told", True, trumps, natural=False)


def after_keycards(system: System, a: Auction) -> Iterator[Rule]:
    """Yield the calls of the player that asked for key cards: a slam unless two key cards are missing."""
    trumps = a.our_agreed
    told = _told(a)
    if trumps is None or told is None or a.standing is None:
        return
    plain = system.keycards == "blackwood"
    low = a.partner.low

    def held(counts: list[int]) -> Condition:
        numbers = tuple(counts)
        return Aces(numbers) if plain else KeyCards(trumps, numbers)

    full = 4 if plain else 5
    total = {own: own + _meant(a, told, full - own) for own in range(full + 1)}
    grand = a.bids(trumps, 7)
    slam = a.bids(trumps, 6)
    missing_at_most_one = held([own for own in total if total[own] >= full - 1])
    none_missing = held([own for own in total if total[own] >= full])
    if grand:
        yield Rule(grand, (none_missing, Support(trumps, GRAND_SLAM - low)), "To play", natural=True)
    if slam:
        yield Rule(slam, (missing_at_most_one,), "To play")
    level = a.cheapest(trumps)
    if STRAIN[a.standing] == trumps and LEVEL[a.standing] == 5:
        yield Rule(Call.PASS, (), "To play, two key cards are missing")
    elif level <= 5:
        yield Rule(bid(5, trumps), (), "To play, two key cards are missing")
    elif a.can_bid(Call.FIVE_NOTRUMPS) and a.partner.length(trumps) < 4:
        yield Rule(bid(6, trumps), (), "To play")
    elif slam:
        yield Rule(slam, (), "To play")


def _meant(a: Auction, told: tuple[int, ...], others: int) -> int:
    """Return the number of key cards that partner means by an answer with two meanings, such as 0 or 3.

    `others` is the number of key cards that are not in the hand of the player that asked. Partner is assumed
    to hold the higher number after showing the strength of an opening, if so many key cards are missing.
    """
    possible = [count for count in told if count <= others] or [min(told)]
    strong = a.partner.low >= 12 or a.partner.ranges.hcp_low >= 4 * max(told) - 3
    return max(possible) if strong else min(possible)


def _told(a: Auction) -> tuple[int, ...] | None:
    last = a.partner.last
    if last is None:
        return None
    for condition in last.promise:
        if isinstance(condition, KeyCards | Aces):
            return condition.counts
    return None


def gerber_answers() -> Iterator[Rule]:
    """Yield the answers to Gerber's four clubs."""
    for strain, counts in ((1, (0, 4)), (2, (1,)), (3, (2,)), (4, (3,))):
        yield Rule(bid(4, strain), (Aces(counts),), "Gerber", Force.ROUND, "gerber told", True, natural=False)


def after_gerber(a: Auction) -> Iterator[Rule]:
    """Yield the calls of the player that asked by Gerber: a slam unless two aces are missing."""
    told = _told(a)
    if told is None:
        return
    known = min(told)
    for suit in reversed(SUITS):
        enough = Aces(tuple(range(max(0, 3 - known), 5)))
        if known >= 3:
            yield Rule(bid(6, suit), (Length(suit, 7),), "To play")
        else:
            yield Rule(bid(6, suit), (enough, Length(suit, 7)), "To play")
    for suit in reversed(SUITS):
        if call := a.bids(suit, a.cheapest(suit)):
            yield Rule(call, (Length(suit, 7),), "To play")
