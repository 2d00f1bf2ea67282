"""The opening of an archive: where it lies, and what cannot be opened."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from server.errors import Altered
from server.store.archive.opening import FILE, open_archive
from tests.store.archive.records import deal


async def test_without_a_url_the_archive_is_a_file_in_the_folder_of_the_data(tmp_path: Path) -> None:
    archive = await open_archive("", tmp_path / "new")
    await archive.put([deal()])
    await archive.close()
    database = sqlite3.connect(tmp_path / "new" / FILE)
    assert database.execute("SELECT count(*) FROM deal").fetchone() == (1,)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


@pytest.mark.parametrize("url", ["mysql://here", "archive.sqlite", "http://here"])
async def test_a_url_of_something_else_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValueError, match="expected a URL postgresql://"):
        await open_archive(url, tmp_path)


async def test_a_postgresql_that_does_not_answer_is_an_os_error_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="PostgreSQL") as raised:
        await open_archive(f"postgresql://kibitz:secret@/kibitz?host={tmp_path}", tmp_path)
    assert "secret" not in str(raised.value)


async def test_without_psycopg_a_url_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "server.store.archive.postgres", raising=False)
    with pytest.raises(OSError, match=r"install kibitz\[postgres\]"):
        await open_archive("postgresql://here", tmp_path)


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"something else, which is long enough to be read" * 100)
    with pytest.raises(Altered, match=r"^archive: the file archive\.sqlite is damaged$"):
        await open_archive("", tmp_path)


async def test_a_file_where_the_folder_should_be_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"")
    with pytest.raises(OSError):
        await open_archive("", tmp_path / "data")


async def test_bytes_that_changed_on_the_disk_are_found_when_the_record_is_read(tmp_path: Path) -> None:
    archive = await open_archive("", tmp_path)
    content = os.urandom(20_000)  # which cannot be compressed, so that the record has pages of its own
    await archive.put([deal(entries=(content,)), deal(number=1)])
    await archive.close()
    file = tmp_path / FILE
    stored = bytearray(await asyncio.to_thread(file.read_bytes))
    database = sqlite3.connect(file)
    (record,) = database.execute("SELECT record FROM deal WHERE deal = 0").fetchone()
    database.close()
    at = stored.index(record[9_000:9_100])
    stored[at] ^= 1
    await asyncio.to_thread(file.write_bytes, stored)
    archive = await open_archive("", tmp_path)
    with pytest.raises(Altered, match="table t, deal 0"):
        await archive.deal("t", 0)
    assert await archive.deal("t", 1) == deal(number=1)
    await archive.close()


async def test_the_file_keeps_no_id_of_a_forgotten_player(tmp_path: Path) -> None:
    archive = await open_archive("", tmp_path)
    await archive.put([deal()])
    await archive.close()
    assert b"the name of p-1" in await asyncio.to_thread((tmp_path / FILE).read_bytes)
    archive = await open_archive("", tmp_path)
    await archive.forget_player("p-1")
    await archive.close()
    left = b"".join([path.read_bytes() for path in sorted(tmp_path.iterdir())])
    assert b"p-1" not in left and b"p-2" in left


async def test_only_the_user_of_the_server_can_read_the_file(tmp_path: Path) -> None:
    archive = await open_archive("", tmp_path / "new")
    await archive.put([deal()])
    files = [tmp_path / "new", *(tmp_path / "new").iterdir()]
    assert {path.name for path in files} >= {FILE, f"{FILE}-wal"}
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []
    await archive.close()
