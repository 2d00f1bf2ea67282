"""The default answers of all robots at bridge."""

from __future__ import annotations

from collections.abc import Awaitable

from bots.bridge.robot.claims import judge
from bots.bridge.robot.courtesy import Courtesy
from bots.bridge.view import BridgeView
from bots.game import DefaultAnswers
from bots.thinking import Think
from bots.view import Action
from protocol.v1.bridge import Grant


class BridgeAnswers(DefaultAnswers[BridgeView]):
    """The default answers at bridge.

    The robot votes on a claim by what its seat sees, and agrees to continue play after a refused claim.
    Opponents may take back a call or card by mistake if no player has learned anything from it. `Courtesy`
    gives the rules.
    """

    def __init__(self) -> None:
        self._courtesy = Courtesy()

    def asked(self, view: BridgeView, legal: tuple[Action, ...], think: Think) -> Awaitable[Action]:
        own = view.own
        return judge(view.pub, own, () if own is None else own.legal_actions(), think=think)

    def answer(self, view: BridgeView) -> tuple[Grant, ...]:
        return self._courtesy.grants(view.table, view.pub, view.own)
