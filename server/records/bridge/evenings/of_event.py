"""An event that this server has run, as an evening to export."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count
from types import MappingProxyType
from typing import assert_never, cast

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import SEATS, ArtificialScore, AssignScore, Average, Deal
from protocol.v1.bridge import Result as BridgeResult
from server.events.ranking import Field, Ranking, Row
from server.games.base import Award, FieldResult, SidePoints
from server.games.bridge.scores.points import FieldScoring
from server.games.bridge.state import EarlierBoard
from server.records.bridge.evenings.evening import (
    Board,
    Direction,
    Entrant,
    Evening,
    Match,
    Person,
    Points,
    Result,
    Sides,
)

_DIRECTIONS: tuple[Direction, Direction] = ("NS", "EW")
_PERCENT: dict[Average, int] = {"plus": 60, "average": 50, "minus": 40}
_IMPS_OF_TEN_PERCENT = 3


class Name(Struct, frozen=True):
    """The number of an entry of an event, the names of its players, and the name of its team or ""."""

    number: str
    players: tuple[str, ...] = ()
    team: str = ""


class About(Struct, frozen=True):
    """The facts about an event that its field does not tell.

    `date` is written as in 2026-11-27. `boards` has the number of the board of each deal of the field, if it
    is not the number of the deal; deals of several rounds may have the same board number. `deals` are the
    boards with their cards, by the number of the deal, and `players` the names of the players at each table,
    by seat; a table is known by the number of the deal and its sides. In a `knock_out`, entrants have places
    and no totals, and a match has the points by which it was won.
    """

    title: str = ""
    club: str = ""
    date: str = ""
    identifier: str = ""
    swiss: bool = False
    teams: bool = False
    knock_out: bool = False
    boards: Mapping[int, int] = MappingProxyType({})
    deals: Mapping[int, Deal] = MappingProxyType({})
    players: Mapping[tuple[int, tuple[str | None, ...]], tuple[str | None, ...]] = MappingProxyType({})


_Chair = tuple[int, int]
"""A side of a table: the index of its result in the field, and the side."""


def of_event(about: About, names: Mapping[str, Name], field: Field, ranking: Ranking) -> Evening:
    """Return an event of bridge, with its ranking, as an evening.

    `names` has the name of each entry by its id. Robots that played for a missing pair are entrants without a
    place. A board with fewer results than others has the matchpoints that its own results give, as scoring
    programs write them: only the totals are scaled by Neuberg's formula.
    """
    in_teams = about.teams or field.scoring in ("match", "bam")
    apart = len({row.list for row in ranking.rows}) == 2
    robots = _stand_ins(field, names, apart)
    placed: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, each in enumerate(field.results):
        if each.result is not None or each.awards is not None:
            placed[each.deal, about.boards.get(each.deal, each.deal)].append(index)
    boards = [
        _board(deal, number, indices, field, ranking, _Tables(about, names, robots))
        for (deal, number), indices in placed.items()
    ]
    several = {number for number, count in Counter(each.number for each in boards).items() if count > 1}
    return Evening(
        title=about.title,
        date=about.date,
        scoring=cast(FieldScoring, field.scoring),
        form="teams" if in_teams else "pairs",
        swiss=about.swiss,
        winners=2 if apart else 1,
        victory_points=bool(field.scale) and not about.knock_out,
        club=about.club,
        identifier=about.identifier,
        description=about.title,
        entrants=(
            *(_entrant(row, names[row.entry], ranking, about) for row in ranking.rows),
            *_robot_entrants(field, about, robots, apart=apart),
        ),
        boards=tuple(each if each.number in several else replace(each, round=0) for each in boards),
        matches=_matches(field, ranking, names, robots, about) if in_teams or field.scale else (),
        hands={
            each.number: each.hands
            for each in boards
            if each.hands is not None and each.number not in several
        },
    )


def _stand_ins(field: Field, names: Mapping[str, Name], apart: bool) -> dict[_Chair, str]:
    """Return the number of the robots that play for a missing pair, by the side at which they sit.

    They keep their number through the event; with two winners, those of each direction have their own.
    """
    numbers: dict[tuple[int, int], str] = {}
    opponents: dict[tuple[int, int], list[str]] = defaultdict(list)
    taken = {each.number for each in names.values()}
    free = (str(number) for number in count(len(names) + 1) if str(number) not in taken)
    found = {}
    for index, each in enumerate(field.results):
        for side, entry in enumerate(each.sides):
            other = each.sides[1 - side]
            if entry is not None or other is None:
                continue
            direction = side if apart else 0
            met = opponents[each.round, direction]
            if other not in met:
                met.append(other)
            place = direction, met.index(other)
            if place not in numbers:
                numbers[place] = next(free)
            found[index, side] = numbers[place]
    return found


def _robot_entrants(
    field: Field, about: About, robots: Mapping[_Chair, str], *, apart: bool
) -> Iterator[Entrant]:
    boards = Counter(robots.values())
    for (index, side), number in robots.items():
        if number in boards:
            players = _seated(field.results[index], about)[side : side + 1]
            direction = _DIRECTIONS[side] if apart else ""
            people = tuple(map(Person, players[0])) if players else ()
            yield Entrant(number, people, direction=direction, boards=boards.pop(number))


def _seated(result: FieldResult, about: About) -> tuple[tuple[str, ...], tuple[str, ...]] | tuple[()]:
    """Return the names of the players of both sides at a table, () if they are not known."""
    seats = about.players.get((result.deal, result.sides), ())
    if len(seats) != len(SEATS):
        return ()
    north, east, south, west = (each or "" for each in seats)
    return (north, south), (east, west)


def _matches(
    field: Field, ranking: Ranking, names: Mapping[str, Name], robots: Mapping[_Chair, str], about: About
) -> tuple[Match, ...]:
    """Return the matches; one against robots brings the award for a round without opponents."""
    byes: dict[tuple[int, str, str], None] = {}
    for (index, side), number in robots.items():
        other = field.results[index].sides[1 - side]
        if other is not None:
            byes[field.results[index].round, names[other].number, number] = None
    award = None if field.bye is None or about.knock_out else Fraction(field.bye, 100)
    return (
        *(
            Match(
                each.round + 1,
                _numbers(each.sides, names),
                _scores(each.margins if about.knock_out else each.scores),
            )
            for each in ranking.matches
        ),
        *(Match(number + 1, (own, robot), (award, None)) for number, own, robot in byes),
    )


def _numbers(sides: tuple[str, str], names: Mapping[str, Name]) -> tuple[str, str]:
    own, other = sides
    return names[own].number, names[other].number


def _scores(scores: tuple[int, int]) -> Points:
    return Fraction(scores[0], 100), Fraction(scores[1], 100)


def _entrant(row: Row, name: Name, ranking: Ranking, about: About) -> Entrant:
    apart = len({each.list for each in ranking.rows}) == 2
    return Entrant(
        name.number,
        tuple(map(Person, name.players)),
        name.team,
        _DIRECTIONS[row.list] if apart else "",
        None if about.knock_out else Fraction(row.total, 100),
        None if row.percent is None else Fraction(row.percent, 100),
        row.place,
        row.deals,
    )


class _Tables(Struct, frozen=True):
    """The names of the entrants at the tables of an event."""

    about: About
    names: Mapping[str, Name]
    robots: Mapping[_Chair, str]

    def sides(self, index: int, result: FieldResult) -> Sides:
        """Return the numbers of the entrants of a result, given by its index in the field."""
        own, other = (
            self.robots[index, side] if entry is None else self.names[entry].number
            for side, entry in enumerate(result.sides)
        )
        return (own,), (other,)


def _board(
    deal: int, number: int, indices: list[int], field: Field, ranking: Ranking, tables: _Tables
) -> Board:
    lines = [_line(index, field, ranking, tables, len(indices)) for index in indices]
    board, dealt = Board(number, tuple(lines), round=lines[0].round), tables.about.deals.get(deal)
    if dealt is None:
        return board
    return replace(board, hands=dealt.hands, dealer=dealt.dealer, vulnerable=dealt.vulnerable)


def _line(index: int, field: Field, ranking: Ranking, tables: _Tables, lines: int) -> Result:
    """Return a line of a traveller; `lines` is the number of results of its board."""
    result, points = field.results[index], ranking.points[index]
    sides, players = tables.sides(index, result), _seated(result, tables.about)
    both = (None, None) if points is None else _of_its_board(points, lines, field.scoring)
    in_percent = points is not None and points.top > 0
    if result.awards is not None:
        ours, theirs = (_share(award, in_percent) for award in result.awards)
        return Result(sides, percent=(ours, theirs), points=both, round=result.round + 1, players=players)
    played: EarlierBoard = result.result
    return replace(line_of(played.result, sides, both, result.round + 1), players=players)


def _of_its_board(points: SidePoints, lines: int, scoring: str) -> Points:
    """Return the points of a line as the results of its own board give them.

    Neuberg's formula turns `own` matchpoints of a board with fewer results into `(own + 1) * results / fewer
    - 1`.
    """
    own, other = points.points
    results = points.top / 2 + 1
    if scoring != "mp" or results == lines:
        return own, other
    return (own + 1) * lines / results - 1, (other + 1) * lines / results - 1


def line_of(ended: BridgeResult, sides: Sides, points: Points, number: int = 0) -> Result:
    """Return the result of a table as a line of a traveller; `number` is that of the round, from 1, or 0.

    A score that a director assigned is told without a contract, as the mean of its outcomes. So is a score
    that no contract explains.
    """
    match ended.adjusted:
        case ArtificialScore(north_south=own, east_west=others):
            shares = Fraction(_PERCENT[own]), Fraction(_PERCENT[others])
            return Result(sides, percent=shares, points=points, round=number)
        case AssignScore():
            return Result(sides, ended.score_ns, points=points, round=number)
        case None:
            pass
        case _:
            assert_never(ended.adjusted)
    return Result(
        sides,
        ended.score_ns,
        ended.contract,
        None if ended.contract is None else ended.tricks,
        passed_out=ended.contract is None and ended.score_ns == 0,
        points=points,
        round=number,
    )


def _share(award: Award, in_percent: bool) -> Fraction:
    """Return an award as a percentage; 3 IMPs stand for 10 per cent above or below the average."""
    if not isinstance(award, int):
        return Fraction(_PERCENT[award])
    share = Fraction(award, 100)
    return share if in_percent else 50 + 10 * share / _IMPS_OF_TEN_PERCENT
