"""Tests of the drawing of a Spades table for each audience."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

from bots.spades.terminal.drawing import draw
from bots.terminal.screen import picture
from bots.wire.table_view import TableView
from protocol.v1.codec import MSGPACK
from protocol.v1.spades import Keep, Reveal
from protocol.v1.updates import People, SeatRow, View
from server.games.base import AllHands, Audience, Public, Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.bots.spades.terminal.drawn import seen, shown
from tests.games.spades.hands import act, at_random, dealt, finish, give, play, say


def test_a_table_in_play_is_drawn_with_bids_tricks_both_tricks_and_the_sides() -> None:
    state = play(say(dealt(scores=(120, -40)), "4 nil 3 3"), "H3 H6 H9 HK D2")
    assert (
        shown(state, Seated(1))
        == """\
                   bid  won  trick 2  last trick
 N  ● Ann          3    1    ♦2 led   ♥K won
▶E  ● robot plain  4    0    ·        ♥3
 S  ○ Carl         nil  0    ·        ♥6
 W  empty          3    0    ·        ♥9

     bid  won  points  bags
 NS  3    1    120     0 of 10
 EW  7    0    -40     0 of 10

East's hand: ♠ K 8 4   ♥ Q J 7   ♦ J 8 5   ♣ A 10 6
Legal cards: ♦J ♦8 ♦5
East is to play; spades are not broken"""
    )


def test_cards_that_may_not_be_played_are_dim_and_the_others_are_not() -> None:
    state = play(say(dealt(), "4 nil 3 3"), "H3 H6 H9 HK D2")
    console = Console(file=io.StringIO(), width=76, force_terminal=True, color_system="standard")
    console.print(draw(*seen(state, Seated(1)), {}))
    hand = next(line for line in console.file.getvalue().splitlines() if "East's hand" in line)
    assert "\x1b[33m♦ J 8 5\x1b[0m" in hand
    assert "\x1b[31m♥ \x1b[0m\x1b[2;31mQ\x1b[0m" in hand


def test_the_public_sees_no_hand_and_the_end_of_a_hand_shows_its_result() -> None:
    over = finish(say(dealt(), "4 nil 3 3"), seed=1)
    text = shown(over)
    assert "hand:" not in text and "is to" not in text
    assert "Hand 1, NS: " in text and "S's nil " in text and "Hand 1, EW: " in text


def test_a_hidden_hand_is_described_and_not_drawn() -> None:
    hidden = dealt(scores=(0, 150))
    text = shown(hidden, Seated(0))
    assert "North's hand is hidden: `reveal` shows it and rules out blind bids" in text
    assert text.count("not looked") == 2 and "♠" not in text
    looked = act(hidden, Reveal(), seat=0)
    assert "North's hand: ♠ A 9 5   ♥ K 8 4   ♦ Q 9 6 2   ♣ J 8 4" in shown(looked, Seated(0))
    assert " looked" in shown(looked).replace("not looked", "")


def test_passed_cards_are_drawn_for_both_partners_and_for_all_hands() -> None:
    passing = say(dealt(scores=(150, 0)), "blind_nil 4 3 3")
    assert "East is to pass 2 cards to West" in shown(passing)
    done = give(give(passing, "SK CA"), "C3 D3")
    assert "Passed: ♠K ♣A   Received: ♦3 ♣3" in shown(done, Seated(1))
    assert "Passed: ♦3 ♣3   Received: ♠K ♣A" in shown(done, Seated(3))
    assert "Passed" not in shown(done, Seated(0)) and "Passed" not in shown(done)
    assert "Passed: E ♠K ♣A   W ♦3 ♣3" in shown(done, AllHands())


def test_two_who_draw_see_the_two_cards_offered_and_what_they_have_laid_away() -> None:
    state = at_random(players=2, jokers="jjdd")
    assert "South is to keep one of two cards" in shown(state, Seated(0))
    first, second = (action.card for action in SPADES.legal_actions(state, 1))
    assert "Drawn: " in shown(state, Seated(1)) and "Drawn: " not in shown(state, Seated(0))
    kept = act(state, Keep(first))
    assert "1 card" in shown(kept) and "Laid away: " in shown(kept, Seated(1))
    assert "Laid away: " not in shown(kept, Seated(0))
    assert SPADES.own(kept, Seated(1)).laid_away == (second,)


def test_solo_tables_show_seat_numbers_and_scores_beside_the_seats() -> None:
    text = shown(say(at_random(preset="solo", players=3), "5 4 3"), Seated(2))
    assert text.splitlines()[0].endswith("points  bags")
    assert [line.split()[0] for line in text.splitlines()[1:4]] == ["0", "▶1", "2"]
    assert "Seat 2's hand: " in text and "NS" not in text


def test_jokers_and_high_twos_are_first_among_the_spades() -> None:
    high = "BJ LJ D2 S2 SA HA HK HQ DA DK DQ CA CK"
    text = shown(_jokers(high), Seated(0))
    assert "♠ BJ LJ ♦2 2 A   ♥ A K Q   ♦ A K Q   ♣ A K" in text


def _jokers(high: str) -> SpadesState:
    names = high.split()
    others = [card for card in at_random(jokers="jjdd").deal.hands for card in card if card not in names]
    rest = (" ".join(others[start : start + 13]) for start in (0, 13, 26))
    return dealt((high, *rest), jokers="jjdd", blind_nil=0)


@pytest.mark.parametrize("audience", [Public(), Seated(4), AllHands()], ids=["public", "seat", "all"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_whole_picture_fits_a_terminal_of_80_by_24(players: int, audience: Audience) -> None:
    if isinstance(audience, Seated):
        audience = Seated(players - 1)
    state = at_random(players=players, nil_pass=2 if players > 2 else None)
    while state.phase != "play":
        state = act(state, SPADES.legal_actions(state, state.turn)[-1])
    watched = TableView("t1", "public", MSGPACK)
    seats = tuple(SeatRow(seat, "A long long name", "p", here=True) for seat in range(players))
    watched.take_message(People(table="t1", seats=seats, watchers=12, paused=True))
    own = SPADES.own(state, audience)
    view = View(
        table="0123456789abcdef",
        epoch="e",
        version=1,
        audience="public",
        pub=msgspec.to_builtins(SPADES.pub(state)),
        own=msgspec.to_builtins(own),
        now_ms=0,
    )
    watched.take_view(view, 0.0)
    console = Console(file=io.StringIO(), width=80)
    console.print(picture(watched, 0.0, "connection lost, connecting again"))
    lines = console.file.getvalue().splitlines()
    assert len(lines) <= 23 and max(map(len, lines)) <= 80
    assert any("paused, 12 watching" in line and "connection lost" in line for line in lines)
    assert "waiting:" not in console.file.getvalue()
