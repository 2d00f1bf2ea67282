"""The record of a board that was played on this server."""

from __future__ import annotations

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.bridge.record import BoardRecord, RecordedCall


def record_of_deal(deal: Deal) -> BoardRecord:
    """Return the record of a board that has been dealt: its hands, without any calls or plays."""
    return BoardRecord(hands=deal.hands, number=deal.board, dealer=deal.dealer, vulnerable=deal.vulnerable)


def record_of(state: BridgeState) -> BoardRecord:
    """Return the record of a board: its deal, calls, alerts, explanations, cards and result.

    A call is recorded as alerted if one of the players' remarks alerts it, and with the texts of all remarks
    on it, the oldest first. Raises BadRecord if the board has not been dealt yet.
    """
    deal = state.deal
    if deal is None:
        raise BadRecord("expected a board that has been dealt, got a board without a deal")
    calls = []
    for index, call in enumerate(state.calls):
        remarks = [
            each
            for each in state.call_remarks
            if each.call == index and not each.question and not each.withdrawn
        ]
        # Players may repeat an explanation, for example behind a screen: each text is recorded once.
        texts = dict.fromkeys(each.text for each in remarks if each.text)
        calls.append(RecordedCall(call, any(each.alert for each in remarks), "; ".join(texts)))
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
