"""PBN's tags for players, scores and double-dummy results, and the fields of a record."""

from __future__ import annotations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from protocol.v1.bridge import Seat, Strain
from server.records.bridge.record import BoardRecord, Column, DoubleDummy, InfoTable
from server.records.bridge.tags import fields_of_tags, tags_of_fields

NOTHING = ((), (), (), ())
SAMPLE = "54555546658977889778"


def table(digits: str, *headers: Column) -> InfoTable:
    named = [
        f"{seat} {strain} {int(digit, 16)}" for (seat, strain), digit in zip(PLACES, digits, strict=True)
    ]
    return InfoTable(headers or tuple(Column(name) for name in HEADERS), tuple(named))


HEADERS = ("Declarer", "Denomination", "Result")
PLACES = [(seat, strain) for seat in "NSEW" for strain in ("NT", "S", "H", "D", "C")]


def test_players_stand_in_seat_order_and_leave_the_tags() -> None:
    found = fields_of_tags({"West": "W", "North": "N", "East": "E", "South": "S", "Event": "Cup"})
    assert found.players == ("N", "E", "S", "W")
    assert found.rest == {"Event": "Cup"}


@pytest.mark.parametrize("unknown", ["", "?", "-", " "])
def test_a_player_may_be_unknown(unknown: str) -> None:
    assert fields_of_tags({"North": unknown, "East": "Ann"}).players == (None, "Ann", None, None)


@pytest.mark.parametrize(
    ("score", "scores"),
    [
        ("NS +550", (550, -550)),
        ("NS -50", (-50, 50)),
        ("EW 140", (-140, 140)),
        ("EW -50", (50, -50)),
        ("NS 50 EW -50", (50, -50)),
        ("EW 40 NS -60", (-60, 40)),
        ("NS -0", (0, 0)),
    ],
)
def test_points_of_a_side_are_a_score(score: str, scores: tuple[int, int]) -> None:
    found = fields_of_tags({"Score": score})
    assert (found.scores, found.rest) == (scores, {})


@pytest.mark.parametrize("score", ["", "?", "50", "NS 62.5", "NS 1 NS 2", "+3 IMP", "NS", "NS ٣"])
def test_any_other_score_stays_as_it_is(score: str) -> None:
    found = fields_of_tags({"Score": score})
    assert (found.scores, found.rest) == (None, {"Score": score})


def test_a_score_without_a_side_is_declarers() -> None:
    assert fields_of_tags({"Score": "-50"}, Seat.EAST).scores == (50, -50)


def test_the_digits_are_for_north_south_east_west_from_notrump_down() -> None:
    found = fields_of_tags({"DoubleDummyTricks": "0123456789abcdABCD13"})
    assert found.rest == {}
    assert found.double_dummy is not None
    assert found.double_dummy.of(Seat.NORTH, Strain.NOTRUMP) == 0
    assert found.double_dummy.of(Seat.NORTH, Strain.CLUBS) == 4
    assert found.double_dummy.of(Seat.SOUTH, Strain.NOTRUMP) == 5
    assert found.double_dummy.of(Seat.EAST, Strain.NOTRUMP) == 10
    assert found.double_dummy.of(Seat.WEST, Strain.CLUBS) == 3


def test_the_table_of_results_tells_the_same() -> None:
    digits = fields_of_tags({"DoubleDummyTricks": SAMPLE}).double_dummy
    assert fields_of_tags({"OptimumResultTable": table(SAMPLE)}).double_dummy == digits
    both = fields_of_tags({"DoubleDummyTricks": SAMPLE, "OptimumResultTable": table(SAMPLE)})
    assert (both.double_dummy, both.rest) == (digits, {})


def test_columns_of_the_table_come_in_any_order() -> None:
    turned = InfoTable(
        tuple(Column(name) for name in HEADERS[::-1]),
        tuple(" ".join(row.split()[::-1]) for row in table(SAMPLE).rows),
    )
    assert fields_of_tags({"OptimumResultTable": turned}) == fields_of_tags(
        {"OptimumResultTable": table(SAMPLE)}
    )


def test_a_table_that_contradicts_the_digits_is_kept() -> None:
    other = table(SAMPLE[::-1])
    found = fields_of_tags({"DoubleDummyTricks": SAMPLE, "OptimumResultTable": other})
    assert found.rest == {"OptimumResultTable": other}
    record = BoardRecord(hands=NOTHING, double_dummy=found.double_dummy, info=found.rest)
    assert tags_of_fields(record) == {"DoubleDummyTricks": SAMPLE, "OptimumResultTable": other}


@pytest.mark.parametrize("digits", ["", "?", SAMPLE[1:], SAMPLE + "0", "E" * 20, "*" * 20])
def test_digits_that_are_no_analysis_are_kept(digits: str) -> None:
    found = fields_of_tags({"DoubleDummyTricks": digits})
    assert (found.double_dummy, found.rest) == (None, {"DoubleDummyTricks": digits})


@pytest.mark.parametrize(
    "rows",
    [
        table(SAMPLE).rows[1:],
        (*table(SAMPLE).rows[1:], "N NT 14"),
        (*table(SAMPLE).rows[1:], "N NT x"),
        (*table(SAMPLE).rows[1:], "Q NT 1"),
        (*table(SAMPLE).rows[1:], "N NT"),
        (*table(SAMPLE).rows[1:], "N S 3"),
    ],
)
def test_a_table_that_is_no_analysis_is_kept(rows: tuple[str, ...]) -> None:
    broken = InfoTable(table(SAMPLE).headers, rows)
    found = fields_of_tags({"OptimumResultTable": broken})
    assert (found.double_dummy, found.rest) == (None, {"OptimumResultTable": broken})


tricks = st.integers(0, 13)
records = st.builds(
    BoardRecord,
    hands=st.just(NOTHING),
    players=st.tuples(*[st.none() | st.text("Añ b", min_size=1).filter(str.strip)] * 4),
    scores=st.none() | st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999)),
    double_dummy=st.none() | st.builds(DoubleDummy, st.tuples(*[st.tuples(*[tricks] * 5)] * 4)),
    info=st.dictionaries(st.sampled_from(["Event", "Room"]), st.text()),
)


@drawn(records)
def test_the_fields_of_a_record_come_back_out_of_its_tags(record: BoardRecord) -> None:
    found = fields_of_tags(tags_of_fields(record))
    told = (found.players, found.scores, found.double_dummy, found.rest)
    assert told == (record.players, record.scores, record.double_dummy, record.info)


def test_nothing_is_nothing_to_either_side() -> None:
    assert fields_of_tags({"Score": "0"}).scores == (0, 0)
    assert fields_of_tags({"Score": "50"}).scores is None
