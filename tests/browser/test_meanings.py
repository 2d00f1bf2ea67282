"""The meanings of calls in the browser: before a call for a player with a robot for partner, and after it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.site import Site
from tests.browser.test_bridge import BOARD
from tests.browser.test_screens import violations

ROBOTS = {"0": "sampler", "1": "plain", "3": "plain"}


def test_a_bid_under_the_pointer_says_what_it_would_mean(site: Site, visit: Visit) -> None:
    host = site.guest("Ann")
    table = site.open(host, "bridge", boards=BOARD, seats=ROBOTS)
    page = visit(f"#/table/{table}?seat=2", host)
    page.get_by_role("button", name="Level 1", exact=True).click()
    means = page.locator(".br-means li")
    expect(means).to_have_count(5)
    page.locator(".br-strains button").last.hover()
    expect(means).to_have_count(1)
    expect(means).to_contain_text("15-17 points, balanced")
    assert violations(page) == []


def test_on_a_phone_a_level_says_in_german_what_its_bids_mean(site: Site, visit: Visit) -> None:
    host = site.guest("Ann")
    table = site.open(host, "bridge", boards=BOARD, seats=ROBOTS)
    page = visit(f"#/table/{table}?seat=2", host, phone=True, language="de")
    page.locator(".br-levels button").first.tap()
    expect(page.locator(".br-means li").last).to_contain_text("15-17 Punkte, ausgeglichen")
