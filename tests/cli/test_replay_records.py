"""Real records, replayed; each refusal has been looked at by hand and is the record's fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.records.bridge.board_json import shared
from tests.records.replaying import replay


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("board_passed_out.json", [(1, None, None, None, 0)]),
        (
            "boards_from_example1_lin.json",
            [(1, "5H", "S", 12, 480), (2, "2S", "W", 10, -170), (3, "2H", "S", 9, 140)],
        ),
        ("boards_from_example1_pbn.json", [(1, "5H", "S", 10, -50), (1, "4H", "N", 10, 420)]),
    ],
)
def test_endplays_own_boards_are_sound(name: str, expected: list[tuple[Any, ...]]) -> None:
    found = list(replay(shared("endplay", name)))
    assert all(row.ok for row in found)
    assert [(row.board, row.contract, row.declarer, row.tricks, row.score_ns) for row in found] == expected


def test_the_board_made_by_hand_leads_from_the_wrong_hand() -> None:
    (row,) = replay(shared("endplay", "board_handmade_redoubled.json"))
    assert row.error == "line 260: card 1, SA from East: East does not hold it, North does (Law 44)"


REFUSED = {
    "board_handmade_redoubled.json": (
        "line 260: card 1, SA from East: East does not hold it, North does (Law 44)"
    ),
    "vugraph_74806.lin": (
        "line 244: the result 4SW-1 gives declarer 9 tricks, but the claim gives 10 (Law 79)"
    ),
}


TORN = "line 5998, column 1: expected a game with a deal, got a game without a deal"


def test_all_records_but_those_that_contradict_themselves_keep_the_rules() -> None:
    kinds = (("pbn", "*.pbn"), ("lin", "*.lin"), ("endplay", "*.json"), ("bridge_env", "*_*.json"))
    files = [path for folder, kind in kinds for path in sorted(shared(folder).glob(kind))]
    files = [path for path in files if not path.name.endswith(".schema.json")]
    rows = [(path.name, row) for path in files for row in replay(path)]
    assert len(rows) > 2_100, "expected everything that the shared data hold"
    refused = [(name, row.error) for name, row in rows if not row.ok]
    match = [error for name, error in refused if name == "endplay__example3.pbn"]
    assert dict(each for each in refused if each[0] != "endplay__example3.pbn") == REFUSED
    assert match.pop() == TORN
    assert len(match) == 15
    assert all(error is not None and "X by " in error and "(Law 22)" in error for error in match)


def test_end_positions_are_records_of_no_auction_and_no_play() -> None:
    rows = list(replay(shared("pbn", "ben__test.pbn")))
    assert len(rows) == 35
    assert {(row.ok, row.contract, row.score_ns) for row in rows} == {(True, None, None)}


def test_the_dumpers_count_of_a_whole_play_gives_way_to_the_cards(tmp_path: Path) -> None:
    sample = json.loads(shared("endplay", "boards_from_example1_lin.json").read_text("utf-8"))
    told = [(each["contract"]["result"], len(each["play"])) for each in sample]
    assert told == [(-1, 52), (-2, 52), (1, 44)]
    record = tmp_path / "record.json"
    record.write_text(json.dumps(sample))
    assert [row.tricks for row in replay(record) if row.ok] == [12, 10, 9]
    sample[0]["contract"]["result"] = 0
    record.write_text(json.dumps(sample))
    refused, *_ = replay(record)
    assert (
        refused.error
        == "line 1, column 2: the cards give declarer 12 tricks, but the record says 11 in 5H (Law 79)"
    )
