"""Tags, tables and comments of PBN, and what of a record they tell."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Contract, Seat, Strain
from server.records.bridge.pbn import loads
from server.records.bridge.record import Place
from tests.records.bridge.pbn.games import game, moments, only


@pytest.mark.parametrize(
    ("contract", "doubled"),
    [
        *(
            ("3NT", 1),
            ("3N", 1),
            ("3nt", 1),
            ("3NTX", 2),
            ("3NT X", 2),
            ("3NTx", 2),
            ("3 N T".replace(" ", ""), 1),
        ),
        *(("3NTXX", 4), ("3NT XX", 4), ("3NT*", 2), ("3NT**", 4), ("3NTxx", 4)),
    ],
)
def test_contracts_are_read_in_all_spellings(contract: str, doubled: int) -> None:
    assert only(game(Contract=contract, Declarer="W")).contract == Contract(
        3, Strain.NOTRUMP, Seat.WEST, doubled
    )


@pytest.mark.parametrize("contract", ["Pass", "PASS", "p", "Passed out", "AP"])
def test_a_board_is_passed_out(contract: str) -> None:
    record = only(game(Contract=contract, Declarer="", Result=""))
    assert (record.passed_out, record.contract, record.info) == (True, None, {})


@pytest.mark.parametrize(
    ("result", "declarer", "tricks"),
    [
        *(("9", "S", 9), ("09", "S", 9), ("NS 11", "S", 11), ("NS 11", "E", 2), ("EW 3 NS 10", "N", 10)),
        *(("EW 3 NS 10", "W", 3), ("=", "S", 9), ("+1", "S", 10), ("-2", "S", 7), ("14", "S", 14)),
    ],
)
def test_results_are_declarers_tricks(result: str, declarer: str, tricks: int) -> None:
    record = only(game(Contract="3NT", Declarer=declarer, Result=result))
    assert (record.tricks, record.info) == (tricks, {})


@pytest.mark.parametrize("unknown", ["", "?"])
def test_an_unknown_outcome_tells_nothing(unknown: str) -> None:
    record = only(game(Contract=unknown, Declarer=unknown, Result=unknown))
    assert (record.contract, record.passed_out, record.tricks, record.info) == (None, False, None, {})


def test_half_an_outcome_is_kept_as_it_stands() -> None:
    assert only(game(Contract="5C", Declarer="?", Result="10")).info == {"Contract": "5C", "Result": "10"}
    assert only(game(Contract="lots", Declarer="N")).info == {"Contract": "lots", "Declarer": "N"}
    assert only(game(Contract="5C", Declarer="S", Result="many")).info == {"Result": "many"}


def test_a_wrong_number_of_tricks_that_was_agreed_is_marked() -> None:
    record = only(game(Contract="5C", Declarer="S", Result="^9"))
    assert (record.tricks, record.info) == (9, {"Result": "^9"})


def test_players_scores_and_analysis_have_fields() -> None:
    record = only(
        game(West="W", North="?", East="E", South="", Score="EW 140", DoubleDummyTricks="0" * 19 + "d")
    )
    assert (record.players, record.scores, record.info) == ((None, "E", None, "W"), (-140, 140), {})
    assert record.double_dummy is not None
    assert record.double_dummy.of(Seat.WEST, Strain.CLUBS) == 13


def test_a_score_without_a_side_is_declarers() -> None:
    assert only(game(Contract="3NT", Declarer="E", Score="-50")).scores == (50, -50)
    assert only(game(Score="-50")).info == {"Score": "-50"}


def test_all_other_tags_are_kept_but_those_that_tell_nothing() -> None:
    record = only(
        game(Event="Cup", Site="-", Date="", Scoring="IMP;Cross", Table="7", Room="", Section="-", X_1="y")
    )
    assert record.info == {"Event": "Cup", "Scoring": "IMP;Cross", "Table": "7", "Section": "-", "X_1": "y"}


def test_a_board_has_a_name_beside_its_number() -> None:
    record = only(game(Board="7", BoardName="o7"))
    assert (record.number, record.name) == (7, "o7")


def test_a_table_of_results_is_the_analysis() -> None:
    rows = "".join(f"{seat} {strain:>2} 7\n" for seat in "NSEW" for strain in ("NT", "S", "H", "D", "C"))
    record = only(game() + f'[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n{rows}')
    assert record.info == {}
    assert record.double_dummy is not None


def test_comments_know_how_much_was_told_before_them() -> None:
    text = (
        "{first}\n"
        + game(Contract="3NT", Declarer="N")
        + '{second}\n[Auction "N"]\n3NT AP\n[Room "Open"]\n{third}\n'
        + '[Play "E"]\nH2 H8\n[Stage "1"]\n; fourth\n'
    )
    assert moments(only(text)) == [("first", 0, 0), ("second", 0, 0), ("third", 4, 0), ("fourth", 4, 2)]


def test_text_where_no_table_can_be_is_a_comment() -> None:
    assert moments(only(game(Board="1", Event="Cup") + "of all cups\n")) == [("of all cups", 0, 0)]


def test_a_record_knows_where_it_stood() -> None:
    first, second = loads(game(Board="1") + "\n " + game(Board="2") + '[Auction "N"]\n1C AP\n[Play "E"]\n*\n')
    assert (first.place, second.place) == (Place(1, 1), Place(4, 2, 6, 8))
