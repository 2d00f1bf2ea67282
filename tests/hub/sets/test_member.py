"""What a table stores about its match or set, and what older versions stored."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.bridge import Options
from protocol.v1.requests import Policy
from server.errors import IllegalAction
from server.games.base import AnyGame
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, MatchStanding, SetStanding
from server.games.registry import GAMES
from server.hub.membership import Member, packed
from server.hub.sets.member import (
    Pair,
    entered,
    is_table_id,
    member_of,
    pair_of,
    stored_id,
    uploaded_by,
)
from server.store.table_logs import Meta
from server.table import events
from server.table.table import open_with

MEMBER = Member("evening", ("evening2", "evening3"), "Evening", "", True)
PAIR = Pair("open", "matchc", "Final", {}, {}, Policy())


def meta(**more: object) -> Meta:
    return Meta(game="bridge", revision=1, name="", host="p-Host", created_ms=1, options=b"", **more)  # type: ignore[arg-type]


def test_the_id_of_a_set_in_the_store_is_no_id_of_a_table() -> None:
    assert not is_table_id(stored_id("evening")) and is_table_id("evening")


def test_a_table_that_plays_alone_is_no_member() -> None:
    assert member_of(meta(), "t") is None and pair_of(meta()) is None


@pytest.mark.parametrize(
    ("room", "table", "other"), [("open", "matcho", "matchc"), ("closed", "matchc", "matcho")]
)
def test_a_table_of_a_match_of_an_older_version_is_a_member_of_the_match(
    room: str, table: str, other: str
) -> None:
    pair = msgspec.structs.replace(PAIR, room=room, other=other)
    older = meta(match=msgspec.msgpack.encode(pair))
    assert pair_of(older) == pair
    assert member_of(older, table) == Member("match", (other,), "Final", room)


@pytest.mark.parametrize(
    ("stored", "by"),
    [
        (meta(), None),
        (meta(boards=b"x"), "p-Host"),
        (meta(board_set=packed(MEMBER)), "p-Host"),
        (meta(board_set=packed(msgspec.structs.replace(MEMBER, uploaded=False))), None),
        (meta(board_set=packed(msgspec.structs.replace(MEMBER, event="e-x", uploader="p-Dora"))), "p-Dora"),
        (meta(boards=b"x", match=msgspec.msgpack.encode(PAIR)), None),
    ],
)
def test_uploaded_boards_name_the_player_that_uploaded_them(stored: Meta, by: str | None) -> None:
    assert uploaded_by(stored, "matcho") == by


def base(game: AnyGame = BRIDGE) -> events.Base:
    options = game.options_type()
    chairs = (events.Chair(),) * len(game.seat_names(options))
    return open_with(game, options, chairs, Policy(), 1, "p-Host")


def test_a_table_enters_a_set_or_a_match_with_its_first_entry() -> None:
    state = msgspec.msgpack.decode(entered(base(), BRIDGE, Options(), MEMBER).state, type=BridgeState)
    assert state.board_set == SetStanding("evening", 3)
    room = Member("match", ("matchc",), "Final", "open")
    state = msgspec.msgpack.decode(entered(base(), BRIDGE, Options(), room).state, type=BridgeState)
    assert state.match == MatchStanding("open", "matchc") and state.board_set is None


@pytest.mark.parametrize("name", sorted(name for name, game in GAMES.items() if game.sharing is None))
def test_a_game_without_sets_is_refused(name: str) -> None:
    game = GAMES[name]
    if game.showing is not None:
        pytest.skip("a replay needs an upload to begin")
    with pytest.raises(IllegalAction, match="expected a game with matches and sets of boards"):
        entered(base(game), game, game.options_type(), MEMBER)
