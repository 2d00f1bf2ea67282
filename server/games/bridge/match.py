"""A match: two tables share the boards, and a board is compared when both have finished it (Law 78B).

Each table keeps what it finished itself and what it has heard from the other; only what both have is shown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, Compared, Deal, Match, Options, Result
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.bridge.scores.artificial import average_imps, non_balancing
from server.games.bridge.scores.comparison import compared

if TYPE_CHECKING:
    from server.games.bridge.state import BridgeState

Room = Literal["open", "closed"]


class Score(Struct, frozen=True, gc=False):
    """A board's score in points from North-South's side; `imps` are those that an artificial one gives."""

    points: int
    imps: int | None = None


class Standing(Struct, frozen=True, gc=False):
    """What a table knows of its match: the boards finished `here`, and those heard of from the `other` table.

    `ended`: the other table plays no more, whatever boards it has left.
    """

    room: Room
    other: str
    here: dict[int, Score] = {}
    there: dict[int, Score] = {}
    ended: bool = False


class Paired(Struct, frozen=True, tag_field="t", tag="paired", gc=False):
    """The server's ruling that makes a table one of a match, before its first deal."""

    room: Room
    other: str


class Heard(Struct, frozen=True, tag_field="t", tag="heard", gc=False):
    """The server's ruling that tells how a board ended at the other table; null: it has not, after all."""

    board: int
    score: Score | None


class Ended(Struct, frozen=True, tag_field="t", tag="ended", gc=False):
    """The server's ruling that tells that the other table has ended."""


MatchRuling = Paired | Heard | Ended


def rule(standing: Standing | None, ruling: MatchRuling) -> Standing:
    """The standing after one of the server's rulings. Raises IllegalAction at a table that has no match."""
    if isinstance(ruling, Paired):
        return Standing(ruling.room, ruling.other)
    if standing is None:
        raise IllegalAction("this table plays no match")
    match ruling:
        case Heard():
            return replace(standing, there=_with(standing.there, ruling.board, ruling.score))
        case Ended():
            return replace(standing, ended=True)
        case _:
            assert_never(ruling)


def finished(standing: Standing, board: int, ended: Result) -> Standing:
    """The standing with a board's result at this table, the first one or an adjusted one."""
    return replace(standing, here=_with(standing.here, board, _score(ended)))


def _with(scores: dict[int, Score], board: int, score: Score | None) -> dict[int, Score]:
    others = {number: known for number, known in scores.items() if number != board}
    return others if score is None else {**others, board: score}


def _score(ended: Result) -> Score:
    if not isinstance(ended.adjusted, ArtificialScore):
        return Score(ended.score_ns)
    artificial = ended.adjusted
    own, opponents = average_imps(artificial.north_south), average_imps(artificial.east_west)
    return Score(ended.score_ns, _whole(non_balancing(own, opponents)))


def _whole(imps: Fraction) -> int:
    """Whole IMPs: a half is rounded away from 0, so that one team wins what the other loses."""
    size = int(abs(imps) + Fraction(1, 2))
    return size if imps > 0 else -size


def shown(standing: Standing) -> Match:
    """What everybody may know: the boards that both tables have finished, and their IMPs."""
    both = sorted(standing.here.keys() & standing.there.keys())
    boards = {board: _compared(standing.here[board], standing.there[board]) for board in both}
    return Match(standing.room, standing.other, boards, sum(each.imps for each in boards.values()))


def _compared(here: Score, there: Score) -> Compared:
    """An artificial score is IMPs by itself (Law 12C2); of two, one at each table, the team gets the mean."""
    if here.imps is not None and there.imps is not None:
        return Compared(here.points, there.points, _whole(Fraction(here.imps - there.imps, 2)))
    if here.imps is not None:
        return Compared(here.points, there.points, here.imps)
    if there.imps is not None:
        return Compared(here.points, there.points, -there.imps)
    return compared(here.points, there.points)


def news(told: Standing, teller: Standing, ended: bool) -> tuple[MatchRuling, ...]:
    """The rulings by which one table learns what the other knows of its own boards, () when it knows it all.

    `ended`: the teller plays no more.
    """
    tidings: list[MatchRuling] = [
        Heard(board, teller.here.get(board))
        for board in sorted(teller.here.keys() | told.there.keys())
        if teller.here.get(board) != told.there.get(board)
    ]
    if ended and not told.ended:
        tidings.append(Ended())
    return tuple(tidings)


def closed(standing: Standing, deal: Deal, ended: bool) -> bool:
    """Whether neither table will play this deal any more; `ended`: this one plays no more at all."""
    here = ended or deal.board in standing.here
    return here and (standing.ended or deal.board in standing.there)


def drawn(before: BridgeState, place: int, rng: Rng) -> Deal:
    """The board at a place, from 0, of a table that has dealt none yet, for both tables to play.

    Raises IllegalAction where something else than a deal comes first.
    """
    board = replace(before, board=before.board + place).chance(rng)
    if not isinstance(board, Deal):
        raise IllegalAction("a match begins with a deal")
    return board


def check(options: Options, deals: tuple[Deal, ...]) -> None:
    """Raise IllegalAction for options or boards on which two tables cannot play a match."""
    if options.scoring != "duplicate":
        raise IllegalAction(f"a match is scored as duplicate, not as {options.scoring}")
    if options.partners != "agreed":
        raise IllegalAction("the teams of a match are agreed, not cut for")
    if len({deal.board for deal in deals}) != len(deals):
        raise IllegalAction("the boards of a match have different numbers, so that they can be compared")
