"""Events of Spades: the hands of several tables, by the difference of the points of the two sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from protocol.rules.spades.sides import seats_of, sides_of
from protocol.v1.spades import Deal, HandResult, Options
from server.errors import IllegalAction
from server.games import field
from server.games.base import Competing, FieldResult, Rng, SidePoints
from server.games.spades import dealing
from server.games.spades.results import visible_results
from server.games.spades.settled import rules_of
from server.games.spades.state import SpadesState


class SpadesCompeting(Competing[SpadesState]):
    """Scores of hands of two sides: what a side gained more than its opponents, penalties for bags included.

    The differences of all hands of a game add up to the difference of its final scores, so the winner of a
    match is the side with the greater total.
    """

    scorings = MappingProxyType({"total": "points", "mp": "matchpoints"})
    in_matches = frozenset({"total"})
    result_type = HandResult

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        rules = rules_of(options)
        return tuple(seats_of(rules, side) for side in range(sides_of(rules)))

    def results(self, state: SpadesState) -> tuple[tuple[int, HandResult], ...]:
        return tuple(visible_results(state).items())

    def comparable(self, result: HandResult) -> tuple[int, ...]:
        own, opponents = (side.after.points - side.before.points for side in result.sides)
        return (own - opponents,)

    def is_last(self, result: HandResult) -> bool:
        """Return True for the hand that ends the game, such as one with which a side reaches the target."""
        return result.winner is not None

    def drawn(self, start: SpadesState, index: int, rng: Rng) -> Deal:
        dealer = (start.dealer + index) % start.rules.players
        return dealing.draw_cards(replace(start, hand=start.hand + index, dealer=dealer), rng)

    def check(self, options: Options, deals: tuple[Deal, ...]) -> None:
        sides = len(self.sides(options))
        if sides != 2:
            raise IllegalAction(f"expected options with two sides at a table, got options with {sides}")

    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, Any]
    ) -> tuple[SidePoints | None, ...]:
        return field.scored(self, results, scoring)
