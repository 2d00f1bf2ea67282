"""Tests of the lines about Hanabi events: each event once, also if several arrive together."""

from __future__ import annotations

from random import Random

from protocol.v1.hanabi import PlayCard, Vote
from server.games.base import AllHands, Seated
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.terminal.drawn import sheet, told
from tests.games.hanabi.dealt import THREE, TWO, does, game, left


def after(state: HanabiState, *moves: str) -> list[HanabiState]:
    """Return the state, and the state after each of the moves."""
    states = [state]
    for move in moves:
        states.append(does(states[-1], move))
    return states


MOVES = ("color 1 1", "play 5", "rank 0 1", "play 1", "discard 9")


def test_each_move_is_described_with_its_slots_and_cards() -> None:
    seen_by_ann = told(after(game(*THREE, then="d1 d2 d3"), *MOVES), Seated(0))
    assert seen_by_ann == [
        "Hanabi game 1, No Variant, 3 players",
        "Bob: Y5 Y4 Y3 Y2 Y1",
        "Seat 2: G5 G4 G3 G2 G1",
        "Ann clues Bob yellow: slots 1, 2, 3, 4 and 5",
        "Bob plays Y1 from slot 5, draws B1",
        "Seat 2 clues Ann 1: slot 5",
        "Ann misplays R2 from slot 4, strike 1, draws a card",
        "Bob discards Y5 from slot 2, draws B3",
    ]


def test_lines_contain_only_cards_that_the_audience_sees() -> None:
    states = after(game(*THREE, then="d1 d2 d3"), *MOVES)
    assert told(states)[1:3] == [
        "Ann clues Bob yellow: slots 1, 2, 3, 4 and 5",
        "Bob plays Y1 from slot 5, draws a card",
    ]
    assert "Ann misplays R2 from slot 4, strike 1, draws B2" in told(states, AllHands())


def test_missed_events_are_described_together() -> None:
    states = after(game(*THREE), *MOVES)
    assert told([states[0], states[-1]]) == told(states)
    assert told([states[-1], states[-1]]) == told([states[-1]])
    assert sheet(states[-1]).page("log")[-1].endswith(told(states)[-1])
    assert len(sheet(states[-1]).page("clues")) == 2


def test_votes_and_the_end_by_vote_are_described_with_the_deck() -> None:
    begun = game(*TWO)
    one = HANABI.apply(begun, 1, Vote())
    back, both = HANABI.apply(one, 1, Vote(end=False)), HANABI.apply(one, 0, Vote())
    lines = told([begun, one, back, one, both])
    assert lines[1:4] == [
        "Bob votes to end the game (1 of 2)",
        "Bob withdraws the vote to end the game",
        "Bob votes to end the game (1 of 2)",
    ]
    assert lines[4:6] == ["Ann votes to end the game (2 of 2)", "The game is over, by vote: 0 of 25 points"]
    assert lines[6].startswith("The deck: R1 R2 R3 R4 R5 Y1 ")


def test_the_empty_deck_and_the_turns_left_are_described_once() -> None:
    states = after(left(game(*TWO), 1), "play 4", "color 0 0", "play 0")
    lines = [line for line in told(states) if "is empty" in line or "over" in line]
    assert lines == [
        "The deck is empty: 2 turns left",
        "The game is over, the last round has been played: 1 of 25 points",
    ]


def test_a_card_played_from_the_deck_or_into_the_hole_is_described_as_such() -> None:
    top = left(game(*TWO, deck_plays=True), 1)
    (card,) = {move.card for move in HANABI.legal_actions(top, 0) if isinstance(move, PlayCard)} - set(
        range(5)
    )
    assert " from the deck" in told([top, HANABI.apply(top, 0, PlayCard(card))])[1]
    hole = after(
        game(*TWO, variant="Throw It in a Hole (5 Suits)"), "rank 1 1", "play 9", "play 0", "discard 8"
    )
    assert told(hole)[2:] == [
        "Bob plays slot 1 into the hole, draws a card",
        "Ann plays slot 5 into the hole, draws a card",
        "Bob discards Y4 from slot 2, draws a card",
    ]
    assert sheet(HANABI.apply(HANABI.apply(hole[-1], 0, Vote()), 1, Vote())).page("log")[1] == (
        "  2 Bob misplays Y5 from slot 1, strike 1, draws R1"
    )


def test_some_clues_are_described_only_as_moo_oink_or_quack() -> None:
    assert told(after(game(*TWO, variant="Cow & Pig (5 Suits)"), "color 1 1", "rank 0 5"))[1:] == [
        "Ann clues Bob moo: slots 1, 2, 3, 4 and 5",
        "Bob clues Ann oink: slot 1",
    ]
    assert told(after(game(*TWO, variant="Duck (5 Suits)"), "rank 1 5"))[1:] == [
        "Ann clues Bob quack: slot 1"
    ]
    quacker = game(*TWO, characters="Quacker, Miser")
    assert told(after(quacker, "rank 1 5", "rank 0 5"))[1:] == [
        "Ann clues Bob quack: slot 1",
        "Bob clues Ann 5: slot 1",
    ]


def test_the_next_game_is_described_from_its_deal() -> None:
    over = does(game(*TWO), "play 1", "play 6", "play 2")
    carried = HANABI.carry(over)
    again = HANABI.apply(carried, None, HANABI.chance(carried, Random(1)))
    lines = told([over, carried, again])
    assert lines[-2:] == [
        "The cards will be dealt when every seat is taken",
        "Hanabi game 2, No Variant, 2 players",
    ]
