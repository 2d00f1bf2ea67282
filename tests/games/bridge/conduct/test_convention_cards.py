"""Tests of convention cards: when each side lays its card, and when each player may open which (Law 40B2)."""

from __future__ import annotations

from protocol.v1.bridge import Ask, Explain, LayCard, Side
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.audiences import OFFICIALS, ONE_HAND, own_half
from tests.games.bridge.deals import act, auction, call, dealt, own, play, refused

ONE_NOTRUMP = "P P 1NT P P P"


def laid(state: BridgeState) -> BridgeState:
    """Return a table on which both sides have laid a convention card before the first call."""
    return act(act(state, "S", LayCard("Acol", text="weak 1NT")), "W", LayCard("Precision", text="1C strong"))


def may_open(state: BridgeState) -> dict[str, str]:
    """Return the sides whose convention card each seat may open."""
    return {letter: " ".join(own(state, letter).systems) for letter in "NESW"}


def test_convention_card_of_the_opponents_at_own_turn_and_of_ones_own_never_in_the_auction() -> None:
    assert may_open(laid(dealt())) == {"N": "EW", "E": "", "S": "", "W": ""}
    assert may_open(call(laid(dealt()), "1NT")) == {"N": "", "E": "NS", "S": "", "W": ""}


def test_convention_card_in_c_of_the_opponents_and_the_declaring_sides_own() -> None:
    state = call(laid(dealt()), ONE_NOTRUMP)
    assert may_open(state) == {"N": "NS EW", "E": "NS", "S": "NS EW", "W": "NS"}


def test_convention_card_in_p_of_the_opponents_at_own_turn() -> None:
    state = play(call(laid(dealt()), ONE_NOTRUMP), "S3")
    assert may_open(state) == {"N": "", "E": "", "S": "EW", "W": ""}


def test_convention_card_of_the_opponents_when_answering_a_question() -> None:
    asked = act(call(laid(dealt()), "2C"), "E", Ask(0))
    assert may_open(asked)["N"] == "EW"
    assert may_open(act(asked, "N", Explain(0, "strong")))["N"] == ""


def test_convention_card_before_d_of_both_sides() -> None:
    over = call(laid(dealt()), "P P P P")
    assert set(may_open(over).values()) == {"NS EW"}
    assert set(may_open(BRIDGE.carry(over)).values()) == {"NS EW"}


def test_convention_card_of_ones_own_at_any_time_by_option() -> None:
    assert may_open(laid(dealt(own_card=True))) == {"N": "NS EW", "E": "EW", "S": "NS", "W": "EW"}


def test_convention_card_is_open_to_the_td_and_to_every_watcher() -> None:
    for audience in (*ONE_HAND, *OFFICIALS):
        assert own_half(laid(dealt()), audience).systems == (Side.NS, Side.EW)


def test_a_convention_card_that_was_not_laid_cannot_be_opened() -> None:
    assert set(may_open(dealt()).values()) == {""}
    assert all(own_half(dealt(), audience).systems == () for audience in (*ONE_HAND, *OFFICIALS))


def test_convention_card_is_laid_between_boards_or_before_the_first_call() -> None:
    with refused("you may submit a convention card only between boards or before the first call"):
        act(auction("1NT"), "E", LayCard("Acol", text="weak 1NT"))


def test_convention_card_is_a_text_or_a_file() -> None:
    for card in (LayCard("Acol"), LayCard("Acol", text="weak", file="0" * 64)):
        with refused("expected a convention card as either a text or a file"):
            act(dealt(), "N", card)


def test_the_newest_convention_card_of_a_side_counts_and_stays_for_the_sitting() -> None:
    state = act(laid(dealt()), "N", LayCard("Benji", text="benjaminised"))
    assert BRIDGE.carry(call(state, "P P P P")).side_cards[0] == LayCard("Benji", text="benjaminised")
