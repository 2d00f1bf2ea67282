"""The list of forbidden words: what it finds, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.errors import Refusal
from server.moderation.words import WordList, plain_of, read_words

LIST = read_words("# the list\n\ndarn\nfoo*\nmölk\nπορτο\n")


@pytest.mark.parametrize(
    "text",
    [
        *("darn", "DARN!", "so, darn.", "(darn)", "dàrn", "ｄａｒｎ", "d4rn", "d@rn", "dаrn", "ԁarn darn"),
        *("foo", "foolish", "F00L", "a foo-bar", "молк molk", "MÖLK", "m0lk", "ΠΌΡΤΟ", "not darn!"),
    ],
)
def test_a_word_is_found_however_it_is_written(text: str) -> None:
    assert LIST.forbids(text)


@pytest.mark.parametrize(
    "text", ["", "darning", "adarn", "da rn", "d.a.r.n", "snafoo", "1NT 4S 3H", "400", "100", "@ $ !", "mol"]
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert not LIST.forbids(text)


def test_a_bid_is_no_word_of_two_letters_but_where_the_list_has_them() -> None:
    assert not read_words("assure\nit*\n").forbids("4S 1NT 5D 17")
    assert read_words("as\n").forbids("4S")


def test_the_refusal_names_what_may_not_have_the_word() -> None:
    LIST.check("a name", "Dan")
    with pytest.raises(Refusal, match=r"^a name may not have a word that the operator of this server has"):
        LIST.check("a name", "Darn")


def test_an_empty_list_forbids_nothing() -> None:
    assert not WordList().forbids("darn") and len(WordList()) == 0


def test_the_entries_are_counted() -> None:
    assert len(LIST) == 4


@pytest.mark.parametrize(
    ("text", "line"), [("darn\ntwo words\n", 2), ("*\n", 1), ("a\nb\nc-d\n", 3), ("!\n", 1)]
)
def test_a_line_that_is_not_one_word_is_named(text: str, line: int) -> None:
    with pytest.raises(ValueError, match=f"^line {line}: expected one word of letters and digits"):
        read_words(text)


@settings(max_examples=50)
@given(st.text(alphabet=st.characters(categories=("L", "Nd")), min_size=1))
def test_every_word_of_a_list_is_found_in_any_case(word: str) -> None:
    try:
        words = read_words(word)
    except ValueError:
        return
    if len(words):
        assert words.forbids(word) and words.forbids(f"see: {word}, there")


@settings(max_examples=50)
@given(st.text(max_size=30))
def test_any_text_can_be_made_plain(text: str) -> None:
    assert plain_of(plain_of(text)) == plain_of(text)
