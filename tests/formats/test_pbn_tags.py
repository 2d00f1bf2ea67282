"""PBN as tags and sections, whatever they mean."""

from __future__ import annotations

import pytest

from server.errors import BadRecord
from server.formats.pbn_tags import Game, games


def only(text: str | bytes) -> Game:
    (game,) = games(text)
    return game


def values(text: str | bytes, name: str) -> list[str | None]:
    """What the tag says in each game; None where a game has none."""
    return [tag.value if (tag := game.tag(name)) else None for game in games(text)]


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "latin-1"])
def test_bytes_are_utf8_or_latin1(coding: str) -> None:
    assert values('[North "Müller"]'.encode(coding), "North") == ["Müller"]


def test_a_tag_knows_the_place_of_its_value() -> None:
    tag = only('% one\n\n [Board\n  "7"]').tag("Board")
    assert tag is not None
    assert (tag.line, tag.column) == (4, 4)


def test_a_section_belongs_to_the_tag_before_it_with_its_lines() -> None:
    auction = only('[Board "1"]\n[Auction "N"]\n1C Pass {weak} 1S ! =1=\n1NT AP\n[Note "1:a; b"]\n').tag(
        "Auction"
    )
    assert auction is not None
    assert auction.section == [(3, "1C Pass"), (3, "1S ! =1="), (4, "1NT AP")]


def test_a_quoted_word_of_a_section_may_hold_any_sign() -> None:
    table = only('[ScoreTable "a;b"]\n"; [x] {" 1\n').tag("ScoreTable")
    assert table is not None
    assert table.section == [(2, '"; [x] {" 1')]


@pytest.mark.parametrize("written", [r"The \"Cup\"", 'The "Cup"'])
def test_quotes_in_a_value_are_escaped_or_not(written: str) -> None:
    assert values(f'[Event "{written}"]\n[Board "1"]', "Event") == ['The "Cup"']


def test_a_backslash_before_anything_else_is_a_backslash() -> None:
    assert values(r'[OptimumResultTable "Declarer;Result\2R"]', "OptimumResultTable") == [
        r"Declarer;Result\2R"
    ]
    assert values('[Site "C:\\"]\n[Board "2"]', "Site") == ["C:\\"]


def test_notes_repeat_within_a_game() -> None:
    game = only('[Note "1:a"]\n[Note "2:b"]\n[Deal "x"]\n')
    assert [tag.value for tag in game.tags if tag.name == "Note"] == ["1:a", "2:b"]


def test_a_double_hash_lasts_until_the_tag_is_defined_anew() -> None:
    text = '[Event "##Cup"]\n\n[Board "2"]\n\n[Event "Final"]\n\n[Board "4"]\n'
    assert values(text, "Event") == ["Cup", "Cup", "Final", "Final"]


def test_a_hash_takes_what_a_double_hash_has_said() -> None:
    assert values('[Event "##Cup"]\n\n[Event "#"]\n', "Event") == ["Cup", "Cup"]


def test_tags_that_last_have_a_bound() -> None:
    text = "".join(f'[A{n} "##"]\n\n' for n in range(1000))
    with pytest.raises(BadRecord, match="line 401: expected at most 200 names with ##, got more"):
        list(games(text))
