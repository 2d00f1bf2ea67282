"""The page in a real browser: the time until a table is drawn, long tasks, and the way back after a cut."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

from tests.browser import conftest
from tests.browser.proxy import Network
from tests.browser.site import Guest, Site
from tests.browser.test_smoke import press_what_is_legal

LOADS, CUTS, CUT_MS = 5, 5, 2_000
SLOWER = 4
"""How many times slower the processor is for the long tasks of a small device."""
BOARD = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:5432.5432.543.32 AKQ.AKQ.AKQ.AKQJ 987.987.9876.987 JT6.JT6.JT2.T654"]
"""
"""A deal that East and West play, so that South never is dummy."""
MOST_PRESSES = 120
"""The number of presses after which a board that does not end is measured as it is."""
HAND = "[data-seat='2'] .card"
SINCE_START = f"""() => {{
    const drawn = () => document.querySelectorAll("{HAND}").length >= 13;
    return new Promise((resolve) => {{
        const look = () => drawn()
            ? requestAnimationFrame(() => resolve(performance.now()))
            : setTimeout(look, 4);
        look();
    }});
}}"""
"""Resolves in the frame after the hand is there, with the milliseconds since the navigation began."""
WATCH_TASKS = """
    window.longTasks = [];
    const note = (seen) =>
        window.longTasks.push(...seen.getEntries().map((task) => [task.startTime, task.duration]));
    new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
"""
"""Notes the beginning and the length of every task over 50 ms, by the browser's own count."""
WATCH_CLICKS = """
    window.clicks = [];
    addEventListener("click", (event) => {
        const name = event.target.closest("button[data-card]")?.dataset.card;
        const look = () => {
            const ms = performance.now() - event.timeStamp;
            if (document.querySelector(`.br-played [data-card="${name}"]`)) window.clicks.push(ms);
            else if (ms < 2000) requestAnimationFrame(look);
        };
        if (name) requestAnimationFrame(look);
    }, true);
"""
"""Notes the milliseconds from each click on a card to the frame in which the card lies on the table."""
WAIT_UNTIL_BACK = """(moment) => new Promise((resolve) => {
    const look = () => document.querySelector("header .light[data-status='open']")
        ? resolve(performance.now() - moment)
        : setTimeout(look, 4);
    look();
})"""


class Drawn(Struct):
    """What a player with a browser waits for, in milliseconds; the medians of some runs.

    `first_ms` is the time from the navigation until a hand is drawn, in a browser that has never been
    here, `again_ms` in one that has kept the files. `click_ms` is the time from a click until the card
    is on the table. `long_tasks_ms` are the tasks over 50 ms while a whole board is played,
    `slow_tasks_ms` those after the first drawing with a processor that is four times slower. `back_ms`
    is the time from the return of a cut network until the table is right again.
    """

    first_ms: float
    again_ms: float
    click_ms: float
    long_tasks_ms: list[float]
    slow_tasks_ms: list[float]
    back_ms: float
    worst_back_ms: float


def measure() -> Drawn:
    """Load and play a bridge table in Chromium, which must be installed, as the page must be built."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder)).start()
        try:
            chrome = playwright.chromium.launch(
                executable_path=conftest.chromium(), args=["--no-sandbox", "--disable-background-networking"]
            )
            loads = [_load(chrome, site) for _ in range(LOADS)]
            tasks, clicks = _play(chrome, site)
            slow, _ = _play(chrome, site, slower=SLOWER)
            backs = _come_back(chrome, site)
            chrome.close()
        finally:
            site.stop()
    return Drawn(
        first_ms=median(first for first, _ in loads),
        again_ms=median(again for _, again in loads),
        click_ms=median(clicks),
        long_tasks_ms=tasks,
        slow_tasks_ms=slow,
        back_ms=median(backs),
        worst_back_ms=max(backs),
    )


def _table(site: Site, host: Guest, **policy: Any) -> str:
    robots = {"0": "plain", "1": "plain", "3": "plain"}
    return site.open(host, "bridge", seats=robots, boards=BOARD, policy={"robot_ms": 50, **policy})


def _visit(chrome: Any, guest: Guest, address: str) -> Any:
    """Return a page of a browser of its own that is about to sit down as South."""
    context = chrome.new_context(viewport=conftest.DESK)
    context.set_default_timeout(conftest.PATIENCE_MS)
    kept = f'{{"id": "{guest.id}", "name": "{guest.name}", "token": "{guest.token}"}}'
    context.add_init_script(f"localStorage.setItem('kibitz.guest', '{kept}');" + WATCH_TASKS + WATCH_CLICKS)
    page = context.new_page()
    page.goto(address, wait_until="commit")
    return page


def _load(chrome: Any, site: Site) -> tuple[float, float]:
    """Return the time until the table is drawn: the first time, and once the browser knows the files."""
    ann = site.guest("Ann")
    page = _visit(chrome, ann, f"{site.address}/#/table/{_table(site, ann)}?seat=2")
    first = float(page.evaluate(SINCE_START))
    page.reload(wait_until="commit")
    again = float(page.evaluate(SINCE_START))
    page.context.close()
    return first, again


def _play(chrome: Any, site: Site, slower: int = 1) -> tuple[list[float], list[float]]:
    """Return the long tasks while a board is played to its end, and the times from a click to the card.

    With a slower processor, tasks before the end of the first drawing do not count.
    """
    ann = site.guest("Ann")
    table = _table(site, ann, pause_ms=60_000)
    page = _visit(chrome, ann, f"{site.address}/#/table/{table}?seat=2")
    since = 0.0
    if slower > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        since = float(page.evaluate(SINCE_START))
    presses = 0
    while site.view(table)["pub"]["result"] is None and presses < MOST_PRESSES:
        presses += press_what_is_legal(page)
    page.wait_for_timeout(500)
    tasks: list[list[float]] = page.evaluate("window.longTasks")
    clicks: list[float] = page.evaluate("window.clicks")
    page.context.close()
    return [length for start, length in tasks if start >= since], clicks


def _come_back(chrome: Any, site: Site) -> list[float]:
    """Return the times from the return of a network, which was cut, until the page is connected again."""
    ann = site.guest("Ann")
    with Network(site.port) as network:
        page = _visit(chrome, ann, f"{network.address}/#/table/{_table(site, ann)}?seat=2")
        page.evaluate(SINCE_START)
        times = []
        for _ in range(CUTS):
            network.cut()
            page.wait_for_selector("header .light[data-status='lost']", state="attached")
            page.wait_for_timeout(CUT_MS)
            moment = page.evaluate("performance.now()")
            network.mend()
            times.append(float(page.evaluate(WAIT_UNTIL_BACK, moment)))
        page.context.close()
    return times
