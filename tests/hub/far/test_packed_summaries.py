"""The summary of a table crosses to another hub."""

from __future__ import annotations

import msgspec
import pytest

from server.games.registry import GAMES
from server.hub.far.packed_summaries import PackedSummary, pack_summary, unpack_summary
from tests.rooms import House
from tests.virtual import virtual


@pytest.mark.parametrize("game", ["bridge", "spades", "hanabi"])
@virtual
async def test_a_summary_arrives_with_the_options_of_its_game(game: str) -> None:
    async with House() as house:
        table = await house.table(name="Friday", game=game)
        await house.person("Ann").sit(table, 1)
        summary = await (await house.hub.handle(table)).summary()
        sent = msgspec.msgpack.encode(pack_summary(summary))
        arrived = unpack_summary(msgspec.msgpack.decode(sent, type=PackedSummary), GAMES)
        assert arrived == summary and arrived.right_of("p-Ann") == 1
        with pytest.raises(LookupError):
            unpack_summary(pack_summary(summary), {})
