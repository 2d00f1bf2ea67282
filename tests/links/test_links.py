"""The links of several hubs over a bus that loses, repeats, delays and mixes what is sent."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.links.batches import Batch, Seal
from server.links.links import Counts, Links, inbox_of, outbox_of
from server.store.memory_bus import MemoryBus
from server.store.redis import connect_to_redis
from tests.links.hubs import SECRET, FaultyBus, Hub, assert_each_once_in_order, assert_links_do_not_mix
from tests.store.conftest import BINARIES, REDIS
from tests.store.redis_server import RedisServer, short_directory
from tests.virtual import passes, virtual

NAMES = ("north", "east", "south")
PEERS = st.sets(st.sampled_from(NAMES), min_size=1)
SENDING = st.tuples(st.sampled_from((0, 0, 0.01, 1, 20, 300)), st.sampled_from(NAMES), PEERS)
TROUBLE = st.tuples(
    st.sampled_from((0, 0, 0.01, 5, 40, 400, 3000)),
    st.sampled_from(NAMES),
    st.one_of(PEERS, st.sampled_from(("restart", "cut", "break", "break"))),
)


def hubs_on(bus: MemoryBus, **options: Any) -> dict[str, Hub]:
    return {name: Hub(name, bus, **options) for name in NAMES}


@settings(max_examples=60, deadline=None)
@given(st.lists(SENDING, max_size=60), st.integers(0, 2**32))
def test_every_message_arrives_once_and_in_order_however_bad_the_bus(
    sending: list[tuple[float, str, set[str]]], seed: int
) -> None:
    @virtual
    async def play() -> None:
        hubs = hubs_on(FaultyBus(Random(seed)))
        for pause_ms, sender, peers in sending:
            if pause_ms:
                await passes(pause_ms)
            if peers - {sender}:
                hubs[sender].send(*sorted(peers - {sender}))
        await passes(60_000)
        assert_each_once_in_order(hubs.values())
        assert not any(hub.broken for hub in hubs.values())

    play()


@settings(max_examples=120, deadline=None)
@given(st.lists(TROUBLE, max_size=60), st.integers(0, 2**32), st.sampled_from((0.0, 1 / 3)))
def test_links_that_break_in_all_ways_mix_no_messages_and_are_good_again(
    trouble: list[tuple[float, str, set[str] | str]], seed: int, faults: float
) -> None:
    @virtual
    async def play() -> None:
        rng, bus = Random(seed), FaultyBus(Random(seed), faults)
        hubs = hubs_on(bus, silence_s=2.0, limit=1000)
        for pause_ms, name, what in trouble:
            if pause_ms:
                await passes(pause_ms)
            hub, others = hubs[name], sorted({*NAMES} - {name})
            match what:
                case "restart":
                    hub.restart()
                case "cut":
                    bus.cut ^= {name}
                case "break":
                    hub.links.break_with(rng.choice(others))
                case peers:
                    if {*peers} - {name}:
                        hub.send(*sorted({*peers} - {name}), size=rng.choice((0, 0, 0, 100)))
        bus.cut.clear()
        bus.faults = 0.0
        for _ in range(2):
            # The first messages notice what the last trouble has broken.
            await passes(5_000)
            last = {name: hubs[name].send(*sorted({*NAMES} - {name})) for name in NAMES}
        await passes(5_000)
        for sender in NAMES:
            for name in {*NAMES} - {sender}:
                assert_links_do_not_mix(hubs[sender], hubs[name])
                assert hubs[name].last_heard(sender) == last[sender]
                assert hubs[name].heard[sender][-1] == hubs[sender].sent[name][-1]

    play()


@virtual
async def test_a_last_message_that_is_lost_arrives_within_a_second_without_others() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus), Hub("south", bus)
    north.send("south")
    await passes(100)
    bus.faults = 1.0
    last = north.send("south")
    await passes(10)
    bus.faults = 0.0
    assert south.last_heard("north") != last
    await passes(350)
    assert south.last_heard("north") == last


@virtual
async def test_a_message_to_many_that_is_lost_arrives_on_the_single_link() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    hubs = hubs_on(bus)
    hubs["north"].send("east", "south")
    await passes(100)
    bus.cut = {outbox_of("north")}
    hubs["north"].send("east", "south")
    hubs["north"].send("south")
    await passes(400)
    assert_each_once_in_order(hubs.values())
    assert hubs["north"].links.counts.repeated == 3


@virtual
async def test_a_link_without_news_is_quiet() -> None:
    bus = FaultyBus(Random(1), faults=0.0)
    hubs = hubs_on(bus)
    hubs["north"].send("east", "south")
    await passes(2_000)
    carried = len(bus.carried)
    await passes(600_000)
    assert len(bus.carried) == carried
    assert hubs["south"].send("north") != hubs["north"].last_heard("south")
    await passes(200)
    assert_each_once_in_order(hubs.values())


@virtual
async def test_a_message_is_acknowledged_soon_and_with_an_answer_if_there_is_one() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.0015)
    north, south = Hub("north", bus), Hub("south", bus)
    north.send("south")
    await passes(200)
    bus.carried.clear()
    north.send("south")
    await passes(30)
    assert [channel for channel, _ in bus.carried] == [inbox_of("south"), inbox_of("north")]
    bus.carried.clear()
    north.send("south")
    await passes(5)
    south.send("north")
    await passes(10)
    assert [channel for channel, _ in bus.carried] == [inbox_of("south"), inbox_of("north")]
    await passes(1000)
    assert len(bus.carried) == 3 and north.links.counts.repeated == 0


@virtual
async def test_messages_of_one_turn_are_published_once_for_each_peer_and_shared_ones_once_for_all() -> None:
    bus = FaultyBus(Random(1), faults=0.0)
    hubs = hubs_on(bus)
    north = hubs["north"]
    north.send("east", "south")
    await passes(1_000)
    bus.carried.clear()
    for _ in range(20):
        north.send("east", "south")
    await passes(1)
    assert [channel for channel, _ in bus.carried] == [outbox_of("north")]
    bus.carried.clear()
    for _ in range(20):
        north.send("east", "south")
        north.send("east")
        north.send("south")
    await passes(1)
    assert sorted(channel for channel, _ in bus.carried) == [
        outbox_of("north"),
        inbox_of("east"),
        inbox_of("south"),
    ]
    await passes(1_000)
    assert_each_once_in_order(hubs.values())
    assert north.links.counts.repeated == 0


@virtual
async def test_two_hubs_that_send_their_first_message_at_once_agree() -> None:
    bus = FaultyBus(Random(1), faults=0.0)
    north, south = Hub("north", bus), Hub("south", bus)
    north.send("south")
    south.send("north")
    await passes(400)
    assert_each_once_in_order((north, south))
    assert not north.broken and not south.broken


@virtual
async def test_a_hub_that_was_started_anew_is_noticed_whoever_sends_first() -> None:
    for first, second in (("north", "south"), ("south", "north")):
        bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
        hubs = hubs_on(bus)
        hubs["north"].send("south")
        hubs["south"].send("north")
        await passes(100)
        hubs["north"].restart()
        hubs[first].send(second)
        await passes(1000)
        assert (hubs["north"].broken, hubs["south"].broken) == ([], ["north"])
        sent = [hubs[name].send(other) for name, other in pairwise(("north", "south", "north"))]
        await passes(100)
        assert [hubs["south"].last_heard("north"), hubs["north"].last_heard("south")] == sent
        assert_links_do_not_mix(hubs["north"], hubs["south"])
        assert_links_do_not_mix(hubs["south"], hubs["north"])


@virtual
async def test_a_broken_link_is_forgotten_at_both_ends_and_the_next_message_begins_a_new_one() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus), Hub("south", bus)
    north.send("south")
    await passes(100)
    bus.cut = {"kibitz:"}
    north.send("south")
    await passes(10)
    bus.cut.clear()
    north.links.break_with("south")
    north.links.break_with("south")
    await passes(100)
    assert (north.broken, south.broken) == (["south"], ["north"])
    last = north.send("south")
    await passes(1000)
    assert south.heard["north"][1:] == [[last]]
    assert (north.links.counts.broken, south.links.counts.broken) == (1, 1)


@virtual
async def test_a_message_to_many_leaves_out_a_link_that_breaks_before_it_is_published() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    hubs = hubs_on(bus)
    north = hubs["north"]
    north.send("east", "south")
    await passes(100)
    last = north.send("east", "south")
    north.links.break_with("south")
    await passes(100)
    assert hubs["east"].last_heard("north") == last and hubs["east"].broken == []
    assert (north.broken, hubs["south"].broken) == (["south"], ["north"])
    assert all(last not in link for link in hubs["south"].heard["north"])
    await passes(100)
    bus.carried.clear()
    north.send("east", "south")
    for peer in ("east", "south"):
        north.links.break_with(peer)
    await passes(1_000)
    assert hubs["east"].broken == ["north"]
    assert outbox_of("north") not in dict(bus.carried)


@virtual
async def test_a_break_is_told_until_the_peer_knows_it() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus, silence_s=5.0), Hub("south", bus, silence_s=5.0)
    north.send("south")
    await passes(100)
    bus.cut = {"kibitz:"}
    north.links.break_with("south")
    await passes(3_000)
    assert south.broken == []
    bus.cut.clear()
    await passes(350)
    assert south.broken == ["north"]
    bus.carried.clear()
    await passes(60_000)
    assert bus.carried == []


@virtual
async def test_too_many_messages_without_acknowledgement_break_the_link() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus, limit=10_000), Hub("south", bus, limit=10_000)
    north.send("south")
    await passes(100)
    bus.cut = {inbox_of("south")}
    for _ in range(8):
        north.send("south", size=1000)
        await passes(1)
    assert north.broken == []
    for _ in range(8):
        north.send("south", size=1000)
    assert north.broken == []  # not within `send`
    await passes(1)
    assert north.broken == ["south"]
    bus.cut.clear()
    await passes(400)
    assert south.broken == ["north"] and south.heard["north"][1:] == [[]]


@virtual
async def test_a_long_queue_is_no_reason_to_break_while_it_is_acknowledged() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus, limit=10_000), Hub("south", bus, limit=10_000)
    for _ in range(100):
        north.send("south", size=1000)
        await passes(30)
    assert_each_once_in_order((north, south))
    assert north.broken == []


@virtual
async def test_a_large_loss_is_made_good_in_parts_without_a_pause_between_them() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus), Hub("south", bus)
    north.send("south")
    await passes(100)
    bus.cut = {inbox_of("south")}
    for _ in range(100):
        north.send("south", size=50_000)
        await passes(1)
    bus.cut.clear()
    await passes(1_000)
    assert_each_once_in_order((north, south))
    assert north.links.counts.repeated < 130


@virtual
async def test_a_silent_peer_breaks_the_link_only_if_it_owes_an_answer() -> None:
    bus = FaultyBus(Random(1), faults=0.0)
    north, south = Hub("north", bus, silence_s=4.0), Hub("south", bus, silence_s=4.0)
    north.send("south")
    await passes(60_000)
    assert north.broken == south.broken == []
    bus.cut = {"kibitz:"}
    north.send("south")
    await passes(3_500)
    assert north.broken == []
    await passes(1_000)
    assert (north.broken, south.broken) == (["south"], [])
    bus.carried.clear()
    await passes(5_000)
    bus.carried.clear()
    await passes(60_000)
    assert bus.carried == [] and north.broken == ["south"]


@virtual
async def test_messages_to_a_hub_that_was_never_there_end_with_one_break() -> None:
    bus = FaultyBus(Random(1), faults=0.0)
    north = Hub("north", bus, silence_s=4.0)
    north.send("nowhere")
    north.send("nowhere")
    await passes(60_000)
    assert north.broken == ["nowhere"]
    carried = len(bus.carried)
    await passes(60_000)
    assert len(bus.carried) == carried < 20


@virtual
async def test_an_observer_may_send_and_what_it_sends_belongs_to_the_next_link() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus), Hub("south", bus)
    asked: list[bytes] = []
    south.links.on_break(lambda peer: asked.append(south.send(peer)))
    north.send("south")
    await passes(100)
    north.restart()
    north.send("south")
    await passes(1_000)
    assert len(asked) == 1 and north.heard["south"][-1] == asked


@virtual
async def test_a_message_may_break_its_own_link_and_nothing_behind_it_is_passed_on() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    heard: list[bytes] = []

    def hear(peer: str, session: int, payload: bytes) -> None:
        heard.append(payload)
        if payload == b"stop":
            south.break_with(peer)

    north = Hub("north", bus)
    south = Links("south", bus, SECRET, hear, silence_s=5.0)
    for payload in (b"go", b"stop", b"behind"):
        north.links.send("south", payload)
    await passes(1_000)
    assert heard == [b"go", b"stop"] and north.broken == ["south"]


@virtual
async def test_a_fault_behind_a_link_stops_no_other_message(caplog: pytest.LogCaptureFixture) -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    heard: list[bytes] = []

    def hear(peer: str, session: int, payload: bytes) -> None:
        heard.append(payload)
        raise KeyError(payload)

    def observe(peer: str) -> None:
        raise KeyError("south")

    north = Hub("north", bus)
    south = Links("south", bus, SECRET, hear, silence_s=5.0)
    south.on_break(observe)
    for payload in (b"queen", b"king"):
        north.links.send("south", payload)
    await passes(1_000)
    south.break_with("north")
    assert heard == [b"queen", b"king"]
    assert "a message of another hub: KeyError in" in caplog.text
    assert "the end of a link: KeyError in" in caplog.text and "queen" not in caplog.text


def _forged(seal: Seal, good: bytes) -> list[tuple[str, bytes]]:
    batch = Batch("north", 1, 0, False, 0, 1, [b"forged"])
    return [
        ("no batch", b""),
        ("noise", bytes(range(200))),
        ("another secret", Seal(b"guessed", inbox_of("south")).sealed(batch)),
        ("another channel", Seal(SECRET, inbox_of("east")).sealed(batch)),
        ("a changed bit", good[:-1] + bytes([good[-1] ^ 1])),
        ("no hash", good[16:]),
        ("an empty batch", seal._hash(b"")),
        ("another form", seal._hash(b"\x93\x01\x02\x03") + b"\x93\x01\x02\x03"),
        ("its own name", seal.sealed(Batch("south", 1, 0, False, 0, 1, [b"forged"]))),
    ]


@virtual
async def test_a_batch_without_the_right_seal_or_form_is_dropped_and_counted() -> None:
    counts, bus = Counts(), FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    heard: list[bytes] = []
    north = Hub("north", bus)
    south = Links("south", bus, SECRET, lambda *news: heard.append(news[2]), silence_s=5.0, counts=counts)
    good = north.send("south")
    await passes(1_000)
    last = next(payload for channel, payload in reversed(bus.carried) if channel == inbox_of("south"))
    forged = _forged(Seal(SECRET, inbox_of("south")), last)
    for number, (_, payload) in enumerate(forged, start=1):
        bus.publish(inbox_of("south"), payload)
        bus.publish(outbox_of("north"), payload)
        await passes(10)
        assert counts.dropped == 2 * number
    await passes(1_000)
    assert heard == [good] and (counts.heard, counts.broken) == (1, 0)
    south.send("north", b"still good")
    await passes(1_000)
    assert north.last_heard("south") == b"still good" and north.broken == []


@virtual
async def test_a_hub_that_is_closed_says_and_hears_nothing_more() -> None:
    bus = FaultyBus(Random(1), faults=0.0, delay_s=0.002)
    north, south = Hub("north", bus), Hub("south", bus)
    north.send("south")
    await passes(100)
    last = north.send("south")
    north.links.close()
    await passes(100)
    assert south.last_heard("north") == last
    bus.carried.clear()
    north.links.send("south", b"late")
    north.links.send_to_many(["south", "east"], b"late")
    south.send("north")
    await passes(290)
    assert all(channel == inbox_of("north") for channel, _ in bus.carried)


@virtual
async def test_nothing_is_repeated_on_a_busy_and_undisturbed_bus() -> None:
    hubs = hubs_on(MemoryBus())
    for number in range(2000):
        hubs["north"].send("east", "south")
        hubs["south"].send("north")
        if number % 10 == 0:
            await passes(1)
    await passes(1_000)
    assert_each_once_in_order(hubs.values())
    assert all(hub.links.counts.repeated == 0 for hub in hubs.values())
    assert hubs["north"].links.counts.published < 500


@pytest.mark.parametrize("source", REDIS)
async def test_no_message_is_lost_or_doubled_when_redis_is_killed_and_started_again(source: str) -> None:
    with short_directory() as directory, RedisServer(BINARIES[source], directory).running() as server:
        stores = [await connect_to_redis(server.url) for _ in NAMES]
        hubs = {name: Hub(name, each.bus) for name, each in zip(NAMES, stores, strict=True)}
        for _ in range(2):
            for _ in range(50):
                hubs["north"].send("east", "south")
                hubs["north"].send("south")
                hubs["south"].send("north")
                await asyncio.sleep(0.002)
            server.end(signal.SIGKILL)
            for _ in range(50):
                hubs["north"].send("east", "south")
                hubs["east"].send("south")
                await asyncio.sleep(0.002)
            server.start()
        for sender in NAMES:
            hubs[sender].send(*sorted({*NAMES} - {sender}))
        await _until(
            lambda: all(
                hubs[name].last_heard(sender) == hubs[sender].sent[name][-1][-1]
                for sender, name in permutations(NAMES, 2)
            )
        )
        assert_each_once_in_order(hubs.values())
        assert hubs["north"].links.counts.repeated > 0
        assert not any(hub.broken for hub in hubs.values())
        for hub, each in zip(hubs.values(), stores, strict=True):
            hub.links.close()
            await each.close()


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.005)
