"""A defender leads partner's suit, a long suit or a sequence; declarer draws trumps."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import format_hand, parse_hand
from protocol.v1.cards import Card, display_order
from tests.bots.bridge.robot.auctions import NOTRUMPS, SPADES, after, board, played


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


def test_declarer_draws_trumps_and_stops_when_they_are_drawn() -> None:
    state = board("AKQ32.A432.A.A32", "54.KQJ5.KQJ2.KQ5", "JT98.T98.T987.J8", "76.76.6543.T9764")
    in_hand = after(state, SPADES, "DK D7 D3 DA")
    assert played(in_hand) == "SA"
    drawn = after(in_hand, "", "SA S4 S8 S6 SK S5 S9 S7")
    assert played(drawn)[0] != "S"
