"""Tests of the drawing of a Hanabi table for each audience."""

from __future__ import annotations

import io
from random import Random

import msgspec
import pytest
from rich.console import Console

from bots.terminal.screen import picture
from bots.wire.table_view import TableView
from protocol.v1.codec import MSGPACK
from protocol.v1.hanabi import Options, Vote
from protocol.v1.updates import People, SeatRow, View
from server.games.base import AllHands, Audience, Public, Seated
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from tests.bots.hanabi.terminal.drawn import sheet, shown
from tests.games.hanabi.dealt import THREE, TWO, does, game, left
from tests.games.hanabi.random_play import random_game


def test_a_player_sees_other_hands_and_the_clues_about_every_hand() -> None:
    state = does(game(*THREE), "rank 1 1", "color 0 0", "play 10")
    assert (
        shown(state, Seated(0), noted=[4])
        == """\
                    1 new      2          3          4          5
▶0 ● Ann           [R?]*      [R?]       [R?]       [R?]       [R?]

 1 ● Bob            Y5         Y4         Y3         Y2        [Y1]
                    -1         -1         -1         -1         1
 2 ○ robot plain    R1         G5         G4         G3         G2

        R Red        Y Yellow     G Green      B Blue       P Purple
played  –            –            1            –            –
gone
Clues 6 of 8   Strikes 0 of 3   Score 1 of 25   Deck 34"""
    )


def test_the_public_view_hides_cards_in_hands_and_shows_all_others() -> None:
    text = shown(does(game(*TWO), "play 1", "rank 0 5"))
    lines = text.splitlines()
    assert lines[1] == "▶0 ● Ann            ??        [?5]        ??         ??         ??"
    assert lines[2].split() == ["-5"] * 4 and lines[3].count("??") == 5
    assert "gone    2" in text and "Strikes 1 of 3" in text


def test_cards_in_the_hole_are_hidden_until_the_end() -> None:
    hole = does(
        game(*TWO, variant="Throw It in a Hole (5 Suits)"), "rank 1 1", "play 9", "play 0", "discard 8"
    )
    text = shown(hole, AllHands())
    assert "Clues 8 of 8   In the hole 2 cards" in text and "Strikes" not in text
    assert (
        "played  ?            ?            ?            ?            ?" in text
        and "gone                 4" in text
    )
    over = HANABI.apply(HANABI.apply(hole, 0, Vote()), 1, Vote())
    assert "Strikes 1 of 3   Score 1 of 25, at most 24 possible" in shown(over)
    assert "played  1            –" in shown(over) and "gone                 45" in shown(over)


def test_piles_show_their_direction_and_at_sudoku_all_their_cards() -> None:
    either = game("aS b5 c1 d3 d4", "b4 c2 a2 e3 e4", variant="Up or Down (5 Suits)")
    assert "played  – ↕          – ↕" in shown(either)
    gone = does(either, "play 0", "rank 0 1", "play 1", "play 5", "play 2")
    assert "played  S ↕          4 ↓          1 ↑" in shown(gone)
    sudoku = does(game("a4 a2 b1 c3 d3", "a5 b2 c2 d2 e2", variant="Sudoku (5 Suits)"), "play 0", "play 5")
    assert "played  45           –" in shown(sudoku)


def test_characters_votes_a_chosen_deck_and_the_last_round_are_drawn() -> None:
    state = HANABI.apply(game(*THREE, characters="Awkward 3, Fuming 1, Blind Spot", seed="abc"), 1, Vote())
    lines = shown(state, Seated(2)).splitlines()
    assert lines[2:7:2] == ["   Awkward: 3", "   Fuming: yellow", "   Blind Spot"]
    assert lines[1].count("??") == 5 and "[" not in lines[3] and "Y5" in lines[3]
    assert lines[-1] == "Votes to end: Bob (2 end it)   Seeded: the deck was chosen by a seed"
    last = does(left(game(*TWO), 1), "play 4")
    assert "Last round: 2 turns left" in shown(last) and "Deck 0" in shown(last)


def test_the_end_shows_every_hand_its_reason_and_the_undrawn_cards() -> None:
    over = does(game(*TWO), "play 1", "play 6", "play 2")
    text = shown(over)
    assert "The game is over, by the third strike: 0 of 25 points" in text
    assert "R5 " in text and "??" not in text and "Not drawn: " in text and "▶" not in text


def test_clues_of_a_quacker_show_only_the_touched_cards() -> None:
    state = does(game(*TWO, variant="Duck (5 Suits)"), "rank 1 2")
    assert shown(state, Seated(1)).splitlines()[3].split()[-5:] == ["??", "??", "??", "[??]", "??"]


def test_before_the_deal_only_the_seats_are_drawn() -> None:
    text = shown(HanabiState(variant=catalogue.variant_named("No Variant")))
    assert text.splitlines()[0] == " 0 ● Ann" and "Clues" not in text
    assert "The cards will be dealt when every seat is taken" in text


@pytest.mark.parametrize("audience", [Public(), Seated(1), AllHands()], ids=["public", "seat", "all"])
@pytest.mark.parametrize("turn", [0, 25, 999])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_whole_picture_leaves_room_on_a_terminal_of_80_by_24(
    players: int, turn: int, audience: Audience
) -> None:
    options = Options(
        players=players, variant="Muddy-Rainbow-Fives & Muddy Rainbow (6 Suits)", one_extra_card=True,
        seed="abc", detrimental_characters=turn == 25,
    )  # fmt: skip
    states = [*random_game(options, Random(2), clumsy=0.0)]
    state = states[min(turn, len(states) - 1)]
    console = Console(file=io.StringIO(), width=80)
    console.print(picture(watched(state, audience), 0.0, "connection lost, connecting again"))
    lines = console.file.getvalue().splitlines()
    assert len(lines) <= (22 if state.ended is None else 23) and max(map(len, lines)) <= 80
    assert any("paused, 12 watching" in line and "connection lost" in line for line in lines)


def watched(state: HanabiState, audience: Audience) -> TableView:
    """Return a table of people with long names, as a client watches it."""
    players = state.options.players
    followed = TableView("t1", "public", MSGPACK)
    seats = tuple(SeatRow(seat, "A long long name", "p", here=True) for seat in range(players))
    followed.take_message(People(table="t1", seats=seats, watchers=12, paused=True))
    own = HANABI.own(state, audience)
    view = View(
        table="0123456789abcdef", epoch="e", version=1, audience="public", now_ms=0,
        pub=msgspec.to_builtins(HANABI.pub(state)), own=msgspec.to_builtins(own),
    )  # fmt: skip
    followed.take_view(view, 0.0)
    return followed


def test_the_page_of_hands_explains_its_marks() -> None:
    state = does(game(*TWO), "rank 1 2", "color 0 0")
    lines = sheet(state, Seated(1)).page("hands")
    assert "[ ] is touched by a clue" in lines[0]
    assert lines[1:3] == ["Ann:", "  slot 1 [R5] can be R by its clues"]
    assert lines[7] == "Bob:" and lines[8] == "  slot 1  ?? can be -2 by its clues"
