"""The screens of events fit a desk, a phone held either way, and a page at 200 %, in the longest language.

`test_screens` looks at the same scenes by the rules of axe, and at the sizes of what a finger presses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.company import Company
from tests.browser.conftest import PATIENCE_MS
from tests.browser.evenings import evening
from tests.browser.scenes import SCENES, Address, Scene, Stage, open_details
from tests.browser.screenshots import SIZES, kept
from tests.browser.site import Site
from tests.browser.test_screens import QUIET_MS, settle

LOOKS = ("desk", "phone", "side", "zoom")
LONG = "Wolfeschlegelsteinhausenbergerdorff – Featherstonehaugh"
PAIRS = (LONG, *(f"Hohenzollern-Sigmaringen – Quastenberg-Lindenau {number}" for number in range(1, 6)))
CUT_OFF = """() => {
    const page = document.documentElement, wide = page.clientWidth, said = [];
    const tell = (what, each) => said.push(`${what}: ${each.outerHTML.slice(0, 90)}`);
    if (page.scrollWidth > wide) said.push(`the page is ${page.scrollWidth} wide`);
    for (const each of document.querySelectorAll("main *, dialog *, .events-bar *, .people-tabs *")) {
        if (each.closest(".heard, .game, [aria-hidden=true]") || !each.checkVisibility()) continue;
        const style = getComputedStyle(each), box = each.getBoundingClientRect();
        if (style.clipPath !== "none" || ["INPUT", "SELECT"].includes(each.tagName)) continue;
        if (box.right > wide + 1 || box.left < -1) tell("beyond the edge", each);
        if (style.overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1) tell("cut", each);
    }
    return said;
}"""
"""Finds what lies beyond the edge of the window or is wider than its box, except on the felt of a table."""

Show = Callable[[str, Address], Any]


@pytest.fixture
def show(chrome: Any, site: Site) -> Iterator[Show]:
    """Open an address in a window of some size, in German: `show("phone", address)` returns the page."""
    contexts: list[Any] = []

    def show(size: str, address: Address) -> Any:
        at, guest = address
        context = chrome.new_context(**SIZES[size], locale="de")
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(kept(guest))
        page = context.new_page()
        page.goto(f"{site.address}/{at}")
        page.wait_for_selector("main h1, main h2, main [role]")
        settle(page, QUIET_MS)
        return page

    yield show
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    "scene", [each for each in SCENES if each.name.startswith("event-")], ids=lambda scene: scene.name
)
def test_a_screen_of_an_event_shows_everything_within_the_window(
    scene: Scene, site: Site, show: Show
) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        at = scene.set_up(stage)
        for size in LOOKS:
            if scene.once and size != LOOKS[0]:
                at = scene.set_up(stage)
            page = show(size, at)
            if scene.step is not None:
                scene.step(page)
                settle(page, QUIET_MS)
            assert page.evaluate(CUT_OFF) == [], size
            page.context.close()


def test_long_names_of_pairs_and_of_the_event_are_broken_and_not_cut(site: Site, show: Show) -> None:
    event, dora = evening(
        site, rounds_played=1, title="Donnerstagsbridgerundengemeinschaftsabend", pairs=PAIRS
    )
    for size in LOOKS:
        for part in ("direct", "ranking", "boards", "rounds", "entries"):
            page = show(size, (f"#/event/{event}/{part}", dora))
            open_details(page)
            settle(page, QUIET_MS)
            assert page.evaluate(CUT_OFF) == [], (size, part)
            page.context.close()
