"""The page is small, and a phone shows it without a sideways scroll."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from server.deployment.installed_page import page_folder
from tests.browser.company import Company
from tests.browser.conftest import Visit, missing
from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.site import Site

MOST_KIB = 150


def test_the_whole_page_is_smaller_than_its_budget() -> None:
    if reason := missing():
        pytest.skip(reason)
    files = [path for path in page_folder().rglob("*") if path.suffix in (".html", ".js", ".css", ".svg")]
    assert files
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < MOST_KIB * 1024


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_no_screen_scrolls_sideways_and_all_that_is_pressed_is_large_enough(
    scene: Scene, site: Site, visit: Visit
) -> None:
    with Company(site.address) as company:
        at, guest = scene.set_up(Stage(site, company))
        page = visit(at, guest, phone=True)
        page.wait_for_timeout(800)
        if scene.step is not None:
            scene.step(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert small_targets(page) == []


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
