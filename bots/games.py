"""The games that these players know: the one table from a view's tag `game` to its types."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from protocol.v1 import bridge, replay

Pub = bridge.BridgePub
Own = bridge.BridgeOwn
Action = bridge.Action


@dataclass(frozen=True)
class Game:
    """The structs that a game's views are made of; `phases` are the words of `pub.phase` that are known.

    Another word, of a later server, is taken for `unknown_phase`.
    """

    pub: type[Pub]
    own: type[Own]
    phases: tuple[str, ...]
    unknown_phase: str

    def read_phase(self, pub: dict[Any, Any]) -> dict[Any, Any]:
        """The public half with a phase that is known."""
        phase = pub.get("phase")
        known = not isinstance(phase, str) or phase in self.phases
        return pub if known else {**pub, "phase": self.unknown_phase}


GAMES: dict[str, Game] = {
    "bridge": Game(bridge.BridgePub, bridge.BridgeOwn, get_args(bridge.Phase), unknown_phase="play"),
    "replay": Game(replay.ReplayPub, replay.ReplayOwn, get_args(bridge.Phase), unknown_phase="play"),
}


@cache
def maps_of(half: type[Struct]) -> frozenset[str]:
    """The fields of a view's half that are maps with whole numbers for keys: patched key by key.

    >>> sorted(maps_of(bridge.BridgePub))
    ['calls', 'plays', 'remarks', 'results']
    """
    return frozenset(name for name, kind in get_type_hints(half).items() if _is_map(kind))


def _is_map(kind: Any) -> bool:
    if get_origin(kind) in (Union, UnionType):
        return any(_is_map(option) for option in get_args(kind))
    return get_origin(kind) is dict and get_args(kind)[0] is int


def seat_number(seat: int | str) -> int:
    """A seat from its number or the first letter of its compass point.

    >>> seat_number("S"), seat_number("west"), seat_number("0"), seat_number(3)
    (2, 3, 0, 3)
    """
    text = str(seat).strip().upper()
    if text.isdecimal():
        return int(text)
    named = [place for place in bridge.SEATS if text and place.name.startswith(text)]
    if len(named) != 1:
        raise ValueError(f"expected a seat as N, E, S, W or a number, got {seat!r}")
    return int(named[0])
