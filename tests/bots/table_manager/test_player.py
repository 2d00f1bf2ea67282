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
