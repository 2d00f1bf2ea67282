"""The answers to openings and overcalls of one and two notrumps: Stayman, transfers, Gerber, quantitative."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from bots.bridge.bidding.rules import Force, Rule, Table, rule

ROUND, GAME = Force.ROUND, Force.GAME
NAMES = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
TRANSFERS = (("H", "S"), ("S", "H"))


@lru_cache(maxsize=32)
def responses_to_one_notrump(low: int, high: int) -> Table:
    """Return responder's first calls over partner's one notrump, which shows `low` to `high` points."""
    game, slam = 24 - low, 33 - low
    invite = f"{game - 1}"
    fours = f"{game - 1}+ points, 4S, 0-4H | {game - 1}+ points, 4H, 0-4S"
    table = [
        rule("6NT", f"{slam}-{36 - low} hcp, balanced, 0-4S, 0-4H", "To play"),
        rule(
            "4C",
            f"{slam + 2}+ points, 7+S | {slam + 2}+ points, 7+H | {slam + 2}+ points, 7+D",
            "Gerber, asks for aces",
            force=ROUND,
            then="gerber",
            artificial=True,
        ),
        *_texas(game + 1, slam),
        rule(
            "2C",
            f"{fours} | {game + 1}+ points, 5S, 4H | {game + 1}+ points, 4S, 5H | {game - 1}+ points, 4S, 4H",
            "Stayman, asks for four-card majors",
            force=ROUND,
            then="stayman",
            artificial=True,
        ),
        rule(
            "2C",
            f"0-{game - 2} hcp, 3-4S, 3-4H, 4+D, 0-2C",
            "Stayman, asks for four-card majors",
            force=ROUND,
            then="stayman",
            artificial=True,
        ),
        rule("2H", "5+S, S>=H", "Jacoby transfer to ♠", force=ROUND, then="transfer S", artificial=True),
        rule("2D", "5+H, H>S", "Jacoby transfer to ♥", force=ROUND, then="transfer H", artificial=True),
        rule(
            "4NT", f"{31 - low}-{slam - 1} hcp, semibalanced, 0-3S, 0-3H", "Quantitative", then="quantitative"
        ),
        rule(
            "2S",
            f"0-{game - 2} hcp, 6+C, 0-3S, 0-3H | 0-{game - 2} hcp, 6+D, 0-3S, 0-3H",
            "Puppet to 3♣, to play in a minor",
            force=ROUND,
            then="minor puppet",
            artificial=True,
        ),
        rule(
            "3C",
            f"{slam - 3}+ points, 6+C, 0-3S, 0-3H | {slam - 1}+ points, 5C, 0-3S, 0-3H",
            "Slam try",
            force=GAME,
        ),
        rule(
            "3D",
            f"{slam - 3}+ points, 6+D, 0-3S, 0-3H | {slam - 1}+ points, 5D, 0-3S, 0-3H",
            "Slam try",
            force=GAME,
        ),
        rule("3NT", f"{game}-{slam - 3} points, 0-4S, 0-4H | {game}-{slam - 3} hcp, 0-4S, 0-4H", "To play"),
        rule("2NT", f"{invite} points, 0-4S, 0-4H", "Invitation", then="2NT invitation"),
        rule("P", f"0-{game - 2} points, 0-4S, 0-4H", "To play"),
        replace(rule("3NT", f"{game}+ points", "To play"), ruled=False),
    ]
    return tuple(table)


def _texas(game: int, slam: int) -> list[Rule]:
    return [
        rule(
            f"4{bid}",
            f"{game - 1}-{slam - 6} points, 6+{major}, {major}>{other}",
            f"Texas transfer to {NAMES[major]}",
            force=ROUND,
            then=f"texas {major}",
            artificial=True,
        )
        for (major, other), bid in zip(TRANSFERS, "DH", strict=True)
    ]


@lru_cache(maxsize=32)
def stayman_answers(level: int) -> Table:
    """Return opener's answers to Stayman, which partner has bid at the level `level`."""
    return (
        rule(f"{level}H", "4+H", "Four hearts", then=f"stayman {level}H"),
        rule(f"{level}S", "4+S, 0-3H", "Four spades", then=f"stayman {level}S"),
        rule(f"{level}D", "0-3S, 0-3H", "No four-card major", then=f"stayman {level}D", artificial=True),
    )


@lru_cache(maxsize=64)
def after_stayman(answer: str, low: int) -> Table:
    """Return responder's calls after Stayman and an answer such as `2H`; the notrump shows `low` or more."""
    game, slam = 24 - low, 32 - low
    invite = f"{game - 1}"
    major = answer[1]
    least = game + 1 if answer[0] == "2" else 0
    table: list[Rule] = []
    if major in "HS" and answer[0] != "4":
        table += [
            rule(
                "4NT",
                f"{slam}+ support {major}, 4+{major}, aces 1/2/3/4",
                f"Asks for key cards, {NAMES[major]} agreed",
                force=ROUND,
                then="keycards",
                artificial=True,
                agrees=major,
            ),
            rule(f"4{major}", f"{least}-{slam - 1} support {major}, 4+{major}", "To play"),
            rule(
                f"3{major}",
                f"{game - 1}-{game} support {major}, 4+{major}",
                "Invitation",
                then="raise invitation",
            ),
        ]
    elif answer == "2D":
        table += [
            rule("3S", f"{game + 1}+ points, 5+S", "Five spades, four hearts", force=GAME),
            rule("3H", f"{game + 1}+ points, 5+H", "Five hearts, four spades", force=GAME),
        ]
    if answer[0] == "2":
        table += [
            rule("6NT", f"{slam}-{36 - low} hcp", "To play"),
            rule("4NT", f"{31 - low}-{slam - 1} hcp, semibalanced", "Quantitative", then="quantitative"),
            rule("3NT", f"{game}+ points", "To play"),
            rule("2NT", f"{invite} points", "Invitation", then="2NT invitation"),
            rule("P", f"0-{game - 2} points", "To play"),
            rule("2NT", f"0-{game - 1} points", "Invitation", then="2NT invitation"),
        ]
    elif answer[0] == "3":
        table += [
            rule("6NT", f"{slam}+ hcp", "To play"),
            rule("4NT", f"{31 - low}-{slam - 1} hcp", "Quantitative", then="quantitative"),
            rule("3NT", "", "To play"),
        ]
    else:
        table += [
            rule("6NT", f"{slam}+ hcp", "To play"),
            rule("P", f"3+{major}", "To play") if major in "HS" else rule("4NT", "", "To play"),
            rule("4NT", "", "To play"),
        ]
    return tuple(table)


@lru_cache(maxsize=64)
def transfer_answers(major: str, level: int, low: int, high: int) -> Table:
    """Return opener's answers to a transfer to a major suit, which can now be bid at the level `level`."""
    table = []
    if level == 2:
        table.append(
            rule(
                f"3{major}",
                f"{high}-{high + 4} hcp, 4+{major}",
                "Accepts the transfer with a maximum",
                then=f"transferred 3{major}",
            )
        )
    return (*table, rule(f"{level}{major}", "", "Accepts the transfer", then=f"transferred {level}{major}"))


@lru_cache(maxsize=64)
def after_transfer(bid: str, low: int) -> Table:
    """Return responder's calls after a transfer that opener accepted with a bid such as `2H`."""
    game, slam, major = 24 - low, 31 - low, bid[1]
    other = "S" if major == "H" else "H"
    if bid[0] == "3":
        return (
            rule(
                "4NT",
                f"{slam}+ support {major}, 6+{major}, aces 1/2/3/4",
                f"Asks for key cards, {NAMES[major]} agreed",
                force=ROUND,
                then="keycards",
                artificial=True,
                agrees=major,
            ),
            rule("4NT", f"{31 - low}+ hcp, 5{major}", "Quantitative", then="quantitative"),
            rule(f"4{major}", f"{game - 3}+ support {major}, 5+{major}", "To play"),
            rule("P", f"0-{game - 4} support {major}", "To play"),
            rule(f"4{major}", "", "To play"),
        )
    second = [
        rule(f"3{minor}", f"{game + 2}+ points, 4+{minor}, unbalanced", "Second suit", force=GAME)
        for minor in "CD"
    ]
    majors = []
    if major == "S":
        majors = [rule("3H", f"{game}+ points, 5+H", "Five hearts and five spades", force=GAME)]
        majors += [rule("4H", f"{game - 1}-{game} points, 5+H", "Five hearts and five spades", then="choice")]
    else:
        majors = [
            rule("2S", f"{game - 2}-{game - 1} points, 4+{other}", "Four spades, invitation", force=ROUND)
        ]
    return (
        rule(
            "4NT",
            f"{slam}+ support {major}, 6+{major}, aces 1/2/3/4",
            f"Asks for key cards, {NAMES[major]} agreed",
            force=ROUND,
            then="keycards",
            artificial=True,
            agrees=major,
        ),
        rule("6NT", f"{slam}-{36 - low} hcp, semibalanced", "To play"),
        rule(
            "4NT", f"{31 - low}-{slam - 1} hcp, semibalanced, 5{major}", "Quantitative", then="quantitative"
        ),
        *majors,
        rule(f"4{major}", f"{game - 1}+ points, 6+{major}", "To play"),
        *second,
        rule("3NT", f"{game}+ hcp, 5{major}", "Choice of games", then="choice of games"),
        rule("3NT", f"{game + 2}+ points, 5{major}", "Choice of games", then="choice of games"),
        rule(f"3{major}", f"{game - 2}-{game - 1} points, 6+{major}", "Invitation", then="raise invitation"),
        rule("2NT", f"{game - 1} hcp, 5{major}", "Invitation", then=f"2NT invitation {major}"),
        rule("2NT", f"{game}-{game + 1} points, 5{major}", "Invitation", then=f"2NT invitation {major}"),
        rule("P", f"0-{game - 2} hcp", "To play"),
        rule(f"4{major}", f"6+{major}", "To play"),
        rule("3NT", "", "Choice of games", then="choice of games"),
    )


@lru_cache(maxsize=8)
def texas_answers(major: str) -> Table:
    """Return opener's answer to a Texas transfer."""
    return (rule(f"4{major}", "", "Accepts the transfer", agrees=major),)


@lru_cache(maxsize=8)
def minor_puppet_answers() -> Table:
    """Return opener's answer to two spades, which asks for three clubs."""
    return (rule("3C", "", "As asked", then="minor puppet 3C", artificial=True),)


@lru_cache(maxsize=8)
def after_minor_puppet() -> Table:
    """Return responder's calls after one notrump, a puppet to clubs by two spades, and three clubs."""
    return (rule("3D", "6+D, D>C", "To play"), rule("P", "6+C", "To play"), rule("P", "", "To play"))


@lru_cache(maxsize=32)
def quantitative_answers(low: int, high: int) -> Table:
    """Return opener's answers to a quantitative four notrumps."""
    accept = (low + high) // 2 + (high - low > 1)
    return (
        rule("6NT", f"{accept}-{high + 3} hcp", "Accepts"),
        rule("P", f"0-{accept - 1} hcp", "Declines"),
    )


@lru_cache(maxsize=32)
def invitation_answers(low: int, high: int, major: str = "") -> Table:
    """Return opener's answers to an invitation in notrumps or, with `major`, by a raise of it to three."""
    accept = (low + high) // 2 + (high - low > 1 and not major)
    if major:
        return (
            rule(f"4{major}", f"{accept}+ hcp", "Accepts"),
            rule("P", f"0-{accept - 1} hcp", "Declines"),
        )
    return (
        rule("3H", f"{accept}+ hcp, 5H", "Accepts with five hearts", force=GAME),
        rule("3S", f"{accept}+ hcp, 5S", "Accepts with five spades", force=GAME),
        rule("3NT", f"{accept}+ hcp", "Accepts"),
        rule("P", f"0-{accept - 1} hcp", "Declines"),
    )


@lru_cache(maxsize=32)
def transfer_invitation_answers(low: int, high: int, major: str) -> Table:
    """Return opener's answers to a transfer to a major followed by an invitational two notrumps."""
    accept = (low + high) // 2
    return (
        rule(f"4{major}", f"{accept}+ hcp, 3+{major}", "Accepts with support"),
        rule(f"3{major}", f"0-{accept - 1} hcp, 3+{major}", "Declines with support"),
        rule("3NT", f"{accept}+ hcp", "Accepts"),
        rule("P", f"0-{accept - 1} hcp", "Declines"),
    )


@lru_cache(maxsize=32)
def choice_of_games_answers(major: str) -> Table:
    """Return opener's choice between notrumps and the major after a transfer and three notrumps."""
    return (
        rule(f"4{major}", f"3+{major}", "Prefers the major", agrees=major),
        rule("P", f"0-2{major}", "Prefers notrumps"),
    )


@lru_cache(maxsize=32)
def responses_to_three_notrumps(low: int) -> Table:
    """Return responder's calls over a natural three notrumps of `low` points or more: Stayman, transfers."""
    slam = 33 - low
    return (
        rule("4H", "5+S, S>=H", "Jacoby transfer to ♠", force=ROUND, then="transfer S", artificial=True),
        rule("4D", "5+H, H>S", "Jacoby transfer to ♥", force=ROUND, then="transfer H", artificial=True),
        rule(
            "4C",
            f"{max(slam - 2, 0)}+ points, 4S | {max(slam - 2, 0)}+ points, 4H",
            "Stayman, asks for four-card majors",
            force=ROUND,
            then="stayman",
            artificial=True,
        ),
        rule("6NT", f"{max(slam, 0)}-{36 - low} hcp, semibalanced", "To play"),
        rule("4NT", f"{max(31 - low, 0)}-{max(slam - 1, 0)} hcp", "Quantitative", then="quantitative"),
        rule("P", f"0-{max(slam - 1, 0)} hcp", "To play"),
    )


@lru_cache(maxsize=32)
def responses_to_two_notrumps(low: int, high: int) -> Table:
    """Return responder's calls over two notrumps of `low` to `high` points: Stayman, transfers, Texas."""
    game, slam = (24 if high - low > 1 else 25) - low, 33 - low
    return (
        rule(
            "4C",
            f"{slam + 2}+ points, 7+S | {slam + 2}+ points, 7+H",
            "Gerber, asks for aces",
            force=ROUND,
            then="gerber",
            artificial=True,
        ),
        rule(
            "3C",
            f"{game}+ points, 4S, 0-4H | {game}+ points, 4H, 0-4S "
            f"| {game}+ points, 5S, 4H | {game}+ points, 4S, 5H",
            "Stayman, asks for four-card majors",
            force=GAME,
            then="stayman",
            artificial=True,
        ),
        rule(
            "4H",
            f"{game - 1}-{slam - 4} points, 6+S, S>H",
            "Texas transfer to ♠",
            force=ROUND,
            then="texas S",
            artificial=True,
        ),
        rule(
            "4D",
            f"{game - 1}-{slam - 4} points, 6+H, H>S",
            "Texas transfer to ♥",
            force=ROUND,
            then="texas H",
            artificial=True,
        ),
        rule("3H", "5+S, S>=H", "Jacoby transfer to ♠", force=ROUND, then="transfer S", artificial=True),
        rule("3D", "5+H, H>S", "Jacoby transfer to ♥", force=ROUND, then="transfer H", artificial=True),
        rule("6NT", f"{slam}-{36 - low} hcp, semibalanced", "To play"),
        rule("4NT", f"{31 - low}-{slam - 1} hcp, semibalanced", "Quantitative", then="quantitative"),
        rule("3NT", f"{game}-{slam - 3} points | {game}-{slam - 3} hcp", "To play"),
        rule("P", f"0-{game - 1} points", "To play"),
        replace(rule("3NT", "", "To play"), ruled=False),
    )
