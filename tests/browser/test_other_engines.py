"""A deal of each game in Firefox and in WebKit, the engine of Safari: the other tests use Chromium."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.browser.engines import Engine, firefox, missing_for_firefox, missing_for_webkit, webkit
from tests.browser.site import Site

Start = Callable[[], AbstractContextManager[Engine]]

ENGINES = [
    pytest.param(start, id=name, marks=pytest.mark.skipif(bool(reason := missing()), reason=reason))
    for name, start, missing in (
        ("firefox", firefox, missing_for_firefox),
        ("webkit", webkit, missing_for_webkit),
    )
]
MOVES = {
    "bridge": ("button.card", "button[data-call='P']:enabled"),
    "spades": (
        ".sp-sure [data-act=sure]",
        ".sp-blind [data-act=look]",
        ".sp-bidding [data-bid='3']",
        ".sp-bottom .hand button.card",
    ),
    "hanabi": (".hanabi-give:enabled", ".hanabi-clue", ".hanabi-panel .hanabi-row button"),
}
"""The buttons of a move by game, the most urgent first."""
OPTIONS: dict[str, dict[str, Any]] = {"bridge": {"boards": 8}, "spades": {}, "hanabi": {"players": 2}}
SEEN: dict[str, Callable[[Any], bool]] = {
    "bridge": lambda pub: len(pub["plays"]) >= 24,
    "spades": lambda pub: len(pub["plays"]) >= 24,
    "hanabi": lambda pub: pub["turns"] >= 6,
}
"""The end of a test: six tricks, or three turns of each player."""
LIMIT_S = 120


@pytest.mark.parametrize("game", list(MOVES))
@pytest.mark.parametrize("start", ENGINES)
def test_a_player_makes_moves_in_every_game(site: Site, start: Start, game: str) -> None:
    ann = site.guest("Ann")
    seats = {str(seat): "plain" for seat in range(2 if game == "hanabi" else 4) if seat != 1}
    table = site.open(
        ann, game, seats=seats, options=OPTIONS[game], policy={"robot_ms": 20, "pause_ms": 1_000}
    )
    with start() as engine:
        engine.open(site.address)
        kept = json.dumps({"id": ann.id, "name": ann.name, "token": ann.token})
        engine.run(f"localStorage.setItem('kibitz.guest', {json.dumps(kept)}), 1")
        # An address that differs only behind the # would not load the page again.
        engine.open("about:blank")
        engine.open(f"{site.address}/#/table/{table}?seat=1")
        engine.run("window.faults = [], addEventListener('error', (fault) => faults.push(fault.message)), 1")
        until = time.monotonic() + LIMIT_S
        while not SEEN[game](pub := site.view(table)["pub"]):
            assert time.monotonic() < until, f"expected more moves than {pub}"
            pressed = any(engine.press(button) for button in MOVES[game])
            time.sleep(0.05 if pressed else 0.2)
        assert engine.run("faults.join()") == ""
