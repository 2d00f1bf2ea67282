"""The entrants of an event in USEBIO, and the numbers by which its travellers refer to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from server.records.bridge.evenings import values
from server.records.bridge.evenings.evening import Direction, Entrant, Person
from server.records.bridge.usebio.elements import in_sections, text, told

_PHANTOM = re.compile(r"(?:phantom|sit[ -]?out|bye|no[ -]pair|missing[ -]pair)\b.*", re.IGNORECASE)
_KINDS = ("PAIR", "TEAM", "PLAYER")


class _Key(NamedTuple):
    section: str
    number: str
    direction: Direction


class Roster:
    """The entrants of an event, of which some may have the same number in another section or direction.

    A phantom, which stands for a missing pair, is no entrant.
    """

    def __init__(self, event: Element) -> None:
        self._unique: dict[_Key, str] = {}
        self.phantoms: set[str] = set()
        found: dict[_Key, Entrant] = {}
        for key, entrant in _listed(event):
            if any(_PHANTOM.fullmatch(name) for name in (entrant.name, *(p.name for p in entrant.players))):
                self.phantoms.add(entrant.number)
            # Participants of a whole event come before those of its sessions, and have its totals.
            elif key not in found and key._replace(section="") not in found:
                found[key] = entrant
        for key in found:
            self._unique[key] = _unique(key, [each for each in found if each.number == key.number])
        self.entrants = tuple(replace(each, number=self._unique[key]) for key, each in found.items())

    def find(self, number: str, direction: Direction, section: str) -> str:
        """Return the unique number of the entrant that a line of a traveller in a section calls `number`."""
        known = [key for key in self._unique if key.number == number]
        known = [key for key in known if key.section in ("", section)] or known
        known = [key for key in known if key.direction in ("", direction)] or known
        if known:
            return self._unique[known[0]]
        named = [each.number for each in self.entrants if each.name == number]
        return named[0] if named else number


def _unique(key: _Key, same: list[_Key]) -> str:
    """Return a number that no other entrant has; `same` are the keys with the same number."""
    unique = key.number
    if len({each.section for each in same}) > 1:
        unique = f"{key.section} {unique}".strip()
    if len({each.direction for each in same if each.section == key.section}) > 1:
        unique += key.direction
    return unique


def _listed(event: Element) -> Iterator[tuple[_Key, Entrant]]:
    for section, participants in in_sections(event, "PARTICIPANTS"):
        for element in participants:
            if element.tag in _KINDS:
                entrant = _entrant(element)
                if entrant.number:
                    yield _Key(section, entrant.number, entrant.direction), entrant


def _entrant(element: Element) -> Entrant:
    kind = element.tag
    name = told(element, "TEAM_NAME") if kind == "TEAM" else ""
    players = [element] if kind == "PLAYER" else list(element.iter("PLAYER"))
    number = told(element, f"{kind}_NUMBER") or told(element, f"{kind}_ID")
    return Entrant(
        number=number or name,
        players=tuple(_person(each) for each in players),
        name=name,
        direction=_direction(told(element, "DIRECTION")),
        total=values.number(text(element, "TOTAL_SCORE")),
        percent=values.number(text(element, "PERCENTAGE")),
        place=text(element, "PLACE"),
        boards=values.whole(text(element, "BOARDS_PLAYED")),
    )


def _person(element: Element) -> Person:
    name = text(element, "PLAYER_NAME", "NAME")
    whole = name or f"{text(element, 'FIRST_NAME')} {text(element, 'LAST_NAME', 'SURNAME')}".strip()
    return Person(whole, text(element, "NATIONAL_ID_NUMBER", "NATIONAL_ID"), text(element, "CLUB_ID_NUMBER"))


def _direction(written: str) -> Direction:
    match written.upper().replace("-", "").replace("/", "")[:1]:
        case "N" | "S":
            return "NS"
        case "E" | "W":
            return "EW"
        case _:
            return ""
