"""A bidder: by the rules of each side's system it chooses calls, explains them and infers hands from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bots.bridge.bidding.auction import Auction, merged
from bots.bridge.bidding.candidates import candidates
from bots.bridge.bidding.hand_facts import NOTRUMP, HandFacts, facts_of
from bots.bridge.bidding.meanings import meaning_of
from bots.bridge.bidding.promises import Length, Promise, Ranges, fits
from bots.bridge.bidding.rules import STRAIN, Force, Rule
from bots.bridge.bidding.system import System
from bots.bridge.bidding.writer import written
from protocol.rules.bridge.auction import is_over
from protocol.v1.bridge import SEATS, Call, Hand, Meaning, Seat, Vulnerability


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a call for opponents, and whether the laws want it alerted."""

    rule: Rule

    @property
    def alert(self) -> bool:
        """Return True if the laws want the call alerted."""
        return self.rule.alert

    @property
    def ruled(self) -> bool:
        """Return False if no agreement covers the call; the words of the explanation then say so."""
        return self.rule.ruled

    @property
    def meaning(self) -> Meaning:
        """Return the meaning of the call in the fields of the protocol."""
        return meaning_of(self.rule)

    @property
    def words(self) -> str:
        """Return the explanation in the words of a player, such as `Weak two: 5-10 points, six hearts`."""
        return written(self.meaning)


@dataclass(frozen=True, slots=True)
class Choice:
    """A call that the bidder chooses, with its explanation."""

    call: Call
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Decision:
    """One call of an auction, with the rules that its player could follow, in the order of their priority."""

    call: Call
    rules: tuple[Rule, ...]
    meaning: Rule

    def agrees_with(self, facts: HandFacts) -> bool:
        """Return True if a player with this hand makes this call by the bidding rules.

        If no bidding rule has the call, every hand agrees with it: return True.
        """
        if not any(rule.call is self.call for rule in self.rules):
            return True
        return next((rule.call for rule in self.rules if fits(rule.promise, facts)), None) is self.call

    def promises(self, facts: HandFacts) -> bool:
        """Return True if the hand with the facts `facts` has what this call promises."""
        return fits(self.meaning.promise, facts)


@dataclass(frozen=True, slots=True)
class SeatConstraints:
    """The limits that the calls of one seat set to its hand.

    `ranges` are bounds of points and suit lengths, within which random hands are drawn. `decisions` are the
    seat's calls, by which a randomly drawn hand is tested and weighed.
    """

    ranges: Ranges
    decisions: tuple[Decision, ...]

    @property
    def promises(self) -> tuple[Promise, ...]:
        """Return the promise of each of the seat's calls, in the order of the calls."""
        return tuple(decision.meaning.promise for decision in self.decisions)

    def agreement(self, facts: HandFacts) -> float:
        """Return how well the seat's calls fit a hand, from 0.0 (no call fits) to 1.0 (every call fits).

        A call that the rules choose with the hand counts 1, and any other call of which the hand keeps the
        promise counts one half.
        """
        if not self.decisions:
            return 1.0
        marks = (
            1.0 if decision.agrees_with(facts) else 0.5 if decision.promises(facts) else 0.0
            for decision in self.decisions
        )
        return sum(marks) / len(self.decisions)

    def allow(self, facts: HandFacts) -> bool:
        """Return True if the hand with the facts `facts` has all that the seat's calls promise."""
        return self.ranges.contain(facts) and all(decision.promises(facts) for decision in self.decisions)


class Bidder:
    """The bidding at a table, by the rules of the system of each side.

    `systems` are the systems of North-South and of East-West. Each call is made and read by the system of the
    side that makes it, also in the rules of its opponents. `Bidder(system)` is a table where both sides bid
    by one system.
    """

    def __init__(self, north_south: System, east_west: System | None = None) -> None:
        self.systems = (north_south, east_west or north_south)

    def call(self, hand: Hand, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]) -> Choice:
        """Return the call that the rules choose for the seat that is to call, with its explanation."""
        state = _state(self.systems, dealer, vulnerability, tuple(calls))
        facts = facts_of(hand)
        chosen = next(rule for rule in state.rules if fits(rule.promise, facts))
        meaning = state.meaning(chosen.call) if chosen.ruled else chosen
        return Choice(chosen.call, Explanation(meaning))

    def rules(self, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]) -> tuple[Rule, ...]:
        """Return the rules for the next call of an auction in the order of their priority."""
        return _state(self.systems, dealer, vulnerability, tuple(calls)).rules

    def explanation(self, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]) -> Explanation:
        """Return the explanation of the last call in `calls` by the system of the side that made it."""
        *before, call = calls
        return Explanation(_state(self.systems, dealer, vulnerability, tuple(before)).meaning(call))

    def constraints(
        self, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]
    ) -> tuple[SeatConstraints, ...]:
        """Return, for each of the four hands from North on, the limits that the calls so far set to it."""
        state = _state(self.systems, dealer, vulnerability, tuple(calls))
        return tuple(
            SeatConstraints(
                state.auction.shown[seat].ranges,
                tuple(decision for caller, decision in state.decisions if caller is seat),
            )
            for seat in SEATS
        )


def rules_for(
    system: System, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]
) -> tuple[Rule, ...]:
    """Return the bidding rules for the next call of an auction in the order of their priority."""
    return Bidder(system).rules(dealer, vulnerability, calls)


@dataclass(frozen=True, slots=True)
class _State:
    """An auction, the rules for its next call, and each earlier call with its seat and its rules."""

    auction: Auction
    rules: tuple[Rule, ...]
    decisions: tuple[tuple[Seat, Decision], ...] = ()

    def meaning(self, call: Call) -> Rule:
        """Return the bidding rule that explains the call `call`, taken as the next call of the auction."""
        same = [rule for rule in self.rules if rule.call is call and rule.ruled]
        return merged(same) if same else _unknown(self.auction, call)


def _unknown(auction: Auction, call: Call) -> Rule:
    """Return the meaning of a call that no rule has: a bid in an unbid suit promises four cards in it."""
    strain = STRAIN[call]
    promise: Promise = ()
    if call.is_bid and strain < NOTRUMP and strain in auction.unbid():
        promise = (Length(strain, 4),)
    return Rule(call, promise, "no agreement", Force.NONE, natural=True, ruled=False)


@lru_cache(maxsize=8192)
def _state(
    systems: tuple[System, System], dealer: Seat, vulnerability: Vulnerability, calls: tuple[Call, ...]
) -> _State:
    """Return the state of the bidding after some calls, derived from the state before the last call."""
    auction = Auction(dealer, vulnerability)
    decisions: tuple[tuple[Seat, Decision], ...] = ()
    if calls:
        before = _state(systems, dealer, vulnerability, calls[:-1])
        meaning = before.meaning(calls[-1])
        decision = Decision(calls[-1], before.rules, meaning)
        auction = before.auction.after(calls[-1], meaning)
        decisions = (*before.decisions, (before.auction.seat, decision))
    if is_over(calls):
        return _State(auction, (), decisions)
    rules = tuple(candidates(systems[auction.seat % 2], auction))
    return _State(auction, rules, decisions)
