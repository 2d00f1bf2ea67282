"""The result of a board, and the state at the start of the next board."""

from __future__ import annotations

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, AssignScore, AwardTricks, Result
from server.errors import IllegalAction
from server.games.bridge import board_set, match, scoring
from server.games.bridge.scores import sheet
from server.games.bridge.scores.assigned import adjusted
from server.games.bridge.scores.honours import honours
from server.games.bridge.state import BridgeState, EarlierBoard, MatchStanding, SetStanding

MOST_RESULTS = 32
"""The maximum number of earlier boards for which a table keeps the results."""


def result(state: BridgeState) -> Result | None:
    """Return the board's result with the director's adjustments, or None before the board is over."""
    deal = state.deal
    if state.phase != "over" or deal is None:
        return None
    contract = state.contract
    tricks = None if contract is None else state.tricks[contract.declarer % 2]
    played = scoring.result(contract, tricks, deal.vulnerable)
    if state.adjusted is not None:
        return replace(adjusted(played, state.adjusted, deal.vulnerable), claimed=state.claimed)
    return replace(played, claimed=state.claimed, honours=honours(state.options, deal.hands, contract))


def rescored(before: EarlierBoard, ruling: AwardTricks | AssignScore | ArtificialScore) -> Result:
    """Return the result of an earlier board after a director's ruling.

    Raises IllegalAction for a ruling that is impossible on the board.
    """
    ended, vulnerable = before.result, before.vulnerable
    match ruling:
        case AwardTricks():
            if ended.contract is None:
                raise IllegalAction("this board has no contract, so no tricks can be awarded")
            return replace(scoring.result(ended.contract, ruling.tricks, vulnerable), claimed=ended.claimed)
        case AssignScore() | ArtificialScore():
            return adjusted(ended, ruling, vulnerable)
        case _:
            assert_never(ruling)


def scored(state: BridgeState) -> sheet.Sheet | None:
    """Return the table's score sheet, including the present board if it is over."""
    ended = None if state.sheet is None else result(state)
    if state.sheet is None or ended is None or state.deal is None:
        return state.sheet
    return sheet.scored(state.sheet, state.options, ended, state.deal.vulnerable)


def match_standing(state: BridgeState) -> MatchStanding | None:
    """Return the table's data about its match, including the present board if it is over."""
    ended, deal = None if state.match is None else result(state), state.deal
    if state.match is None or ended is None or deal is None:
        return state.match
    return match.finished(state.match, state.board, ended, deal.vulnerable)


def set_standing(state: BridgeState) -> SetStanding | None:
    """Return the table's data about its set of boards, including the present board if it is over."""
    if state.board_set is None or result(state) is None:
        return state.board_set
    return board_set.finished(state.board_set, state.board)


def finished_boards(state: BridgeState) -> tuple[EarlierBoard, ...]:
    """Return the newest boards that the table has finished, oldest first.

    The present board is included if it is over.
    """
    ended, deal = result(state), state.deal
    if ended is None or deal is None:
        return state.earlier_boards
    return (*state.earlier_boards, EarlierBoard(state.board, deal.vulnerable, ended))


def carried(state: BridgeState) -> BridgeState:
    """Return the state of the table at the start of the next board."""
    ended, deal = result(state), state.deal
    assert ended is not None and deal is not None, "expected a board with a result, got a board without"
    after = scored(state)
    earlier = finished_boards(state)[-MOST_RESULTS:]
    return BridgeState(
        options=state.options,
        board=state.board + 1,
        finished=state.finished + 1,
        sheet=None if after is None else sheet.next_deal(after, state.options),
        streaks=state.streaks,
        earlier_boards=earlier,
        results=_by_board(earlier),
        side_cards=state.side_cards,
        match=match_standing(state),
        joined_set=set_standing(state) or UNSET,
    )


def visible_results(state: BridgeState) -> dict[int, Result] | None:
    """Return the results of the newest earlier boards and, if it is over, of the present board.

    An earlier board is left out as long as another table of the match or set may still play it, so that no
    player learns its result before playing it. Returns None if there is no board with a result to show.
    """
    ended, earlier = result(state), state.results
    if state.match is not None:
        earlier = {board: each for board, each in earlier.items() if match.told(state.match, board)}
    if state.board_set is not None:
        earlier = {board: each for board, each in earlier.items() if board_set.told(state.board_set, board)}
    known = earlier if ended is None else {**earlier, state.board: ended}
    return known or None


def _by_board(boards: tuple[EarlierBoard, ...]) -> dict[int, Result]:
    return {each.board: each.result for each in boards}


def corrected(state: BridgeState, board: int, ended: Result) -> BridgeState:
    """Return the state of the table with `ended` as the corrected result of the earlier board `board`."""
    earlier = tuple(
        replace(each, result=ended) if each.board == board else each for each in state.earlier_boards
    )
    standing = state.match
    for each in earlier:
        if standing is not None and each.board == board:
            standing = match.finished(standing, board, ended, each.vulnerable)
    return replace(state, earlier_boards=earlier, results=_by_board(earlier), match=standing)
