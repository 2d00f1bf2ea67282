"""The games that these players know: the one table from a view's tag `game` to its types."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, assert_never, get_args, get_origin, get_type_hints

from msgspec import Struct

from protocol.v1 import bridge, hanabi, spades
from protocol.v1.bridge import replay
from protocol.v1.codec import prepare
from protocol.v1.hanabi import replay as hanabi_replay
from protocol.words import either

Pub = bridge.BridgePub | spades.SpadesPub | hanabi.HanabiPub
Own = bridge.BridgeOwn | spades.SpadesOwn | hanabi.HanabiOwn
Action = bridge.Action | spades.Action | hanabi.Action


class BridgeView(Struct, frozen=True, gc=False):
    """A bridge table, or a replay of bridge, as one audience sees it; the fields are those of every view.

    `pub` is what everybody knows, `own` what this audience knows beyond. `deadline_ms` is when the decision's
    time ends, in the server's milliseconds since 1970.
    """

    table: str
    pub: bridge.BridgePub
    own: bridge.BridgeOwn | None = None
    deadline_ms: int | None = None


class SpadesView(Struct, frozen=True, gc=False):
    """A Spades table as one audience sees it; the fields are those of every view."""

    table: str
    pub: spades.SpadesPub
    own: spades.SpadesOwn | None = None
    deadline_ms: int | None = None


class HanabiView(Struct, frozen=True, gc=False):
    """A Hanabi table, or a replay of Hanabi, as one audience sees it; the fields are those of every view."""

    table: str
    pub: hanabi.HanabiPub
    own: hanabi.HanabiOwn | None = None
    deadline_ms: int | None = None


View = BridgeView | SpadesView | HanabiView
"""A table as one audience sees it. `match view: case SpadesView(): ...` tells both halves' types at once."""


@dataclass(frozen=True)
class Game:
    """The structs that a game's views are made of; `phases` are the words of `pub.phase` that are known.

    Another word, of a later server, is taken for `unknown_phase`. `courtesies` are the answers with which a
    seat neither bids nor plays.
    """

    view: type[BridgeView] | type[SpadesView] | type[HanabiView]
    pub: type[Pub]
    own: type[Own]
    phases: tuple[str, ...]
    unknown_phase: str
    courtesies: tuple[type[Struct], ...] = ()

    def read_phase(self, pub: dict[Any, Any]) -> dict[Any, Any]:
        """The public half with a phase that is known."""
        phase = pub.get("phase")
        known = not isinstance(phase, str) or phase in self.phases
        return pub if known else {**pub, "phase": self.unknown_phase}


GAMES: dict[str, Game] = {
    "bridge": Game(
        BridgeView,
        bridge.BridgePub,
        bridge.BridgeOwn,
        get_args(bridge.Phase),
        unknown_phase="play",
        courtesies=(bridge.Vote, bridge.PlayOn),
    ),
    "spades": Game(
        SpadesView, spades.SpadesPub, spades.SpadesOwn, get_args(spades.Phase), unknown_phase="play"
    ),
    "hanabi": Game(
        HanabiView, hanabi.HanabiPub, hanabi.HanabiOwn, get_args(hanabi.Phase), unknown_phase="play"
    ),
    "replay": Game(
        BridgeView, replay.ReplayPub, replay.ReplayOwn, get_args(bridge.Phase), unknown_phase="play"
    ),
    "hanabi_replay": Game(
        HanabiView,
        hanabi_replay.HanabiReplayPub,
        hanabi_replay.HanabiReplayOwn,
        get_args(hanabi.Phase),
        unknown_phase="play",
    ),
}

for _game in GAMES.values():  # robots and people may be in several threads
    prepare(_game.pub)
    prepare(_game.own)


def game_of(view: View) -> str:
    """The name of the game that a view is of, as `open` takes it."""
    return str(view.pub.__struct_config__.tag)


def deal_number(view: View) -> int:
    """Which board, hand or game of its table a view shows."""
    match view:
        case BridgeView():
            return view.pub.board
        case SpadesView():
            return view.pub.hand
        case HanabiView():
            return view.pub.game_no
        case _:
            assert_never(view)


def answers(view: View, action: Struct) -> bool:
    """Whether such an action answers the decision in a view; a call does, with an alert or without."""
    return view.own is not None and any(isinstance(action, type(legal)) for legal in view.own.legal_actions())


@cache
def maps_of(half: type[Struct]) -> frozenset[str]:
    """The fields of a view's half that are maps with whole numbers for keys: patched key by key.

    >>> sorted(maps_of(bridge.BridgePub))
    ['calls', 'plays', 'remarks', 'results']
    >>> sorted(maps_of(spades.SpadesPub))
    ['bids', 'plays', 'results', 'revealed']
    """
    return frozenset(name for name, kind in get_type_hints(half).items() if _is_map(kind))


def _is_map(kind: Any) -> bool:
    if get_origin(kind) in (Union, UnionType):
        return any(_is_map(option) for option in get_args(kind))
    return get_origin(kind) is dict and get_args(kind)[0] is int


COMPASS = tuple(place.letter for place in bridge.SEATS)
NORTH_SOUTH = ("N", "S")
POINTS = {"N": "NORTH", "E": "EAST", "S": "SOUTH", "W": "WEST"}
MOST_SEATS = 8


def seats_of(game: str, players: int) -> tuple[str, ...]:
    """Return the seats of a table as they are written and typed everywhere, in the order of their numbers.

    >>> seats_of("bridge", 4), seats_of("spades", 2), seats_of("spades", 3), seats_of("hanabi", 4)
    (('N', 'E', 'S', 'W'), ('N', 'S'), ('0', '1', '2'), ('0', '1', '2', '3'))
    """
    if game in ("bridge", "replay") or (game == "spades" and players == len(COMPASS)):
        return COMPASS
    return NORTH_SOUTH if game == "spades" and players == 2 else tuple(map(str, range(players)))


def seats_at(view: View) -> tuple[str, ...]:
    """Return the seats of the table that a view shows."""
    return seats_of(game_of(view), players(view))


def players(view: View) -> int:
    """Return how many play at a table."""
    match view:
        case BridgeView():
            return len(bridge.SEATS)
        case SpadesView():
            return view.pub.rules.players
        case HanabiView():
            return view.pub.options.players
        case _:
            assert_never(view)


def seat_number(seat: int | str, seats: tuple[str, ...] = COMPASS) -> int:
    """Return the number, from 0, of a seat that is named by its word among `seats`, or by its number.

    Players who wait beside a table of bridge have numbers beyond. Raises ValueError for what is no seat.

    >>> seat_number("S"), seat_number("west"), seat_number("0"), seat_number(3)
    (2, 3, 0, 3)
    >>> seat_number("south", NORTH_SOUTH), seat_number("seat 5", ("0", "1", "2", "3", "4", "5"))
    (1, 5)
    """
    text = str(seat).strip().upper().removeprefix("SEAT").strip()
    if text.isdecimal() and int(text) < MOST_SEATS:
        return int(text)
    found = [place for place, word in enumerate(seats) if text and POINTS.get(word, word).startswith(text)]
    if len(found) != 1:
        raise ValueError(f"expected a seat ({either(seats)}), got {seat!r}")
    return found[0]
