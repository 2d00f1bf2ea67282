"""The part of `kibitz bot` that examines a robot: `kibitz bot check`."""

from __future__ import annotations

import sys

import msgspec
import typer

from server.cli.failures import failure, run_client


def examine(url: str, table: str, seat: str, token: str | None, answer_ms: int | None, as_json: bool) -> None:
    """Wait for a robot at a table, examine it, and print the report.

    The robot's address is printed on stderr, and the token of a new guest if `token` is None. Raises
    typer.Exit with code 1 if the robot does not pass, or if no robot comes.
    """
    from bots.checking.check import Address, check
    from bots.checking.judge import TimeLimits
    from bots.checking.report import Report, lines
    from bots.guest import guest
    from bots.seats import seat_number

    if len(seat) != 1:
        raise failure(f"the check examines one robot in one seat, got the seats {seat}")
    limits = TimeLimits() if answer_ms is None else TimeLimits(answer_ms=answer_ms)
    reports: list[Report] = []

    async def work() -> None:
        seat_no = seat_number(seat)
        used = "the given one" if token else (await guest(url, "checked robot")).token

        def tell(address: Address) -> None:
            typer.echo(
                f"server     {address.server}\nwebsocket  {address.websocket}\ntable      {table}\n"
                f"seat       {seat_no}\ntoken      {used}\n"
                "Start the robot with this address, table and seat, and with this token or its own. If it"
                " ends after a deal, start it again until the report comes.",
                err=True,
            )

        reports.append(await check(url, table, tell, limits=limits))

    run_client(work())
    [told] = reports
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    else:
        typer.echo("\n".join(lines(told)))
    if not told.passed:
        raise typer.Exit(1)
