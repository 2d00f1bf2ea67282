"""A process that is killed while it writes to the archive loses no confirmed record, and doubles none."""

from __future__ import annotations

import asyncio
import random
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from tests.store.archive.conftest import Place
from tests.store.archive.records import deal, table

TOP = Path(__file__).parents[3]


async def start(place: Place, name: str, first: int, last: int) -> Process:
    arguments = (place.url, str(place.data), name, str(first), str(last))
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.archive.writing", *arguments, stdout=PIPE, cwd=TOP
    )


async def kill_while_writing(place: Place, times: int, rng: random.Random) -> None:
    confirmed = -1
    for _ in range(times):
        writer = await start(place, "t", confirmed + 1, 1_000_000)
        assert writer.stdout is not None
        line = await writer.stdout.readline()
        assert line, "the process has begun to write"
        await asyncio.sleep(rng.uniform(0, 0.08))
        writer.kill()
        lines = [line, *(await writer.stdout.read()).splitlines(keepends=True)]
        await writer.wait()
        confirmed = max(int(each) for each in lines if each.endswith(b"\n"))
        archive = await place.open()
        kept = await archive.deals_of("t")
        assert kept in (tuple(range(confirmed + 1)), tuple(range(confirmed + 2)))
        assert len(await archive.by_player("p-1", limit=1_000_000)) == len(kept)
        assert await archive.deal("t", confirmed) == deal(number=confirmed)
        assert await archive.table("t") == table(version=len(kept), deal=len(kept) - 1), "both or neither"
        await archive.close()


async def test_a_killed_writer_loses_and_doubles_nothing(place: Place) -> None:
    await kill_while_writing(place, 2, random.Random(2))


@pytest.mark.chaos
async def test_a_writer_killed_forty_times_loses_and_doubles_nothing(place: Place) -> None:
    await kill_while_writing(place, 40, random.Random(40))


async def test_two_processes_write_to_one_new_archive_at_once(place: Place) -> None:
    writers = [await start(place, name, 0, 40) for name in ("a", "b")]
    for writer in writers:
        out, _ = await writer.communicate()
        assert writer.returncode == 0
        assert out.split() == [b"%d" % number for number in range(40)]
    archive = await place.open()
    assert await archive.deals_of("a") == await archive.deals_of("b") == tuple(range(40))
    assert len(await archive.by_player("p-1", limit=100)) == 80
