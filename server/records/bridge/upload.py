"""Uploaded boards as the record that a replay shows."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.bridge import SEATS
from protocol.v1.bridge.replay import Comment, Explained, Load, Recorded
from protocol.v1.replay import MAX_BOARDS
from server.errors import BadRecord
from server.games.bridge.conduct import alerts
from server.records.base import Showing
from server.records.bridge.formats import read_boards
from server.records.bridge.record import BoardRecord, Fault
from server.records.bridge.validate import Judged, judge
from server.text import clean, clean_lines

MAX_WORDS = 2_000
"""So many characters of comments are shown at one place of a record, and of any one explanation or reason."""
MAX_NAME = 60
NO_AUCTION = "The auction is not recorded: these are the fewest calls that lead to the contract."


class BoardShowing(Showing):
    """The replay of boards."""

    game = "replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return chance's action that opens a file of boards. Raises BadRecord."""
        return load(text, title)


def load(text: str | bytes, title: str = "") -> Load:
    """A file of recorded boards, each as far as the rules let it be played, and why no further.

    Raises BadRecord for what is no such file, has too many boards, or none whose cards are known.
    """
    boards = []
    for place, read in enumerate(read_boards(text), 1):
        if place > MAX_BOARDS:
            raise BadRecord(f"expected at most {MAX_BOARDS} boards in a replay, got more")
        boards.append(_unread(read, place) if isinstance(read, Fault) else recorded(read, place))
    if not boards:
        raise BadRecord("expected at least one board, got none")
    if all(board.deal is None for board in boards):
        raise BadRecord(boards[0].fault)
    return Load(title, tuple(boards))


def _unread(fault: Fault, place: int) -> Recorded:
    return Recorded(number=fault.number or place, fault=_cut(fault.error))


def recorded(record: BoardRecord, place: int) -> Recorded:
    """A record as a replay shows it; `place` is its number in the file where it has none of its own.

    It ends before the first irregularity that was accepted at the table, which a replay, a table, refuses.
    """
    judged = judge(record, place, accept=False)
    state, contract = judged.state, judged.state.contract
    open_end = state.phase == "play" and contract is not None
    return Recorded(
        number=record.number or place,
        deal=state.deal,
        calls=state.calls,
        cards=tuple(play.card for play in state.plays),
        tricks=judged.tricks if open_end else None,
        claimed=record.claimed,
        explained=tuple(_explained(judged)),
        comments=tuple(_comments(record, judged)),
        players=_players(record),
        name=clean(record.name or "")[:MAX_NAME],
        fault=_cut(judged.fault),
    )


def _players(record: BoardRecord) -> tuple[str, str, str, str]:
    north, east, south, west = (clean(record.players[seat] or "")[:MAX_NAME] for seat in SEATS)
    return north, east, south, west


def _explained(judged: Judged) -> Iterator[Explained]:
    state = judged.state
    told = alerts.shown(state, None) or {}
    for key, remark in sorted(told.items()):
        yield Explained(key // 4, remark.alert, _cut(clean(remark.text)))


def _comments(record: BoardRecord, judged: Judged) -> Iterator[Comment]:
    """What was written, at the places where it was; what came after the last move that counts, there.

    At the beginning stands what of the record was not read, or was read otherwise than its format has it.
    """
    calls, cards = len(judged.state.calls), len(judged.state.plays)
    if calls and not record.calls:
        yield Comment(0, NO_AUCTION)
    if judged.warnings:
        yield Comment(0, _cut("\n".join(judged.warnings)))
    room: dict[int, int] = {}
    for comment in record.comments:
        at = min(comment.calls, calls) if not comment.cards else calls + min(comment.cards, cards)
        left = room.setdefault(at, MAX_WORDS)
        text = _cut(comment.text, left)
        room[at] = left - len(text)
        if text:
            yield Comment(at, text)


def _cut(text: str, most: int = MAX_WORDS) -> str:
    text = clean_lines(text)
    return text if len(text) <= most else text[: max(0, most - 1)] + "…" * (most > 0)
