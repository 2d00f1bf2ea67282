"""How a command ends that cannot do what it was asked: a line on stderr, and an exit code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import typer


def failure(message: object) -> typer.Exit:
    """Say what is wrong; to be raised, for exit code 1."""
    typer.echo(f"kibitz: {message}", err=True)
    return typer.Exit(1)


def run_client(work: Coroutine[Any, Any, object]) -> None:
    """Run a client's work; what it meets is told in a line."""
    from bots.errors import ClientError

    try:
        asyncio.run(work)
    except (ClientError, ValueError) as error:
        raise failure(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
