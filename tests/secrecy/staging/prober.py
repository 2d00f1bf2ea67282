"""The observer's hands at a performance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from protocol.v1.codec import JSON
from tests.secrecy.scenes.worlds import Does, Scene, World
from tests.secrecy.staging.lines import Http, Line, cards_named

T = TypeVar("T")
TABLE = "t1"
WATCHES: tuple[str | int, ...] = ("seat", "public", "all", "director", "commentator", 0, 1, 2, 3, 7)


@dataclass
class Prober:
    """The observer's hands: its two lines, its HTTP, and what it may know.

    `another` makes a further connection with a token, by default one that has said hello; `http` is a client
    with its own token. `number` is that of the world. `position` is how many actions are durable. `named` are
    the cards that it has said.
    """

    scene: Scene
    number: int
    lines: tuple[Line, Line]
    another: Callable[..., Line]
    http: Callable[[], Http]
    hear: Callable[[str], Callable[[bytes], None]]
    position: Callable[[], int]
    token: str | None
    named: set[str] = field(default_factory=set)

    def line(self, b: int) -> Line:
        return self.lines[b % 2]

    def may_ask_for(self, audience: str | int) -> bool:
        """Whether it can ask without learning of a hand that the scene does not count as known."""
        me = self.scene.observer
        if me.seat is not None or not me.guest or not self.scene.live:
            return True
        return audience not in ("all", 0, 1, 2, 3) or audience in me.hands

    def watch(self, a: int) -> str | int:
        wish = WATCHES[a % len(WATCHES)]
        return wish if self.may_ask_for(wish) else self.scene.observer.watches_as

    @property
    def world(self) -> World:
        return self.scene.worlds[self.number]

    @property
    def state(self) -> Any:
        """The board as it is now."""
        return self.world.states[self.position()]

    def applied(self) -> list[int]:
        """The places in the log of what the observer has done."""
        log, late = self.world.log[: self.position()], self.scene.late(self.number)
        seat = self.scene.observer.seat
        return [
            place
            for place, (who, _) in enumerate(log)
            if who is not None and who == seat and place not in late
        ]

    def an_act(self, action: int, n: int, decision: int, a: int) -> dict[str, Any]:
        """An action that is never the right one: right number, decision and action do not come together."""
        mine = self.applied()
        chosen = self._action(action, a)
        due = self.world.decisions[self.position()]
        number = (len(mine) + 1, max(1, len(mine)), len(mine) + 2)[n]
        if number == len(mine) + 1 and decision == 0 and self._is_legal(chosen):
            decision = 2
        return {
            "n": number,
            "decision": (due, None, "0.0" if due != "0.0" else "1.0")[decision],
            "action": chosen,
        }

    def _action(self, sort: int, a: int) -> dict[str, Any]:
        return self.says(self.world.kind.try_with(self.scene.options, sort, a))

    def says(self, action: T) -> T:
        """An action that the observer sends: of the cards in it he may be told."""
        self.named.update(cards_named(JSON.encode(action).decode()))
        return action

    def _is_legal(self, action: dict[str, Any]) -> bool:
        seat = self.scene.observer.seat
        legal = () if seat is None else self.scene.game.legal_actions(self.state, seat)
        effect = self.scene.game.effect
        offered = (msgspec.to_builtins(effect(self.state, seat, each)) for each in legal)
        return any(action.items() <= each.items() for each in offered)

    async def attempt(self, action: Does, through: str) -> None:
        """Do something with the right number, at the right decision."""
        position = self.position()
        due = self.world.decisions[position]
        act = {"n": len(self.applied()) + 1, "decision": due, "action": self.says(action)}
        if through == "http":
            await self.http().ask(self.hear("http"), "POST", f"/v1/tables/{TABLE}/act", JSON.encode(act))
        else:
            self.line(through == "json").say({"t": "act", "table": TABLE, "id": 11, **act})
