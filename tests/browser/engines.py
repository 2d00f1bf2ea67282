"""Firefox and WebKit, the engine of Safari, with the few commands that a player of a board needs.

Playwright drives only builds of these engines that it has patched, and Debian does not have them. Firefox
itself speaks WebDriver BiDi (W3C), and WebKitGTK has a driver that speaks WebDriver (W3C).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.ports import free_port

WIDTH, HEIGHT = 1280, 800
START_S = 60
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which WebDriver tells an element (W3C WebDriver, 12)."""
PLACE = """(() => {
  const found = document.querySelector(%s);
  found?.scrollIntoView({ block: "nearest" });
  const box = found?.getBoundingClientRect();
  if (!box || box.width === 0) return "";
  const x = box.x + Math.min(box.width / 2, 12), y = box.y + box.height / 2;
  const top = document.elementFromPoint(x, y);
  return found.contains(top) || top?.contains(found) ? `${Math.round(x)} ${Math.round(y)}` : "";
})()"""


VANISHED = frozenset(
    ("element click intercepted", "element not interactable", "no such element", "stale element reference")
)
"""The errors of WebDriver for an element that the page has drawn anew meanwhile (W3C WebDriver, 6.6)."""


class Vanished(Exception):
    """The error for an element that is no longer where it was found."""


class Engine(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None:
        """Load an address."""

    def run(self, script: str) -> Any:
        """Return the value of an expression of JavaScript: a text, a number, True, False or None."""

    def press(self, selector: str) -> bool:
        """Press the first element of a selector with the mouse; return False if it cannot be seen."""


class Firefox:
    """A Firefox without a window, driven over WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask(
            "browsingContext.setViewport", context=self._page, viewport={"width": WIDTH, "height": HEIGHT}
        )

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str) -> Any:
        answer = self._ask(
            "script.evaluate", expression=script, target={"context": self._page}, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def press(self, selector: str) -> bool:
        place = self.run(PLACE % json.dumps(selector))
        if not place:
            return False
        x, y = (int(each) for each in place.split())
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "input.performActions",
            context=self._page,
            actions=[{"type": "pointer", "id": "mouse", "actions": moves}],
        )
        return True

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(START_S))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Run Firefox with an empty profile."""
    with tempfile.TemporaryDirectory() as profile, ExitStack() as stack:
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile]
        # A file, because a pipe that is not read after the first lines would fill up and stop Firefox.
        said = Path(profile, "stderr.txt")
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=stack.enter_context(said.open("wb")),
        )
        stack.callback(_end, process)
        address = _address_of_firefox(said)
        yield Firefox(stack.enter_context(connect(f"{address}/session", max_size=None, open_timeout=START_S)))


def _address_of_firefox(said: Path) -> str:
    """Return the address at which Firefox listens, which it prints soon after its start."""
    for _ in range(10 * START_S):
        if found := re.search(r"listening on (ws://\S+)", said.read_text(errors="replace")):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(
        f"expected Firefox to print its address within {START_S} s, not {said.read_text()!r}"
    )


class WebKit:
    """A WebKitGTK on a screen of its own, driven over WebDriver."""

    def __init__(self, driver: httpx.Client) -> None:
        self._driver = driver
        wanted = {"webkitgtk:browserOptions": {"binary": str(_mini_browser()), "args": ["--automation"]}}
        made = self._ask("/session", capabilities={"alwaysMatch": wanted})
        self._session = f"/session/{made['sessionId']}"
        self._ask(f"{self._session}/window/rect", width=WIDTH, height=HEIGHT)

    def open(self, address: str) -> None:
        self._ask(f"{self._session}/url", url=address)

    def run(self, script: str) -> Any:
        return self._ask(f"{self._session}/execute/sync", script=f"return {script}", args=[])

    def press(self, selector: str) -> bool:
        if not self.run(PLACE % json.dumps(selector)):
            return False
        try:
            found = self._ask(f"{self._session}/element", using="css selector", value=selector)
            self._ask(f"{self._session}/element/{found[ELEMENT]}/click")
        except Vanished:
            return False
        return True

    def _ask(self, path: str, **body: Any) -> Any:
        answer = self._driver.post(path, json=body)
        value = answer.json()["value"]
        if not answer.is_success and value["error"] in VANISHED:
            raise Vanished(value)
        assert answer.is_success, value
        return value


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Run WebKit on a virtual screen."""
    with ExitStack() as stack:
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH + 100}x{HEIGHT + 200}x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        stack.callback(_end, screen)
        assert screen.stdout is not None
        port = free_port()
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env={
                **os.environ,
                "DISPLAY": f":{screen.stdout.readline().strip()}",
                # A machine for tests has no graphics card, and no user namespaces for the sandbox.
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_end, driver)
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=START_S))
        _wait_for(client)
        yield WebKit(client)


def _wait_for(driver: httpx.Client) -> None:
    for _ in range(10 * START_S):
        try:
            driver.get("/status")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"expected the driver to listen within {START_S} s")


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _mini_browser() -> Path | None:
    """Return WebKitGTK's own small browser."""
    return next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))), None)


def missing_for_firefox() -> str:
    """Return what is missing on this machine for Firefox, "" if nothing is."""
    if shutil.which("firefox-esr") is None:
        return "there is no firefox-esr (on Debian: apt-get install firefox-esr)"
    return ""


def missing_for_webkit() -> str:
    """Return what is missing on this machine for WebKit, "" if nothing is."""
    if shutil.which("WebKitWebDriver") is None or _mini_browser() is None or shutil.which("Xvfb") is None:
        return "there is no WebKit with a driver (on Debian: apt-get install webkit2gtk-driver xvfb)"
    return ""
