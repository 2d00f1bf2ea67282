"""Parts of the page: they come when they are needed, and again after a failure or a new release."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.site import HTTP, Site

TABLES = {"bridge": ".br-page", "spades": ".sp-table", "hanabi": ".hanabi"}
FAILS = "This part of the page could not be loaded"


def files_of(site: Site, part: str) -> list[str]:
    """Return the files of a part, as `index.html` names them."""
    html = HTTP.get(site.address).text
    found = re.search(r'id="parts">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    files: list[str] = json.loads(found[1])[part]
    return files


def requested(page: Any) -> list[str]:
    """Return the paths of all files that the page asks for from now on; the list grows."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url.split("/", 3)[3]))
    return paths


def opened(site: Site, game: str) -> tuple[str, Any]:
    ann = site.guest("Ann")
    return f"#/table/{site.open(ann, game, seats={'1': 'plain'})}", ann


@pytest.mark.parametrize("game", TABLES)
def test_a_table_loads_its_own_game_and_no_other(site: Site, visit: Visit, game: str) -> None:
    at, ann = opened(site, game)
    page = visit("#/replay", ann)
    paths = requested(page)
    page.goto(f"{site.address}/{at}")
    page.reload()
    page.wait_for_selector(TABLES[game])
    for each in TABLES:
        files = set(files_of(site, f"{each}/part.ts"))
        assert (files <= set(paths)) == (each == game), (each, paths)
    assert not set(files_of(site, "lobby/part.ts")) & set(paths)
    assert not set(files_of(site, "i18n/de/index.ts")) <= set(paths)


def test_a_part_that_cannot_be_loaded_is_told_and_comes_once_the_server_answers(
    site: Site, visit: Visit
) -> None:
    at, ann = opened(site, "spades")
    page = visit("#/replay", ann)
    page.wait_for_selector(".replay-open")
    page.evaluate("window.same = true")
    for away in (f"{site.address}/", *(f"**/{file}" for file in files_of(site, "spades/part.ts"))):
        page.route(away, lambda route: route.abort())
    page.goto(f"{site.address}/{at}")
    expect(page.get_by_role("alert").filter(has_text=FAILS)).to_be_visible()
    expect(page.locator(".people-seats li").first).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Try now").click(no_wait_after=True)
    page.wait_for_selector(TABLES["spades"])
    expect(page.get_by_role("alert").filter(has_text=FAILS)).to_have_count(0)
    assert page.evaluate("window.same"), "expected the page to go on without being loaded anew"


def test_the_words_of_the_page_are_awaited_with_an_own_sentence(site: Site, visit: Visit) -> None:
    page = visit("#/replay")
    (file, *_) = files_of(site, "i18n/en/index.ts")
    page.route(f"**/{file}", lambda route: route.abort())
    page.reload()
    page.get_by_text(FAILS).wait_for()
    page.unroute(f"**/{file}")
    page.wait_for_selector(".replay-open")


def test_a_page_whose_program_does_not_come_offers_to_load_it_again(site: Site, visit: Visit) -> None:
    page = visit("#/replay")
    page.route("**/files/*.js", lambda route: route.abort())
    page.reload()
    page.get_by_text("Loading…").wait_for()
    page.unroute("**/files/*.js")
    page.get_by_role("link", name="Load the page again").click()
    page.wait_for_selector(".lobby")


def test_a_page_of_an_older_release_loads_itself_anew_at_the_same_address(site: Site, visit: Visit) -> None:
    at, ann = opened(site, "spades")
    page = visit("#/replay", ann)
    page.wait_for_selector(".replay-open")
    page.evaluate("window.old = true")
    loads = released(site, page)
    page.goto(f"{site.address}/{at}")
    page.wait_for_selector(TABLES["spades"])
    assert page.evaluate("window.old") is None
    assert page.url.endswith(at)
    assert loads == ["asked", "loaded"]


def released(site: Site, page: Any) -> list[str]:
    """Let the server have another release: the files of Spades are away until the page is loaded anew.

    The returned list tells in which order the page asks for the release and loads itself.
    """
    seen: list[str] = []

    def index(route: Any) -> None:
        loads = route.request.is_navigation_request()
        seen.append("loaded" if loads else "asked")
        if loads:
            route.continue_()
        else:
            other = route.fetch().text().replace("spades/part.ts", "spades/later.ts")
            route.fulfill(status=200, content_type="text/html", body=other)

    def file(route: Any) -> None:
        if "loaded" in seen:
            route.continue_()
        else:
            route.fulfill(status=404, body="The page has no such file; load it again.")

    page.route(f"{site.address}/", index)
    for each in files_of(site, "spades/part.ts"):
        page.route(f"**/{each}", file)
    return seen


def test_a_page_that_stays_broken_does_not_load_itself_again_and_again(site: Site, visit: Visit) -> None:
    at, ann = opened(site, "spades")
    page = visit("#/replay", ann)
    page.wait_for_selector(".replay-open")
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    for each in files_of(site, "spades/part.ts"):
        page.route(f"**/{each}", lambda route: route.fulfill(status=404, body="none"))
    page.goto(f"{site.address}/{at}")
    for _ in range(100):
        if loads:
            break
        page.wait_for_timeout(100)
    for _ in range(3):
        page.get_by_role("button", name="Try now").click()
        page.wait_for_timeout(300)
    expect(page.get_by_role("alert").filter(has_text=FAILS)).to_be_visible()
    assert len(loads) == 1, loads


def test_a_row_of_the_lobby_brings_its_game_before_it_is_pressed(site: Site, visit: Visit) -> None:
    host = site.guest("Host")
    table = site.open(host, "hanabi", name="Six suits", seats={"1": "plain"})
    page = visit("#/replay", site.guest("Ann"))
    page.add_init_script("window.requestIdleCallback = () => 0")
    page.goto(f"{site.address}/#/")
    page.reload()
    paths = requested(page)
    row = page.locator(f"[data-table='{table}']")
    row.wait_for()
    wanted = set(files_of(site, "hanabi/part.ts") + files_of(site, "shell/TablePage.tsx"))
    assert not wanted & set(paths)
    row.hover()
    page.wait_for_timeout(300)
    assert wanted <= set(paths)
    assert not set(files_of(site, "spades/part.ts")) & set(paths)


def test_the_idle_lobby_brings_all_games(site: Site, visit: Visit) -> None:
    page = visit("#/replay", site.guest("Ann"))
    paths = requested(page)
    page.goto(f"{site.address}/#/")
    wanted = {file for game in TABLES for file in files_of(site, f"{game}/part.ts")}
    page.wait_for_selector(".lobby-none, .lobby-rows")
    for _ in range(100):
        if wanted <= set(paths):
            break
        page.wait_for_timeout(100)
    assert wanted <= set(paths)
