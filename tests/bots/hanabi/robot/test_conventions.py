"""Tests of the plain robot's conventions, which its module describes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bots.hanabi.robot.piles import kind_of
from bots.hanabi.robot.plain import HanabiPlain
from bots.hanabi.robot.replay import Replay, replayed
from protocol.v1.hanabi import ColorClue, Discard, End, Options, PlayCard, RankClue
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.robot.situations import after, chosen, dealt, goes_on, seen, words

NOBODYS = ("r2 y3 g4 b2", "y5 r5 r3 y4", "g2 p4 g3 b5", "y2 p5 b3 b4")
"""Four hands without a playable card."""


def knowledge(state: HanabiState, seat: int) -> Replay:
    """Return the public knowledge that a seat has computed."""
    return replayed(None, *seen(state, seat), seat)


def game(players: int, seed: int) -> list[HanabiState]:
    """Return every state of a game among robots."""
    state = HANABI.start(Options(players=players))
    states = [HANABI.apply(state, None, HANABI.chance(state, Random(seed)))]  # type: ignore[arg-type]
    robots = [HanabiPlain() for _ in range(players)]
    while states[-1].ended is None:
        state = states[-1]
        states.append(after(state, robots[state.seat].choose(*seen(state))))
    return states


def test_one_clue_shows_several_players_which_card_to_play() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r3 r1 y4", "g3 p4 g1 b5", "y2 p5 b1 b4")
    _, told = goes_on(table, 4)
    assert told == ["clues", "plays r1", "plays g1", "plays b1"]


def test_of_two_equally_likely_playable_cards_the_clue_shows_the_newer() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r1 y4 g1", *NOBODYS[2:])
    assert goes_on(table, 2)[1] == ["clues", "plays g1"]


def test_a_card_that_has_become_playable_by_what_others_played_is_played() -> None:
    table = dealt("b3 y3 g4 b2", "y5 r3 r1 y4", "g3 p4 r2 b5", "y2 p5 g4 b4")
    table, told = goes_on(table, 8)
    assert told.index("plays r2") > told.index("plays r1")
    assert table.strikes == 0


def test_a_player_without_a_playable_card_learns_that_and_gives_a_clue() -> None:
    assert goes_on(dealt(*NOBODYS), 4)[1] == ["clues"] * 4


def test_the_number_of_a_clue_depends_on_receiver_type_and_marked_card() -> None:
    """At first the newest card is marked. It is red 3, so rank 3 touches it and yellow does not."""
    common = knowledge(dealt("r2 y3 g4 b2", "y5 r5 y4 r3", *NOBODYS[2:]), 0).common
    assert common.clue_number(0, ColorClue(1, 1), (4, 6)) == 0
    assert common.clue_number(0, ColorClue(1, 0), (5, 7)) == 1
    assert common.clue_number(0, RankClue(1, 5), (4, 5)) == 2
    assert common.clue_number(0, RankClue(1, 3), (7,)) == 3
    assert common.clue_number(0, RankClue(3, 4), (15,)) == 11
    assert common.clue_number(3, RankClue(1, 3), (7,)) == 7


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_seats_compute_the_same_public_knowledge_and_it_is_true(players: int) -> None:
    for state in game(players, seed=players)[:-1:5]:
        known = [knowledge(state, seat).common.can_be for seat in range(players)]
        assert all(each == known[0] for each in known)
        assert all(cards >> kind_of(state.deck[order]) & 1 for order, cards in known[0].items())


def test_a_misplay_while_a_discard_was_possible_ends_the_conventions() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r5 r3 y4", "g3 p4 g1 b5", "y2 p5 b3 b4")
    told = after(table, chosen(table))
    assert words(told, chosen(after(told, Discard(4)))) == "plays g1"
    misplayed = after(told, PlayCard(4))
    assert misplayed.strikes == 1
    assert words(misplayed, chosen(misplayed)) == "clues"
    assert all(knowledge(misplayed, seat).broken for seat in range(4))


def test_a_misplay_while_no_discard_is_possible_keeps_the_conventions() -> None:
    table = after(dealt(*NOBODYS), PlayCard(0))
    assert table.strikes == 1
    assert not knowledge(table, 1).broken


def test_a_useless_card_is_discarded_although_clues_are_available() -> None:
    """The literal meaning of the clues shows that the second red 1 is on its pile already."""
    table = dealt("r1 y3 g4 b2 p2", "r1 r5 r3 y4 g3")
    table = after(table, PlayCard(0), RankClue(0, 4), RankClue(1, 1), RankClue(0, 3), ColorClue(1, 0))
    assert (table.tokens, words(table, chosen(table))) == (4, "discards r1")


@pytest.mark.parametrize("players", [3, 5])
def test_with_two_strikes_the_robot_plays_no_uncertain_card(players: int) -> None:
    for seed in range(4):
        state = HANABI.start(Options(players=players))
        state = HANABI.apply(state, None, HANABI.chance(state, Random(seed)))  # type: ignore[arg-type]
        wrong = [next(order for order in hand if state.deck[order].rank > 1) for hand in state.hands]
        state = after(state, PlayCard(wrong[0]), PlayCard(wrong[1]))
        while state.ended is None:
            state = after(state, chosen(state))
        assert (state.strikes, state.ended.end) == (2, End.NORMAL)


def test_a_robot_that_joins_a_running_game_plays_as_one_present_from_the_start() -> None:
    states = game(4, seed=9)
    assert all(after(state, chosen(state)) == following for state, following in pairwise(states))
