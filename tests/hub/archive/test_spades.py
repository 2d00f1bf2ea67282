"""Records of Spades: the finished hands of a game, for the players that may see them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

from protocol.v1.requests import Host, NoClock, Policy, Stand
from protocol.v1.spades import Card, Deal
from protocol.v1.updates import Done
from server.games.spades.rules import SPADES
from server.hub.archive import archive as module
from server.hub.hub import IDLE_MS, SWEEP_MS
from tests import rooms
from tests.hub.archive.spades import POLICY, act, answer, game, hands, next_hand, play_hands, play_on, seated
from tests.lateness import MINUTE, delayed_policy
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual

NOT_BY_NOW = b"forbidden there is no finished hand with this id that you may see now"
_ids = itertools.count(80_000)


@virtual
async def test_a_game_is_one_record_of_its_finished_hands_in_order() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players, 3)
        record = await game(house, "North", table)
        assert [hand.hand for hand in record.hands] == [1, 2, 3]
        assert [hand.dealer for hand in record.hands] == [0, 1, 2]
        assert (record.table, record.event, record.site) == (table, "Club night", "Kibitz")
        assert record.players == ("North", "East", "South", "West")
        assert record.preset is None and record.rules.bidding == "mirror"
        assert (record.hands_missing, record.winner) == ((), None)
        state = house.room(table).table.state
        assert record.scores == tuple(side.after for side in SPADES.result(state).sides)
        assert str(record.date) == "2023-11-14"


@virtual
async def test_the_record_of_one_hand_names_earlier_hands_but_no_later_hands() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players, 3)
        record = await game(house, "", f"{table}.2")
        assert [hand.hand for hand in record.hands] == [2]
        assert record.hands_missing == (1,)
        assert record.scores == tuple(side.after for side in record.hands[0].sides)


@virtual
async def test_a_hand_in_play_a_future_hand_and_a_missing_hand_get_the_same_answer() -> None:
    async with House() as house:
        table, players = await seated(house)
        for id in (table, f"{table}.1"):
            assert await answer(house, "North", id) == NOT_BY_NOW
        await play_hands(house, table, players)
        await next_hand(house, table)
        await play_on(house, table, players, 7)
        for number in ("2", "3", "9999", "0", "0002"):
            for name in ("North", "Host", ""):
                assert await answer(house, name, f"{table}.{number}") == NOT_BY_NOW
        assert await hands(house, "", table) == [1]


@virtual
async def test_the_last_record_of_a_game_names_the_winner() -> None:
    async with House() as house:
        table, players = await seated(house, preset="mirror", rounds=2)
        await play_hands(house, table, players, 2)
        await until(lambda: house.room(table).table.closed)
        record = await game(house, "", table)
        assert record.winner == house.room(table).table.game.result(house.room(table).table.state).winner
        assert record.winner is not None
        assert (await game(house, "", f"{table}.1")).winner is None


@virtual
async def test_bids_looks_and_an_exchange_are_recorded_in_their_order() -> None:
    async with House() as house:
        table, players = await seated(house, blind_nil_behind=0, nil_pass=2)
        north, east, south, west = players
        await act(house, table, west, {"t": "reveal"})
        await act(house, table, east, {"t": "bid", "bid": {"nil": True, "blind": True}})
        await act(house, table, north, {"t": "reveal"})
        for player in (south, west, north):
            await act(house, table, player, {"t": "bid", "bid": {"tricks": 3}})
        await play_hands(house, table, players)
        (hand,) = (await game(house, "", table)).hands
        assert [(look.seat, look.bids) for look in hand.looked] == [(3, 0), (0, 1)]
        assert [(bid.seat, bid.nil, bid.blind, bid.tricks) for bid in hand.bids] == [
            (1, True, True, 0),
            (2, False, False, 3),
            (3, False, False, 3),
            (0, False, False, 3),
        ]
        assert [(given.seat, given.to, len(given.cards)) for given in hand.passes] == [(1, 3, 2), (3, 1, 2)]


@virtual
async def test_the_record_of_a_game_for_two_has_the_cards_that_were_kept() -> None:
    async with House() as house:
        table = await house.table(policy=POLICY, game="spades", options={"players": 2, "rounds": 1})
        players = [house.person(name) for name in ("Ann", "Bob")]
        for seat, player in enumerate(players):
            await player.watch(table)
            await player.sit(table, seat)
        await play_hands(house, table, players)
        record = await game(house, "", table)
        assert (len(record.hands[0].stock), len(record.hands[0].kept)) == (52, 26)
        assert record.players == ("Ann", "Bob")


@virtual
async def test_a_hand_names_its_players_if_they_differ_from_those_of_the_game() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players)
        assert isinstance(await players[2].ask(Stand(table=table, id=next(_ids))), Done)
        dora = house.person("Dora")
        await dora.watch(table)
        assert isinstance(await dora.sit(table, 2), Done)
        await play_hands(house, table, [*players[:2], dora, players[3]])
        record = await game(house, "", table)
        assert record.players == ("North", "East", "Dora", "West")
        assert [hand.players for hand in record.hands] == [("North", "East", "South", "West"), None]


@virtual
async def test_an_unfinished_hand_of_a_closed_table_is_never_exported() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players)
        await next_hand(house, table)
        await play_on(house, table, players, 20)
        closed = Host(table=table, terminate=True, id=next(_ids))
        assert isinstance(await house.person("Host").ask(closed), Done)
        for name in ("North", "Host", ""):
            assert await hands(house, name, table) == [1]
            assert await answer(house, name, f"{table}.2") == NOT_BY_NOW


# Hands that are kept no more


@virtual
async def test_a_hand_without_a_stored_log_is_named_as_missing() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players, 4)
        del house.store._earlier[table, 0]
        del house.store._earlier[table, 2]
        record = await game(house, "North", table)
        assert [hand.hand for hand in record.hands] == [2, 4]
        assert record.hands_missing == (1, 3)
        assert await answer(house, "North", f"{table}.1") == NOT_BY_NOW


@virtual
async def test_a_very_long_game_has_its_last_hands_and_names_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_DEALS", 2)
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players, 3)
        record = await game(house, "", table)
        assert ([hand.hand for hand in record.hands], record.hands_missing) == ([2, 3], (1,))
        assert await hands(house, "", f"{table}.1") == [1]


# Who may see them, and where the table is


@virtual
async def test_hands_are_exported_only_to_players_that_may_enter_the_table() -> None:
    async with House() as house:
        table, players = await seated(house)
        closed = Host(table=table, policy=Policy(clock=NoClock(), access="invited"), id=next(_ids))
        assert isinstance(await house.person("Host").ask(closed), Done)
        await play_hands(house, table, players)
        assert await hands(house, "North", table) == await hands(house, "Host", table) == [1]
        for name in ("Stranger", ""):
            assert await answer(house, name, table) == b"forbidden this table is not open to you"


@virtual
async def test_delayed_watchers_get_the_hands_that_they_have_seen_to_the_end() -> None:
    async with House() as house:
        table, players = await seated(house, delayed_policy(MINUTE))
        await play_hands(house, table, players)
        await house.person("Watcher").follow(table)
        assert await hands(house, "North", table) == [1]
        for name in ("Host", "Watcher", ""):
            assert await answer(house, name, table) == NOT_BY_NOW
        await passes(MINUTE - 5_000)
        await play_hands(house, table, players)
        assert await hands(house, "Watcher", table) == []
        await passes(6_000)
        assert await hands(house, "Watcher", table) == [1]
        assert await answer(house, "Watcher", f"{table}.2") == NOT_BY_NOW
        await passes(MINUTE)
        assert await hands(house, "", table) == [1, 2]


@virtual
async def test_a_table_that_sleeps_gives_its_hands_and_sleeps_on() -> None:
    async with House() as house:
        table, players = await seated(house)
        await play_hands(house, table, players, 2)
        for player in players:
            await player.ask(Stand(table=table, id=next(_ids)))
            player.hang_up()
        for _ in range(2 + (IDLE_MS + SWEEP_MS) // SWEEP_MS):
            await passes(SWEEP_MS)
        assert house.hub.live(table) is None
        assert await hands(house, "", table) == [1, 2]
        assert house.hub.live(table) is None


@virtual
async def test_another_hubs_table_gives_its_hands_and_stays_its_own() -> None:
    store = LaterStore(now_ms)
    async with House(store, exclusive=False) as owner, House(store, exclusive=False) as other:
        table, players = await seated(owner)
        await play_hands(owner, table, players)
        before = await store.load(table)
        assert await hands(other, "Watcher", table) == [1]
        after = await store.load(table)
        assert before is not None and after is not None and before.owner == after.owner


# Secrecy: two worlds that differ in the hand that is being played


class Stacked:
    """Chance that deals each hand by a seed of its own."""

    def __init__(self, *seeds: int) -> None:
        self._seeds = list(seeds)

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        return Random(self._seeds.pop(0)).sample(population, k)


async def archive_answers(seeds: tuple[int, int], policy: Policy) -> tuple[Deal, list[bytes]]:
    """Return the second hand, and all answers of the archive while it is bid, equal in both worlds."""
    async with House() as house:
        object.__setattr__(house.services, "rng", Stacked(*seeds))
        table, players = await seated(house, policy, preset="classic", floor=0)
        await play_hands(house, table, players)
        await next_hand(house, table)
        answers = []
        for _ in range(5):
            for name in ("North", "East", "Host", "Watcher", ""):
                for id in (table, *(f"{table}.{number}" for number in range(4))):
                    answers.append(await answer(house, name, id))
            if not house.room(table).table.state.plays and len(house.room(table).table.state.bids) < 4:
                await play_on(house, table, players, 1)
        return house.room(table).table.state.deal, answers


@pytest.mark.parametrize(
    "policy", [POLICY, delayed_policy(MINUTE), delayed_policy(boards=1)], ids=["present", "late", "behind"]
)
def test_a_download_during_a_hand_reveals_none_of_its_cards(
    policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = []

    @virtual
    async def play(second: int) -> None:
        monkeypatch.setattr(rooms, "_IDS", count(1))
        worlds.append(await archive_answers((1, second), policy))

    for second in (2, 3):
        play(second)
    (cards, one), (others, other) = worlds
    assert cards.hands != others.hands
    assert one == other
    assert len(set(one)) > 1
    files = [each for each in one if each.startswith(b"{")]
    assert all(b'{"hand":2' not in file for file in files)
    assert bool(files)
