"""Events of Hanabi: teams that play the same decks, compared by their scores and then by their turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from protocol.v1.hanabi import Deal, GameResult, Options
from server.errors import IllegalAction
from server.games import field
from server.games.base import Competing, FieldResult, Rng, SidePoints
from server.games.hanabi import dealing, results
from server.games.hanabi.state import HanabiState


class HanabiCompeting(Competing[HanabiState]):
    """Scores of games, each of which one team plays alone at its table.

    Of two games with the same score, the one with fewer turns is better.
    """

    scorings = MappingProxyType({"mp": "matchpoints", "total": "points"})
    forms = ("teams",)
    result_type = GameResult

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(options.players)),)

    def results(self, state: HanabiState) -> tuple[tuple[int, GameResult], ...]:
        result = results.result_of(state)
        return () if result is None else ((state.game_no, result),)

    def comparable(self, result: GameResult) -> tuple[int, ...]:
        return result.score, -result.turns

    def most(self, options: Options) -> int:
        variant = dealing.variant_of(options)
        return len(variant.suits) * variant.stack

    def drawn(self, start: HanabiState, index: int, rng: Rng) -> Deal:
        return dealing.draw_deck(start, rng)

    def check(self, options: Options, deals: tuple[Deal, ...]) -> None:
        """Refuse a seed, from which every player could work out the decks, and a number of games.

        All decks are accepted: a table of Hanabi refuses a deck of another variant itself.
        """
        if options.seed is not None:
            raise IllegalAction("the server draws the decks of an event: expected options without `seed`")
        if options.games:
            raise IllegalAction("the event says how many games a table plays: expected no `games` in options")

    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, Any]
    ) -> tuple[SidePoints | None, ...]:
        return field.scored(self, results, scoring)
