"""Spades at a live table: consecutive hands, looks at hidden hands, and players that delay."""

from __future__ import annotations

import msgspec

from protocol.v1.codes import Code
from protocol.v1.requests import Chat, NoClock, PerMove, Policy
from protocol.v1.updates import Chat as Chatted
from protocol.v1.updates import Refused
from server.games.spades.rules import SPADES
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

UNTIMED = Policy(clock=NoClock(), pause_ms=0)


async def act(house: House, table: str, person: Person, action: dict[str, object]) -> None:
    """Send a player's action for the decision in the player's view."""
    last = house.room(table).table.counters.get(person.player.id)
    n = 1 if last is None else last.n + 1
    person.act(table, n, action)
    await until(lambda: (now := house.room(table).table.counters.get(person.player.id)) and now.n == n)


async def play_hand(house: House, table: str, players: list[Person]) -> None:
    """Let all players take their first legal action until the hand is over."""
    number = house.room(table).table.deal
    while house.room(table).table.deal == number:
        state = house.room(table).table.state
        if not SPADES.to_act(state):
            await passes(10)
            continue
        seat = SPADES.to_act(state)[0]
        action = msgspec.to_builtins(SPADES.legal_actions(state, seat)[0])
        await act(house, table, players[seat], action)


@virtual
async def test_hands_follow_each_other_and_the_scores_go_on() -> None:
    async with House() as house:
        table, players = await house.dealt(UNTIMED, game="spades", options={"preset": "mirror", "floor": 0})
        await play_hand(house, table, players)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        pub = players[0].tables[table].pub
        assert (pub["hand"], pub["dealer"]) == (2, 1)
        assert any(score["points"] for score in pub["scores"])


@virtual
async def test_a_player_looks_at_the_hand_out_of_turn_and_all_viewers_see_that() -> None:
    async with House() as house:
        table, players = await house.dealt(UNTIMED, game="spades", options={"blind_nil_behind": 0})
        north, east, *_ = players
        shown, decision = north.tables[table], east.tables[table].own["decision"]
        assert shown.own["hand"] is None
        assert shown.own["may"] == ["reveal"]
        await act(house, table, north, {"t": "reveal"})
        assert len(shown.own["hand"]) == 13
        assert east.tables[table].pub["revealed"] == {0: True}
        assert east.tables[table].own["decision"] == decision


@virtual
async def test_a_robot_acts_for_a_slow_player_so_that_the_game_goes_on() -> None:
    async with House() as house:
        clock = Policy(clock=PerMove(move_ms=1_000), pause_ms=0, expiry="forced")
        table, players = await house.dealt(clock, game="spades")
        await passes(4_500)
        pub = players[0].tables[table].pub
        assert len(pub["bids"]) == 4
        await until(lambda: players[0].tables[table].pub["hand"] == 2, ms=90_000)


@virtual
async def test_the_game_ends_with_its_winner_and_the_table_closes() -> None:
    async with House() as house:
        table, players = await house.dealt(
            UNTIMED, game="spades", options={"target": 1, "floor": -1, "bag_limit": 0}
        )
        await play_hand_once(house, table, players)
        assert players[0].tables[table].pub["winner"] in (0, 1)
        await until(lambda: house.room(table).table.closed)


async def play_hand_once(house: House, table: str, players: list[Person]) -> None:
    """Play the hand that ends the game."""
    while SPADES.to_act(state := house.room(table).table.state):
        seat = SPADES.to_act(state)[0]
        await act(house, table, players[seat], msgspec.to_builtins(SPADES.legal_actions(state, seat)[0]))


@virtual
async def test_players_learn_when_the_next_hand_begins_and_that_none_follows_the_end_of_the_game() -> None:
    async with House() as house:
        policy = Policy(clock=NoClock(), pause_ms=5_000)
        for target, wait_ms in ((500, 5_000), (1, None)):
            options = {"target": target, "floor": -1, "bag_limit": 0}
            table, players = await house.dealt(policy, game="spades", options=options)
            await play_hand_once(house, table, players)
            now = house.room(table).table
            assert players[0].tables[table].next_deal_ms == (wait_ms and now.time_ms + wait_ms)


@virtual
async def test_partners_may_not_chat_and_in_solo_games_all_others_are_opponents() -> None:
    async with House() as house:
        table, players = await house.dealt(UNTIMED, game="spades", options={"preset": "solo"})
        for player in players:
            player.forget()
        await players[0].ask(Chat(table=table, text="hello", to="opponents", id=9_001))
        await passes(50)
        heard = [[said.text for chat in each.of(Chatted) for said in chat.lines] for each in players]
        assert heard[1:] == [["hello"]] * 3
        answer = await players[0].ask(Chat(table=table, text="psst", to="partner", id=9_002))
        assert isinstance(answer, Refused)
        assert answer.code is Code.FORBIDDEN


@virtual
async def test_three_sit_where_three_play() -> None:
    async with House() as house:
        table = await house.table(policy=UNTIMED, game="spades", options={"players": 3})
        people = [house.person(name) for name in ("Ann", "Bob", "Cid")]
        for seat, person in enumerate(people):
            await person.watch(table)
            await person.sit(table, seat)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        await until(lambda: "hand" in (people[2].tables[table].own or {}))
        assert len(people[2].tables[table].own["hand"]) == 17
