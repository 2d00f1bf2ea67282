"""The answers that all robots give to undo requests of opponents, unless a robot has its own answers."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, BridgePub, Grant, Seat, UndoAsked


class Courtesy:
    """The rules by which a robot grants or denies an opponent's undo request.

    The robot grants an undo request if the opponent has learned nothing from later calls and cards.

    An opponent can take back each call once, until the opponent's partner has called (Law 25A). An opponent
    can take back one card in a board, until the next card is played. The robot never lets an opponent take
    back an opening lead, because the lead has exposed dummy. The robot remembers the undo requests that it
    has granted until the board ends.
    """

    def __init__(self) -> None:
        self._board: tuple[str, int] | None = None
        self._granting: set[tuple[int, int]] = set()
        self._granted: set[tuple[int, int]] = set()

    def grants(self, table: str, pub: BridgePub, own: BridgeOwn | None) -> tuple[Grant, ...]:
        """Return an answer to each undo request of an opponent that this seat has not answered yet.

        Call this method at each change of the view: an undo request counts as granted when it is no longer
        shown.
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
    """Return the opponents' undo requests by the asking seat and the number of calls that would remain.

    An undo of a card keeps all calls, so all requests of a seat for its cards in a board have one key.
    """
    if own is None or own.seat is None:
        return {}
    asked = (own.undos or {}).items()
    return {(seat, request.calls): request for seat, request in asked if seat % 2 != own.seat % 2}


def nothing_learned(pub: BridgePub, asked: UndoAsked) -> bool:
    """Return True if the player that asks for an undo has learned nothing from later calls and cards."""
    played = max(max(pub.plays, default=-1) + 1, 4 * sum(pub.tricks))
    if not played:
        return len(pub.calls) <= asked.calls + 2
    return asked.cards > 0 and played == asked.cards + 1
