"""The default answers of all robots to undo requests of opponents."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, BridgePub, Grant, Seat, UndoAsked


class Courtesy:
    """The policy for undo requests.

    A call or card from which no player has learned anything may be taken back.

    A player may take back each call once, until the partner of that player has called (Law 25A). A player may
    take back one card in a board, until the next card is played. An opening lead may not be taken back,
    because it has exposed dummy. The record of granted requests lasts for one board.
    """

    def __init__(self) -> None:
        self._board: tuple[str, int] | None = None
        self._granting: set[tuple[int, int]] = set()
        self._granted: set[tuple[int, int]] = set()

    def grants(self, table: str, pub: BridgePub, own: BridgeOwn | None) -> tuple[Grant, ...]:
        """Return an answer for every opponent whose undo request this seat has not answered yet.

        The record of granted requests is correct only if this method is called at each change of the view.
        """
        if (table, pub.board) != self._board:
            self._board, self._granting, self._granted = (table, pub.board), set(), set()
        requests = _undo_requests(own)
        self._granted |= self._granting - requests.keys()
        self._granting &= requests.keys()
        if own is None or "grant" not in own.may:
            return ()
        return tuple(
            Grant(Seat(request[0]), accept=self._fair(pub, request, asked))
            for request, asked in sorted(requests.items())
            if own.seat not in asked.answers
        )

    def _fair(self, pub: BridgePub, request: tuple[int, int], asked: UndoAsked) -> bool:
        fair = request not in self._granted and nothing_learned(pub, asked)
        (self._granting.add if fair else self._granting.discard)(request)
        return fair


def _undo_requests(own: BridgeOwn | None) -> dict[tuple[int, int], UndoAsked]:
    """Return the opponents' undo requests by seat and number of calls. All cards of a seat share one key."""
    if own is None or own.seat is None:
        return {}
    asked = (own.undos or {}).items()
    return {(seat, request.calls): request for seat, request in asked if seat % 2 != own.seat % 2}


def nothing_learned(pub: BridgePub, asked: UndoAsked) -> bool:
    """Return True if the player who asks for an undo has learned nothing from later calls and cards."""
    played = max(max(pub.plays, default=-1) + 1, 4 * sum(pub.tricks))
    if not played:
        return len(pub.calls) <= asked.calls + 2
    return asked.cards > 0 and played == asked.cards + 1
