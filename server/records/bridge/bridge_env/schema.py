"""The boards of bridge_env's game logs and board settings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

INNER = {
    "deal": frozenset("NESW"),
    "players": frozenset("NESW"),
    "scores": frozenset(("NS", "EW")),
    "play_history": frozenset(("leader", "cards")),
}
"""The known JSON keys of the objects inside a board, such as `cards` of an item of `play_history`."""

_Points = Annotated[int, Meta(ge=-(10**6), le=10**6)]
_Tricks = Annotated[int, Meta(ge=-99, le=99)]


class Trick(Struct, frozen=True):
    """A recorded trick with its leader and its cards in the order of play."""

    cards: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    leader: str | None = None


class Scores(Struct, frozen=True):
    """The points of each side on a board."""

    NS: _Points | None = None
    EW: _Points | None = None


class Board(Struct, frozen=True):
    """A board of bridge_env's game logs or board settings.

    A board in bridge_env's board settings has only the fields `deal`, `board_id`, `dealer`, `vulnerability`
    and `dda`.
    """

    deal: dict[str, tuple[str, ...]]
    board_id: str | int | None = None
    dealer: str | None = None
    vulnerability: str | None = None
    dda: dict[str, object] | None = None
    players: dict[str, object] | None = None
    bid_history: tuple[str, ...] | None = None
    contract: str | None = None
    declarer: str | None = None
    play_history: tuple[Trick, ...] | None = None
    taken_trick: _Tricks | None = None
    score_type: str | int | None = None
    scores: Scores | None = None


FIELDS = frozenset(Board.__struct_fields__)
"""The JSON keys of a board in bridge_env's files."""
