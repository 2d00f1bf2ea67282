"""The folder of the page is in the sources of the page, which git knows and the wheel names."""

from __future__ import annotations

from pathlib import Path

from server.deployment.installed_page import page_folder

TOP = Path(__file__).parents[2]


def test_the_page_is_built_beside_its_sources() -> None:
    assert page_folder() == TOP / "bots/browser/dist"
    assert (page_folder().parent / "build.ts").is_file()
    assert f'artifacts = ["{page_folder().relative_to(TOP)}"]' in (TOP / "pyproject.toml").read_text()
