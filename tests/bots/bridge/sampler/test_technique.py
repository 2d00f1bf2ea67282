"""Tests of the choice among equal cards."""

from __future__ import annotations

import pytest

from bots.bridge.sampler.bits import codes_in, held
from bots.bridge.sampler.carding import STANDARD, Carding
from bots.bridge.sampler.technique import finished
from protocol.v1.bridge import Seat
from protocol.v1.cards import DECK, Card
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import after, board
from tests.bots.bridge.sampler.tables import deal_with, facts_of

BOARD = board("AQ5.AK3.AQ32.432", "T92.J92.JT5.QT97", "J3.QT8.K987.AJ86", "K8764.7654.64.K5", Seat.SOUTH)
GAME = "1NT P 3NT P P P"


def chosen(state: BridgeState, cards: str, carding: Carding = STANDARD) -> str:
    """Return the card that is played from equal cards."""
    codes = list(codes_in(held(Card(each) for each in cards.split())))
    return DECK[finished(facts_of(state), codes, carding)].value


def test_declarer_plays_the_lowest_of_equal_cards() -> None:
    led = after(BOARD, GAME, "S6 S5 S9")
    assert chosen(after(led, "", "SJ"), "D7 D8 D9") == "D7"


def test_a_defender_wins_with_the_lowest_of_equal_cards() -> None:
    state = board("AJ5.AK3.AQ32.432", "KQ9.J92.JT5.QT97", "T3.QT8.K987.AJ86", "87642.7654.64.K5", Seat.SOUTH)
    assert chosen(after(state, GAME, "S4 S5"), "SQ SK") == "SQ"


def test_a_defender_leads_the_top_of_a_sequence_and_the_fourth_best() -> None:
    assert chosen(after(BOARD, GAME), "S6 S7 S8") == "S6"
    state = board("AQ5.AK3.AQ32.432", "T92.J92.JT5.K965", "J3.T84.K987.AJ87", "K8764.Q765.64.QT", Seat.SOUTH)
    assert chosen(after(state, GAME), "CT CQ") == "CQ"


@pytest.mark.parametrize(("carding", "card"), [(STANDARD, "D4"), (Carding(count="reverse"), "D6")])
def test_a_defender_shows_the_count_when_declarer_leads(carding: Carding, card: str) -> None:
    """East has three diamonds, of which the six and the four are taken as equal here."""
    state = board("AQ5.AK3.AQ32.432", "T92.J92.J64.QT97", "J3.QT8.K987.AJ86", "K8764.7654.T5.K5", Seat.SOUTH)
    in_hand = after(state, GAME, "S6 S5 S9 SJ D7 D5 DA")
    assert chosen(in_hand, "D4 D6", carding) == card


@pytest.mark.parametrize(("carding", "card"), [(STANDARD, "H9"), (Carding(attitude="reverse"), "H2")])
def test_a_defender_shows_the_attitude_to_partners_lead(carding: Carding, card: str) -> None:
    """East has the queen under West's ace."""
    state = board("AQ5.K43.AQ32.432", "T2.Q92.JT54.QT97", "J3.T85.K987.AJ86", "K98764.AJ76.6.K5", Seat.SOUTH)
    assert chosen(after(state, GAME, "HA H3"), "H2 H9", carding) == card


@pytest.mark.parametrize(("carding", "card"), [(STANDARD, "D2"), (Carding(discards="count"), "D9")])
def test_a_discard_shows_attitude_or_count(carding: Carding, card: str) -> None:
    """East has four diamonds without the ace or king, so the suit is not wanted and its number is even."""
    state = board("AQ5.AK3.AQ43.432", "T9.J92.J962.QT97", "J3.QT8.KT87.AJ86", "K87642.7654.5.K5", Seat.SOUTH)
    third_round = after(state, GAME, "S6 SA S9 S3 S5 ST SJ SK S8 SQ")
    assert chosen(third_round, "D2 D6 D9", carding) == card


@pytest.mark.parametrize(
    ("north", "diamonds", "clubs", "card"),
    [("K54.K732", "A72", "654", "S9"), ("K65.K632", "742", "A54", "S2"), ("K65.K732", "742", "654", "S2")],
)
def test_a_card_for_partner_to_ruff_asks_for_a_suit(north: str, diamonds: str, clubs: str, card: str) -> None:
    """West has led a singleton spade. East returns spades, and wants diamonds, clubs or neither."""
    state = deal_with(f"Q75.KQ2.{north}", f"AT9632.A.{diamonds}.{clubs}", "KJ4.JT98754.Q3.Q")
    assert chosen(after(state, "4H P P P", "S8 S5 SA S4"), "S2 S3 S6 S9") == card


@pytest.mark.parametrize(
    ("north", "diamonds", "clubs", "card"),
    [("K654.A32", "A73", "8654", "S9"), ("K654.K32", "973", "AQ54", "S2")],
)
def test_third_hand_asks_for_a_suit_when_dummy_has_no_more_of_partners_suit(
    north: str, diamonds: str, clubs: str, card: str
) -> None:
    """West leads the ace of spades. East's queen is no reason for a second round, which dummy ruffs."""
    state = deal_with(f"5.KQ832.{north}", f"QT932.4.{diamonds}.{clubs}", "J764.AJT97.Q2.J9")
    assert chosen(after(state, "4H P P P", "SA S5"), "S2 S3 S9") == card
