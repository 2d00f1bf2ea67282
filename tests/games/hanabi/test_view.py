"""Tests of the views of a game: what each audience sees, and what it cannot infer."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from protocol.v1.hanabi import Card, Options
from server.games.base import AllHands, Audience, Kibitzer, Public, Seated
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.games.hanabi.dealt import THREE, TWO, does, game

HOLE, ORANGE = "Throw It in a Hole (5 Suits)", "Orange (5 Suits)"


def view_bytes(state: HanabiState, audience: Audience) -> bytes:
    """Return all bytes that an audience sees."""
    return msgspec.json.encode([HANABI.pub(state), HANABI.own(state, audience)])


def hand_to_hand(hands: tuple[str, ...], seat: int) -> list[tuple[str, ...]]:
    """Yield the same deal with the cards of one hand in other orders."""
    orders = list(permutations(hands[seat].split()))[:: 120 // 6]
    return [(*hands[:seat], " ".join(order), *hands[seat + 1 :]) for order in orders]


@pytest.mark.parametrize("seat", range(3))
def test_a_player_and_a_kibitzer_see_all_other_hands(seat: int) -> None:
    state = game(*THREE)
    for audience in (Seated(seat), Kibitzer(seat)):
        own = HANABI.own(state, audience)
        assert set(own.cards) == set(range(15)) - set(state.hands[seat])
        assert all(own.cards[order] == state.deck[order] for order in own.cards)


@pytest.mark.parametrize("variant", ["No Variant", ORANGE, HOLE])
def test_the_order_of_ones_own_hand_shows_nowhere(variant: str) -> None:
    for seat in range(2):
        worlds = [game(*hands, variant=variant) for hands in hand_to_hand(TWO, seat)]
        for audience in (Seated(seat), Kibitzer(seat), Public()):
            assert len({view_bytes(world, audience) for world in worlds}) == 1


def test_the_rest_of_the_deck_shows_nowhere() -> None:
    worlds = [game(*THREE, then=then) for then in ("a1 b1", "d1 e5", "c2 a4")]
    for audience in (*map(Seated, range(3)), *map(Kibitzer, range(3)), Public(), AllHands()):
        assert len({view_bytes(world, audience) for world in worlds}) == 1


def test_watchers_of_all_hands_see_no_card_of_the_deck() -> None:
    state = game(*THREE)
    assert set(HANABI.own(state, AllHands()).cards) == set(range(15))


def test_an_inverted_card_is_offered_as_any_other_is() -> None:
    hands = ("a1 e1 a3 e4 a5", "b1 b2 b3 b4 b5")
    own = HANABI.own(game(*hands, variant=ORANGE), Seated(0))
    assert own.plays == own.discards == (0, 1, 2, 3, 4)


def test_a_characters_refusal_reveals_no_inverted_card() -> None:
    worlds = [
        game(hand, TWO[1], variant=ORANGE, characters="Anxious, Quacker")
        for hand in ("a1 e1 a3 e4 a5", "e1 e2 e3 e4 e5", "a1 a2 a3 a4 a5")
    ]
    assert len({view_bytes(world, Seated(0)) for world in worlds}) == 1
    own = HANABI.own(worlds[1], Seated(0))
    assert (own.plays, own.discards) == ((0, 1, 2, 3, 4), ())
    assert {type(move).__name__ for move in HANABI.legal_actions(worlds[1], 0)} >= {"Discard"}


def test_every_effect_of_what_is_offered_is_legal() -> None:
    state = game("a1 e1 a3 e4 a5", TWO[1], variant=ORANGE, characters="Anxious, Hesitant")
    own = HANABI.own(state, Seated(0))
    effects = {HANABI.effect(state, 0, asked) for asked in own.legal_actions()}
    assert effects == set(HANABI.legal_actions(state, 0))
    for effect in effects:
        HANABI.apply(state, 0, effect)


def test_with_a_hole_played_cards_and_their_success_are_hidden() -> None:
    fits, not_ = (game(hand, TWO[1], variant=HOLE) for hand in ("a1 a2 a3 a4 a5", "a2 a1 a3 a4 a5"))
    for audience in (Seated(0), Kibitzer(0), Public()):
        assert view_bytes(does(fits, "play 0"), audience) == view_bytes(does(not_, "play 0"), audience)
    pub = HANABI.pub(does(not_, "play 0"))
    assert (pub.piles, pub.directions, pub.strikes, pub.score, pub.best) == (None,) * 5
    assert (pub.cards, pub.fates[0].how, pub.clues) == ({}, "played", 8)


def test_down_a_hole_a_discard_is_seen() -> None:
    pub = HANABI.pub(does(game(*TWO, variant=HOLE), "rank 1 1", "discard 5"))
    assert (pub.cards, pub.fates[5].how) == ({5: Card(1, 1)}, "discarded")


def test_down_a_hole_a_finished_pile_shows_nowhere() -> None:
    first = ("play 0", "play 5", "play 1", "play 6", "play 2", "play 7", "play 3", "rank 0 5", "play 4")
    whole = HANABI.pub(does(game(*TWO, variant=HOLE), *first))
    assert (whole.clues, whole.directions, whole.score) == (7, None, None)


def test_with_a_hole_all_cards_are_shown_after_the_game() -> None:
    state = does(game(*TWO, variant=HOLE), "play 0", "play 9", "play 4", "play 8")
    pub = HANABI.pub(state)
    assert (pub.strikes, pub.score, pub.piles[0]) == (3, 1, (0,))
    assert [pub.fates[order].how for order in (0, 9, 4, 8)] == ["played", *["misplayed"] * 3]
    assert (len(pub.deck), pub.cards[9]) == (50, Card(1, 5))


@pytest.mark.parametrize("who", ["Blind Spot", "Oblivious", "Slow-Witted"])
def test_cards_that_a_character_does_not_see_do_not_change_its_view(who: str) -> None:
    hands = ("a1 a2 a3 a4 a5", "b1 b2 b3 b4 d1", "c1 c2 c3 c4 d2")
    other = {
        "Blind Spot": (hands[0], "d1 b4 b3 b2 b1", hands[2]),
        "Oblivious": (*hands[:2], "d2 c4 c3 c2 c1"),
        "Slow-Witted": (hands[0], "b1 b2 b3 b4 d2", "c1 c2 c3 c4 d1"),
    }[who]
    worlds = [game(*each, characters=f"{who}, Quacker, Quacker") for each in (hands, other)]
    for audience in (Seated(0), Kibitzer(0)):
        assert view_bytes(worlds[0], audience) == view_bytes(worlds[1], audience)
    assert view_bytes(worlds[0], AllHands()) != view_bytes(worlds[1], AllHands())


def test_a_clue_tells_what_a_card_can_be_and_what_it_cannot() -> None:
    pub = HANABI.pub(does(game(*TWO), "rank 1 1"))
    ones = sum(1 << 8 * suit + 1 for suit in range(5))
    everything = sum(0b111110 << 8 * suit for suit in range(5))
    assert (pub.possible[5], pub.possible[6], pub.possible[0]) == (ones, everything & ~ones, everything)


def test_a_seed_is_secret_until_the_end() -> None:
    state = HANABI.start(Options(players=3, seed="p3v0s1"))
    dealt = HANABI.apply(state, None, HANABI.chance(state, None))
    for audience in (*map(Seated, range(3)), Public(), AllHands()):
        for each in (state, dealt):
            assert b"p3v0s1" not in view_bytes(each, audience)
            assert HANABI.pub(each).seeded
    over = HANABI.pub(HANABI.terminated(dealt, None))
    assert (over.seed, over.deck) == ("p3v0s1", dealt.deck)


def test_a_play_changes_only_what_it_has_to() -> None:
    state = game(*THREE)
    before, after = (msgspec.to_builtins(HANABI.pub(each)) for each in (state, does(state, "play 0")))
    changed = {field for field in after if after[field] != before[field]}
    assert changed == {
        "turn",
        "turns",
        "hands",
        "cards",
        "fates",
        "possible",
        "left",
        "piles",
        "score",
        "last",
    }
