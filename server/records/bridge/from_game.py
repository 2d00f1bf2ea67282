"""The record of a board that was played on this server."""

from __future__ import annotations

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.games.bridge.auction import caller
from server.games.bridge.conduct import alerts
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.bridge.record import BoardRecord, RecordedCall


def record_of_deal(deal: Deal) -> BoardRecord:
    """Return the record of a board that has been dealt, without any call."""
    return BoardRecord(hands=deal.hands, number=deal.board, dealer=deal.dealer, vulnerable=deal.vulnerable)


def record_of(state: BridgeState) -> BoardRecord:
    """Return the record of a board: its deal, calls, alerts, explanations, cards and result.

    Only the latest explanation of each call is recorded. Raises BadRecord if the board of the state has not
    been dealt yet.
    """
    deal = state.deal
    if deal is None:
        raise BadRecord("expected a board that has been dealt, got a board without a deal")
    remarks = alerts.visible_remarks(state, None) or {}
    calls = []
    for turn, call in enumerate(state.calls):
        remark = remarks.get(4 * turn + caller(deal.dealer, state.calls[:turn]))
        calls.append(RecordedCall(call) if remark is None else RecordedCall(call, remark.alert, remark.text))
    ended, contract = BRIDGE.result(state), state.contract
    return BoardRecord(
        hands=deal.hands,
        number=deal.board,
        dealer=deal.dealer,
        vulnerable=deal.vulnerable,
        calls=tuple(calls),
        cards=tuple(play.card for play in state.plays),
        contract=contract,
        passed_out=ended is not None and contract is None,
        tricks=None if ended is None else ended.tricks,
        claimed=state.claimed,
    )
