"""PBN as tags and sections, whatever they mean."""

from __future__ import annotations

import pytest

from server.records.bridge.pbn.text import Game, Source, games


def only(text: str | bytes) -> Game:
    (game,) = games(Source(text))
    return game


def values(text: str | bytes, name: str) -> list[str | None]:
    """What the tag says in each game; None where a game has none."""
    return [tag.value if (tag := game.tags.get(name)) else None for game in games(Source(text))]


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_bytes_are_utf8_or_of_western_europe_or_marked_utf16(coding: str) -> None:
    assert values('[North "Müller"]'.encode(coding), "North") == ["Müller"]


def test_a_tag_knows_the_place_of_its_value() -> None:
    source = Source('% one\n\n [Board\n  "7"]')
    (game,) = games(source)
    assert source.place(game.tags["Board"].at) == (4, 4)


def test_a_section_belongs_to_the_tag_before_it_comments_apart() -> None:
    game = only('[Board "1"]\n[Auction "N"]\n1C Pass {weak} 1S ! =1=\n1NT AP\n[Note "1:a; b"]\n')
    pieces = [(piece.text.strip(), piece.comment) for piece in game.tags["Auction"].pieces]
    assert pieces == [("1C Pass", False), ("weak", True), ("1S ! =1=\n1NT AP", False)]


def test_a_quoted_word_of_a_section_may_hold_any_sign() -> None:
    game = only('[ScoreTable "a;b"]\n"; [x] {" 1\n')
    assert [piece.text for piece in game.tags["ScoreTable"].pieces] == ['"; [x] {" 1']


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
    assert [tag.value for tag in game.own if tag.name == "Note"] == ["1:a", "2:b"]


def test_a_double_hash_lasts_until_the_tag_is_defined_anew() -> None:
    text = '[Event "##Cup"]\n\n[Board "2"]\n\n[Event "Final"]\n\n[Board "4"]\n'
    assert values(text, "Event") == ["Cup", "Cup", "Final", "Final"]


def test_a_hash_takes_what_a_double_hash_has_said() -> None:
    assert values('[Event "##Cup"]\n\n[Event "#"]\n', "Event") == ["Cup", "Cup"]


def test_a_blank_keeps_a_hash_from_being_inherited() -> None:
    assert values('[Event "Cup"]\n\n[Event " #"]\n\n[Event " ##1"]\n', "Event") == ["Cup", "#", "##1"]


def test_tags_that_last_have_a_bound() -> None:
    text = "".join(f'[A{n} "##"]\n\n' for n in range(201))
    faults = [game.fault for game in games(Source(text)) if game.fault is not None]
    assert [str(fault) for fault in faults] == [
        "line 401, column 8: expected at most 200 values that begin with ##, got more"
    ]


def test_lines_of_comment_one_after_the_other_are_one_comment() -> None:
    game = only('; one\n;two\n\n{three}\n[Board "1"] ; four\n  ;five\n')
    assert [piece.text for piece in game.before] == ["one\ntwo", "three"]
    assert [piece.text for piece in game.own[0].pieces] == ["four\nfive"]


def test_a_comment_that_tags_follow_before_another_opens_ends_where_they_begin() -> None:
    game = only('[Board "1"]\n{par: 5S\n[Contract "4S"]\n{par: 5S}\n[Result "9"]\n')
    assert [(tag.name, [piece.text for piece in tag.pieces]) for tag in game.own] == [
        ("Board", ["par: 5S"]),
        ("Contract", ["par: 5S"]),
        ("Result", []),
    ]


def test_tags_in_a_comment_are_text() -> None:
    (tag,) = only('[Board "1"]\n{\n[Contract "4S"]\n}\n').own
    assert [piece.text for piece in tag.pieces] == ['[Contract "4S"]']


def test_escaped_lines_belong_to_the_game_but_for_the_version() -> None:
    game = only('% PBN 2.1\n% EXPORT\n%Creator: X \n[Board "1"]\n% here\n[Site ""]\n')
    assert game.escapes == ["Creator: X", " here"]


def test_text_behind_the_last_game_is_a_comment_of_it() -> None:
    (tag,) = only('[Board "1"]\n\nGenerated 10 hands\n\n{end}\n').own
    assert [(piece.text, piece.comment) for piece in tag.pieces] == [
        ("Generated 10 hands", True),
        ("end", True),
    ]
