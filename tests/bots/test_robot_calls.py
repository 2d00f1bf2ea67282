"""A failure of a robot's method names the class, the method and what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from bots.bot import Bot, View
from bots.errors import RobotError
from bots.hanabi.view import HanabiView
from bots.registry import Action
from bots.robot_calls import warning_line
from bots.runner import play
from protocol.v1.hanabi import Options
from server.games.hanabi.rules import HANABI
from tests.bots.scripted import TABLE, ScriptedServer


class Forgets(Bot):
    def choose(self, view: View, legal: tuple[Action, ...]) -> Any:
        min(legal, key=str)


class Fails(Bot):
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        raise LookupError("nothing comes to mind")


class FailsLater(Bot):
    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        raise LookupError("nothing comes to mind")


class Silent(Bot):
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return legal[0]

    def answer(self, view: View) -> Any:
        return None


class Greets(Silent):
    def greeting(self, view: View) -> Any:
        return None


class Warns(Silent):
    def warning(self, view: View, others: tuple[str, ...]) -> Any:
        return None


class Looks(Forgets):
    def seen(self, view: View) -> None:
        raise LookupError("nothing is seen")


@pytest.mark.parametrize(
    ("robot", "told"),
    [
        (Forgets, r"Forgets\.choose returned a wrong value: expected an action \(MakeCall, .*, got None"),
        (Fails, r"Fails\.choose raised LookupError: nothing comes to mind"),
        (FailsLater, r"FailsLater\.choose raised LookupError: nothing comes to mind"),
        (Silent, r"Silent\.answer returned a wrong value: expected a tuple of actions, .*got None"),
        (Greets, r"Greets\.greeting returned a wrong value: expected a text, .*got None"),
        (Looks, r"Looks\.seen raised LookupError: nothing is seen"),
    ],
)
async def test_a_robot_that_fails_is_named_with_the_method(
    server: ScriptedServer, robot: type[Bot], told: str
) -> None:
    with pytest.raises(RobotError, match=told):
        await play(robot(), server.url, TABLE, "N", token="north")


def test_a_warning_that_is_no_text_is_named_with_the_method() -> None:
    with pytest.raises(
        RobotError, match=r"Warns\.warning returned a wrong value: expected a text, .*got None"
    ):
        warning_line(Warns(), HanabiView("t", HANABI.pub(HANABI.start(Options())), None), ("Ann",))
