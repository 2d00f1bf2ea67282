"""The owners of notes: the right to keep a note, and the notes of each seat in the record."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import Stand
from protocol.v1.updates import Done
from server.errors import Refusal
from server.hub.notes.note_owners import by_seat, check, of_seat
from server.store.table_logs import Noted
from server.table.seats import Chairs
from server.table.table import Table
from tests.hub.hanabi.four import Four, four
from tests.hub.presence.company import let_in
from tests.rooms import House
from tests.virtual import virtual


def table_of(at: Four) -> Table:
    """Return the live table."""
    return at.house.room(at.table).table


async def substitute_for_east(at: Four) -> None:
    """Let Eve take the seat of East, who stands up during the deal."""
    assert isinstance(await at.players[1].ask(Stand(table=at.table, id=70_001)), Done)
    await let_in(at.house, at.table, "Eve", 1)
    assert isinstance(await at.house.person("Eve").sit(at.table, 1), Done)


def refusal(table: Table, player: str, card: int) -> tuple[Code, str]:
    """Return the code and the text with which a note is refused."""
    with pytest.raises(Refusal) as refused:
        check(table, player, card)
    return refused.value.code, str(refused.value)


@virtual
async def test_a_seated_player_may_note_every_card_and_pile_of_the_game() -> None:
    async with House() as house:
        table = table_of(await four(house))
        most = table.game.noted_cards(table.state)
        check(table, "p-North", 0)
        check(table, "p-West", most - 1)
        assert refusal(table, "p-West", most) == (
            Code.FORBIDDEN,
            f"expected the number of a card from 0 to {most - 1}, got {most}",
        )


@virtual
async def test_a_player_without_a_seat_and_a_client_without_a_token_keep_no_notes() -> None:
    async with House() as house:
        table = table_of(await four(house))
        for player in ("p-Eve", "p-Host", ""):
            assert refusal(table, player, 0) == (
                Code.NOT_SEATED,
                "only a player with a seat at the table may keep notes",
            )


@virtual
async def test_a_game_without_notes_refuses_them() -> None:
    async with House() as house:
        table, _ = await house.dealt()
        code, text = refusal(house.room(table).table, "p-North", 0)
        assert code is Code.FORBIDDEN and "bridge" in text


@virtual
async def test_a_seat_that_changed_hands_has_its_present_player_last() -> None:
    async with House() as house:
        at = await four(house)
        assert of_seat(table_of(at), 1) == ("p-East",)
        await substitute_for_east(at)
        players = of_seat(table_of(at), 1)
        assert set(players) == {"p-East", "p-Eve"}
        table = table_of(at)
        assert players[-1] == (table.chairs[1].owner or table.chairs[1].player)


@virtual
async def test_the_record_has_the_notes_by_seat_and_card_without_empty_notes() -> None:
    async with House() as house:
        table = table_of(await four(house))
        notes = [
            Noted(0, "p-West", 9, "blue?"),
            Noted(0, "p-West", 2, "one"),
            Noted(0, "p-North", 4, ""),
            Noted(0, "p-Stranger", 5, "spy"),
        ]
        found = by_seat(table, notes)
        assert found == {3: {2: "one", 9: "blue?"}} and list(found[3]) == [2, 9]


@virtual
async def test_of_two_players_of_a_seat_the_owners_note_on_a_card_counts() -> None:
    async with House() as house:
        at = await four(house)
        table = table_of(at)
        seat = replace(table.chairs[1], player="p-Eve", owner="p-East")
        table = replace(table, chairs=Chairs((table.chairs[0], seat, *table.chairs[2:])))
        notes = [
            Noted(0, "p-East", 2, "of the owner"),
            Noted(0, "p-Eve", 2, "of the substitute"),
            Noted(0, "p-Eve", 3, "alone"),
        ]
        assert by_seat(table, notes) == {1: {2: "of the owner", 3: "alone"}}
