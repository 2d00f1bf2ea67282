"""The command `kibitz compare`: the results of tables that have played the same boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, urlsplit

import typer

from server.cli.failures import run_client
from server.cli.input_output import write_output

if TYPE_CHECKING:
    from bots.wire.http import Http

HERE = "http://127.0.0.1:8000"
PATH = "/v1/sets/"


def compare(
    board_set: Annotated[
        str,
        typer.Argument(metavar="SET", help="The id of the set, or the address that `kibitz open` prints."),
    ],
    scoring: Annotated[
        str | None,
        typer.Option(
            metavar="word",
            help="mp (matchpoints), imp (cross-IMPs), butler (IMPs against a datum) or bam (board-a-match).",
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="file", help="Write a page to print into this file; - is standard output."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, not text.")] = False,
    server: Annotated[
        str, typer.Option(metavar="address", help=f"The address of the server; {HERE} without this option.")
    ] = HERE,
    token: Annotated[
        str | None,
        typer.Option(envvar="KIBITZ_TOKEN", metavar="token", help="Your bearer token, for closed tables."),
    ] = None,
) -> None:
    """Compare the results of tables that play the same boards: a traveller for each board, and the ranking.

    A board is compared when each of the tables has played it, or is closed.
    """
    from bots.wire.http import Http

    base, id = _address(board_set, server)
    form = "json" if as_json else "text" if html is None else "html"
    query = {"format": form} if scoring is None else {"format": form, "scoring": scoring}

    async def work() -> None:
        said = await _ask(Http(base, token), id, query)
        if html is None or as_json:
            typer.echo(said.rstrip("\n"))
        else:
            write_output(html, said)

    run_client(work())


async def _ask(http: Http, id: str, query: dict[str, str]) -> str:
    answer = await http.ask("GET", f"{PATH}{quote(id, safe='')}", query=query)
    return answer.content.decode()


def _address(board_set: str, server: str) -> tuple[str, str]:
    """Return the address of the server and the id of a set of boards.

    >>> _address("http://club.example:8000/v1/sets/abc", HERE)
    ('http://club.example:8000', 'abc')
    >>> _address("abc", "http://club.example")
    ('http://club.example', 'abc')
    """
    if "://" not in board_set:
        return server, board_set
    parts = urlsplit(board_set)
    return f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/").rpartition("/")[2]
