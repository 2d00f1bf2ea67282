"""The command `kibitz compare`: the results of tables that have played the same boards, or of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, urlsplit

import typer

from server.cli import result_files
from server.cli.failures import run_client
from server.cli.input_output import write_output

if TYPE_CHECKING:
    from bots.wire.http import Http

HERE = "http://127.0.0.1:8000"
PATH = "/v1/sets/"


def compare(
    board_set: Annotated[
        str,
        typer.Argument(
            metavar="SET|FILE",
            help="The id of a set, the address that `kibitz open` prints, or a file (USEBIO, PBN).",
        ),
    ],
    scoring: Annotated[
        str | None,
        typer.Option(
            metavar="word",
            help="mp (matchpoints), imp (cross-IMPs), butler (IMPs against a datum), bam (board-a-match)"
            " or total (points); for a file of teams also match (IMPs).",
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="file", help="Write a page to print into this file; - is standard output."),
    ] = None,
    export: Annotated[
        list[str] | None,
        typer.Option(
            metavar="file",
            help="Write the results as .pbn, .csv, .xml (USEBIO) or .html; may be repeated.",
        ),
    ] = None,
    usebio: Annotated[
        str, typer.Option(metavar="version", help="The version of USEBIO that --export writes: 1.2 or 1.3.")
    ] = "1.2",
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

    A board of a set is compared when each of the tables has played it, or is closed. A file is shown with
    the points that its program gave; another --scoring counts them again.
    """
    if result_files.is_file(board_set):
        result_files.compare_file(board_set, scoring, html, as_json, export or (), usebio)
        return
    writers = result_files.writers(export or (), usebio)
    from bots.wire.http import Http

    base, id = _address(board_set, server)
    form = "json" if as_json else "text" if html is None else "html"
    query = {"format": form} if scoring is None else {"format": form, "scoring": scoring}

    async def work() -> None:
        if writers:
            result_files.export_set(await _ask(Http(base, token), id, {**query, "format": "json"}), writers)
            return
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
