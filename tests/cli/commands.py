"""The command line as it is typed: commands in processes of their own, and a real server."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Self

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


def kibitz(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KIBITZ, *arguments], input=stdin, capture_output=True, text=True, timeout=60)


class Serving:
    """`kibitz serve` in a process of its own, which ends with the block that it serves."""

    def __init__(self, data: Path, *arguments: str) -> None:
        environment = {**os.environ, "KIBITZ_DATA": str(data), "KIBITZ_ROBOT_MS": "0"}
        self.process = subprocess.Popen(
            [*KIBITZ, "serve", "--port", "0", *arguments], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = []
        while "their Spades table" not in (line := self.process.stdout.readline()):
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
