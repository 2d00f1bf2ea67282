"""The bidder: the choice, the explanation and the constraints of calls, all from the rules of one system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bots.bridge.bidding.auction import Auction, merged
from bots.bridge.bidding.candidates import candidates
from bots.bridge.bidding.hand_facts import NOTRUMP, HandFacts, facts_of
from bots.bridge.bidding.promises import Length, Promise, Ranges, fits
from bots.bridge.bidding.rules import STRAIN, Force, Rule
from bots.bridge.bidding.system import System
from protocol.v1.bridge import SEATS, Call, Hand, Seat, Vulnerability


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a call for opponents, and whether the laws want it alerted.

    `ruled` is False for a call that no agreement covers; its words say so.
    """

    words: str
    alert: bool
    ruled: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A call that the bidder chooses, with its explanation."""

    call: Call
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Decision:
    """One call of an auction, with the rules among which its player chose, the strongest first."""

    call: Call
    rules: tuple[Rule, ...]
    meaning: Rule

    def agrees_with(self, facts: HandFacts) -> bool:
        """Return True if a player with this hand makes this call by the rules.

        If no rule has this call, every hand agrees with it.
        """
        if not any(rule.call is self.call for rule in self.rules):
            return True
        return next((rule.call for rule in self.rules if fits(rule.promise, facts)), None) is self.call

    def promises(self, facts: HandFacts) -> bool:
        """Return True if a hand satisfies what the call promises."""
        return fits(self.meaning.promise, facts)


@dataclass(frozen=True, slots=True)
class SeatConstraints:
    """The constraints that the calls of one seat put on its hand.

    `ranges` are bounds of points and lengths, good for drawing hands. `decisions` are the seat's calls, good
    for testing and weighing a hand that was drawn.
    """

    ranges: Ranges
    decisions: tuple[Decision, ...]

    @property
    def promises(self) -> tuple[Promise, ...]:
        """Return the promises of the calls, in their order."""
        return tuple(decision.meaning.promise for decision in self.decisions)

    def agreement(self, facts: HandFacts) -> float:
        """Return the share of the seat's calls that a hand fits.

        A call that the rules would choose with this hand counts 1, a call that only promises what the hand
        has counts one half.
        """
        if not self.decisions:
            return 1.0
        marks = (
            1.0 if decision.agrees_with(facts) else 0.5 if decision.promises(facts) else 0.0
            for decision in self.decisions
        )
        return sum(marks) / len(self.decisions)

    def allow(self, facts: HandFacts) -> bool:
        """Return True if a hand lies within everything that the calls promised."""
        return self.ranges.contain(facts) and all(decision.promises(facts) for decision in self.decisions)


class Bidder:
    """A player's bidding by the rules of one system."""

    def __init__(self, system: System) -> None:
        self.system = system

    def call(self, hand: Hand, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]) -> Choice:
        """Return the call that the system chooses for the seat that is to call, with its explanation."""
        state = _state(self.system, dealer, vulnerability, tuple(calls))
        facts = facts_of(hand)
        chosen = next(rule for rule in state.rules if fits(rule.promise, facts))
        meaning = state.meaning(chosen.call) if chosen.ruled else chosen
        return Choice(chosen.call, _explanation(meaning))

    def explanation(self, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]) -> Explanation:
        """Return the explanation of the last call in `calls`."""
        *before, call = calls
        return _explanation(_state(self.system, dealer, vulnerability, tuple(before)).meaning(call))

    def describes(
        self, hand: Hand, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]
    ) -> bool:
        """Return True if a hand lies within what the last call in `calls` promises."""
        *before, call = calls
        meaning = _state(self.system, dealer, vulnerability, tuple(before)).meaning(call)
        return fits(meaning.promise, facts_of(hand))

    def constraints(
        self, dealer: Seat, vulnerability: Vulnerability, calls: Sequence[Call]
    ) -> tuple[SeatConstraints, ...]:
        """Return what the calls so far tell of the four hands, North's first."""
        state = _state(self.system, dealer, vulnerability, tuple(calls))
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
    """Return the rules for the next call of an auction, the strongest first."""
    return _state(system, dealer, vulnerability, tuple(calls)).rules


def _explanation(meaning: Rule) -> Explanation:
    return Explanation(meaning.words(), meaning.alert, meaning.ruled)


@dataclass(frozen=True, slots=True)
class _State:
    """An auction, the rules for its next call, and the decisions behind its calls with their seats."""

    auction: Auction
    rules: tuple[Rule, ...]
    decisions: tuple[tuple[Seat, Decision], ...] = ()

    def meaning(self, call: Call) -> Rule:
        """Return the rule that explains a call made now."""
        same = [rule for rule in self.rules if rule.call is call and rule.ruled]
        return merged(same) if same else _unknown(self.auction, call)


def _unknown(auction: Auction, call: Call) -> Rule:
    """Return the meaning of a call that no rule has: a bid in an unbid suit has four cards there."""
    strain = STRAIN[call]
    promise: Promise = ()
    if call.is_bid and strain < NOTRUMP and strain in auction.unbid():
        promise = (Length(strain, 4),)
    return Rule(call, promise, "no agreement", Force.NONE, natural=True, ruled=False)


@lru_cache(maxsize=8192)
def _state(system: System, dealer: Seat, vulnerability: Vulnerability, calls: tuple[Call, ...]) -> _State:
    """Return the state after some calls. Each state is derived from the one before its last call."""
    auction = Auction(dealer, vulnerability)
    decisions: tuple[tuple[Seat, Decision], ...] = ()
    if calls:
        before = _state(system, dealer, vulnerability, calls[:-1])
        meaning = before.meaning(calls[-1])
        decision = Decision(calls[-1], before.rules, meaning)
        auction = before.auction.after(calls[-1], meaning)
        decisions = (*before.decisions, (before.auction.seat, decision))
    if auction.is_over:
        return _State(auction, (), decisions)
    rules = tuple(candidates(system, auction))
    return _State(auction, rules, decisions)
