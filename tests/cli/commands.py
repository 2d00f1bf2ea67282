"""The command line as it is typed: commands in processes of their own, and a real server."""

import contextlib
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

import server
from server.cli import app
from tests.records.bridge.board_json import auction, board, cards, contract

KIBITZ = [sys.executable, "-m", "server"]

FOUR_BOARDS = """
[Board "1"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]

[Board "2"]
[Deal "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"]
"""
BOARD = board(
    auction=auction("1NT P P P"),
    dealer="north",
    contract=contract("1NT", "north"),
    play=cards("ST"),
    info={"Event": "Club night", "North": "Ann", "East": "Bob", "South": "Cid", "West": "Dan"},
)


FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__, "server.cli", "server.records.registry", "httpx"])


def kibitz(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, which has imported the program before it is asked.

    To import it takes longer than most commands. What `python -m server` itself does, other tests show.
    """
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory() as folder, Connection(reader, writable=False) as given:
        begun = (arguments, given, folder, os.getcwd(), dict(os.environ))
        command = FORKS.Process(target=_run, args=begun, daemon=True)
        command.start()
        threading.Thread(target=_write, args=(writer, stdin), daemon=True).start()
        command.join(60)
        if command.exitcode is None:
            command.kill()
            raise subprocess.TimeoutExpired([*KIBITZ, *arguments], 60)
        out, err = (Path(folder, name).read_text() for name in ("out", "err"))
        return subprocess.CompletedProcess([*KIBITZ, *arguments], command.exitcode, out, err)


def _write(writer: int, text: str) -> None:
    with open(writer, "w") as stdin, contextlib.suppress(BrokenPipeError):
        stdin.write(text)


def _run(
    arguments: tuple[str, ...], given: Connection, folder: str, directory: str, environment: dict[str, str]
) -> None:
    """Be the process of a command."""
    out, err = (os.open(Path(folder, name), os.O_WRONLY | os.O_CREAT) for name in ("out", "err"))
    for number, end in enumerate((given.fileno(), out, err)):
        os.dup2(end, number)
        os.close(end)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [str(Path(server.__file__).with_name("__main__.py")), *arguments]
    sys.orig_argv = [*KIBITZ, *arguments]
    app()


class Serving:
    """`kibitz serve` in a process of its own, which ends with the block that it serves."""

    def __init__(self, data: Path, *arguments: str) -> None:
        environment = {**os.environ, "KIBITZ_DATA": str(data), "KIBITZ_ROBOT_MS": "0", "KIBITZ_HOUSE_MS": "0"}
        self.process = subprocess.Popen(
            [*KIBITZ, "serve", "--port", "0", *arguments], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = []
        while "their Hanabi table" not in (line := self.process.stdout.readline()):
            assert line, "the server ended before it listened"
            self.said.append(line)
        self.said.append(line)
        self.url = re.search(r"http://\S+", self.said[0]).group()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.process.terminate()
        assert self.process.wait(20) == 0


def started(command: list[str]) -> list[str]:
    """The program of a command that was printed, its path made whole."""
    return [os.path.abspath(command[0]), *command[1:3]]
