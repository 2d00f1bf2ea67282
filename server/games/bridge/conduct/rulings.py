"""What directors rule, and what the server itself establishes (Laws 12, 21B, 69 to 71 and 82)."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
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
from protocol.words import counted
from server.errors import IllegalAction
from server.games.bridge import match as matches
from server.games.bridge import results
from server.games.bridge.conduct import claims
from server.games.bridge.conduct.rewind import rewound
from server.games.bridge.state import BridgeState


class Proven(Struct, frozen=True, tag_field="t", tag="proven", gc=False):
    """The claim of `seat` holds whatever the unseen cards are, so nobody need be asked."""

    seat: Seat


LogRuling = Ruling | Proven | matches.MatchRuling


def rule(state: BridgeState, ruling: LogRuling, at_ms: int) -> BridgeState:
    """The table after a ruling. Raises IllegalAction for one that cannot be."""
    match ruling:
        case RollBack():
            return _roll_back(state, ruling)
        case PlayGoesOn():
            if state.phase not in ("claim", "disputed"):
                raise IllegalAction("no claim stops the play (Law 68D)")
            return _said(replace(state, phase="play", claim=None), ruling)
        case AwardTricks() | AssignScore() | ArtificialScore():
            return _score(state, ruling)
        case Proven():
            if state.claim is None or state.claim.seat is not ruling.seat:
                raise IllegalAction("there is no such claim any more")
            return claims.agreed(state, "proven")
        case matches.Paired() | matches.Heard() | matches.Ended():
            return replace(state, match=matches.rule(state.match, ruling))
        case _:
            assert_never(ruling)


def _said(state: BridgeState, ruling: Ruling) -> BridgeState:
    """A ruling is a public move: whatever was to be answered before is asked anew."""
    return replace(state, stirs=state.stirs + 1, event=Ruled(ruling))


def _roll_back(state: BridgeState, ruling: RollBack) -> BridgeState:
    if state.deal is None:
        raise IllegalAction("there is no board to go back in")
    calls, cards = len(state.calls), len(state.plays)
    if ruling.calls > calls or ruling.cards > cards:
        raise IllegalAction(
            f"expected at most {counted(calls, 'call')} and {counted(cards, 'card')},"
            f" got {ruling.calls} and {ruling.cards}"
        )
    if ruling.cards and ruling.calls < calls:
        raise IllegalAction("cards stay only where the whole auction stays")
    return rewound(state, ruling.calls, ruling.cards, Ruled(ruling))


Scoring = AwardTricks | AssignScore | ArtificialScore


def _score(state: BridgeState, ruling: Scoring) -> BridgeState:
    if isinstance(ruling, AssignScore):
        _check_outcomes(ruling)
    if ruling.board is not None and ruling.board != state.board:
        return _correct(state, ruling, ruling.board)
    if state.deal is None:
        raise IllegalAction("there is no board to score")
    over = replace(state, phase="over", turn=None, claim=None, undos=())
    if not isinstance(ruling, AwardTricks):
        return _said(replace(over, adjusted=ruling), ruling)
    if state.contract is None:
        raise IllegalAction("tricks are awarded in a contract, and this board has none")
    rest = 13 - ruling.tricks
    won = (ruling.tricks, rest) if state.contract.declarer % 2 == 0 else (rest, ruling.tricks)
    claimed = state.claimed or len(state.plays) < 52
    return _said(replace(over, tricks=won, claimed=claimed, adjusted=None), ruling)


def _check_outcomes(ruling: AssignScore) -> None:
    """Raise IllegalAction unless the outcomes could be and their weights add up (Law 12C1)."""
    for side in (ruling.outcomes, ruling.east_west):
        if side is None:
            continue
        total = sum(each.weight for each in side)
        if total != 100:
            raise IllegalAction(f"expected weights that add up to 100, got {total}")
        if any((each.contract is None) is not (each.tricks is None) for each in side):
            raise IllegalAction("an outcome has a contract and tricks, or neither where it is passed out")


def _correct(state: BridgeState, ruling: Scoring, board: int) -> BridgeState:
    """Score an earlier board of the sitting otherwise (Law 79C); the board in play goes on undisturbed."""
    before = next((each for each in state.earlier if each.board == board), None)
    if before is None:
        raise IllegalAction(f"board {board} is none of the last {results.KEPT} that this table has finished")
    if state.sheet is not None:
        raise IllegalAction("where scores add up, a board is corrected until the next one is dealt")
    return results.corrected(state, board, results.rescored(before, ruling))
