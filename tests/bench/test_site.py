"""A crowd plays at a real server, its day is judged, and a planted loss is found."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from server.table import events
from server.table.events import Acted
from tests.bench import site, verdict
from tests.bench.crowd import Crowd
from tests.bench.day import Ack, Day, Second
from tests.bench.site import Lived, Sample
from tests.chaos.checker import faults
from tests.chaos.good_history import TABLE, Play
from tests.chaos.records import Acked, Me

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the benchmark reads Linux' /proc"),
]


@pytest.fixture(scope="module")
def lived() -> Lived:
    crowd = replace(
        site.SITE,
        tables=6,
        watchers=12,
        rate=60.0,
        seconds=6.0,
        moves=5.0,
        leaves=1.0,
        endings=1.0,
        blip_s=3.0,
        blip=20,
    )
    return site.live("site", crowd, warm_s=2.0, check=True)


def test_everything_that_a_crowd_was_acknowledged_is_found_in_the_logs(lived: Lived) -> None:
    assert lived.checked > 0
    assert lived.faults == []
    assert lived.checked >= lived.day.actions


def test_all_who_lost_their_connection_at_once_come_back(lived: Lived) -> None:
    assert lived.day.back_s is not None
    assert lived.day.seconds[-1].connections > 0


def test_tables_of_every_day_end_and_others_begin(lived: Lived) -> None:
    assert len(lived.day.tables) > lived.crowd.tables


def test_a_day_is_drawn_and_told_in_a_line(lived: Lived) -> None:
    picture = ElementTree.fromstring(site.picture(lived))
    said = "".join(picture.itertext())
    for name in ("The site's day", "Load", "Latency", "memory in MiB", "p99", "redis-server", "wanted: 60"):
        assert name in said
    assert said.count("20 connections are lost") == 3
    assert site.text(lived).startswith("site: ")
    assert "nothing lost, doubled or moved" in site.text(lived)


def recorded(path: Path) -> dict[str, list[bytes]]:
    """What the players of a good history were acknowledged, as a crowd writes it down."""
    good = Play(1)
    good.plays(60)
    with path.open("wb") as file:
        for client in good.history().clients:
            player = ""
            for record in client.records:
                if isinstance(record, Me):
                    player = record.player
                elif isinstance(record, Acked):
                    action = msgspec.Raw(msgspec.msgpack.encode(record.action))
                    ack = Ack(player, TABLE, record.n, action, record.decision, record.sent_ns, record.at_ns)
                    packed = msgspec.msgpack.encode(ack)
                    file.write(len(packed).to_bytes(4, "big") + packed)
    return verdict.acks(path)


def good_logs() -> list[list[tuple[str, bytes]]]:
    good = Play(1)
    good.plays(60)
    return good.history().logs[TABLE]


def test_a_day_of_which_everything_is_in_the_logs_has_no_fault(tmp_path: Path) -> None:
    acknowledged = recorded(tmp_path / "acks")[TABLE]
    assert len(acknowledged) > 10
    assert faults(verdict.history(TABLE, "bridge", good_logs(), acknowledged, None)) == []


def test_a_planted_loss_is_found(tmp_path: Path) -> None:
    acknowledged = recorded(tmp_path / "acks")[TABLE]
    logs = good_logs()
    told = {(ack.player, ack.n) for ack in map(verdict.decode, acknowledged)}
    while True:
        lost = events.decode(logs[-1].pop()[1])
        if isinstance(lost, Acted) and (lost.player, lost.n) in told:
            break
    found = faults(verdict.history(TABLE, "bridge", logs, acknowledged, None))
    assert any("said to be done, stands in the log 0 times" in fault for fault in found)


def test_a_planted_change_is_found(tmp_path: Path) -> None:
    acknowledged = recorded(tmp_path / "acks")[TABLE]
    first = verdict.decode(acknowledged[0])
    first.action = msgspec.Raw(msgspec.msgpack.encode({"t": "call", "call": "7NT"}))
    changed = [msgspec.msgpack.encode(first), *acknowledged[1:]]
    found = faults(verdict.history(TABLE, "bridge", good_logs(), changed, None))
    assert any("the log has" in fault for fault in found)


def day(**more: object) -> Day:
    given = {
        "seconds": [Second(100, 10, 1.0, 2.0)] * 10,
        "actions": 1_000,
        "p50_ms": 1.0,
        "p99_ms": 2.0,
        "worst_ms": 9.0,
        "client_cpu": 0.2,
        "late_p99_ms": 1.0,
        "missed": 0,
        "lost_connections": 0,
        "refusals": {},
        "back_s": 0.5,
        "tables": {},
    }
    return Day(**{**given, **more})  # type: ignore[arg-type]


def sample(at_s: float, kib: int = 1_000, busy_s: float = 0.0) -> Sample:
    return Sample(at_s, kib, 100, 0.1 * at_s, 0.0, (busy_s, busy_s), (0.0, 0.0))


def a_day(told: Day, *, blip_s: float = 5.0, slope: float | None = 0.0, busy_s: float = 3.0) -> Lived:
    crowd = Crowd(0, 0, "", tables=2, watchers=2, rate=100.0, seconds=10.0, blip_s=blip_s)
    return Lived("site", crowd, told, [sample(0.0), sample(10.0, busy_s=busy_s)], slope, told.actions)


def test_a_tenth_of_the_site_has_a_tenth_of_everything_that_its_people_do() -> None:
    tenth = site.shared(site.SITE, 0.1)
    assert (tenth.tables, tenth.watchers, tenth.rate, tenth.blip) == (150, 400, 150.0, 500)
    assert (tenth.moves, tenth.leaves, tenth.endings) == pytest.approx((2.0, 0.5, 0.1))
    assert (tenth.seconds, tenth.blip_s) == (site.SITE.seconds, site.SITE.blip_s)
    assert site.shared(site.SITE, 1.0) == site.SITE


def test_a_day_that_keeps_every_promise_has_no_fault() -> None:
    assert site.faults(a_day(day())) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (day(p99_ms=60.0), "expected a p99 below 50 ms, got 60.0 ms"),
        (day(actions=900, missed=100), "expected 100 actions/s, got 90 (100 times no player"),
        (day(back_s=None), "expected all lost connections to be back"),
    ],
)
def test_a_broken_promise_of_a_day_is_named(told: Day, said: str) -> None:
    (fault,) = site.faults(a_day(told))
    assert fault.startswith(said)


def test_a_fault_of_the_checker_is_a_fault_of_the_day() -> None:
    lost = a_day(day())
    lost.faults = ["table t: action 1 is gone"]
    assert site.faults(lost) == ["1 faults in what was acknowledged"]
    assert "  table t: action 1 is gone" in site.text(lost)


def test_a_day_of_which_the_checker_has_not_seen_everything_is_a_fault() -> None:
    unread = a_day(day())
    unread.checked = 999
    assert site.faults(unread) == ["expected 1,000 actions to be looked for in the logs, got 999"]


def test_a_soak_fails_on_a_steep_slope_only() -> None:
    slow = day(p99_ms=500.0, actions=500)
    assert site.faults(a_day(slow, blip_s=0.0, slope=site.STEEP_KIB_MIN)) == []
    (fault,) = site.faults(a_day(slow, blip_s=0.0, slope=site.STEEP_KIB_MIN + 1))
    assert fault.startswith("expected the server to grow by at most")


def test_what_makes_a_day_doubtful_is_said() -> None:
    assert site.doubts(a_day(day())) == []
    assert "the client was the limit, at 95% of its core" in site.doubts(
        a_day(day(client_cpu=0.95), busy_s=9.5)
    )
    assert "the client acted late, by 40 ms at its p99" in site.doubts(a_day(day(late_p99_ms=40.0)))
    assert "others used 80% of the server's core meanwhile" in site.doubts(a_day(day(), busy_s=9.0))


def test_the_slope_of_memory_is_not_moved_by_a_single_jump() -> None:
    steady = [(float(at), 1_000.0 + at) for at in range(60)]
    assert site.slope_kib_min(steady) == pytest.approx(60.0)
    assert site.slope_kib_min([*steady[:30], (30.0, 90_000.0), *steady[31:]]) == pytest.approx(60.0)
    assert site.slope_kib_min(steady[:1]) is None


def test_a_picture_says_what_makes_its_figures_doubtful_and_which_promises_are_broken() -> None:
    said = "".join(ElementTree.fromstring(site.picture(a_day(day(p99_ms=60.0), busy_s=9.0))).itertext())
    assert "others used 80% of the server's core meanwhile" in said
    assert "NO: expected a p99 below 50 ms, got 60.0 ms" in said


def test_the_picture_of_a_soak_shows_from_where_on_its_growth_is_measured_and_has_no_budget() -> None:
    soak = a_day(day(), blip_s=0.0, slope=12.0)
    soak.warm_s = 4.0
    said = "".join(ElementTree.fromstring(site.picture(soak)).itertext())
    assert "The soak" in said and "the growth is measured from here on" in said
    assert "the server grew by +12 KiB/min" in said
    assert "budget" not in said and "are lost" not in said
