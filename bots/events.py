"""Events of a club as a script uses them: requests to an event, and its entries as a CSV file."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from bots.errors import Refused
from bots.wire.http import Http, read
from protocol.v1.codes import Code
from protocol.words import without_formula

ROBOT = "robot:"
"""The beginning of the id of a house robot in a file of entries, such as `robot:plain`."""


async def open_event(
    http: Http, game: str, name: str, conditions: Mapping[str, Any], boards: str | None, number: int = 0
) -> dict[str, Any]:
    """Open an event with its conditions, and return it as the server shows it.

    `boards` is a file of the boards of all rounds; without it, the boards are dealt. The same player and
    `number` get the same event.
    """
    wish = {"game": game, "name": name, "conditions": conditions, "boards": boards, "id": number}
    return read(await http.ask("POST", "/v1/events", json=wish), dict[str, Any])


async def ask(http: Http, event: str, request: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Send a request to an event, such as `check_in` or `draw`, and return the event after it."""
    return read(await http.ask("POST", _path(event), json={"t": request, **fields}), dict[str, Any])


async def ask_in_turn(http: Http, event: str, request: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Send a request as `ask` does, one of many; if they come too fast for the server, wait as it says."""
    while True:
        try:
            return await ask(http, event, request, fields)
        except Refused as no:
            if no.code is not Code.RATE_LIMITED or no.retry_ms is None:
                raise
            await asyncio.sleep(no.retry_ms / 1000)


async def shown(http: Http, event: str, what: str = "") -> dict[str, Any]:
    """Return an event, or its `ranking` or `results`, as the server shows it to the caller."""
    return read(await http.ask("GET", _path(event) + (f"/{what}" if what else "")), dict[str, Any])


async def results_file(http: Http, event: str, format: str, version: str = "") -> str:
    """Return the results of an event as a file of another format, such as `usebio` in the version `1.3`."""
    query = {"format": format, **({"version": version} if version else {})}
    answer = await http.ask("GET", f"{_path(event)}/results", query=query)
    return answer.content.decode()


async def listed(http: Http) -> list[dict[str, Any]]:
    """Return the events that are open or run."""
    found = read(await http.ask("GET", "/v1/events"), dict[str, list[dict[str, Any]]])
    return found["events"]


def _path(event: str) -> str:
    return f"/v1/events/{quote(event, safe='')}"


class ListedEntry(Struct, frozen=True):
    """An entry of a file: the number of its first line, from 1, its players and robots, and a team's name."""

    line: int
    name: str
    players: tuple[dict[str, str], ...]
    robots: tuple[str, ...]

    @property
    def fields(self) -> dict[str, Any]:
        """Return the entry as one of the `entries` of the request `enrol`."""
        return {"name": self.name, "players": self.players, "robots": self.robots}


def entries_of(text: str) -> tuple[ListedEntry, ...]:
    r"""Return the entries of a CSV file, whose cells are divided by commas, semicolons or tabs.

    Each line is one entry: `id,name` for each player, or `robot:plain` as the id of a house robot, which
    plays under the name behind it, if there is one. A player without an id, as in `,Ann`, claims the place
    with a code, which the event shows its directors. The first line may name the columns: `team` for the
    name of a team, which stands first, and `id` or `name` for those of the first player or of all, such as
    `name,name` for names alone. Raises ValueError with the number of the first line that has no player, or
    a gap between its players.

    >>> [entry.fields for entry in entries_of("team,id,name\nBlue,p1,Ann,,Bob\n")]
    [{'name': 'Blue', 'players': ({'id': 'p1', 'name': 'Ann'}, {'name': 'Bob'}), 'robots': ()}]
    """
    lines = list(_lines(text.removeprefix("\ufeff")))
    columns = [each.lower() for each in lines[0][1]] if lines else []
    headed = {each for each in columns if each} <= {"team", "id", "name"}
    teams = headed and columns[:1] == ["team"]
    kinds = [each for each in columns[teams:] if each] if headed else []
    return tuple(_entry(line, row, kinds or ["id", "name"], teams=teams) for line, row in lines[headed:])


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Return the lines of CSV with a cell that is not empty, each with its number."""
    first = next((each for each in text.splitlines() if each.strip()), "")
    divider = next((each for each in "\t;," if each in first), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=divider, skipinitialspace=True)
    line = 1
    for row in reader:
        cells = [each.strip() for each in row]
        if any(cells):
            yield line, cells
        line = reader.line_num + 1


def _entry(line: int, row: list[str], kinds: list[str], *, teams: bool) -> ListedEntry:
    people: list[tuple[str, str]] = []
    before = ""
    for place, cell in enumerate(row[teams:]):
        kind = kinds[place % len(kinds)]
        if kind == "name" and before == "id":
            people[-1] = people[-1][0], cell
        else:
            people.append((cell, "") if kind == "id" else ("", cell))
        before = kind
    while people and people[-1] == ("", ""):
        people.pop()
    if not people or ("", "") in people:
        raise ValueError(f"line {line}: expected an id or a name for each player")
    return ListedEntry(
        line,
        row[0] if teams else "",
        tuple(_player(id, name) for id, name in people if not _is_unnamed_robot(id, name)),
        tuple((id or name).removeprefix(ROBOT) for id, name in people if _is_unnamed_robot(id, name)),
    )


def _is_unnamed_robot(id: str, name: str) -> bool:
    return (id or name).startswith(ROBOT) and not (id and name)


def _player(id: str, name: str) -> dict[str, str]:
    if id.startswith(ROBOT):
        return {"name": name, "robot": id.removeprefix(ROBOT)}
    return {"id": id, "name": name} if id else {"name": name}


async def enrol(http: Http, event: str, entries: Sequence[ListedEntry]) -> int:
    """Enter all entries of a file into an event, or none if one cannot enter; return how many are new.

    Entries whose players have entered together already are left out, so the same file may come again.
    """
    before = await shown(http, event)
    after = await ask(http, event, "enrol", {"entries": [each.fields for each in entries]})
    return len(after["entrants"]) - len(before["entrants"])


def ranking_as_csv(ranking: Mapping[str, Any]) -> str:
    """Return a ranking as CSV (RFC 4180); no name can become a formula of a spreadsheet.

    Totals are in points, and percentages in per cent. `carried` is the part of the total that was carried
    over, or that a director has added or taken away. `scores` is the sum of the scores of a team that plays
    alone, of `most` points that it could reach.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    columns = ("list", "place", "entry", "name", "total", "percent", "deals", "carried", "scores", "most")
    writer.writerow(columns)
    for row in ranking["rows"]:
        percent = row.get("percent")
        writer.writerow(
            (
                row["list"] + 1,
                place(row),
                row["entry"],
                without_formula(ranking["names"].get(row["entry"], "")),
                f"{row['total'] / 100:.2f}",
                "" if percent is None else f"{percent / 100:.2f}",
                row.get("deals", 0),
                f"{row.get('carried', 0) / 100:.2f}",
                *("" if row.get(each) is None else row[each] for each in ("scores", "most")),
            )
        )
    return out.getvalue()


def scores(row: Mapping[str, Any]) -> str:
    """Return the sum of the scores of a team that plays alone, and its maximum, such as `45 of 50`."""
    return "" if row.get("most") is None else f"{row['scores']} of {row['most']}"


def place(row: Mapping[str, Any]) -> str:
    """Return the place of an entry as people write it, such as `2=` for a place that others share.

    Returns "–" for an entry that did not finish, which has no place.
    """
    if row.get("out"):
        return "–"
    return f"{row['rank']}=" if row.get("shared") else str(row["rank"])
