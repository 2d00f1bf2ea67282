"""Records of Hanabi: the finished games, as Hanabi Live writes them, for players that may see them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

from protocol.v1.hanabi import Card, Vote
from protocol.v1.requests import Bank, Host, NoClock, Policy, Stand
from protocol.v1.updates import Done
from server.games.hanabi.seeds.seeds import deck_from
from server.hub.hub import IDLE_MS, SWEEP_MS
from server.records.hanabi.record import Assigned, GameAction, GameOptions
from server.records.hanabi.validate import validate
from tests import rooms
from tests.hub.archive.hanabi import (
    POLICY,
    act,
    answer,
    keep,
    next_game,
    play,
    position,
    record,
    records,
    seated,
    state_of,
)
from tests.lateness import MINUTE, delayed_policy
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual

NOT_BY_NOW = b"forbidden there is no finished game with this id that you may see now"
_ids = itertools.count(95_000)


async def closed(house: House, table: str, by: str = "Host") -> None:
    assert isinstance(await house.person(by).ask(Host(table=table, terminate=True, id=next(_ids))), Done)


# The record


@virtual
async def test_a_game_is_recorded_as_it_was_played() -> None:
    async with House() as house:
        table, players = await seated(house, variant="Rainbow (6 Suits)", players=4, card_cycle=True)
        await play(house, table, players)
        found, state = await record(house, "Ann", f"{table}.1"), state_of(house, table)
        assert found.players == ("Ann", "Bob", "Cid", "Eva")
        assert [(card.suit_index, card.rank) for card in found.deck] == [
            (card.suit, card.rank) for card in state.deck
        ]
        assert found.options == GameOptions(variant="Rainbow (6 Suits)", card_cycle=True)
        assert (found.seed, found.id, found.notes, found.characters) == (None, None, (), ())
        again = validate(found)
        assert again.state is not None and again.turns == state.moves == len(found.actions)
        assert (again.state.fates, again.state.ended) == (state.fates, state.ended)


@virtual
async def test_a_table_gives_all_its_games_and_a_number_names_one() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        await next_game(house, table)
        await play(house, table, players, seed=2)
        first, second = await records(house, "", table)
        assert first == await record(house, "", f"{table}.1")
        assert second == await record(house, "", f"{table}.2")
        assert (first.options.starting_player, second.options.starting_player) == (0, 1)


@virtual
async def test_the_outcome_of_playing_an_inverted_card_is_recorded() -> None:
    async with House() as house:
        table, players = await seated(house, variant="Orange (3 Suits)", players=2)
        await play(house, table, players)
        found, state = await record(house, "", table), state_of(house, table)
        orange = [place for place, suit in enumerate(state.variant.suits) if suit.inverted]
        touched = [each for each in found.actions if each.type < 2 and state.deck[each.target].suit in orange]
        assert {each.type for each in touched} == {0, 1}
        for each in touched:
            assert (state.fates[each.target].how == "discarded") == (each.type == 1)


@virtual
async def test_only_a_chosen_seed_is_recorded() -> None:
    async with House() as house:
        table, players = await seated(house, seed="p3v0s1", detrimental_characters=True)
        await play(house, table, players)
        await next_game(house, table)
        await play(house, table, players, seed=2)
        first, second = await records(house, "", table)
        assert (first.seed, second.seed) == ("p3v0s1", None)
        variant = state_of(house, table).variant
        assert [(card.suit_index, card.rank) for card in first.deck] == [
            (card.suit, card.rank) for card in deck_from("p3v0s1", variant)
        ]
        assert first.options.detrimental_characters
        assert len(first.characters) == 3 and isinstance(first.characters[0], Assigned)


@virtual
async def test_a_time_bank_is_recorded_in_seconds_and_its_end_ends_the_game() -> None:
    async with House() as house:
        policy = Policy(clock=Bank(120_000, 20_000), expiry="forced", pause_ms=600_000)
        table, players = await seated(house, policy)
        await play(house, table, players, 4)
        seat = state_of(house, table).seat
        await passes(200_000)
        await until(lambda: house.room(table).table.over)
        found = await record(house, "", f"{table}.1")
        assert found.options == GameOptions(timed=True, time_base=120, time_per_turn=20)
        assert len(found.actions) == 5 and found.actions[-1] == GameAction(4, seat, 3)


@virtual
async def test_a_game_that_was_ended_by_vote_says_so() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players, 6)
        for player in players[1:]:
            await act(house, table, player, Vote())
        found = await record(house, "", table)
        assert len(found.actions) == 7 and found.actions[-1] == GameAction(5, -1, 10)


@pytest.mark.parametrize(("host", "target"), [("Host", -1), ("Bob", 1)])
def test_closing_the_table_is_recorded_as_a_termination(host: str, target: int) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await seated(house)
            moved = Host(table=table, host=f"p-{host}", id=next(_ids))
            if host != "Host":
                assert isinstance(await house.person("Host").ask(moved), Done)
            await play(house, table, players, 6)
            assert await answer(house, "Ann", table) == NOT_BY_NOW
            await closed(house, table, host)
            for name in ("Ann", "Host", ""):
                found = await record(house, name, f"{table}.1")
                assert len(found.actions) == 7 and found.actions[-1] == GameAction(4, target, 4)

    run()


@virtual
async def test_a_table_that_was_closed_before_a_deal_has_no_more_games() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        await closed(house, table)
        assert len(await records(house, "", table)) == 1
        empty = await house.table(game="hanabi")
        await closed(house, empty)
        assert await answer(house, "Host", empty) == NOT_BY_NOW


@virtual
async def test_notes_are_recorded_by_seat_and_card_and_secret_before_the_end() -> None:
    async with House() as house:
        table, players = await seated(house)
        await keep(table, players[0], 3, "r5 | finessed\u2603")
        await keep(table, players[0], 52, "pile")
        await keep(table, players[2], 0, "kt")
        await keep(table, players[2], 7, "gone")
        await keep(table, players[2], 7, "")
        await play(house, table, players)
        found = await record(house, "", table)
        ann = ("", "", "", "r5 | finessed\u2603", *[""] * 48, "pile")
        assert found.notes == (ann, (), ("kt",))
        await next_game(house, table)
        await play(house, table, players, seed=2)
        assert (await record(house, "", f"{table}.2")).notes == ()
        assert (await record(house, "", f"{table}.1")).notes == found.notes


@virtual
async def test_a_player_that_left_the_seat_is_not_its_player_in_later_games() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        assert isinstance(await players[2].ask(Stand(table=table, id=next(_ids))), Done)
        dora = house.person("Dora")
        await dora.watch(table)
        assert isinstance(await dora.sit(table, 2), Done)
        await next_game(house, table)
        await play(house, table, [*players[:2], dora], seed=2)
        first, second = await records(house, "", table)
        assert (first.players, second.players) == (("Ann", "Bob", "Cid"), ("Ann", "Bob", "Dora"))


# Who may see them, and where the table is


@virtual
async def test_a_game_in_play_a_future_game_and_a_missing_game_get_the_same_answer() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        await next_game(house, table)
        await play(house, table, players, 9)
        for number in ("2", "3", "9999", "0", "0002"):
            for name in ("Ann", "Host", ""):
                assert await answer(house, name, f"{table}.{number}") == NOT_BY_NOW
                assert await answer(house, name, f"{table}.{number}", 3) == NOT_BY_NOW
        assert len(await records(house, "", table)) == 1


@virtual
async def test_games_are_exported_only_to_players_that_may_enter_the_table() -> None:
    async with House() as house:
        table, players = await seated(house)
        shut = Host(table=table, policy=Policy(clock=NoClock(), access="invited"), id=next(_ids))
        assert isinstance(await house.person("Host").ask(shut), Done)
        await play(house, table, players)
        assert await records(house, "Ann", table) == await records(house, "Host", table)
        for name in ("Stranger", ""):
            for turn in (None, 1):
                assert await answer(house, name, table, turn) == b"forbidden this table is not open to you"


@virtual
async def test_delayed_watchers_get_a_game_after_they_have_seen_its_end() -> None:
    async with House() as house:
        table, players = await seated(house, delayed_policy(MINUTE))
        await play(house, table, players)
        await house.person("Watcher").follow(table)
        assert len(await records(house, "Ann", table)) == 1
        for name in ("Host", "Watcher", ""):
            assert await answer(house, name, table) == NOT_BY_NOW
            assert await answer(house, name, f"{table}.1", 2) == NOT_BY_NOW
        await passes(MINUTE + 1_000)
        assert len(await records(house, "Watcher", table)) == 1


@virtual
async def test_a_table_that_sleeps_gives_its_games_and_sleeps_on() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play(house, table, players)
        for player in players:
            await player.ask(Stand(table=table, id=next(_ids)))
            player.hang_up()
        for _ in range(2 + (IDLE_MS + SWEEP_MS) // SWEEP_MS):
            await passes(SWEEP_MS)
        assert house.hub.live(table) is None
        assert len(await records(house, "", table)) == 1
        assert (await position(house, "", table, 5, 2)).own is not None
        assert house.hub.live(table) is None


@virtual
async def test_another_hubs_table_gives_its_games_and_stays_its_own() -> None:
    store = LaterStore(now_ms)
    async with House(store, exclusive=False) as owner, House(store, exclusive=False) as other:
        table, players = await seated(owner)
        await play(owner, table, players)
        before = await store.load(table)
        assert len(await records(other, "Watcher", table)) == 1
        after = await store.load(table)
        assert before is not None and after is not None and before.owner == after.owner


# Secrecy: two worlds that differ in the deck that is being played


class Stacked:
    """Chance that deals each game by a seed of its own."""

    def __init__(self, *seeds: int) -> None:
        self._seeds = list(seeds)

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        return Random(self._seeds.pop(0)).sample(population, k)


async def archive_answers(seeds: tuple[int, int], policy: Policy) -> tuple[tuple[Card, ...], list[bytes]]:
    """Return the second deck, and all answers of the archive before its first play, equal in both worlds."""
    async with House() as house:
        object.__setattr__(house.services, "rng", Stacked(*seeds))
        table, players = await seated(house, policy)
        await play(house, table, players)
        await next_game(house, table)
        answers = [
            await answer(house, name, id, turn)
            for name in ("Ann", "Bob", "Host", "Watcher", "")
            for id in (table, *(f"{table}.{number}" for number in range(4)))
            for turn in (None, 0, 3)
        ]
        return state_of(house, table).deck, answers


@pytest.mark.parametrize(
    "policy", [POLICY, delayed_policy(MINUTE), delayed_policy(boards=1)], ids=["present", "late", "behind"]
)
def test_a_download_during_a_game_reveals_none_of_its_cards(
    policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = []

    @virtual
    async def run(second: int) -> None:
        monkeypatch.setattr(rooms, "_IDS", count(1))
        worlds.append(await archive_answers((1, second), policy))

    for second in (2, 3):
        run(second)
    (cards, one), (others, other) = worlds
    assert cards != others
    assert one == other
    assert len(set(one)) > 1 and any(each.startswith(b"{") for each in one)
