"""The example of the seed's API in README.md, which must run as printed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.served import Served, needs_redis

ROOT = Path(__file__).parents[2]
MISSING = [name for name in ("bash", "curl", "python3") if shutil.which(name) is None]

pytestmark = [
    needs_redis,
    pytest.mark.skipif(bool(MISSING), reason=f"this machine has no {', '.join(MISSING)}"),
]


def example() -> str:
    """Return the block of bash in the section on the seed's API."""
    found = re.search(
        r"^```bash\n(.*?)^```", (ROOT / "server/web/spades_rest/README.md").read_text(), re.M | re.S
    )
    assert found is not None, "expected a block of bash after `The seed's API`"
    return found.group(1)


def test_the_example_is_for_the_address_of_make_serve() -> None:
    assert example().count("http://127.0.0.1:8000/api") == 1


def test_the_example_plays_a_card_as_it_is_pasted(server: Served) -> None:
    script = example().replace("http://127.0.0.1:8000", server.address)
    played = subprocess.run(["bash"], input=script, capture_output=True, text=True, timeout=60)
    assert (played.returncode, played.stderr) == (0, "")
    *bots, tricks = played.stdout.splitlines()
    assert [json.loads(bot)["seat"] for bot in bots] == ["east", "south", "west"]
    (trick,) = json.loads(tricks)
    assert sorted(play["seat"] for play in trick["plays"]) == ["east", "north", "south", "west"]
