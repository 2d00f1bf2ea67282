"""Tests of the lines that a person types at a Hanabi seat."""

from __future__ import annotations

from random import Random

import pytest

from bots.hanabi.terminal.answers import (
    list_answers,
    list_commands,
    question,
    read_answer,
    read_command,
    read_note,
)
from protocol.v1.hanabi import Action, ColorClue, Discard, Options, PlayCard, RankClue, Vote
from server.games.base import Seated
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.terminal.drawn import NAMES, seen
from tests.games.hanabi.dealt import THREE, TWO, does, game, left
from tests.games.hanabi.random_play import random_game


def read(text: str, state: HanabiState | None = None, names: dict[int, str] = NAMES) -> Action:
    state = state or game(*THREE)
    pub, own = seen(state, Seated(state.seat))
    return read_answer(text, pub, own, names)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("play 2", PlayCard(3)),
        ("p2", PlayCard(3)),
        ("P 1", PlayCard(4)),
        ("play slot5", PlayCard(0)),
        ("discard 5", Discard(0)),
        ("d2", Discard(3)),
        ("D 1", Discard(4)),
    ],
)
def test_slot_1_is_the_newest_card(typed: str, move: Action) -> None:
    assert read(typed) == move


@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        ("clue Bob red", ColorClue(1, 0)),
        ("c bob r", ColorClue(1, 0)),
        ("c bo 3", RankClue(1, 3)),
        ("c 2 3", RankClue(2, 3)),
        ("clue seat 2 blue", ColorClue(2, 3)),
        ("red to 2", ColorClue(2, 0)),
        ("3 to Bob", RankClue(1, 3)),
        ("clue 5 to bob", RankClue(1, 5)),
        ("clue purple Bob", ColorClue(1, 4)),
        ("bob 4", RankClue(1, 4)),
    ],
)
def test_a_clue_may_be_typed_in_several_ways(typed: str, clue: Action) -> None:
    assert read(typed) == clue


def test_with_two_players_a_clue_needs_no_name() -> None:
    for typed, clue in (("c 3", RankClue(1, 3)), ("red", ColorClue(1, 0)), ("clue b", ColorClue(1, 3))):
        assert read(typed, game(*TWO)) == clue


def test_a_players_name_may_be_of_several_words_or_a_command() -> None:
    names = {0: "Ann", 1: "Mary Ann", 2: "c"}
    assert read("clue mary ann red", names=names) == ColorClue(1, 0)
    assert read("c red", names=names) == ColorClue(2, 0)
    assert read("red to c", names=names) == ColorClue(2, 0)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play", "expected a slot from 1 .the newest card. to 5, as in `play 2`"),
        ("p7", "expected a slot from 1 .the newest card. to 5, got 7"),
        ("d0", "expected a slot from 1"),
        ("play deck", "this table has no option to play a card from the deck"),
        ("clue Zoe red", r"expected a player \(0 Ann, 1 Bob, 2\), got 'Zoe'"),
        ("clue Bob mauve", "expected a clue of red, yellow, .* 4 and 5, got 'mauve'"),
        ("clue Ann red", "you cannot give a clue to yourself"),
        ("clue Bob", "expected `play 2`, `discard 5` or `clue Bob red`, got 'clue Bob'"),
        ("3", "expected `play 2`"),
        ("2 3", "expected `play 2`"),
        ("banana", "expected `play 2`"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_answer_is_refused_with_an_example(typed: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(typed)


def test_the_last_card_may_be_played_from_the_deck_if_the_option_allows_it() -> None:
    state = left(game(*TWO, deck_plays=True), 1)
    assert read("play deck", state) == read("p top", state) == PlayCard(len(state.deck) - 1)
    with pytest.raises(ValueError, match="only when one card is left, and 40 are left"):
        read("play deck", game(*TWO, deck_plays=True))
    pub, own = seen(state, Seated(0))
    assert list_answers(pub, own, NAMES)[0] == "play 1 2 3 4 5 deck"


def test_a_suits_letter_means_its_colour_rather_than_the_start_of_another_name() -> None:
    state = game(*TWO, variant="Black (6 Suits)")
    assert read("b", state) == ColorClue(1, 3) and read("k", state) == ColorClue(1, 5)
    assert read("bla", state) == ColorClue(1, 5)


def test_a_vote_answers_no_decision() -> None:
    assert (read_command("vote end"), read_command("Vote Back")) == (Vote(), Vote(end=False))
    assert read_command("play 2") is None and read_command("c Bob red") is None
    with pytest.raises(ValueError, match="expected `vote end` or `vote back`, got 'vote'"):
        read_command("vote")
    own = seen(game(*TWO), Seated(1))[1]
    assert [*list_commands(own)] == ["vote end (votes to end the game) | vote back (withdraws the vote)"]


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("3 maybe red", (2, "maybe red")),
        ("Bob 1 2 or 3", (9, "2 or 3")),
        ("1/5 save", (5, "save")),
        ("4", (1, "")),
    ],
)
def test_a_note_may_be_on_an_own_card_or_on_another_players_card(typed: str, note: tuple[int, str]) -> None:
    assert read_note(typed, HANABI.pub(game(*THREE)), 0, NAMES) == note


@pytest.mark.parametrize("typed", ["", "maybe", "Zoe 3 x", "9 x"])
def test_an_incomplete_note_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_note(typed, HANABI.pub(game(*THREE)), 0, NAMES)


def test_every_legal_answer_of_random_games_may_be_typed_as_it_is_listed() -> None:
    for seed, variant in enumerate(
        ("Dual-Color (6 Suits)", "Odds and Evens & Black (6 Suits)", "Duck (3 Suits)")
    ):
        options = Options(players=2 + seed, variant=variant, deck_plays=True)
        for state in [*random_game(options, Random(seed))][:-1:7]:
            pub, own = seen(state, Seated(state.seat))
            typed = [text for line in list_answers(pub, own, {}) for text in _each(line)]
            answers = [read_answer(text, pub, own, {}) for text in typed]
            assert {*answers} == {*own.legal_actions()} and len(answers) == len({*answers})


def _each(line: str) -> list[str]:
    """Yield the answers of a listed line one by one."""
    word, *values = line.split()
    if word != "clue":
        return [f"{word} {value}" for value in values]
    return [f"clue {values[0]} {value}" for value in values[1:] if value != "|"]


def test_the_question_names_the_decision_that_is_due() -> None:
    full = game(*TWO)
    assert question(*seen(full, Seated(0))) == "Play or clue"
    assert question(*seen(does(full, "rank 1 1"), Seated(1))) == "Play, discard or clue"
    assert list_answers(*seen(does(game(*THREE), "rank 1 1"), Seated(1)), NAMES) == [
        "play 1 2 3 4 5",
        "discard 1 2 3 4 5",
        "clue Ann red | 1 | 2 | 3 | 4 | 5",
        "clue 2 green | 1 | 2 | 3 | 4 | 5",
    ]
