"""The page that walks a stranger through adding a game shows the code of high card as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "server" / "games" / "ADDING_A_GAME.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
NAMED = sorted(set(re.findall(r"(?:tests|server|protocol|bots)/[\w/.]+\.(?:py|md)", PAGE)))
FILES = {path: path.read_text() for path in (*HERE.rglob("*.py"), HERE.parent / "games" / "test_base.py")}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0].strip())
def test_a_block_of_code_is_found_in_the_game(block: str) -> None:
    assert any(block in text for text in FILES.values())


def test_every_folder_of_the_game_is_shown() -> None:
    shown = {path.parent.name for path, text in FILES.items() if any(block in text for block in BLOCKS)}
    assert {"protocol", "game", "records", "client"} <= shown


@pytest.mark.parametrize("path", NAMED)
def test_a_file_that_the_page_names_is_there(path: str) -> None:
    assert (HERE.parents[1] / path).is_file()
