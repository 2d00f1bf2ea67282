"""One bridge board in a real browser; the other tests with a browser are run by `make browser`."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from playwright.sync_api import TimeoutError

from tests.browser.conftest import Visit
from tests.browser.site import Site

BOARD_S = 200.0
"""The longest time for the board on a busy machine; it takes 4 s on a quiet one."""


def test_a_player_bids_and_plays_a_board_with_three_robots_by_clicks(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    seats = {"0": "plain", "1": "plain", "3": "plain"}
    table = site.open(
        ann,
        "bridge",
        seats=seats,
        options={"boards": 1},
        policy={"robot_ms": 20, "pause_ms": 60_000},
    )
    page = visit(f"#/table/{table}?seat=2", ann)
    pressed, end_s = 0, time.monotonic() + BOARD_S
    while (result := site.view(table)["pub"]["result"]) is None:
        pressed += press_what_is_legal(page)
        assert time.monotonic() < end_s, "expected the board to end"
    assert pressed > 0
    page.get_by_text("points for").or_(page.get_by_text("assed out")).first.wait_for()
    contract = result["contract"]
    if contract is not None:
        assert page.get_by_text(f"{contract['level']}").count() > 0
    page.get_by_role("link", name="Replay this deal").click()
    page.wait_for_url(f"**/#/replay/{table}.1**")
    page.get_by_role("slider").first.wait_for()


def press_what_is_legal(page: Any) -> int:
    """Press a card that may be played, or else pass; return the number of presses.

    On a busy machine a move may still be on its way when its card is pressed again: page and server let
    only one of the presses count.
    """
    for what in ("button.card", "button[data-call='P']:enabled"):
        button = page.locator(what).first
        if button.count() and button.is_visible():
            with contextlib.suppress(TimeoutError):  # it was another player's turn meanwhile
                # Of a card in a fan, only the corner lies over all others.
                button.click(timeout=2_000, force=True, position={"x": 8, "y": 14})
                page.wait_for_timeout(60)
                return 1
    page.wait_for_timeout(50)
    return 0
