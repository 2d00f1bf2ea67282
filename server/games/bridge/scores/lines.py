"""The entries that a deal of rubber bridge, or the end of a rubber, adds to the score sheet."""

from __future__ import annotations

from protocol.rules.bridge import scoring
from protocol.v1.bridge import Contract, Honours, Line, Options, Side

Pair = tuple[int, int]
"""A number for North-South and a number for East-West, for example of points or games."""


def below_the_line(options: Options) -> bool:
    """Return True if the table scores above and below the line, with part-scores towards game."""
    return options.scoring == "rubber" or (options.scoring == "chicago" and options.chicago == "four_deal")


def place(side: Side) -> int:
    """Return the index of a side in a pair of numbers: 0 for North-South, 1 for East-West."""
    return 1 if side is Side.EW else 0


def opponents(side: Side) -> Side:
    """Return the side that plays against `side`."""
    return Side.NS if side is Side.EW else Side.EW


def plus(pair: Pair, side: Side, points: int) -> Pair:
    """Return the pair of numbers `pair`, with `points` added to the number of the side `side`."""
    north_south, east_west = pair
    return (north_south + points, east_west) if side is Side.NS else (north_south, east_west + points)


def entered(pair: Pair, lines: tuple[Line, ...]) -> Pair:
    """Return the pair of numbers `pair`, with the points of each score-sheet entry in `lines` added."""
    for line in lines:
        pair = plus(pair, line.side, line.points)
    return pair


def of_score(points_ns: int, what: str) -> tuple[Line, ...]:
    """Return a board's score as a score-sheet entry above the line, for the side that won points.

    `points_ns` is North-South's score; it is negative if East-West won.
    """
    if points_ns == 0:
        return ()
    return (Line(Side.NS if points_ns > 0 else Side.EW, abs(points_ns), what),)


def of_sides(north_south: int, east_west: int, what: str) -> tuple[Line, ...]:
    """Return score-sheet entries above the line for a board with a separate score for each side (Law 12C1).

    A side gets an entry on the score sheet only if its score is positive.
    """
    own = ((Side.NS, north_south), (Side.EW, east_west))
    return tuple(Line(side, points, what) for side, points in own if points > 0)


def of_contract(contract: Contract, tricks: int, vulnerable: bool) -> tuple[Line, ...]:
    """Return the entries for a played contract: trick points below the line, all other points above it.

    `vulnerable` is True if declarer's side is vulnerable. The bonus for a game is not among the entries for a
    contract: the module `sheet` adds that bonus.
    """
    side, doubled, over = contract.declarer.side, contract.doubled, tricks - contract.level - 6
    if over < 0:
        penalty = scoring.undertricks(-over, doubled, vulnerable)
        return (Line(opponents(side), penalty, "undertricks"),)
    above = (
        (scoring.overtricks(contract, over, vulnerable), "overtricks"),
        (scoring.slam(contract.level, vulnerable), "grand slam" if contract.level == 7 else "small slam"),
        (scoring.insult(doubled), "insult"),
    )
    below = Line(side, scoring.trick_points(contract), "tricks", below=True)
    return (below, *(Line(side, points, what) for points, what in above if points))


def of_honours(honours: Honours | None) -> tuple[Line, ...]:
    """Return the entry for honours on the score sheet, or () if no hand had honours to score."""
    return () if honours is None else (Line(honours.seat.side, honours.points, "honours"),)


def of_rubber(games: Pair) -> tuple[Line, ...]:
    """Return the entry for a won rubber: 700 points if the opponents have no game, 500 if they have one.

    Returns () while neither side has won two games of the rubber.
    """
    if max(games) < 2:
        return ()
    return (Line(_ahead(games), 500 if min(games) else 700, "rubber"),)


def of_unfinished(games: Pair, part: Pair, part_bonus: int) -> tuple[Line, ...]:
    """Return the bonuses for a rubber that stops before a side has won two games.

    If only one side has won a game of an unfinished rubber, it gets 300 points. If only one side has a
    part-score in an unfinished rubber, it gets `part_bonus` points. `part` are the part-scores: each side's
    points towards its next game.
    """
    won = (Line(_ahead(games), 300, "unfinished game"),) if _only_one(games) else ()
    partial = (Line(_ahead(part), part_bonus, "unfinished part-score"),) if _only_one(part) else ()
    return (*won, *partial)


def _only_one(pair: Pair) -> bool:
    return max(pair) > 0 == min(pair)


def _ahead(pair: Pair) -> Side:
    return Side.NS if pair[0] > pair[1] else Side.EW
