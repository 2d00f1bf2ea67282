"""The plain robot: it plays every game by simple rules from its own view, without randomness."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any, cast

from msgspec import Struct

from bots.bot import Bot, View
from bots.every_game import EveryGame
from bots.game import Brain
from bots.registry import GAMES, client_of
from bots.view import Action
from protocol.v1.view import Pub


class PlainBot(Bot):
    """The plain robot at one table.

    The rules by which the plain robot plays a game are in that game's Brain object.
    """

    games = cast("tuple[str, ...]", EveryGame())
    about = "Plays every game by simple rules, as a beginner would."

    def __init__(self) -> None:
        self._brains: dict[str, Brain] = {}

    @property
    def name(self) -> str:
        return "plain"

    def seen(self, view: View) -> None:
        self._brain(view).see(view.pub)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        """Return the plain robot's next action: a preparation, such as a look at the hand, or its answer."""
        brain, own = self._brain(view), view.own
        if own is None:
            raise ValueError("expected the view of a player that has to decide, got a view without decision")
        first = brain.first(view.pub, own)
        return first[0] if first else brain.choose(view.pub, own)

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        answer = self._brain(view).asked(view.pub, view.own, self.think)
        return super().asked(view, legal) if answer is None else answer

    def meanings(self, pub: Pub) -> Mapping[str, Struct]:
        make = GAMES[str(pub.__struct_config__.tag)].brain
        return {} if make is None else make().meanings(pub)

    def answer(self, view: View) -> tuple[Action, ...]:
        return (*super().answer(view), *self._brain(view).answer(view.pub, view.own))

    def _brain(self, view: View) -> Brain:
        """Return the rules (Brain) for the game of `view`: the same object for all views of that game."""
        game = client_of(view)
        if game.name not in self._brains:
            make: Any = game.brain
            if make is None:
                raise ValueError(
                    f"expected a game that the plain robot plays ({', '.join(self.games)}), got {game.name}"
                )
            self._brains[game.name] = make()
        return self._brains[game.name]
