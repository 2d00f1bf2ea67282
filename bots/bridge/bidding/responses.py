"""Responder's first calls over openings in a suit, without interference."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from bots.bridge.bidding.notrump import NAMES
from bots.bridge.bidding.rules import Force, Rule, Table, rule
from bots.bridge.bidding.system import System

ROUND, GAME = Force.ROUND, Force.GAME
ORDER = "CDHS"


def _other(major: str) -> str:
    return "S" if major == "H" else "H"


@lru_cache(maxsize=64)
def responses_to_major(system: System, major: str, passed: bool) -> Table:
    """Return responder's calls over an opening of one of a major."""
    least = 8 - system.majors
    table: list[Rule] = []
    if not passed:
        table += _slam_tries(major, least)
    four = max(4, least)
    table += [
        rule(f"4{major}", f"2-9 hcp, 5+{major}, unbalanced, 7+ support {major}", "Preemptive raise"),
        rule(f"3{major}", f"10-12 support {major}, {four}+{major}", "Limit raise", then="limit raise"),
    ]
    if not system.two_over_one_game and least == 3:
        table.append(rule(f"3{major}", f"11-12 support {major}, 3{major}", "Limit raise", then="limit raise"))
    table.append(rule(f"2{major}", f"6-9 support {major}, {least}+{major}", "Raise", then="raise"))
    if least == 3 and not system.two_over_one_game:
        table.append(rule(f"2{major}", f"10 support {major}, 3{major}", "Raise", then="raise"))
    force = Force.NONE if passed else ROUND
    if major == "H":
        if not passed:
            label = "Two over one" if system.two_over_one_game else ""
            two = GAME if system.two_over_one_game else ROUND
            for suit in "DC":
                shape = f"14+ points, 11+ hcp, 5+{suit}, {suit}>S"
                table.append(rule(f"2{suit}", shape, label, force=two, then="two over one"))
        table.append(rule("1S", "6+ points, 4+S", force=force, then="suit response"))
    table += _two_over_one(system, major, passed)
    if not passed:
        table.append(rule("3NT", f"15-17 hcp, balanced, 2{major}", "To play"))
    high = 12 if system.two_over_one_game else 11 if passed else 10
    forcing = system.two_over_one_game and not passed
    table += [
        rule(
            "1NT",
            f"6-{high} points",
            "Forcing notrump" if forcing else "",
            force=ROUND if forcing else Force.NONE,
            then="forcing 1NT" if forcing else "1NT response",
            artificial=forcing,
        ),
        rule("1NT", f"6-{high} hcp", then="forcing 1NT" if forcing else "1NT response"),
        rule("P", "0-5 points | 0-5 hcp", "Too weak to respond"),
    ]
    return tuple(table)


def _slam_tries(major: str, least: int) -> list[Rule]:
    suits = [suit for suit in "SHDC" if suit != major]
    four = max(4, least)
    splinters = [
        rule(
            f"{3 if major == 'H' and suit == 'S' else 4}{suit}",
            f"10-13 hcp, {four}+{major}, 0-1{suit}",
            "Splinter",
            force=GAME,
            then="splinter",
            artificial=True,
            agrees=major,
        )
        for suit in suits
    ]
    shifts = [
        rule(
            f"{_jump(suit, major)}{suit}", f"17+ hcp, 6+{suit}, good {suit}", "Strong jump shift", force=GAME
        )
        for suit in suits
    ]
    jacoby = rule(
        "2NT",
        f"13+ support {major}, 12+ hcp, {four}+{major}",
        "Jacoby 2NT, raise that forces to game",
        force=GAME,
        then="jacoby 2NT",
        artificial=True,
        agrees=major,
    )
    return [*splinters, jacoby, *shifts]


def _jump(suit: str, opened: str) -> int:
    return 2 if ORDER.index(suit) > ORDER.index(opened) else 3


def _two_over_one(system: System, major: str, passed: bool) -> list[Rule]:
    """Return responder's new suits at the two level: the longest suit, of two five-card suits the higher."""
    low = "13+" if system.two_over_one_game else "11+"
    label = "Two over one" if system.two_over_one_game and not passed else ""
    force = Force.NONE if passed else GAME if system.two_over_one_game else ROUND
    strength = f"{low} points, 9+ hcp"
    table = []
    if major == "S":
        table.append(rule("2H", f"{strength}, 5+H, H>=D, H>=C", label, force=force, then="two over one"))
    if system.two_over_one_game:
        table.append(
            rule(f"3{major}", f"10-12 support {major}, 4+{major}", "Limit raise", then="limit raise")
        )
    table += [
        rule("2D", f"{strength}, 4+D, D>C | {strength}, 5+D, D>=C", label, force=force, then="two over one"),
        rule("2C", f"{strength}, 4+C, C>=D", label, force=force, then="two over one"),
    ]
    if not passed:
        table.append(rule("2C", f"13+ points, 3C, 3{major}", label, force=force, then="two over one"))
    return table


@lru_cache(maxsize=64)
def responses_to_minor(system: System, minor: str, passed: bool) -> Table:
    """Return responder's calls over an opening of one of a minor."""
    trumps = {"C": 5, "D": 4}[minor] + (system.strong_club and minor == "D")
    force = Force.NONE if passed else ROUND
    no_major = "0-3S, 0-3H"
    table: list[Rule] = []
    if not passed:
        table += [
            rule(
                f"{_jump(suit, minor)}{suit}",
                f"17+ hcp, 6+{suit}, good {suit}",
                "Strong jump shift",
                force=GAME,
            )
            for suit in "SHDC"
            if suit != minor
        ]
        if minor == "D":
            table.append(
                rule(
                    "2C",
                    "14+ points, 5+C, C>H, C>S | 12+ points, 5+C, 0-3H, 0-3S",
                    force=GAME if system.two_over_one_game else ROUND,
                    then="two over one",
                )
            )
        else:
            table.append(rule("1D", "12+ points, 5+D, D>H, D>S", force=ROUND, then="suit response"))
    table += [
        rule("1H", "6+ points, 4+H, H>S | 6+ points, 4H, 4S", force=force, then="suit response"),
        rule("1S", "6+ points, 4+S", force=force, then="suit response"),
    ]
    if minor == "C":
        table.append(rule("1D", "6+ points, 5+D | 11+ points, 4+D", force=force, then="suit response"))
    table += _minor_notrumps(system, passed)
    table += [
        rule(
            f"3{minor}",
            f"10-12 support {minor}, {trumps}+{minor}, {no_major}",
            "Limit raise",
            then="limit raise",
        ),
        rule(f"2{minor}", f"6-9 support {minor}, {trumps}+{minor}, {no_major}", "Raise", then="raise"),
    ]
    if minor == "D":
        low = "12+" if system.two_over_one_game else "11+"
        two_clubs_force = Force.NONE if passed else GAME if system.two_over_one_game else ROUND
        table.append(rule("2C", f"{low} points, 4+C", force=two_clubs_force, then="two over one"))
    else:
        table.append(rule("1D", "6+ points, 4+D", force=force, then="suit response"))
    table += [
        rule("1NT", "6-11 points | 6-10 hcp", then="1NT response"),
        rule(f"3{minor}", f"10-12 hcp, 4+{minor}, {no_major}", "Limit raise", then="limit raise"),
        rule(f"5{minor}", f"13-16 support {minor}, 5+{minor}, 10+ hcp", "To play"),
        rule(f"4{minor}", f"15+ support {minor}, 5+{minor}", "Raise with slam interest", force=GAME),
        replace(rule("3NT", "12+ points", "To play"), ruled=False),
        rule("P", "0-5 points", "Too weak to respond"),
    ]
    return tuple(table)


def _minor_notrumps(system: System, passed: bool) -> list[Rule]:
    no_major = "0-3S, 0-3H"
    if passed or system.two_over_one_game or system.notrump[0] != 15:
        return [
            rule("3NT", f"13-15 hcp, semibalanced, {no_major}", "To play"),
            rule("2NT", f"11-12 hcp, balanced, {no_major}", "Invitation", then="2NT response"),
        ]
    return [
        rule("3NT", f"16-17 hcp, semibalanced, {no_major}", "To play"),
        rule("2NT", f"13-15 hcp, balanced, {no_major}", force=GAME, then="2NT response"),
    ]


@lru_cache(maxsize=64)
def responses_to_two_clubs() -> Table:
    """Return responder's calls over the strong two clubs: positive suits, or two diamonds waiting."""
    return (
        rule("2S", "8+ hcp, 5+S, good S, S>=H, S>=D, S>=C", "Positive", force=GAME),
        rule("2H", "8+ hcp, 5+H, good H, H>=D, H>=C", "Positive", force=GAME),
        rule("3D", "8+ hcp, 5+D, good D, D>=C, 0-4H, 0-4S", "Positive", force=GAME),
        rule("3C", "8+ hcp, 5+C, good C, 0-4H, 0-4S", "Positive", force=GAME),
        rule("2NT", "8+ hcp, balanced", "Positive, balanced", force=GAME),
        rule("2D", "", "Waiting, shows nothing about ♦", force=ROUND, then="2C 2D", artificial=True),
    )


@lru_cache(maxsize=64)
def rebids_after_two_clubs(low: int) -> Table:
    """Return opener's rebid after the strong two clubs and the waiting answer of two diamonds.

    `low` is the least number of high-card points of a balanced hand.
    """
    return (
        rule("2NT", f"{low}-24 hcp, balanced", then="2NT rebid"),
        rule("3NT", "28-30 hcp, balanced", then="3NT"),
        rule("4NT", "31+ hcp, balanced"),
        rule("2S", "5+S, S>=H, S>=D, S>=C", force=ROUND, then="2C 2D suit"),
        rule("2H", "5+H, H>=D, H>=C", force=ROUND, then="2C 2D suit"),
        rule("3D", "5+D, D>=C", force=ROUND, then="2C 2D suit"),
        rule("3C", "5+C", force=ROUND, then="2C 2D suit"),
        rule("2S", "4S, 0-4H, unbalanced", force=ROUND, then="2C 2D suit"),
        rule("2H", "4H, unbalanced", force=ROUND, then="2C 2D suit"),
        replace(rule("2NT", "", then="2NT rebid"), ruled=False),
    )


@lru_cache(maxsize=64)
def responses_to_two_clubs_suit(suit: str) -> Table:
    """Return responder's second calls after two clubs, two diamonds and opener's suit."""
    name = NAMES[suit]
    if suit in "HS":
        other = _other(suit)
        return (
            rule(f"3{suit}", f"7+ support {suit}, 3+{suit}", f"Support for {name}", force=GAME, agrees=suit),
            rule(f"4{suit}", f"2-6 support {suit}, 3+{suit}", "To play", agrees=suit),
            rule("2NT", "0-4 hcp", "Second negative", force=ROUND, then="second negative", artificial=True),
            rule(f"{2 if other == 'S' else 3}{other}", f"5+ hcp, 5+{other}", "New suit", force=GAME),
            rule("3D", "5+ hcp, 5+D", "New suit", force=GAME),
            rule("3C", "5+ hcp, 5+C", "New suit", force=GAME),
            rule("3NT", f"5-10 hcp, 0-2{suit}", "To play"),
            rule(f"{2 if other == 'S' else 3}{other}", f"11+ hcp, 4{other}", "New suit", force=GAME),
            rule("3D", "11+ hcp, 4+D", "New suit", force=GAME),
            rule("3C", "11+ hcp, 4+C", "New suit", force=GAME),
            rule("2NT", "", "Second negative", force=ROUND, then="second negative", artificial=True),
        )
    return (
        rule("3S", "5+ hcp, 5+S", "New suit", force=GAME),
        rule("3H", "5+ hcp, 5+H", "New suit", force=GAME),
        *(
            [rule("3D", "0-4 hcp", "Second negative", force=ROUND, then="second negative", artificial=True)]
            if suit == "C"
            else []
        ),
        rule(f"5{suit}", f"5-8 support {suit}, 4+{suit}, unbalanced", "To play"),
        rule(f"4{suit}", f"9+ support {suit}, 4+{suit}", "Raise", force=GAME, agrees=suit),
        rule(f"4{suit}", f"11+ support {suit}, 3+{suit}", "Raise", force=GAME, agrees=suit),
        rule("3NT", "", "To play"),
    )


@lru_cache(maxsize=64)
def after_second_negative(suit: str) -> Table:
    """Return opener's rebids after the strong two clubs and responder's second negative."""
    others = [other for other in "SHDC" if other != suit]
    if suit == "C":
        return (
            rule("3S", "4+S, S>=H", "Second suit"),
            rule("3H", "4+H", "Second suit"),
            rule("5C", "10+ tricks, 6+C", "To play"),
            rule("3NT", "0-6C", "To play"),
            rule("4C", "", "To play"),
        )
    return (
        rule(f"4{suit}", f"24+ points, 6+{suit}", "To play"),
        rule("3NT", f"25+ hcp, 5{suit}", "To play"),
        *(rule(f"3{other}", f"4+{other}", "Second suit") for other in others),
        rule(f"3{suit}", "", "To play"),
    )


@lru_cache(maxsize=64)
def responses_to_strong_club() -> Table:
    """Return responder's calls over the strong club of Precision."""
    return (
        rule("1D", "0-7 hcp", "Negative", force=ROUND, then="strong 1C 1D", artificial=True),
        rule("1S", "8+ hcp, 5+S, S>=H, S>=D, S>=C", "Positive", force=GAME),
        rule("1H", "8+ hcp, 5+H, H>=D, H>=C", "Positive", force=GAME),
        rule("2D", "8+ hcp, 5+D, D>=C", "Positive", force=GAME),
        rule("2C", "8+ hcp, 5+C", "Positive", force=GAME),
        rule("2NT", "14+ hcp", "Positive, no five-card suit", force=GAME, then="strong club 2NT"),
        rule("1NT", "8-13 hcp", "Positive, no five-card suit", force=GAME, then="strong club 1NT"),
    )


@lru_cache(maxsize=64)
def rebids_after_strong_club() -> Table:
    """Return opener's rebid after the strong club of Precision and the negative answer of one diamond."""
    return (
        rule("1NT", "16-19 hcp, balanced", then="1NT rebid 16-19"),
        rule("2NT", "20-22 hcp, balanced", then="2NT rebid 20-22"),
        rule("3NT", "25-27 hcp, balanced", "To play"),
        rule("2NT", "23-24 hcp, balanced", then="2NT rebid 20-22"),
        rule("2S", "22+ hcp, 5+S, S>=H, S>=D, S>=C", force=GAME),
        rule("2H", "22+ hcp, 5+H, H>=D, H>=C", force=GAME),
        rule("1S", "5+S, S>=H, S>=D, S>=C"),
        rule("1H", "5+H, H>=D, H>=C"),
        rule("2D", "5+D, D>=C"),
        rule("2C", "5+C"),
        rule("1H", "4+H"),
        rule("1S", "4+S"),
        replace(rule("1NT", "", then="1NT rebid 16-19"), ruled=False),
    )


@lru_cache(maxsize=64)
def responses_to_weak_two(suit: str) -> Table:
    """Return responder's calls over a weak two: raises by the law of total tricks, new suits, asking 2NT."""
    jump = 4 if suit in "HS" else 5
    others = [other for other in "SHDC" if other != suit]
    return (
        rule(
            "4NT",
            f"20+ support {suit}, 3+{suit}, aces 1/2/3/4",
            f"Asks for key cards, {NAMES[suit]} agreed",
            force=ROUND,
            then="keycards",
            artificial=True,
            agrees=suit,
        ),
        rule(
            "2NT",
            f"15+ hcp, 2+{suit} | 17+ support {suit}, 2+{suit}",
            "Asks for a feature",
            force=ROUND,
            then="feature",
            artificial=True,
        ),
        rule(f"{jump}{suit}", f"8-14 support {suit}, 4+{suit}, unbalanced", "Preemptive raise"),
        rule(f"3{suit}", f"6-12 support {suit}, 3+{suit}", "Preemptive raise"),
        *(
            rule(
                f"{2 if ORDER.index(other) > ORDER.index(suit) else 3}{other}",
                f"15+ hcp, 5+{other}, good {other}, 0-1{suit} | 17+ hcp, 5+{other}, 0-1{suit}",
                "New suit",
                force=ROUND,
            )
            for other in others
        ),
        rule("P", "0-16 hcp", "To play"),
        replace(rule("3NT", "", "To play"), ruled=False),
    )


@lru_cache(maxsize=64)
def feature_answers(suit: str) -> Table:
    """Return opener's answers to two notrumps over a weak two."""
    others = [other for other in "CDHS" if other != suit]
    features = [
        feature
        for other in others
        for feature in (
            rule(
                f"3{other}",
                f"8+ hcp, 2+{other}, control {other}",
                "Maximum with a feature",
                force=ROUND,
                then="feature told",
                artificial=True,
            ),
        )
    ]
    return (
        rule("3NT", f"8+ hcp, solid {suit}", "Maximum with a solid suit", then="feature told"),
        *features,
        rule(f"3{suit}", "0-8 hcp", "Minimum", then="feature told"),
        rule("3NT", "8+ hcp", "Maximum without a feature", then="feature told"),
    )


@lru_cache(maxsize=64)
def responses_to_preempt(level: int, suit: str) -> Table:
    """Return responder's calls over a preempt at the three or four level."""
    game = 4 if suit in "HS" else 5
    table = [
        rule(
            "4NT",
            f"20+ support {suit}, 2+{suit}, aces 2/3/4",
            f"Asks for key cards, {NAMES[suit]} agreed",
            force=ROUND,
            then="keycards",
            artificial=True,
            agrees=suit,
        ),
    ]
    if level == 3:
        table += [
            *(
                (
                    rule(
                        f"4{suit}",
                        f"15-21 support {suit}, 2+{suit} | 16-21 support {suit}, 1{suit}",
                        "To play",
                    ),
                )
                if suit in "HS"
                else ()
            ),
            rule("3NT", f"16-22 hcp, semibalanced, 2+{suit}", "To play"),
            rule(f"{game}{suit}", f"17-23 support {suit}, 3+{suit}", "To play"),
            rule(f"4{suit}", f"8-14 support {suit}, 3+{suit}", "Preemptive raise"),
            *(
                rule(
                    f"{3 if ORDER.index(o) > ORDER.index(suit) else 4}{o}",
                    f"15+ hcp, 6+{o}, good {o}, 0-1{suit}",
                    "New suit",
                    force=ROUND,
                )
                for o in "SH"
                if o != suit
            ),
        ]
    return (*table, rule("P", "0-19 hcp", "To play"), rule("P", "", "To play"))


@lru_cache(maxsize=64)
def responses_to_short_diamond() -> Table:
    """Return responder's calls over the two diamonds of Precision, which shows the three other suits."""
    return (
        rule("P", "0-10 hcp, 6+D", "To play"),
        rule("4S", "13+ support S, 5+S, S>=H", "To play"),
        rule("4H", "13+ support H, 5+H", "To play"),
        rule("4S", "14+ support S, 4S", "To play"),
        rule("4H", "14+ support H, 4H", "To play"),
        rule("3NT", "13+ hcp, stop D", "To play"),
        rule("5C", "15+ support C, 4+C", "To play"),
        rule("3S", "11-13 support S, 4+S, S>=H", "Invitation"),
        rule("3H", "11-13 support H, 4+H", "Invitation"),
        rule("2S", "4+S, S>=H", "Chooses the suit"),
        rule("2H", "4+H", "Chooses the suit"),
        rule("3C", "4+C", "Chooses the suit"),
        rule("2S", "3S", "Chooses the suit"),
        rule("2H", "3H", "Chooses the suit"),
        rule("3C", "2+C", "Chooses the suit"),
    )
