"""Sets are opened with valid options and boards, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import OpenSet
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from tests.evenings import Evening
from tests.games.bridge.deals import EXAMPLE
from tests.hub.test_match import BOARDS, pbn
from tests.rooms import House
from tests.virtual import virtual


@virtual
async def test_an_invalid_set_is_refused_and_opens_no_table() -> None:
    async with House() as house:
        for wishes, code in (
            ({"game": "spades"}, "forbidden"),
            ({"game": "nothing"}, "invalid_message"),
            ({"options": {"scoring": "rubber"}}, "illegal_action"),
            ({"options": {"partners": "cut"}}, "illegal_action"),
            ({"boards": BOARDS.replace("AQ52", "AQ53")}, "invalid_message"),
            ({"boards": BOARDS + pbn(2, EXAMPLE)}, "illegal_action"),
            ({"seats": {1: "nobody's"}}, "invalid_message"),
            ({"seats": {5: "plain"}}, "forbidden"),
            ({"options": {"scorning": 1}}, "invalid_message"),
        ):
            with pytest.raises(Refusal) as refusal:
                request = OpenSet(**{"game": "bridge", "tables": 3, **wishes})  # type: ignore[arg-type]
                await house.desk.opening.open_set(house.player("Ann"), request, MSGPACK)
            assert refusal.value.code == code, (wishes, str(refusal.value))
        assert not house.hub.rooms and not house.store._tables
        stranger = await house.person().ask(OpenSet(game="bridge", tables=2, id=1))
        assert isinstance(stranger, Refused) and stranger.code == "unauthorized"


@virtual
@pytest.mark.parametrize("wrong", [{"tables": 1}, {"tables": 65}, {"count": 0}, {"count": 129}], ids=str)
async def test_the_numbers_of_tables_and_boards_are_limited(wrong: dict[str, int]) -> None:
    async with House() as house:
        ann = house.person("Ann")
        ann.tell_plain({"t": "open_set", "game": "bridge", "tables": 2, "count": 2, "id": 1, **wrong})
        assert ann.refusal() == "invalid_message" and not house.store._tables


@virtual
async def test_every_table_has_its_robots_and_the_usual_options_of_sets() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=1, seats={1: "plain", 3: "plain"}, tables=2)
        for number in range(2):
            table = evening.table(number)
            assert [chair.robot for chair in table.chairs[:4]] == [None, "plain", None, "plain"]
            assert table.state.options.undo == "law25"


@virtual
async def test_the_largest_set_has_64_tables_and_128_boards() -> None:
    async with House(tables_per_player=64) as house:
        evening = await Evening.opened(house, tables=64, count=128)
        assert len(set(evening.tables)) == 64 == len(house.hub.rooms)
        last = house.room(evening.tables[-1])
        assert last._deals.count == 128 and last.table.state.board_set.tables == 64


async def _opens(house: House, **wishes: Any) -> Done | Refused:
    answer = await house.person("Ann").ask(OpenSet(**{"game": "bridge", "count": 1, **wishes}))
    assert isinstance(answer, Done | Refused)
    return answer


@virtual
async def test_every_table_of_a_set_counts_as_an_open_table_of_the_player() -> None:
    async with House(tables_per_player=5) as house:
        first = await _opens(house, tables=4, id=1)
        assert isinstance(first, Done)
        assert isinstance(await _opens(house, tables=2, id=2), Refused)
        assert await _opens(house, tables=5, id=1) == first
        assert len(house.hub.rooms) == 4
