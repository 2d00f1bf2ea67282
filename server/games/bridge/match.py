"""Team matches: two tables play the same boards, and compare each board that both have finished (Law 78B).

Each table of a match has its own scores and the scores that the server has reported from the other table. The
players of a match see the other table's score of a board only when both tables have finished this board.
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Compared,
    Deal,
    Match,
    Options,
    Result,
    Vulnerability,
)
from server.errors import IllegalAction
from server.games.base import KnownResults, Rng
from server.games.bridge import dealing
from server.games.bridge.scores.artificial import Share, Shares, TableScore, average_imps, non_balancing
from server.games.bridge.scores.assigned import weighted
from server.games.bridge.scores.comparison import Points, rounded
from server.games.bridge.scores.teams import team_imps
from server.games.bridge.state import BridgeState, EarlierBoard, MatchScore, MatchStanding, Room


class Paired(Struct, frozen=True, tag_field="t", tag="paired", gc=False):
    """The server's ruling, before the first deal, that a table is the open or the closed room of a match."""

    room: Room
    other: str


class ScoreReported(Struct, frozen=True, tag_field="t", tag="heard", gc=False):
    """The server's report, logged as a ruling, of the score of a board at the other table of the match.

    A `score` of null cancels an earlier report of the other table's score on this board.
    """

    board: int
    score: MatchScore | None


class TableEnded(Struct, frozen=True, tag_field="t", tag="ended", gc=False):
    """The server's notice, logged as a ruling, that a table of the match has ended.

    If `here` is true, the table that gets the notice has ended, otherwise the other table of the match.
    """

    here: bool = False


MatchRuling = Paired | ScoreReported | TableEnded


def rule(standing: MatchStanding | None, ruling: MatchRuling) -> MatchStanding:
    """Return a table's data about its match (`standing`) after a ruling of the server.

    Raises IllegalAction if the table plays no match.
    """
    if isinstance(ruling, Paired):
        return MatchStanding(ruling.room, ruling.other)
    if standing is None:
        raise IllegalAction("this table plays no match")
    match ruling:
        case ScoreReported():
            return replace(standing, there=_with(standing.there, ruling.board, ruling.score))
        case TableEnded():
            return replace(standing, over=True) if ruling.here else replace(standing, ended=True)
        case _:
            assert_never(ruling)


def finished(standing: MatchStanding, board: int, ended: Result, vulnerable: Vulnerability) -> MatchStanding:
    """Return a table's data about its match with the result `ended` of the board `board`.

    The result replaces an earlier result of the same board.
    """
    return replace(standing, here=_with(standing.here, board, _score(ended, vulnerable)))


def _with(scores: dict[int, MatchScore], board: int, score: MatchScore | None) -> dict[int, MatchScore]:
    others = {number: known for number, known in scores.items() if number != board}
    return others if score is None else {**others, board: score}


def _score(ended: Result, vulnerable: Vulnerability) -> MatchScore:
    match ended.adjusted:
        case None:
            return MatchScore(ended.score_ns)
        case ArtificialScore(north_south=own, east_west=opponents):
            return MatchScore(
                ended.score_ns, artificial=(int(average_imps(own)), int(average_imps(opponents)))
            )
        case AssignScore():
            return MatchScore(ended.score_ns, weighed=weighted(ended.adjusted, vulnerable))
        case _:
            assert_never(ended.adjusted)


def public_match(standing: MatchStanding) -> Match:
    """Return the public view of a match: the boards that both tables have scored, and their IMPs."""
    known = sorted(standing.here.keys() | standing.there.keys())
    boards = {board: each for board in known if (each := _board(standing, board)) is not None}
    return Match(standing.room, standing.other, boards, sum(each.imps for each in boards.values()))


def _board(standing: MatchStanding, board: int) -> Compared | None:
    """Return the comparison of both tables' scores on a board, or None if it cannot be compared yet.

    A board is compared once both tables of the match have a score for it. A board with an artificial score at
    one table is also compared once the other table has ended without playing the board.
    """
    here, there = standing.here.get(board), standing.there.get(board)
    if here is not None and there is not None:
        return _compared(here, there)
    if here is not None and here.artificial is not None and standing.ended:
        return Compared(here.points, 0, _balance(*here.artificial), unplayed="there")
    if there is not None and there.artificial is not None and standing.over:
        return Compared(0, there.points, -_balance(*there.artificial), unplayed="here")
    return None


def _compared(here: MatchScore, there: MatchScore) -> Compared:
    own, other = _table_score(here), _table_score(there)
    return Compared(here.points, there.points, _balance(team_imps(own, other), team_imps(other, own)))


def _table_score(score: MatchScore) -> TableScore:
    if score.artificial is not None:
        return Shares(*(Share(100 * imps) for imps in score.artificial))
    return score.points if score.weighed is None else score.weighed


def _balance(own: Points, opponents: Points) -> int:
    """Return a team's IMPs, rounded, on a board for which the teams have different scores.

    `own` are the team's IMPs by its own score, and `opponents` the other team's IMPs by the other score. The
    director may have given the two teams different scores on the board (Law 12C4).
    """
    return rounded(non_balancing(own, opponents))


def news(standing: MatchStanding, here: KnownResults, other: KnownResults) -> tuple[MatchRuling, ...]:
    """Return the rulings that report the results of the other table of the match to this table.

    `standing` is the match data of this table. `here` and `other` are what the match knows of this table and
    of the other table. A table that has ended also gets the ruling `TableEnded` about itself, so that both
    tables compare the same boards. Returns () if this table has nothing to learn from the other table.
    """
    scores = {board: _reported(result) for board, result in sorted(other.results.items())}
    reports: list[MatchRuling] = [
        ScoreReported(board, score) for board, score in scores.items() if score != standing.there.get(board)
    ]
    if other.closed and not standing.ended:
        reports.append(TableEnded())
    if here.closed and not standing.over:
        reports.append(TableEnded(here=True))
    return tuple(reports)


def _reported(finished: EarlierBoard | None) -> MatchScore | None:
    return None if finished is None else _score(finished.result, finished.vulnerable)


def told(standing: MatchStanding, board: int) -> bool:
    """Return True if a board's result may be shown at this table.

    It may be shown once the other table of the match cannot play the board any more.
    """
    return standing.ended or board in standing.there


def closed(standing: MatchStanding, deal: Deal, ended: bool) -> bool:
    """Return True if neither table of the match will play this deal any more.

    `standing` is the match data of one table. `ended` is True if the table with the data `standing` plays no
    more boards.
    """
    here = ended or deal.board in standing.here
    return here and told(standing, deal.board)


def drawn(before: BridgeState, index: int, rng: Rng) -> Deal:
    """Return a random board for several tables; the `index` of the first board of a match or set is 0.

    `before` is the state of one of the tables before its first deal. Raises IllegalAction if the table
    must first cut for partners, or plays no more deals.
    """
    state = replace(before, board=before.board + index)
    board = dealing.draw_cards(state, rng) if dealing.deal_due(state) else None
    if not isinstance(board, Deal):
        raise IllegalAction(
            "boards that several tables play begin with a deal, and at this table no deal is the next action"
        )
    return board


def check(options: Options, deals: tuple[Deal, ...]) -> None:
    """Raise IllegalAction if several tables cannot play these boards, or not under these options."""
    if options.scoring != "duplicate":
        raise IllegalAction(
            f"boards that several tables play are scored as duplicate, not as {options.scoring}"
        )
    if options.partners != "agreed":
        raise IllegalAction(
            "boards that several tables play have agreed partners, and these options cut for partners"
        )
    if len({deal.board for deal in deals}) != len(deals):
        raise IllegalAction(
            "expected boards with different numbers, because several tables compare boards by number"
        )
