"""The leader's half of a replay of Hanabi."""

from __future__ import annotations

from protocol.v1.hanabi import Discard, PlayCard, RankClue
from protocol.v1.hanabi.replay import HanabiReplayOwn, Try


def test_the_leader_tries_the_moves_of_the_shown_position() -> None:
    own = HanabiReplayOwn(plays=(3,), discards=(3,), clues=(RankClue(to=1, rank=2),))
    assert own.legal_tries() == (Try(PlayCard(3)), Try(Discard(3)), Try(RankClue(to=1, rank=2)))


def test_a_watcher_of_a_recorded_seat_sees_the_moves_of_its_player_and_tries_none() -> None:
    own = HanabiReplayOwn(seat=0, plays=(3,), discards=(3,))
    assert own.legal_actions() == (PlayCard(3), Discard(3))
    assert own.legal_tries() == ()
