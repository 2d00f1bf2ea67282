"""The benchmark works: both servers are played against, nothing is refused, and the figures add up."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from server.records.bridge.formats import FORMATS
from tests.bench import cold, processes, table
from tests.bench.ceiling import hub
from tests.bench.ceiling.bridge import BridgeTable
from tests.bench.ceiling.hanabi import HanabiTable
from tests.bench.ceiling.spades import SpadesTable
from tests.bench.claims import Claims, Judged
from tests.bench.idle import Held, Idle
from tests.bench.load import Load, Measured
from tests.bench.processes import Served
from tests.bench.rounds import Changed, Rounds
from tests.bench.rows import CEILING, KIBITZ, Bench, Effort, Report
from tests.ports import free_port

pytestmark = pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the benchmark reads Linux' /proc")

BRIEF = Effort(runs=1, warm_s=0.1, measure_s=0.4, idle=20, uploads=3)


def bench() -> Bench:
    return Bench(Report(machine={"cpu": "any"}), BRIEF)


def brief_load(wire: str, served: Served, game: str = "bridge", **more: object) -> Measured:
    load = Load(wire, served.port, served.pids, processes.cores(), game, warm_s=0.1, measure_s=0.4, **more)
    return msgspec.json.decode(processes.client("load", msgspec.json.encode(load), 30), type=Measured)


@pytest.fixture(scope="module")
def report() -> Report:
    played = bench()
    played.run(["bridge-1"])
    return played.report


def test_every_action_at_kibitz_is_acknowledged_and_seen_by_four(report: Report) -> None:
    (run,) = report.line("bridge-1", KIBITZ).runs
    assert run.actions > 0
    assert abs(run.done - run.actions) <= 4
    assert run.server_cpu > 0


def test_the_ceiling_sends_messages_of_our_size(report: Report) -> None:
    (ours,) = report.line("bridge-1", KIBITZ).runs
    (bare,) = report.line("bridge-1", CEILING).runs
    assert bare.message_bytes == pytest.approx(ours.message_bytes, rel=0.1)


def test_the_table_and_the_json_say_the_same(report: Report) -> None:
    plain = table.plain(report)
    assert [line["server"] for line in plain["lines"]] == [CEILING, KIBITZ]
    assert plain["lines"][1]["of_ceiling"] == report.ratio("bridge-1", KIBITZ, CEILING)
    assert f"share of the ceiling: {plain['lines'][1]['of_ceiling']:.2f}" in table.text(report)
    assert msgspec.json.encode(plain)


@pytest.mark.bench
def test_recorded_boards_are_replayed_in_every_format() -> None:
    played = bench()
    played.run(["replay"])
    assert played.report.replayed.keys() == FORMATS.keys()
    assert "boards of pbn replayed per core-s" in table.text(played.report)


@pytest.mark.bench
def test_uploads_are_answered_while_a_bystander_pings() -> None:
    played = bench()
    played.run(["uploads"])
    assert not played.report.failed, played.report.notes
    met = played.report.uploads
    assert met is not None and (met.answers, met.pings > 0) == ({201: 3}, True)
    assert "a bystander's ping, p99 in ms, during 3 uploads of 1 MiB" in table.text(played.report)
    assert table.plain(played.report)["uploads"]["answers"] == {201: 3}


@pytest.mark.bench
@pytest.mark.parametrize("row", ["append-always", "append-everysec", "append-none"])
def test_the_latency_of_appends_is_read_for_each_durability(row: str) -> None:
    played = bench()
    played.run([row])
    assert not played.report.failed, played.report.notes
    (run,) = played.report.line(row, KIBITZ).runs
    assert run.appends is not None and run.appends.count > 0
    assert f"{row}, ms until an entry is durable at 100 a second: mean" in table.text(played.report)
    (told,) = table.rows(played.report)
    assert told["append_ms"].keys() == {"mean", "p50", "p99"}


@pytest.mark.bench
def test_a_server_starts_beside_sleeping_tables_and_wakes_them() -> None:
    started = cold.measure(200, processes.cores())
    assert (started.tables, started.woken) == (200, cold.SEEDS)
    assert min(started.listening_s, started.few_s, started.wake_p50_ms, started.sleeping_redis_kib) > 0
    assert started.embedded_s > started.loading_s


@pytest.mark.bench
def test_the_cost_at_a_pace_stands_beside_that_of_the_ceiling() -> None:
    played = bench()
    played.run(["cost-25"])
    assert not played.report.failed, played.report.notes
    (told,) = table.rows(played.report)
    assert told["cost_us"] > 0 and [other["server"] for other in told["beside"]] == [CEILING]
    assert told["writes_per_action"] >= 4 and told["bytes_per_action"] > 0


def test_a_row_that_fails_is_named_and_stops_no_other() -> None:
    played = bench()
    played.rows = {"broken": lambda: _fail(), "after": lambda: played.report.notes.append("after ran")}
    played.run(["broken", "after"])
    assert played.report.notes == ["broken failed: on purpose", "after ran"]
    assert played.report.failed


def _fail() -> None:
    raise RuntimeError("on purpose")


@pytest.mark.bench
def test_kibitz_with_watchers_at_a_human_pace_and_then_with_idle_connections() -> None:
    core = processes.cores()[0]
    with processes.kibitz(core) as served:
        run = brief_load(
            KIBITZ, served, watchers=3, pace=50.0, metrics_port=served.metrics_port, bystander=True
        )
        assert 0 < run.actions <= 30
        assert run.watched == 3
        assert run.pings is not None and run.pings.count > 0
        request = Idle(served.port, served.pids, processes.cores(), connections=20, settle_s=0.1)
        held = msgspec.json.decode(processes.client("idle", msgspec.json.encode(request), 30), type=Held)
        assert held.connections == 20
    assert not any(Path(f"/proc/{pid}").exists() for pid in served.pids)


@pytest.mark.bench
def test_players_claim_at_tables_with_robots_while_a_bystander_pings() -> None:
    with processes.kibitz(processes.cores()[0]) as served:
        request = Claims(served.port, served.pids, processes.cores(), claimers=2, warm_s=0.2, measure_s=4.0)
        told = processes.client("claims", msgspec.json.encode(request), 60)
    judged = msgspec.json.decode(told, type=Judged)
    assert judged.claims > 0 and judged.refusals == {}
    assert judged.before.count > 0 and judged.meanwhile.count > 0


@pytest.mark.bench
def test_the_players_of_an_event_change_their_tables_when_the_round_is_over() -> None:
    with processes.kibitz(processes.cores()[0]) as served:
        request = Rounds(
            served.port, served.pids, served.metrics_port, processes.cores(), tables=3, round_s=4
        )
        told = processes.client("rounds", msgspec.json.encode(request), 60)
    changed = msgspec.json.decode(told, type=Changed)
    assert 0 < changed.began.seated_ms <= changed.began.shown_ms
    assert 0 < changed.changed.seated_ms <= changed.changed.shown_ms


@pytest.mark.bench
def test_every_action_at_spades_is_acknowledged_and_seen_by_four() -> None:
    with processes.kibitz(processes.cores()[0]) as served:
        run = brief_load(KIBITZ, served, "spades", tables=3)
    assert run.actions > 0
    assert abs(run.done - run.actions) <= 12


@pytest.mark.bench
def test_the_ceiling_plays_the_spades_of_the_peers() -> None:
    with processes.ceiling("spades", processes.cores()[0]) as served:
        assert brief_load("hub", served, "spades").actions > 0


@pytest.mark.bench
def test_every_action_at_hanabi_is_acknowledged_and_its_ceiling_sends_messages_of_our_size() -> None:
    with processes.kibitz(processes.cores()[0]) as served:
        run = brief_load(KIBITZ, served, "hanabi", tables=3)
    with processes.ceiling("hanabi", processes.cores()[0]) as served:
        bare = brief_load("hub", served, "hanabi", tables=3)
    assert run.actions > 0
    assert abs(run.done - run.actions) <= 12
    assert bare.message_bytes == pytest.approx(run.message_bytes, rel=0.15)


def test_a_client_that_fails_says_why() -> None:
    load = Load("hub", free_port(), [os.getpid()], processes.cores())
    with pytest.raises(RuntimeError, match="Connection refused"):
        processes.client("load", msgspec.json.encode(load), 30)


@pytest.mark.parametrize("game", ["bridge", "spades", "hanabi"])
def test_the_ceiling_ends_no_connection_of_a_client_that_is_busy_opening_others(game: str) -> None:
    assert hub.config(game).ws_ping_interval is None


def told(messages: list[bytes] | None, seat: int) -> dict:
    assert messages is not None
    return msgspec.msgpack.decode(messages[seat], strict=False)


def act(action: dict) -> bytes:
    return msgspec.msgpack.encode({"t": "act", "action": action})


def call(name: str) -> bytes:
    return act({"t": "call", "call": name})


def test_the_ceilings_auction_keeps_the_laws() -> None:
    board = BridgeTable("t")
    assert board.act(0, call("X")) is None
    assert board.act(1, call("P")) is None
    board.act(0, call("1NT"))
    assert board.act(1, call("1S")) is None
    assert board.act(1, call("XX")) is None
    board.act(1, call("X"))
    board.act(2, call("2C"))
    assert board.act(3, act({"t": "play", "card": board.hands[3][0]})) is None
    board.act(3, call("P"))
    board.act(0, call("2NT"))
    for seat in (1, 2):
        board.act(seat, call("P"))
    end = board.act(3, call("P"))
    assert told(end, 2)["pub"]["contract"] == {"level": 2, "strain": "NT", "declarer": 0, "doubled": 1}
    assert told(end, 1)["own"]["cards"] == board.hands[1]


def test_the_ceilings_play_follows_suit_and_ends_with_the_next_board() -> None:
    board = BridgeTable("t")
    for seat, name in enumerate(("1NT", "P", "P", "P")):
        board.act(seat, call(name))
    for _ in range(52):
        turn, actor = board.turn, board.actor
        legal = board._cards()
        held = [card for card in board.hands[turn] if card not in legal]
        assert all(board.act(actor, act({"t": "play", "card": card})) is None for card in held)
        if len(legal) == 1 and sum(map(len, board.hands)) == 1:
            won = sum(board.tricks)
            assert won == 12
        last = board.act(actor, act({"t": "play", "card": legal[0]}))
    assert told(last, 1)["pub"]["board"] == 2
    assert sum(told(last, 1)["pub"]["before"]["tricks"]) == 13


def test_the_ceilings_spades_follow_suit_and_trumps_win() -> None:
    game = SpadesTable("t")
    game.hands = [[0, 13], [1, 14], [26, 40], [2, 15]]
    assert game.act(1, b'{"a":"play","c":1}') is None
    game.act(0, b'{"a":"play","c":0}')
    assert game.act(1, b'{"a":"play","c":14}') is None
    game.act(1, b'{"a":"play","c":1}')
    game.act(2, b'{"a":"play","c":40}')
    views = game.act(3, b'{"a":"play","c":2}')
    assert views is not None
    view = msgspec.json.decode(views[2])
    assert (view["t"], view["n"], view["l"]) == (2, [0, 0, 1, 0], [26])


def test_the_ceilings_hanabi_clues_discards_and_strikes() -> None:
    game = HanabiTable("t")
    game.deck = [(order % 5, 1 + order // 5 % 5) for order in range(50)]
    assert game.act(0, act({"t": "discard", "card": 0})) is None
    assert game.act(0, act({"t": "rank", "to": 1, "rank": 5})) is None
    clued = told(game.act(0, act({"t": "rank", "to": 1, "rank": 1})), 1)
    assert clued["pub"]["given"][0]["cards"] == [4]
    assert clued["own"]["plays"] == [4, 5, 6, 7]
    struck = told(game.act(1, act({"t": "play", "card": 7})), 0)
    assert (struck["pub"]["strikes"], struck["own"]["cards"]) == (
        1,
        {7: None, 16: {"suit": 1, "rank": 4}},
    )
    discarded = told(game.act(2, act({"t": "discard", "card": 8})), 2)
    assert (discarded["pub"]["clues"], "cards" in discarded["own"]) == (8.0, False)
    assert told(game.act(3, act({"t": "play", "card": 12})), 3)["pub"]["strikes"] == 2
    assert told(game.act(0, act({"t": "play", "card": 3})), 0)["pub"]["score"] == 1
    ended = told(game.act(1, act({"t": "play", "card": 6})), 1)
    assert (ended["t"], ended["pub"]["game_no"]) == ("view", 2)
