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
from server.records.bridge.record import BoardRecord, Fault, RecordedCall
from server.records.bridge.validate import Validation, validate
from server.text import clean, clean_lines

MAX_TEXT_LENGTH = 2_000
"""The largest number of characters of the comments at one position, and of an explanation or an error."""
MAX_NAME = 60
NO_AUCTION = "The auction is not recorded: these are the fewest calls that lead to the contract."


class BoardShowing(Showing):
    """The opening of a file of boards as a replay."""

    game = "replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return the action with which a table starts to show the boards. Raises BadRecord for a bad file."""
        return load(text, title)

    def record(self, state: BridgeReplay) -> BoardRecord | None:
        """Return the record of the shown board with the calls and cards of the shown line."""
        return shown_record(state)


def load(text: str | bytes, title: str = "") -> Load:
    """Return the action with which a table starts to show the boards of a file.

    Each board is shown as far as the rules allow, with the error that ends it.

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

    The record ends with the last move of the shown line, as if a claim had ended the play there: so its
    analysis also has the values of the cards that can follow.
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
    """Return a record in the form that a replay shows; its position in the file is `position`, from 1.

    The replay of a board ends before its first irregularity, even if the opponents accepted it, because a
    table refuses all irregularities.
    """
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
    """Yield the comments with their positions; a comment after the last valid move gets that move's position.

    The warnings of the validation become a comment at the beginning.
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
