"""What happens at another table of a match or set, or after the moment that the late see, tells nothing."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from protocol.v1.bridge import Deal
from protocol.v1.requests import ClockRules, Delay, NoClock, PerBoard, PerMove, Policy
from server.records.bridge.formats import FORMATS
from tests.markers import every
from tests.secrecy.leaks.elsewhere import LATE_LEAKS, MATCH_LEAKS, NEWCOMER_LEAKS, SET_LEAKS, SLOW_LEAKS
from tests.secrecy.scenes.knowledge import random_deal
from tests.secrecy.staging.lines import Http, Line
from tests.secrecy.staging.rooms import Heard, Pace, Rooms, in_virtual_time

CLOCKS: tuple[ClockRules, ...] = (NoClock(), PerMove(move_ms=300_000), PerBoard(board_ms=600_000))
BOARD_MS = 200_000
"""Longer than anybody here needs for a board."""


def boards(count: int) -> tuple[Deal, ...]:
    return tuple(random_deal(board, Random(board)) for board in range(1, count + 1))


def policy(clock: ClockRules, **wishes: Any) -> Policy:
    return Policy(clock=clock, pause_ms=2_000, warn_ms=5_000, **wishes)


async def tries(rooms: Rooms, token: str | None, table: str) -> None:
    """Somebody asks for a table in every way."""
    (line, other), http = rooms.listen(token), rooms.http(token)
    for as_ in ("public", "seat", "all", 2, "director", "commentator"):
        line.say({"t": "watch", "table": table, "as": as_, "id": 1})
        hear = rooms.overhear("http")
        await http.ask(hear, "GET", f"/v1/tables/{table}", **{"as": as_})
        await asyncio.sleep(0.05)
    await http.ask(rooms.overhear("http"), "GET", "/v1/tables")
    await http.ask(rooms.overhear("http"), "GET", f"/v1/tables/{table}/card/NS")
    await downloads(http, rooms, table)
    if rooms.board_set:
        await comparisons(http, rooms)
    hang_up = asyncio.Event()
    asyncio.get_running_loop().call_later(0.2, hang_up.set)
    await http.ask(rooms.overhear("stream"), "GET", f"/v1/tables/{table}/stream", hang_up=hang_up)
    for request in (
        {"t": "watch", "table": table, "as": "all"},
        {"t": "sit", "table": table, "seat": 1, "id": 2},
        {"t": "act", "table": table, "n": 1, "decision": "0.0", "action": {"t": "call", "call": "P"}},
        {"t": "chat", "table": table, "text": "how is it going?", "id": 3},
        {"t": "rule", "table": table, "ruling": {"t": "go_on"}, "id": 4},
        {"t": "lobby", "id": 5},
    ):
        other.say(request)
        await asyncio.sleep(0.05)
    line.hang_up()
    other.hang_up()


async def downloads(http: Http, rooms: Rooms, table: str) -> None:
    """Somebody asks for what a table has finished, in every format."""
    for name in FORMATS:
        await http.ask(rooms.overhear("file"), "GET", f"/v1/games/{table}", format=name)
    for game in (f"{table}.1", f"{table}.2", f"{table}.1/analysis", f"{table}/analysis"):
        await http.ask(rooms.overhear("file"), "GET", f"/v1/games/{game}")


async def comparisons(http: Http, rooms: Rooms) -> None:
    """Ask for the comparison of a set, in every form and by every scoring."""
    address = f"/v1/sets/{rooms.board_set}"
    for scoring in ("mp", "imp", "butler", "bam"):
        await http.ask(rooms.overhear("comparison"), "GET", address, scoring=scoring)
    for form in ("text", "html"):
        await http.ask(rooms.overhear("comparison"), "GET", address, format=form)


def files(heard: Heard) -> int:
    """How many files the observer was given."""
    through = (channel for name, channel in heard.items() if name.endswith("file"))
    return sum(what.startswith(b"status 200") for channel in through for _, what in channel)


# A match


def match(clock: ClockRules, who: str, here: Pace, there: Pace, finished: tuple[int, int]) -> Heard:
    """What somebody of the open room hears, while the closed room plays at a pace of its own.

    `finished` is how many boards each room has finished at the end.
    """

    async def work() -> Heard:
        rooms = Rooms(boards(3))
        await rooms.open_match(policy(clock))
        mine, other = rooms.tables
        token = await _joins(rooms, mine, who)
        playing = [asyncio.create_task(rooms.play(mine, here)), asyncio.create_task(rooms.play(other, there))]
        for _ in range(3):
            await asyncio.sleep(7.037)  # never in the same millisecond as an action
            await tries(rooms, token, other)
            await downloads(rooms.http(token), rooms, mine)
        await asyncio.sleep(BOARD_MS / 1000)
        await tries(rooms, token, other)
        await downloads(rooms.http(token), rooms, mine)
        assert not any(task.exception() for task in playing if task.done())
        assert rooms.finished() == finished
        for task in playing:
            task.cancel()
        await rooms.stop()
        return rooms.heard

    return in_virtual_time(work)


async def _joins(rooms: Rooms, table: str, who: str) -> str | None:
    """The observer as the player in North, or as a watcher with a name or without one."""
    token: str | None = None
    if who == "player":
        token = rooms.players[table][0].token
    elif who == "watcher":
        _, token = await rooms.process.guests.create("observer")
    for line in rooms.listen(token):
        line.say({"t": "watch", "table": table, "as": "seat" if who == "player" else "public"})
    await asyncio.sleep(0.1)
    return token


HALF = Pace(actions=15, every_ms=900, seed=1)
WHOLE = Pace(actions=76, every_ms=700, seed=5)
OTHERWISE = (
    Pace(actions=0, every_ms=1_000, seed=1),
    Pace(actions=9, every_ms=1_300, seed=3),
    Pace(actions=30, every_ms=400, seed=6),
)
FINISHED = (Pace(actions=76, every_ms=300, seed=9), Pace(actions=100, every_ms=500, seed=10))
"""More than a board: the closed room has finished one and is in the next."""
WHO = ("player", "watcher", "watcher without a name")


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("clock", every(3, CLOCKS), ids=lambda clock: type(clock).__name__)
def test_who_is_in_the_middle_of_a_board_cannot_tell_how_far_the_other_room_is(
    who: str, clock: ClockRules
) -> None:
    heard = match(clock, who, HALF, OTHERWISE[0], (0, 0))
    assert sum(map(len, heard.values())) > 40
    for there in OTHERWISE[1:]:
        assert match(clock, who, HALF, there, (0, 0)) == heard
    for there in FINISHED:
        assert match(clock, who, HALF, there, (0, 1)) == heard


@pytest.mark.parametrize("who", WHO)
def test_who_has_finished_a_board_cannot_tell_how_the_other_room_plays_it(who: str) -> None:
    heard = match(NoClock(), who, WHOLE, OTHERWISE[0], (1, 0))
    for there in OTHERWISE[1:]:
        assert match(NoClock(), who, WHOLE, there, (1, 0)) == heard


def test_when_both_have_finished_a_board_its_players_are_told() -> None:
    one, other = (match(NoClock(), "player", WHOLE, there, (1, 1)) for there in FINISHED)
    assert one != other


@pytest.mark.parametrize("who", WHO)
def test_a_finished_board_is_downloaded_by_who_played_it_and_by_others_when_both_rooms_have(who: str) -> None:
    alone = files(match(NoClock(), who, WHOLE, OTHERWISE[1], (1, 0)))
    both = files(match(NoClock(), who, WHOLE, FINISHED[0], (1, 1)))
    assert (alone > 0) is (who == "player")
    assert both > alone


@pytest.mark.thorough
@pytest.mark.parametrize("name", MATCH_LEAKS)
def test_what_leaks_from_the_other_room_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MATCH_LEAKS[name](monkeypatch)
    worlds = ((OTHERWISE[0], (0, 0)), (FINISHED[0], (0, 1)))
    pairs = [[match(CLOCKS[1], who, HALF, *world) for world in worlds] for who in WHO]
    assert any(one != other for one, other in pairs)


# A set of boards


def evening(
    clock: ClockRules,
    who: str,
    here: Pace,
    second: Pace,
    third: Pace,
    finished: tuple[int, int, int],
    append_ms: int = 0,
) -> Heard:
    """Return what a person of the first table hears, while two other tables play at paces of their own.

    `finished` has the number of boards that each table has finished at the end. The store takes `append_ms`
    for each entry; if it is slow, the person asks the other tables for nothing, because each answer waits for
    what that table stores, and so tells when a table is in play.
    """

    async def work() -> Heard:
        rooms = Rooms(boards(3), append_ms=append_ms)
        await rooms.open_set(policy(clock), 3)
        mine, *others = rooms.tables
        others = [] if append_ms else others
        await asyncio.sleep(append_ms / 100)  # until all players have their seats
        token = await _joins(rooms, mine, who)
        paces = zip(rooms.tables, (here, second, third), strict=True)
        playing = [asyncio.create_task(rooms.play(table, pace)) for table, pace in paces]
        for _ in range(3):
            await asyncio.sleep(7.037)  # never in the same millisecond as an action
            for table in others:
                await tries(rooms, token, table)
            await downloads(rooms.http(token), rooms, mine)
        await asyncio.sleep(BOARD_MS / 1000)
        for table in others:
            await tries(rooms, token, table)
        await downloads(rooms.http(token), rooms, mine)
        assert not any(task.exception() for task in playing if task.done())
        assert rooms.finished() == finished
        for task in playing:
            task.cancel()
        await rooms.stop()
        return rooms.heard

    return in_virtual_time(work)


AHEAD, IN_THE_MIDDLE = FINISHED[0], OTHERWISE[1]
"""The second table has finished the first board, or is in the middle of it."""


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("clock", every(3, CLOCKS), ids=lambda clock: type(clock).__name__)
def test_in_the_middle_of_a_board_it_makes_no_difference_how_far_another_table_of_the_set_is(
    who: str, clock: ClockRules
) -> None:
    heard = evening(clock, who, HALF, AHEAD, OTHERWISE[0], (0, 1, 0))
    assert sum(map(len, heard.values())) > 40
    assert evening(clock, who, HALF, AHEAD, OTHERWISE[2], (0, 1, 0)) == heard
    for third in FINISHED:
        assert evening(clock, who, HALF, AHEAD, third, (0, 1, 1)) == heard


@pytest.mark.parametrize("who", WHO)
def test_after_a_board_it_makes_no_difference_how_one_table_has_played_it_if_another_has_not(
    who: str,
) -> None:
    heard = evening(NoClock(), who, WHOLE, IN_THE_MIDDLE, OTHERWISE[0], (1, 0, 0))
    assert evening(NoClock(), who, WHOLE, IN_THE_MIDDLE, OTHERWISE[2], (1, 0, 0)) == heard
    for third in FINISHED:
        assert evening(NoClock(), who, WHOLE, IN_THE_MIDDLE, third, (1, 0, 1)) == heard


@pytest.mark.parametrize("who", WHO)
def test_a_board_that_all_tables_have_played_is_shown_to_everybody(who: str) -> None:
    before = evening(NoClock(), who, WHOLE, AHEAD, IN_THE_MIDDLE, (1, 1, 0))
    one, other = (evening(NoClock(), who, WHOLE, AHEAD, third, (1, 1, 1)) for third in FINISHED)
    assert one != other
    assert files(one) > files(before)


@pytest.mark.thorough
@pytest.mark.parametrize("name", SET_LEAKS)
def test_what_leaks_from_another_table_of_a_set_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SET_LEAKS[name](monkeypatch)
    scenes = (
        (HALF, AHEAD, ((OTHERWISE[0], (0, 1, 0)), (FINISHED[0], (0, 1, 1)))),
        (WHOLE, IN_THE_MIDDLE, ((OTHERWISE[0], (1, 0, 0)), (FINISHED[0], (1, 0, 1)))),
    )
    for here, second, worlds in scenes:
        for who in WHO:
            one, other = (evening(CLOCKS[1], who, here, second, *world) for world in worlds)
            if one != other:
                return
    raise AssertionError("expected two worlds to differ")


SLOW_MS = 400
LONG = Pace(actions=45, every_ms=1_000, seed=1)
ENDS_IN_BETWEEN = tuple(Pace(actions=76, every_ms=every_ms, seed=9) for every_ms in (450, 454, 458, 462))
"""Paces at which the third table ends its board at different times of the first table's actions."""


def test_no_action_waits_in_a_slow_store_for_the_news_of_another_table_of_the_set() -> None:
    one, *others = (
        evening(NoClock(), "player", LONG, IN_THE_MIDDLE, third, (0, 0, 1), SLOW_MS)
        for third in ENDS_IN_BETWEEN
    )
    assert sum(map(len, one.values())) > 40
    assert others == [one] * 3


@pytest.mark.parametrize("name", SLOW_LEAKS)
def test_news_that_only_takes_time_is_caught_by_a_slow_store(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    SLOW_LEAKS[name](monkeypatch)
    one, *others = (
        evening(NoClock(), "player", LONG, IN_THE_MIDDLE, third, (0, 0, 1), SLOW_MS)
        for third in ENDS_IN_BETWEEN
    )
    assert any(one != other for other in others)


def newcomer(tricks: int) -> Heard:
    """Return what a player hears that comes to the first table for its second board.

    The first board there has an assigned score with so many tricks; no other table has played it.
    """

    async def work() -> Heard:
        rooms = Rooms(boards(3))
        await rooms.open_set(policy(NoClock()), 3)
        mine, other, _ = rooms.tables
        rooms.players[mine][0].say({"t": "stand", "table": mine})
        await asyncio.sleep(0.1)
        contract = {"level": 1, "strain": "NT", "declarer": 0}
        outcomes = [{"weight": 100, "contract": contract, "tricks": tricks}]
        rooms.director.say({"t": "rule", "table": mine, "ruling": {"t": "assign", "outcomes": outcomes}})
        await asyncio.sleep(10)
        _, token = await rooms.process.guests.create("observer")
        lines = rooms.listen(token)
        lines[0].say({"t": "sit", "table": mine, "seat": 0, "id": 1})
        await asyncio.sleep(5)
        assert rooms.table(mine).deal == 1 and rooms.table(mine).hidden
        for line in lines:
            line.say({"t": "watch", "table": mine, "as": "seat", "id": 2})
        await rooms.play(other, Pace(actions=9, every_ms=1_000, seed=3))
        await tries(rooms, token, other)
        await tries(rooms, token, mine)
        assert rooms.finished() == (1, 0, 0)
        await rooms.stop()
        return rooms.heard

    return in_virtual_time(work)


def test_a_newcomer_to_the_next_board_is_not_told_the_result_of_the_last() -> None:
    heard = newcomer(7)
    assert sum(map(len, heard.values())) > 40
    assert newcomer(8) == heard


@pytest.mark.parametrize("name", NEWCOMER_LEAKS)
def test_what_a_newcomer_is_told_of_the_last_board_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    NEWCOMER_LEAKS[name](monkeypatch)
    assert newcomer(7) != newcomer(8)


# Late watchers


def late(delay: Delay, as_: str | int, before: Pace, since: Pace, ends_ms: int, said: str | None) -> Heard:
    """What a late watcher hears: `since` and what is `said` then is not for him yet."""

    async def work() -> Heard:
        rooms = Rooms(boards(4))
        await rooms.open_table(policy(PerMove(move_ms=30_000), delay=delay))
        _, token = await rooms.process.guests.create("observer")
        lines = rooms.listen(token if as_ != "nameless" else None)
        for line in lines:
            line.say({"t": "watch", "table": "t1", "as": "public" if as_ == "nameless" else as_})
        await rooms.play("t1", before)
        then = asyncio.create_task(_since(rooms, since, said))
        await asyncio.sleep(ends_ms / 1000)
        await tries(rooms, lines[0].token, "t1")
        then.cancel()
        await rooms.stop()
        return rooms.heard

    return in_virtual_time(work)


async def _since(rooms: Rooms, since: Pace, said: str | None) -> None:
    if said is not None:
        _talk(rooms.players["t1"], said)
    await rooms.play("t1", since)


def _talk(players: list[Line], said: str) -> None:
    for to in ("table", "opponents", "kibitzers"):
        players[1].say({"t": "chat", "table": "t1", "text": said, "to": to})


MINUTES = Delay(ms=120_000)
BEHIND = Delay(boards=1)
AS = ("public", "nameless", "all", 2)
BEGUN = Pace(actions=20, every_ms=800, seed=11)


@pytest.mark.parametrize("as_", AS)
def test_who_is_minutes_behind_cannot_tell_what_happens_now(as_: str | int) -> None:
    worlds = [
        late(MINUTES, as_, BEGUN, since, 100_000, said)
        for since, said in ((OTHERWISE[0], None), (OTHERWISE[2], "well played"), (FINISHED[0], None))
    ]
    assert sum(map(len, worlds[0].values())) > 20
    assert worlds[1:] == worlds[:1] * 2


@pytest.mark.parametrize("as_", AS)
def test_who_is_a_board_behind_cannot_tell_how_the_present_one_goes(as_: str | int) -> None:
    worlds = [
        late(BEHIND, as_, BEGUN, since, 30_000, said)
        for since, said in ((OTHERWISE[0], None), (OTHERWISE[1], "well played"), (OTHERWISE[2], None))
    ]
    assert worlds[1:] == worlds[:1] * 2


def test_late_watchers_download_a_board_when_they_have_seen_its_end() -> None:
    assert files(late(MINUTES, "public", BEGUN, FINISHED[0], 100_000, None)) == 0
    assert files(late(Delay(ms=5_000), "public", BEGUN, FINISHED[0], 100_000, None)) > 0


def test_late_watchers_see_all_of_it_in_the_end() -> None:
    short = Delay(ms=5_000)
    assert late(short, "public", BEGUN, OTHERWISE[1], 60_000, None) != late(
        short, "public", BEGUN, OTHERWISE[2], 60_000, None
    )


@pytest.mark.parametrize("name", LATE_LEAKS)
def test_what_late_watchers_are_told_too_early_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LATE_LEAKS[name](monkeypatch)
    one, *others = (
        late(MINUTES, "public", BEGUN, since, 100_000, said)
        for since, said in ((OTHERWISE[0], None), (OTHERWISE[2], "well played"), (FINISHED[0], None))
    )
    assert any(one != other for other in others)
