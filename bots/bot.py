"""What a robot is: somebody who chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from functools import cached_property

from msgspec import Struct

from bots.bridge.claims import judge
from bots.bridge.courtesy import Courtesy
from bots.games import Action, Own, Pub


class View(Struct, frozen=True, gc=False):
    """A table as one audience sees it: `pub` is what everybody knows, `own` what this audience knows beyond.

    `deadline_ms` is when the decision's time ends, in the server's milliseconds since 1970.
    """

    table: str
    pub: Pub
    own: Own | None = None
    deadline_ms: int | None = None


class Bot(ABC):
    """A robot. Only `choose` must be written. The same one plays remotely and as a house robot."""

    @property
    def name(self) -> str:
        """What it is called at the table."""
        return type(self).__name__

    @abstractmethod
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """The call or card for the decision in `view.own`; may be a coroutine. `legal` is never empty."""

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """The answer where neither a call nor a card is due: whether a claim stands, whether play goes on.

        May be a coroutine. Left as it is, a claim is judged by what this seat sees, and play goes on
        where one was refused.
        """
        return judge(view.pub, view.own, legal)

    def answer(self, view: View) -> tuple[Action, ...]:
        """What is done now without being due: leave given to take back, a question answered, an alert.

        Asked for at every change; each action is sent once, as long as it stays among the answers. Left as it
        is, opponents may take back a slip from which nothing was learned, as `Courtesy` says.
        """
        return self._courtesy.grants(view.table, view.pub, view.own)

    @cached_property
    def _courtesy(self) -> Courtesy:
        return Courtesy()

    def seen(self, view: View) -> None:  # noqa: B027 - a hook that may be left as it is
        """The table has changed; called before `choose` where there is something to choose."""

    def board_over(self, view: View) -> None:  # noqa: B027
        """A board has ended; `view.pub.result` tells how."""
