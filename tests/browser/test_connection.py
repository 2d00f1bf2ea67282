"""A page that loses its connection: the person sees it, and the table is right again afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.proxy import Network
from tests.browser.site import Guest, Site

LIGHT = "header .light"
HAND = "[data-seat='2'] .card"


@pytest.fixture
def network(site: Site) -> Iterator[Network]:
    """A network between the browser and the server that can be cut."""
    with Network(site.port) as between:
        yield between


def bridge_table(site: Site, host: Guest, **policy: Any) -> str:
    """Open a bridge table with robots that play quickly in all seats but South."""
    robots = {"0": "plain", "1": "plain", "3": "plain"}
    return site.open(host, "bridge", seats=robots, policy={"robot_ms": 100, "pause_ms": 600_000, **policy})


def status(page: Any, wanted: str) -> None:
    page.wait_for_selector(f"{LIGHT}[data-status='{wanted}']", state="attached")


def test_a_cut_network_is_visible_at_once_and_the_page_comes_back_by_itself(
    site: Site, network: Network, visit: Visit
) -> None:
    ann = site.guest("Ann")
    page = visit(f"#/table/{bridge_table(site, ann)}?seat=2", ann, address=network.address)
    page.wait_for_selector(HAND)
    cards = page.locator(HAND).count()
    network.cut()
    status(page, "lost")
    assert page.get_by_role("alert").is_visible()
    assert page.locator(HAND).count() == cards, "expected the table to stay in sight"
    network.mend()
    status(page, "open")
    assert page.get_by_role("alert").count() == 0
    page.get_by_role("log").get_by_text("Connected again").wait_for(state="attached")


def test_a_network_that_only_falls_silent_is_noticed(site: Site, network: Network, visit: Visit) -> None:
    page = visit("#/", site.guest("Ann"), address=network.address)
    status(page, "open")
    network.silence()
    status(page, "lost")
    network.mend()
    status(page, "open")


def test_a_device_without_a_network_is_told_at_once_and_comes_back_with_it(site: Site, visit: Visit) -> None:
    page = visit("#/", site.guest("Ann"))
    status(page, "open")
    page.context.set_offline(True)
    page.wait_for_selector(f"{LIGHT}[data-status='lost']", state="attached", timeout=1_000)
    assert page.get_by_role("alert").is_visible()
    page.context.set_offline(False)
    status(page, "open")


def test_a_call_that_was_on_its_way_when_the_network_broke_is_made_once(
    site: Site, network: Network, visit: Visit
) -> None:
    ann = site.guest("Ann")
    table = bridge_table(site, ann)
    page = visit(f"#/table/{table}?seat=2", ann, address=network.address, oneTapBids=True)
    page.wait_for_selector("[data-call='P']:enabled")
    before = len(site.view(table)["pub"]["calls"])
    network.silence()
    page.locator("[data-call='P']").click()
    network.cut()
    network.mend()
    status(page, "open")
    calls = wait_for_calls(site, table, before + 1)
    assert calls[str(before)] == "P"


def wait_for_calls(site: Site, table: str, number: int) -> Any:
    """Return the calls once there are so many; the robots go on meanwhile."""
    import time

    end = time.monotonic() + 15
    while time.monotonic() < end:
        calls = site.view(table)["pub"]["calls"]
        if len(calls) >= number:
            return calls
        time.sleep(0.05)
    raise AssertionError(f"expected {number} calls, got {calls}")


def test_after_kill_9_the_page_is_at_the_same_table_with_the_same_cards(
    tmp_path: Path, chrome: Any, visit: Visit
) -> None:
    own = Site(tmp_path / "own").start()
    try:
        ann = own.guest("Ann")
        page = visit(f"#/table/{bridge_table(own, ann)}?seat=2", ann, address=own.address)
        page.wait_for_selector(HAND)
        cards = hand(page)
        own.kill()
        status(page, "lost")
        own.start()
        status(page, "open")
        page.wait_for_selector(HAND)
        assert hand(page) == cards
    finally:
        own.stop()


def hand(page: Any) -> list[str]:
    return [each.get_attribute("data-card") for each in page.locator(HAND).all()]


def test_a_token_that_the_server_does_not_know_makes_the_page_a_watcher(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    table = bridge_table(site, ann)
    page = visit(f"#/table/{table}", Guest(id=ann.id, name=ann.name, token="forgotten"))
    status(page, "open")
    page.wait_for_selector("[data-seat='0']")
    assert page.evaluate("localStorage.getItem('kibitz.guest')") is None


def test_a_second_tab_is_told_of_the_first(site: Site, visit: Visit) -> None:
    page = visit("#/", site.guest("Ann"))
    assert page.get_by_text("another tab").count() == 0
    second = page.context.new_page()
    second.goto(f"{site.address}/#/")
    for each in (page, second):
        each.get_by_text("another tab").wait_for()
    second.get_by_role("button", name="OK").press("Enter")
    second.get_by_text("another tab").wait_for(state="detached")
    second.wait_for_function("document.activeElement !== document.body")
    second.close()
    page.get_by_text("another tab").wait_for(state="detached")


def test_a_table_that_does_not_exist_says_so(site: Site, visit: Visit) -> None:
    page = visit("#/table/nowhere", site.guest("Ann"))
    page.get_by_text("There is no such table").wait_for()
    page.get_by_role("link", name="To the lobby").click()
    page.wait_for_url(re.compile("#/$"))
