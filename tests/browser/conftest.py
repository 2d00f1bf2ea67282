"""A server with the page, a Chromium, and players in front of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.deployment.installed_page import page_folder
from server.store import binaries
from server.web.page import built_page
from tests.browser.site import Guest, Site

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
LIMIT_S = 300
"""The longest time for a test: a browser on a machine with other work is slow."""


def missing() -> str:
    """Return what is missing on this machine for tests with a browser, "" if nothing is."""
    if chromium() is None:
        return "there is no chromium (on Debian: apt-get install chromium-headless-shell)"
    if not built_page(page_folder()).is_built:
        return "the page is not built; run make page"
    try:
        binaries.binary()
    except binaries.NoRedis as error:
        return str(error)
    return ""


def chromium() -> str | None:
    """Return the path of a Chromium, None if there is none.

    The same engine without the windows of a browser needs half the processor time (18.6 s in place of 38.4 s
    for 16 screens, measured).
    """
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="package")
def chrome() -> Iterator[Any]:
    """A running Chromium. It ends with the last test of this folder: no asyncio test can run beside it."""
    if reason := missing():
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server that serves the page, one for each file of tests, so that its lobby stays short."""
    if reason := missing():
        pytest.skip(reason)
    server = Site(tmp_path_factory.mktemp("site")).start()
    yield server
    server.stop()


Visit = Callable[..., Any]


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def visit(chrome: Any, site: Site, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open the page in a browser of its own: `visit("#/table/x", guest, phone=True)` returns the page.

    The test fails if the page has written an error to the console. A failed test tells what its pages show.
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def visit(
        at: str = "#/",
        guest: Guest | None = None,
        *,
        phone: bool = False,
        address: str | None = None,
        **preferences: Any,
    ) -> Any:
        size = PHONE if phone else DESK
        context = chrome.new_context(
            viewport=size,
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            locale="en-GB",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        kept = {"kibitz.preferences": json.dumps(preferences)} if preferences else {}
        if guest is not None:
            kept["kibitz.guest"] = json.dumps({"id": guest.id, "name": guest.name, "token": guest.token})
        if kept:
            context.add_init_script(
                f"for (const [k, v] of Object.entries({json.dumps(kept)}))"
                " if (localStorage.getItem(k) === null) localStorage.setItem(k, v);"
            )
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and _note(faults, message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address or site.address}/{at}")
        return page

    yield visit
    for context in contexts:
        if request.node.stash.get(FAILED, False):
            for page in context.pages:
                print(_shown(page))
        context.close()
    assert not faults, faults


def _shown(page: Any) -> str:
    """Return the address and the text of a page."""
    from playwright.sync_api import Error

    try:
        return f"The page at {page.url} shows:\n{page.locator('body').inner_text(timeout=5_000)}\n"
    except Error as error:
        return f"The page at {page.url} does not answer: {error}\n"


def _note(faults: list[str], text: str) -> None:
    # The browser itself reports each failed attempt to connect while the network is cut.
    if (
        "WebSocket connection" not in text
        and "ERR_CONNECTION" not in text
        and "Failed to load resource" not in text
    ):
        faults.append(text)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.timeout(LIMIT_S))
        if item.path.name not in ("test_smoke.py", "test_size.py"):
            item.add_marker(pytest.mark.browser)
