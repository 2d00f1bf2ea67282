"""Requests of players to a table, for the tests of the entries that they become."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from protocol.v1 import requests as ask
from protocol.v1.codes import Code
from protocol.v1.requests import NoClock, Policy
from server.errors import Refusal
from server.table import table
from server.table.commands import Command, Deals, decide
from server.table.events import Agreed, Away, Entry, Hosted, Sat, Saw, Shown
from server.table.newcomers import missing_for_seat
from server.table.player import Player
from server.table.table import Table
from server.table.typed_requests import ChangeTable, MakeRuling
from tests.tables import NAMES, NOON

HOST, EVE, NOBODY = Player("host", "Host"), Player("eve", "Eve"), Player("")
NORTH, EAST, SOUTH, WEST = (Player(name, name.title()) for name in NAMES)
DIRECTOR, BOB = Player("dirk", "Dirk"), Player("bob", "Bob")
ROBOT = Player("house:0", "plain", house=True)
HERE = {
    player.id: player.name for player in (HOST, EVE, NORTH, EAST, SOUTH, WEST, DIRECTOR, BOB, NOBODY, ROBOT)
}
"""The names of the people that are present, by id."""

AFTER = Policy(clock=NoClock())
LIVE = Policy(hands="live", clock=NoClock())


def entry_for(at: Table, player: Player, request: Command, now_ms: int = NOON) -> Entry | None:
    """Return the entry that a request becomes."""
    return decide(at, Deals(Random(1)), player, request, now_ms, HERE)


def table_after(at: Table, player: Player, request: Command, now_ms: int = NOON) -> Table:
    """Return the table after a request that changes it."""
    entry = entry_for(at, player, request, now_ms)
    assert entry is not None, "nothing changed"
    return table.fold(at, entry)


def refused(code: Code, at: Table, player: Player, request: Command, words: str | None = None) -> None:
    """Assert that a request is refused with this code and with `words` in its text."""
    with pytest.raises(Refusal, match=words) as refusal:
        entry_for(at, player, request)
    assert refusal.value.code is code


def sit(seat: int) -> ask.Sit:
    return ask.Sit(table="t", seat=seat)


STAND = ask.Stand(table="t")


def host(**changes: Any) -> ChangeTable:
    return ChangeTable(**changes)


def show(player: Player, hand: bool = True) -> ask.Show:
    return ask.Show(table="t", player=player.id, hand=hand)


def consent(player: Player, office: ask.Office = "director", agree: bool = True) -> ask.Consent:
    return ask.Consent(table="t", player=player.id, office=office, agree=agree)


def rule(ruling: object) -> MakeRuling:
    return MakeRuling(ruling)


def after_absence(at: Table, seat: int, robot: str | None = None) -> Table:
    """Return the table after the player of a seat has been absent too long."""
    return table.fold(at, Away(at_ms=at.time_ms, seat=seat, robot=robot))


def after_sitting(at: Table, player: Player, seat: int) -> Table:
    return table.fold(at, Sat(at_ms=at.time_ms, seat=seat, player=player.id, name=player.name))


def let_in(at: Table, player: Player, seat: int) -> Table:
    """Return the table after all players of the deal have agreed that a newcomer takes a seat."""
    for by in sorted(missing_for_seat(at, player.id, player.id, seat, at.time_ms)):
        at = table.fold(at, Agreed(at_ms=at.time_ms, by=by, player=player.id, office="seat", seat=seat))
    return at


def after_look(at: Table, player: Player) -> Table:
    return table.fold(at, Saw(at_ms=at.time_ms, player=player.id))


def after_showing(at: Table, seat: int, player: Player) -> Table:
    return table.fold(at, Shown(at_ms=at.time_ms, seat=seat, player=player.id))


def named(
    at: Table,
    directors: tuple[Player, ...] = (),
    commentators: tuple[Player, ...] = (),
    invited: tuple[Player, ...] = (),
) -> Table:
    """Return the table after its host has named these players."""
    return table.fold(
        at,
        Hosted(
            at_ms=at.time_ms,
            directors=tuple(player.id for player in directors),
            commentators=tuple(player.id for player in commentators),
            invited=tuple(player.id for player in invited),
        ),
    )


def with_policy(at: Table, **policy: Any) -> Table:
    """Return the table under another policy, without a clock."""
    return table.fold(at, Hosted(at_ms=at.time_ms, policy=Policy(clock=NoClock(), **policy)))
