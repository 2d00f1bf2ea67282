"""Hubs tell each other what they hold and what they have spent."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from server.hub.far import messages
from server.hub.far.ledgers import MOST_NAMES, TOGETHER_MS, Ledgers, SharedCount
from server.hub.far.messages import Held, Spent
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House
from tests.virtual import now_ms, passes, virtual


class Pair:
    """The ledgers of two hubs; `sent` is what the first has told and the second has not heard yet."""

    def __init__(self, house: House) -> None:
        self.sent: list[Held | Spent] = []
        self.here, self.there = Ledgers(), Ledgers()
        self.here.share(b"secret", self.sent.append, house.services.timers, now_ms)
        self.there.share(b"secret", lambda message: None, house.services.timers, now_ms)

    async def settle(self) -> None:
        await passes(TOGETHER_MS + 1)
        while self.sent:
            sent = messages.decode(messages.encode(self.sent.pop(0)))
            assert isinstance(sent, Held | Spent)
            self.there.hear("first", sent)


@virtual
async def test_a_hub_knows_what_another_holds_a_moment_later_and_what_it_holds_no_more() -> None:
    async with House() as house:
        pair = Pair(house)
        here, there = SharedCount(pair.here, "tables"), SharedCount(pair.there, "tables")
        here.add("ann")
        here.add("ann")
        there.add("ann")
        assert there.total("ann") == 1
        await pair.settle()
        assert (there.total("ann"), there.own("ann"), there.total("bob")) == (3, 1, 0)
        here.add("ann", -2)
        await pair.settle()
        assert there.total("ann") == 1


@virtual
async def test_the_changes_of_a_moment_go_together_and_a_name_goes_only_as_a_hash() -> None:
    async with House() as house:
        pair = Pair(house)
        count = SharedCount(pair.here, "tables")
        for name in ("192.0.2.77", "192.0.2.78", "192.0.2.77"):
            count.add(name)
        await passes(TOGETHER_MS + 1)
        (told,) = pair.sent
        assert isinstance(told, Held) and len(told.held) == 2
        assert b"192.0" not in messages.encode(told)


@virtual
async def test_many_names_go_in_several_messages_and_the_first_of_everything_replaces_all() -> None:
    async with House() as house:
        pair = Pair(house)
        here, there = SharedCount(pair.here, "tables"), SharedCount(pair.there, "tables")
        for number in range(2 * MOST_NAMES + 1):
            here.add(f"p{number}")
        await passes(TOGETHER_MS + 1)
        assert [len(each.held) for each in pair.sent if isinstance(each, Held)] == [MOST_NAMES, MOST_NAMES, 1]
        await pair.settle()
        here.add("p0", -1)
        pair.sent[:] = pair.here.everything()
        assert [each.whole for each in pair.sent if isinstance(each, Held)] == [True, False]
        await pair.settle()
        assert (there.total("p0"), there.total(f"p{2 * MOST_NAMES}")) == (0, 1)


@virtual
async def test_a_hub_that_holds_nothing_says_so_at_the_start_of_a_link() -> None:
    async with House() as house:
        pair = Pair(house)
        here, there = SharedCount(pair.here, "tables"), SharedCount(pair.there, "tables")
        here.add("ann")
        await pair.settle()
        here.add("ann", -1)
        pair.sent[:] = pair.here.everything()
        await pair.settle()
        assert there.total("ann") == 0


@virtual
async def test_what_a_dead_hub_held_counts_no_more() -> None:
    async with House() as house:
        pair = Pair(house)
        here, there = SharedCount(pair.here, "tables"), SharedCount(pair.there, "tables")
        here.add("ann")
        await pair.settle()
        pair.there.lost("first")
        assert there.total("ann") == 0


@virtual
async def test_an_observer_hears_of_names_of_which_its_hub_has_a_value() -> None:
    async with House() as house:
        pair = Pair(house)
        here = pair.here.ledger("times", tuple[int, ...])
        there = pair.there.ledger("times", tuple[int, ...])
        heard: list[str] = []
        there.changed.subscribe(heard.append)
        there.set("ann", (1,))
        await passes(TOGETHER_MS + 1)
        here.set("ann", (2, 3))
        here.set("bob", (4,))
        await pair.settle()
        assert heard == ["ann"] and there.elsewhere("ann") == [("first", (2, 3))]


@virtual
async def test_what_one_hub_spends_the_other_hears_once_and_summed_up() -> None:
    async with House() as house:
        pair = Pair(house)
        here, there = pair.here.purse("guests"), pair.there.purse("guests")
        heard: list[Mapping[bytes, int]] = []
        there.spent.subscribe(lambda spent, now_ms: heard.append(spent))
        for _ in range(3):
            here.spend(here.key_of("ann"), 2)
        await pair.settle()
        await pair.settle()
        assert heard == [{there.key_of("ann"): 6}]


@virtual
async def test_what_a_newer_release_counts_is_skipped() -> None:
    async with House() as house:
        pair = Pair(house)
        pair.there.hear("first", Held("elephants", {b"12345678": msgspec.Raw(b"\x01")}))
        pair.there.hear("first", Spent("elephants", {b"12345678": 1}))


def test_the_ledgers_of_a_lone_hub_count_and_send_nothing() -> None:
    alone = Ledgers()
    count = SharedCount(alone, "tables")
    count.add("ann")
    alone.purse("guests").spend(b"12345678", 1)
    assert count.total("ann") == 1 and not alone.shared


@virtual
async def test_hubs_that_lose_their_link_know_everything_again_on_the_next_one() -> None:
    async with houses(3) as every:
        ledgers = [house.hub.others.ledgers for house in every]
        counts = [SharedCount(each, "things") for each in ledgers]
        wires, pair = every[0].store.wires, (every[0].hub.id, every[1].hub.id)
        wires.cut.add(frozenset(pair))
        counts[0].add("ann", 5)
        await passes(1_000)
        assert [each.total("ann") for each in counts] == [5, 0, 5]
        wires.cut.clear()
        wires.break_between(*pair)
        await passes(50)
        assert [each.total("ann") for each in counts] == [5, 5, 5]
        every[0].kill()
        await passes(5_000)
        assert [each.total("ann") for each in counts[1:]] == [0, 0]
