"""The choice between a bid, a double and a pass over the opponents' bid, by an estimate of the tricks.

Rules count points and trumps. Over a bid at the two level or higher, a bid, a double or a pass depends on
more than that: on where the honours lie, on the shortest suit, on what the other three players have shown.
There the robot estimates the tricks of both sides, and compares the scores of the calls that end the auction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from bots.bridge.bidding.hand_facts import HEARTS, NOTRUMP, SUITS
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from bots.bridge.sampler.turn import Scores, Turn, mean, most_points, weighed, worth
from protocol.v1.bridge import Call

MARGIN, DOUBLE_MARGIN = 1.0, 2.0
"""The least gain, in IMPs, for which the robot leaves the call of the rules, which count on partner: with a
bid or a pass, and with a double.

On fresh deals a lower margin for doubles gained as much, but a third of the doubled contracts made.
"""
LEAST_LEVEL = 2
"""The lowest level of the opponents' bid over which calls are compared."""
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
    "base": 11.633,
    "level": 0.321,
    "notrumps": -1.148,
    "their trumps": 0.127,
    "partner's trumps": -0.603,
    "own trumps": -0.385,
    "trump points": -0.211,
    "side points": -0.145,
    "quick tricks": -0.434,
    "shortest suit": 0.289,
    "partner's points": -0.142,
    "partner's most": -0.046,
    "their most": -0.013,
    "own fit": 0.062,
}
OURS = {
    "base": -0.047,
    "notrumps": 1.38,
    "support points": 0.254,
    "trumps": 0.41,
    "aces": 0.167,
    "partner's points": 0.178,
    "partner's least": 0.051,
    "their trumps": 0.073,
    "own calls": -0.198,
}
"""The weights of the facts by which the tricks of the opponents in their bid, and of the own side in its bid,
are estimated.

The weights are fitted to the double-dummy results of 42,000 calls over bids at the three level or higher, in
random deals that were bid by the rules.
"""
THEIR_SPREAD, OUR_SPREAD = 1.45, 1.36
"""The standard deviations of the opponents' and of the own side's tricks from their estimates."""


def competing_candidates(
    turn: Turn, legal: Collection[Call], first: Rule, meaning: Callable[[Call], Rule]
) -> tuple[Call, ...]:
    """Return the calls to compare over the opponents' bid, the call of the rule `first` in front, or ().

    The calls are pass, a double for penalties, the cheapest bid in each suit with a fit, the game in it, and
    three notrumps, if none of them asks partner for another call. `meaning` returns the rule that explains
    a call.
    """
    standing = turn.their_bid
    if standing is None or LEVEL[standing] < LEAST_LEVEL or first.force is not Force.NONE or not first.ruled:
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
    """Return the call with the best mean score if the auction ends after it, by the estimate of the tricks.

    Another call than the first must gain more than `MARGIN` on average, and a double more than
    `DOUBLE_MARGIN`.
    """
    scores = {call: _scores(turn, call) for call in dict.fromkeys((*compared, Call.PASS))}
    usual = mean(scores[Call.PASS])

    def merit(call: Call) -> float:
        least = 0.0 if call is compared[0] else DOUBLE_MARGIN if call is Call.DOUBLE else MARGIN
        return worth(scores[call], usual, turn.currency) - least

    return max(compared, key=merit)


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
        "own calls": sum(call is not Call.PASS for call in turn.calls[len(turn.calls) % 4 :: 4]),
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
