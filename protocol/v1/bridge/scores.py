"""The scores at a bridge table: results of boards, tallies of rubbers, and the comparison in a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from protocol.v1.bridge.nouns import Contract, Seat, Side
from protocol.v1.bridge.rulings import ArtificialScore, AssignScore


class Honours(Struct, frozen=True, gc=False):
    """Honours in one hand, that of the player in `seat`: 100 or 150 points above the line."""

    seat: Seat
    points: int


class Result(Struct, frozen=True, gc=False):
    """The result of a board.

    `tricks` is the number of tricks that declarer won. If all players passed, `contract` and `tricks` are
    null; if the director adjusted the score, `tricks` is null. In a board's result, `score_ns` is the
    duplicate score in points (Law 77) of North-South; it is negative if East-West scored. `claimed` is true
    if the play ended by a claim or concession. `adjusted` is the director's ruling that adjusted the score,
    or null if no ruling did. For an assigned score, `score_ns` is the weighted mean of North-South's
    outcomes, rounded to whole points (a half is rounded away from 0); for an artificial score, `score_ns` is
    0. `score_ew` is null if East-West's score is `score_ns` with the opposite sign; otherwise it is the
    weighted mean of the outcomes that the director assigned to East-West. In a result, `honours` is set only
    in rubber and four-deal Chicago.
    """

    score_ns: int
    contract: Contract | None = None
    tricks: int | None = None
    claimed: bool = False
    adjusted: AssignScore | ArtificialScore | None = None
    honours: Honours | None = None
    score_ew: int | None = None


class Line(Struct, frozen=True, gc=False):
    """One entry of a score sheet: `points` for a side, above the line or `below` it, for the reason `what`.

    On the score sheet, a contract has the entries `tricks` (below the line), `overtricks`, `undertricks`,
    `insult`, `small slam` and `grand slam`. Further entries of a score sheet are `honours`, `rubber`,
    `unfinished game` and `unfinished part-score`, and in Chicago `game` and `part-score`. An entry `score` of
    a score sheet is the duplicate score of a whole deal. An entry `adjusted` of a score sheet is the score
    that the director assigned to the side; if the director assigned different outcomes to the two sides, both
    sides or neither side may have an `adjusted` entry.
    """

    side: Side
    points: int
    what: str
    below: bool = False


class Tally(Struct, frozen=True, gc=False):
    """The score of all deals at a table with `scoring` `rubber`, `chicago` or `total`.

    In each pair of numbers of a tally, the first is for North-South and the second for East-West. `number`
    counts the rubbers or chukkers from 1, and `deal` the deals within one of them, from 1. `games` are the
    numbers of games won in this rubber, and `part` the points of each side towards its next game. `lines` are
    the entries of the score sheet for the last finished deal, until the next deal begins. `earlier` are the
    entries of the score sheet for the deals of the rubber or chukker before the last finished deal. `points`
    are the points of each side in the present rubber or chukker. `stopped` is the total of the rubber plus
    the bonus that each side would get if the rubber ended now. `total` is the total of all deals that the
    present pairs have played together at this table. `players` has the points that each player won at this
    table, North first and waiting players last: the points of the player's own side minus the points of the
    opponents. On a deal for which the director assigned different scores to the two sides, a player wins only
    the score of the player's own side.
    """

    number: int
    deal: int
    points: tuple[int, int]
    total: tuple[int, int]
    games: tuple[int, int] = (0, 0)
    part: tuple[int, int] = (0, 0)
    stopped: tuple[int, int] = (0, 0)
    lines: tuple[Line, ...] = ()
    earlier: tuple[Line, ...] = ()
    players: tuple[int, ...] = ()


class Compared(Struct, frozen=True, gc=False):
    """A board that both tables of a match have finished.

    `here` and `there` are the points of North-South at this table and at the other table of the match. `imps`
    are the IMPs of the team that sits North-South at this table. For an assigned score, the IMPs of each
    outcome are computed, and `imps` is their weighted mean (Law 12C1c). An artificial adjusted score gives 3,
    0 or -3 IMPs without a comparison (Law 12C2). If the gain of one team is not the loss of the other, `imps`
    is the mean of the gain and the loss (Law 12C4), so it is 0 if both teams get average plus. `unplayed`
    names the table that will never play the board, or is null if both tables have played it: the points of an
    unplayed board are 0, and only the artificial score of the other table counts.
    """

    here: int
    there: int
    imps: int
    unplayed: Literal["here", "there"] | None = None


class BoardSet(Struct, frozen=True, gc=False):
    """The set of boards that a table plays together with other tables: its id and the number of its tables.

    `boards` are the boards that this table has finished and that no other table of the set will play any
    more. `GET /v1/sets/{set}` compares the results of these boards.
    """

    id: str
    tables: int
    boards: tuple[int, ...] = ()


class Match(Struct, frozen=True, gc=False):
    """The match to which a table belongs: its other table, and the boards that both tables have finished.

    The team that sits North-South in the `open` room sits East-West in the closed room. In a match, `imps` is
    the total of the team that sits North-South at this table. If one table of the match has ended without
    playing a board, the board still counts if it has an artificial score at the other table. A board that
    only one table of the match played does not count if its score is an assigned one, because there is no
    second score to compare.
    """

    room: str
    other: str
    boards: dict[int, Compared]
    imps: int = 0
