"""The end of a `kibitz` command that fails: one line on stderr, and an exit code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import typer


def failure(message: object) -> typer.Exit:
    """Print an error on stderr, and return an exception with which the caller ends the program.

    The caller must raise the returned exception, which ends the program with exit code 1.
    """
    typer.echo(f"kibitz: {message}", err=True)
    return typer.Exit(1)


def run_client(work: Coroutine[Any, Any, object]) -> None:
    """Run a client of a server (a coroutine). If the client fails, print the error as one line on stderr.

    Raises typer.Exit with code 1 after a ClientError or ValueError, and with code 130 after Ctrl-C.
    """
    from bots.errors import ClientError

    try:
        asyncio.run(work)
    except (ClientError, ValueError) as error:
        raise failure(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
