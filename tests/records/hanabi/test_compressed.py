"""A game as the address of a replay on Hanabi Live: letters, hyphens that mean nothing, three parts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from server.errors import BadRecord
from server.records.hanabi import loads as loads_json
from server.records.hanabi.compressed import ADDRESS, ALPHABET, HYPHEN_AFTER, dumped, loads
from server.records.hanabi.files import read_games
from server.records.hanabi.record import DeckCard, GameAction, GameOptions, GameRecord
from tests.records.hanabi.games import as_an_address_holds, game, games_of_every_family
from tests.records.replaying import is_of_hanabi


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as refused:
        loads(text)
    return str(refused.value)


def test_letters_are_as_the_format_says() -> None:
    record = GameRecord(
        players=("Ann", "Bob"),
        deck=tuple(DeckCard(suit, rank) for suit, rank in ((0, 1), (0, 5), (4, 5), (2, 3))),
        actions=(GameAction(0, 1), GameAction(3, 1, 5), GameAction(2, 0, 0)),
        options=GameOptions(variant="6 Suits"),
    )
    # cards: 5 * suit + rank - 1; actions: 4 * (value + 1, 0 for a play) + type, and the target
    assert dumped(record) == "215aeym,03ab1bga,1"
    assert loads(dumped(record)) == as_an_address_holds(record)


def test_a_hyphen_stands_after_every_twenty_letters_and_means_nothing() -> None:
    text = dumped(game())
    parts = text.split("-")
    assert {len(part) for part in parts[:-1]} == {HYPHEN_AFTER} and 0 < len(parts[-1]) <= HYPHEN_AFTER
    plain = text.replace("-", "")
    for other in (plain, "-" + plain, "-".join(plain)):
        assert loads(other) == as_an_address_holds(game())


def test_games_of_every_family_of_variants_are_equal_after_encoding_and_decoding() -> None:
    for record in games_of_every_family():
        assert loads(dumped(record)) == as_an_address_holds(record)


def test_a_game_of_which_nothing_was_played_has_no_actions() -> None:
    record = replace(game(), actions=())
    assert dumped(record).replace("-", "").split(",")[1] == "00"
    assert loads(dumped(record)) == as_an_address_holds(record)


def test_an_address_holds_an_end_by_a_seat_but_no_end_without_a_seat() -> None:
    begun = replace(game(), actions=game().actions[:3])
    ended = replace(begun, actions=(*begun.actions, GameAction(4, 2, 4)))
    assert loads(dumped(ended)).actions == ended.actions
    for last in (GameAction(4, -1, 6), GameAction(5, -1, 10)):
        assert loads(dumped(replace(begun, actions=(*begun.actions, last)))) == as_an_address_holds(begun)


@pytest.mark.parametrize(
    "before", ["", "replay-json/", "/shared-replay-json/", "https://hanab.live/replay-json/"]
)
@pytest.mark.parametrize("behind", ["", "#12", "?turn=3", "\n"])
def test_an_address_is_read_wherever_its_letters_stand(before: str, behind: str) -> None:
    text = before + dumped(game()) + behind
    assert is_of_hanabi(text.encode())
    assert loads(text) == as_an_address_holds(game())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected an address of three parts with commas between them, got 1"),
        ("215abc,00", "expected an address of three parts with commas between them, got 2"),
        (
            "115abc,00,0",
            "expected the number of players, 2 to 6, and the lowest and the highest rank, got '115'",
        ),
        (
            "715abc,00,0",
            "expected the number of players, 2 to 6, and the lowest and the highest rank, got '715'",
        ),
        (
            "2xyabc,00,0",
            "expected the number of players, 2 to 6, and the lowest and the highest rank, got '2xy'",
        ),
        ("2,00,0", "expected the number of players, 2 to 6, and the lowest and the highest rank, got '2'"),
        ("251abc,00,0", "expected 1 as the lowest rank, and a highest rank that is not lower, got 5 and 1"),
        ("225abc,00,0", "expected 1 as the lowest rank, and a highest rank that is not lower, got 2 and 5"),
        ("210abc,00,0", "expected 1 as the lowest rank, and a highest rank that is not lower, got 1 and 0"),
        ("215a\u00e9c,00,0", "expected a letter or a digit in the address of the Hanabi game, got '\u00e9'"),
        (
            "215abc,,0",
            "expected the lowest and highest type of action, and two letters for each action, got ''",
        ),
        ("215abc,30ab,0", "expected the lowest type before the highest type of action, got 3 and 0"),
        ("215abc,03a_,0", "expected a letter or a digit in the address of the Hanabi game, got '_'"),
        ("215abc,00,", "expected the number of a variant, 0 to 2425, got ''"),
        ("215abc,00,2426", "expected the number of a variant, 0 to 2425, got '2426'"),
        ("215abc,00,1_0", "expected the number of a variant, 0 to 2425, got '1_0'"),
        ("215abc,00,\u0661", "expected the number of a variant, 0 to 2425, got '\u0661'"),
        (
            "215abc,00," + "9" * 3_000,
            "expected the number of a variant, 0 to 2425, got '99999999999999999999'",
        ),
    ],
)
def test_letters_that_tell_no_game_are_refused_in_words(text: str, told: str) -> None:
    assert refusal(text) == told


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=ALPHABET + ",-_ \u00e9", max_size=60) | st.text(max_size=20))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    try:
        loads(text)
    except BadRecord as refused:
        assert str(refused).startswith("expected ")


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 260), st.sampled_from(ALPHABET))
def test_an_address_with_a_changed_letter_is_a_game_or_an_error(at: int, letter: str) -> None:
    text = dumped(game())
    (found,) = read_games(f"{ADDRESS}{text[:at]}{letter}{text[at + 1 :]}".encode())
    assert (found.error is None) == (found.validation is not None and found.validation.fault is None)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (replace(game(), deck=()), "expected a game with its deck, got a game without cards"),
        (
            replace(game(), deck=(DeckCard(0, 2), DeckCard(0, 3))),
            "expected a deck with cards of rank 1, got 2 as the lowest rank",
        ),
        (replace(game(), options=GameOptions(variant="Nope")), "expected the name of a variant, got 'Nope'"),
        (
            replace(game(), actions=(GameAction(0, 62),)),
            "expected a number from 0 to 61, which one letter of a replay's address can hold, got 62",
        ),
        (
            replace(game(), actions=(GameAction(3, 1, -5),)),
            "expected a number from 0 to 61, which one letter of a replay's address can hold, got -4",
        ),
    ],
)
def test_a_record_that_letters_cannot_hold_is_refused(record: GameRecord, told: str) -> None:
    with pytest.raises(BadRecord) as refused:
        dumped(record)
    assert str(refused.value).startswith(told)


def test_letters_are_no_json() -> None:
    with pytest.raises(BadRecord, match="expected a game of Hanabi as JSON"):
        loads_json(dumped(game()))
