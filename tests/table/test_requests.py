"""What is asked of a table: who may sit, stand, look, host, and what the table does when time has passed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1 import requests as ask
from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.codes import Code
from protocol.v1.requests import Bank, NoClock, PerBoard, PerMove, Policy
from server.errors import IllegalAction, Refusal, StoreError
from server.games.base import AllHands
from server.games.bridge.game import BRIDGE
from server.table import entries, table
from server.table.entries import Acted, Base, Chair, Closed, Credited, Entry, Hosted, Sat, Saw, Stood
from server.table.hosting import read_options, robots
from server.table.player import Player
from server.table.requests import Credit, Deals, Expire, Look, Request, decide
from server.table.table import Table
from tests.games.bridge.deals import deal
from tests.tables import NOON, PASS, act, dealt, opened, seated

HOST, EVE, NOBODY = Player("host", "Host"), Player("eve", "Eve"), Player("")
NORTH, ROBOT = Player("north", "North"), Player("house:0", "plain", house=True)
OPEN_HANDS = Policy(hands="live", clock=NoClock())


def asked(at: Table, player: Player, request: Request, now_ms: int = NOON) -> Entry | None:
    """What a request becomes."""
    return decide(at, HOST.id, Deals(Random(1)), player, request, MSGPACK, now_ms)


def refused(code: Code, at: Table, player: Player, request: Request, words: str | None = None) -> None:
    """That a request is refused so, and says `words`."""
    with pytest.raises(Refusal, match=words) as refusal:
        asked(at, player, request)
    assert refusal.value.code is code


def sit(seat: int) -> ask.Sit:
    return ask.Sit(table="t", seat=seat)


def host(**changes: Any) -> ask.Host:
    return ask.Host(table="t", **changes)


STAND = ask.Stand(table="t")
CLOSED = table.fold(seated(), Closed(at_ms=NOON, reason="over"))
OVER = act(dealt(), PASS, PASS, PASS, PASS)


def test_a_player_takes_an_empty_seat() -> None:
    assert asked(opened(), EVE, sit(3)) == Sat(at_ms=NOON, seat=3, player="eve", name="Eve")


def test_a_seat_that_one_has_already_is_nothing_new() -> None:
    assert asked(seated(), NORTH, sit(0)) is None


def test_a_player_has_one_seat_at_most() -> None:
    alone = table.fold(opened(), Sat(at_ms=NOON, seat=0, player="north", name="North"))
    refused(Code.FORBIDDEN, alone, NORTH, sit(1), "stand first")


def test_nobody_takes_a_seat_that_somebody_has() -> None:
    refused(Code.FORBIDDEN, seated(), EVE, sit(2), "somebody has this seat")


def test_a_person_takes_the_seat_of_a_robot() -> None:
    assert isinstance(asked(opened(chairs=(Chair(robot="plain"),) * 4), EVE, sit(0)), Sat)


@pytest.mark.parametrize("player", [NOBODY, ROBOT])
def test_only_a_player_with_a_token_sits(player: Player) -> None:
    refused(Code.UNAUTHORIZED, opened(), player, sit(0))


def test_there_is_no_seat_beyond_the_last() -> None:
    refused(Code.FORBIDDEN, opened(), EVE, sit(4), "a seat below 4, got 4")


def test_nobody_sits_at_a_closed_table() -> None:
    refused(Code.FORBIDDEN, table.fold(opened(), Closed(at_ms=NOON, reason="over")), EVE, sit(0))


def test_who_has_seen_a_hand_sits_only_in_the_next_board() -> None:
    stood = table.fold(dealt(policy=OPEN_HANDS), Stood(at_ms=NOON, seat=0))
    refused(Code.FORBIDDEN, table.fold(stood, Saw(at_ms=NOON, player="eve")), EVE, sit(0), "seen a hand")
    empty = table.fold(table.fold(OVER, Saw(at_ms=NOON, player="eve")), Stood(at_ms=NOON, seat=0))
    assert isinstance(asked(empty, EVE, sit(0)), Sat)


def test_a_player_stands_and_nobody_else() -> None:
    assert asked(seated(), NORTH, STAND) == Stood(at_ms=NOON, seat=0)
    refused(Code.NOT_SEATED, seated(), EVE, STAND)
    refused(Code.NOT_SEATED, opened(chairs=(Chair(robot="plain"),) * 4), ROBOT, STAND)


@pytest.mark.parametrize("player", [EVE, NOBODY, ROBOT])
def test_only_the_host_changes_the_table(player: Player) -> None:
    refused(Code.FORBIDDEN, opened(), player, host(pause=True))


def test_a_table_without_a_host_is_nobodys_to_change() -> None:
    with pytest.raises(Refusal):
        decide(opened(), "", Deals(Random(1)), NOBODY, host(terminate=True), MSGPACK, NOON)


def test_the_host_pauses_and_ends_the_table() -> None:
    assert asked(opened(), HOST, host(pause=True)) == Hosted(at_ms=NOON, paused=True)
    assert isinstance(asked(opened(), HOST, host(terminate=True)), Closed)
    refused(Code.FORBIDDEN, CLOSED, HOST, host(pause=False), "closed")


def test_the_host_names_robots_and_dismisses_them() -> None:
    named = asked(opened(), HOST, host(seats={1: "plain"}))
    assert isinstance(named, Hosted) and named.seats is not None
    assert [chair.robot for chair in named.seats] == [None, "plain", None, None]
    with_robot = table.fold(opened(), named)
    gone = asked(with_robot, HOST, host(seats={1: None}))
    assert isinstance(gone, Hosted) and gone.seats == (Chair(),) * 4
    refused(Code.FORBIDDEN, opened(), HOST, host(seats={7: "plain"}), "seats below 4, got 7")


def test_naming_a_robot_takes_nobodys_seat() -> None:
    chairs = robots(seated().chairs, {0: "plain"})
    assert (chairs[0].player, chairs[0].robot) == ("north", "plain")


def test_options_change_before_the_first_deal_only() -> None:
    hosted = asked(opened(), HOST, host(options={"first_board": 7}))
    assert hosted is not None
    assert table.fold(opened(), hosted).state.pub().board == 7  # type: ignore[attr-defined]
    refused(Code.FORBIDDEN, dealt(), HOST, host(options={"first_board": 7}), "before the first deal")
    following = table.fold(OVER, table.next_deal(OVER, NOON))
    refused(Code.FORBIDDEN, following, HOST, host(options={"first_board": 7}), "before the first deal")


def test_a_fault_in_options_is_told_by_its_path() -> None:
    refused(Code.INVALID_MESSAGE, opened(), HOST, host(options={"boards": "many"}), r"\$\.options\.boards")
    refused(Code.INVALID_MESSAGE, opened(), HOST, host(options={"bords": 3}), "bords")
    with pytest.raises(Refusal, match=r"\$\.options\.first_board"):
        read_options(BRIDGE, {"first_board": 0}, JSON)


def test_a_fault_in_an_action_is_told_by_its_path() -> None:
    for action in ({"t": "call", "call": "8C"}, {"t": "play"}, {"t": "deal"}, {}, {"t": 7}):
        refused(Code.INVALID_MESSAGE, dealt(), NORTH, ask.Act(table="t", n=1, action=action), r"\$\.action")


def test_hidden_hands_are_looked_at_only_where_the_table_shows_them_and_the_log_says_so() -> None:
    look = Look(AllHands())
    refused(Code.FORBIDDEN, dealt(), EVE, look, "after the board")
    live = dealt(policy=OPEN_HANDS)
    assert asked(live, EVE, look) == Saw(at_ms=NOON, player="eve")
    assert asked(table.fold(live, Saw(at_ms=NOON, player="eve")), EVE, look) is None
    refused(Code.FORBIDDEN, live, NORTH, look, "you play at this table")
    refused(Code.UNAUTHORIZED, live, NOBODY, look)


def test_after_the_board_everybody_may_look() -> None:
    assert asked(OVER, EVE, Look(AllHands())) is None


def test_a_deal_is_drawn_when_somebody_is_there_to_see_it() -> None:
    assert asked(seated(), NOBODY, Expire(somebody=False)) is None
    drawn = asked(seated(), NOBODY, Expire(somebody=True))
    assert isinstance(drawn, Acted) and drawn.seat is None


def test_uploaded_deals_are_played_in_their_order_and_then_the_table_closes() -> None:
    first, second = deal(board=5), deal(board=9)
    deals = Deals(Random(1), (first, second))
    at, now_ms, played = seated(), NOON, []
    while not at.closed:
        now_ms += 10**6
        entry = decide(at, HOST.id, deals, NOBODY, Expire(somebody=True), MSGPACK, now_ms)
        assert entry is not None
        if isinstance(entry, Acted) and entry.seat is None:
            played.append(entry.action)
        at = table.fold(at, entry)
    assert played == [first, second]


def test_an_outage_becomes_a_credit_where_a_clock_runs() -> None:
    assert asked(dealt(), NOBODY, Credit(ms=3_000)) == Credited(at_ms=NOON, ms=3_000)
    assert asked(seated(), NOBODY, Credit(ms=3_000)) is None


def test_nothing_is_drawn_that_is_not_due() -> None:
    with pytest.raises(StoreError, match="a deal to be due"):
        Deals(Random(1)).next(dealt())


PEOPLE = (*(Player(name, name.title()) for name in ("ann", "bob", "cid", "dot", "eve")), NOBODY)
POLICIES = tuple(
    Policy(hands=hands, clock=clock, pause_ms=100)
    for hands in ("after", "live")
    for clock in (None, PerMove(2_000), Bank(9_000, 500), PerBoard(30_000, 1_000))
)


def anything(at: Table, rng: Random) -> tuple[Player, Request]:
    """Some request of somebody: mostly what is in turn, sometimes anything."""
    player = rng.choice((HOST, *PEOPLE))
    seats = at.state.to_act()
    if seats and rng.random() < 0.6:
        chair = at.chairs[seats[0]]
        player = next((one for one in PEOPLE if one.id == chair.player), player)
    legal = at.state.legal_actions(seats[0]) if seats else ()
    action: dict[str, Any] = msgspec.to_builtins(rng.choice(legal)) if legal else {"t": "call", "call": "P"}
    last = at.counters.get(player.id)
    n = (0 if last is None else last.n) + rng.choice((1, 1, 1, 1, 0, 2))
    act = ask.Act(table="t", n=max(1, n), action=action, decision=rng.choice((at.decision,) * 4 + (None,)))
    rare: tuple[Request, ...] = (
        sit(rng.randrange(5)),
        STAND,
        Look(AllHands()),
        Credit(ms=rng.randrange(2_000)),
        host(pause=rng.random() < 0.3),
        host(policy=rng.choice(POLICIES), seats={rng.randrange(4): rng.choice(("plain", None))}),
        host(options={"first_board": rng.randint(1, 40)}),
    )
    often = (act, act, act, act, Expire(somebody=True))
    return player, rng.choice(rare) if rng.random() < 0.15 else rng.choice(often)


def a_random_life(rng: Random, requests: int) -> tuple[list[list[bytes]], Table]:
    """The logs of a table's deals as a store has them, and the table as it was live in the end."""
    base: Base = table.open_with(
        BRIDGE, BRIDGE.options(), (Chair(robot="plain"),) * 4, rng.choice(POLICIES), NOON
    )
    live, logs, now_ms = table.begin("t", BRIDGE, 0, base), [[entries.encode(base)]], NOON
    deals = Deals(rng)
    for _ in range(requests):
        now_ms += rng.choice((0, 5, 200, 3_000))
        player, request = anything(live, rng)
        try:
            entry = decide(live, HOST.id, deals, player, request, MSGPACK, now_ms)
            following = live if entry is None else table.fold(live, entry)
        except (Refusal, IllegalAction):
            continue
        if isinstance(entry, Base):
            logs.append([])
        if entry is not None:
            logs[-1].append(entries.encode(entry))
        live = following
        owners = [chair.player for chair in live.chairs if chair.player is not None]
        assert len(owners) == len(set(owners)), "a player has two seats"
    return logs, live


@given(st.integers(0, 2**32), st.integers(0, 300))
def test_the_fold_of_the_last_log_is_the_live_table(seed: int, requests: int) -> None:
    logs, live = a_random_life(Random(seed), requests)
    assert live.deal == len(logs) - 1
    stored = tuple(entries.decode(entry) for entry in logs[-1])
    assert table.restore("t", BRIDGE, live.deal, stored) == live


def test_random_lives_are_long_enough_to_mean_something() -> None:
    kinds = {
        type(entries.decode(entry))
        for seed in range(30)
        for log in a_random_life(Random(seed), 200)[0]
        for entry in log
    }
    assert kinds == {Base, Acted, Sat, Stood, Hosted, Saw, Credited}
