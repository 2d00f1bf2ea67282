"""The answers of all robots at bridge to claims and undo requests, unless a robot has its own answers."""

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
    """The default answers to claims and undo requests at bridge.

    The robot accepts or refuses a claim by the cards that its seat sees, and agrees to play on after a
    refused claim. A robot with these answers grants or denies an opponent's undo request by the rules of
    `Courtesy`.
    """

    def __init__(self) -> None:
        self._courtesy = Courtesy()

    def asked(self, view: BridgeView, legal: tuple[Action, ...], think: Think) -> Awaitable[Action]:
        own = view.own
        return judge(view.pub, own, () if own is None else own.legal_actions(), think=think)

    def answer(self, view: BridgeView) -> tuple[Grant, ...]:
        return self._courtesy.grants(view.table, view.pub, view.own)
