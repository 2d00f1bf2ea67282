"""On every screen axe finds nothing, in both themes, and a phone shows it without a sideways scroll.

Setting a screen up takes longer than a look at it, so one test has all looks. The second theme changes only
colours, so it is checked by the rules about colours alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.site import ROOT, Site

COLOURS = ("color-contrast", "link-in-text-block")
QUIET_MS = 250
"""A page that changes nothing for so long has shown all that the server has sent to it."""


@cache
def axe() -> str:
    return (ROOT / "bots/browser/node_modules/axe-core/axe.min.js").read_text()


def settle(page: Any, quiet_ms: int = 0) -> None:
    """Wait until nothing moves or fades, and until nothing has changed for some milliseconds."""
    page.evaluate(
        """async (quiet_ms) => {
            const ends = performance.now() + 10_000;
            const moves = () => document.getAnimations().some((each) =>
                each.playState === "running" && each.effect.getComputedTiming().endTime !== Infinity);
            let changed = performance.now();
            const watch = new MutationObserver(() => changed = performance.now());
            const all = { subtree: true, childList: true, attributes: true, characterData: true };
            watch.observe(document, all);
            do await new Promise(requestAnimationFrame);
            while (performance.now() < ends && (moves() || performance.now() - changed < quiet_ms));
            watch.disconnect();
        }""",
        quiet_ms,
    )


def violations(page: Any, *rules: str) -> list[str]:
    """Return what axe finds by these rules, or by all of its rules."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe())
    found = page.evaluate(
        "rules => axe.run({resultTypes: ['violations'], ...(rules.length ? {runOnly: rules} : {})})",
        list(rules),
    )
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def small_targets(page: Any) -> list[str]:
    """Return the buttons, links and fields that a finger cannot press: lower than 44 px, or too narrow."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, .button, summary, nav a")]
            .filter((each) => each.checkVisibility() && !each.disabled && !each.closest(".heard"))
            .filter((each) => !["checkbox", "radio"].includes(each.type))
            .map((each) => [each, each.getBoundingClientRect()])
            .filter(([each, box]) => box.width > 0 && (box.height < 43.5 || box.width < 24))
            .map(([each, box]) => `${each.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""
    )
    return found


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_axe_finds_nothing_and_a_phone_scrolls_only_down_to_targets_that_are_large_enough(
    scene: Scene, site: Site, visit: Visit
) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        at, guest = scene.set_up(stage)
        for phone in (False, True):
            if phone and scene.once:
                at, guest = scene.set_up(stage)
            page = visit(at, guest, phone=phone)
            page.emulate_media(color_scheme="light")
            page.wait_for_selector("main h1, main h2, main [role], main p")
            settle(page, QUIET_MS)
            if scene.step is not None:
                scene.step(page)
            if phone:
                assert page.evaluate("document.documentElement.scrollWidth") <= 390
                assert small_targets(page) == []
            settle(page)
            where = "on a phone" if phone else "at a desk"
            assert violations(page) == [], ("light", where)
            page.emulate_media(color_scheme="dark")
            settle(page)
            assert violations(page, *COLOURS) == [], ("dark", where)
            page.context.close()
