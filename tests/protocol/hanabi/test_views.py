"""The own half of a Hanabi view: the answers to a seat's decision."""

from __future__ import annotations

from protocol.v1.hanabi import ColorClue, Discard, HanabiOwn, PlayCard, RankClue


def test_a_seat_answers_with_plays_then_discards_then_clues() -> None:
    clues = (ColorClue(to=1, color=0), RankClue(to=1, rank=5))
    own = HanabiOwn(seat=0, plays=(0, 4), discards=(4,), clues=clues)
    assert own.legal_actions() == (PlayCard(0), PlayCard(4), Discard(4), *clues)


def test_a_seat_without_a_decision_has_no_answers() -> None:
    assert HanabiOwn(seat=0, cards={}).legal_actions() == ()
