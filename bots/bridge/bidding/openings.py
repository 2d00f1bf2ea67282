"""The rules for the opening bids of all bidding systems."""

from __future__ import annotations

from functools import lru_cache

from bots.bridge.bidding.rules import Force, Rule, Table, rule
from bots.bridge.bidding.system import System


@lru_cache(maxsize=64)
def openings(system: System, place: int, vulnerable: bool) -> Table:
    """Return the rules for the opening bids of a system in the order of their priority.

    `place` is the number of passes before the opening, from 0 to 3.
    """
    table = [*_strong(system), *_notrumps(system), *_majors(system), *_minors(system)]
    if place < 3:
        table += _preempts(system, place, vulnerable)
    return (*table, *_passes(system, place))


def _strong(system: System) -> list[Rule]:
    if system.strong_club:
        return [rule("1C", "16+ hcp", "Strong club", force=Force.ROUND, then="strong 1C", artificial=True)]
    three_notrumps = rule("3NT", "25-27 hcp, balanced", then="3NT")
    _, high = system.two_notrumps
    strong = f"{high + 1}+ hcp | 16+ hcp, 9+ tricks"
    return [
        three_notrumps,
        rule("2C", strong, "Strong two clubs", force=Force.ROUND, then="2C", artificial=True),
    ]


def _notrumps(system: System) -> list[Rule]:
    low, high = system.notrump
    # A range that begins below 15 points has to be announced.
    one = [rule("1NT", f"{low}-{high} hcp, balanced", then="1NT", alerted=low < 15)]
    if system.strong_club:
        return one
    low, high = system.two_notrumps
    return [rule("2NT", f"{low}-{high} hcp, balanced", then="2NT"), *one]


def _one_level(system: System, shape: str) -> str:
    """Return the promise of an opening of one in a suit."""
    if system.strong_club:
        return f"11-19 points, 10-15 hcp, {shape}"
    _, high = system.two_notrumps
    return f"12-{high} points, {shape} | 12-{high} hcp, {shape}"


def _majors(system: System) -> list[Rule]:
    if system.majors == 4:
        return [
            rule("1H", _one_level(system, "4H, 4S, 0-4D, 0-4C"), then="1H"),
            rule("1S", _one_level(system, "4+S, S>=H, S>=D, S>=C"), then="1S"),
            rule("1H", _one_level(system, "4+H, H>S, H>=D, H>=C"), then="1H"),
        ]
    return [
        rule("1S", _one_level(system, "5+S, S>=H, S>=D, S>=C"), then="1S"),
        rule("1H", _one_level(system, "5+H, H>S, H>=D, H>=C"), then="1H"),
    ]


def _minors(system: System) -> list[Rule]:
    if system.strong_club:
        return [
            rule("2C", _one_level(system, "6+C"), "Precision two clubs", alerted=True),
            rule(
                "2D",
                _one_level(system, "0-1D, 3-4S, 3-4H, 4-5C"),
                "Three-suited, short in ♦",
                then="precision 2D",
                artificial=True,
            ),
            rule("1D", _one_level(system, "2+D"), "Precision diamond", then="1D", alerted=True),
            rule("2C", _one_level(system, "5+C"), "Precision two clubs", alerted=True),
        ]
    if system.majors == 4:
        return [
            rule("1D", _one_level(system, "4+D, D>=C"), then="1D"),
            rule("1C", _one_level(system, "4+C"), then="1C"),
        ]
    if system.phoney_club:
        return [
            rule("1D", _one_level(system, "4+D, D>=C"), then="1D"),
            rule("1C", _one_level(system, "2+C"), "Phoney club", then="1C", alerted=True),
        ]
    return [
        rule("1D", _one_level(system, "4+D, D>=C"), then="1D"),
        rule("1D", _one_level(system, "3D, 4S, 4H, 2C"), then="1D"),
        rule("1C", _one_level(system, "3+C"), then="1C"),
    ]


def _preempts(system: System, place: int, vulnerable: bool) -> list[Rule]:
    """Return weak twos and higher preempts; a vulnerable weak two has two honours in its suit."""
    three = "5-10" if vulnerable else "4-10"
    table = [
        *(rule(f"4{s}", f"{three} hcp, 8+{s}", "Preempt", then="preempt") for s in "SHDC"),
        *(rule(f"3{s}", f"{three} hcp, 7{s}", "Preempt", then="preempt") for s in "SHDC"),
        rule("3C", f"{three} hcp, 6C, good C", "Preempt", then="preempt") if place == 2 else None,
    ]
    for suit in "SH" if system.strong_club else "SHD":
        others = [other for other in "SH" if other != suit]
        held = [f"0-3{other}" for other in others] + ([f"honours 2 {suit}"] if vulnerable else [])
        table.append(rule(f"2{suit}", f"5-11 hcp, 6{suit}, {', '.join(held)}", "Weak two", then="weak two"))
    return [entry for entry in table if entry is not None]


def _passes(system: System, place: int) -> list[Rule]:
    high = 10 if system.strong_club else 11
    return [rule("P", f"0-{high} points | 0-9 hcp", "No opening")]
