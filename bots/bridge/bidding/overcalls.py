"""The first calls of a side after an opening of the opponents: overcalls, takeout doubles and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.competition import shapely_sacrifices
from bots.bridge.bidding.hand_facts import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    MAJORS,
    NOTRUMP,
    SPADES,
    SUITS,
    SYMBOLS,
    TEN,
)
from bots.bridge.bidding.promises import (
    Condition,
    Either,
    Flat,
    HighCards,
    Honours,
    Length,
    Longer,
    Points,
    Promise,
    Stopper,
    Support,
    Uneven,
)
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule
from bots.bridge.bidding.two_suiters import michaels_and_unusual_notrump
from protocol.v1.bridge import Call

PASS, DOUBLE, REDOUBLE = Call.PASS, Call.DOUBLE, Call.REDOUBLE


def fair(suit: int) -> Condition:
    """Return the condition that a suit has two of its top three honours, or three of its top five."""
    return Either(((Honours(suit, 2),), (Honours(suit, 3, TEN),)))


def playable(suit: int) -> Condition:
    """Return the condition that a suit has one of its top three honours, or two of its top five."""
    return Either(((Honours(suit, 1),), (Honours(suit, 2, TEN),)))


def overcalls(a: Auction) -> Iterator[Rule]:
    """Yield the first actions of a side after an opening by the opponents."""
    assert a.standing is not None
    level, strain, theirs = LEVEL[a.standing], STRAIN[a.standing], a.their_suits
    if strain == NOTRUMP and not theirs:
        yield from _over_notrump(a, level)
        return
    balancing = a.passing_ends_it
    less = 3 if balancing and level <= 2 else 0
    if not theirs:
        yield from _suit_overcalls(a, level, 0, balancing)
        yield Rule(PASS, (), "No overcall")
        return
    unbid = a.unbid()
    one_suit = len(theirs) == 1 and strain in theirs
    if one_suit and level == 1 and not balancing:
        yield from michaels_and_unusual_notrump(a, theirs[0])
    if strain == NOTRUMP:
        yield Rule(DOUBLE, (HighCards(16),), "Penalty double", then="penalty double")
    else:
        yield from _notrump_overcalls(a, level, less)
        strong = 18 - less if level <= 2 else 19
        either = Either(((HighCards(strong),), (Points(strong + 1),)))
        yield Rule(DOUBLE, (either,), _double(less), Force.ROUND)
        yield from _suit_overcalls(a, level, less, balancing, before_doubling=True)
        yield from _takeout(a, level, less, unbid)
    yield from _suit_overcalls(a, level, less, balancing)
    bounded = level <= 3 and strain != NOTRUMP
    yield Rule(PASS, (HighCards(0, 17 if level <= 2 else 18),) if bounded else (), "No overcall")


def _double(less: int) -> str:
    """Return the name of a double for takeout, which needs less strength if a pass would end the auction."""
    return "Balancing double" if less else "Takeout double"


def _takeout(a: Auction, level: int, less: int, unbid: tuple[int, ...]) -> Iterator[Rule]:
    theirs = a.their_suits
    least = {1: 12, 2: 12, 3: 13, 4: 15}.get(level, 18) - less
    label = _double(less)
    if len(theirs) == 1:
        shape: tuple[Condition, ...] = tuple(Length(suit, 3) for suit in unbid)
        majors = [suit for suit in unbid if suit in MAJORS]
        four = Either(tuple((Length(suit, 4),) for suit in majors))
        strengths: list[Promise] = [
            (HighCards(least - 2), Length(theirs[0], 0, 1), four),
            (HighCards(least), Length(theirs[0], 0, 2), four),
        ]
        if level <= 2:
            strengths.append((HighCards(least + 1), Length(theirs[0], 0, 2)))
        if level == 1 or less:
            strengths.append((HighCards(least + 3), Length(theirs[0], 0, 3)))
        yield Rule(DOUBLE, (*shape, Either(tuple(strengths))), label, Force.ROUND)
    elif len(unbid) == 2:
        short = HighCards(least)
        yield Rule(DOUBLE, (short, *(Length(suit, 4) for suit in unbid)), label, Force.ROUND)


def _notrump_overcalls(a: Auction, level: int, less: int) -> Iterator[Rule]:
    stops = tuple(Stopper(suit) for suit in a.their_suits)
    if level == 1:
        low, high = (11, 14) if less else (15, 18)
        yield Rule(Call.ONE_NOTRUMP, (HighCards(low, high), Flat(), *stops), "", then="1NT")
        if less:
            yield Rule(Call.TWO_NOTRUMPS, (HighCards(19, 21), Flat(), *stops), "", then="2NT")
    elif level == 2:
        low, high = (14, 17) if less else (16, 18)
        yield Rule(Call.TWO_NOTRUMPS, (HighCards(low, high), Flat(), *stops), "", then="2NT")
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(19, 23), Flat(), *stops), "To play")
    elif level == 3:
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(16, 21), Flat(semi=True), *stops), "To play")


def _suit_overcalls(
    a: Auction, level: int, less: int, balancing: bool, before_doubling: bool = False
) -> Iterator[Rule]:
    """Yield overcalls in a suit.

    An overcall is preferred to a takeout double with six cards, or with five in a major at the one level.
    """
    unbid = [suit for suit in reversed(SUITS) if suit not in a.their_suits]
    vulnerable = a.vulnerable
    for suit in unbid:
        lowest = a.cheapest(suit)
        if not balancing and lowest <= 3 and (jump := a.bids(suit, lowest + 1)):
            need, low = LEVEL[jump] + 4 - (LEVEL[jump] == 3 and not vulnerable), 4 if vulnerable else 2
            if LEVEL[jump] <= 3:
                weak = HighCards(low, 10), Length(suit, need)
                quality = playable(suit) if vulnerable else Honours(suit, 1, JACK)
                yield Rule(jump, (*weak, quality), "Weak jump overcall")
        if lowest <= 4 and suit in MAJORS and (game := a.bids(suit, 4)) and lowest < 4:
            yield Rule(game, (HighCards(6, 15), Length(suit, 7), Points(10), fair(suit)), "To play")
            if level >= 3 or (level == 2 and lowest >= 3):
                yield Rule(game, (HighCards(13, 18), Length(suit, 6), Points(16), fair(suit)), "To play")
    for length in (6, 5):
        for suit in unbid:
            lowest = a.cheapest(suit)
            call = a.bids(suit, lowest)
            if call is None or lowest > 5:
                continue
            if before_doubling and length == 5 and (suit not in MAJORS or lowest > 1):
                continue
            rules = _simple_overcall(suit, lowest, length, less, vulnerable)
            for strength in rules:
                yield Rule(call, (*strength, Length(suit, length)), "Overcall")


def _simple_overcall(
    suit: int, level: int, length: int, less: int, vulnerable: bool
) -> Iterator[tuple[Condition, ...]]:
    add = int(vulnerable)
    high = 18
    if level == 1:
        yield Points(9 - min(less, 2), high), HighCards(7 - min(less, 2)), fair(suit)
        yield Points(12 - less, high), HighCards(9 - less), playable(suit)
    elif level == 2:
        if length == 6:
            yield Points(11 - less + add, high), HighCards(8 - less), playable(suit)
        else:
            yield Points(11 - less + add, high), HighCards(10 - less + add), fair(suit)
            yield Points(14 - less, high), HighCards(13 - less), playable(suit)
    elif level == 3:
        if length == 6:
            yield Points(13 + add, 19), HighCards(10 + add), playable(suit)
        else:
            yield Points(13 + 2 * add, 19), HighCards(12 + add), fair(suit)
    elif level == 4 and length == 6:
        yield Points(16, 21), HighCards(13), fair(suit)


def _over_notrump(a: Auction, level: int) -> Iterator[Rule]:
    """Yield Cappelletti over one notrump: 2♣ one suit, 2♦ the majors, a major with a minor."""
    if level == 1:
        low = a.lho.ranges.hcp_low if a.lho.notrump else a.rho.ranges.hcp_low
        less = 2 if a.passing_ends_it else 0
        strength = (Points(9 - less, 16), HighCards(6))
        minor = Either(((Length(CLUBS, 4),), (Length(DIAMONDS, 4),)))
        yield Rule(DOUBLE, (HighCards(max(15, low)),), "Penalty double", then="penalty double")
        options: list[tuple[Call, tuple[Condition, ...], str, str]] = [
            (Call.TWO_DIAMONDS, (Length(SPADES, 5), Length(HEARTS, 4)), "both majors", "two suits"),
            (Call.TWO_DIAMONDS, (Length(SPADES, 4), Length(HEARTS, 5)), "both majors", "two suits"),
            (Call.TWO_HEARTS, (Length(HEARTS, 5), minor), "♥ and a minor", "cappelletti major"),
            (Call.TWO_SPADES, (Length(SPADES, 5), minor), "♠ and a minor", "cappelletti major"),
            (Call.TWO_NOTRUMPS, (Length(CLUBS, 5), Length(DIAMONDS, 5)), "both minors", "two suits"),
            (
                Call.TWO_CLUBS,
                (Either(tuple((Length(suit, 6), playable(suit)) for suit in SUITS)),),
                "one long suit",
                "cappelletti 2C",
            ),
        ]
        for call, shape, words, then in options:
            natural = call in (Call.TWO_HEARTS, Call.TWO_SPADES)
            yield Rule(
                call,
                (*strength, *shape),
                f"Cappelletti, {words}",
                Force.NONE if natural else Force.ROUND,
                then,
                alert=True,
                natural=natural,
            )
    elif level <= 3:
        for suit in reversed(SUITS):
            if overcall := a.bids(suit, a.cheapest(suit)):
                yield Rule(overcall, (HighCards(8, 15), Length(suit, 7), fair(suit)), "Overcall")
    yield Rule(PASS, (HighCards(0, 16),) if level == 1 else (), "No overcall")


def cappelletti_relay() -> Iterator[Rule]:
    """Yield the answer to Cappelletti's two clubs, which asks partner for the long suit."""
    yield Rule(
        Call.TWO_DIAMONDS, (), "Asks for the suit", Force.NONE, "cappelletti suit", True, natural=False
    )


def cappelletti_suit() -> Iterator[Rule]:
    """Yield the bids of the long suit by the player that bid Cappelletti's two clubs."""
    yield Rule(PASS, (Length(DIAMONDS, 6),), "Long ♦")
    for call, suit in ((Call.TWO_HEARTS, HEARTS), (Call.TWO_SPADES, SPADES), (Call.THREE_CLUBS, CLUBS)):
        yield Rule(call, (Length(suit, 6),), "The long suit")


def advance_of_overcall(a: Auction) -> Iterator[Rule]:
    """Yield the first calls of the partner of an overcaller in a suit."""
    suit = a.partner.named[-1]
    low, held = a.partner.low, a.partner.length(suit)
    lowest = a.cheapest(suit)
    three = max(2, 8 - held)
    game = max(0, 25 - low)
    if suit in MAJORS and (call := a.bids(suit, 4)):
        yield Rule(call, (Support(suit, game), Length(suit, three)), "To play", agrees=suit)
        least = 9 if a.vulnerable else 7
        yield Rule(
            call,
            (HighCards(2, 9), Length(suit, 10 - held), Support(suit, least), Uneven()),
            "Preemptive raise",
        )
    yield from cue_raise(a, suit, three, max(10, game - 6))
    if lowest <= 2 and (call := a.bids(suit, 3)) and lowest < 3:
        yield Rule(call, (HighCards(3, 9), Support(suit, 6, 11), Length(suit, 9 - held)), "Preemptive raise")
    if lowest <= 3 and (call := a.bids(suit, lowest)):
        enough = Support(suit, 6 if lowest <= 2 else 8, max(10, game - 7))
        yield Rule(call, (enough, Length(suit, three if lowest <= 2 else 9 - held)), "Raise")
    yield from _advance_notrumps(a, low)
    for other in reversed(SUITS):
        if other == suit or other in a.their_suits:
            continue
        level = a.cheapest(other)
        if level <= 3 and (call := a.bids(other, level)):
            least = {1: 8, 2: 10, 3: 12}[level] + max(0, 8 - low)
            if least <= 15:
                yield Rule(call, (Points(least, 17), Length(other, 5), Length(suit, 0, 2)), "New suit")
                yield Rule(call, (Points(least + 2, 17), Length(other, 5)), "New suit")
    yield from shapely_sacrifices(a)
    if a.rho_passed or a.rho_call is DOUBLE:
        yield Rule(PASS, (HighCards(0, max(11, 22 - low)),), "Nothing to add")


def _advance_notrumps(a: Auction, low: int) -> Iterator[Rule]:
    stops = tuple(Stopper(suit) for suit in a.their_suits)
    for call, least, most in (
        (Call.THREE_NOTRUMPS, 25 - low, 40),
        (Call.TWO_NOTRUMPS, 22 - low, 24 - low),
        (Call.ONE_NOTRUMP, 17 - low, 21 - low),
    ):
        if a.can_bid(call) and least <= 20:
            yield Rule(
                call,
                (HighCards(max(least, 6), most), *stops),
                "To play" if call is Call.THREE_NOTRUMPS else "",
            )


def cue_raise(a: Auction, suit: int, length: int, low: int) -> Iterator[Rule]:
    """Yield the cue-bid that raises partner's suit, with at least `low` points and `length` trumps."""
    for theirs in a.their_suits:
        level = a.cheapest(theirs)
        if (call := a.bids(theirs, level)) and (level < 3 or (level == 3 and theirs < suit)):
            yield Rule(
                call,
                (Support(suit, low), Length(suit, length)),
                f"Good raise in {SYMBOLS[suit]}",
                Force.ROUND,
                "good raise",
                alert=True,
                agrees=suit,
                natural=False,
            )
            return


def advance_of_double(a: Auction) -> Iterator[Rule]:
    """Yield the first calls of the partner of a takeout doubler."""
    low = a.partner.low
    unbid = [suit for suit in reversed(SUITS) if suit not in a.their_suits]
    theirs = a.their_suits
    # A double asks once: after a pass of the doubler, nothing needs to be answered.
    free = not a.rho_passed or a.partner_call is not DOUBLE
    shift = 3 if low <= 9 else 0
    assert a.standing is not None
    level, strain = LEVEL[a.standing], STRAIN[a.standing]
    if strain < NOTRUMP and strain in theirs and not free:
        need = 5 if level <= 2 else 4
        yield Rule(PASS, (Length(strain, need), fair(strain), HighCards(6 + shift)), "For penalties")
    majors = [suit for suit in unbid if suit in MAJORS]
    for suit in majors:
        if call := a.bids(suit, 4):
            # Over a preempt there is no cue-bid below game, so that strong hands bid it, too.
            most = 18 if level <= 2 else 21
            yield Rule(
                call, (Points(11 + shift, most), Length(suit, 5), *longest_of(suit, majors)), "To play"
            )
            yield Rule(
                call, (HighCards(12 + shift, 17), Length(suit, 4), *longest_of(suit, majors)), "To play"
            )
    stops = tuple(Stopper(suit) for suit in theirs)
    if a.can_bid(Call.THREE_NOTRUMPS):
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(13 + shift - (level == 3), 19), *stops), "To play")
    # With more high cards there is a cue-bid, if it is not too high.
    limit = HighCards(0, 11 + shift if any(a.cheapest(suit) <= 3 for suit in theirs) else 37)
    for suit in theirs:
        cue = a.cheapest(suit)
        if (call := a.bids(suit, cue)) and cue <= 3:
            yield Rule(
                call,
                (HighCards(12 + shift),),
                "Cue-bid, asks for a suit",
                Force.ROUND,
                alert=True,
                natural=False,
            )
            break
    if a.can_bid(Call.TWO_NOTRUMPS) and level < 3:
        yield Rule(
            Call.TWO_NOTRUMPS, (HighCards(10 + shift + (level == 1), 12 + shift), *stops), "Invitation"
        )
    if free and a.rho_call is not REDOUBLE and strain < NOTRUMP and level <= 3:
        for pair in combinations(unbid, 2):
            four = tuple(Length(suit, 4) for suit in pair)
            yield Rule(DOUBLE, (HighCards(8 + shift), *four), "Responsive double", Force.ROUND)
    # Four-card majors come before longer minors, and jumps before minimum answers.
    for length in (5, 4):
        for suit in unbid:
            cheapest = a.cheapest(suit)
            if (call := a.bids(suit, cheapest + 1)) and cheapest + 1 <= 3:
                shape = (Length(suit, length), *longest_of(suit, unbid))
                yield Rule(call, (Points(9 + shift, 12 + shift), *shape), "Invitation")
    if a.can_bid(Call.ONE_NOTRUMP):
        yield Rule(
            Call.ONE_NOTRUMP,
            (HighCards(6 + shift, 10 + shift), *stops, *(Length(suit, 0, 3) for suit in majors)),
        )
    floor = 5 + shift + 2 * (not unbid or a.cheapest(unbid[0]) >= 3) if free else 0
    if free:
        yield Rule(PASS, (Points(0, floor - 1),), "Nothing to add")
    for length in (5, 4):
        for suit in unbid:
            if (call := a.bids(suit, a.cheapest(suit))) and (not free or a.cheapest(suit) <= 3):
                shape = Length(suit, length), *longest_of(suit, unbid)
                yield Rule(call, (Points(floor), limit, *shape), "Answers the double")
    if free:
        yield Rule(PASS, (HighCards(0, 12),), "Nothing to add")
    else:
        for suit in unbid:
            if call := a.bids(suit, a.cheapest(suit)):
                yield Rule(call, (limit, Length(suit, 4)), "Answers the double")
        for suit in sorted(unbid, key=lambda suit: (a.cheapest(suit), suit)):
            if call := a.bids(suit, a.cheapest(suit)):
                yield Rule(call, (limit, Length(suit, 3)), "Answers the double")


def run_from_redouble(a: Auction) -> Iterator[Rule]:
    """Yield a takeout doubler's escapes from a redouble that partner has passed, the longest suit first."""
    suits = sorted((suit for suit in SUITS if suit not in a.their_suits), key=a.cheapest)
    for length in (5, 4, 3):
        for suit in suits:
            if call := a.bids(suit, a.cheapest(suit)):
                yield Rule(call, (Length(suit, length),), "Runs from the redouble")


def longest_of(suit: int, others: list[int]) -> tuple[Condition, ...]:
    """Return the conditions under which `suit` is the longest of several suits.

    For a major, an equal length is enough.
    """
    return tuple(
        Longer(suit, other, 0 if suit > other else 1)
        for other in others
        if other != suit and not (suit in MAJORS and other not in MAJORS)
    )
