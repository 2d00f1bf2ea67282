"""How deep a JSON file may be nested is the reader's own limit, the same on every version of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from server.errors import BadRecord
from server.records import hanabi, spades
from server.records.bridge import endplay_json
from server.records.bridge.bridge_env import log, settings
from server.records.bridge.endplay_json import boards, loads
from server.records.bridge.record import Fault
from server.records.json_text.items import MAX_DEPTH, item_of
from tests.records.bridge.board_json import board, text

READERS: dict[str, Callable[[str | bytes], Iterator[object]]] = {
    "endplay": endplay_json.boards,
    "bridge_env": log.boards,
    "board settings": settings.boards,
    "hanabi_live": lambda text: iter(hanabi.loads(text)),
    "kibitz-spades": spades.games,
}


def lists(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


def test_a_file_with_as_many_levels_as_the_limit_is_read() -> None:
    value: object = item_of(lists(MAX_DEPTH), "a file").value()
    for _ in range(MAX_DEPTH - 1):
        assert isinstance(value, list)
        (value,) = value
    assert value == []


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 1_000, 100_000])
@pytest.mark.parametrize("reader", READERS)
def test_a_file_with_more_levels_is_refused_with_the_place_of_the_first_too_deep(
    reader: str, levels: int
) -> None:
    told = f"expected .*, got JSON nested too deeply, more than {MAX_DEPTH} levels"
    with pytest.raises(BadRecord, match=f"^line 2, column {MAX_DEPTH + 1}: {told}$"):
        list(READERS[reader](b"\n" + lists(levels)))


def test_columns_count_characters_and_lines_are_counted_in_strings_too() -> None:
    text = '[{"info": {"é": "ü"}, "vul": "all"}]'
    (bad,) = boards(text.encode())
    assert isinstance(bad, Fault)
    assert bad.error.startswith("line 1, column 30: expected none or both or ns or ew, got 'all'")


def test_a_key_that_comes_twice_is_told_by_its_path() -> None:
    whole = text(board(vul="none"))
    with pytest.raises(
        BadRecord, match=r'^line 1, column 17: expected each key once .*, got "vul" twice - at `\$.vul`'
    ):
        loads('{"vul": "none", "vul": "ns", ' + whole[1:].replace(', "vul": "none"', ""))
