"""A table as one audience sees it, whatever game is played there."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import StructConfig

Action = Struct
"""What a player does: one of the actions of the game that is played."""


class PublicHalf(Protocol):
    """What everybody knows of a table: `result` is None until the deal is over."""

    __struct_config__: ClassVar[StructConfig]

    @property
    def result(self) -> object: ...


class OwnHalf(Protocol):
    """What one audience knows beyond the public; `decision` names the choice that its seat must make now."""

    @property
    def decision(self) -> str | None: ...

    def legal_actions(self) -> tuple[Struct, ...]: ...


P = TypeVar("P", bound=PublicHalf, covariant=True)
O = TypeVar("O", bound=OwnHalf, covariant=True)  # noqa: E741 - read together with P


class GameView(Struct, Generic[P, O], frozen=True, gc=False):
    """The view of a game with its two halves; every game has its own kind.

    `pub` is what everybody knows, `own` what this audience knows beyond. `deadline_ms` is when the decision's
    time ends, in the server's milliseconds since 1970.
    """

    table: str
    pub: P
    own: O | None = None
    deadline_ms: int | None = None


View = GameView[PublicHalf, OwnHalf]
"""A view of any game; which kind it is (`isinstance`, `match`) tells both halves' types at once."""


@cache
def maps_of(half: type[Struct]) -> frozenset[str]:
    """Return the fields of a view's half that are maps with whole numbers for keys: patched key by key.

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
