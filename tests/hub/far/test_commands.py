"""Commands cross from one hub to another with the types of the game."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Raw

from protocol.v1 import bridge, hanabi, spades
from protocol.v1.requests import Consent, Policy, Show, Sit, Stand
from server.games.base import AnyGame
from server.games.registry import GAMES
from server.hub.far.commands import pack_command, unpack_command
from server.table.commands import Barrier, Command, Expire
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling

BRIDGE, SPADES, HANABI = GAMES["bridge"], GAMES["spades"], GAMES["hanabi"]
COMMANDS: list[tuple[AnyGame, Command]] = [
    (BRIDGE, Sit(table="t", seat=2, id=7)),
    (BRIDGE, Stand(table="t")),
    (BRIDGE, Show(table="t", player="p-Ann")),
    (BRIDGE, Consent(table="t", office="director", player="p-Ann")),
    (BRIDGE, Barrier()),
    (BRIDGE, MakeAction(bridge.MakeCall(bridge.Call.PASS), 3, "0.5", 9)),
    (SPADES, MakeAction(spades.MakeBid(spades.Bid(4)), 1, "0.0")),
    (HANABI, MakeAction(hanabi.Discard(3), 2, "0.9")),
    (BRIDGE, ChangeTable(seats={1: "plain", 2: None}, policy=Policy(hands="live"), id=4)),
    (BRIDGE, ChangeTable(options=bridge.Options(boards=8), invited=("a", "b"))),
    (BRIDGE, MakeRuling(bridge.PlayGoesOn(), 5)),
    (HANABI, MakeRuling(None)),
]


@pytest.mark.parametrize(("game", "command"), COMMANDS, ids=lambda each: type(each).__name__)
def test_a_command_of_a_player_arrives_as_it_was_sent(game: AnyGame, command: Command) -> None:
    kind, packed = pack_command(command)
    crossed = Raw(bytes(msgspec.msgpack.decode(msgspec.msgpack.encode(packed), type=Raw)))
    assert unpack_command(game, kind, crossed) == command


def test_a_command_of_the_server_itself_does_not_cross() -> None:
    with pytest.raises(TypeError, match="expected a player's command, got Expire"):
        pack_command(Expire(people_present=True))


def test_an_action_of_another_game_and_an_unknown_kind_are_refused() -> None:
    kind, packed = pack_command(MakeAction(spades.MakeBid(spades.Bid(4)), 1))
    with pytest.raises(msgspec.ValidationError):
        unpack_command(BRIDGE, kind, packed)
    with pytest.raises(LookupError):
        unpack_command(BRIDGE, "resign", packed)
