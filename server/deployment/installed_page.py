"""The folder of the page for the browser, which a build in `bots/browser` makes."""

from __future__ import annotations

from pathlib import Path

import bots


def page_folder() -> Path:
    """Return the folder of the built page, which need not exist."""
    return Path(bots.__path__[0]) / "browser" / "dist"
