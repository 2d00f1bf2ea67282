"""The division of a LIN file into sessions and boards, and the records of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from protocol.words import with_count
from server.records.bridge.lin.board import Draft, draft_or_error, seated
from server.records.bridge.lin.header import (
    KEYS,
    PLAYER_TABLE,
    ROOMS,
    RULING_KEY,
    SESSION_TABLE,
    Header,
    Key,
    left_over,
    players_by_board,
)
from server.records.bridge.lin.tokens import LOOSE, Locate, Token, refusal
from server.records.bridge.lin.values import result
from server.records.bridge.record import BoardRecord, Fault, Info, Place, Read

_MADE = frozenset(("mb", "pc", "mc"))
_FLOW = _MADE | {"an", "nt", "at", "pg"}
"""The keys of LIN tokens that always belong to the board that is being read."""

_ONCE = frozenset(("pn", "ah", "sv"))
"""The LIN keys that occur once in a board, before its calls and its first page.

If a LIN key such as `sv` occurs again, the second occurrence begins a new board.
"""


_SHOWN = frozenset(("pg", "st", "rh", "bt", "sk", "ha"))
"""The keys of LIN tokens that only control the display in a viewer."""


class _Session:
    """A header of LIN and the boards that follow it, which are collected token by token."""

    def __init__(self, locate: Locate) -> None:
        self.header = Header()
        self.boards: list[Draft | Fault] = []
        self.locate = locate
        self._open: list[Token] = []
        self._seen: set[str] = set()

    @property
    def begun(self) -> bool:
        """Return True if the session has boards or a title `vg`, so that a further `vg` begins a new one."""
        return bool(self.boards) or "vg" in self.header.values or not self._seen.isdisjoint(("md", "qx"))

    @property
    def _is_board(self) -> bool:
        return not self._seen.isdisjoint(("md", "qx", *_MADE))

    def take(self, token: Token) -> None:
        key = token[0]
        if key in _FLOW:
            self._seen.add(key)
            if key != "pg" or token[1].strip():
                self._open.append(token)
            return
        if key in KEYS:
            self.close()
            self.header.take(key, token[1], self.locate(token[2])[0])
            return
        if key == LOOSE and token[1].startswith("%") and not self.begun:
            self.header.remarks.append(token[1])
            return
        if self._begins_another(key):
            self.close()
        if key == "qx":
            self._seat_all()
        if key == "md":
            self._seen.discard("pg")
        self._seen.add(key)
        self._open.append(token)

    def _begins_another(self, key: str) -> bool:
        """Return True if a LIN token with this key begins the next board."""
        if key == "qx":
            return self._is_board
        if key == "md":
            return "md" in self._seen or not self._seen.isdisjoint(_MADE)
        if key in _ONCE and self._is_board:
            return not self._seen.isdisjoint((key, "pg", *_MADE))
        return key == "st" and not self._seen.isdisjoint(_MADE)

    def _seat_all(self) -> None:
        """Set the players of all boards from the names (`pn`) before the id of the session's first board."""
        for key, value, _ in self._open:
            if key == "pn":
                self.header.seat(value)
        self._open = [token for token in self._open if token[0] != "pn"]
        self._seen.clear()

    def close(self) -> None:
        """End the LIN board that is being read.

        If the LIN tokens read so far do not form a board, keep them for the next board.
        """
        if not self._is_board:
            return
        read = draft_or_error(self._open, self.locate)
        if isinstance(read, Draft):
            self._seat(read)
            self.boards.append(read)
        else:
            self.boards.append(Fault(*read))
        self._open, self._seen = [], set()

    def _seat(self, board: Draft) -> None:
        """Set the players of a board that has been read.

        In a LIN session with a title `vg`, the players' names of a board without an id apply to later boards
        as well.
        """
        if board.names and "vg" in self.header.values and "qx" not in self._seen:
            self.header.names = board.names
        if board.names is None:
            board.names = self.header.players(board.room)
        elif len(board.names) > 4:
            board.names = board.names[4:8] if board.room == "c" else board.names[:4]

    def finish(self) -> Iterator[Read]:
        """Yield the boards of the session as records, each with the header values that belong to it."""
        self.close()
        warnings = self.unread()
        numbers = [number for number in map(_number, self.boards) if number is not None]
        results, scores = (self.header.by_board(key, numbers) for key in ("rs", "mp"))
        drafts = [board for board in self.boards if isinstance(board, Draft)]
        rest = self._rest(drafts, numbers, results, scores)
        shared = self.header.info()
        two_rooms = self._has_two_rooms(drafts, shared, results)
        last = drafts[-1] if drafts else None
        for board in self.boards:
            if isinstance(board, Fault):
                yield board
                continue
            if board is last:
                board.warnings += warnings
            key = _key(board)
            if key in scores:
                board.keep("mp", scores[key])
            room: Info = {"Room": ROOMS[board.room]} if two_rooms and board.room else {}
            yield _record(board, results.get(key, ""), {**shared, **room}, rest)
            rest = {}

    def unread(self) -> tuple[str, ...]:
        """Return the warnings about repeated header keys of LIN, and about tokens after the last board."""
        return (*self.header.warnings, *self._unread_tokens())

    def _unread_tokens(self) -> Iterator[str]:
        """Yield warnings about a LIN header without boards, and about tokens that belong to no board."""
        title = self.header.values.get("vg", "").strip(" ,")
        if title and not self.boards:
            line = self.header.line
            yield f"line {line}: no board follows the header vg|{title[:60]}, which is not read"
        for key, value, at in self._open:
            if value.strip() and key not in _SHOWN:
                shown = value.strip() if len(value.strip()) <= 60 else value.strip()[:60] + "..."
                token = repr(shown) if key == LOOSE else f"{key}|{shown}|"
                yield f"line {self.locate(at)[0]}: {token} follows the last board and is not read"

    def _has_two_rooms(self, drafts: Sequence[Draft], shared: Info, results: Iterable[Key]) -> bool:
        """Return True if the letters o and c in the board ids mean the open and the closed room.

        In a session of one room the letters o and c mean nothing, because the board ids of a single table
        also begin with o.
        """
        closed = any(board.room == "c" for board in drafts) or any(room == "c" for _, room in results)
        return closed or self.header.two_rooms or "HomeTeam" in shared or "VisitTeam" in shared

    def _rest(
        self, drafts: Sequence[Draft], numbers: Sequence[int], results: dict[Key, str], scores: dict[Key, str]
    ) -> Info:
        """Return the header values that belong to no board, for the `info` of the session's first record."""
        known = {_key(board) for board in drafts}
        rest = self.header.rest(numbers)
        missing = [
            {key: text for key, text in by_board.items() if key not in known}
            for by_board in (results, scores)
        ]
        if any(missing):
            rest[SESSION_TABLE] = left_over(missing[0], missing[1])
        players = self.header.listed_players()
        if players and players != [name for board in drafts for name in board.names or ()]:
            rest[PLAYER_TABLE] = players_by_board(players)
        return rest


def _number(board: Draft | Fault) -> int | None:
    if isinstance(board, Fault):
        return board.number
    return board.number if board.id_number is None else board.id_number


def _key(board: Draft) -> Key:
    return _number(board) or 0, board.room or "o"


def _record(board: Draft, result_text: str, shared: Info, rest: Info) -> BoardRecord:
    """Return the record of a board; `result_text` is its result in the LIN header, such as `4HN+1`, or "".

    LIN values for which a record has no field are stored in the record's `info`.
    """
    outcome = result(result_text) if result_text else None
    contract, tricks = outcome or (None, None)
    info = {**shared, **rest, **_extra(board)}
    if result_text and outcome is None:
        info["Lin_rs"] = result_text
    contradicted = ""
    if tricks is not None and board.tricks is not None and tricks != board.tricks:
        info["Lin_claim"] = str(board.tricks)
        claimed = with_count(tricks, "trick")
        contradicted = (
            f"the result {result_text} gives declarer {claimed}, but the claim gives {board.tricks} (Law 79)"
        )
    return BoardRecord(
        hands=board.hands,
        number=board.number,
        name=board.name,
        dealer=board.dealer,
        vulnerable=board.vulnerable,
        players=seated(board.names or ()),
        calls=tuple(board.calls),
        cards=tuple(board.cards),
        contract=board.contract if contract is None else contract,
        passed_out=board.passed_out or outcome == (None, None),
        tricks=board.tricks if tricks is None else tricks,
        claimed=board.tricks is not None and 0 < len(board.cards) < 52,
        comments=tuple(board.comments),
        info=info,
        place=_place(board, contradicted),
    )


def _extra(board: Draft) -> Info:
    extra: Info = {f"Lin_{key}": "|".join(values) for key, values in board.extra.items()}
    if f"Lin_{RULING_KEY}" in extra:
        extra["Ruling"] = extra.pop(f"Lin_{RULING_KEY}")
    if board.id_number is not None and board.number not in (None, board.id_number):
        extra["Lin_id"] = str(board.id_number)
    return extra


def _place(board: Draft, contradicted: str) -> Place:
    at = (board.calls_at, board.cards_at)
    called, played = (board.locate(place)[0] if place >= 0 else 0 for place in at)
    warnings = tuple(board.warnings)
    return Place(board.line, board.column, called, played, contradicted=contradicted, warnings=warnings)


def read(tokens: Iterable[Token], locate: Locate, start: str) -> Iterator[Read]:
    """Yield the boards that a sequence of LIN tokens holds.

    Raises BadRecord if there is no board; the error shows `start`, the beginning of the LIN text.
    """
    session = _Session(locate)
    last: Read | None = None
    for token in tokens:
        if token[0] == "vg" and session.begun:
            for each in session.finish():
                if last is not None:
                    yield last
                last = each
            session = _Session(locate)
        session.take(token)
    session.close()
    if last is None and not session.boards:
        raise refusal(
            locate, 0, "LIN with a board, such as md|3S..,S..,S..,S..|mb|1C|pc|SA|", " ".join(start.split())
        )
    if isinstance(last, BoardRecord) and not session.boards:
        warnings = (*last.place.warnings, *session.unread())
        last = replace(last, place=replace(last.place, warnings=warnings))
    if last is not None:
        yield last
    yield from session.finish()
