"""Events of a club as a script uses them: requests to an event, and its entries as a CSV file."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from bots.errors import Refused
from bots.wire.http import Http, read
from protocol.v1.codes import Code

ROBOT = "robot:"
"""The beginning of the id of a house robot in a file of entries, such as `robot:plain`."""
TEXTS = frozenset({"entrant", "one", "other", "out", "law", "reason", "text", "code", "name", "origin"})
"""The fields of requests whose values are texts, also those that look like numbers."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a text that a spreadsheet would take for a formula."""


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


def fields_of(words: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a request from `key=value` words.

    The values of the fields `TEXTS` are texts. Of the other fields, a value in the form of JSON is read as
    JSON, and every other value as a text. Raises ValueError for a word without `=`.

    >>> fields_of(["round=1", "awards=[6000,4000]", "law=86", "robot=plain"])
    {'round': 1, 'awards': [6000, 4000], 'law': '86', 'robot': 'plain'}
    """
    found: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise ValueError(f"expected key=value, got {word!r}")
        if key in TEXTS:
            found[key] = value
            continue
        try:
            found[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            found[key] = value
    return found


def entries_of(text: str) -> list[dict[str, Any]]:
    r"""Return the requests `enrol` for the entries of a CSV file.

    Each line is one entry: `id,name` for each player, or `robot:plain` as the id of a house robot. A player
    without an id, as in `,Ann`, claims the place with a code, which the event shows its directors. A line may
    begin with the name of a team if the first line is a header with `team` as its first column. Raises
    ValueError with the number of the first faulty line.

    >>> entries_of("team,id,name,id,name\nBlue,p1,Ann,p2,Bob\n")
    [{'name': 'Blue', 'players': [{'id': 'p1', 'name': 'Ann'}, {'id': 'p2', 'name': 'Bob'}], 'robots': []}]
    """
    lines = [(number, row) for number, row in enumerate(csv.reader(io.StringIO(text)), 1) if any(row)]
    teams = bool(lines) and lines[0][1][0].strip().lower() == "team"
    if lines and {each.strip().lower() for each in lines[0][1]} <= {"team", "id", "name"}:
        lines = lines[1:]
    return [_entry(number, [each.strip() for each in row], teams=teams) for number, row in lines]


def _entry(number: int, row: list[str], *, teams: bool) -> dict[str, Any]:
    name = row.pop(0) if teams else ""
    if len(row) % 2:
        row.append("")
    pairs = list(zip(row[::2], row[1::2], strict=True))
    while pairs and pairs[-1] == ("", ""):
        pairs.pop()
    if not pairs or ("", "") in pairs:
        raise ValueError(f"line {number}: expected an id or a name for each player")
    return {
        "name": name,
        "players": [_player(id, name) for id, name in pairs if not id.startswith(ROBOT)],
        "robots": [id.removeprefix(ROBOT) for id, _ in pairs if id.startswith(ROBOT)],
    }


def _player(id: str, name: str) -> dict[str, str]:
    return {"id": id, "name": name} if id else {"name": name}


def ranking_as_csv(ranking: Mapping[str, Any]) -> str:
    """Return a ranking as CSV (RFC 4180); no name can become a formula of a spreadsheet.

    Totals are in points, and percentages in per cent. `carried` is the part of the total that was carried
    over, or that a director has added or taken away.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("list", "place", "entry", "name", "total", "percent", "deals", "carried"))
    for row in ranking["rows"]:
        percent = row.get("percent")
        writer.writerow(
            (
                row["list"] + 1,
                place(row),
                row["entry"],
                _plain(ranking["names"].get(row["entry"], "")),
                f"{row['total'] / 100:.2f}",
                "" if percent is None else f"{percent / 100:.2f}",
                row.get("deals", 0),
                f"{row.get('carried', 0) / 100:.2f}",
            )
        )
    return out.getvalue()


def place(row: Mapping[str, Any]) -> str:
    """Return the place of an entry as people write it, such as `2=` for a place that others share."""
    return f"{row['rank']}=" if row.get("shared") else str(row["rank"])


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
