"""Convention cards, which are rendered from the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bots.bridge.bidding.card import MOST_CHARACTERS, convention_card
from bots.bridge.bidding.openings import openings
from bots.bridge.bidding.system import ACOL, PRECISION, SAYC, SYSTEMS, TWO_OVER_ONE, KeyCardFlavour, System
from bots.bridge.sampler.brain import card_text
from bots.bridge.sampler.carding import Carding
from protocol.v1.bridge import Call


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_a_card_begins_with_the_title_and_describes_every_opening(system: System) -> None:
    lines = convention_card(system).splitlines()
    assert lines[0] == system.title
    made = {rule.call for rule in openings(system, 0, False)} - {Call.PASS}
    described = {call for line in lines if ": " in line for call in line.partition(":")[0].split()}
    assert described >= {call.value for call in made}


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
    assert "1S: 12-22 points or HCP, 4+♠" in convention_card(ACOL)


def test_preempts_that_differ_only_in_their_suit_share_a_line() -> None:
    assert "3C 3D 3H 3S: Preempt, 4-10 HCP, 7 cards" in convention_card(SAYC).splitlines()


def test_calls_with_the_same_agreement_stand_together() -> None:
    card = convention_card(SAYC)
    assert "4C 4D 4H Splinter" in card
    assert "X Balancing double" in card
    assert "X Responsive double" in card


@pytest.mark.parametrize(
    ("flavour", "answers"),
    [
        ("1430", "5C 1 or 4 key cards for ♥; 5D 0 or 3 key cards for ♥"),
        ("0314", "5C 0 or 3 key cards for ♥; 5D 1 or 4 key cards for ♥"),
        ("blackwood", "5C 0 or 4 aces; 5D 1 ace; 5H 2 aces; 5S 3 aces"),
    ],
)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_a_card_tells_the_answers_to_the_question_for_key_cards(
    system: System, flavour: KeyCardFlavour, answers: str
) -> None:
    assert answers in convention_card(replace(system, keycards=flavour))


@pytest.mark.parametrize("flavour", ["1430", "0314", "blackwood"])
@pytest.mark.parametrize("phoney", [False, True])
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_with_every_option_the_card_and_the_carding_are_short_enough_for_the_table(
    system: System, phoney: bool, flavour: KeyCardFlavour
) -> None:
    laid = card_text(replace(system, phoney_club=phoney, keycards=flavour), Carding(count="reverse"))
    assert laid.endswith("discards: attitude")
    assert "…" not in laid
    assert "5S" in laid


def test_a_card_leaves_out_how_suit_lengths_compare() -> None:
    assert "at least as long as" not in convention_card(SAYC)
    assert "1D: 12-21 points or HCP, 4+♦; or 3♦, 4♠, 4♥, 2♣" in convention_card(SAYC)
