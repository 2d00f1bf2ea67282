"""The header of a LIN session, with the results and scores of its boards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from server.records.bridge.lin.board import names
from server.records.bridge.record import Column, Info, InfoTable

KEYS = frozenset(("vg", "rs", "pw", "mp", "bn", "mn"))
"""The LIN keys that describe a session instead of a single board."""

FIELDS = ("Event", "Stage", "Scoring", "", "", "HomeTeam", "HomeTeamCarry", "VisitTeam", "VisitTeamCarry")
"""The PBN tags for the fields of `vg`, the LIN title of a session.

The fourth and the fifth field of `vg` are the numbers of the session's first and last board.
"""

SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
ROOMS = {"o": "Open", "c": "Closed"}

RULING_KEY = "rl"
"""The LIN key of a director's ruling, known only to this server; LIN viewers ignore unknown keys."""

SESSION_TABLE = "LinSessionTable"
"""The name of the record's table with results and scores of boards that the LIN file does not contain."""

SESSION_HEADERS = tuple(map(Column, ("Board", "Room", "Result", "Score")))

PLAYER_TABLE = "LinPlayerTable"
"""The name of the record's table with the players' names in `pw`, if the boards have other names."""

PLAYER_HEADERS = tuple(map(Column, ("South", "West", "North", "East")))

_DIGITS = re.compile("[0-9]{1,9}")

Key = tuple[int, str]
"""The key of a result or score: the board's number, and the letter of the room, o or c."""


class Header:
    """The header of a LIN session: its values by key, and the players of each room.

    `line` is the line of the header's first value in the file, or 0 if the header is empty.
    """

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.names: list[str] = []
        self.two_rooms = False
        self.remarks: list[str] = []
        self.warnings: list[str] = []
        self.line = 0
        """The line of the file with the header's first value, or 0 while the header is empty."""

    def take(self, key: str, value: str, line: int) -> None:
        values, earlier = value.replace("\n", " "), self.values.get(key, "")
        if earlier.strip(" ,") and earlier != values:
            shown = earlier if len(earlier) <= 60 else earlier[:60] + "..."
            self.warnings.append(
                f"line {line}: the header has {key}| with another value before,"
                f" so the first value {shown!r} is not read"
            )
        self.values[key] = values
        self.line = self.line or line

    def seat(self, value: str) -> None:
        """Set the players of the boards that follow, for one room or for two rooms."""
        self.names = names(value)
        self.two_rooms = self.two_rooms or len(self.names) == 8 or any(self.names[4:])

    def players(self, room: str) -> list[str]:
        """Return the players of a room; if the header has only four names, they stand for both rooms."""
        return self.names[4:8] if room == "c" and len(self.names) > 4 else self.names[:4]

    def info(self) -> Info:
        """Return the values in the LIN key `vg`, the title of a session, under the names of PBN's tags."""
        values = {tag: text for tag, text in zip(FIELDS, self._fields(), strict=False) if tag and text}
        if "Scoring" in values:
            values["Scoring"] = SCORING.get(values["Scoring"].upper(), values["Scoring"])
        title = self.values.get("mn", "").strip()
        if title and "Event" not in values:
            return {"Event": title, **values}
        return {**values}

    def rest(self, numbers: Sequence[int]) -> Info:
        """Return the LIN header's values that are not PBN tags and do not follow from the board numbers."""
        fields = self._fields()
        first, last = fields[3], fields[4]
        values: dict[str, str] = {
            "Lin_head": "\n".join(self.remarks),
            "Lin_vg": ",".join(fields[9:]).strip(","),
            "Lin_mn": self.values.get("mn", "").strip() if fields[0] else "",
            "Lin_pn": ",".join(self.names[8:]),
        }
        if (first or last) and (first, last) != spanned(numbers):
            values["Lin_boards"] = f"{first}-{last}"
        listed = self.values.get("bn", "").strip(" ,")
        if listed and not self._in_order(listed):
            values["Lin_bn"] = listed
        return {tag: text for tag, text in values.items() if text}

    def by_board(self, key: str, numbers: Sequence[int]) -> dict[Key, str]:
        """Return the values of `rs` (results) or `mp` (scores) that are not blank, by board and room."""
        if not self.values.get(key, "").strip(" ,"):
            return {}
        listed = [int(each) for each in _DIGITS.findall(self.values.get("bn", ""))]
        if not listed and not _DIGITS.fullmatch(self._fields()[3]):
            listed = list(dict.fromkeys(numbers))
        by_board: dict[Key, str] = {}
        first = int(self._fields()[3]) if not listed and _DIGITS.fullmatch(self._fields()[3]) else 1
        for index, text in enumerate(self.values.get(key, "").split(",")):
            at = index // 2
            if at < len(listed):
                number = listed[at]
            else:
                number = listed[-1] + 1 + at - len(listed) if listed else first + at
            if text.strip():
                by_board[number, "oc"[index % 2]] = text.strip()
        return by_board

    def listed_players(self) -> list[str]:
        """Return the players' names in the LIN key `pw`, four for each board."""
        return names(self.values["pw"]) if self.values.get("pw", "").strip(" ,") else []

    def _fields(self) -> list[str]:
        """Return the fields of `vg`, the title of a session, always at least nine.

        An event's name that contains commas stays one field. The position of the scoring among the fields of
        `vg` shows how many commas the event's name has.
        """
        if "vg" not in self.values:
            return [""] * 9
        values = [field.strip() for field in self.values["vg"].split(",")]
        at = next((index for index in range(2, len(values) - 2) if _is_scoring(values, index)), 2)
        if len(values) > 9 and at > 2:
            values[: at - 1] = [", ".join(values[: at - 1])]
        return values + [""] * (9 - len(values))

    def _in_order(self, listed: str) -> bool:
        """Return True if the key `bn` lists the same boards as the range of board numbers in `vg`."""
        first, last = self._fields()[3:5]
        if not (_DIGITS.fullmatch(first) and _DIGITS.fullmatch(last)) or int(last) - int(first) > len(listed):
            return False
        return listed.split(",") == [str(number) for number in range(int(first), int(last) + 1)]


def _is_scoring(values: Sequence[str], at: int) -> bool:
    numbers = (values[at + 1], values[at + 2])
    return values[at].upper() in SCORING and all(not each or _DIGITS.fullmatch(each) for each in numbers)


def spanned(numbers: Sequence[int]) -> tuple[str, str]:
    """Return the lowest and the highest board number as texts for `vg`, or two empty texts if unknown."""
    return (str(min(numbers)), str(max(numbers))) if numbers else ("", "")


def left_over(results: dict[Key, str], scores: dict[Key, str]) -> InfoTable:
    """Return the table of results and scores of boards that the LIN file does not contain."""
    keys = sorted(results.keys() | scores.keys(), key=lambda key: (key[0], key[1] != "o"))
    rows = (
        f"{key[0]} {ROOMS[key[1]]} {cell(results.get(key, ''))} {cell(scores.get(key, ''))}" for key in keys
    )
    return InfoTable(SESSION_HEADERS, tuple(rows))


def cell(text: str) -> str:
    """Return the text of a table's cell, quoted if it is empty or has blanks or quotes (PBN 2.1, 5.1)."""
    if text and re.fullmatch(r'[^\s"]+', text):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def cells(row: str) -> list[str]:
    """Return the texts of the cells of a table's row that were written by `cell`."""
    by_board = re.findall(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)', row, re.DOTALL)
    return [plain or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) for quoted, plain in by_board]


def players_by_board(values: Sequence[str]) -> InfoTable:
    """Return the table of players of a session, with the four names of each board in a row."""
    rows: Iterable[str] = (
        " ".join(cell(name) for name in values[index : index + 4]) for index in range(0, len(values), 4)
    )
    return InfoTable(PLAYER_HEADERS, tuple(rows))
