"""Tables between two entries of their logs, for the tests of their next entries."""

from __future__ import annotations

from protocol.v1.bridge import Call, MakeCall, Options, PlayCard
from protocol.v1.requests import PerMove, Policy
from server.games.bridge.rules import BRIDGE
from server.table import table
from server.table.commands import check_act
from server.table.events import Acted, Chair, Sat
from server.table.table import Table
from tests.games.bridge.deals import deal

NOON = 1_700_000_000_000
HALF_A_MINUTE = Policy(clock=PerMove(30_000))
NAMES = ("north", "east", "south", "west")
EMPTY = (Chair(),) * 4
PASS, CLUB = MakeCall(Call.PASS), MakeCall(Call.ONE_CLUB)


def opened(
    policy: Policy = HALF_A_MINUTE,
    chairs: tuple[Chair, ...] = EMPTY,
    boards: int | None = None,
) -> Table:
    """Return a new table at noon."""
    options = Options(boards=boards)
    return table.begin("t", BRIDGE, 0, table.open_with(BRIDGE, options, chairs, policy, NOON, "host"))


def seated(**wishes: object) -> Table:
    """Return a table with four players."""
    four = opened(**wishes)  # type: ignore[arg-type]
    for seat, name in enumerate(NAMES):
        four = table.fold(four, Sat(at_ms=NOON, seat=seat, player=name, name=name.title()))
    return four


def dealt(**wishes: object) -> Table:
    """Return a table with four players and a dealt board; North is to call."""
    return table.fold(seated(**wishes), Acted(at_ms=NOON, action=deal()))


def act(before: Table, *actions: MakeCall | PlayCard, s: float = 0, n: int | None = None) -> Table:
    """Return the table after the players in turn have taken these actions, `s` seconds after noon."""
    for action in actions:
        player = NAMES[before.to_act[0]]
        last = before.counters.get(player)
        due = n if n is not None else 1 if last is None else last.n + 1
        judged = check_act(before, player, due, before.decision, action, NOON + round(s * 1000))
        assert judged is not None
        before = table.fold(before, judged)
    return before
