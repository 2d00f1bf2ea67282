"""The stored tokens of robots that play from the command line, with which they take their own chairs back."""

from __future__ import annotations

import hashlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import platformdirs
import typer
from filelock import FileLock, Timeout

CHECK_S = 10.0
"""The seconds within which a server must accept a stored token; otherwise the robot becomes a new guest."""


def token_file(folder: Path, url: str, table: str, robot: str, seat: str) -> Path:
    """Return the path of the file for a robot's token, in one seat of a table of the server at `url`.

    The token for each seat is in a file of its own, because a player holds only one seat at a table. The
    letter of a seat and its number, such as S and 2, name the same file.
    """
    from bots.seats import seat_number

    try:
        chair = str(seat_number(seat))
    except ValueError:
        chair = seat.upper()
    named = "\n".join((url, table, robot, chair))
    return folder / hashlib.sha256(named.encode()).hexdigest()[:32]


@asynccontextmanager
async def kept_token(url: str, table: str, robot: str, seat: str, name: str) -> AsyncIterator[str]:
    """Yield the token with which the robot played the seat of this table before, or that of a new guest.

    The robot's token is stored in the user's state folder, in a file that only the user can read. While one
    process uses the token for a seat, another process that plays the same seat gets the token of a new guest,
    which is not stored. Where the state folder cannot be written, the robot plays as a new guest, after a
    warning on stderr. Raises Refused or GaveUp if the server does not create a guest for the robot.
    """
    from bots.guest import guest
    from bots.transport import http_address

    folder = platformdirs.user_state_path("kibitz", appauthor=False) / "robots"
    path = token_file(folder, http_address(url), table, robot, seat)
    lock = FileLock(path.with_suffix(".lock"), timeout=0)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire()
    except OSError as error:
        if not isinstance(error, Timeout):
            _warn(folder, error)
        yield (await guest(url, name)).token
        return
    try:
        token = _read(path)
        if token is None or not await _accepted(url, token):
            token = (await guest(url, name)).token
            try:
                _write(path, token)
            except OSError as error:
                _warn(folder, error)
        yield token
    finally:
        lock.release()


def _warn(folder: Path, error: OSError) -> None:
    reason = error.strerror or error
    typer.echo(
        f"kibitz: the robot's token cannot be kept in {folder} ({reason}); a robot that is started again"
        " comes as a new player",
        err=True,
    )


def _read(path: Path) -> str | None:
    try:
        return path.read_text() or None
    except FileNotFoundError:
        return None


def _write(path: Path, token: str) -> None:
    """Write a token to a file that only the user can read; a crash leaves the old file or the new one."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token)
    new.replace(path)


async def _accepted(url: str, token: str) -> bool:
    """Return True if the server at `url` accepts the token of a player."""
    from bots.client import Client
    from bots.errors import GaveUp

    try:
        async with Client(url, token=token, give_up_s=CHECK_S):
            return True
    except GaveUp:
        return False
