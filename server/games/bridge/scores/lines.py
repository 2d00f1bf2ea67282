"""What one deal of rubber bridge, or the end of a rubber, writes on the score sheet."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Honours, Line, Options, Side
from server.games.bridge import scoring

Pair = tuple[int, int]
"""What belongs to North-South, and to East-West."""


def below_the_line(options: Options) -> bool:
    """Whether a table so played scores below and above the line, and part-scores towards game."""
    return options.scoring == "rubber" or (options.scoring == "chicago" and options.chicago == "four_deal")


def place(side: Side) -> int:
    """Where a side stands in a `Pair`."""
    return 1 if side is Side.EW else 0


def opponents(side: Side) -> Side:
    """The other side."""
    return Side.NS if side is Side.EW else Side.EW


def plus(pair: Pair, side: Side, points: int) -> Pair:
    """The pair after a side has got points."""
    north_south, east_west = pair
    return (north_south + points, east_west) if side is Side.NS else (north_south, east_west + points)


def entered(pair: Pair, lines: tuple[Line, ...]) -> Pair:
    """The pair after all points of `lines`."""
    for line in lines:
        pair = plus(pair, line.side, line.points)
    return pair


def of_score(points_ns: int, what: str) -> tuple[Line, ...]:
    """A whole score, of North-South or if below 0 of East-West, above the line."""
    if points_ns == 0:
        return ()
    return (Line(Side.NS if points_ns > 0 else Side.EW, abs(points_ns), what),)


def of_sides(north_south: int, east_west: int, what: str) -> tuple[Line, ...]:
    """What each side scores for itself, above the line, where the two may differ (Law 12C1).

    Points that a side loses are written nowhere: unless they differ, its opponents have them.
    """
    own = ((Side.NS, north_south), (Side.EW, east_west))
    return tuple(Line(side, points, what) for side, points in own if points > 0)


def of_contract(contract: Contract, tricks: int, vulnerable: bool) -> tuple[Line, ...]:
    """A contract made or defeated: trick points below the line, all else above it.

    `vulnerable`: declarer's side is. Games and their bonuses are the sheet's.
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
    """Honours, if there are any."""
    return () if honours is None else (Line(honours.seat.side, honours.points, "honours"),)


def of_rubber(games: Pair) -> tuple[Line, ...]:
    """The bonus of who has won two games: 700 to none, 500 to one; nothing before."""
    if max(games) < 2:
        return ()
    return (Line(_ahead(games), 500 if min(games) else 700, "rubber"),)


def of_unfinished(games: Pair, part: Pair, part_bonus: int) -> tuple[Line, ...]:
    """The bonuses of a rubber that stops: for the only side with a game, and the only one with a part-score.

    `part` is what each side has towards the game that was not finished.
    """
    won = (Line(_ahead(games), 300, "unfinished game"),) if _one_only(games) else ()
    begun = (Line(_ahead(part), part_bonus, "unfinished part-score"),) if _one_only(part) else ()
    return (*won, *begun)


def _one_only(pair: Pair) -> bool:
    return max(pair) > 0 == min(pair)


def _ahead(pair: Pair) -> Side:
    return Side.NS if pair[0] > pair[1] else Side.EW
