"""Text of players as shown to others, without control characters and invisible characters."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, inspect

import server.text
from protocol.v1.bridge import Call, Explain, LayCard, MakeCall
from protocol.v1.bridge.rulings import AwardTricks
from server.games.bridge.rules import BRIDGE
from server.games.registry import GAMES
from server.text import JOINERS, clean, clean_fields, clean_lines

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
HEART = "\u2764\ufe0f"
DECOMPOSED = "Zoe\u0308 \u0e17\u0e35\u0e48"
ACTIONS = [
    kind
    for game in GAMES.values()
    for kind in (game.action_type, None if game.directing is None else game.directing.ruling_type)
    if kind is not None
]
letters = st.characters()
written = st.text(
    st.one_of(letters, st.sampled_from(" \t\n\r\x1b\x85\x9b\xa0\u200b\u200d\u202e\u2028\u3164\ud800a\u0301"))
)


class Line(Struct):
    """A struct with a text of its own."""

    text: str


class Lines(Struct):
    """An action with text in a nested struct, deeper than the cleaning reaches."""

    lines: tuple[Line, ...]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ann",
        "two  blanks",
        "Zoë",
        DECOMPOSED,
        "שלום עולם",
        "مرحبا",
        PERSIAN,
        "一把好牌",
        FAMILY,
        HEART,
        "1♠ X 🎆",
        "it's <b>5</b> & \\x1b",
    ],
)
def test_text_that_people_write_stays_as_it_is(text: str) -> None:
    assert clean(text) == clean_lines(text) == text


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("\x1b[2JAnn", "[2JAnn"),
        ("Ann\x1b[2JBob", "Ann [2JBob"),
        ("\x9b2JAnn", "2JAnn"),
        ("Ann\x1b]0;title\x07Bob", "Ann ]0;title Bob"),
        ("\x1bc", "c"),
        ("Ann\x00\x08\x7fBob", "Ann Bob"),
        ("Ann\r\nthe director: you lose", "Ann the director: you lose"),
        ("Ann\u2028Bob\u2029Eve\x85Dan", "Ann Bob Eve Dan"),
        ("a \t\n b", "a b"),
        ("\u202enna", "nna"),
        ("\u2066Ann\u2069 \u200fBob\u061c", "Ann Bob"),
        ("A\u200bn\u2060n\ufeff", "Ann"),
        ("A\xadnn", "Ann"),
        ("\ufff9Ann\ufffaBob\ufffb", "AnnBob"),
        ("Ann\U000e0041\U000e007f", "Ann"),
        ("Ann\ud83d", "Ann"),
        ("Ann\ue000\uffff\U0010fffe", "Ann"),
        ("\u3164\u115f", ""),
        ("Ann\xa0Lee\u3000Ng", "Ann Lee Ng"),
        ("  Ann  ", "Ann"),
        ("\u200dAnn\u200c", "Ann"),
        (" \x1b\u200b\u200d\n", ""),
    ],
)
def test_a_line_loses_controls_and_what_has_no_form(sent: str, shown: str) -> None:
    assert clean(sent) == shown


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("  1NT   15-17\n2C\n", "  1NT   15-17\n2C\n"),
        ("a\r\nb\rc\u2028d\x85e", "a\nb\nc\nd\ne"),
        ("a\t\x1b[2Jb\n\u202ec", "a [2Jb\nc"),
        ("\n\n", "\n\n"),
    ],
)
def test_a_text_of_several_lines_keeps_its_lines_and_blanks(sent: str, shown: str) -> None:
    assert clean_lines(sent) == shown


@given(written)
def test_a_clean_line_is_printable_but_for_joiners_and_never_longer(text: str) -> None:
    shown = clean(text)
    assert all(character.isprintable() or character in JOINERS for character in shown)
    assert len(shown) <= len(text) and shown == shown.strip() and clean(shown) == shown


@given(written)
def test_clean_lines_are_printable_but_for_joiners_and_never_longer(text: str) -> None:
    shown = clean_lines(text)
    assert all(character.isprintable() or character in JOINERS + "\n" for character in shown)
    assert len(shown) <= len(text) and clean_lines(shown) == shown


@given(letters)
def test_marks_and_letters_that_can_be_printed_stay(character: str) -> None:
    if character.isprintable() and character not in server.text.FILLERS:
        assert clean(f"a{character}b") == f"a{character}b"


def test_the_text_of_an_action_is_cleaned_and_the_rest_stays() -> None:
    made = MakeCall(Call.PASS, alert=True, explanation="weak\x1b[2J\u202e")
    assert clean_fields(made) == MakeCall(Call.PASS, alert=True, explanation="weak [2J")
    assert clean_fields(Explain(3, "12\n14")) == Explain(3, "12 14")
    assert clean_fields(AwardTricks(7, reason="\x9brevoke")) == AwardTricks(7, reason="revoke")


def test_a_convention_card_is_a_text_of_lines_with_a_name_of_one() -> None:
    laid = clean_fields(LayCard(name="Acol\n\x1b", text="1NT   12-14\r\n2C\x1b[2J"), BRIDGE.pages)
    assert laid == LayCard(name="Acol", text="1NT   12-14\n2C [2J")


def test_an_action_with_nothing_to_clean_is_the_same_value() -> None:
    made = MakeCall(Call.PASS, explanation="weak")
    assert clean_fields(made) is made


MOST_DEPTH = 12
"""The depth to which types are searched for text; a holding of bridge has holdings as alternatives."""


def free_text(read: Any, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Yield every string without a pattern in a type, with its depth below an action."""
    if depth > MOST_DEPTH:
        return
    match read:
        case inspect.UnionType():
            for each in read.types:
                yield from free_text(each, depth)
        case inspect.StructType():
            for field in read.fields:
                for below, name in free_text(field.type, depth + 1):
                    yield below, name or f"{read.cls.__name__}.{field.name}"
        case inspect.VarTupleType() | inspect.ListType():
            yield from free_text(read.item_type, depth + 1)
        case inspect.TupleType():
            for each in read.item_types:
                yield from free_text(each, depth + 1)
        case inspect.DictType():
            yield from free_text(read.key_type, depth + 1)
            yield from free_text(read.value_type, depth + 1)
        case inspect.StrType(pattern=None):
            yield depth, ""
        case inspect.AnyType():
            raise AssertionError("expected types that say where text is")


@pytest.mark.parametrize("kind", ACTIONS, ids=str)
def test_all_text_of_actions_and_rulings_lies_where_it_is_cleaned(kind: Any) -> None:
    found = set(free_text(inspect.type_info(kind)))
    assert {name for depth, name in found if depth != 1} == set()
    cleaned = {
        (1, f"{each.cls.__name__}.{name}")
        for each in structs(inspect.type_info(kind))
        for name, _ in server.text.text_fields(each.cls, frozenset())
    }
    assert cleaned == found


def structs(read: Any) -> tuple[inspect.StructType, ...]:
    """Return the structs in a union."""
    return read.types if isinstance(read, inspect.UnionType) else (read,)


def test_text_in_a_nested_struct_would_be_noticed() -> None:
    assert set(free_text(inspect.type_info(Lines))) == {(3, "Line.text")}


def test_the_examples_of_the_docstrings_are_true() -> None:
    assert doctest.testmod(server.text).attempted >= 2
    assert doctest.testmod(server.text).failed == 0
