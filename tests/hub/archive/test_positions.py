"""Any position of a finished game of Hanabi is shown as a seat, or all, had it before them."""

from __future__ import annotations

import msgspec

from protocol.v1.hanabi import HanabiOwn, HanabiPub
from server.games.hanabi.rules import HANABI
from tests.hub.archive.hanabi import answer, next_game, play, position, seated, state_of
from tests.patching import Shown
from tests.rooms import House
from tests.virtual import virtual


@virtual
async def test_a_position_is_the_view_that_a_seat_had() -> None:
    async with House() as house:
        table, players = await seated(house, variant="Prism (5 Suits)", detrimental_characters=True, seed="4")
        seen = []
        for turn in range(12):
            seen.append(view_of(players[1].tables[table]))
            await play(house, table, players, 1, seed=turn)
        await play(house, table, players)
        for turn, (pub, own) in enumerate(seen):
            shown = await position(house, "", f"{table}.1", turn, 1)
            assert shown.pub == pub
            assert shown.own == own


def view_of(shown: Shown) -> tuple[HanabiPub, HanabiOwn]:
    """Both halves as a player's client has them; a finished game asks for no decision any more."""
    own = {key: value for key, value in (shown.own or {}).items() if key != "decision"}
    return msgspec.convert(shown.pub, HanabiPub), msgspec.convert(own, HanabiOwn)


@virtual
async def test_a_position_for_all_holds_no_card_of_a_hand() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        turns = state_of(house, table).moves
        for turn in range(0, turns, 7):
            shown = await position(house, "", table, turn)
            assert shown.own is None and isinstance(shown.pub, HanabiPub)
            held = {order for hand in shown.pub.hands for order in hand}
            assert held.isdisjoint(shown.pub.cards) and shown.pub.deck is None
            assert (shown.turn, shown.turns, shown.seat) == (turn, turns, None)
        last = await position(house, "", table, turns)
        assert isinstance(last.pub, HanabiPub) and last.pub == HANABI.pub(state_of(house, table))


@virtual
async def test_a_turn_or_a_seat_that_does_not_exist_is_refused() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        turns = state_of(house, table).moves
        told = await answer(house, "", table, turns + 1)
        assert (
            told == f"invalid_message expected a turn of 0 to {turns}, got {turns + 1} - at `turn`".encode()
        )
        await next_game(house, table)
        await play(house, table, players, seed=2)
        both = await answer(house, "", table, 1)
        assert both == f"invalid_message expected the id of one game, such as {table}.1, got {table}".encode()
        assert (await answer(house, "", f"{table}.2", 1)).startswith(b"{")


@virtual
async def test_a_board_that_is_not_over_has_no_positions() -> None:
    async with House() as house:
        table, _ = await house.dealt()
        assert (
            await answer(house, "North", table, 1)
            == b"forbidden there is no finished board with this id that you may see now"
        )
