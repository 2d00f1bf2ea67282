"""axe finds nothing on any screen, in both themes and on a phone."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.site import ROOT, Site

TURN_MS = 300
"""The time for all colours to change after the theme."""


@cache
def axe() -> str:
    return (ROOT / "bots/browser/node_modules/axe-core/axe.min.js").read_text()


def violations(page: Any) -> list[str]:
    page.evaluate(axe())
    found = page.evaluate("axe.run()")
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_axe_finds_nothing(scene: Scene, site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        at, guest = scene.set_up(stage)
        for phone in (False, True):
            if phone and scene.once:
                at, guest = scene.set_up(stage)
            page = visit(at, guest, phone=phone)
            page.wait_for_selector("main h1, main h2, main [role], main p")
            page.wait_for_timeout(400)
            if scene.step is not None:
                scene.step(page)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(TURN_MS)
                assert violations(page) == [], (theme, "on a phone" if phone else "at a desk")
            page.context.close()
