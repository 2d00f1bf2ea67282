"""Tests of the sampler's card play: textbook positions, and what its choices depend on."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from bots.bridge.sampler import search
from bots.bridge.sampler.effort import QUICK
from bots.bridge.sampler.play import choose_card
from bots.bridge.sampler.solver import SolverMissing
from protocol.v1.bridge import Seat
from tests.bots.bridge.robot.auctions import NOTRUMPS, after, board, played
from tests.bots.bridge.sampler.tables import READINGS, at_once, card, deal_with, never, view_on_turn

pytest.importorskip("endplay", reason="endplay is not installed")

T = TypeVar("T")

FINESSE = board("AQ2.AK3.AK32.432", "K98.QJ2.QJT.QJT9", "543.T98.987.AK87", "JT76.7654.654.65")


def test_a_single_legal_card_is_played_without_a_search() -> None:
    state = board("AQ2.AK3.AK432.32", "K98.QJ2.QJ.QJT98", "543.T98.9876.AK7", "JT76.7654.T5.654")
    followed = after(state, NOTRUMPS, "CQ CK C4 C2 D9 DT DA DJ D2")

    async def no_search(question: Callable[[], T], /) -> T | None:
        raise AssertionError("expected no search")

    assert card(followed, think=no_search) == "DQ"


def test_the_same_seed_chooses_the_same_card() -> None:
    state = after(FINESSE, NOTRUMPS, "CQ")
    assert card(state, QUICK, 1) == card(state, QUICK, 1)


def test_the_choice_depends_on_nothing_but_the_view() -> None:
    """The hidden hands differ in two boards, the view of declarer does not."""
    other = board("AQ2.AK3.AK32.432", "J76.QJ2.QJT.QJT9", "543.T98.987.AK87", "KT98.7654.654.65")
    cards = "CQ CK C5 C2"
    assert card(after(FINESSE, NOTRUMPS, cards), QUICK) == card(after(other, NOTRUMPS, cards), QUICK)


def test_without_an_answer_of_the_search_the_plain_robots_card_is_played() -> None:
    for cards in ("CQ CK C5 C2", "CQ CK C5 C2 S3 S6"):
        state = after(FINESSE, NOTRUMPS, cards)
        assert card(state, think=never) == played(state)


def test_without_the_solver_the_plain_robots_card_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(trumps: int | None) -> Any:
        raise SolverMissing("not installed")

    monkeypatch.setattr(search, "solving", missing)
    state = after(FINESSE, NOTRUMPS, "CQ CK C5 C2 S3 S6")
    assert card(state) == played(state)


def test_the_question_can_be_sent_to_another_process() -> None:
    asked: list[Any] = []

    async def kept(question: Callable[[], T], /) -> T | None:
        asked.append(pickle.loads(pickle.dumps(question)))
        return question()

    state = after(FINESSE, NOTRUMPS, "CQ CK C5 C2 S3 S6")
    card(state, QUICK, think=kept)
    assert asked[0]() is not None
    assert len(pickle.dumps(asked[0])) < 3_000


def test_a_player_that_has_not_seen_all_cards_plays_by_rules() -> None:
    """A substitute that has seen only the current trick cannot know which cards are left."""
    state = after(FINESSE, NOTRUMPS, "CQ CK C5 C2 S3 S6")
    view, own = view_on_turn(state)
    plays = {place: play for place, play in view.pub.plays.items() if place >= 4}
    chosen = asyncio.run(choose_card(replace(view.pub, plays=plays), own, READINGS, QUICK, 1, at_once))
    assert chosen in (own.cards or ())


def test_the_opening_lead_against_three_notrump_is_the_fourth_best_of_the_long_suit() -> None:
    hands = "AQ5.AK3.AQ32.432", "92.J92.JT5.QT976", "JT3.QT8.K987.AJ8", "K8764.7654.64.K5"
    assert card(after(board(*hands, Seat.SOUTH), "1NT P 3NT P P P"), think=never) == "S6"


def test_a_sequence_is_led_from_the_top() -> None:
    hands = "A5.AK3.AQ32.5432", "972.J92.JT5.KT96", "T83.QT8.K987.AJ8", "KQJ64.7654.64.Q7"
    assert card(after(board(*hands, Seat.SOUTH), "1NT P 3NT P P P"), QUICK) == "SK"


@pytest.mark.parametrize(("east", "chosen"), [("T92.J92.9643.QT9", "D9"), ("T92.J92.964.QT97", "D4")])
def test_a_defender_that_takes_no_trick_in_a_suit_signals_with_cards_far_apart(
    east: str, chosen: str
) -> None:
    """East shows an even or an odd number of diamonds; declarer's side has all the high ones."""
    state = deal_with("AQ5.AK3.AKQJ.432", east, "J3.QT8.T872.AJ86")
    assert card(after(state, "1NT P 3NT P P P", "S6 S5 S9 SJ D2 D5 DA"), QUICK) == chosen


def test_the_lowest_of_equal_cards_wins_in_third_seat() -> None:
    hands = "AJ2.AK3.AQ32.A43", "KQ43.QJ2.KJT.QJT", "T98.T98.987.8765", "765.7654.654.K92"
    assert card(after(board(*hands, Seat.SOUTH), "1NT P 3NT P P P", "S5 S2")) == "SQ"
