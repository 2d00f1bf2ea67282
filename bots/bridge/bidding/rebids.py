"""Opener's rebid after an opening of one in a suit and a response, without interference."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from bots.bridge.bidding.notrump import NAMES
from bots.bridge.bidding.rules import Force, Rule, Table, rule
from bots.bridge.bidding.system import System

ROUND, GAME = Force.ROUND, Force.GAME
ORDER = "CDHS"


def _cheapest(suit: str, level: int, over: str) -> int:
    return level if ORDER.index(suit) > ORDER.index(over) else level + 1


@lru_cache(maxsize=256)
def after_suit_response(system: System, opened: str, response: str) -> Table:
    """Return opener's rebids after a response in a new suit at the one level."""
    low, high = system.notrump
    top = 16 if system.strong_club else 22
    raises = [
        rule(f"4{response}", f"19+ support {response}, 4+{response}", "To play", agrees=response)
        if response in "HS"
        else rule(f"3{response}", f"19+ support {response}, 4+{response}", "Raise", force=ROUND),
        rule(f"3{response}", f"16-18 support {response}, 4+{response}", "Invitation"),
        rule(f"2{response}", f"11-15 support {response}, 4+{response}", "Raise"),
    ]
    # A balanced hand that is too strong for the opening of one notrump jumps to two.
    jump = min(high + 1, 18) if low > 12 and not system.strong_club else 18
    notrumps = [rule("2NT", f"{jump}-19 hcp, balanced")]
    if low > 12:
        notrumps.append(rule("1NT", f"10-{low - 1} hcp, balanced", then="1NT rebid"))
    else:
        notrumps.append(rule("1NT", f"{high + 1}-17 hcp, balanced", then="1NT rebid"))
    spades = []
    if response == "H" and opened != "S":
        spades = [
            rule("2S", f"17-{top} points, 4+S", "Jump shift", force=GAME),
            rule("1S", "11-16 points, 4+S"),
        ]
    if response == "D":
        spades = [rule(f"2{s}", f"17-{top} points, 4+{s}", "Jump shift", force=GAME) for s in "HS"]
        spades += [rule("1H", "11-16 points, 4+H"), rule("1S", "11-16 points, 4+S")]
    strong, natural = [], []
    for suit in "CDHS":
        if (
            suit in (opened, response)
            or (suit == "S" and response == "H")
            or (response == "D" and suit in "HS")
        ):
            continue
        if ORDER.index(suit) > ORDER.index(opened):
            strong.append(
                rule(
                    f"2{suit}",
                    f"17-{top} points, 4+{suit}, 4+{opened}, {opened}>={suit}",
                    "Reverse",
                    force=ROUND,
                    then="reverse",
                )
            )
        else:
            strong.append(
                rule(f"3{suit}", f"17-{top} points, 4+{suit}, {opened}>={suit}", "Jump shift", force=GAME)
            )
            natural.append(rule(f"2{suit}", f"11-16 points, 4+{suit}"))
    own = [
        rule(f"3{opened}", f"16-18 points, 15+ hcp, 6+{opened}", "Invitation"),
        *(
            [rule(f"4{opened}", f"19+ points, 6+{opened}", "To play")]
            if opened in "HS"
            else [rule("3NT", f"19+ points, 6+{opened}", "To play")]
        ),
        rule(f"2{opened}", f"11-18 points, 0-14 hcp, 6+{opened}"),
    ]
    last = [
        replace(rule(f"2{opened}", f"11-17 points, 5+{opened}"), ruled=opened not in "HS"),
        rule(f"3{opened}", f"16-18 points, 5+{opened}", "Invitation"),
        rule("3NT", "18+ hcp", "To play"),
        replace(rule("1NT", "0-17 hcp"), ruled=False),
        replace(rule("2NT", ""), ruled=False),
    ]
    return (*raises, *notrumps[:1], *spades, *notrumps[1:], *strong, *own, *natural, *last)


@lru_cache(maxsize=256)
def after_notrump_response(system: System, opened: str, forcing: bool) -> Table:
    """Return opener's rebids after a response of one notrump, forcing or not."""
    table: list[Rule] = [
        rule("3NT", "19+ hcp, semibalanced", "To play"),
        rule("2NT", "17-18 hcp, semibalanced", "Invitation"),
    ]
    lower = ORDER[: ORDER.index(opened)]
    for suit in ORDER:
        if suit == opened:
            continue
        if suit in lower:
            table.append(rule(f"3{suit}", f"19+ points, 4+{suit}", "Jump shift", force=GAME))
        else:
            table.append(rule(f"2{suit}", f"17+ points, 4+{suit}, {opened}>{suit}", "Reverse", force=ROUND))
    if opened in "HS":
        table.append(rule(f"4{opened}", f"19+ points, 6+{opened}", "To play"))
    table += [
        rule(f"3{opened}", f"16-18 points, 6+{opened}", "Invitation"),
        rule(f"2{opened}", f"11-15 points, 6+{opened}"),
    ]
    if not forcing:
        table.append(rule("P", "0-16 hcp, balanced", "To play"))
    table += [rule(f"2{suit}", f"11-18 points, 4+{suit}") for suit in reversed(lower)]
    if forcing:
        table += [rule(f"2{suit}", f"11-16 points, 3+{suit}") for suit in lower if suit in "CD"]
    if not forcing:
        table.append(rule("P", "0-16 hcp", "To play"))
    table += [rule(f"2{opened}", f"11-16 points, 5+{opened}"), rule("2NT", "17+ points", "Invitation")]
    return tuple(table)


@lru_cache(maxsize=256)
def after_two_over_one(system: System, opened: str, response: str) -> Table:
    """Return opener's rebids after a response in a new suit at the two level."""
    low, _ = system.notrump
    game = system.two_over_one_game
    after = GAME if game else Force.NONE
    weak = [(12, 14)] if low > 12 else [(15, 17)]
    table: list[Rule] = [
        *([rule(f"2{s}", f"11+ points, 4{s}", force=after or ROUND) for s in "HS"] if opened == "D" else []),
        rule("3NT", "18-19 hcp, balanced"),
        *(
            [rule(f"4{response}", f"16+ support {response}, 4+{response}", "Raise", force=GAME)]
            if response == "H"
            else []
        ),
        *([rule("3H", "11-15 support H, 3+H", "Raise", force=after)] if response == "H" else []),
        rule(f"3{opened}", f"16+ points, 6+{opened}", force=GAME),
        *([rule(f"2{opened}", f"11-15 points, 6+{opened}", force=after)] if opened in "HS" else []),
    ]
    if response != "H":
        raised = f"11+ support {response}, 4+{response}"
        table.append(rule(f"3{response}", raised, "Raise", force=after or ROUND))
    for suit in "HSDC":
        if suit in (opened, response):
            continue
        level = _cheapest(suit, 2, response)
        if level == 2 and (ORDER.index(suit) < ORDER.index(opened) or (opened, response) == ("D", "C")):
            table.append(rule(f"2{suit}", f"11+ points, 4+{suit}", force=after or ROUND))
        elif level == 2:
            table.append(rule(f"2{suit}", f"16+ points, 4+{suit}, {opened}>={suit}", "Reverse", force=GAME))
        else:
            table.append(rule(f"3{suit}", f"11+ points, 4+{suit}, {opened}>={suit}", force=GAME))
    table += [
        rule(f"2{opened}", f"11-15 points, 6+{opened}", force=after),
        *(
            rule("2NT", f"{a}-{b} hcp, semibalanced", force=after or (ROUND if a == 15 else Force.NONE))
            for a, b in weak
        ),
        rule("3NT", "15-17 hcp, balanced"),
        rule(f"3{response}", f"11+ support {response}, 3+{response}", "Raise", force=after or ROUND),
        replace(rule(f"2{opened}", "", force=after), ruled=False),
    ]
    return tuple(table)


@lru_cache(maxsize=64)
def after_raise(suit: str) -> Table:
    """Return opener's rebids after responder's raise to two."""
    if suit in "HS":
        return (
            rule(f"4{suit}", f"19+ support {suit}", "To play"),
            rule(f"3{suit}", f"17-18 support {suit}", "Invitation", then="raise invitation"),
            rule("P", f"0-16 support {suit}", "To play"),
        )
    return (
        rule("3NT", "19+ hcp, semibalanced", "To play"),
        rule("2NT", "17-18 hcp, semibalanced", "Invitation"),
        rule(f"5{suit}", f"22+ support {suit}", "To play"),
        rule(f"3{suit}", f"16-21 support {suit}, 5+{suit}", "Invitation"),
        rule("P", "0-18 hcp", "To play"),
        replace(rule("3NT", "", "To play"), ruled=False),
    )


@lru_cache(maxsize=64)
def after_limit_raise(suit: str) -> Table:
    """Return opener's rebids after responder's raise to three, which shows 10 to 12 points."""
    if suit in "HS":
        return (
            rule(
                "4NT",
                f"21+ support {suit}, aces 1/2/3/4",
                f"Asks for key cards, {NAMES[suit]} agreed",
                force=ROUND,
                then="keycards",
                artificial=True,
                agrees=suit,
            ),
            rule(f"4{suit}", f"15+ support {suit}", "To play"),
            rule("P", f"0-14 support {suit}", "Declines"),
        )
    return (
        rule(
            "4NT",
            f"23+ support {suit}, aces 1/2/3/4",
            f"Asks for key cards, {NAMES[suit]} agreed",
            force=ROUND,
            then="keycards",
            artificial=True,
            agrees=suit,
        ),
        rule("3NT", "14+ hcp, semibalanced", "To play"),
        rule(f"5{suit}", f"18+ support {suit}", "To play"),
        rule("P", "0-17 hcp", "To play"),
        replace(rule("3NT", "", "To play"), ruled=False),
    )


@lru_cache(maxsize=64)
def after_jacoby(major: str) -> Table:
    """Return opener's answers to Jacoby two notrumps: a short suit, else strength."""
    others = [suit for suit in "CDHS" if suit != major]
    return (
        *(rule(f"3{suit}", f"0-1{suit}", "Shortness", force=GAME, artificial=True) for suit in others),
        rule(f"3{major}", "17+ points", "Strong", force=GAME),
        rule("3NT", "15-16 points", "Medium", force=GAME, artificial=True),
        rule(f"4{major}", "0-14 points", "Minimum"),
    )


@lru_cache(maxsize=64)
def responder_after_one_notrump(opened: str, response: str, low: int, high: int) -> Table:
    """Return responder's calls after opener's rebid of one notrump, which shows `low` to `high` points."""
    if response not in "HS" or opened in "HS":
        return ()
    game = 25 - (low + high) // 2
    minor = "D" if opened == "C" else "C"
    return (
        rule(f"4{response}", f"{game + 1}-{game + 5} points, 6+{response}", "To play"),
        rule(f"3{response}", f"{game - 1}-{game} points, 6+{response}", "Invitation"),
        rule(
            f"2{minor}",
            f"{game}+ hcp, 5+{response}",
            "New minor, forces to game",
            force=GAME,
            then="new minor",
            artificial=True,
        ),
    )


@lru_cache(maxsize=64)
def after_new_minor(response: str) -> Table:
    """Return opener's answers to new minor forcing: three-card support, else four hearts, else notrumps."""
    hearts = (rule("2H", "4H", "Four hearts", force=GAME),) if response == "S" else ()
    return (
        rule(f"2{response}", f"3{response}", "Three-card support", force=GAME, agrees=response),
        *hearts,
        rule("2NT", f"0-2{response}", "No support", force=GAME),
    )


@lru_cache(maxsize=64)
def responder_after_reverse(opened: str, response: str, reverse: str) -> Table:
    """Return responder's calls after opener's reverse, which shows 17 points or more and longer `opened`.

    With fewer than nine points responder bids two of the own suit, two notrumps or three of opener's first
    suit; every other bid forces to game.
    """
    (fourth,) = set(ORDER) - {opened, response, reverse}
    level = 2 if ORDER.index(fourth) > ORDER.index(reverse) else 3
    own = [rule(f"2{response}", f"5+{response}", "Longer suit", force=ROUND)]
    if ORDER.index(response) < ORDER.index(reverse):
        own = [rule(f"3{response}", f"9+ points, 6+{response}", "Long suit", force=GAME)]
    return (
        rule(f"3{reverse}", f"9+ support {reverse}, 4+{reverse}", "Raise", force=GAME, agrees=reverse),
        *(
            [rule(f"3{response}", f"9+ points, 6+{response}", "Long suit", force=GAME), *own]
            if ORDER.index(response) > ORDER.index(reverse)
            else own
        ),
        rule(
            f"4{opened}",
            f"12+ support {opened}, 4+{opened}",
            "Raise with slam interest",
            force=GAME,
            agrees=opened,
        ),
        rule("3NT", f"9-12 hcp, stop {fourth}", "To play"),
        rule(
            f"{level}{fourth}",
            "9+ points",
            "Fourth suit, forces to game",
            force=GAME,
            then="fourth suit",
            artificial=True,
        ),
        rule("2NT", f"0-8 points, stop {fourth}, 0-3{opened}", "Minimum"),
        rule(f"3{opened}", f"0-8 points, 3+{opened}", "Minimum"),
        rule("2NT", "0-8 points", "Minimum"),
    )
