"""Calls after the opponents have opened or overcalled: overcalls, doubles, cue-bids, two-suiters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.hand_facts import DIAMONDS, HEARTS, MAJORS, NOTRUMP, SPADES, SUITS, SYMBOLS, TEN
from bots.bridge.bidding.promises import (
    Condition,
    Either,
    Flat,
    HighCards,
    Honours,
    Length,
    Longer,
    Points,
    Stopper,
    Support,
    Uneven,
)
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from protocol.v1.bridge import Call

PASS, DOUBLE, REDOUBLE = Call.PASS, Call.DOUBLE, Call.REDOUBLE
CLUBS = 0


def fair(suit: int) -> Condition:
    """Return the condition of two of the top three or three of the top five honours in a suit."""
    return Either(((Honours(suit, 2),), (Honours(suit, 3, TEN),)))


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
        yield from _two_suiters(a, theirs[0])
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
        yield Rule(
            DOUBLE,
            (HighCards(least - 2), Length(theirs[0], 0, 1), *shape, four),
            label,
            Force.ROUND,
            alert=False,
        )
        yield Rule(DOUBLE, (HighCards(least), Length(theirs[0], 0, 2), *shape, four), label, Force.ROUND)
        if level <= 2:
            yield Rule(DOUBLE, (HighCards(least + 1), Length(theirs[0], 0, 2), *shape), label, Force.ROUND)
        if level == 1 or less:
            yield Rule(DOUBLE, (HighCards(least + 3), Length(theirs[0], 0, 3), *shape), label, Force.ROUND)
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


def _two_suiters(a: Auction, theirs: int) -> Iterator[Rule]:
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


def _suit_overcalls(
    a: Auction, level: int, less: int, balancing: bool, before_doubling: bool = False
) -> Iterator[Rule]:
    """Yield overcalls in a suit. Six cards, or five in a major at the one level, are better than a double."""
    unbid = [suit for suit in reversed(SUITS) if suit not in a.their_suits]
    vulnerable = a.vulnerable
    for suit in unbid:
        lowest = a.cheapest(suit)
        if not balancing and lowest <= 3 and (jump := a.bids(suit, lowest + 1)):
            need, low = LEVEL[jump] + 4 - (LEVEL[jump] == 3 and not vulnerable), 5 if vulnerable else 3
            if LEVEL[jump] <= 3:
                yield Rule(jump, (HighCards(low, 9), Length(suit, need), fair(suit)), "Weak jump overcall")
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
        yield Points(12 - less, high), HighCards(9 - less)
    elif level == 2:
        if length == 6:
            yield Points(11 - less + add, high), HighCards(8 - less)
        else:
            yield Points(11 - less + add, high), HighCards(10 - less + add), fair(suit)
            yield Points(14 - less, high), HighCards(13 - less)
    elif level == 3:
        if length == 6:
            yield Points(13 + add, 19), HighCards(10 + add)
        else:
            yield Points(15, 19), HighCards(13), fair(suit)
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
                (Either(tuple((Length(suit, 6),) for suit in SUITS)),),
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
    """Yield the answer to Cappelletti's two clubs, which asks for the suit."""
    yield Rule(
        Call.TWO_DIAMONDS, (), "Asks for the suit", Force.ROUND, "cappelletti suit", True, natural=False
    )


def cappelletti_suit() -> Iterator[Rule]:
    """Yield the long suit of Cappelletti's two clubs."""
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
    yield from _cue_raise(a, suit, three, max(10, game - 6))
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
            yield Rule(call, (Points(least, 17), Length(other, 5), Length(suit, 0, 2)), "New suit")
            yield Rule(call, (Points(least + 2, 17), Length(other, 5)), "New suit")
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


def _cue_raise(a: Auction, suit: int, length: int, low: int) -> Iterator[Rule]:
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
            yield Rule(call, (Points(11 + shift, 18), Length(suit, 5), *_longest(suit, majors)), "To play")
            yield Rule(call, (HighCards(12 + shift, 17), Length(suit, 4), *_longest(suit, majors)), "To play")
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
                shape = (Length(suit, length), *_longest(suit, unbid))
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
                shape = Length(suit, length), *_longest(suit, unbid)
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


def _longest(suit: int, others: list[int]) -> tuple[Condition, ...]:
    """Return the conditions that a suit is the longest of several; a major needs only to match a minor."""
    return tuple(
        Longer(suit, other, 0 if suit > other else 1)
        for other in others
        if other != suit and not (suit in MAJORS and other not in MAJORS)
    )


def responses_over_double(a: Auction) -> Iterator[Rule]:
    """Yield responder's calls over a takeout double of an opening in a suit."""
    suit = a.partner.named[0]
    held = a.partner.length(suit)
    need = 8 - held
    four = max(need + 1, 4)
    if a.can_bid(Call.TWO_NOTRUMPS):
        yield Rule(
            Call.TWO_NOTRUMPS,
            (Support(suit, 10), Length(suit, four)),
            f"Limit raise or better in {SYMBOLS[suit]}",
            Force.ROUND,
            then="",
            alert=True,
            agrees=suit,
            natural=False,
        )
    if suit in MAJORS:
        yield Rule(
            bid(4, suit), (HighCards(1, 8), Length(suit, 10 - held), Support(suit, 5)), "Preemptive raise"
        )
    if call := a.bids(suit, 3):
        yield Rule(call, (HighCards(2, 9), Length(suit, 9 - held), Support(suit, 4)), "Preemptive raise")
    if call := a.bids(suit, 2):
        yield Rule(call, (Support(suit, 5, 9), Length(suit, need)), "Raise", then="raise")
    yield Rule(REDOUBLE, (HighCards(10),), "Redouble, the balance of strength", Force.ROUND)
    for other in reversed(SUITS):
        if other == suit:
            continue
        level = a.cheapest(other)
        call = a.bids(other, level)
        if call and level == 1:
            yield Rule(call, (Points(6), Length(other, 4)), "", Force.ROUND, "suit response")
        elif call and level == 2:
            yield Rule(
                call, (Points(6, 11), Length(other, 5), Length(suit, 0, need - 1)), "New suit, to play"
            )
    if a.can_bid(Call.ONE_NOTRUMP):
        yield Rule(Call.ONE_NOTRUMP, (HighCards(7, 9), Flat(semi=True)), "", then="1NT response")
    yield Rule(PASS, (HighCards(0, 9),), "Nothing to add")


def responses_over_overcall(a: Auction) -> Iterator[Rule]:
    """Yield responder's calls over an overcall in a suit or a two-suited overcall."""
    assert a.standing is not None
    suit, theirs = a.partner.named[0], a.their_suits
    held, level = a.partner.length(suit), LEVEL[a.standing]
    # A diamond opening with three cards is too rare to be counted on.
    held = max(held, 4) if suit == DIAMONDS else held
    need = 8 - held
    if a.standing is Call.ONE_NOTRUMP:
        yield Rule(DOUBLE, (HighCards(9),), "Penalty double", then="penalty double")
    low = a.partner.low
    game = max(12, 26 - low)
    lowest = a.cheapest(suit)
    if suit in MAJORS and (call := a.bids(suit, 4)):
        if lowest <= 4:
            yield Rule(call, (HighCards(2, 9), Length(suit, 10 - held), Support(suit, 8)), "Preemptive raise")
        if lowest >= 3:
            yield Rule(call, (Support(suit, game), Length(suit, need)), "To play")
    yield from _cue_raise(a, suit, need if suit in MAJORS else max(need, 4), game - 3)
    if lowest <= 2 and (call := a.bids(suit, 3)):
        yield Rule(call, (HighCards(3, 9), Support(suit, 6, 10), Length(suit, 9 - held)), "Preemptive raise")
    if suit in MAJORS and lowest <= 3 and (call := a.bids(suit, lowest)):
        yield Rule(
            call,
            (Support(suit, 6 if lowest <= 2 else 9, game - 1), Length(suit, need)),
            "Raise",
            then="raise",
        )
    yield from _free_bids(a, suit, theirs)
    majors = [other for other in MAJORS if other in a.unbid()]
    negative = level <= 3 and STRAIN[a.standing] < NOTRUMP
    if negative and majors:
        yield from _negative_doubles(a, level)
    stops = tuple(Stopper(other) for other in theirs)
    for notrumps, least, most in (
        (Call.THREE_NOTRUMPS, game, 19),
        (Call.TWO_NOTRUMPS, game - 2, game - 1),
        (Call.ONE_NOTRUMP, 7, game - 3),
    ):
        to_play = notrumps is Call.THREE_NOTRUMPS
        if a.can_bid(notrumps) and (to_play or STRAIN[a.standing] != NOTRUMP):
            yield Rule(notrumps, (HighCards(least, most), *stops), "To play" if to_play else "")
    if negative and not majors:
        yield from _negative_doubles(a, level)
    if suit not in MAJORS and lowest <= 3 and (call := a.bids(suit, lowest)):
        # Over a jump in a higher suit there is no cue-bid below three notrumps.
        most = game - 2 if lowest <= 2 or any(theirs_suit < suit for theirs_suit in theirs) else game + 1
        yield Rule(call, (Support(suit, 6 if lowest <= 2 else 9, most), Length(suit, need)), "Raise")
    if level >= 4:
        yield Rule(DOUBLE, (HighCards(22 - low),), "Penalty double", then="penalty double")
    yield Rule(PASS, (HighCards(0, 11),), "Nothing to add")
    for other in SUITS:
        if other not in (suit, *theirs) and (call := a.bids(other, a.cheapest(other))) and LEVEL[call] <= 3:
            yield Rule(call, (HighCards(12), Length(other, 4)), "New suit", Force.ROUND)
    if a.can_bid(Call.THREE_NOTRUMPS):
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(12),), "To play")


def responses_to_notrump_over_overcall(a: Auction) -> Iterator[Rule]:
    """Yield responder's calls after partner's one notrump and an overcall in a suit."""
    assert a.standing is not None
    game = 24 - a.partner.ranges.hcp_low
    theirs = a.their_suits
    stops = tuple(Stopper(suit) for suit in theirs)
    suits = [suit for suit in reversed(SUITS) if suit not in theirs]
    majors = [suit for suit in suits if suit in MAJORS]
    for suit in majors:
        if call := a.bids(suit, 4):
            yield Rule(call, (Points(game, game + 6), Length(suit, 6)), "To play")
    for suit in majors:
        if call := a.bids(suit, 3):
            strong = Points(game + 1), HighCards(game - 1)
            yield Rule(call, (*strong, Length(suit, 5), *_longest(suit, majors)), "New suit", Force.GAME)
    for suit in theirs:
        if (call := a.bids(suit, a.cheapest(suit))) and LEVEL[call] <= 3 and majors:
            four = Either(tuple((Length(major, 4),) for major in majors))
            label = "Asks for a four-card major"
            yield Rule(
                call, (HighCards(game), four), label, Force.ROUND, "cue Stayman", alert=True, natural=False
            )
            break
    yield Rule(Call.THREE_NOTRUMPS, (HighCards(game, game + 6), *stops), "To play")
    for suit in suits:
        if call := a.bids(suit, 2):
            shape = Length(suit, 5), *_longest(suit, suits)
            yield Rule(call, (Points(game - 5, game), *shape), "To play")
    for suit in suits:
        if suit not in MAJORS and (call := a.bids(suit, 3)):
            yield Rule(call, (Points(game - 3, game + 1), Length(suit, 6)), "To play")


def answers_to_cue_stayman(a: Auction) -> Iterator[Rule]:
    """Yield the answers to a cue-bid over one notrump that asks for a four-card major."""
    for suit in reversed(MAJORS):
        if suit not in a.their_suits and (call := a.bids(suit, a.cheapest(suit))) and LEVEL[call] <= 4:
            yield Rule(call, (Length(suit, 4),), "Four cards")
    if a.can_bid(Call.THREE_NOTRUMPS):
        yield Rule(Call.THREE_NOTRUMPS, (), "No four-card major")


def _free_bids(a: Auction, suit: int, theirs: tuple[int, ...]) -> Iterator[Rule]:
    for other in sorted(
        (s for s in SUITS if s != suit and s not in theirs), key=lambda s: (s in MAJORS, s), reverse=True
    ):
        level = a.cheapest(other)
        call = a.bids(other, level)
        if call is None or level > 4:
            continue
        if level == 1:
            four = 4 if other == HEARTS or theirs == (DIAMONDS,) else 5
            if theirs == (HEARTS,):
                four = 5
            yield Rule(call, (Points(6), Length(other, four)), "", Force.ROUND, "suit response")
        elif level == 2:
            yield Rule(
                call, (Points(11), HighCards(9), Length(other, 5)), "New suit", Force.ROUND, "two over one"
            )
        elif level == 3:
            yield Rule(call, (Points(14), HighCards(11), Length(other, 5)), "New suit", Force.GAME)
        elif other in MAJORS:
            yield Rule(call, (Points(14), HighCards(11), Length(other, 6)), "To play")
        if level <= 2 and (jump := a.bids(other, level + 1)):
            yield Rule(
                jump, (HighCards(2, 8), Length(other, 6 if level == 1 else 7), fair(other)), "Weak jump"
            )


def _negative_doubles(a: Auction, level: int) -> Iterator[Rule]:
    unbid = a.unbid()
    majors = [suit for suit in unbid if suit in MAJORS]
    least = {1: 6, 2: 8}.get(level, 10)
    label = "Negative double"
    if len(majors) == 2:
        yield Rule(DOUBLE, (HighCards(least), Length(SPADES, 4), Length(HEARTS, 4)), label, Force.ROUND)
        yield Rule(DOUBLE, (HighCards(least + 2), Length(SPADES, 4), Length(HEARTS, 3)), label, Force.ROUND)
        yield Rule(DOUBLE, (HighCards(least + 2), Length(HEARTS, 4), Length(SPADES, 3)), label, Force.ROUND)
    elif len(majors) == 1:
        yield Rule(DOUBLE, (HighCards(least), Length(majors[0], 4)), label, Force.ROUND)
    else:
        minors = tuple(Length(suit, 4) for suit in unbid)
        yield Rule(DOUBLE, (HighCards(least + 1), *minors), label, Force.ROUND)


def reopening(a: Auction) -> Iterator[Rule]:
    """Yield opener's calls when an overcall has been passed round."""
    assert a.standing is not None
    level, strain = LEVEL[a.standing], STRAIN[a.standing]
    if strain == NOTRUMP or strain not in a.their_suits or level > 3:
        return
    own = tuple(Length(suit, 0, 5) for suit in a.me.named)
    shape = (*own, *(Length(suit, 3) for suit in a.unbid()))
    if level <= 2:
        yield Rule(DOUBLE, (HighCards(11), Length(strain, 0, 2), *shape), "Reopening double", Force.ROUND)
    long = tuple(Length(suit, 0, 6) for suit in a.me.named)
    yield Rule(DOUBLE, (HighCards(16), Length(strain, 0, 3), *long), "Reopening double", Force.ROUND)
    for suit in reversed(a.unbid()):
        cheapest = a.cheapest(suit)
        if cheapest <= 3 and a.me.named and suit < a.me.named[0] and (call := a.bids(suit, cheapest)):
            yield Rule(call, (Points(15), Length(suit, 5), Length(strain, 0, 2)), "Second suit")


def rebids_of_strong_opener(a: Auction) -> Iterator[Rule]:
    """Yield opener's first natural call after a strong artificial opening, over an opponent's bid."""
    assert a.standing is not None
    game = a.opening is Call.TWO_CLUBS
    level, strain = LEVEL[a.standing], STRAIN[a.standing]
    stops = tuple(Stopper(suit) for suit in a.their_suits)
    notrumps = a.cheapest(NOTRUMP)
    if game and a.can_bid(Call.THREE_NOTRUMPS) and notrumps == 3:
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(22, 27), Flat(semi=True), *stops), "To play")
    elif game and notrumps == 2:
        yield Rule(Call.TWO_NOTRUMPS, (HighCards(22, 24), Flat(), *stops), "", then="2NT rebid")
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(25, 27), Flat(), *stops), "To play")
    elif notrumps == 1:
        yield Rule(Call.ONE_NOTRUMP, (HighCards(16, 20), Flat(), *stops), "", then="1NT rebid 16-19")
    elif notrumps == 2:
        yield Rule(Call.TWO_NOTRUMPS, (HighCards(19, 22), Flat(), *stops), "", then="2NT rebid 20-22")
    suits = [suit for suit in reversed(SUITS) if suit not in a.their_suits]
    for length in (6, 5):
        for suit in suits:
            cheapest = a.cheapest(suit)
            if cheapest > (4 if game else 3) or not (call := a.bids(suit, cheapest)):
                continue
            force = Force.ROUND if game and cheapest <= 3 else Force.NONE
            strength = HighCards(16 if length == 6 or cheapest <= 2 else 18)
            yield Rule(call, (strength, Length(suit, length), *_longest(suit, suits)), "Long suit", force)
    if strain < NOTRUMP and level <= 4:
        yield Rule(DOUBLE, (HighCards(16), Length(strain, 0, 2)), "Takeout double", Force.ROUND)
        yield Rule(DOUBLE, (HighCards(19), Length(strain, 0, 3)), "Takeout double", Force.ROUND)


def responses_over_strong_opening(a: Auction) -> Iterator[Rule]:
    """Yield responder's calls after partner's strong opening and an overcall."""
    for suit in reversed(SUITS):
        level = a.cheapest(suit)
        if suit not in a.their_suits and level <= 4 and (call := a.bids(suit, level)):
            yield Rule(call, (HighCards(8), Length(suit, 5)), "Positive", Force.GAME)
    stops = tuple(Stopper(suit) for suit in a.their_suits)
    if a.can_bid(Call.THREE_NOTRUMPS):
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(9, 15), *stops), "To play")
    yield Rule(DOUBLE, (HighCards(6),), "Some strength, takeout", Force.ROUND, alert=True)
    yield Rule(PASS, (HighCards(0, 5),), "Weak")
