"""The folder with Kibitz's page for the browser, which a build in `bots/browser` makes."""

from __future__ import annotations

from pathlib import Path

import bots


def page_folder() -> Path:
    """Return the folder for the built page, which does not exist before the page is built."""
    return Path(bots.__path__[0]) / "browser" / "dist"
