"""From the views of a table to the record that the client at a seat is told."""

from __future__ import annotations

from bots.bridge.view import BridgeView
from bots.table_manager import lines as say
from bots.table_manager.record import Record
from bots.table_manager.writing import ascii_text
from protocol.rules.bridge.auction import caller
from protocol.v1.bridge import BridgeOwn, BridgePub, Hand, Play, Seat
from protocol.v1.cards import display_order

DEALT = 13
"""The number of cards that are dealt to a hand."""


class SeenBoards:
    """The boards of a table as one seat sees them.

    Cards and calls that a view leaves out, as at a table where only the last trick may be looked at, are kept
    from earlier views of the same board.
    """

    def __init__(self) -> None:
        self._board: int | None = None
        self._plays: dict[int, Play] = {}
        self._calls: dict[int, say.Called] = {}

    def record(self, view: BridgeView) -> Record | None:
        """Return the record of the present board as far as it is known from its beginning.

        Returns None before the cards are dealt, for other audiences, and if a part of the board is not known.
        """
        pub, own = view.pub, view.own
        if own is None or own.seat is None or own.hand is None or pub.phase == "deal":
            return None
        if pub.board != self._board:
            self._board, self._plays, self._calls = pub.board, {}, {}
        self._take_calls(pub, own)
        self._take_plays(pub)
        if sorted(self._plays) != list(range(len(self._plays))) or (self._plays and not self._calls):
            # The program came in mid-board to a table that shows only the last trick, or no auction any more.
            return None
        mine = [play.card for play in self._plays.values() if play.seat is own.seat]
        return Record(
            pub.board,
            pub.dealer,
            pub.vulnerable,
            own.seat,
            tuple(sorted({*own.hand, *mine}, key=display_order)),
            tuple(self._calls[at] for at in sorted(self._calls)),
            tuple(say.Played(play.seat, play.card) for _, play in sorted(self._plays.items())),
            self._dummy(pub),
        )

    def _take_calls(self, pub: BridgePub, own: BridgeOwn) -> None:
        if not pub.calls:
            # After the auction, a table without `review` shows no calls; during it, all are taken back.
            self._calls = self._calls if pub.phase in ("play", "claim", "disputed", "over") else {}
            return
        seats = [
            caller(pub.dealer, tuple(pub.calls[each] for each in range(at))) for at in range(len(pub.calls))
        ]
        self._calls = {}
        for at, seat in enumerate(seats):
            remark = (own.remarks or {}).get(4 * at + seat)
            text = "" if remark is None else ascii_text(remark.text)
            self._calls[at] = say.Called(seat, pub.calls[at], remark is not None and remark.alerted, text)

    def _take_plays(self, pub: BridgePub) -> None:
        if pub.phase == "auction":
            self._plays = {}
        count = max(pub.plays, default=4 * sum(pub.tricks) - 1) + 1
        kept = {at: play for at, play in self._plays.items() if at < count}
        self._plays = kept | pub.plays

    def _dummy(self, pub: BridgePub) -> Hand | None:
        if pub.contract is None:
            return None
        seat: Seat = pub.contract.declarer.partner
        played = [play.card for play in self._plays.values() if play.seat is seat]
        # A view shows only what is left of dummy, and nothing of it after dummy's last card.
        dealt = tuple(sorted({*(pub.dummy or ()), *played}, key=display_order))
        return dealt if len(dealt) == DEALT else None
