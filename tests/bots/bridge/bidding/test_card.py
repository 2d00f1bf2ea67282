"""Convention cards, which are rendered from the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bots.bridge.bidding.card import MOST_CHARACTERS, convention_card
from bots.bridge.bidding.openings import openings
from bots.bridge.bidding.system import ACOL, PRECISION, SAYC, SYSTEMS, TWO_OVER_ONE, System
from protocol.v1.bridge import Call


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_a_card_begins_with_the_title_and_describes_every_opening(system: System) -> None:
    lines = convention_card(system).splitlines()
    assert lines[0] == system.title
    made = {rule.call for rule in openings(system, 0, False)} - {Call.PASS}
    assert {line.partition(":")[0] for line in lines if ": " in line} >= {call.value for call in made}


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_a_card_fits_the_table_and_names_stayman(system: System) -> None:
    card = convention_card(system)
    low, high = system.notrump
    assert len(card) <= MOST_CHARACTERS
    assert f"1NT: {low}-{high} HCP, balanced" in card
    assert "Stayman" in card


def test_the_card_of_precision_names_its_strong_club_and_not_the_strong_two_clubs() -> None:
    card = convention_card(PRECISION)
    assert "1C: Strong club, 16+ HCP; forcing" in card
    assert "Answers to 1♣" in card
    assert "Strong two clubs" not in card
    assert "Answers to 1♣" not in convention_card(SAYC)


def test_an_option_changes_the_card() -> None:
    assert "1C: Phoney club" in convention_card(replace(SAYC, phoney_club=True))
    assert "1C: Phoney club" not in convention_card(SAYC)
    assert "Forcing notrump" in convention_card(TWO_OVER_ONE)
    assert "1S: 12-18 points or HCP, 4+♠" in convention_card(ACOL)


def test_a_card_leaves_out_how_suit_lengths_compare() -> None:
    assert "at least as long as" not in convention_card(SAYC)
    assert "1D: 12-18 points or HCP, 4+♦; or 3♦, 4♠, 4♥, 2♣" in convention_card(SAYC)
