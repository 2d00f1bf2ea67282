"""The house rules of a Spades table: the rules of a preset, changed by the options that the host has set."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from protocol.rules.spades.sides import tricks_of
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


def rules_of(options: Options) -> Rules:
    """Return the rules of a Spades table from its options.

    Raises IllegalAction, with the reason, for options that contradict each other.
    """
    chosen = {
        name: value for name, value in asdict(options).items() if value is not None and name != "preset"
    }
    rules = replace(PRESETS[options.preset], **chosen)
    defaults: dict[str, object] = {}
    if rules.players in (2, 3, 5) or rules.sides == "solo":
        defaults |= _ALONE
    if rules.players == 2 or rules.bidding != "free":
        defaults |= _SIGHTED
    if rules.bidding != "free":
        defaults |= {"least_bid": 0}
    if rules.bidding == "suicide" and rules.sides == "pairs":
        defaults |= _SUICIDE
    if rules.nil == 0:
        defaults |= _NO_NIL
    if rules.blind_nil == 0:
        defaults |= {"blind_nil_pass": 0}
    rules = replace(rules, **{name: value for name, value in defaults.items() if name not in chosen})
    check(rules)
    return rules


def check(rules: Rules) -> None:
    """Raise IllegalAction, with the reason, for rules of a Spades table that contradict each other."""
    for find_reasons in (_players, _partners, _bids, _nils, _blinds, _numbers, _play, _end):
        for reason in find_reasons(rules):
            raise IllegalAction(reason)


def _players(rules: Rules) -> Iterator[str]:
    if rules.sides == "pairs" and rules.players not in (4, 6):
        yield f"pairs need four or six players, got {rules.players}: choose sides solo"
    if rules.jokers != "none" and rules.players not in (2, 4):
        yield f"jokers and high deuces need two or four players, got {rules.players}"


def _partners(rules: Rules) -> Iterator[str]:
    if rules.sides == "pairs":
        return
    if rules.team_bid == "second":
        yield "team_bid second needs partners, and sides solo has none"
    if rules.least_team or rules.least_beside_nil:
        yield "least_team and least_beside_nil need partners, and sides solo has none"
    if rules.nil_pass or rules.blind_nil_pass:
        yield "nil_pass and blind_nil_pass need partners, and sides solo has none"
    if rules.double_nil != "separate":
        yield "double_nil needs partners, and sides solo has none"
    if rules.bidding == "suicide":
        yield "bidding suicide needs partners, and sides solo has none"


def _bids(rules: Rules) -> Iterator[str]:
    if rules.bidding == "free":
        return
    name = rules.bidding
    if rules.team_bid == "second":
        yield f"in {name} the cards decide each bid, so the second partner cannot choose a total"
    if rules.least_bid or rules.least_team or rules.least_total or rules.no_exact_total:
        yield f"in {name} players do not choose their bids, so no least bid and no rule for the total applies"
    if rules.least_beside_nil and name != "suicide":
        yield f"in {name} the cards decide the number beside a nil, so least_beside_nil cannot apply"
    if rules.blind_nil or rules.blind_bid:
        yield f"in {name} a bid depends on the hand or on partner's bid, so blind bids are not possible"
    if name == "suicide" and not rules.nil:
        yield "in suicide one partner of each side bids nil, so nil must be worth points"


def _nils(rules: Rules) -> Iterator[str]:
    if rules.nil_pass and not rules.nil:
        yield "nil_pass needs bids of nil, and nil is 0"
    if rules.blind_nil and not rules.nil:
        yield "blind_nil needs bids of nil, and nil is 0"
    if rules.least_beside_nil and not rules.nil:
        yield "least_beside_nil needs bids of nil, and nil is 0"
    if rules.double_nil != "separate" and not rules.nil:
        yield "double_nil needs bids of nil, and nil is 0"


def _blinds(rules: Rules) -> Iterator[str]:
    if rules.blind_nil_pass and not rules.blind_nil:
        yield "blind_nil_pass needs blind bids of nil, and blind_nil is 0"
    if (rules.blind_nil or rules.blind_bid) and rules.players == 2:
        yield "two players draw their cards and see them all, so blind bids are not possible"


def _numbers(rules: Rules) -> Iterator[str]:
    tricks = tricks_of(rules)
    for name in ("least_bid", "least_team", "least_beside_nil", "least_total", "blind_bid"):
        least = getattr(rules, name)
        if least > tricks:
            yield f"expected {name} of at most {tricks}, the tricks of a hand, got {least}"
    if rules.ten_for_200 and tricks < 10:
        yield f"ten_for_200 needs hands of at least ten tricks, got {tricks}"
    if rules.boston and rules.boston_wins:
        yield "expected either boston or boston_wins for a bid of all tricks, got both"


def _play(rules: Rules) -> Iterator[str]:
    if rules.first_trick == "low_club" and rules.first_leader != "low_club":
        yield "first_trick low_club needs first_leader low_club, because the lowest club leads"
    if rules.first_leader == "high_bid" and rules.team_bid == "second":
        yield "first_leader high_bid needs a bid of each player, and team_bid second is the side's bid"


def _end(rules: Rules) -> Iterator[str]:
    if not (rules.target or rules.rounds):
        yield "a game needs an end: set a target or a number of rounds"


def seat_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the seats: points of the compass for two and four players, otherwise numbers."""
    if rules.players == 4:
        return "North", "East", "South", "West"
    if rules.players == 2:
        return "North", "South"
    return tuple(f"Seat {number}" for number in range(rules.players))
