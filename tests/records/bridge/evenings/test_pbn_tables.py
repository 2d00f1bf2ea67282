"""Tests of evenings as PBN."""

from __future__ import annotations

import pytest

from server.records.bridge import pbn
from server.records.bridge.evenings import pbn_tables
from server.records.bridge.evenings.recount import completed, recount
from server.records.bridge.record import InfoTable
from tests.records.bridge.evenings.clubs import REAL, real, two_tables


def test_each_board_has_its_results_and_the_first_one_the_ranking() -> None:
    evening = two_tables()
    written = pbn_tables.dumps(completed(evening, recount(evening)))
    assert (
        '[ScoreTable "PairId_NS\\1L;PairId_EW\\1R;Contract\\1L;Declarer\\1L;Result\\1R;Lead\\1L;Score_NS\\3R;'
        'Score_EW\\2R;MP_NS\\1R;MP_EW\\1R;Percentage_NS\\3R;Percentage_EW\\3R"]\n'
        "1 3 - - - - 420  - 2 0 100   0\n"
        "2 4 - - - -   - 50 0 2   0 100\n"
    ) in written
    assert (
        '[TotalScoreTable "Rank\\1L;PairId\\1R;TotalScoreMP\\4R;TotalPercentage\\5R;NrBoards\\1R;'
        'Names\\12L"]\n'
        '1 1 3.00 75.00 2 "Ann - Bob"\n'
    ) in written
    assert written.count("[TotalScoreTable") == 1


@pytest.mark.parametrize("name", REAL)
def test_our_reader_of_pbn_reads_what_was_written(name: str) -> None:
    evening = completed(real(name), recount(real(name), "mp"))
    records = pbn_tables.records(evening)
    found = pbn.loads(pbn_tables.dumps(evening))
    assert [(each.number, each.hands, each.dealer, each.vulnerable) for each in found] == [
        (each.number, each.hands, each.dealer, each.vulnerable) for each in records
    ]
    for each, record in zip(found, records, strict=True):
        assert each.info["ScoreTable"] == record.info["ScoreTable"]


def test_a_table_of_magic_contest_is_read_with_its_dashes_and_quotes() -> None:
    text = (
        '[Board "28"]\n[Deal "W:J86.KJ75.A65.852 K7432.A6.42.QJ64 AT95.94.KT73.K97 Q.QT832.QJ98.AT3"]\n'
        '[ScoreTable "Table\\2R;PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;'
        'Score_NS\\6R"]\n'
        '19  4 11 2HX  S  8 "670"\n16 14  1 2S   E  5      -\n'
    )
    (record,) = pbn.loads(text)
    table = record.info["ScoreTable"]
    assert isinstance(table, InfoTable)
    assert [column.name for column in table.headers][:3] == ["Table", "PairId_NS", "PairId_EW"]
    assert table.rows == ('19  4 11 2HX  S  8 "670"', "16 14  1 2S   E  5      -")
