"""Events for the scenes of the page: opened, entered and scored over HTTP, without a card being played."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from tests.browser.site import Guest, Site

PAIRS = (
    "Nora – Susan",
    "Emil – Walter",
    "Charlotte – Maximilian",
    "Ida – Jo",
    "Ruth – Olaf",
    "Tom – Vera",
)
PATIENCE_S = 30.0
VULNERABLE = ("None", "NS", "EW", "Both", "NS", "EW")
SCORES = (420, 450, -50, 110, 140, -100, 600, -200, 630)
"""The scores of North-South that directors give the tables, one after the other."""


def evening(
    site: Site,
    *,
    rounds_played: int = 0,
    title: str = "Tuesday at the club",
    pairs: Sequence[str] = PAIRS,
) -> tuple[str, Guest]:
    """Open a Mitchell of three rounds with pairs of robots; return the event and its director."""
    dora = site.guest("Dora")
    event = site.open_event(
        dora,
        title,
        rounds=3,
        boards=2,
        board_s=480,
        grace_s=0,
        robot_ms=0,
        break_s=0,
        automatic=False,
        late_until=3,
        winners=1,
    )
    for name in pairs:
        site.asks_event(dora, event, "enrol", name=name, robots=["plain", "plain"])
    for number in range(1, rounds_played + 1):
        begin(site, event, dora)
        score(site, event, dora, number)
    return event, dora


def begin(site: Site, event: str, dora: Guest) -> dict[str, Any]:
    """Draw, publish and begin the next round; return the event after it."""
    for t in ("draw", "publish"):
        site.asks_event(dora, event, t)
    return site.asks_event(dora, event, "start")


def score(site: Site, event: str, dora: Guest, number: int) -> None:
    """End the time of a round at once, and give each table a score on each board."""
    shown = site.asks_event(dora, event, "close")
    ends = time.monotonic() + PATIENCE_S
    while shown["rounds"][number - 1]["stage"] != "scored":
        assert time.monotonic() < ends, f"expected round {number} to end within {PATIENCE_S} s"
        time.sleep(0.1)
        shown = site.event(event, dora)
    for table in shown["rounds"][number - 1]["tables"]:
        for board in (2 * number - 1, 2 * number):
            result = {"score_ns": SCORES[(3 * board + 4 * table["table"]) % len(SCORES)]}
            site.asks_event(
                dora,
                event,
                "adjust",
                round=number,
                table=table["table"],
                board=board,
                result={"board": board, "vulnerable": VULNERABLE[board - 1], "result": result},
            )
