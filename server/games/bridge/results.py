"""How a board ended, and what the next one starts from."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, AssignScore, AwardTricks, Result
from server.errors import IllegalAction
from server.games.bridge import match, scoring
from server.games.bridge.scores import sheet
from server.games.bridge.scores.assigned import adjusted
from server.games.bridge.scores.honours import honours
from server.games.bridge.state import BridgeState, Earlier, Standing

KEPT = 32
"""How many results of a sitting are kept."""


def result(state: BridgeState) -> Result | None:
    """The board's result, as the director adjusted it; None before it is over."""
    deal = state.deal
    if state.phase != "over" or deal is None:
        return None
    contract = state.contract
    played = scoring.result(contract, None, deal.vulnerable)
    if contract is not None:
        played = scoring.result(contract, state.tricks[contract.declarer % 2], deal.vulnerable)
    if state.adjusted is not None:
        return replace(adjusted(played, state.adjusted, deal.vulnerable), claimed=state.claimed)
    return replace(played, claimed=state.claimed, honours=honours(state.options, deal.hands, contract))


def rescored(before: Earlier, ruling: AwardTricks | AssignScore | ArtificialScore) -> Result:
    """What an earlier board's result becomes. Raises IllegalAction."""
    ended, vulnerable = before.result, before.vulnerable
    match ruling:
        case AwardTricks():
            if ended.contract is None:
                raise IllegalAction("tricks are awarded in a contract, and this board has none")
            return replace(scoring.result(ended.contract, ruling.tricks, vulnerable), claimed=ended.claimed)
        case AssignScore() | ArtificialScore():
            return adjusted(ended, ruling, vulnerable)
        case _:
            assert_never(ruling)


def scored(state: BridgeState) -> sheet.Sheet | None:
    """The score sheet with this board, once it is over."""
    ended = result(state)
    if state.sheet is None or ended is None or state.deal is None:
        return state.sheet
    return sheet.scored(state.sheet, state.options, ended, state.deal.vulnerable)


def standing(state: BridgeState) -> Standing | None:
    """How the match stands with this board, once it is over."""
    ended, deal = result(state), state.deal
    if state.match is None or ended is None or deal is None:
        return state.match
    return match.finished(state.match, state.board, ended, deal.vulnerable)


def carried(state: BridgeState) -> BridgeState:
    """What the next board starts from."""
    ended, deal = result(state), state.deal
    assert ended is not None and deal is not None, "expected a board that is over"
    after = scored(state)
    earlier = (*state.earlier, Earlier(state.board, deal.vulnerable, ended))[-KEPT:]
    return BridgeState(
        options=state.options,
        board=state.board + 1,
        finished=state.finished + 1,
        sheet=None if after is None else sheet.next_deal(after, state.options),
        streaks=state.streaks,
        earlier=earlier,
        results=_by_board(earlier),
        cards=state.cards,
        match=standing(state),
    )


def shown(state: BridgeState) -> dict[int, Result] | None:
    """The results of the last boards, this one too when it is over; None before the first."""
    ended = result(state)
    known = state.results if ended is None else {**state.results, state.board: ended}
    return known or None


def _by_board(earlier: tuple[Earlier, ...]) -> dict[int, Result]:
    return {each.board: each.result for each in earlier}


def corrected(state: BridgeState, board: int, ended: Result) -> BridgeState:
    """The sitting with another result of an earlier board."""
    earlier = tuple(replace(each, result=ended) if each.board == board else each for each in state.earlier)
    standing = state.match
    for each in earlier:
        if standing is not None and each.board == board:
            standing = match.finished(standing, board, ended, each.vulnerable)
    return replace(state, earlier=earlier, results=_by_board(earlier), match=standing)
