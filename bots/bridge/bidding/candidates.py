"""The bidding rules that apply to the next call of an auction, in the order of their priority."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bots.bridge.bidding import (
    competition,
    interference,
    natural,
    notrump,
    overcalls,
    rebids,
    responses,
    slam,
    two_suiters,
)
from bots.bridge.bidding.auction import Auction, Shown
from bots.bridge.bidding.hand_facts import LETTERS, MAJORS, NOTRUMP, SUITS
from bots.bridge.bidding.openings import openings
from bots.bridge.bidding.rules import LEVEL, STRAIN, Rule
from bots.bridge.bidding.system import System
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import Call

Answers = Callable[[System, Auction], "Iterator[Rule] | tuple[Rule, ...]"]


def candidates(system: System, a: Auction) -> Iterator[Rule]:
    """Yield the rules for legal next calls in the order of their priority; the last rule fits every hand.

    The rules for a call come in groups: answers to conventions, first calls, natural continuations. A call
    has the meaning of the first group of rules that contains it; later groups do not change this meaning.
    """
    legal = legal_calls(a.calls)
    taken: set[Call] = set()
    for group in _groups(system, a):
        rules = [rule for rule in group if rule.call in legal and rule.call not in taken]
        taken.update(rule.call for rule in rules)
        yield from rules
    if a.forced:
        yield from (replace(rule, ruled=False) for rule in natural.least_bids(a) if rule.call in legal)
    yield Rule(Call.PASS, (), "No agreement", ruled=False)


def _groups(system: System, a: Auction) -> Iterator[Iterator[Rule]]:
    if a.standing is None:
        yield iter(openings(system, len(a.calls), a.vulnerable))
        return
    yield _conventional(system, a)
    if a.me.actions == 0 and a.partner.actions == 0:
        yield overcalls.overcalls(a)
        return
    yield _first_calls(system, a)
    yield natural.continuations(a)


def _conventional(system: System, a: Auction) -> Iterator[Rule]:
    """Yield the answers to partner's convention, unless the opponents have interfered."""
    last = a.partner.last
    if last is None or not last.then or a.partner_call is not last.call:
        return
    if last.then in ("two suits", "michaels major") and a.rho_call.is_bid:
        suits = [suit for suit in SUITS if a.partner.length(suit) >= 4]
        yield from two_suiters.free_choice_of_suits(a, suits)
        return
    undisturbed = a.rho_passed or (a.rho_call is Call.DOUBLE and last.then not in DISTURBED_BY_DOUBLE)
    if undisturbed and (answers := ANSWERS.get(last.then)):
        yield from answers(system, a)


def _first_calls(system: System, a: Auction) -> Iterator[Rule]:
    """Yield the special rules for a player's first call other than pass, or for opener's rebid."""
    p, me = a.partner, a.me
    partner_opened = a.opener == a.seat.partner
    if me.actions == 0 and partner_opened and _strong(p.last) and a.they_hold_the_bid:
        yield from interference.responses_over_strong_opening(a)
    elif me.actions == 0 and p.actions == 1 and _overcalled_notrump(a):
        yield from interference.responses_to_notrump_over_overcall(a)
    elif me.actions == 0 and partner_opened and p.actions == 1 and p.named:
        if a.rho_call is Call.DOUBLE and a.opening is a.standing and a.opening in ONE_LEVEL:
            yield from interference.responses_over_double(a)
        elif a.they_hold_the_bid and a.opening is not None and LEVEL[a.opening] == 1:
            yield from interference.responses_over_overcall(a)
    elif a.opener == a.seat and a.partner_call is Call.REDOUBLE and me.actions == 1:
        yield from interference.opener_after_redouble(a)
    elif me.first is Call.REDOUBLE and me.actions == 1 and a.they_hold_the_bid and a.rho_passed:
        yield from interference.redoubler(a)
    elif a.doubled == REDOUBLED and me.takeout and me.actions == 1 and a.passing_ends_it:
        yield from overcalls.run_from_redouble(a)
    elif (
        me.actions == 0
        and p.takeout
        and a.they_hold_the_bid
        and (p.actions == 1 or a.partner_call is Call.DOUBLE)
    ):
        yield from overcalls.advance_of_double(a)
    elif me.actions == 0 and p.actions == 1 and p.named and not partner_opened:
        yield from overcalls.advance_of_overcall(a)
    elif a.opener == a.seat and me.actions == 1 and _strong(me.last) and a.they_hold_the_bid:
        yield from interference.rebids_of_strong_opener(a)
    elif a.opener == a.seat and p.actions == 0 and a.they_hold_the_bid and a.passing_ends_it:
        yield from interference.reopening(a)
    elif a.opener == a.seat and me.actions == 1 and p.actions == 1 and a.bidder == a.seat.partner:
        yield from _rebids(system, a)


def _overcalled_notrump(a: Auction) -> bool:
    """Return True if an opponent has bid a suit at the two level directly over partner's one notrump."""
    over = a.partner_call is Call.ONE_NOTRUMP and a.partner.notrump and a.they_hold_the_bid
    return over and a.standing is not None and STRAIN[a.standing] < NOTRUMP and LEVEL[a.standing] == 2


def _strong(last: Rule | None) -> bool:
    """Return True if a bidding rule is the rule of a strong artificial opening."""
    return last is not None and last.then in ("strong 1C", "2C")


def _rebids(system: System, a: Auction) -> Iterator[Rule]:
    assert a.opening is not None
    level, strain = LEVEL[a.opening], STRAIN[a.opening]
    last = a.partner.last
    if level != 1 or strain == NOTRUMP or last is None or not a.me.named:
        return
    opened, call = LETTERS[strain], last.call
    match last.then:
        case "suit response":
            yield from rebids.after_suit_response(system, opened, call.value[1])
        case "1NT response" | "forcing 1NT":
            yield from rebids.after_notrump_response(system, opened, last.then == "forcing 1NT")
        case "two over one":
            yield from rebids.after_two_over_one(system, opened, call.value[1])
        case "raise":
            yield from rebids.after_raise(opened)
        case "limit raise":
            yield from rebids.after_limit_raise(opened)
        case "jacoby 2NT":
            yield from rebids.after_jacoby(opened)


def _notrump_range(a: Auction) -> tuple[int, int]:
    ranges = a.partner.ranges
    return ranges.hcp_low, ranges.hcp_high


def _my_range(a: Auction) -> tuple[int, int]:
    ranges = a.me.ranges
    return ranges.hcp_low, ranges.hcp_high


def _opening_responses(system: System, a: Auction) -> tuple[Rule, ...]:
    assert a.opening is not None
    suit, passed = a.opening.value[1], a.me.calls > 0
    if suit in "HS":
        return responses.responses_to_major(system, suit, passed)
    return responses.responses_to_minor(system, suit, passed)


def _partner_suit(a: Auction) -> str:
    last = a.partner.last
    assert last is not None
    return last.call.value[1]


def _letter(shown: Shown) -> str:
    """Return the letter of the first suit that a player has bid naturally, or "" if there is no such suit."""
    return LETTERS[shown.named[0]] if shown.named else ""


def _stayman_level(a: Auction) -> int:
    assert a.partner_call is not None
    return LEVEL[a.partner_call]


def _raise_major(a: Auction) -> str:
    suit = _partner_suit(a)
    return suit if suit in "HS" else ""


def _two_suits(a: Auction) -> Iterator[Rule]:
    """Yield the rules by which a player chooses between the two suits of partner's two-suited call."""
    suits = [suit for suit in SUITS if a.partner.length(suit) >= 4]
    yield from two_suiters.choice_of_suits(a, suits)


def _michaels_major(a: Auction) -> Iterator[Rule]:
    majors = [suit for suit in MAJORS if a.partner.length(suit) >= 4]
    yield from two_suiters.choice_of_suits(a, majors, 3)
    yield from two_suiters.minor_relay(a)


REDOUBLED = 4
ONE_LEVEL = (Call.ONE_CLUB, Call.ONE_DIAMOND, Call.ONE_HEART, Call.ONE_SPADE)

ANSWERS: dict[str, Answers] = {
    "1C": _opening_responses,
    "1D": _opening_responses,
    "1H": _opening_responses,
    "1S": _opening_responses,
    "1NT": lambda s, a: notrump.responses_to_one_notrump(*_notrump_range(a)),
    "2NT": lambda s, a: notrump.responses_to_two_notrumps(*_notrump_range(a)),
    "3NT": lambda s, a: notrump.responses_to_three_notrumps(_notrump_range(a)[0]),
    "2NT rebid": lambda s, a: notrump.responses_to_two_notrumps(s.two_notrumps[1] + 1, 24),
    "1NT rebid 16-19": lambda s, a: notrump.responses_to_one_notrump(16, 19),
    "2NT rebid 20-22": lambda s, a: notrump.responses_to_two_notrumps(20, 22),
    "stayman": lambda s, a: notrump.stayman_answers(_stayman_level(a)),
    "stayman 2D": lambda s, a: notrump.after_stayman("2D", _notrump_range(a)[0]),
    "stayman 2H": lambda s, a: notrump.after_stayman("2H", _notrump_range(a)[0]),
    "stayman 2S": lambda s, a: notrump.after_stayman("2S", _notrump_range(a)[0]),
    "stayman 3D": lambda s, a: notrump.after_stayman("3D", _notrump_range(a)[0]),
    "stayman 3H": lambda s, a: notrump.after_stayman("3H", _notrump_range(a)[0]),
    "stayman 3S": lambda s, a: notrump.after_stayman("3S", _notrump_range(a)[0]),
    "stayman 4D": lambda s, a: notrump.after_stayman("4D", _notrump_range(a)[0]),
    "stayman 4H": lambda s, a: notrump.after_stayman("4H", _notrump_range(a)[0]),
    "stayman 4S": lambda s, a: notrump.after_stayman("4S", _notrump_range(a)[0]),
    "transfer H": lambda s, a: notrump.transfer_answers("H", a.cheapest(2), *_my_range(a)),
    "transfer S": lambda s, a: notrump.transfer_answers("S", a.cheapest(3), *_my_range(a)),
    "transferred 2H": lambda s, a: notrump.after_transfer("2H", _notrump_range(a)[0]),
    "transferred 2S": lambda s, a: notrump.after_transfer("2S", _notrump_range(a)[0]),
    "transferred 3H": lambda s, a: notrump.after_transfer("3H", _notrump_range(a)[0]),
    "transferred 3S": lambda s, a: notrump.after_transfer("3S", _notrump_range(a)[0]),
    "texas H": lambda s, a: notrump.texas_answers("H"),
    "texas S": lambda s, a: notrump.texas_answers("S"),
    "minor puppet": lambda s, a: notrump.minor_puppet_answers(),
    "minor puppet 3C": lambda s, a: notrump.after_minor_puppet(),
    "quantitative": lambda s, a: notrump.quantitative_answers(*_my_range(a)),
    "2NT invitation H": lambda s, a: notrump.transfer_invitation_answers(*_my_range(a), "H"),
    "2NT invitation S": lambda s, a: notrump.transfer_invitation_answers(*_my_range(a), "S"),
    "2NT invitation": lambda s, a: notrump.invitation_answers(*_my_range(a)),
    "raise invitation": lambda s, a: _raise_invitation(a),
    "choice of games": lambda s, a: _choice_of_games(a),
    "2C": lambda s, a: responses.responses_to_two_clubs(),
    "2C 2D": lambda s, a: responses.rebids_after_two_clubs(s.two_notrumps[1] + 1),
    "2C 2D suit": lambda s, a: responses.responses_to_two_clubs_suit(_partner_suit(a)),
    "second negative": lambda s, a: responses.after_second_negative(LETTERS[a.me.named[0]]),
    "strong 1C": lambda s, a: responses.responses_to_strong_club(),
    "strong 1C 1D": lambda s, a: responses.rebids_after_strong_club(),
    "precision 2D": lambda s, a: responses.responses_to_short_diamond(),
    "weak two": lambda s, a: responses.responses_to_weak_two(_partner_suit(a)),
    "penalty double": lambda s, a: competition.after_penalty_double(a),
    "good raise": lambda s, a: natural.after_good_raise(a),
    "pass or correct": lambda s, a: two_suiters.pass_or_correct(a),
    "1NT rebid": lambda s, a: rebids.responder_after_one_notrump(
        _letter(a.partner), _letter(a.me), *_notrump_range(a)
    ),
    "reverse": lambda s, a: rebids.responder_after_reverse(
        LETTERS[a.partner.named[0]], LETTERS[a.me.named[0]], _partner_suit(a)
    ),
    "new minor": lambda s, a: rebids.after_new_minor(_letter(a.partner)),
    "strong cue": lambda s, a: competition.after_strong_cue(a),
    "optional double": lambda s, a: competition.after_optional_double(a),
    "fourth suit": lambda s, a: natural.after_fourth_suit(a),
    "feature": lambda s, a: responses.feature_answers(LETTERS[a.me.named[0]]),
    "feature told": lambda s, a: natural.after_feature(a),
    "preempt": lambda s, a: responses.responses_to_preempt(_stayman_level(a), _partner_suit(a)),
    "keycards": lambda s, a: slam.keycard_answers(s, a),
    "keycards told": lambda s, a: slam.after_keycards(s, a),
    "gerber": lambda s, a: slam.gerber_answers(),
    "gerber told": lambda s, a: slam.after_gerber(a),
    "cue Stayman": lambda s, a: interference.answers_to_cue_stayman(a),
    "cappelletti 2C": lambda s, a: overcalls.cappelletti_relay(),
    "cappelletti suit": lambda s, a: overcalls.cappelletti_suit(),
    "two suits": lambda s, a: _two_suits(a),
    "michaels major": lambda s, a: _michaels_major(a),
}
DISTURBED_BY_DOUBLE = ("1C", "1D", "1H", "1S")


def _raise_invitation(a: Auction) -> tuple[Rule, ...]:
    if a.me.notrump and a.me.ranges.balanced:
        return notrump.invitation_answers(*_my_range(a), _raise_major(a))
    return ()


def _choice_of_games(a: Auction) -> tuple[Rule, ...]:
    majors = [suit for suit in MAJORS if a.partner.length(suit) >= 5]
    return notrump.choice_of_games_answers(LETTERS[majors[0]]) if majors else ()
