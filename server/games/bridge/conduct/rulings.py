"""Rulings of directors and of the server (Laws 12, 21B, 69 to 71 and 82)."""

from __future__ import annotations

from typing import assert_never

from msgspec import UNSET, Struct
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    AwardTricks,
    PlayGoesOn,
    RollBack,
    Ruling,
    Seat,
)
from protocol.v1.bridge.views import Ruled
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.bridge import board_set as board_sets
from server.games.bridge import match as matches
from server.games.bridge import results
from server.games.bridge.conduct import claims
from server.games.bridge.conduct.rewind import rewound
from server.games.bridge.scores.assigned import check_outcomes
from server.games.bridge.state import BridgeState


class Proven(Struct, frozen=True, tag_field="t", tag="proven", gc=False):
    """The server's ruling that the claim of `seat` succeeds with every layout of the unseen cards."""

    seat: Seat


LogRuling = Ruling | Proven | matches.MatchRuling | board_sets.SetRuling


def rule(state: BridgeState, ruling: LogRuling, at_ms: int) -> BridgeState:
    """Return the state of the table after a ruling of a director or of the server.

    Raises IllegalAction for a ruling that is not possible now.
    """
    match ruling:
        case RollBack():
            return _roll_back(state, ruling)
        case PlayGoesOn():
            if state.phase not in ("claim", "disputed"):
                raise IllegalAction("there is no claim to cancel (Law 68D)")
            return _as_public_move(replace(state, phase="play", claim=None), ruling)
        case AwardTricks() | AssignScore() | ArtificialScore():
            return _score(state, ruling)
        case Proven():
            if state.claim is None or state.claim.seat is not ruling.seat:
                raise IllegalAction("the claim that the server has proven is already settled or cancelled")
            return claims.agreed(state, "proven")
        case matches.Paired() | matches.ScoreReported() | matches.TableEnded():
            return replace(state, match=matches.rule(state.match, ruling))
        case board_sets.Joined() | board_sets.BoardsReleased():
            return replace(state, joined_set=board_sets.rule(state.board_set, ruling))
        case _:
            assert_never(ruling)


def _as_public_move(state: BridgeState, ruling: Ruling) -> BridgeState:
    """Return the state of the board after `ruling`, which counts as a public move.

    Each public move changes the numbers that identify the present decision, so an answer to an earlier
    decision is refused.
    """
    return replace(state, other_moves=state.other_moves + 1, event=Ruled(ruling))


def _roll_back(state: BridgeState, ruling: RollBack) -> BridgeState:
    if state.deal is None:
        raise IllegalAction("no board is dealt, so no call or card can be taken back")
    calls, cards = len(state.calls), len(state.plays)
    if ruling.calls > calls or ruling.cards > cards:
        raise IllegalAction(
            f"expected at most {with_count(calls, 'call')} and {with_count(cards, 'card')} to remain,"
            f" got {ruling.calls} and {ruling.cards}"
        )
    if ruling.cards and ruling.calls < calls:
        raise IllegalAction("you can take back calls only if you also take back all cards")
    return rewound(state, ruling.calls, ruling.cards, Ruled(ruling))


Scoring = AwardTricks | AssignScore | ArtificialScore


def _score(state: BridgeState, ruling: Scoring) -> BridgeState:
    if isinstance(ruling, AssignScore):
        check_outcomes(ruling)
    if ruling.board is not None and ruling.board != state.board:
        return _correct(state, ruling, ruling.board)
    if state.deal is None:
        raise IllegalAction("no board is dealt, so there is no board to score")
    over = replace(state, phase="over", turn=None, claim=None, undos=(), face_down=UNSET)
    if not isinstance(ruling, AwardTricks):
        return _as_public_move(replace(over, adjusted=ruling), ruling)
    if state.contract is None:
        raise IllegalAction("this board has no contract, so no tricks can be awarded")
    rest = 13 - ruling.tricks
    won = (ruling.tricks, rest) if state.contract.declarer % 2 == 0 else (rest, ruling.tricks)
    claimed = state.claimed or len(state.plays) < 52
    return _as_public_move(replace(over, tricks=won, claimed=claimed, adjusted=None), ruling)


def _correct(state: BridgeState, ruling: Scoring, board: int) -> BridgeState:
    """Return the table with a corrected score for an earlier board (Law 79C); the present board goes on."""
    before = next((each for each in state.earlier_boards if each.board == board), None)
    if before is None:
        raise IllegalAction(
            f"expected one of the last {results.MOST_RESULTS} boards that this table has finished,"
            f" got board {board}"
        )
    if state.sheet is not None:
        raise IllegalAction(
            f"with {state.options.scoring} scoring, a board can be corrected only until the next deal"
        )
    return results.corrected(state, board, results.rescored(before, ruling))
