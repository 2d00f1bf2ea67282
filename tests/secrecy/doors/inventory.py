"""All doors of the server, collected from its own unions, games, routes and messages.

A door is named by its kind and its name, such as `request host.place` or `http GET /v1/games/{game}`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from protocol.v1 import updates
from protocol.v1.requests import Act, Policy, Rule, ToServer
from server.games.base import Game
from server.games.registry import GAMES
from server.table import access
from server.table.commands import Command
from server.web.client_ip import ClientAddresses
from server.web.games import POSITION
from server.web.routes import application, parts
from server.web.sockets import PATH
from server.web.spades_rest import tables
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from tests.rooms import House
from tests.virtual import virtual

COMMON = frozenset(("id", "table"))
"""Fields that every request has, which only say where it goes and which answer belongs to it."""


SEED = Path(tables.__file__).parent
TELLING = frozenset(("Event", "_send", "tell_player", "tell_table", "tell_lobby"))
"""What the seed's API calls to send an event, with the event's name among the first two arguments."""


def members(union: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the only type of what is no union."""
    return get_args(union) if get_origin(union) in (UnionType, Union) else (union,)


def tag(kind: type[Struct]) -> str:
    """Return the name of a message on the wire."""
    return str(kind.__struct_config__.tag)


def doors() -> frozenset[str]:
    """Return the names of all doors of this server."""
    return frozenset((*_requests(), *_policies(), *_commands(), *_moves(), *_messages(), *_addresses()))


def _requests() -> Iterator[str]:
    """Every field of every request, and every value of a field that lists its values."""
    for kind in members(ToServer):
        yield f"request {tag(kind)}"
        hints = get_type_hints(kind, include_extras=False)
        for field in kind.__struct_fields__:
            if field in COMMON:
                continue
            yield f"request {tag(kind)}.{field.rstrip('_')}"
            for value in _values(hints[field]):
                yield f"request {tag(kind)}.{field.rstrip('_')}={value}"


def _values(hint: Any) -> Iterator[str]:
    """The values that a type lists; a number in place of a name counts as one value."""
    for each in members(hint):
        if get_origin(each) is Literal:
            yield from get_args(each)
    if any(get_origin(each) is Literal for each in members(hint)) and int in members(hint):
        yield "number"


def _policies() -> Iterator[str]:
    """Every field of the policy, and every value of a field that lists its values."""
    hints = get_type_hints(Policy, include_extras=False)
    for field in Policy.__struct_fields__:
        yield f"policy {field}"
        yield from (f"policy {field}={value}" for value in _values(hints[field]))


def _commands() -> Iterator[str]:
    """Every command to a table that is not a request, and every audience."""
    asked = members(ToServer)
    yield from (f"command {kind.__name__}" for kind in members(Command) if kind not in asked)
    yield from (f"audience {kind.__name__}" for kind in members(access.Audience))


def _moves() -> Iterator[str]:
    """Every action and every ruling of every game; an action out of turn is `unprompted`."""
    assert Act.__struct_fields__ and Rule.__struct_fields__
    for name, game in GAMES.items():
        for kind in members(game.action_type):
            word = "unprompted" if kind in game.unprompted else "act"
            yield f"{word} {name}.{tag(kind)}"
        if game.directing is not None:
            yield from (f"ruling {name}.{tag(kind)}" for kind in members(game.directing.ruling_type))
        groups = [name for name, default in vars(Game).items() if default is None and name != "needed"]
        yield from (f"group {game.name}.{group}" for group in groups if getattr(game, group) is not None)


def _messages() -> Iterator[str]:
    """Every message to a client: of the protocol, and of the seed's websocket."""
    yield from (f"message {tag(kind)}" for kind in members(updates.ToClient))
    for path in sorted(SEED.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _name(node.func) in TELLING:
                yield from (f"seed event {word}" for first in node.args[:2] for word in _words(first))
            if isinstance(node, ast.MatchValue | ast.Compare) and path.name == "seed_socket.py":
                yield from (f"seed message {word}" for word in _words(node))


def _name(called: ast.expr) -> str:
    return getattr(called, "attr", getattr(called, "id", ""))


def _words(node: ast.AST) -> Iterator[str]:
    """The words in capitals in a piece of source."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isupper():
            yield each.value


def _addresses() -> Iterator[str]:
    """Every HTTP address and method, every field of its query, every websocket, and the metrics."""
    found: set[str] = set()

    @virtual
    async def collect() -> None:
        async with House() as house:
            addresses = ClientAddresses(house.desk.settings)
            extensions = (extension(SpadesApi(house.desk, house.files_and_tickets, addresses)),)
            app: Any = application(house.desk, house.files_and_tickets, addresses, extensions)
            for route in app.routes:
                found.update(f"http {method} {route.path}" for method in route.methods - {"HEAD"})
            for part in parts(house.desk, house.files_and_tickets, addresses, extensions):
                for each in part.operations:
                    fields = () if each.query is None else each.query.__struct_fields__
                    found.update(f"query {each.path} {field.rstrip('_')}" for field in fields)
            found.update(f"socket {path}" for each in extensions for path in each.sockets)

    collect()
    assert {"turn", "as"} == POSITION
    yield from found
    yield f"socket {PATH}"
    yield "http GET /metrics"
