"""Tests of the play: leads, following suit, breaking spades, jokers, and the draw of two players."""

from __future__ import annotations

from protocol.v1.spades import Card, Keep, PlayCard, Rules
from protocol.v1.spades.deck import deck_of
from server.games.spades import play as rules_of_play
from tests.games.spades.hands import (
    ONE_SUIT_EACH,
    act,
    at_random,
    cards,
    dealt,
    own,
    play,
    playable,
    refused,
    say,
)

BIDS = "3 3 3 3"


def legal(hand: str, trick: str = "", first: bool = False, broken: bool = False, **rules: str) -> str:
    """Return the cards of a hand that may be played to a trick."""
    lead = cards(trick)[0] if trick else None
    found = rules_of_play.legal_cards(Rules(**rules), cards(hand), lead, first, broken)
    return " ".join(found)


def winner(trick: str, **rules: str) -> str:
    """Return the card that wins."""
    found = cards(trick)
    return found[rules_of_play.winner(deck_of(Rules(**rules)), found)]


# Following, and the first trick


def test_a_player_must_follow_suit_if_able() -> None:
    state = play(say(dealt(), BIDS), "CA")
    assert playable(state) == "CK C7 C2"
    with refused("SQ does not follow suit: clubs were led"):
        play(state, "SQ")


def test_a_card_that_is_not_held_is_not_played() -> None:
    with refused("you do not hold SA"):
        play(say(dealt(), BIDS), "SA")


def test_only_the_seat_in_turn_plays() -> None:
    with refused("it is East's turn"):
        act(say(dealt(), BIDS), PlayCard(Card.SA), seat=0)


def test_no_card_is_played_before_all_have_bid() -> None:
    with refused("you may play a card only after the bidding and the exchange, until the hand is over"):
        play(dealt(), "CA")


def test_no_spade_is_played_to_the_first_trick_while_anything_else_is_held() -> None:
    assert legal("SA H3", first=True) == "H3"
    assert legal("SA H3", "C4", first=True) == "H3"
    assert legal("SA S2", "C4", first=True) == "SA S2"
    assert legal("SA H3", "C4", first=True, first_trick="free") == "SA H3"
    with refused("you may not play a spade to the first trick while you hold another suit"):
        play(say(dealt(), BIDS), "SK")


def test_a_spade_that_the_first_trick_forces_breaks_nothing() -> None:
    state = play(say(dealt(ONE_SUIT_EACH, least_bid=0), "0 0 0 13"), "HA DA CA SA")
    assert (state.turn, state.broken) == (0, False)
    assert play(state, "SK").broken


def test_rules_may_ask_all_players_for_their_lowest_club_first() -> None:
    state = say(dealt(first_trick="low_club", first_leader="low_club"), BIDS)
    assert state.turn == 2, "South holds the two"
    assert playable(state) == "C2"
    state = play(state, "C2")
    assert playable(state) == "C3"
    with refused("on the first trick, play your lowest club or, without clubs, a card that is not a spade"):
        play(state, "C5")
    assert play(state, "C3 C4 C6").turn == 1


def test_without_a_club_no_spade_goes_to_the_trick_of_lowest_clubs() -> None:
    low = {"first_trick": "low_club", "first_leader": "low_club"}
    assert legal("SA H3", "C2", first=True, **low) == "H3"
    assert legal("SA S3", "C2", first=True, **low) == "SA S3"


# The first lead


def test_the_left_of_the_dealer_leads_first() -> None:
    assert say(dealt(), BIDS).turn == 1


def test_the_holder_of_the_lowest_club_may_lead_first() -> None:
    assert say(dealt(first_leader="low_club"), BIDS).turn == 2


def test_the_highest_bidder_may_lead_first_and_of_equals_the_earlier() -> None:
    assert say(dealt(first_leader="high_bid"), "3 nil 4 4").turn == 3
    assert say(dealt(first_leader="high_bid"), "nil nil nil nil").turn == 1


# Breaking spades


def test_spades_are_not_led_before_they_are_broken() -> None:
    assert legal("SA H3") == "H3"
    assert legal("SA H3", broken=True) == "SA H3"
    assert legal("SA S3") == "SA S3"
    state = play(say(dealt(), BIDS), "CA C2 C3 C4")
    with refused("you may not lead spades before they are broken"):
        play(state, "SK")


def test_spades_may_be_led_at_any_time_by_option() -> None:
    assert legal("SA H3", lead_spades="anytime") == "SA H3"


def test_rules_may_allow_spade_leads_only_from_a_hand_of_spades() -> None:
    assert legal("SA H3", broken=True, lead_spades="only_if_forced") == "H3"


def test_a_spade_breaks_spades() -> None:
    assert rules_of_play.breaks(Rules(), Card.S2, Card.H3, first=False)
    assert rules_of_play.breaks(Rules(), Card.S2, None, first=False)
    assert not rules_of_play.breaks(Rules(), Card.H2, Card.D3, first=False)
    assert rules_of_play.breaks(Rules(first_trick="free"), Card.S2, Card.H3, first=True)


def test_by_option_only_a_spade_that_is_discarded_breaks_spades() -> None:
    rules = Rules(lead_spades="discarded")
    assert rules_of_play.breaks(rules, Card.S2, Card.H3, first=False)
    assert not rules_of_play.breaks(rules, Card.S2, None, first=False)
    assert not rules_of_play.breaks(rules, Card.S2, Card.S3, first=False)


# Tricks


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = play(say(dealt(), BIDS), "CA CK C3 CJ")
    assert (state.turn, state.tricks) == (1, (0, 1, 0, 0))


# Jokers and high deuces


def test_the_jokers_and_deuces_are_the_highest_spades() -> None:
    assert winner("SA S2 D2 LJ BJ", jokers="jjdd") == "BJ"
    assert winner("SA S2 D2 LJ", jokers="jjdd") == "LJ"
    assert winner("SA S2 D2", jokers="jjdd") == "D2"
    assert winner("SA S2 SK", jokers="jjdd") == "S2"
    assert winner("SA S2 SK", jokers="jja") == "SA"
    assert winner("SA LJ S2", jokers="jja") == "LJ"
    assert winner("SA S2 SK", jokers="jj2a") == "S2"
    assert winner("D3 D2 DA", jokers="jj2a") == "DA"
    assert winner("DA S3 D2", jokers="jjdd") == "D2"


def test_the_high_deuce_of_diamonds_follows_spades_and_not_diamonds() -> None:
    assert legal("D2 H3", "S4", jokers="jjdd") == "D2"
    assert legal("D2 D3", "D4", jokers="jjdd") == "D3"
    assert legal("D2 H3", "D4", jokers="jjdd") == "D2 H3"
    assert legal("D2 H3", "D4", jokers="jja") == "D2"


# Two players


def test_two_players_bid_when_each_has_thirteen_cards() -> None:
    state = at_random(players=2)
    while state.phase == "draw":
        state = act(state, Keep(own(state, state.turn).drawn[0]))
    assert [len(hand) for hand in state.hands] == [13, 13]
    assert (state.phase, state.turn) == ("bidding", 1)
    assert say(state, "5 nil").phase == "play"
