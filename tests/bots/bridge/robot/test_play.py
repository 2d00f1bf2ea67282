"""Tests of the plain robot's card play."""

from __future__ import annotations

from random import Random

import pytest

from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from protocol.v1.bridge import SEATS, Call, MakeCall, PlayCard, format_hand, parse_hand
from protocol.v1.cards import Card, display_order
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, play_out, random_board, view_of

NOTRUMPS = "3NT P P P"
SPADES = "4S P P P"


def after(state: BridgeState, calls: str, cards: str = "") -> BridgeState:
    """Return the board after these calls and cards, each by the seat on turn."""
    for call in calls.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], MakeCall(Call(call)))
    for card in cards.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], PlayCard(Card(card)))
    return state


def played(state: BridgeState) -> str:
    """Return the card that the plain robot plays now."""
    seat = SEATS[BRIDGE.to_act(state)[0]]
    view = view_of(state, seat)
    assert view.own is not None
    return PlainBot().choose(view, view.own.legal_actions()).card.value


def east_leads(east: str, calls: str) -> str:
    """Return East's lead against North's contract. The other seats hold the remaining cards."""
    rest = sorted(set(Card) - set(parse_hand(east)), key=display_order)
    north, south, west = (format_hand(tuple(rest[first::3])) for first in range(3))
    return played(after(board(north, east, south, west), calls))


@pytest.mark.parametrize(
    ("east", "calls", "lead"),
    [
        ("KJ852.64.Q73.T92", NOTRUMPS, "S5"),
        ("QJT52.64.K73.T92", NOTRUMPS, "SQ"),
        ("852.64.AK73.T952", SPADES, "DA"),
        ("852.KQ64.J73.T52", SPADES, "HK"),
        ("852.Q8642.3.T952", SPADES, "D3"),
    ],
)
def test_the_opening_lead_is_from_the_longest_suit_a_sequence_or_a_singleton(
    east: str, calls: str, lead: str
) -> None:
    assert east_leads(east, calls) == lead


def test_a_defender_leads_the_suit_that_partner_bid() -> None:
    state = board("AKQJ2.32.AK2.432", "43.QJT9.QJ3.8765", "T98.8765.T987.AK", "765.AK4.654.QJT9")
    assert played(after(state, "1S P P 2H 4S P P P")) == "HQ"


def test_second_hand_plays_low_and_covers_an_honour() -> None:
    state = board("KJ2.AK3.AK32.AK3", "Q43.QJ2.QJT.QJT9", "AT98.T98.987.876", "765.7654.654.542")
    north_leads = after(state, NOTRUMPS, "CQ C6 C4 CA")
    assert played(after(north_leads, "", "S2")) == "S3"
    assert played(after(north_leads, "", "SJ")) == "SQ"


def test_third_hand_plays_high_but_not_over_partners_winner() -> None:
    state = board("A2.AK3.AQ32.A432", "Q43.QJ2.KJT.QJT9", "T98.T98.987.8765", "KJ765.7654.654.K")
    from_partner = after(state, NOTRUMPS, "S4 S8")
    assert played(from_partner) == "SK"
    winning = after(state, NOTRUMPS, "SQ S8")
    assert played(winning) == "S5"


def test_fourth_hand_wins_as_cheaply_as_it_can() -> None:
    state = board("AJ2.AK3.AQ32.K43", "Q43.QJ2.KJT.AQJT", "987.T98.987.8765", "KT65.7654.654.92")
    assert played(after(state, NOTRUMPS, "SQ S8 S5")) == "SA"
    assert played(after(state, NOTRUMPS, "S3 S7 ST")) == "SJ"
    assert played(after(state, NOTRUMPS, "S3 S8 S5")) == "S2"


def test_a_void_hand_ruffs_low_unless_partner_wins() -> None:
    state = board("AKQ32.A432..A432", "54.KQJ5.KQJ2.KQ5", "JT98.T98.T987.J8", "76.76.A6543.T976")
    assert played(after(state, SPADES, "D2 D7 DA")) == "S2"
    assert played(after(state, SPADES, "DK D7 D3")) == "S2"
    ruffed_by_dummy = after(state, SPADES, "DK D7 D3 S2 SA S4 S8 S6 SK S5 S9 S7 HA H5 H8 H6")
    assert played(ruffed_by_dummy)[0] != "S"


def test_declarer_draws_trumps_and_stops_when_they_are_drawn() -> None:
    state = board("AKQ32.A432.A.A32", "54.KQJ5.KQJ2.KQ5", "JT98.T98.T987.J8", "76.76.6543.T9764")
    in_hand = after(state, SPADES, "DK D7 D3 DA")
    assert played(in_hand) == "SA"
    drawn = after(in_hand, "", "SA S4 S8 S6 SK S5 S9 S7")
    assert played(drawn)[0] != "S"


def test_declarer_finesses_against_the_king() -> None:
    state = board("AQ2.AK3.AK32.432", "K98.QJ2.QJT.QJT9", "543.T98.987.AK87", "JT76.7654.654.65")
    in_dummy = after(state, NOTRUMPS, "CQ CK C5 C2")
    assert played(after(in_dummy, "", "S3 S6")) == "SQ"


def test_declarer_lets_a_card_run_that_only_the_king_beats() -> None:
    state = board("AQ2.AK3.AK32.432", "K43.QJ2.QJT.QJT9", "JT9.T98.987.AK87", "8765.7654.654.65")
    in_dummy = after(state, NOTRUMPS, "CQ CK C5 C2")
    assert played(after(in_dummy, "", "S9 S5")) == "S2"


def test_a_robot_plays_from_its_view_alone_and_always_the_same() -> None:
    state = random_board(Random(8))
    assert play_out(state, [PlainBot()] * 4) == play_out(state, [PlainBot()] * 4)


def test_plain_play_takes_more_tricks_than_random_play() -> None:
    """With the same auction, declarer takes more tricks by plain play than by random play."""
    rng, plain, chance = Random(9), PlainBot(), RandomBot(1)
    better = 0
    for number in range(1, 41):
        state = random_board(rng, number)
        auction = play_out(state, [plain] * 4)
        if auction.contract is None:
            continue
        contract = after(state, " ".join(auction.calls))
        declarer = auction.contract.declarer
        by_chance = [chance if seat.side is declarer.side else plain for seat in SEATS]
        better += auction.tricks[declarer % 2] - play_out(contract, by_chance).tricks[declarer % 2]
    assert better > 40


def test_most_contracts_are_made() -> None:
    rng, plain = Random(10), PlainBot()
    ends = [play_out(random_board(rng, number), [plain] * 4) for number in range(1, 121)]
    bid = [end for end in ends if end.contract is not None]
    made = [end for end in bid if end.tricks[end.contract.declarer % 2] >= end.contract.level + 6]
    assert len(bid) > 100
    assert len(made) > len(bid) / 2
