"""A command reads and writes files, or pipes for the name -."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.cli.commands import kibitz


def test_a_pipe_is_read_and_written(record: Path) -> None:
    done = kibitz("convert", "-", "-", "--to", "pbn", stdin=record.read_text())
    assert done.returncode == 0
    assert '[Event "Club night"]' in done.stdout
    assert '[North "Ann"]' in done.stdout


def test_a_named_pipe_is_written_to_and_not_replaced(record: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as beside:
        done = beside.submit(kibitz, "convert", str(record), str(pipe), "--to", "pbn")
        assert pipe.read_text().startswith("% PBN 2.1")
        assert done.result().returncode == 0
    assert pipe.is_fifo()


def test_a_folder_is_no_file_to_write(record: Path, tmp_path: Path) -> None:
    done = kibitz("convert", str(record), str(tmp_path), "--to", "pbn")
    assert (done.returncode, tmp_path.is_dir()) == (1, True)
    assert "expected a file to write: Is a directory" in done.stderr
