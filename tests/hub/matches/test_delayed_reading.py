"""The delayed log is read from the store, after a restart and while the table goes on."""

from __future__ import annotations

from itertools import islice

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import JSON
from protocol.v1.requests import Delay, Host, Watch
from protocol.v1.updates import Done
from server.errors import Refusal
from server.store.table_logs import Append, OnOutcome
from tests.lateness import MINUTE, calls, delayed_policy, play_with_pauses
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))


@virtual
@pytest.mark.parametrize(
    "delay", [Delay(ms=3 * MINUTE), Delay(boards=2), Delay(ms=MINUTE, boards=1)], ids=str
)
async def test_after_a_restart_the_delayed_view_is_the_same_and_nothing_is_released_sooner(
    delay: Delay,
) -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, players = await before.dealt(delayed_policy(delay.ms, delay.boards))
        eve = before.person("Eve")
        await eve.follow(table)
        await play_with_pauses(before, table, players, 30, 10_000)
        known = eve.tables[table].pub
    async with House(store) as after:
        again = after.person("Eve")
        shown = await again.follow(table)
        assert shown.pub["board"] == known["board"] or not delay.ms
        live = after.room(table).table
        assert shown.pub["board"] + delay.boards <= live.deal + 1
        if not delay.boards:
            assert shown.pub == known


@virtual
async def test_after_a_long_sitting_only_few_logs_are_read_to_find_the_due_deal() -> None:
    store = CountingStore(now_ms)
    async with House(store) as before:
        table, players = await before.dealt(delayed_policy(5 * MINUTE))
        for _ in range(60):
            await play_on(before, table, players, 4)
            await passes(10_000)
    store.read = 0
    async with House(store) as after:
        eve = after.person("Eve")
        shown = await eve.follow(table)
        assert 30 <= shown.pub["board"] <= 40
        assert store.read <= 10


@virtual
async def test_a_watcher_that_waits_for_the_delayed_log_is_answered_after_the_delay_ends() -> None:
    async with House() as house:
        table = await house.table(policy=delayed_policy(MINUTE))
        eve, host = house.person("Eve"), house.person("Host")
        eve.tell(Watch(table=table, id=7))
        assert not eve.of(Done)
        host.tell(Host(table=table, policy=QUIET, id=8))
        assert [done.id for done in eve.of(Done)] == [7]
        assert eve.tables[table].pub["phase"] == "deal"


@virtual
async def test_a_watcher_that_waits_for_the_delayed_log_is_answered_after_the_table_is_lost() -> None:
    async with House() as house:
        table = await house.table(policy=delayed_policy(MINUTE))
        eve, host = house.person("Eve"), house.person("Host")
        eve.tell(Watch(table=table, id=7))
        house.store.steal(table)
        host.tell(Host(table=table, pause=True, id=8))
        await until(lambda: table in eve.tables)
        assert [done.id for done in eve.of(Done) if done.id] == [7]


class CountingStore(LaterStore):
    """A store that counts the reads of logs of single deals."""

    read = 0

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        self.read += 1
        return await super().load_deal(table, deal)


@virtual
async def test_entries_made_while_the_log_is_read_are_not_lost() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(MINUTE))
        eve = house.person("Eve")
        await eve.follow(table)
        acting = iter(players[:2])
        house.store.while_loading = lambda: [each.act(table, 1, PASS) for each in islice(acting, 1)]
        await house.person("Host").ask(Host(table=table, policy=delayed_policy(2 * MINUTE), id=1))
        await passes(2 * MINUTE + 1_000)
        assert list(acting) == [] and calls(eve.tables[table]) == 2


class SlowToAnswer(LaterStore):
    """A store that stores an entry before it answers, while it is not `prompt`."""

    def append(self, append: Append, done: OnOutcome) -> None:
        outcome = self._append(append)
        if self.prompt:
            done(outcome)
        else:
            self.waiting.append((append, done))


@virtual
async def test_an_entry_that_may_not_be_stored_is_not_shown() -> None:
    async with House(SlowToAnswer(now_ms)) as house:
        table, players = await house.dealt(delayed_policy(1_000))
        await house.person("Host").ask(Host(table=table, policy=QUIET, id=1))
        await house.person("Host").ask(Host(table=table, policy=delayed_policy(1_000), id=2))
        house.store.prompt = False
        await play_on(house, table, players, 1)
        eve = house.person("Eve")
        await eve.follow(table)
        await passes(5_000)
        assert eve.tables[table].pub["phase"] == "auction" and calls(eve.tables[table]) == 0
        house.store.prompt = True
        house.store.come_back()
        await passes(2_000)
        assert calls(eve.tables[table]) == 1


@virtual
async def test_a_snapshot_is_delayed_too_and_unavailable_while_the_log_is_read() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, players = await before.dealt(delayed_policy(10 * MINUTE))
        await play_on(before, table, players, 3)
    async with House(store) as house:
        await house.hub.room(table)
        viewers, nobody = house.room(table).viewers, house.player("")
        with pytest.raises(Refusal) as refusal:
            viewers.snapshot(nobody, Watch(table=table), JSON)
        assert refusal.value.code == "unavailable" and refusal.value.retry_ms
        await passes(1_000)
        view = JSON.decode_plain(viewers.snapshot(nobody, Watch(table=table), JSON).payload, 1 << 20)
        assert isinstance(view, dict) and view["pub"]["phase"] == "deal"
