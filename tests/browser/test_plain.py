"""A game of an installed package, which the page does not know, is opened and played with the plain view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, missing
from tests.browser.site import Site
from tests.high_card.registered import install


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server on which high card is installed."""
    if reason := missing():
        pytest.skip(reason)
    packages = tmp_path_factory.mktemp("packages")
    install(packages)
    server = Site(tmp_path_factory.mktemp("site"), settings={"PYTHONPATH": str(packages)}).start()
    yield server
    server.stop()


def test_a_game_of_a_package_is_opened_and_played_to_its_end(site: Site, visit: Visit) -> None:
    page = visit("#/", site.guest("Ann"))
    page.get_by_role("button", name="Open a table: Bridge").click()
    window = page.get_by_role("dialog")
    window.get_by_role("radio", name="High card").check()
    window.get_by_text("All rules of the game").click()
    window.get_by_label("Deals", exact=True).fill("1")
    window.get_by_text("All other seats free").click()
    window.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="What everybody sees")).to_be_visible()
    other = visit(page.url[page.url.index("#") :], site.guest("Ben"))
    other.get_by_role("button", name="Sit here: Seat 1").click()
    for each in (other, page):
        choices = each.get_by_role("region", name="Your choices")
        expect(choices.get_by_role("button", name="Fold")).to_be_visible()
        assert rows(each, "What you see")["Card"]
        choices.get_by_role("button", name="Bet").click()
    expect(page.get_by_text("This table is closed.")).to_be_visible()
    for each in (page, other):
        expect(each.get_by_role("region", name="What everybody sees")).to_contain_text("Winner")
        shown = rows(each, "What everybody sees")
        assert (shown["Phase"], shown["Deal"]) == ("Over", "1")
        assert "of" in shown["Cards"], "expected both cards, with their names"


def rows(page: Any, title: str) -> dict[str, str]:
    """Return the fields of a part of the plain view, with their texts."""
    texts = page.get_by_role("region", name=title).locator("> dl > div")
    return {
        row.locator("dt").first.text_content(): row.locator("dd").first.text_content() for row in texts.all()
    }
