"""An event as lines of text: its entries, its newest round, and what waits for its directors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from protocol.words import with_count
from server.text import clean

Shown = Mapping[str, Any]


def titles_of(shown: Shown) -> dict[str, str]:
    """Return the number and the title of each entry by its id, as `2 Ann – Bob`."""
    return {each["id"]: f"{each['id']} {clean(each['title'])}" for each in shown["entrants"]}


def lines_of(shown: Shown) -> Iterator[str]:
    """Yield the lines about an event as the server shows it to the caller; directors see more than others."""
    version = "" if shown["version"] is None else f", version {shown['version']}"
    stops = ", clock stopped" if shown["held"] else ""
    yield f"{clean(shown['name'])}: {shown['game']}, {shown['stage']}{stops}{version}"
    directs = bool(shown["mine"].get("director"))
    for each in shown["entrants"]:
        yield from _entry(each, shown, directs=directs)
    for each in shown["rounds"][-1:]:
        yield from _round(each, shown)
    yield from _absent(shown)
    titles = titles_of(shown)
    for call in shown["calls"]:
        if not call["done"]:
            yield _call(call, shown, titles)
    for told in shown["announcements"]:
        at = told.get("table")
        to = f" to table {at}" if at is not None else ""
        several = told.get("tables")
        to = f" to tables {', '.join(map(str, several))}" if several else to
        to = f" to {titles.get(told['entrant'], told['entrant'])}" if told.get("entrant") else to
        yield f"announced {_time(shown['now_ms'] - told['at_ms'])} ago{to}: {clean(told['text'])}"


def _entry(entry: Shown, shown: Shown, *, directs: bool) -> Iterator[str]:
    yield f"  {entry['id']:>3}  {clean(entry['title'])}  ({_state(entry, shown)})"
    for place, player in enumerate(entry["players"], 1):
        name = clean(player["name"])
        if player.get("code"):
            yield f"       {name} claims this place with the code {player['code']}"
        elif directs:
            yield f"       {place} {name}: {_known_as(player)}"


def _absent(shown: Shown) -> Iterator[str]:
    """Yield the players that are absent from their tables, and those that offer to play for them."""
    players = {
        each.get("id"): clean(each["name"]) for entry in shown["entrants"] for each in entry["players"]
    }
    for id in shown.get("away", ()):
        yield f"absent from the table: {players.get(id, id)}"
    for each in shown.get("pool", ()):
        yield f"offers to play as a substitute: {clean(each['name'])} ({each['id']})"
    if shown["mine"].get("offers"):
        yield "you offer to play as a substitute"


def _known_as(player: Shown) -> str:
    return f"robot {player['robot']}" if player.get("robot") else player.get("id", "")


def _state(entry: Shown, shown: Shown) -> str:
    if entry.get("no_show"):
        return "has not come; plays again after check_in"
    if entry.get("gone"):
        return str(entry["gone"])
    if entry.get("wants_partner"):
        return "wants a partner"
    if entry.get("ready"):
        return "ready"
    names = [clean(each["name"]) for each in entry["players"] if not each.get("accepted", True)]
    if names:
        return f"{', '.join(names)}: has yet to accept"
    absent = [clean(each["name"]) for each in entry["players"] if not each.get("present")]
    return f"not checked in: {', '.join(absent)}" if absent else "not ready"


def _round(round: Shown, shown: Shown) -> Iterator[str]:
    titles = titles_of(shown)
    missing = "robots" if shown["conditions"].get("robot") else "–"
    starts = _until(round.get("starts_ms"), shown, "begins")
    yield f"Round {round['round']}: {round['stage']}{starts}"
    waits = round["stage"] in ("drawn", "published")
    for table in round["tables"]:
        sides = " v ".join(missing if each is None else titles[each] for each in table["sides"])
        state = "" if waits else f"  ({_table(table, shown)})"
        yield f"  table {table['table']}: {sides}{state}  {table.get('id') or ''}".rstrip()
    for each in round.get("sits_out", ()):
        yield f"  sits out: {titles[each]}"
    for remark in round.get("remarks", ()):
        of = ", ".join(titles.get(each, each) for each in remark.get("entries", ()))
        yield f"  remark: {remark['code'].replace('_', ' ')} {of}".rstrip()


def _table(table: Shown, shown: Shown) -> str:
    if table.get("absent"):
        return f"not played: {' and '.join(table['absent'])} did not come"
    done = with_count(table.get("done", 0), "board") + " done"
    if table.get("over"):
        return f"{done}, finished"
    stands = ", clock stopped" if table.get("held") else _until(table.get("ends_ms"), shown, "ends")
    return f"{done}, {table.get('late', 0)} to finish{stands}"


def _until(at_ms: int | None, shown: Shown, what: str) -> str:
    if at_ms is None or shown["held"]:
        return ""
    left = at_ms - shown["now_ms"]
    return f", {what} in {_time(left)}" if left > 0 else ", time is over"


def _call(call: Shown, shown: Shown, titles: Mapping[str, str]) -> str:
    text = f": {clean(call['text'])}" if call["text"] else ""
    at = f", table {call['table']}" if call.get("table") else ""
    takers = {each.get("id"): clean(each["name"]) for each in shown["directors"]}
    taker = takers.get(call["taken_by"], call["taken_by"])
    taken = f", taken by {taker}" if taker else ""
    of = titles.get(call["entrant"]) or call.get("dispute") or "a player"
    age = _time(shown["now_ms"] - call["at_ms"])
    return f"call {call['number']} of {of}{at}{taken}, {age} ago{text}"


def _time(ms: int) -> str:
    minutes, seconds = divmod(max(0, ms) // 1_000, 60)
    return f"{minutes}:{seconds:02}"
