"""Natural bidding from what both partners have shown: games, invitations, slams and part-scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.competition import competition, penalty_passes, strong_competition
from bots.bridge.bidding.games import (
    MAJOR_GAME,
    MINOR_GAME,
    NOTRUMP_GAME,
    SUITS_BY_WORTH,
    stoppers_needed,
    trumps_needed,
)
from bots.bridge.bidding.hand_facts import DIAMONDS, MAJORS, MINORS, NOTRUMP, SUITS, TEN
from bots.bridge.bidding.promises import (
    Condition,
    Either,
    Flat,
    HighCards,
    Honours,
    Length,
    Longer,
    PlayingTricks,
    Points,
    Promise,
    Stopper,
    Support,
    Uneven,
)
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from bots.bridge.bidding.slam import SMALL_SLAM, slam_moves
from protocol.v1.bridge import Call

PASS, DOUBLE = Call.PASS, Call.DOUBLE


def continuations(a: Auction) -> Iterator[Rule]:
    """Yield a player's natural calls in the order of priority, once the player's side has bid or doubled."""
    partner_placed = a.we_hold_the_bid and a.at_game and not a.forced
    yield from penalty_passes(a)
    if not (partner_placed and a.doubled > 1):
        yield from slam_moves(a)
    if partner_placed:
        if _misfit_game(a):
            yield from _corrections(a)
        yield Rule(PASS, (), "To play")
        return
    yield from _answers_negative_double(a)
    yield from _major_games(a)
    if not a.at_game and not a.they_hold_the_bid:
        yield from _explorations(a)
    if a.our_force is Force.GAME or a.forced:
        yield from _game_forcing_moves(a)
    yield from _support_over_notrumps(a)
    yield from _minor_slam_tries(a)
    yield from _notrump_game(a)
    yield from _strong_opener(a)
    yield from strong_competition(a)
    yield from _minor_games(a)
    if not a.at_game and not a.they_hold_the_bid:
        yield from _strong_doubler(a)
        yield from _new_suits(a)
        yield from _invitations(a)
    if a.they_hold_the_bid:
        yield from competition(a)
    if not a.forced:
        yield from _partscores(a)
        yield from _passes(a)
    else:
        yield from _partscores(a)
        yield from least_bids(a)


def _holes(a: Auction) -> tuple[Condition, ...]:
    """Return the condition of a stopper in the only suit that neither side has shown.

    Returns () if there are several such suits or none, or if partner has a balanced hand.
    """
    if a.partner.notrump or a.partner.ranges.balanced:
        return ()
    open_suits = [
        suit
        for suit in SUITS
        if a.partner.length(suit) < 4 and a.me.length(suit) < 4 and suit not in a.their_suits
    ]
    return tuple(Stopper(suit) for suit in open_suits) if len(open_suits) == 1 else ()


def _major_games(a: Auction) -> Iterator[Rule]:
    """Yield games in a major that are bid to play, and three of a major with a new fit and slam interest."""
    p, known = a.partner, a.partner.expected
    for suit in sorted(MAJORS, key=lambda s: p.length(s) + a.me.length(s), reverse=True):
        need = trumps_needed(a, suit)
        if need > 6 and a.me.length(suit) < 5:
            continue
        call = a.bids(suit, 4)
        least = MAJOR_GAME - known + (suit == a.our_agreed)
        if call is None or a.me.high + 6 < least:
            continue
        if a.our_force is Force.GAME and (three := a.bids(suit, 3)) and a.our_agreed is None and need < 6:
            more = SMALL_SLAM + 1 - p.most
            yield Rule(three, (Support(suit, more), Length(suit, need)), "Fit, slam interest", agrees=suit)
        if a.our_force is Force.GAME:
            least = 0
        yield Rule(call, (Support(suit, least), Length(suit, need)), "To play", agrees=suit)
    if a.their_suits or a.our_agreed is not None:
        return
    for suit in MAJORS:
        if suit in a.me.named and p.length(suit) < 2 <= p.longest(suit) and (call := a.bids(suit, 4)):
            good = (Points(MAJOR_GAME + 1 - known), Length(suit, 6), Honours(suit, 3, TEN))
            yield Rule(call, good, "To play")
            yield Rule(call, (Points(MAJOR_GAME + 1 - known), Length(suit, 7)), "To play")


def _support_over_notrumps(a: Auction) -> Iterator[Rule]:
    """Yield bids over partner's natural 2NT that show three-card support or a fifth card in a major."""
    p, last = a.partner, a.partner.last
    if a.standing is not Call.TWO_NOTRUMPS or last is None or last.call is not a.standing or not last.natural:
        return
    if a.contested:
        return
    game = NOTRUMP_GAME - p.expected
    for suit in MAJORS:
        call = bid(3, suit)
        if suit in p.named and suit not in a.me.named and p.length(suit) == 4 and p.longest(suit) >= 5:
            yield Rule(call, (HighCards(game), Length(suit, 3)), "Three-card support", Force.GAME)
        if suit in a.me.named and suit not in p.named and p.longest(suit) >= 3 and a.me.length(suit) < 6:
            length = Length(suit, a.me.length(suit) + 1)
            yield Rule(call, (HighCards(game), length), "Longer suit", Force.GAME)


def _minor_slam_tries(a: Auction) -> Iterator[Rule]:
    """Yield raises of partner's long minor to four, which force to game, with a fit and slam interest."""
    p = a.partner
    for suit in MINORS:
        call = a.bids(suit, 4)
        if call is None or a.their_suits or a.at_game or p.length(suit) < 5 or a.our_agreed is not None:
            continue
        strength = Support(suit, SMALL_SLAM - 1 - p.expected)
        yield Rule(call, (strength, Length(suit, 4), Uneven()), "Slam interest", Force.GAME, agrees=suit)


def _notrump_game(a: Auction) -> Iterator[Rule]:
    """Yield three notrumps to play."""
    known = a.partner.expected
    fit = a.our_agreed in MAJORS
    if a.can_bid(Call.THREE_NOTRUMPS) and a.me.high >= NOTRUMP_GAME - known and not fit:
        enough = Either(((HighCards(NOTRUMP_GAME - known),), (Points(NOTRUMP_GAME + 2 - known),)))
        no_long_minor = tuple(Length(suit, 0, 7) for suit in a.me.named if suit in MINORS)
        yield Rule(Call.THREE_NOTRUMPS, (enough, *stoppers_needed(a), *_holes(a), *no_long_minor), "To play")


def _minor_games(a: Auction) -> Iterator[Rule]:
    """Yield games in a minor that are bid to play."""
    p, known = a.partner, a.partner.expected
    for suit in MINORS:
        need = max(0, 8 - p.length(suit))
        call = a.bids(suit, 5)
        if call is None or p.length(suit) < 3 or a.me.high < MINOR_GAME - known:
            continue
        yield Rule(call, (Support(suit, MINOR_GAME - known), Length(suit, need)), "To play", agrees=suit)


def _game_forcing_moves(a: Auction) -> Iterator[Rule]:
    """Yield natural bids below game in an auction that must not end below game."""
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call is None or level > 3 or a.our_force is not Force.GAME:
            continue
        if suit in a.partner.named and a.our_agreed is None:
            yield Rule(call, (Length(suit, trumps_needed(a, suit)),), "Fit", agrees=suit)
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call is None or level > 3 or a.our_force is not Force.GAME:
            continue
        if suit in a.me.named:
            yield Rule(call, (Length(suit, max(6, a.me.length(suit) + 1)),), "Longer suit")
        elif suit not in a.partner.named and suit not in a.their_suits:
            yield Rule(call, (Length(suit, 4),), "Second suit")


def _explorations(a: Auction) -> Iterator[Rule]:
    """Yield new suits that force to game, with one more card in a major than the player has shown."""
    for suit in a.me.named:
        if suit not in MAJORS or a.me.length(suit) >= 6 or a.partner.longest(suit) < 3:
            continue
        if a.partner.length(suit) >= 8 - a.me.length(suit):
            continue
        for rule in _new_suits(a):
            yield replace(rule, promise=(*rule.promise, Length(suit, a.me.length(suit) + 1)))


def _new_suits(a: Auction) -> Iterator[Rule]:
    """Yield natural new suits that force to game, and the artificial bid of the fourth suit."""
    game = NOTRUMP_GAME - a.partner.expected + 1
    if a.our_force is Force.GAME or a.our_agreed is not None or a.me.high < game or a.partner.notrump:
        return
    for suit in reversed(a.unbid()):
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call is None or level > 3 or not a.partner.named:
            continue
        fourth = len(a.unbid()) == 1 and len(a.partner.named) == 2
        if fourth:
            yield Rule(
                call,
                (Points(game),),
                "Fourth suit, forces to game",
                Force.GAME,
                "fourth suit",
                alert=True,
                natural=False,
            )
        else:
            yield Rule(call, (Points(game), Length(suit, 4)), "New suit", Force.GAME)


def _answers_negative_double(a: Auction) -> Iterator[Rule]:
    """Yield opener's bids of a four-card major after partner's negative double, which promises a major."""
    if a.opener != a.seat or a.partner_call is not DOUBLE or not a.rho_passed or not a.partner.takeout:
        return
    known = a.partner.expected
    for suit in reversed([suit for suit in MAJORS if suit in a.unbid() and a.partner.length(suit) >= 3]):
        if (call := a.bids(suit, 4)) and a.cheapest(suit) >= 3:
            yield Rule(call, (Support(suit, MAJOR_GAME + 1 - known), Length(suit, 4)), "To play")
        if (call := a.bids(suit, a.cheapest(suit))) and a.cheapest(suit) == 3:
            yield Rule(call, (Support(suit, 0, MAJOR_GAME - known), Length(suit, 4)), "Answers the double")


def after_fourth_suit(a: Auction) -> Iterator[Rule]:
    """Yield the answers to fourth suit forcing: three-card support, else a long own suit or a stopper."""
    for suit in reversed(a.partner.named):
        need = 8 - max(5, a.partner.length(suit)) if suit in MAJORS else 4
        if (call := a.bids(suit, a.cheapest(suit))) and LEVEL[call] <= 3:
            yield Rule(call, (Length(suit, need),), "Support", Force.GAME)
    for suit, length in zip(a.me.named[:2], (6, 5), strict=False):
        if (call := a.bids(suit, a.cheapest(suit))) and LEVEL[call] <= 3:
            yield Rule(call, (Length(suit, length),), "Longer suit", Force.GAME)


def _strong_opener(a: Auction) -> Iterator[Rule]:
    """Yield the game and the jump of an opener with a long major and many playing tricks over a later bid."""
    if a.opener != a.seat or a.me.actions != 1 or a.partner.actions or not a.they_hold_the_bid:
        return
    for suit in MAJORS:
        if suit not in a.me.named:
            continue
        if game := a.bids(suit, 4):
            yield Rule(game, (PlayingTricks(9), Length(suit, 6)), "To play")
        if a.cheapest(suit) == 2:
            yield Rule(bid(3, suit), (PlayingTricks(8), Length(suit, 6)), "Strong hand, long suit")


def _strong_doubler(a: Auction) -> Iterator[Rule]:
    """Yield the second calls of a strong takeout doubler: a long suit, or a raise of partner's suit."""
    if not a.me.takeout or a.me.actions != 1:
        return
    for suit in a.partner.named:
        for level, (low, high) in ((4, (21, 30)), (3, (18, 20)), (2, (15, 17))):
            if level == 4 and suit not in MAJORS:
                continue  # three notrumps come first
            if (call := a.bids(suit, level)) and a.partner.length(suit) >= 3 and a.partner.high <= 14:
                yield Rule(call, (Support(suit, low, high), Length(suit, 4)), "Raise with extra strength")
    level, least = a.cheapest(NOTRUMP), 18 if a.me.low >= 11 else 15
    if level <= 2:
        yield Rule(
            bid(level, NOTRUMP),
            (HighCards(least, least + 2), Flat(semi=True), *stoppers_needed(a)),
            "Strong hand",
        )
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        if (
            level <= 3
            and suit not in a.partner.named
            and suit not in a.their_suits
            and (call := a.bids(suit, level))
        ):
            yield Rule(call, (Points(17), Length(suit, 5)), "Strong hand, long suit")
    for suit in a.partner.named:
        if a.cheapest(suit) <= 3 and (call := a.bids(suit, a.cheapest(suit))) and a.partner.length(suit) >= 4:
            yield Rule(call, (Support(suit, 19), Length(suit, 3)), "Raise with extra strength")
    for suit in a.their_suits:
        if (call := a.bids(suit, a.cheapest(suit))) and LEVEL[call] <= 3 and a.partner.named:
            label = "Strong hand, asks for more"
            yield Rule(call, (HighCards(20),), label, Force.ROUND, "strong cue", alert=True, natural=False)
            break


def _invitations(a: Auction) -> Iterator[Rule]:
    p, known = a.partner, a.partner.expected
    if p.high - p.low < 2 or a.our_force is Force.GAME:
        return
    top = min(p.most, known + 1)
    for suit in MAJORS:
        if suit in a.me.named and p.length(suit) < 2 and (call := a.bids(suit, 3)):
            good = Honours(suit, 3, TEN)
            yield Rule(call, (Points(27 - top, 26 - known), Length(suit, 6), good), "Invitation")
    for suit in (*MAJORS, DIAMONDS, 0):
        need = max(0, 8 - p.length(suit))
        call = a.bids(suit, 3)
        game = MAJOR_GAME + (suit == a.our_agreed) if suit in MAJORS else MINOR_GAME - 1
        if call is None or p.length(suit) < 2 or a.me.high + 6 < game - top:
            continue
        if need >= 6:
            yield Rule(call, (Points(game - top, game - 1 - known), Length(suit, need)), "Invitation")
        elif STRAIN.get(a.standing or PASS) != suit or LEVEL[a.standing or PASS] < 3:
            yield Rule(call, (Support(suit, game - top, game - 1 - known), Length(suit, need)), "Invitation")
    if a.can_bid(Call.TWO_NOTRUMPS) and a.me.high >= NOTRUMP_GAME - top:
        points = HighCards(NOTRUMP_GAME - top, NOTRUMP_GAME - 1 - known)
        yield Rule(Call.TWO_NOTRUMPS, (points, *stoppers_needed(a), *_holes(a)), "Invitation")


def _partscores(a: Auction) -> Iterator[Rule]:
    """Yield preferences, raises and rebids with which a player wants to play a part-score."""
    assert a.standing is not None
    p, me, low = a.partner, a.me, a.partner.low
    strain, level = STRAIN[a.standing], LEVEL[a.standing]
    weak = MAJOR_GAME - 3 - low
    if a.they_hold_the_bid and not a.forced:
        return
    if strain < NOTRUMP and p.length(strain) >= 4 and not a.forced and a.we_hold_the_bid:
        if level == 1:
            weak = min(weak, NOTRUMP_GAME - p.most)
        yield Rule(
            PASS,
            (Points(0, max(weak, 0)), Length(strain, max(0, 7 - p.length(strain))), *_no_better(a)),
            "To play",
        )
    if strain == NOTRUMP and not a.forced and a.we_hold_the_bid and level >= 2:
        yield Rule(PASS, (HighCards(0, max(0, NOTRUMP_GAME - 1 - low)), *_short_own(a)), "To play")
    if a.standing is Call.ONE_NOTRUMP and p.notrump and me.named and not a.contested:
        yield from _runs_from_one_notrump(a)
    limit = 3 if a.forced else 2
    for suit in SUITS_BY_WORTH:
        cheapest = a.cheapest(suit)
        call = a.bids(suit, cheapest)
        if call is None or cheapest > limit:
            continue
        if suit in p.named:
            yield Rule(call, (Length(suit, trumps_needed(a, suit)),), "Prefers this suit")
    for suit in SUITS_BY_WORTH:
        cheapest = a.cheapest(suit)
        if suit in me.named and cheapest <= limit and (call := a.bids(suit, cheapest)):
            yield Rule(call, (Length(suit, max(6, me.length(suit) + 1)),), "Long suit")
    if a.can_bid(Call.ONE_NOTRUMP):
        yield Rule(Call.ONE_NOTRUMP, (HighCards(0, max(0, NOTRUMP_GAME - 3 - low)), *stoppers_needed(a)), "")
    if len(p.named) >= 2 and strain == p.named[-1]:
        first, last = p.named[0], p.named[-1]
        cheapest = a.cheapest(first)
        if cheapest <= limit and (call := a.bids(first, cheapest)):
            margin = p.length(last) - p.length(first)
            yield Rule(call, (Longer(first, last, margin), Length(first, 2)), "Prefers the first suit")


def _runs_from_one_notrump(a: Auction) -> Iterator[Rule]:
    """Yield the bids by which a weak unbalanced hand escapes from partner's rebid of one notrump."""
    high = max(0, 22 - a.partner.low)
    first = a.me.named[0]
    for suit in SUITS_BY_WORTH:
        call = a.bids(suit, 2)
        if call is None or suit in a.partner.named:
            continue
        if suit == first:
            yield Rule(call, (Points(0, high + 1), Length(suit, 6)), "To play")
        elif suit < first and suit in a.unbid():
            shape = (Length(first, 5), Length(suit, 4)) if first in MAJORS else (Length(suit, 5),)
            yield Rule(call, (Points(0, high + 1), *shape, Uneven()), "Second suit, to play")
    if first in MAJORS and (call := a.bids(first, 2)):
        yield Rule(call, (Points(0, high), Length(first, 5), Uneven()), "To play")


def _short_own(a: Auction) -> Promise:
    return tuple(Length(suit, 0, 5) for suit in a.me.named if suit in MAJORS)


def _no_better(a: Auction) -> Promise:
    p = a.partner
    assert a.standing is not None
    strain = STRAIN[a.standing]
    if len(p.named) >= 2 and strain == p.named[-1]:
        first = p.named[0]
        margin = p.length(first) - p.length(strain) + 1
        return (Longer(strain, first, margin),)
    return ()


def _passes(a: Auction) -> Iterator[Rule]:
    low = a.partner.low
    if a.they_hold_the_bid:
        yield Rule(PASS, (HighCards(0, max(a.me.ranges.hcp_low + 6, 24 - low, 0)),), "Nothing to add")
    else:
        yield Rule(PASS, (HighCards(0, max(NOTRUMP_GAME - low, 0)),), "Nothing to add")
    yield Rule(PASS, (), "No better call", ruled=False)


def _misfit_game(a: Auction) -> bool:
    return a.standing is Call.THREE_NOTRUMPS and a.partner_call is a.standing


def _corrections(a: Auction) -> Iterator[Rule]:
    """Yield corrections of three notrumps to a major game in which the side has eight trumps."""
    for suit in MAJORS:
        if a.contested:
            # Partner has the opponents' suit stopped and may be short in this one.
            if suit in a.me.named and a.me.length(suit) < 8:
                yield Rule(bid(4, suit), (Length(suit, 8),), "Prefers the long suit")
        elif suit in a.me.named or suit in a.partner.named:
            need = max(8 - a.partner.length(suit), a.me.length(suit))
            if need > a.me.length(suit) and a.partner.length(suit) >= 2 and need <= 6:
                yield Rule(bid(4, suit), (Length(suit, need),), "Prefers the major")
            elif suit in a.me.named and a.me.length(suit) < 7:
                yield Rule(bid(4, suit), (Length(suit, 7),), "Prefers the long suit")


def least_bids(a: Auction) -> Iterator[Rule]:
    """Yield the minimum bids of a player that must not pass partner's forcing call."""
    p, me = a.partner, a.me
    force = Force.NONE
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call is None or level > 4:
            continue
        if suit in p.named or p.length(suit) >= 4:
            yield Rule(call, (Length(suit, 3),), "Forced", force)
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call and level <= 3 and suit in me.named:
            yield Rule(call, (Length(suit, 5),), "Forced", force)
        elif call and level <= 3 and suit in a.unbid():
            yield Rule(call, (Length(suit, 4),), "Forced", force)
    level = a.cheapest(NOTRUMP)
    if level <= 3:
        yield Rule(bid(level, NOTRUMP), stoppers_needed(a), "Forced")
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call and level <= 4 and (suit in p.named or p.length(suit) >= 4):
            yield Rule(call, (Length(suit, 2),), "Forced", force)
    for suit in SUITS_BY_WORTH:
        level = a.cheapest(suit)
        call = a.bids(suit, level)
        if call and suit not in a.their_suits and level <= 5:
            yield Rule(call, (Length(suit, 4),), "Forced", force, ruled=False)
    level = a.cheapest(NOTRUMP)
    if level <= 7:
        yield Rule(bid(level, NOTRUMP), (), "Forced", force, ruled=False)


def after_good_raise(a: Auction) -> Iterator[Rule]:
    """Yield the answers to a cue-bid that shows a good raise: a game, an invitation, or the suit again."""
    suit = a.our_agreed
    if suit is None:
        return
    known, low = a.partner.low + 1, a.cheapest(suit)
    yield from slam_moves(a)
    if suit in MAJORS and (call := a.bids(suit, 4)):
        yield Rule(call, (Support(suit, MAJOR_GAME + 1 - known),), "To play")
        if low < 3 and (three := a.bids(suit, 3)):
            yield Rule(three, (Support(suit, MAJOR_GAME - 1 - known),), "Invitation")
    elif suit not in MAJORS:
        if a.can_bid(Call.THREE_NOTRUMPS):
            yield Rule(Call.THREE_NOTRUMPS, (HighCards(NOTRUMP_GAME - known), *stoppers_needed(a)), "To play")
        if a.can_bid(Call.TWO_NOTRUMPS):
            yield Rule(Call.TWO_NOTRUMPS, (HighCards(0, NOTRUMP_GAME - 1 - known), *stoppers_needed(a)), "")
        if game := a.bids(suit, 5):
            yield Rule(game, (Support(suit, MINOR_GAME + 1 - known),), "To play")
    if call := a.bids(suit, low):
        yield Rule(call, (), "Minimum")


def after_feature(a: Auction) -> Iterator[Rule]:
    """Yield the second calls of a player that has answered partner's weak two with two notrumps."""
    suit = a.partner.named[0]
    yield from slam_moves(a)
    if suit in MAJORS:
        if a.standing is Call.THREE_NOTRUMPS:
            yield Rule(bid(4, suit), (Length(suit, 3),), "To play")
        elif call := a.bids(suit, 4):
            yield Rule(call, (Support(suit, 17), Length(suit, 2)), "To play")
