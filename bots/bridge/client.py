"""The code by which robots and terminals play the games `bridge` and `replay` (of recorded boards)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from bots.bridge.view import BridgeView
from bots.game import Brain, DefaultAnswers, GameClient, Help, RandomPlay
from bots.seats import COMPASS
from protocol.v1 import bridge
from protocol.v1.bridge import replay

if TYPE_CHECKING:  # types only: a robot does not load the modules of the terminal
    from bots.sheets.sheet import Sheet, TableContext


class BridgeTable(GameClient[BridgeView]):
    """The base class for the clients of bridge and of replays of bridge: seats, view and known cards."""

    view_type = BridgeView
    phases = get_args(bridge.Phase)
    deal_field = "board"

    def players(self, view: BridgeView) -> int:
        return len(COMPASS)

    def seats(self, players: int) -> tuple[str, ...]:
        return COMPASS

    def known_cards(self, view: BridgeView) -> tuple[object, ...] | None:
        return None if view.own is None else view.own.hand


class BridgeClient(BridgeTable):
    """The object by which robots and terminals play the game of bridge."""

    name = "bridge"
    title = "bridge"
    pub_type = bridge.BridgePub
    own_type = bridge.BridgeOwn
    action_type = bridge.Action
    options_type = bridge.Options
    courtesies = (bridge.Vote, bridge.PlayOn, bridge.NoQuestions)
    usual_robot = "sampler"
    options_example = "scoring=rubber"
    help = Help(
        answers="1NT, P, SA",
        strength="leads the random robot by 15 IMPs a board; the robot sampler:quick leads it by 5",
        options=(
            "scoring=duplicate, total, rubber or chicago; boards=N, rounds=N; undo=consent, law25 or none; "
            "screens=yes; explains=partner; face_down_lead=yes; proven_claims=yes; dummy_sees=yes; "
            "look_back=all or law; stop=10s; partners=cut, waiting=1 (at rubber); ..."
        ),
        seats="N, E, S, W",
    )

    def sheet(self, view: BridgeView, around: TableContext) -> Sheet:
        from bots.bridge.terminal.sheet import BridgeSheet

        return BridgeSheet(view)

    def default_answers(self) -> DefaultAnswers[BridgeView]:
        from bots.bridge.robot.default_answers import BridgeAnswers

        return BridgeAnswers()

    @property
    def brain(self) -> Callable[[], Brain] | None:
        from bots.bridge.robot.plain import BridgePlain

        return BridgePlain

    def random_play(self) -> RandomPlay[BridgeView]:
        from bots.bridge.robot.random_play import BridgeRandomPlay

        return BridgeRandomPlay()


class BridgeReplayClient(BridgeTable):
    """Replays of recorded boards of bridge: one person, the leader, chooses the move that all viewers see."""

    name = "replay"
    title = "a replay of bridge"
    pub_type = replay.ReplayPub
    own_type = replay.ReplayOwn
    action_type = replay.Action
    options_type = replay.Options
    shows_records = True
    help = Help(records="recorded boards")

    def sheet(self, view: BridgeView, around: TableContext) -> Sheet:
        from bots.bridge.terminal.sheet import ReplaySheet

        return ReplaySheet(view)


BRIDGE = (BridgeClient(), BridgeReplayClient())
