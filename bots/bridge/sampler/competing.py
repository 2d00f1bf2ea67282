"""The choice between a bid, a double and a pass over the opponents' bid, by an estimate of the tricks.

Rules count points and trumps. Over the opponents' bid, a bid, a double or a pass depends on more than that:
on where the honours lie, on the shortest suit, on what the other three players have shown. There the robot
estimates the tricks of both sides, and by them the score of each call if the auction ended with it. What a
call in place of the rules' call gains in whole auctions is estimated from that score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bots.bridge.bidding.hand_facts import HEARTS, NOTRUMP, SUITS
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from bots.bridge.sampler.turn import Scores, Turn, mean, most_points, weighed, worth
from protocol.v1.bridge import Call

MARGIN = 0.5
"""The least gain, in IMPs, for which the robot leaves the call of the rules."""
CLOSE, MOST = -2.0, 8.0
"""The gain of a change if the auction ended, in IMPs: a change that gains less than the first is left out,
and what it gains above the second counts for nothing.
"""
HIGH = 3
"""The level from which a bid of the opponents is high."""
FIT = 7
"""The number of cards in a suit, in both partners' hands together, that makes bids of the suit candidates."""
SUIT = 4
"""The number of cards that the opponents promise in a suit which is then theirs."""
STRENGTH = 20
"""The own high-card points and the least strength of partner, together, from which three notrumps is bid."""
GAME_LEVEL, MOST_LEVEL = 4, 5
"""The level of a game in a major, and the highest level of a bid that is compared."""
PENALTY = "Penalty double"
"""The agreement by which partner passes a double; other doubles do not end the auction."""
SPAN = 8
"""The number of points above the least strength shown up to which a hand's greatest strength counts."""
THEIRS = {
    "base": 12.658,
    "level": 0.287,
    "notrumps": -1.764,
    "their trumps": 0.139,
    "partner's trumps": -0.591,
    "own trumps": -0.498,
    "trump points": -0.245,
    "side points": -0.211,
    "quick tricks": -0.341,
    "shortest suit": 0.293,
    "partner's points": -0.212,
    "partner's most": -0.016,
    "their most": -0.017,
    "own fit": 0.076,
}
OURS = {
    "base": 1.042,
    "notrumps": 0.604,
    "support points": 0.264,
    "trumps": 0.288,
    "aces": 0.115,
    "partner's points": 0.184,
    "partner's least": 0.045,
    "their trumps": 0.052,
    "own calls": -0.365,
}
"""The weights of the facts by which the tricks of the opponents in their bid, and of the own side in its bid,
are estimated.

The weights are fitted to the double-dummy results of 43,000 turns over the opponents' bids, in random deals
that were bid by the rules.
"""
THEIR_SPREAD, OUR_SPREAD = 1.58, 1.46
"""The standard deviations of the opponents' and of the own side's tricks from their estimates."""

Change = Literal["double", "pass", "bid", "other bid"]
"""The kind of a change of the rules' call: to a double, to a pass, from a pass to a bid, to another bid."""
GAINS: Mapping[Change, Mapping[str, float]] = {
    "double": {
        "base": 3.356,
        "gain": 0.437,
        "gain over a high bid": 0.135,
        "their tricks": -0.731,
        "their calls": 0.534,
        "own calls": 0.491,
    },
    "pass": {
        "base": -0.166,
        "gain": 0.183,
        "gain over a high bid": 0.404,
        "partner's double": 0.18,
        "their tricks": -0.078,
        "their calls": -0.006,
        "own calls": 0.218,
    },
    "bid": {
        "base": -5.608,
        "gain": 0.456,
        "gain over a high bid": 0.307,
        "partner's double": -1.942,
        "their tricks": 0.004,
        "their calls": -0.105,
        "own tricks": 0.6,
        "own calls": 0.136,
    },
    "other bid": {
        "base": -7.98,
        "gain": 0.22,
        "gain over a high bid": 0.675,
        "partner's double": -0.071,
        "their tricks": 0.159,
        "their calls": -0.018,
        "own tricks": 0.656,
        "own calls": 0.242,
    },
}
"""The weights of the facts by which the gain of a change is estimated, in IMPs.

Most auctions go on after a change, and partner takes the new call for one of the rules. The weights are
therefore fitted to the double-dummy results of whole auctions, which the rules finished with and without the
change: 27,000 changes with a gain above `CLOSE` if the auction ended, in the same deals.
"""


def competing_candidates(
    turn: Turn, legal: Collection[Call], first: Rule, meaning: Callable[[Call], Rule]
) -> tuple[Call, ...]:
    """Return the calls to compare over the opponents' bid, the call of the rule `first` in front, or ().

    The calls are pass, a double for penalties, the cheapest bid in each suit with a fit, the game in it, and
    three notrumps, if none of them asks partner for another call. `meaning` returns the rule that explains
    a call.
    """
    standing = turn.their_bid
    if standing is None or first.force is not Force.NONE or not first.ruled:
        return ()

    def ends(call: Call) -> bool:
        told = meaning(call)
        return told.label == PENALTY if call is Call.DOUBLE else told.force is Force.NONE

    found = (Call.PASS, Call.DOUBLE, *_bids(turn, standing))
    others = [
        call for call in dict.fromkeys(found) if call in legal and call is not first.call and ends(call)
    ]
    return (first.call, *others) if others else ()


def _bids(turn: Turn, standing: Call) -> Iterator[Call]:
    for suit in SUITS:
        if turn.facts.lengths[suit] + turn.partner.shortest[suit] < FIT:
            continue
        if any(theirs.shortest[suit] >= SUIT for theirs in turn.opponents):
            continue
        cheapest = LEVEL[standing] + (suit <= STRAIN[standing])
        if cheapest <= MOST_LEVEL:
            yield bid(cheapest, suit)
        if suit >= HEARTS and cheapest < GAME_LEVEL:
            yield bid(GAME_LEVEL, suit)
    if turn.facts.hcp + turn.partner.low >= STRENGTH:
        yield bid(3, NOTRUMP)


def best_competing(turn: Turn, compared: Sequence[Call]) -> Call:
    """Return the call that gains most over the first one, or the first if none gains more than `MARGIN`."""
    first = compared[0]
    gains = {
        call: change_gain(turn, first, call, ended)
        for call, ended in gains_at_once(turn, compared).items()
        if ended > CLOSE
    }
    return max({first: MARGIN, **gains}.items(), key=lambda gained: gained[1])[0]


def gains_at_once(turn: Turn, compared: Sequence[Call]) -> dict[Call, float]:
    """Return the mean gain of each call over the first one, in IMPs, if the auction ended with the call."""
    scores = {call: _scores(turn, call) for call in dict.fromkeys((*compared, Call.PASS))}
    usual = mean(scores[Call.PASS])
    first, *others = compared
    least = worth(scores[first], usual, turn.currency)
    return {call: worth(scores[call], usual, turn.currency) - least for call in others}


def change_gain(turn: Turn, first: Call, call: Call, ended: float) -> float:
    """Return an estimate of the IMPs that a call gains on average in place of the rules' call `first`.

    `ended` is the gain in IMPs if the auction ended with the call.
    """
    return weighed(GAINS[change(first, call)], change_facts(turn, call, ended))


def change(first: Call, call: Call) -> Change:
    """Return the kind of the change from the rules' call `first` to another call."""
    if call is Call.DOUBLE:
        return "double"
    if call is Call.PASS:
        return "pass"
    return "bid" if first is Call.PASS else "other bid"


def change_facts(turn: Turn, call: Call, ended: float) -> dict[str, float]:
    """Return the facts by which the gain of a change is estimated.

    `ended` is the gain in IMPs if the auction ended with the call.
    """
    standing = turn.their_bid
    assert standing is not None
    gain = min(ended, MOST)
    return {
        "base": 1,
        "gain": gain,
        "gain over a high bid": gain if LEVEL[standing] >= HIGH else 0,
        "partner's double": turn.calls[-2:] == (Call.DOUBLE, Call.PASS),
        "their tricks": their_tricks(turn),
        "their calls": _others(turn.calls[1 - len(turn.calls) % 2 :: 2]),
        "own tricks": our_tricks(turn, call) if call.is_bid else 0,
        "own calls": _others(turn.calls[len(turn.calls) % 4 :: 4]),
    }


def _others(calls: Sequence[Call]) -> int:
    """Return the number of calls other than pass."""
    return sum(call is not Call.PASS for call in calls)


def _scores(turn: Turn, call: Call) -> Scores:
    """Return the scores to expect if a call ends the auction."""
    if call.is_bid:
        return turn.scores(call, our_tricks(turn, call), OUR_SPREAD, doubled=True)
    return turn.scores(call, their_tricks(turn), THEIR_SPREAD)


def their_tricks(turn: Turn) -> float:
    """Return an estimate of the opponents' tricks in their bid."""
    return weighed(THEIRS, their_facts(turn))


def their_facts(turn: Turn) -> dict[str, float]:
    """Return the facts by which the opponents' tricks in their bid are estimated."""
    standing = turn.their_bid
    assert standing is not None
    facts, partner = turn.facts, turn.partner
    held = _held(turn, STRAIN[standing])
    return {
        "base": 1,
        "level": LEVEL[standing],
        "notrumps": STRAIN[standing] == NOTRUMP,
        "their trumps": held.theirs,
        "partner's trumps": held.partners,
        "own trumps": held.own,
        "trump points": held.points,
        "side points": facts.hcp - held.points,
        "quick tricks": facts.quick_tricks,
        "shortest suit": min(facts.lengths),
        "partner's points": turn.partner_points,
        "partner's most": most_points([partner], SPAN),
        "their most": most_points(turn.opponents, SPAN),
        "own fit": max(turn.facts.lengths[suit] + partner.shortest[suit] for suit in SUITS),
    }


def our_tricks(turn: Turn, call: Call) -> float:
    """Return an estimate of the own side's tricks in the contract of a bid."""
    return weighed(OURS, our_facts(turn, call))


def our_facts(turn: Turn, call: Call) -> dict[str, float]:
    """Return the facts by which the own side's tricks in the contract of a bid are estimated."""
    standing, strain = turn.their_bid, STRAIN[call]
    assert standing is not None
    trumps = _held(turn, strain)
    return {
        "base": 1,
        "notrumps": strain == NOTRUMP,
        "support points": turn.facts.hcp if strain == NOTRUMP else turn.facts.support(strain),
        "trumps": trumps.own + trumps.partners,
        "aces": turn.facts.aces,
        "partner's points": turn.partner_points,
        "partner's least": turn.partner.hcp_low,
        "their trumps": _held(turn, STRAIN[standing]).theirs,
        "own calls": _others(turn.calls[len(turn.calls) % 4 :: 4]),
    }


@dataclass(frozen=True)
class _Held:
    """The own number of cards in a suit, the least ones of partner and of both opponents, and own points."""

    own: int = 0
    partners: int = 0
    theirs: int = 0
    points: int = 0


def _held(turn: Turn, strain: int) -> _Held:
    """Return how the cards of a suit lie, as far as the calls show it; nothing for notrumps."""
    if strain == NOTRUMP:
        return _Held()
    return _Held(
        turn.facts.lengths[strain],
        turn.partner.shortest[strain],
        sum(each.shortest[strain] for each in turn.opponents),
        turn.facts.suit_points(strain),
    )
