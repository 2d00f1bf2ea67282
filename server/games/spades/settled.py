"""From options to rules: the preset, what differs from it, and which rules do not go together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from protocol.v1.spades import PRESETS, Options, Rules
from server.errors import IllegalAction

_ALONE = {
    "sides": "solo",
    "team_bid": "sum",
    "least_team": 0,
    "least_beside_nil": 0,
    "double_nil": "separate",
    "nil_pass": 0,
    "blind_nil_pass": 0,
}
_SIGHTED = {"blind_nil": 0, "blind_nil_pass": 0, "blind_bid": 0}
_SUICIDE = {"least_beside_nil": 4}
_NO_NIL = {"blind_nil": 0, "blind_nil_pass": 0, "nil_pass": 0, "least_beside_nil": 0}


def settled(options: Options) -> Rules:
    """The rules of a table. Raises IllegalAction, with the reason, for options that do not go together."""
    said = {name: value for name, value in asdict(options).items() if value is not None and name != "preset"}
    rules = replace(PRESETS[options.preset], **said)
    unfit: dict[str, object] = {}
    if rules.players in (2, 3, 5) or rules.sides == "solo":
        unfit |= _ALONE
    if rules.players == 2 or rules.bidding != "free":
        unfit |= _SIGHTED
    if rules.bidding != "free":
        unfit |= {"least_bid": 0}
    if rules.bidding == "suicide" and rules.sides == "pairs":
        unfit |= _SUICIDE
    if rules.nil == 0:
        unfit |= _NO_NIL
    if rules.blind_nil == 0:
        unfit |= {"blind_nil_pass": 0}
    rules = replace(rules, **{name: value for name, value in unfit.items() if name not in said})
    check(rules)
    return rules


def check(rules: Rules) -> None:
    """Raise IllegalAction, with the reason, for rules that do not go together."""
    for applies in (_players, _partners, _bids, _nils, _blinds, _numbers, _play, _end):
        for reason in applies(rules):
            raise IllegalAction(reason)


def tricks_of(rules: Rules) -> int:
    """How many tricks a hand has: as many as each player has cards."""
    return {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}[rules.players]


def sides_of(rules: Rules) -> int:
    """How many sides there are."""
    return rules.players // 2 if rules.sides == "pairs" else rules.players


def side_of(rules: Rules, seat: int) -> int:
    """The side of a seat; partners sit opposite."""
    return seat % sides_of(rules)


def seats_of(rules: Rules, side: int) -> tuple[int, ...]:
    """The seats of a side."""
    return tuple(range(side, rules.players, sides_of(rules)))


def partner_of(rules: Rules, seat: int) -> int | None:
    """Who sits opposite; None where each plays alone."""
    return (seat + rules.players // 2) % rules.players if rules.sides == "pairs" else None


def _players(rules: Rules) -> Iterator[str]:
    if rules.sides == "pairs" and rules.players not in (4, 6):
        yield f"pairs are four or six players, and {rules.players} play: each is alone (sides solo)"
    if rules.jokers != "none" and rules.players not in (2, 4):
        yield "jokers and high deuces are for two or four players, whose deck has 52 cards with them"


def _partners(rules: Rules) -> Iterator[str]:
    if rules.sides == "pairs":
        return
    if rules.team_bid == "second":
        yield "the second partner states the side's total, and solo has no partners"
    if rules.least_team or rules.least_beside_nil:
        yield "least_team and least_beside_nil are about partners, and solo has none"
    if rules.nil_pass or rules.blind_nil_pass:
        yield "cards are passed to a partner, and solo has none"
    if rules.double_nil != "separate":
        yield "double nil is nil of both partners, and solo has none"
    if rules.bidding == "suicide":
        yield "in suicide one of two partners bids nil, and solo has none"


def _bids(rules: Rules) -> Iterator[str]:
    if rules.bidding == "free":
        return
    name = rules.bidding
    if rules.team_bid == "second":
        yield f"in {name} the rule gives each player's bid, so the second partner cannot state a total"
    if rules.least_bid or rules.least_team or rules.least_total or rules.no_exact_total:
        yield f"in {name} the rule gives the bids, so there is no least bid and no total to keep to or avoid"
    if rules.least_beside_nil and name != "suicide":
        yield f"in {name} the hand gives the number beside a nil, so that has no least"
    if rules.blind_nil or rules.blind_bid:
        yield f"in {name} the bid depends on the hand or on partner's, so nothing is bid blind"
    if name == "suicide" and not rules.nil:
        yield "in suicide one partner of each side bids nil, so nil needs a worth"


def _nils(rules: Rules) -> Iterator[str]:
    if rules.nil_pass and not rules.nil:
        yield "there is no nil beside which cards could be passed"
    if rules.blind_nil and not rules.nil:
        yield "a blind nil needs nil: without it zero means zero"
    if rules.least_beside_nil and not rules.nil:
        yield "there is no nil beside which a number could have a least"
    if rules.double_nil != "separate" and not rules.nil:
        yield "a double nil needs nil"


def _blinds(rules: Rules) -> Iterator[str]:
    if rules.blind_nil_pass and not rules.blind_nil:
        yield "there is no blind nil beside which cards could be passed"
    if (rules.blind_nil or rules.blind_bid) and rules.players == 2:
        yield "two players draw and see every card of their hands, so nothing is bid blind"


def _numbers(rules: Rules) -> Iterator[str]:
    tricks = tricks_of(rules)
    for name in ("least_bid", "least_team", "least_beside_nil", "least_total", "blind_bid"):
        least = getattr(rules, name)
        if least > tricks:
            yield f"expected {name} of at most {tricks}, the tricks of a hand, got {least}"
    if rules.ten_for_200 and tricks < 10:
        yield f"10-for-200 needs ten tricks, and a hand has {tricks}"
    if rules.boston and rules.boston_wins:
        yield "a bid of all tricks has a worth (boston) or wins the game (boston_wins), not both"


def _play(rules: Rules) -> Iterator[str]:
    if rules.first_trick == "low_club" and rules.first_leader != "low_club":
        yield "where all play their lowest club first, who holds the lowest leads (first_leader low_club)"
    if rules.first_leader == "high_bid" and rules.team_bid == "second":
        yield "where the second partner states the total, no bid is the highest player's (first_leader)"


def _end(rules: Rules) -> Iterator[str]:
    if not (rules.target or rules.rounds):
        yield "a game needs an end: a target, or a number of rounds"


def seat_names(rules: Rules) -> tuple[str, ...]:
    """What the seats are called: compass points for four and two, numbers for the others."""
    if rules.players == 4:
        return "North", "East", "South", "West"
    if rules.players == 2:
        return "North", "South"
    return tuple(f"Seat {number}" for number in range(rules.players))
