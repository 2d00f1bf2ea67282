"""The header of a LIN session: what it tells of all boards, and results and scores of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from server.records.bridge.lin.board import names
from server.records.bridge.record import Column, Info, InfoTable

KEYS = frozenset(("vg", "rs", "pw", "mp", "bn", "mn"))
"""The keys that tell of a session, not of one board."""

FIELDS = ("Event", "Stage", "Scoring", "", "", "HomeTeam", "HomeTeamCarry", "VisitTeam", "VisitTeamCarry")
"""The tags that the fields of `vg` become; the fourth and fifth are the first board and the last."""

SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
ROOMS = {"o": "Open", "c": "Closed"}

RULING_KEY = "rl"
"""Our own key for what a director ruled; viewers pass over keys that they do not know."""

SESSION_TABLE = "LinSessionTable"
"""Results and scores of boards that the file does not hold."""

SESSION_HEADERS = tuple(map(Column, ("Board", "Room", "Result", "Score")))

PLAYER_TABLE = "LinPlayerTable"
"""The players of `pw`, one row a board, where the boards do not tell the same."""

PLAYER_HEADERS = tuple(map(Column, ("South", "West", "North", "East")))

_DIGITS = re.compile("[0-9]{1,9}")

Key = tuple[int, str]
"""A board's number, and o or c for its room."""


class Header:
    """What stands above the boards of a session: its values by key, and who plays in each room."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.names: list[str] = []
        self.two_rooms = False
        self.remarks: list[str] = []
        self.warnings: list[str] = []
        self.line = 0
        """The line of its first value."""

    def take(self, key: str, value: str, line: int) -> None:
        told, before = value.replace("\n", " "), self.values.get(key, "")
        if before.strip(" ,") and before != told:
            shown = before if len(before) <= 60 else before[:60] + "..."
            self.warnings.append(
                f"line {line}: {key}| stands in the header for the second time: {shown!r} is not read"
            )
        self.values[key] = told
        self.line = self.line or line

    def seat(self, value: str) -> None:
        """The players from here on, of one room or of two."""
        self.names = names(value)
        self.two_rooms = self.two_rooms or len(self.names) == 8 or any(self.names[4:])

    def players(self, room: str) -> list[str]:
        """The names of a room; four names are those of both."""
        return self.names[4:8] if room == "c" and len(self.names) > 4 else self.names[:4]

    def info(self) -> Info:
        """What `vg` tells of every board, under the names of PBN's tags."""
        told = {tag: text for tag, text in zip(FIELDS, self._fields(), strict=False) if tag and text}
        if "Scoring" in told:
            told["Scoring"] = SCORING.get(told["Scoring"].upper(), told["Scoring"])
        title = self.values.get("mn", "").strip()
        if title and "Event" not in told:
            return {"Event": title, **told}
        return {**told}

    def rest(self, numbers: Sequence[int]) -> Info:
        """What stands in the header and follows neither from the boards' numbers nor from `info`."""
        fields = self._fields()
        first, last = fields[3], fields[4]
        told: dict[str, str] = {
            "Lin_head": "\n".join(self.remarks),
            "Lin_vg": ",".join(fields[9:]).strip(","),
            "Lin_mn": self.values.get("mn", "").strip() if fields[0] else "",
            "Lin_pn": ",".join(self.names[8:]),
        }
        if (first or last) and (first, last) != spanned(numbers):
            told["Lin_boards"] = f"{first}-{last}"
        listed = self.values.get("bn", "").strip(" ,")
        if listed and not self._in_order(listed):
            told["Lin_bn"] = listed
        return {tag: text for tag, text in told.items() if text}

    def by_board(self, key: str, numbers: Sequence[int]) -> dict[Key, str]:
        """The values of `rs` or `mp`, open and closed room for each board, those that are not blank."""
        if not self.values.get(key, "").strip(" ,"):
            return {}
        listed = [int(each) for each in _DIGITS.findall(self.values.get("bn", ""))]
        if not listed and not _DIGITS.fullmatch(self._fields()[3]):
            listed = list(dict.fromkeys(numbers))
        found: dict[Key, str] = {}
        first = int(self._fields()[3]) if not listed and _DIGITS.fullmatch(self._fields()[3]) else 1
        for place, text in enumerate(self.values.get(key, "").split(",")):
            at = place // 2
            if at < len(listed):
                number = listed[at]
            else:
                number = listed[-1] + 1 + at - len(listed) if listed else first + at
            if text.strip():
                found[number, "oc"[place % 2]] = text.strip()
        return found

    def listed_players(self) -> list[str]:
        """The names of `pw`, four for each board."""
        return names(self.values["pw"]) if self.values.get("pw", "").strip(" ,") else []

    def _fields(self) -> list[str]:
        """The fields of `vg`, at least nine; commas in a title are told by where the scoring stands."""
        if "vg" not in self.values:
            return [""] * 9
        told = [field.strip() for field in self.values["vg"].split(",")]
        at = next((place for place in range(2, len(told) - 2) if _is_scoring(told, place)), 2)
        if len(told) > 9 and at > 2:
            told[: at - 1] = [", ".join(told[: at - 1])]
        return told + [""] * (9 - len(told))

    def _in_order(self, listed: str) -> bool:
        """Whether `bn` lists what the range of `vg` tells anyway."""
        first, last = self._fields()[3:5]
        if not (_DIGITS.fullmatch(first) and _DIGITS.fullmatch(last)) or int(last) - int(first) > len(listed):
            return False
        return listed.split(",") == [str(number) for number in range(int(first), int(last) + 1)]


def _is_scoring(told: Sequence[str], at: int) -> bool:
    numbers = (told[at + 1], told[at + 2])
    return told[at].upper() in SCORING and all(not each or _DIGITS.fullmatch(each) for each in numbers)


def spanned(numbers: Sequence[int]) -> tuple[str, str]:
    """The first and the last of the numbers, as `vg` has them; blank for none."""
    return (str(min(numbers)), str(max(numbers))) if numbers else ("", "")


def left_over(results: dict[Key, str], scores: dict[Key, str]) -> InfoTable:
    """Results and scores of boards and rooms that the file does not hold."""
    keys = sorted(results.keys() | scores.keys(), key=lambda key: (key[0], key[1] != "o"))
    rows = (
        f"{key[0]} {ROOMS[key[1]]} {cell(results.get(key, ''))} {cell(scores.get(key, ''))}" for key in keys
    )
    return InfoTable(SESSION_HEADERS, tuple(rows))


def cell(text: str) -> str:
    """A cell of a row; one that is empty or holds blanks or quotes is quoted (PBN 2.1, 5.1)."""
    if text and re.fullmatch(r'[^\s"]+', text):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def cells(row: str) -> list[str]:
    """The cells of a row, the inverse of `cell` for each."""
    found = re.findall(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)', row, re.DOTALL)
    return [plain or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) for quoted, plain in found]


def players_by_board(told: Sequence[str]) -> InfoTable:
    rows: Iterable[str] = (
        " ".join(cell(name) for name in told[place : place + 4]) for place in range(0, len(told), 4)
    )
    return InfoTable(PLAYER_HEADERS, tuple(rows))
