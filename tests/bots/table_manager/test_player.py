"""A client's side of the protocol, against transcripts that another program wrote."""

from __future__ import annotations

from collections import deque

import pytest

from bots.bridge.view import BridgeView
from bots.table_manager import lines as say
from bots.table_manager.player import Ended, JoiningPlayer, Outcome
from bots.table_manager.reading import read_client_line
from protocol.v1.bridge import SEATS, MakeCall, PlayCard, Seat
from tests.bots.table_manager.transcripts import FOLDER, transcript


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no transcripts here")
@pytest.mark.parametrize("seat", SEATS, ids=[seat.name for seat in SEATS])
def test_a_player_says_line_for_line_what_a_robot_of_bridge_env_said(seat: Seat) -> None:
    player = JoiningPlayer("teamA" if seat % 2 == 0 else "teamB", seat)
    out: deque[Outcome] = deque(player.begin())
    for line in transcript(seat):
        if not line.by_client:
            assert not any(isinstance(each, str) for each in out), "the player said more than the robot"
            assert not any(isinstance(each, BridgeView) for each in out), "the robot did not have to decide"
            out.extend(player.hear(line.text))
            continue
        said = out.popleft()
        if isinstance(said, BridgeView):
            chosen = read_client_line(line.text)
            assert isinstance(chosen, say.Called | say.Played)
            answer = MakeCall(chosen.call) if isinstance(chosen, say.Called) else PlayCard(chosen.card)
            assert said.own is not None and answer in said.own.legal_actions()
            out.extend(player.decide(answer))
            said = out.popleft()
        assert said == line.text
    assert list(out) == [Ended("the session is over")]
    assert player.boards == 2


def test_a_line_that_the_protocol_does_not_have_ends_the_session_only_before_the_seat_is_taken() -> None:
    refused = JoiningPlayer("A", Seat.NORTH)
    refused.begin()
    assert refused.hear("Seat already has been taken") == [Ended("Seat already has been taken")]
    player = JoiningPlayer("A", Seat.NORTH)
    player.begin()
    player.hear('North ("A") seated')
    # Bridge Moniteur sends results, and other table managers may send what they like.
    assert player.hear("NS: 120 EW: 80") == []
    assert player.hear('Teams : N/S : "A". E/W : "B"') == ["North ready to start"]
    assert player.hear("End of session") == [Ended("the session is over")]
