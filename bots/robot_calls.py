"""Functions that call a robot's methods, and turn each failure into an error with class and method."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager

from bots.bot import Bot
from bots.errors import ClientError, RobotError
from bots.registry import client_of
from bots.view import Action, View
from protocol.v1.faults import check_kind, checked_action


async def decide(bot: Bot, view: View, legal: tuple[Action, ...], courtesy: bool) -> Action:
    """Return the robot's answer to the decision in `view`: from `asked` for a vote, else from `choose`.

    Raises RobotError if the robot's method fails or returns something that is not an action of the game.
    """
    method = deciding_method(courtesy)
    with _named(bot, method):
        chosen: object = bot.asked(view, legal) if courtesy else bot.choose(view, legal)
        if inspect.isawaitable(chosen):
            chosen = await chosen
    return _checked_choice(bot, method, view, chosen)


def deciding_method(courtesy: bool) -> str:
    """Return the name of the method that answers a decision: `asked` for a vote, else `choose`."""
    return "asked" if courtesy else "choose"


def unprompted_answers(bot: Bot, view: View) -> tuple[Action, ...]:
    """Return the actions that the robot wants to take without a decision, from its method `answer`.

    Raises RobotError if the robot's method fails or does not return a tuple of actions.
    """
    with _named(bot, "answer"):
        answers: object = bot.answer(view)
    if not isinstance(answers, tuple | list):
        fault = f"returned a wrong value: expected a tuple of actions, empty for none, got {answers!r}"
        raise RobotError(method_name(bot, "answer"), fault)
    for action in answers:
        with _wrong(bot, "answer"):
            check_kind(action, client_of(view).action_type)
    return tuple(answers)


def greeting_line(bot: Bot, view: View) -> str:
    """Return the line of chat with which the robot greets the players.

    Raises RobotError if the robot's method fails or does not return a text.
    """
    with _named(bot, "greeting"):
        text: object = bot.greeting(view)
    return _line(bot, "greeting", text)


def warning_line(bot: Bot, view: View, others: tuple[str, ...]) -> str:
    """Return the line of chat with which the robot tells that it cannot play with the `others`, "" for none.

    Raises RobotError if the robot's method fails or does not return a text.
    """
    with _named(bot, "warning"):
        text: object = bot.warning(view, others)
    return _line(bot, "warning", text)


def _line(bot: Bot, method: str, text: object) -> str:
    if not isinstance(text, str):
        fault = f"returned a wrong value: expected a text, empty for no {method}, got {text!r}"
        raise RobotError(method_name(bot, method), fault)
    return text


def show_change(bot: Bot, view: View) -> None:
    """Give a changed view of the table to the robot's method `seen`.

    Raises RobotError if the robot's method fails.
    """
    with _named(bot, "seen"):
        bot.seen(view)


def show_end(bot: Bot, view: View) -> None:
    """Give the last view of a deal to the robot's method `board_over`.

    Raises RobotError if the robot's method fails.
    """
    with _named(bot, "board_over"):
        bot.board_over(view)


def _checked_choice(bot: Bot, method: str, view: View, chosen: object) -> Action:
    with _wrong(bot, method):
        return checked_action(chosen, client_of(view).action_type)


@contextmanager
def _wrong(bot: Bot, method: str) -> Iterator[None]:
    """In a `with` block, turn a ValueError about the value that a method returned into a RobotError."""
    try:
        yield
    except ValueError as error:
        raise RobotError(method_name(bot, method), f"returned a wrong value: {error}") from None


def method_name(bot: Bot, method: str) -> str:
    """Return the name of a robot's method with that of its class, such as `LowCard.choose`."""
    return f"{type(bot).__name__}.{method}"


@contextmanager
def _named(bot: Bot, method: str) -> Iterator[None]:
    """Turn an error within a `with` block into a RobotError; errors of the connection stay unchanged."""
    try:
        yield
    except ClientError:
        raise
    except Exception as error:
        raise RobotError(method_name(bot, method), f"raised {type(error).__name__}: {error}") from error
