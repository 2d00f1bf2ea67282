"""The types of views. A view is the state of a table as one audience sees it."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import StructConfig

Action = Struct
"""An action of a player, as an object of one of the game's action types."""


class PublicHalf(Protocol):
    """The public half of a view. `result` is None until the deal is over."""

    __struct_config__: ClassVar[StructConfig]

    @property
    def result(self) -> object: ...


class OwnHalf(Protocol):
    """The half of a view that only one audience sees.

    `decision` is the id of the choice that the seat of this audience must make now, None if there is no
    choice.
    """

    @property
    def decision(self) -> str | None: ...

    def legal_actions(self) -> tuple[Struct, ...]: ...


P = TypeVar("P", bound=PublicHalf, covariant=True)
O = TypeVar("O", bound=OwnHalf, covariant=True)  # noqa: E741 - P is the public half, O the own half


class GameView(Struct, Generic[P, O], frozen=True, gc=False):
    """A view of a table, with its public half and the half that only one audience sees.

    Every game has its own class of views, a subclass of GameView. `pub` is the public half of the view, `own`
    is the half that only this audience sees. `deadline_ms` is the time by which the seat must decide, in
    milliseconds since 1970 by the server's clock. `deadline_ms` is None if the decision has no time limit.
    """

    table: str
    pub: P
    own: O | None = None
    deadline_ms: int | None = None


View = GameView[PublicHalf, OwnHalf]
"""A view of a table, whichever game is played there.

A check of the class of a view (`isinstance`, `match`) also tells a type checker the types of its fields `pub`
and `own`.
"""


@cache
def maps_of(half: type[Struct]) -> frozenset[str]:
    """Return the names of those fields in one half of a view that are maps with integer keys.

    A patch of a view changes single keys of a map with integer keys, but replaces the whole value of any
    other field.

    >>> class Half(Struct):
    ...     bids: dict[int, str]
    ...     names: dict[str, str]
    ...     passes: dict[int, str] | None = None
    >>> sorted(maps_of(Half))
    ['bids', 'passes']
    """
    return frozenset(name for name, kind in get_type_hints(half).items() if _is_map(kind))


def _is_map(kind: Any) -> bool:
    if get_origin(kind) in (Union, UnionType):
        return any(_is_map(option) for option in get_args(kind))
    return get_origin(kind) is dict and get_args(kind)[0] is int
