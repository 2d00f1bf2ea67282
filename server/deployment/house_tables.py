"""The tables that a server opens without a request: the house tables, and tables with deals from files."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from protocol.v1.bridge import Deal
from protocol.v1.requests import Open, Seats
from server.errors import BadRecord
from server.games.registry import GAMES
from server.hub.hub import Hub
from server.records.registry import read_deals
from server.robots.house_robots import HOUSE_TABLE

log = logging.getLogger("kibitz")

ROBOT = "sampler:quick"
"""The robot at the house tables, at its quickest level, so that people's own tables are not slowed down."""
FOUR_ROBOTS: Seats = dict.fromkeys(range(4), ROBOT)
HANABI_ROBOT = "friendly"
"""The robot at the house table of Hanabi; it has no levels, and searches little."""
FILES_GAME = "bridge"
"""The game for which the option `--boards` of `kibitz serve` reads deals from files."""


class HouseTable(NamedTuple):
    """A table with house robots in all seats, so that visitors have a game to watch.

    `title` is the name of the house table's game as it stands in a sentence. `options` are the options of the
    house table that differ from the game's defaults. `robot` plays in all seats,
    and `seat` is the one that `kibitz serve` offers to a person.
    """

    id: str
    game: str
    title: str
    name: str
    options: Mapping[str, Any] = MappingProxyType({})
    robot: str = ROBOT
    seat: str = "S"


HOUSE_TABLES = (
    HouseTable(HOUSE_TABLE, "bridge", "bridge", "The house table"),
    # Play without a target score, because a game to 500 points would soon end and close the table.
    HouseTable(
        f"{HOUSE_TABLE}-spades",
        "spades",
        "Spades",
        "The house plays Spades",
        MappingProxyType({"target": 0, "floor": 0, "rounds": 999}),
    ),
    HouseTable(
        f"{HOUSE_TABLE}-hanabi",
        "hanabi",
        "Hanabi",
        "The house plays Hanabi",
        MappingProxyType({"players": 4}),
        HANABI_ROBOT,
        "3",
    ),
)
"""The house tables of every server, one for each game; their ids begin with `house`.

The first lines of output of `kibitz serve` name the first house table.
"""


async def open_house_tables(hub: Hub) -> None:
    """Open the house tables with four robots each, unless the store already has these tables."""
    for each in HOUSE_TABLES:
        request = Open(game=each.game, name=each.name, seats=dict.fromkeys(range(4), each.robot))
        await hub.open_as(each.id, "", request, GAMES[each.game].options_type(**each.options), ())


def read_deals_file(path: Path) -> tuple[Deal, ...]:
    """Return the deals in a file, and log the parts of the file that could not be read.

    Raises ValueError with the name of the file if it contains no deal.
    """
    try:
        return read_deals(path.read_bytes(), FILES_GAME, partial(log.warning, "%s: %s", path))
    except BadRecord as error:
        raise ValueError(f"{path}: {error}") from None


async def open_on_deals(hub: Hub, name: str, deals: tuple[Deal, ...]) -> str:
    """Open a table at which four house robots play the given deals, and return the table's id.

    The same deals always give the same table id.
    """
    request = Open(game=FILES_GAME, name=name[:60], seats=FOUR_ROBOTS)
    digest = hashlib.sha256(msgspec.msgpack.encode(deals)).hexdigest()[:12]
    return await hub.open_as(f"file-{digest}", "", request, GAMES[FILES_GAME].options_type(), deals)
