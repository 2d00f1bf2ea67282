"""The header of a LIN session, with the results and scores of its boards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from server.records.bridge.lin.board import names
from server.records.bridge.record import Column, Info, InfoTable

KEYS = frozenset(("vg", "rs", "pw", "mp", "bn", "mn"))
"""The keys that describe a session instead of a single board."""

FIELDS = ("Event", "Stage", "Scoring", "", "", "HomeTeam", "HomeTeamCarry", "VisitTeam", "VisitTeamCarry")
"""The PBN tags for the fields of `vg`, the title of a session.

The fourth and the fifth field are the numbers of the first and of the last board.
"""

SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
ROOMS = {"o": "Open", "c": "Closed"}

RULING_KEY = "rl"
"""The key in which this server writes a director's ruling; LIN viewers ignore keys that they do not know."""

SESSION_TABLE = "LinSessionTable"
"""The name of the table for results and scores of boards that the file does not contain."""

SESSION_HEADERS = tuple(map(Column, ("Board", "Room", "Result", "Score")))

PLAYER_TABLE = "LinPlayerTable"
"""The name of the table for the names in `pw`, a row for each board, if the boards have other names."""

PLAYER_HEADERS = tuple(map(Column, ("South", "West", "North", "East")))

_DIGITS = re.compile("[0-9]{1,9}")

Key = tuple[int, str]
"""A board's number, and the letter of its room: o or c."""


class Header:
    """The header of a session: its values by key, and the players of each room.

    `line` is the line of the first value, or 0 without values.
    """

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.names: list[str] = []
        self.two_rooms = False
        self.remarks: list[str] = []
        self.warnings: list[str] = []
        self.line = 0
        """The line of the header's first value, or 0 without values."""

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
        """Set the players of the following boards, in one room or in two."""
        self.names = names(value)
        self.two_rooms = self.two_rooms or len(self.names) == 8 or any(self.names[4:])

    def players(self, room: str) -> list[str]:
        """Return the players of a room; a header with only four names has the same players in both rooms."""
        return self.names[4:8] if room == "c" and len(self.names) > 4 else self.names[:4]

    def info(self) -> Info:
        """Return the values of `vg` for every board, under the names of PBN's tags."""
        values = {tag: text for tag, text in zip(FIELDS, self._fields(), strict=False) if tag and text}
        if "Scoring" in values:
            values["Scoring"] = SCORING.get(values["Scoring"].upper(), values["Scoring"])
        title = self.values.get("mn", "").strip()
        if title and "Event" not in values:
            return {"Event": title, **values}
        return {**values}

    def rest(self, numbers: Sequence[int]) -> Info:
        """Return the values of the header that are not in `info` and do not follow from the board numbers."""
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
        """Return the values of `rs` or `mp` that are not blank, by board and room."""
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
        """Return the names of `pw`, four for each board."""
        return names(self.values["pw"]) if self.values.get("pw", "").strip(" ,") else []

    def _fields(self) -> list[str]:
        """Return the fields of `vg`, always at least nine. A title that contains commas stays one field.

        The position of the scoring among the fields shows how many commas the title has.
        """
        if "vg" not in self.values:
            return [""] * 9
        values = [field.strip() for field in self.values["vg"].split(",")]
        at = next((index for index in range(2, len(values) - 2) if _is_scoring(values, index)), 2)
        if len(values) > 9 and at > 2:
            values[: at - 1] = [", ".join(values[: at - 1])]
        return values + [""] * (9 - len(values))

    def _in_order(self, listed: str) -> bool:
        """Return True if `bn` lists the same boards as the range of numbers in `vg`."""
        first, last = self._fields()[3:5]
        if not (_DIGITS.fullmatch(first) and _DIGITS.fullmatch(last)) or int(last) - int(first) > len(listed):
            return False
        return listed.split(",") == [str(number) for number in range(int(first), int(last) + 1)]


def _is_scoring(values: Sequence[str], at: int) -> bool:
    numbers = (values[at + 1], values[at + 2])
    return values[at].upper() in SCORING and all(not each or _DIGITS.fullmatch(each) for each in numbers)


def spanned(numbers: Sequence[int]) -> tuple[str, str]:
    """Return the lowest and the highest number as texts for `vg`, or two empty texts without numbers."""
    return (str(min(numbers)), str(max(numbers))) if numbers else ("", "")


def left_over(results: dict[Key, str], scores: dict[Key, str]) -> InfoTable:
    """Return the table of results and scores of boards that the file does not contain."""
    keys = sorted(results.keys() | scores.keys(), key=lambda key: (key[0], key[1] != "o"))
    rows = (
        f"{key[0]} {ROOMS[key[1]]} {cell(results.get(key, ''))} {cell(scores.get(key, ''))}" for key in keys
    )
    return InfoTable(SESSION_HEADERS, tuple(rows))


def cell(text: str) -> str:
    """Return the text of a cell, quoted if it is empty or has blanks or quotes (PBN 2.1, 5.1)."""
    if text and re.fullmatch(r'[^\s"]+', text):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def cells(row: str) -> list[str]:
    """Return the texts of the cells of a row that were written by `cell`."""
    by_board = re.findall(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)', row, re.DOTALL)
    return [plain or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) for quoted, plain in by_board]


def players_by_board(values: Sequence[str]) -> InfoTable:
    """Return the table of players, with the four names of each board in a row."""
    rows: Iterable[str] = (
        " ".join(cell(name) for name in values[index : index + 4]) for index in range(0, len(values), 4)
    )
    return InfoTable(PLAYER_HEADERS, tuple(rows))
