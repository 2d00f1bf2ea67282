"""`make screenshots`: a picture of every screen, at four sizes and in both themes.

`--only WORD` makes the pictures of the scenes with this word in their names.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.company import Company
from tests.browser.conftest import chromium
from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.site import ROOT, Guest, Site

SIZES = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "laptop": {"viewport": {"width": 1024, "height": 768}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "side": {
        "viewport": {"width": 844, "height": 390},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "zoom": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
SETTLE_MS = 700
"""The time for the page to come to rest before its picture is taken."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the pictures; return the number of scenes that failed."""
    words = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    words.add_argument("--only", default="", help="a word in the names of the scenes")
    words.add_argument("--sizes", default=",".join(SIZES), help="sizes, divided by commas")
    words.add_argument("--themes", default="light,dark", help="themes, divided by commas")
    words.add_argument("--language", default="en", help="the language of the page")
    words.add_argument("--to", type=Path, default=ROOT / "screenshots", help="the folder of the pictures")
    asked = words.parse_args(arguments)
    asked.to.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            for scene in (each for each in SCENES if asked.only in each.name):
                try:
                    with Company(site.address) as company:
                        _draw(scene, Stage(site, company), browser, asked)
                except Exception as error:
                    failed += 1
                    print(
                        f"{scene.name}: {type(error).__name__}: {str(error).splitlines()[0]}", file=sys.stderr
                    )
        finally:
            browser.close()
            site.stop()
    return failed


def _draw(scene: Scene, stage: Stage, browser: Any, asked: argparse.Namespace) -> None:
    at, guest = scene.set_up(stage)
    for size in asked.sizes.split(","):
        for theme in asked.themes.split(","):
            if scene.once:
                at, guest = scene.set_up(stage)
            context = browser.new_context(**SIZES[size], color_scheme=theme, locale=asked.language)
            context.add_init_script(kept(guest))
            page = context.new_page()
            page.set_default_timeout(8_000)
            page.goto(f"{stage.site.address}/{at}")
            page.wait_for_timeout(SETTLE_MS)
            step: Callable[[Any], object] | None = scene.step
            if step is not None:
                step(page)
                page.wait_for_timeout(SETTLE_MS)
            path = asked.to / f"{scene.name}.{size}.{theme}.png"
            page.screenshot(path=path)
            print(path)
            context.close()


def kept(guest: Guest | None) -> str:
    if guest is None:
        return ""
    text = json.dumps({"id": guest.id, "name": guest.name, "token": guest.token})
    return f"localStorage.setItem('kibitz.guest', {json.dumps(text)});"


if __name__ == "__main__":
    sys.exit(main())
