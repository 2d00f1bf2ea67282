"""The weights by which the sampler estimates tricks and gains in the bidding, fitted to double-dummy results.

    python -m tests.bench.estimates --boards 20000 --seed 1

The deals are bid by the rules alone. At each turn at which the sampler estimates tricks, the facts of the
turn and the tricks of double-dummy play are noted; the weights are those with the least squared error. Over
the opponents' bids, the auction is also finished by the rules after each call that the sampler compares, and
the IMPs are noted that it gains in place of the rules' call; which calls are compared, and the facts of a
gain, depend on the weights in use. Most boards are bid by SAYC, every fourth by any two systems. 20,000
boards take about an hour on one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir

import numpy as np
from msgspec import Struct

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.hand_facts import facts_of
from bots.bridge.bidding.rules import Rule
from bots.bridge.bidding.system import SAYC, SYSTEMS
from bots.bridge.sampler import competing, slams
from bots.bridge.sampler.bidding import bid_out
from bots.bridge.sampler.competing import (
    CLOSE,
    GAINS,
    Change,
    change,
    change_facts,
    competing_candidates,
    gains_at_once,
    our_facts,
    their_facts,
)
from bots.bridge.sampler.slams import slam_candidates, slam_facts
from bots.bridge.sampler.stakes import lead
from bots.bridge.sampler.turn import Turn
from protocol.rules.bridge.auction import Calls, caller, is_over, legal_calls
from protocol.v1.bridge import Call, Deal
from tests.bench.bidding import Tricks, dealt

OTHERS = 4
"""Of so many boards one is bid by other systems than SAYC."""


class Sample(Struct, frozen=True):
    """The facts of one estimate, and the tricks or IMPs that it should have told."""

    facts: Mapping[str, float]
    result: float


class Fit(Struct, frozen=True):
    """The weights with the least squared error, and the standard deviation of the results from them."""

    weights: Mapping[str, float]
    spread: float


class Samples(Struct):
    """The samples of tricks, of both sides over their bid and in slams, and of the gains of changed calls."""

    theirs: list[Sample] = []
    ours: list[Sample] = []
    slams: list[Sample] = []
    gains: dict[Change, list[Sample]] = {}


def fitted(samples: Sequence[Sample]) -> Fit:
    """Return the weights that fit the samples best."""
    names = list(samples[0].facts)
    facts = np.array([[sample.facts[name] for name in names] for sample in samples], float)
    results = np.array([sample.result for sample in samples], float)
    weights, *_ = np.linalg.lstsq(facts, results, rcond=None)
    return Fit(dict(zip(names, map(float, weights), strict=True)), float((results - facts @ weights).std()))


def bidder_of(number: int) -> Bidder:
    """Return the bidding at the table of a board."""
    if number % OTHERS:
        return Bidder(SAYC)
    systems = list(SYSTEMS.values())
    ours, theirs = divmod(number // OTHERS, len(systems))
    return Bidder(systems[ours % len(systems)], systems[theirs])


def collect(deal: Deal, bidder: Bidder, tricks: Tricks, samples: Samples) -> None:
    """Bid a deal by the rules, and add the samples of its turns."""
    for turn, rule in turns(deal, bidder):

        def meaning(call: Call, turn: Turn = turn) -> Rule:
            return bidder.explanation(turn.dealer, turn.vulnerability, (*turn.calls, call)).rule

        def made(call: Call, turn: Turn = turn) -> int:
            return tricks.of(deal, turn.ending(call))

        legal, rules = legal_calls(turn.calls), bidder.rules(turn.dealer, turn.vulnerability, turn.calls)
        compared = competing_candidates(turn, legal, rule, meaning)
        if compared:
            samples.theirs.append(Sample(their_facts(turn), made(Call.PASS)))
            for kind, sample in changes(turn, compared, deal, bidder, tricks):
                samples.gains.setdefault(kind, []).append(sample)
        samples.ours += [Sample(our_facts(turn, call), made(call)) for call in compared if call.is_bid]
        samples.slams += [
            Sample(slam_facts(turn, call), made(call))
            for call in slam_candidates(turn, legal, rules, rule)
            if call is not Call.FOUR_NOTRUMPS
        ]


def changes(
    turn: Turn, compared: Sequence[Call], deal: Deal, bidder: Bidder, tricks: Tricks
) -> Iterator[tuple[Change, Sample]]:
    """Yield the kind of each close change of the rules' call, and its gain after the rest of the auction."""

    def points(call: Call) -> int:
        end = bid_out(bidder, deal.hands, turn.dealer, turn.vulnerability, (*turn.calls, call))
        return tricks.points(deal, end) * (1 if turn.seat % 2 == 0 else -1)

    first = compared[0]
    for call, ended in gains_at_once(turn, compared).items():
        if ended > CLOSE:
            gain = lead(points(call) - points(first), "imps")
            yield change(first, call), Sample(change_facts(turn, call, ended), gain)


def turns(deal: Deal, bidder: Bidder) -> Iterator[tuple[Turn, Rule]]:
    """Yield the turns of a deal's auction, after its first bid, with the rules' call in words."""
    calls: Calls = ()
    while not is_over(calls):
        seat = caller(deal.dealer, calls)
        choice = bidder.call(deal.hands[seat], deal.dealer, deal.vulnerable, calls)
        if choice.explanation.ruled and any(call.is_bid for call in calls):
            told = bidder.constraints(deal.dealer, deal.vulnerable, calls)
            facts = facts_of(deal.hands[seat])
            yield Turn(facts, told, deal.dealer, deal.vulnerable, calls), choice.explanation.rule
        calls = (*calls, choice.call)


def main(words: Sequence[str] | None = None) -> None:
    """Print the fitted weights beside those in use."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=20_000, help="boards to bid (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals (default: 1)")
    parser.add_argument("--tricks", type=Path, default=Path(gettempdir()) / "tricks.db", help="kept tricks")
    chosen = parser.parse_args(words)
    tricks, samples = Tricks(chosen.tricks), Samples()
    for number in range(chosen.boards):
        collect(dealt(chosen.seed, number), bidder_of(number), tricks, samples)
    found: list[tuple[str, Mapping[str, float], Sequence[Sample]]] = [
        ("the opponents' tricks", competing.THEIRS, samples.theirs),
        ("the own side's tricks", competing.OURS, samples.ours),
        ("the tricks in slams", slams.TRICKS, samples.slams),
        *((f"the gain of a change: {kind}", GAINS[kind], each) for kind, each in samples.gains.items()),
    ]
    for title, used, each in found:
        fit = fitted(each)
        print(f"{title}: {len(each)} samples, standard deviation {fit.spread:.2f}")
        for name, weight in fit.weights.items():
            print(f"  {name:22} {weight:8.3f}   in use {used.get(name, 0):8.3f}")


if __name__ == "__main__":
    main()
