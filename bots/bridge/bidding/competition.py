"""Competition for the contract after both sides have bid: raises, sacrifices, doubles and their answers."""

from __future__ import annotations

from collections.abc import Iterator

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.games import NOTRUMP_GAME, SUITS_BY_WORTH, trumps_needed
from bots.bridge.bidding.hand_facts import JACK, MAJORS, NOTRUMP, SUITS, TEN
from bots.bridge.bidding.promises import Either, HighCards, Honours, Length, Points, Stopper, Support
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule
from protocol.v1.bridge import Call

PASS, DOUBLE = Call.PASS, Call.DOUBLE


def competition(a: Auction) -> Iterator[Rule]:
    """Yield competitive raises by the law of total tricks and penalty doubles."""
    assert a.standing is not None
    p, me, known = a.partner, a.me, a.partner.expected
    level, strain = LEVEL[a.standing], STRAIN[a.standing]
    yield from shapely_sacrifices(a)
    yield from _penalty_doubles(a, level, strain)
    risk = int(a.vulnerable)
    for suit in SUITS_BY_WORTH:
        cheapest = a.cheapest(suit)
        call = a.bids(suit, cheapest)
        held = p.length(suit)
        if call is None or cheapest > 4 or held < 3 or (a.at_game and cheapest > 4):
            continue
        trumps = cheapest + 6
        least = {1: 15, 2: 17, 3: 21, 4: 24}[cheapest] + risk - known
        length = max(trumps - held, 2, me.length(suit))
        if me.length(suit) + held >= trumps and me.actions and suit in me.named and length <= me.length(suit):
            length = me.length(suit) + 1
        yield Rule(call, (Support(suit, max(least, 0)), Length(suit, length)), "Competitive raise")
        if cheapest == 3 and length > 2:
            yield Rule(
                call,
                (Support(suit, max(least + 2, 0)), Length(suit, max(length - 1, 8 - held))),
                "Competitive raise",
            )
    yield from _sacrifices(a)
    yield from _long_suits(a)
    if (
        me.actions == 1
        and not me.takeout
        and level <= 3
        and strain < NOTRUMP
        and len(a.their_suits) == 1
        and p.actions == 0
    ):
        own = tuple(Length(suit, 0, 5) for suit in me.named)
        yield Rule(DOUBLE, (HighCards(12), Length(strain, 0, 1), *own), "Takeout double", Force.ROUND)
        longer = tuple(Length(suit, 0, 6) for suit in me.named)
        yield Rule(DOUBLE, (HighCards(15), Length(strain, 0, 1), *longer), "Takeout double", Force.ROUND)
    if me.takeout and level <= 3 and strain < NOTRUMP and not me.named:
        if not p.actions:
            yield Rule(DOUBLE, (HighCards(15), Length(strain, 0, 1)), "Takeout double", Force.ROUND)
        yield Rule(DOUBLE, (HighCards(18),), "Takeout double", Force.ROUND)
    if p.actions and p.low >= 6 and level <= 3 and strain < NOTRUMP and a.doubled == 1 and a.rho_call.is_bid:
        strength = HighCards(max({1: 22, 2: 23}.get(level, 24) - known, 7))
        label = "Extra strength, optional double"
        yield Rule(DOUBLE, (strength, Length(strain, 2 if level == 3 else 3)), label, then="optional double")
        yield Rule(DOUBLE, (HighCards(strength.low + 2),), label, then="optional double")
    if me.actions == 1 and p.low >= 6 and level <= 2 and strain < NOTRUMP and a.our_agreed is None:
        for suit in a.unbid():
            if (call := a.bids(suit, a.cheapest(suit))) and a.cheapest(suit) <= 2:
                reverse = a.cheapest(suit) == 2 and bool(me.named) and suit > me.named[0]
                needed = Points(25 - known if reverse else 20 - known)
                yield Rule(call, (needed, Length(suit, 4)), "Second suit")


def _long_suits(a: Auction) -> Iterator[Rule]:
    """Yield bids of the player's own long suit: rebids of a suit, or the first bid of a strong doubler."""
    me, known = a.me, a.partner.expected
    for suit in SUITS_BY_WORTH:
        cheapest = a.cheapest(suit)
        call = a.bids(suit, cheapest)
        if call is None or cheapest > 3 or suit in a.their_suits:
            continue
        if suit in me.named:
            label = "Competes in the long suit"
            length = max(6, me.length(suit) + 1)
            # Two rules for a suit of six cards at the three level: a good suit needs fewer points.
            good = max({1: 15, 2: 16, 3: 17}[cheapest] - known, 0)
            any_suit = max({1: 16, 2: 17, 3: 19}[cheapest] - known, 0)
            if length == 6:
                yield Rule(call, (Points(good), Length(suit, 6), Honours(suit, 3, TEN)), label)
            yield Rule(call, (Points(any_suit), Length(suit, length)), label)
            if length < 7:
                yield Rule(call, (Points(max(good - 2, 0)), Length(suit, 7)), label)
        elif me.takeout and not me.named and suit not in a.partner.named:
            points = {1: 17, 2: 17, 3: 18}[cheapest]
            length = 6 if cheapest >= 2 else 5
            yield Rule(call, (Points(points), Length(suit, length)), "Strong hand, long suit")


def _sacrifices(a: Auction) -> Iterator[Rule]:
    """Yield sacrifices over the opponents' game with many trumps and few points, mostly if not vulnerable."""
    assert a.standing is not None
    if not a.at_game or LEVEL[a.standing] > 4 or STRAIN[a.standing] == NOTRUMP:
        return
    for suit in SUITS_BY_WORTH:
        level, held = a.cheapest(suit), a.partner.length(suit)
        call = a.bids(suit, level)
        if call is None or level > 5 or held < 3:
            continue
        trumps = 10 + (level == 5) + a.vulnerable - (a.they_are_vulnerable and not a.vulnerable)
        if held < trumps <= 13:
            yield Rule(call, (Length(suit, trumps - held), HighCards(0, 12), Support(suit, 6)), "Sacrifice")


def shapely_sacrifices(a: Auction) -> Iterator[Rule]:
    """Yield bids over the opponents' game with ten trumps, a second long suit and shortness in their suit."""
    assert a.standing is not None
    if not a.at_game or not a.they_hold_the_bid or LEVEL[a.standing] > 4 or STRAIN[a.standing] == NOTRUMP:
        return
    theirs = STRAIN[a.standing]
    for suit in SUITS_BY_WORTH:
        level, held = a.cheapest(suit), a.partner.length(suit)
        call = a.bids(suit, level)
        if call is None or level > 5 or held < 3 or (a.vulnerable and not a.they_are_vulnerable):
            continue
        second = Either(tuple((Length(other, 5),) for other in SUITS if other not in (suit, theirs)))
        trumps = Length(suit, max(5, 10 - held))
        yield Rule(call, (trumps, second, Length(theirs, 0, 1), HighCards(5)), "Sacrifice")


def _penalty_doubles(a: Auction, level: int, strain: int) -> Iterator[Rule]:
    known = a.partner.expected
    if a.doubled != 1 or a.partner.actions == 0:
        return
    fit = a.our_agreed is not None
    if strain == NOTRUMP:
        least = {1: 23, 2: 22, 3: 21}.get(level, 20)
        yield Rule(DOUBLE, (HighCards(max(least - known, 4)),), "Penalty double", then="penalty double")
        return
    if level == 1 or strain not in a.their_suits:
        return
    least = {2: 23, 3: 22, 4: 21}.get(level, 20) + fit * (level <= 3)
    if level <= 3:
        strength = HighCards(max(least - known, 5)), Length(strain, 4)
        yield Rule(DOUBLE, strength, "Penalty double", then="optional double")
        return
    # A game is doubled with tricks in trumps, or with so many points that it cannot make.
    trumps = Either(
        ((Length(strain, 4), Honours(strain, 1, JACK)), (Length(strain, 3), Honours(strain, 2, JACK)))
    )
    yield Rule(DOUBLE, (HighCards(max(least - known, 5)), trumps), "Penalty double", then="penalty double")
    safe = HighCards(max(least + 3 - known, 8)), Length(strain, 1 if level == 4 else 0)
    yield Rule(DOUBLE, safe, "Penalty double", then="penalty double")


def penalty_passes(a: Auction) -> Iterator[Rule]:
    """Yield the pass that turns partner's takeout double into a double for penalties."""
    p = a.partner
    if a.standing is None or a.partner_call is not DOUBLE or not a.rho_passed or not p.takeout:
        return
    strain, level = STRAIN[a.standing], LEVEL[a.standing]
    if strain < NOTRUMP and level >= 2:
        yield Rule(PASS, (HighCards(7), Length(strain, 4), Honours(strain, 2, TEN)), "For penalties")


def strong_competition(a: Auction) -> Iterator[Rule]:
    """Yield the calls that force to game after an overcall: a new suit at the three level, or a cue-bid."""
    if a.at_game or not a.their_suits or not a.partner.actions or a.partner.low < 6:
        return
    game = NOTRUMP_GAME - a.partner.expected + 1
    if a.our_force is Force.GAME or a.our_agreed in MAJORS or a.me.high < game:
        return
    for suit in reversed(a.unbid()):
        call = a.bids(suit, 3)
        if call and a.cheapest(suit) == 3 and a.they_hold_the_bid and a.our_agreed is None:
            yield Rule(call, (Points(game), Length(suit, 5)), "New suit", Force.GAME)
    for suit in a.their_suits:
        if a.cheapest(suit) <= 3 and (call := a.bids(suit, a.cheapest(suit))):
            yield Rule(
                call,
                (Points(game + 1),),
                "Cue-bid, forces to game",
                Force.GAME,
                alert=True,
                natural=False,
            )


def after_optional_double(a: Auction) -> Iterator[Rule]:
    """Yield the answers to a double that shows strength: a pass for penalties, else natural bids."""
    assert a.standing is not None
    strain, level = STRAIN[a.standing], LEVEL[a.standing]
    yield Rule(PASS, (Length(strain, 4 if level < 3 else 3),), "For penalties")
    for suit in SUITS_BY_WORTH:
        cheapest = a.cheapest(suit)
        if (call := a.bids(suit, cheapest)) and cheapest <= 3 and suit not in a.their_suits:
            if suit in a.partner.named:
                yield Rule(call, (Length(suit, trumps_needed(a, suit)),), "Prefers this suit")
            elif suit in a.me.named:
                yield Rule(call, (Length(suit, 5), Length(strain, 0, 3)), "Long suit")
            else:
                short = Length(strain, 0, 1 if a.me.notrump else 2)
                yield Rule(call, (Length(suit, 4), short), "Second suit")
    yield Rule(PASS, (), "For penalties")


def after_strong_cue(a: Auction) -> Iterator[Rule]:
    """Yield the answers to a strong doubler's cue-bid; the first suit again shows a minimum."""
    for suit in a.me.named:
        if suit in MAJORS and (call := a.bids(suit, 4)):
            yield Rule(call, (Points(6), Length(suit, 5)), "To play")
    if a.can_bid(Call.THREE_NOTRUMPS):
        stops = tuple(Stopper(suit) for suit in a.their_suits)
        yield Rule(Call.THREE_NOTRUMPS, (HighCards(5), *stops), "To play")
    for suit in reversed(a.unbid()):
        if (call := a.bids(suit, a.cheapest(suit))) and LEVEL[call] <= 3:
            yield Rule(call, (Length(suit, 4), Points(4)), "Second suit")
    for suit in a.me.named:
        if call := a.bids(suit, a.cheapest(suit)):
            yield Rule(call, (), "Minimum")


def after_penalty_double(a: Auction) -> Iterator[Rule]:
    """Yield the answer to a penalty double, which is a pass."""
    yield Rule(PASS, (), "For penalties")
