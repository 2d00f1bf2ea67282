"""The conversion of uploaded boards into the form that a replay shows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, MakeCall, PlayCard
from protocol.v1.bridge.replay import Comment, Explained, Load, Recorded
from protocol.v1.replay import MAX_BOARDS
from server.errors import BadRecord
from server.games.bridge.conduct import alerts
from server.games.bridge.replay import REPLAY, BridgeReplay
from server.records.base import Showing
from server.records.bridge.formats import read_boards
from server.records.bridge.from_game import record_of_deal
from server.records.bridge.hidden_hands import hidden_seats
from server.records.bridge.record import BoardRecord, Fault, RecordedCall
from server.records.bridge.validate import Validation, validate
from server.text import clean, clean_lines

MAX_TEXT_LENGTH = 2_000
"""The largest number of characters of a position's comments, of an explanation, or of an error."""
MAX_NAME = 60
NO_AUCTION = "The auction is not recorded: these are the fewest calls that lead to the contract."


class BoardShowing(Showing):
    """The opening of a file of boards as a replay, in which one player shows the boards to watchers."""

    game = "replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return the action with which a table starts to show the boards of a file.

        Raises BadRecord for a file that cannot be read or shown.
        """
        return load(text, title)

    def record(self, state: BridgeReplay) -> BoardRecord | None:
        """Return the record of the shown board with the calls and cards that the replay shows."""
        return shown_record(state)


def load(text: str | bytes, title: str = "") -> Load:
    """Return the action with which a table starts to show the boards of a file in any bridge format.

    Each board of a replay is shown up to its first error against the rules, and with that error.

    Raises BadRecord for a file with no boards or too many boards, or in which no board has a full deal.
    """
    boards = []
    for position, read in enumerate(read_boards(text), 1):
        if position > MAX_BOARDS:
            raise BadRecord(f"expected at most {MAX_BOARDS} boards in a replay, got more boards")
        boards.append(_unread(read, position) if isinstance(read, Fault) else recorded_board(read, position))
    if not boards:
        raise BadRecord("expected at least one board, got none")
    if all(board.deal is None for board in boards):
        raise BadRecord(boards[0].fault)
    return Load(title, tuple(boards))


def shown_record(state: BridgeReplay) -> BoardRecord | None:
    """Return the record of the board that a replay shows, or None for a board without a deal.

    The record of a shown board ends with the last shown or tried move, as if a claim had ended the play at
    that point, so that its analysis also has the values of the cards that can follow.
    """
    deal = state.boards[state.board].deal if state.boards else None
    if deal is None:
        return None
    line = REPLAY.line(state)
    return replace(
        record_of_deal(deal),
        calls=tuple(RecordedCall(move.call) for move in line if isinstance(move, MakeCall)),
        cards=tuple(move.card for move in line if isinstance(move, PlayCard)),
        claimed=True,
    )


def _unread(fault: Fault, position: int) -> Recorded:
    return Recorded(number=fault.number or position, fault=_cut(fault.error))


def recorded_board(record: BoardRecord, position: int) -> Recorded:
    """Return a record as a replay shows it; `position` is its position in the file, from 1.

    The replay of a board ends before its first irregularity, even if the opponents accepted it, because
    tables of this server refuse all irregularities.
    """
    hidden = " and ".join(seat.name.title() for seat in hidden_seats(record))
    if hidden:
        place = f"line {record.place.line}, column {record.place.column}"
        return Recorded(
            number=record.number or position,
            fault=f"{place}: expected four full hands, which a table needs, got a hidden hand of {hidden}",
        )
    validation = validate(record, position, accept=False)
    state, contract = validation.state, validation.state.contract
    open_end = state.phase == "play" and contract is not None
    return Recorded(
        number=record.number or position,
        deal=state.deal,
        calls=state.calls,
        cards=tuple(play.card for play in state.plays),
        tricks=validation.tricks if open_end else None,
        claimed=record.claimed,
        explained=tuple(_explained(validation)),
        comments=tuple(_comments(record, validation)),
        players=_players(record),
        name=clean(record.name or "")[:MAX_NAME],
        fault=_cut(validation.fault),
    )


def _players(record: BoardRecord) -> tuple[str, str, str, str]:
    north, east, south, west = (clean(record.players[seat] or "")[:MAX_NAME] for seat in SEATS)
    return north, east, south, west


def _explained(validation: Validation) -> Iterator[Explained]:
    state = validation.state
    remarks = alerts.visible_remarks(state, None) or {}
    for key, remark in sorted(remarks.items()):
        yield Explained(key // 4, remark.alert, _cut(clean(remark.text)))


def _comments(record: BoardRecord, validation: Validation) -> Iterator[Comment]:
    """Yield the comments with their positions; those after the last valid move get its position.

    The warnings about a record become a comment at the beginning of the shown board.
    """
    calls, cards = len(validation.state.calls), len(validation.state.plays)
    if calls and not record.calls:
        yield Comment(0, NO_AUCTION)
    if validation.warnings:
        yield Comment(0, _cut("\n".join(validation.warnings)))
    room: dict[int, int] = {}
    for comment in record.comments:
        at = min(comment.calls, calls) if not comment.cards else calls + min(comment.cards, cards)
        left = room.setdefault(at, MAX_TEXT_LENGTH)
        text = _cut(comment.text, left)
        room[at] = left - len(text)
        if text:
            yield Comment(at, text)


def _cut(text: str, most: int = MAX_TEXT_LENGTH) -> str:
    text = clean_lines(text)
    return text if len(text) <= most else text[: max(0, most - 1)] + "…" * (most > 0)
