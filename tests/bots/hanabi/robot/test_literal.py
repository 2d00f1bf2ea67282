"""Where the conventions do not apply, the robot takes clues literally."""

from __future__ import annotations

from protocol.v1.hanabi import Character, ColorClue, Deal, Discard, Options, PlayCard, RankClue
from server.games.hanabi.deck import deck_of
from server.games.hanabi.moves import effect
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.robot.situations import after, chosen, dealt, goes_on

ORANGE = "Orange (5 Suits)"


def by_the_letter(*hands: str, **options: object) -> HanabiState:
    """Return a table with card cycling, for which there are no conventions."""
    return dealt(*hands, card_cycle=True, **options)


def test_a_robot_clues_a_playable_card_and_the_receiver_plays_it() -> None:
    table = by_the_letter("r2 y3 g4 b2", "y5 r3 r1 y4", "g3 p4 g3 b5", "y2 p5 b3 b4")
    assert chosen(table) == RankClue(1, 1)
    assert goes_on(table, 2)[1] == ["clues", "plays r1"]


def test_where_a_rank_also_touches_all_higher_ranks_a_1_is_shown_by_a_2_that_leaves_it_untouched() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r3 r1 y4", "g3 p4 g3 b5", "y2 p5 b3 b4", variant="Chimneys (5 Suits)")
    assert chosen(table) == RankClue(1, 2)
    assert goes_on(table, 2)[1] == ["clues", "plays r1"]


def test_a_card_known_to_lie_on_its_pile_is_discarded() -> None:
    table = by_the_letter("r1 y3 g4 b2", "r1 r3 g3 y4", "r5 p4 p3 b5", "y2 p5 b3 b4")
    table = after(table, PlayCard(0), RankClue(2, 5), RankClue(1, 1), ColorClue(1, 0), ColorClue(2, 0))
    assert chosen(table) == Discard(4)


def test_without_knowledge_the_oldest_unclued_card_is_discarded() -> None:
    table = by_the_letter("r2 y3 g4 b2", "g2 r3 r4 y4", "g3 p4 p3 b5", "y2 p5 b3 b4")
    table = after(table, RankClue(1, 2))
    assert chosen(table) == Discard(5)


def test_a_known_inverted_card_is_discarded_in_order_to_play_it() -> None:
    table = HANABI.start(Options(players=2, variant=ORANGE))
    orange = next(place for place, suit in enumerate(table.variant.suits) if suit.inverted)
    deck = list(deck_of(table.variant))
    one = next(card for card in deck if (card.suit, card.rank) == (orange, 1))
    deck.remove(one)
    table = HANABI.apply(table, None, Deal((*deck[:5], one, *deck[5:])))
    table = after(table, RankClue(1, 1), RankClue(0, 1), ColorClue(1, orange))
    said = chosen(table)
    assert said == Discard(5)
    assert after(table, effect(table, said)).score == 1


def test_a_follower_keeps_a_card_until_two_of_its_rank_are_played() -> None:
    table = HANABI.start(Options(players=2, detrimental_characters=True))
    deck = (*(card for card in deck_of(table.variant) if card.rank == 1), *deck_of(table.variant))
    deck = tuple(dict.fromkeys(deck)) + tuple(_rest(deck_of(table.variant)))
    nobody, follower = Character(34, "Quacker"), Character(31, "Follower")
    table = HANABI.apply(table, None, Deal(deck[5:10] + deck[:5] + deck[10:], "", (nobody, follower)))
    clued = after(table, RankClue(1, 1))
    assert not isinstance(chosen(clued), PlayCard)


def _rest(deck: tuple[object, ...]) -> list[object]:
    """Return the rest of a deck without one copy of each of these cards."""
    rest = list(deck)
    for card in dict.fromkeys(deck):
        rest.remove(card)
    return rest
