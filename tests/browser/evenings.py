"""Events for the scenes and the tests of the page: opened, entered and played over HTTP."""

from __future__ import annotations

import threading
import time

import httpx

from tests.browser.site import Guest, Site

PAIRS = (
    "Nora – Susan",
    "Emil – Walter",
    "Charlotte – Maximilian",
    "Ida – Jo",
    "Ruth – Olaf",
    "Tom – Vera",
)
PATIENCE_S = 120.0


def evening(site: Site, *, rounds_played: int = 0) -> tuple[str, Guest]:
    """Open a Mitchell of three rounds with six pairs of robots; return the event and its director."""
    dora = site.guest("Dora")
    event = site.open_event(
        dora,
        "Tuesday at the club",
        rounds=3,
        boards=2,
        break_s=0,
        pause_s=0,
        robot_ms=0,
        automatic=False,
        late_until=3,
        board_s=480,
        winners=1,
    )
    for name in PAIRS:
        site.asks_event(dora, event, "enrol", name=name, robots=["plain", "plain"])
    for number in range(1, rounds_played + 1):
        begin(site, event, dora)
        let_robots_play(site, event, dora, number)
    return event, dora


def begin(site: Site, event: str, dora: Guest) -> None:
    """Draw, publish and begin the next round."""
    for t in ("draw", "publish", "start"):
        site.asks_event(dora, event, t)


def let_robots_play(site: Site, event: str, dora: Guest, number: int) -> None:
    """Watch the tables of a round until it is over: robots play while a person watches."""
    watched: set[str] = set()
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        shown = site.event(event, dora)["rounds"][number - 1]
        if shown["stage"] == "scored":
            return
        for table in {each["id"] for each in shown["tables"] if each.get("id")} - watched:
            watched.add(table)
            threading.Thread(target=_watch, args=(site, table, dora), daemon=True).start()
        time.sleep(0.2)
    raise AssertionError(f"expected round {number} to be played within {PATIENCE_S} s")


def _watch(site: Site, table: str, dora: Guest) -> None:
    at = f"{site.address}/v1/tables/{table}/stream"
    with httpx.stream("GET", at, headers=dora.header, timeout=PATIENCE_S) as lines:
        for _ in lines.iter_lines():
            pass
