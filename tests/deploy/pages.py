"""The commands of a page in deploy/, and what deploy/compose.yaml says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

DEPLOY = Path(__file__).parents[2] / "deploy"


def commands(page: str, name: str) -> str:
    """Return the block of shell commands that a page calls by this name."""
    found = re.findall(rf"^```sh {name}\n(.*?)^```$", (DEPLOY / page).read_text(), re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"expected one block {name} in {page}, got {len(found)}"
    return str(found[0])


def compose(name: str = "compose.yaml") -> dict[str, Any]:
    """Return what a compose file says."""
    return dict(YAML(typ="safe").load((DEPLOY / name).read_text()))
