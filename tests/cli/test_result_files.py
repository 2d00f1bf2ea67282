"""Files of results are compared and written by `kibitz compare`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from server.cli import app
from server.cli.result_files import export_set, is_file, writers
from server.records.bridge.usebio import dumps, evenings
from tests.records.bridge.comparing.played import evening as compared
from tests.records.bridge.evenings.clubs import data, two_tables

RUN = CliRunner()


def compare(*words: str) -> tuple[int, str, str]:
    """Return the exit code of a command, its output, and its errors."""
    said = RUN.invoke(app, ["compare", *words])
    return said.exit_code, said.stdout, said.stderr


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """Return the path of a small evening without points."""
    path = tmp_path / "night.xml"
    path.write_text(dumps(two_tables()))
    return str(path)


def test_a_file_of_results_is_printed_with_ranking_and_travellers(evening: str) -> None:
    code, said, errors = compare(evening)
    assert (code, errors) == (0, "")
    assert said.startswith("Club night\n2026-11-27, Matchpoints, 4 pairs, 2 boards\n\nPairs\n")
    assert "Ann & Bob" in said and "Board 2: East deals" in said


def test_another_scoring_counts_the_boards_again(evening: str) -> None:
    assert "Cross-IMPs" in compare(evening, "--scoring", "imp")[1]
    code, _, errors = compare(evening, "--scoring", "match")
    assert code == 1 and "the scoring match is for the results of a team match" in errors
    code, _, errors = compare(evening, "--scoring", "swiss")
    assert code == 1 and "expected the scoring mp, imp, butler, match, bam or total, got swiss" in errors


def test_a_file_is_written_in_each_format_that_its_name_tells(evening: str, tmp_path: Path) -> None:
    targets = [tmp_path / f"out.{kind}" for kind in ("pbn", "csv", "xml", "html")]
    code, said, _ = compare(evening, *(word for target in targets for word in ("--export", str(target))))
    assert (code, said) == (0, "")
    pbn, rows, xml, page = (target.read_text() for target in targets)
    assert "[ScoreTable " in pbn and rows.startswith("row,") and "<title>Club night" in page
    assert evenings(xml.encode())[0].entrants[0].place == "1="
    assert "Ann & Bob" in compare(str(targets[0]))[1]
    compare(evening, "--export", str(targets[2]), "--usebio", "1.3")
    assert '<USEBIO Version="1.3">' in targets[2].read_text()


def test_a_file_is_one_json_object_on_request(evening: str) -> None:
    told = json.loads(compare(evening, "--json")[1])
    assert told["entrants"][0]["percent"] == 75 and told["boards"][0]["results"][0]["points"] == [2, 0]


def test_faults_are_told_in_one_line(evening: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_text("<USEBIO>")
    (tmp_path / "empty.pbn").write_text('[Board "1"]\n[Deal "N:- - - -"]\n')
    two = tmp_path / "two.xml"
    two.write_text("<USEBIO><EVENT/><EVENT/></USEBIO>")
    for words, expected in (
        ((str(broken),), "broken.xml: line 1, column 9: expected XML"),
        ((str(tmp_path / "empty.pbn"),), "empty.pbn: line 1, column 1: expected PBN with a ScoreTable"),
        ((str(tmp_path / "none.xml"),), "expected a file to read"),
        ((evening, "--export", "out.doc"), "expected a file that ends with .xml, .pbn, .csv or .html"),
        (
            (evening, "--export", "out.xml", "--usebio", "2"),
            "expected the version 1.2 or 1.3 of USEBIO, got 2",
        ),
        ((str(two), "--export", str(tmp_path / "out.csv")), "expected a file with one event"),
        (("abc", "--export", "out.doc"), "expected a file that ends with .xml, .pbn, .csv or .html"),
    ):
        code, _, errors = compare(*words)
        assert code == 1 and errors.startswith("kibitz: ") and expected in errors, errors


def test_what_a_file_does_not_explain_goes_to_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "thursday.xml"
    path.write_bytes(data("thursday_open_adjusted"))
    code, said, errors = compare(str(path))
    assert code == 0 and said.startswith("Thursday\n")
    assert "kibitz: board 4: 1NS against 21EW has 21 and 19, and its score gives 19 and 21\n" in errors


def test_the_id_or_the_address_of_a_set_is_no_file(evening: str) -> None:
    assert is_file(evening) and is_file("-") and is_file("later.xml")
    assert not is_file("abcdef") and not is_file("http://club.example/v1/sets/abc")


def test_the_comparison_of_a_set_is_written_in_each_format(tmp_path: Path) -> None:
    said = msgspec.json.encode({"board_set": "abc", "name": "Class", "comparison": compared()}).decode()
    targets = [str(tmp_path / f"set.{kind}") for kind in ("xml", "csv")]
    export_set(said, writers(targets, "1.3"))
    (back,) = evenings(Path(targets[0]).read_bytes())
    assert (back.title, len(back.boards)) == ("Class", 3)
    assert Path(targets[1]).read_text().startswith("row,")


def test_the_export_of_a_set_of_an_event_says_that_no_ruling_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = msgspec.json.encode({"name": "Tuesday", "comparison": compared(), "event": "e-abc"}).decode()
    export_set(said, writers([str(tmp_path / "set.csv")], "1.2"))
    assert "before the rulings of the directors of event e-abc" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [(None, "no board of this set can be compared yet"), ({"game": "chess"}, "boards of bridge")],
)
def test_a_set_that_cannot_be_exported_is_told(
    comparison: object, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = msgspec.json.encode({"name": "", "comparison": comparison}).decode()
    with pytest.raises(typer.Exit):
        export_set(said, {})
    assert expected in capsys.readouterr().err
