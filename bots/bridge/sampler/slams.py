"""The choice between game and slam: contracts are compared on imagined hands of the other players.

Points and key cards alone do not tell a slam from a game: long suits, controls and honours in the right suits
decide. If the rules would end the auction in game and both hands may be strong enough for more, the robot
looks in how many of the hands that partner can have a slam makes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from bots.bridge.bidding.bidder import Bidder, SeatConstraints
from bots.bridge.bidding.hand_facts import NOTRUMP, SUITS, HandFacts, facts_of
from bots.bridge.bidding.promises import Ranges
from bots.bridge.bidding.rules import LEVEL, STRAIN, Force, Rule, bid
from bots.bridge.bidding.system import SYSTEMS
from bots.bridge.sampler.bidding import CallQuestion, best_on
from bots.bridge.sampler.bits import NOTHING, Hands, cards_of, held
from bots.bridge.sampler.evidence import AGREED
from bots.bridge.sampler.layouts import Hidden, layouts
from bots.levels import EXPERT, QUICK, STANDARD
from protocol.rules.bridge.auction import caller
from protocol.v1.bridge import SEATS, Call, Hand

LAYOUTS = {QUICK: 8, STANDARD: 32, EXPERT: 64}
"""For each level of the robot, the number of layouts on which game and slam are compared."""
NODES = {QUICK: 0, STANDARD: 3_000_000, EXPERT: 8_000_000}
"""For each level of the robot, the number of positions that the double-dummy solver may examine."""
APART = 5
"""Of so many layouts of the chain one is used, because neighbours in the chain are alike."""
POSSIBLE, PROBABLE = 32, 30
"""The least strength of both hands for a look at slams, with partner's best hand and with a usual one."""
MARGIN = 4.0
"""The mean gain (IMPs) from which a slam is bid: partner's hand can be worse than the rules say."""
FIT = 8
"""The number of trumps of a slam in a suit."""
SLAM = 6
GAMES = (5, 5, 4, 4, 3)
ASKED = ("keycards", "keycards told", "gerber", "gerber told", "quantitative")
"""The tables of answers to a question for aces or for extra strength, after which no slam is looked for."""


def slam_candidates(
    hand: Hand,
    mine: SeatConstraints,
    partner: SeatConstraints,
    legal: Collection[Call],
    rules: Sequence[Rule],
    rule: Rule,
    standing: Call | None,
) -> tuple[Call, ...]:
    """Return the calls to compare if `rule` ends the auction in game and both hands may make a slam, else ().

    The first of the calls is that of the rule; the others are slams with a fit of eight trumps, or in
    notrumps, and the question for key cards if the `rules` for this call have it with such a fit. `standing`
    is the last bid of the auction if the player's side has made it.
    """
    final = standing if rule.call is Call.PASS else rule.call
    if rule.force is not Force.NONE or not rule.natural or not _is_game(final):
        return ()
    if any(decision.meaning.then in ASKED for decision in (*mine.decisions, *partner.decisions)):
        return ()
    slams = tuple(call for call in _slams(facts_of(hand), partner.ranges) if call in legal)
    if not slams:
        return ()
    asks = any(
        each.call is Call.FOUR_NOTRUMPS and each.then == "keycards" and bid(SLAM, each.agrees) in slams
        for each in rules
        if each.agrees is not None
    )
    return (rule.call, *slams, Call.FOUR_NOTRUMPS) if asks else (rule.call, *slams)


def own_bid(calls: Sequence[Call]) -> Call | None:
    """Return the last bid if the side that is to call has made it and it is not doubled, else None."""
    side = len(calls) % 2
    for place in reversed(range(len(calls))):
        if calls[place].is_bid:
            return calls[place] if place % 2 == side else None
        if calls[place] is not Call.PASS:
            return None
    return None


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


def best_slam(question: CallQuestion) -> int:
    """Return the index of the best of the question's candidate calls, each of which ends the auction."""
    bidder = Bidder(*(SYSTEMS[name] for name in question.systems))
    return best_on(question, bidder, _imagined(question, bidder), MARGIN)


def _imagined(question: CallQuestion, bidder: Bidder) -> list[tuple[Hand, Hand, Hand, Hand]]:
    """Return deals in which the hands of the other players fit their calls."""
    told = bidder.constraints(question.dealer, question.vulnerability, question.calls)
    me = caller(question.dealer, question.calls)
    own = held(question.hand)
    north, east, south, west = (own if seat is me else NOTHING for seat in SEATS)
    rooms = tuple(0 if seat is me else 13 for seat in SEATS)
    hidden = Hidden(
        (north, east, south, west),
        tuple(code for code in range(52) if not own[code // 13] >> code % 13 & 1),
        (rooms[0], rooms[1], rooms[2], rooms[3]),
        (frozenset(),) * 4,
        (NOTHING,) * 4,
    )
    weighed = [(seat, told[seat]) for seat in SEATS if seat is not me and _has_bid(told[seat])]

    def weigh(hands: Hands) -> float:
        return sum(_weight(each, HandFacts.from_masks(hands[seat])) for seat, each in weighed)

    drawn = layouts(
        hidden, [each.ranges for each in told], weigh, APART * question.layouts, Random(question.seed)
    )
    return [_dealt(hands) for hands, _ in drawn[: question.layouts]]


def _has_bid(told: SeatConstraints) -> bool:
    return any(decision.call is not Call.PASS for decision in told.decisions)


def _weight(told: SeatConstraints, facts: HandFacts) -> float:
    """Return the logarithm of how well a hand fits the calls of its seat."""
    return sum(
        0.0
        if decision.agrees_with(facts)
        else AGREED.promised
        if decision.promises(facts)
        else AGREED.strange
        for decision in told.decisions
    )


def _dealt(hands: Sequence[tuple[int, int, int, int]]) -> tuple[Hand, Hand, Hand, Hand]:
    north, east, south, west = map(cards_of, hands)
    return north, east, south, west
