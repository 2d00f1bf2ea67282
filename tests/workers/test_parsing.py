"""Parsing of uploads in worker processes: a file that hangs or crashes its process affects no other file."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import msgspec
import psutil
import pytest

from protocol.v1.codes import Code
from server.errors import Refusal
from server.games.registry import GAMES
from server.records import spades
from server.records.uploads import read_upload
from server.table.packed import PackedDeals
from server.workers.parsing import InJson, Parsers, Upload, parse
from tests.games.bridge.deals import EXAMPLE
from tests.records.spades.games import game as game_of_spades

LONG_S = 60.0
REPLAY, BRIDGE = GAMES["replay"], GAMES["bridge"]
BOARD = (
    '[Board "{0}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "' + EXAMPLE + '"]\n[Auction "N"]\n1NT AP\n\n'
)


def file(boards: int = 2) -> bytes:
    return "".join(BOARD.format(number) for number in range(1, boards + 1)).encode()


def upload(boards: bytes | str | InJson, game: str = "bridge", match: bool = False) -> Upload:
    return Upload(boards, "club", GAMES[game], GAMES[game].options_type(), match)


@pytest.fixture
async def parsers() -> AsyncIterator[Parsers]:
    parsers = Parsers(1, LONG_S)
    yield parsers
    await parsers.stop()
    assert parsers.pids == ()


async def test_an_upload_is_read_in_another_process_which_reads_the_next_one_too(parsers: Parsers) -> None:
    assert parsers.pids == ()
    deals = await parsers.read("a", upload(file()))
    (pid,) = parsers.pids
    assert pid != os.getpid()
    assert tuple(deals) == read_upload(file(), "club", BRIDGE, BRIDGE.options_type())
    (load,) = await parsers.read("a", upload(file(), "replay"))
    assert (load,) == read_upload(file(), "club", REPLAY, REPLAY.options_type())
    assert parsers.pids == (pid,)


@pytest.mark.parametrize(
    "boards",
    [file(), file().decode(), InJson(msgspec.json.encode(file().decode()))],
    ids=["bytes", "text", "a string in JSON"],
)
def test_a_file_comes_as_bytes_as_text_or_as_a_string_in_json(boards: bytes | str | InJson) -> None:
    packed = parse(upload(boards))
    assert isinstance(packed, bytes)
    assert tuple(PackedDeals(packed, BRIDGE.log_action_type)) == read_upload(
        file(), "", BRIDGE, BRIDGE.options_type()
    )


async def test_a_refused_file_gets_a_reason(parsers: Parsers) -> None:
    with pytest.raises(Refusal, match=r"expected .* - at `\$.boards`") as why:
        await parsers.read("a", upload(b"not bridge at all"))
    assert why.value.code is Code.INVALID_MESSAGE


async def test_a_refused_file_of_another_game_comes_with_the_game_whose_tables_show_it(
    parsers: Parsers,
) -> None:
    of_spades = upload(spades.dumps([game_of_spades(1, hands=1)]), "replay")
    with pytest.raises(Refusal) as why:
        await parsers.read("a", of_spades)
    assert why.value.game == "spades_replay"


@pytest.mark.parametrize("text", [b'"\\ud800"', b'"\xff"', b'"no end'])
async def test_a_string_that_is_none_is_refused(parsers: Parsers, text: bytes) -> None:
    with pytest.raises(Refusal) as why:
        await parsers.read("a", upload(InJson(text)))
    assert why.value.code is Code.INVALID_MESSAGE


async def test_the_boards_of_a_match_have_different_numbers(parsers: Parsers) -> None:
    twice = file() + file().replace(b'"None"', b'"All"')
    with pytest.raises(Refusal, match="different numbers") as why:
        await parsers.read("a", upload(twice, match=True))
    assert why.value.code is Code.ILLEGAL_ACTION
    assert len(await parsers.read("a", upload(twice))) == 4


async def stopped(parsers: Parsers) -> int:
    """Suspend the process of a pool, so that it does not answer."""
    await parsers.read("a", upload(file()))
    (pid,) = parsers.pids
    os.kill(pid, signal.SIGSTOP)
    return pid


async def test_a_file_that_takes_too_long_is_refused_with_its_process_and_the_next_one_is_read() -> None:
    parsers = Parsers(1, 5.0)
    try:
        pid = await stopped(parsers)
        parsers._limit_s = 0.1
        with pytest.raises(Refusal, match=r"took longer than 0\.1 s to read") as why:
            await parsers.read("a", upload(file()))
        assert why.value.code is Code.TOO_BIG
        assert not psutil.pid_exists(pid)
        parsers._limit_s = LONG_S
        assert len(await parsers.read("a", upload(file()))) == 2
        assert parsers.pids != (pid,)
    finally:
        await parsers.stop()


async def test_a_file_that_crashes_its_process_affects_no_other() -> None:
    parsers = Parsers(2, LONG_S)
    try:
        pid = await stopped(parsers)
        hit = asyncio.create_task(parsers.read("a", upload(file())))
        other = asyncio.create_task(parsers.read("b", upload(file())))
        assert len(await other) == 2
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Refusal, match="the process that read the file crashed") as why:
            await hit
        assert why.value.code is Code.INTERNAL
        assert len(await parsers.read("a", upload(file()))) == 2
    finally:
        await parsers.stop()


async def test_an_address_with_many_uploads_delays_another_by_one_at_most(parsers: Parsers) -> None:
    read: list[str] = []

    async def send(source: str) -> None:
        await parsers.read(source, upload(file()))
        read.append(source)

    async with asyncio.TaskGroup() as group:
        for source in "aaaaaaaab":
            group.create_task(send(source))
    assert "b" in read[:3]


async def test_the_queue_of_uploads_is_limited_and_the_refusal_has_a_retry_time() -> None:
    parsers = Parsers(1, LONG_S, waiting=3, waiting_per_source=2)
    try:
        pid = await stopped(parsers)
        waiting = [asyncio.create_task(parsers.read(source, upload(file()))) for source in "aaab"]
        await asyncio.sleep(0.01)
        assert parsers.waiting == 3
        for source in "abc":
            with pytest.raises(Refusal, match="too many files wait") as why:
                await parsers.read(source, upload(file()))
            assert (why.value.code, why.value.retry_ms) == (Code.UNAVAILABLE, 2_000)
        os.kill(pid, signal.SIGCONT)
        assert [len(deals) for deals in await asyncio.gather(*waiting)] == [2, 2, 2, 2]
    finally:
        await parsers.stop()


async def test_a_stop_ends_the_processes_and_whatever_they_read() -> None:
    parsers = Parsers(1, LONG_S)
    pid = await stopped(parsers)
    reading = asyncio.create_task(parsers.read("a", upload(file())))
    await asyncio.sleep(0.01)
    await parsers.stop()
    assert isinstance((await asyncio.gather(reading, return_exceptions=True))[0], BaseException)
    assert not psutil.pid_exists(pid)
