"""The choice between game and slam, by an estimate of the tricks.

Points and key cards alone do not tell a slam from a game: trumps, aces and the points that the opponents have
shown count as well. If the rules would end the auction in game and both hands may be strong enough for more,
the robot compares the scores of game and slam.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bots.bridge.bidding.hand_facts import NOTRUMP, SUITS, HandFacts
from bots.bridge.bidding.promises import Ranges
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from bots.bridge.sampler.bits import number_of
from bots.bridge.sampler.turn import Scores, Turn, mean, weighed, worth
from protocol.v1.bridge import Call

POSSIBLE, PROBABLE = 32, 30
"""The least strength of both hands for a look at slams, with partner's best hand and with a usual one."""
MARGIN = 0.5
"""The least gain, in IMPs, for which a slam is bid."""
TRICKS = {
    "base": 2.917,
    "support points": 0.223,
    "points at notrumps": 0.299,
    "partner's least": 0.233,
    "trumps": 0.299,
    "own trumps": -0.159,
    "aces": 0.164,
    "partner's longest suit": -0.094,
    "their least": -0.029,
}
"""The weights of the facts by which the tricks are estimated.

The weights are fitted to the double-dummy results of 13,000 calls in random deals that were bid by the rules.
"""
SPREAD = 1.28
"""The standard deviation of the tricks from their estimate."""
FIT = 8
"""The number of trumps of a slam in a suit."""
SLAM = 6
GAMES = (5, 5, 4, 4, 3)
ASKED = ("keycards", "keycards told", "gerber", "gerber told", "quantitative")
"""The tables of answers to a question for aces or for extra strength, after which no slam is looked for."""


def slam_candidates(
    turn: Turn, legal: Collection[Call], rules: Sequence[Rule], rule: Rule
) -> tuple[Call, ...]:
    """Return the calls to compare if `rule` ends the auction in game and both hands may make a slam, else ().

    The first of the calls is that of the rule; the others are slams with a fit of eight trumps, or in
    notrumps, and the question for key cards if the `rules` for this call have it with such a fit.
    """
    final = turn.own_bid if rule.call is Call.PASS else rule.call
    if rule.force is not Force.NONE or not rule.natural or not _is_game(final):
        return ()
    sides = turn.told[turn.seat], turn.told[turn.seat.partner]
    if any(decision.meaning.then in ASKED for told in sides for decision in told.decisions):
        return ()
    slams = tuple(call for call in _slams(turn.facts, turn.partner) if call in legal)
    if not slams:
        return ()
    asks = any(
        each.call is Call.FOUR_NOTRUMPS and each.then == "keycards" and bid(SLAM, each.agrees) in slams
        for each in rules
        if each.agrees is not None
    )
    return (rule.call, *slams, Call.FOUR_NOTRUMPS) if asks else (rule.call, *slams)


def _is_game(call: Call | None) -> bool:
    return call is not None and call.is_bid and GAMES[STRAIN[call]] <= LEVEL[call] < SLAM


def _slams(facts: HandFacts, shown: Ranges) -> Iterator[Call]:
    most = min(shown.high, shown.low + 8)
    usual = (shown.low + most) // 2
    trumps = 0
    for suit in SUITS:
        trumps = max(trumps, facts.lengths[suit] + shown.shortest[suit])
        if facts.lengths[suit] + shown.shortest[suit] >= FIT:
            strength = facts.support(suit)
            if strength + most >= POSSIBLE and strength + usual >= PROBABLE:
                yield bid(SLAM, suit)
    # With nine trumps notrumps are seldom better, and more depends on the lead.
    if trumps <= FIT and facts.hcp + most >= POSSIBLE and facts.hcp + usual >= PROBABLE:
        yield bid(SLAM, NOTRUMP)


def best_slam(turn: Turn, compared: Sequence[Call]) -> Call:
    """Return the best of some calls by an estimate of the tricks: the first one, a slam, or 4NT.

    A slam must gain more than `MARGIN` on average. If 4NT, the question for key cards, is one of the calls,
    it is asked before the slam is bid.
    """
    first, *others = compared
    ended = _scores(turn, first)
    usual = mean(ended)
    gains = {
        slam: worth(_scores(turn, slam), usual, turn.currency) - worth(ended, usual, turn.currency)
        for slam in others
        if LEVEL[slam] == SLAM
    }
    best = max(gains, key=gains.__getitem__)
    if gains[best] <= MARGIN:
        return first
    return Call.FOUR_NOTRUMPS if Call.FOUR_NOTRUMPS in others else best


def _scores(turn: Turn, call: Call) -> Scores:
    return turn.scores(call, weighed(TRICKS, slam_facts(turn, call)), SPREAD)


def slam_facts(turn: Turn, call: Call) -> dict[str, float]:
    """Return the facts by which the tricks are estimated if a call ends the auction."""
    trumps, facts, partner = number_of(turn.ending(call).strain.trumps), turn.facts, turn.partner
    return {
        "base": 1,
        "support points": 0 if trumps is None else facts.support(trumps),
        "points at notrumps": facts.hcp if trumps is None else 0,
        "partner's least": partner.low,
        "trumps": 0 if trumps is None else facts.lengths[trumps] + partner.shortest[trumps],
        "own trumps": 0 if trumps is None else facts.lengths[trumps],
        "aces": facts.aces,
        "partner's longest suit": max(partner.shortest),
        "their least": sum(each.low for each in turn.opponents),
    }
