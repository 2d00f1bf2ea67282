"""Tests of Laws 6 to 39: irregular deals and calls are refused with a reason."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Call, Deal, MakeCall
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, call, deal, dealt, play_on, refused
from tests.games.bridge.refusals.offences import after_opening_lead, assert_refused, declared
from tests.games.bridge.test_view import cards_named_in, random_board

# Laws 6, 7, 13 to 15 and 24: the deck, the board, the deal, a card seen early


def uneven(**sizes: int) -> Deal:
    """Return a deal whose hands have unequal numbers of cards."""
    cards = [card for hand in deal().hands for card in hand]
    hands, at = [], 0
    for letter in "NESW":
        size = sizes.get(letter, 13)
        hands.append(tuple(cards[at : at + size]))
        at += size
    return replace(deal(), hands=tuple(hands))


@pytest.mark.parametrize(
    "wrong",
    [uneven(N=12, E=14), uneven(W=12), uneven(N=14, E=14, S=14, W=10), uneven(N=0, E=26)],
    ids=["twelve and fourteen", "51 cards", "fourteen thrice", "none and 26"],
)
def test_a_wrong_number_of_cards_cannot_be_dealt(wrong: Deal) -> None:
    with refused("52 different cards, thirteen to each hand (Law 6)"):
        BRIDGE.apply(BridgeState(), None, wrong)


def test_the_play_never_leads_to_a_wrong_number_of_cards() -> None:
    for state in random_board(6):
        held = [len(hand) for hand in state.hands]
        played = [sum(card.seat is each for card in state.plays) for each in SEATS]
        assert [h + p for h, p in zip(held, played, strict=True)] == [13] * 4


@pytest.mark.parametrize("number", range(1, 17))
def test_a_board_has_its_own_dealer_and_vulnerability_and_no_wrong_direction(number: int) -> None:
    drawn = BRIDGE.chance(BridgeState(board=number), Random(number))
    assert isinstance(drawn, Deal)
    assert (drawn.board, drawn.dealer, drawn.vulnerable) == (
        number,
        dealer_of(number),
        vulnerability_of(number),
    )


def test_every_player_holds_the_hand_of_his_own_direction() -> None:
    for each in SEATS:
        own = BRIDGE.own(dealt(), Seated(each))
        assert own is not None and own.hand == deal().hands[each]


def test_players_cannot_choose_a_wrong_board() -> None:
    for by in SEATS:
        with refused("only the server deals the cards"):
            BRIDGE.apply(BridgeState(), by, deal())
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(deal()), "t": "deal"}, BRIDGE.action_type)


def test_a_deal_with_a_double_or_missing_card_is_refused() -> None:
    north, east, south, west = deal().hands
    with refused("52 different cards"):
        BRIDGE.apply(BridgeState(), None, replace(deal(), hands=(north, east, south, (north[0], *west[1:]))))


def test_a_second_deal_of_a_board_is_refused() -> None:
    for state in (dealt(), auction("1NT"), declared(), after_opening_lead(), play_on(after_opening_lead())):
        with refused("the cards of this board are dealt already"):
            BRIDGE.apply(state, None, deal())


@pytest.mark.parametrize("seed", range(4))
def test_a_card_is_not_seen_early(seed: int) -> None:
    for state in random_board(seed)[:-1]:
        table = {str(card.card) for card in state.plays}
        if state.plays and state.dummy is not None:
            table |= {str(card) for card in state.hands[state.dummy]}
        assert cards_named_in(BRIDGE.pub(state)) == table
        for each in SEATS:
            assert cards_named_in(BRIDGE.own(state, Seated(each))) <= table | {
                str(card) for card in state.hands[each]
            }


def test_nothing_of_a_board_is_seen_before_it_is_dealt() -> None:
    state = BridgeState()
    assert not cards_named_in(BRIDGE.pub(state)) and not any(
        cards_named_in(BRIDGE.own(state, Seated(each))) for each in SEATS
    )


# Laws 17 to 19 and 27 to 39: calls


@pytest.mark.parametrize("by", "NSW")
@pytest.mark.parametrize("made", ["P", "X", "1H"])
def test_a_call_out_of_turn(by: str, made: str) -> None:
    assert_refused(auction("1C"), by, MakeCall(Call(made)), "it is East's turn", "Law")


@pytest.mark.parametrize("by", "NESW")
@pytest.mark.parametrize("made", ["P", "X", "7NT"])
@pytest.mark.parametrize("over", ["P P P P", "1C P P P", "1C X XX P P P"])
def test_a_call_after_the_end(over: str, made: str, by: str) -> None:
    assert_refused(auction(over), by, MakeCall(Call(made)), "the auction is over (Law 22)")


@pytest.mark.parametrize(
    ("calls", "made"), [("1D", "1C"), ("1D", "1D"), ("1NT", "1S"), ("7S P P", "7H"), ("7NT X", "7NT")]
)
def test_an_insufficient_bid(calls: str, made: str) -> None:
    state = auction(calls)
    (actor,) = BRIDGE.to_act(state)
    bid = calls.split()[0]
    assert_refused(state, actor.letter, MakeCall(Call(made)), f"{made} is not sufficient over {bid} (Law 18)")


@pytest.mark.parametrize("calls", ["", "P P", "1S P", "1S X", "1S X P", "1S X XX", "1S X XX P"])
def test_an_inadmissible_double(calls: str) -> None:
    state = auction(calls)
    (actor,) = BRIDGE.to_act(state)
    assert_refused(
        state, actor.letter, MakeCall(Call.DOUBLE), "a double needs an opponent's bid", "(Law 19A)"
    )


@pytest.mark.parametrize("calls", ["", "1S", "1S P", "1S X P", "1S X XX", "1S X XX P", "1S X 2S"])
def test_an_inadmissible_redouble(calls: str) -> None:
    state = auction(calls)
    (actor,) = BRIDGE.to_act(state)
    says = ("a redouble needs an opponent's double", "(Law 19B)")
    assert_refused(state, actor.letter, MakeCall(Call.REDOUBLE), *says)


@pytest.mark.parametrize("bid", ["8C", "8NT", "0S", "1SA", "7", "PASS", "XXX", ""])
def test_a_bid_of_more_than_seven_is_no_call(bid: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$.call"):
        msgspec.convert({"t": "call", "call": bid}, BRIDGE.action_type)


def test_the_auction_goes_on_unchanged_after_a_refused_call() -> None:
    state = auction("1C")
    for made in ("1C", "XX"):
        with refused("Law"):
            call(state, made)
    assert call(state, "1H P P P").contract is not None
