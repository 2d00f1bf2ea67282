"""axe finds nothing on any screen, in both themes and on a phone."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.site import ROOT, Site


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
        at, guest = scene.set_up(Stage(site, company))
        for theme in ("light", "dark"):
            for phone in (False, True):
                page = visit(at, guest, phone=phone, theme=theme)
                page.wait_for_selector("main h1, main h2, main [role], main p")
                page.wait_for_timeout(400)
                if scene.step is not None:
                    scene.step(page)
                assert violations(page) == []
                page.context.close()
