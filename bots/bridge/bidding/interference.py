"""The first calls of opener's side after an opponent has overcalled or doubled."""

from __future__ import annotations

from collections.abc import Iterator

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.competition import shapely_sacrifices
from bots.bridge.bidding.hand_facts import DIAMONDS, HEARTS, MAJORS, NOTRUMP, SPADES, SUITS, SYMBOLS
from bots.bridge.bidding.overcalls import cue_raise, fair, longest_of
from bots.bridge.bidding.promises import Either, Flat, HighCards, Length, Points, Stopper, Support
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from protocol.v1.bridge import Call

PASS, DOUBLE, REDOUBLE = Call.PASS, Call.DOUBLE, Call.REDOUBLE


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
            f"At least a limit raise in {SYMBOLS[suit]}",
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


def opener_after_redouble(a: Auction) -> Iterator[Rule]:
    """Yield opener's calls after partner's redouble: a penalty double, or a pass that lets partner double."""
    assert a.standing is not None
    strain = STRAIN[a.standing]
    if a.rho_passed:
        yield Rule(PASS, (), "Lets the redouble stand")
    elif a.they_hold_the_bid and LEVEL[a.standing] <= 2 and strain < NOTRUMP:
        yield Rule(DOUBLE, (Length(strain, 4),), "Penalty double", then="penalty double")
        yield Rule(PASS, (HighCards(0, 17),), "Leaves it to partner", Force.ROUND)
    elif a.they_hold_the_bid and strain == NOTRUMP:
        yield Rule(DOUBLE, (HighCards(11),), "Penalty double", then="penalty double")


def redoubler(a: Auction) -> Iterator[Rule]:
    """Yield the penalty doubles of a player that has redoubled, if the opponents' bid is passed round."""
    assert a.standing is not None
    strain = STRAIN[a.standing]
    if strain < NOTRUMP and LEVEL[a.standing] <= 2:
        length = Length(strain, 3 if LEVEL[a.standing] == 1 else 4)
        yield Rule(DOUBLE, (length,), "Penalty double", then="penalty double")
    elif strain == NOTRUMP:
        yield Rule(DOUBLE, (), "Penalty double", then="penalty double")


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
    yield from cue_raise(a, suit, need if suit in MAJORS else max(need, 4), game - 3)
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
        yield from shapely_sacrifices(a)
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
            yield Rule(call, (*strong, Length(suit, 5), *longest_of(suit, majors)), "New suit", Force.GAME)
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
            shape = Length(suit, 5), *longest_of(suit, suits)
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
    """Yield opener's calls when an opponent's overcall is followed by two passes."""
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
            yield Rule(call, (strength, Length(suit, length), *longest_of(suit, suits)), "Long suit", force)
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
