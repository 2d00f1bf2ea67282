"""What any robot answers its opponents with, though nothing is due."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, BridgePub, Grant, Seat, UndoAsked


class Courtesy:
    """Leave to take back a slip from which nothing was learned, given or refused at once.

    A call may go back until the asker's partner has called (Law 25A), the same call once. A card may go back
    until anybody plays after it, one in a board to each seat; the opening lead stays, since it shows dummy.
    What was granted in a board is forgotten with it.
    """

    def __init__(self) -> None:
        self._board: tuple[str, int] | None = None
        self._granting: set[tuple[int, int]] = set()
        self._granted: set[tuple[int, int]] = set()

    def grants(self, table: str, pub: BridgePub, own: BridgeOwn | None) -> tuple[Grant, ...]:
        """An answer to every opponent who asks to take something back and has none of this seat yet.

        Call it at every change, or it forgets what it has granted.
        """
        if (table, pub.board) != self._board:
            self._board, self._granting, self._granted = (table, pub.board), set(), set()
        wishes = _wishes(own)
        self._granted |= self._granting - wishes.keys()
        self._granting &= wishes.keys()
        if own is None or "grant" not in own.may:
            return ()
        return tuple(
            Grant(Seat(wish[0]), accept=self._fair(pub, wish, asked))
            for wish, asked in sorted(wishes.items())
            if own.seat not in asked.answers
        )

    def _fair(self, pub: BridgePub, wish: tuple[int, int], asked: UndoAsked) -> bool:
        fair = wish not in self._granted and nothing_learned(pub, asked)
        (self._granting.add if fair else self._granting.discard)(wish)
        return fair


def _wishes(own: BridgeOwn | None) -> dict[tuple[int, int], UndoAsked]:
    """What opponents ask for, by seat and call; a card's call is the one after the auction."""
    if own is None or own.seat is None:
        return {}
    asked = (own.undos or {}).items()
    return {(seat, wish.calls): wish for seat, wish in asked if seat % 2 != own.seat % 2}


def nothing_learned(pub: BridgePub, asked: UndoAsked) -> bool:
    """Whether nobody has called or played since in a way that tells the asker something."""
    played = max(max(pub.plays, default=-1) + 1, 4 * sum(pub.tricks))
    if not played:
        return len(pub.calls) <= asked.calls + 2
    return asked.cards > 0 and played == asked.cards + 1
