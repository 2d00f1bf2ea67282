"""The random robot, for tests and as an opponent that every other robot should beat."""

from __future__ import annotations

from random import Random
from typing import cast

from bots.bot import Bot, View
from bots.every_game import EveryGame
from bots.registry import client_of
from bots.view import Action


class RandomBot(Bot):
    """A robot that chooses at random. Random robots with the same `seed` make the same choices.

    The random robot also decides at random if it first takes an action such as a look at its hand. A
    `talkative` robot also claims, asks and explains at random, and randomly accepts or refuses the requests
    of other players.
    """

    games = cast("tuple[str, ...]", EveryGame())
    about = "Takes any legal action, for tests."

    def __init__(self, seed: int | None = None, *, talkative: bool = False) -> None:
        self._random = Random(seed)
        self._talkative = talkative
        self._asked: tuple[Action, ...] = ()
        self._view: View | None = None

    @property
    def name(self) -> str:
        return "random"

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        play = client_of(view).random_play()
        first = play.first(view, self._random)
        if first is not None:
            return first
        action = self._random.choice(legal)
        return play.varied(action, self._random) if self._talkative else action

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action:
        return self._random.choice(legal)

    def answer(self, view: View) -> tuple[Action, ...]:
        """Return the game's default actions, such as the answer to an undo request.

        A talkative robot changes the game's default actions, and adds others, at random. If the view has not
        changed since the last call, the robot returns the same actions again.
        """
        if not self._talkative:
            return super().answer(view)
        if view is not self._view:
            play = client_of(view).random_play()
            self._view, self._asked = view, play.talk(view, super().answer(view), self._random)
        return self._asked
