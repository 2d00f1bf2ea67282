"""Players' commands as they go from the edge to the owner of a table.

Only the commands that a player's connection can send cross; those of the server itself, such as `Expire`, are
made where the table is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from protocol.v1.requests import Consent, Next, Show, Sit, Stand, Wait
from server.games.base import AnyGame
from server.table.commands import Barrier, Command
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling

_pack = msgspec.msgpack.Encoder().encode


class _Action(Struct):
    """A `MakeAction` of which the action is still encoded."""

    action: Raw
    n: int
    decision: str | None = None
    id: int = 0


class _Ruling(Struct):
    """A `MakeRuling` of which the ruling is still encoded."""

    ruling: Raw
    id: int = 0


_PLAIN: dict[str, type[Sit | Stand | Next | Wait | Show | Consent | Barrier]] = {
    "sit": Sit,
    "stand": Stand,
    "next": Next,
    "wait": Wait,
    "show": Show,
    "consent": Consent,
    "barrier": Barrier,
}
_KINDS: dict[type, str] = {
    **{kind: name for name, kind in _PLAIN.items()},
    MakeAction: "act",
    ChangeTable: "host",
    MakeRuling: "rule",
}


def pack_command(command: Command) -> tuple[str, Raw]:
    """Return the kind of a player's command and the encoded command.

    Raises TypeError for a command that only the owner of a table makes.
    """
    kind = _KINDS.get(type(command))
    if kind is None:
        raise TypeError(f"expected a player's command, got {type(command).__name__}")
    return kind, Raw(_pack(command))


def unpack_command(game: AnyGame, kind: str, packed: Raw) -> Command:
    """Return the command that an edge has sent, with values of the game's types.

    Raises LookupError for a kind that this release does not know, and msgspec.ValidationError for a command
    that the game does not have.
    """
    command: Command = _reader(game, kind)(packed)
    return command


@cache
def _reader(game: AnyGame, kind: str) -> Callable[[Raw], Any]:
    match kind:
        case "act":
            action = msgspec.msgpack.Decoder(game.action_type).decode
            read_action = msgspec.msgpack.Decoder(_Action).decode

            def act(packed: Raw) -> MakeAction:
                found = read_action(packed)
                return MakeAction(action(found.action), found.n, found.decision, found.id)

            return act
        case "host":
            return lambda packed: _change(game, packed)
        case "rule":
            ruling_type = None if game.directing is None else game.directing.ruling_type
            ruling = msgspec.msgpack.Decoder(ruling_type).decode
            read_ruling = msgspec.msgpack.Decoder(_Ruling).decode

            def rule(packed: Raw) -> MakeRuling:
                found = read_ruling(packed)
                return MakeRuling(ruling(found.ruling), found.id)

            return rule
        case _:
            return msgspec.msgpack.Decoder(_PLAIN[kind]).decode


def _change(game: AnyGame, packed: Raw) -> ChangeTable:
    """Return the command of a host or director, with the options of the game."""
    plain = msgspec.msgpack.decode(packed)
    options = plain.pop("options", None)
    change = msgspec.convert(plain, ChangeTable)
    if options is None:
        return change
    return replace(change, options=msgspec.convert(options, game.options_type))
