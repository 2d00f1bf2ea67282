"""Tests of the frame of a character's rules: what a character without rules allows, and its situation."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi import Discard, PlayCard, RankClue
from server.games.hanabi.characters.character import UNSET, CharacterRules, Moment
from tests.games.hanabi.dealt import TWO, game

PLAIN = CharacterRules(0, "Plain")
SITUATION = Moment(game(*TWO), seat=0, metadata=UNSET, memory=3)


def test_a_character_without_rules_of_its_own_forbids_nothing() -> None:
    clue = RankClue(1, 1)
    assert PLAIN.clue(SITUATION, clue, (5,)) is None
    assert PLAIN.receive(SITUATION, clue, (5,)) is None
    assert (PLAIN.play(SITUATION, 0), PLAIN.discard(SITUATION, 0)) == (None, None)
    assert [PLAIN.move(SITUATION, move) for move in (clue, PlayCard(0), Discard(0))] == [None] * 3
    assert not PLAIN.stuck(SITUATION) and not PLAIN.again(3)


def test_a_character_without_rules_of_its_own_forgets_when_it_acts_and_only_then() -> None:
    clue = RankClue(1, 1)
    assert PLAIN.acted(SITUATION, clue, (5,)) == UNSET
    assert PLAIN.received(SITUATION, clue, (5,)) == PLAIN.seen(SITUATION, clue) == 3


def test_the_newest_card_is_the_last_of_the_hand_and_an_empty_hand_has_none() -> None:
    assert SITUATION.newest == 4
    without_cards = replace(SITUATION.state, hands=((), SITUATION.state.hands[1]))
    assert Moment(without_cards, 0, UNSET, UNSET).newest is None


def test_only_whole_clues_count_where_a_clue_costs_two_half_tokens() -> None:
    half_clues = replace(game(*TWO, variant="Clue Starved (5 Suits)"), tokens=5)
    assert Moment(half_clues, 0, UNSET, UNSET).clues == 2
    assert SITUATION.clues == 8
