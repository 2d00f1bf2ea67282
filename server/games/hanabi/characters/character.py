"""What a character is: what it forbids, remembers and cannot see, as data.

The memory of a seat is one number, NONE where there is nothing to remember.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from protocol.v1.hanabi.actions import Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.state import HanabiState

NONE = -1
Move = PlayCard | Discard | ColorClue | RankClue
Touched = tuple[int, ...]


@dataclass(frozen=True)
class Moment:
    """Who is about to act, or has just acted: the state before it, the seat, its character's numbers."""

    state: HanabiState
    seat: int
    metadata: int
    memory: int

    @property
    def newest(self) -> int | None:
        hand = self.state.hands[self.seat]
        return hand[-1] if hand else None

    @property
    def clues(self) -> int:
        """Whole clues that can be given now."""
        return self.state.tokens // self.state.clue_cost


ClueRule = Callable[[Moment, Clue, Touched], str | None]
CardRule = Callable[[Moment, int], str | None]
Remember = Callable[[Moment, Move, Touched], int]


def _any_clue(moment: Moment, clue: Clue, touched: Touched) -> None:
    return None


def _any_card(moment: Moment, card: int) -> None:
    return None


def _any_move(moment: Moment, move: Move) -> None:
    return None


def _nothing(moment: Moment, move: Move, touched: Touched) -> int:
    return NONE


def _as_before(moment: Moment, clue: Clue, touched: Touched) -> int:
    return moment.memory


def _never(moment: Moment) -> bool:
    return False


@dataclass(frozen=True)
class CharacterRules:
    """A character: why its player may not clue, receive a clue, play or discard; each None where he may.

    `move` is judged before all of them. `acted` is its memory after a move of its own, `received` after a
    clue it received, `seen` after any move of another. `again`: it moves once more in the same turn, by its
    memory after the first move. `stuck`: it must do what cannot be done. `metadata` is what is drawn for it.
    `for_two`: also at tables of two.
    """

    id: int
    name: str
    move: Callable[[Moment, Move], str | None] = _any_move
    clue: ClueRule = _any_clue
    receive: ClueRule = _any_clue
    play: CardRule = _any_card
    discard: CardRule = _any_card
    acted: Remember = _nothing
    received: Callable[[Moment, Clue, Touched], int] = _as_before
    seen: Callable[[Moment, Move], int] = lambda moment, move: moment.memory
    again: Callable[[int], bool] = lambda memory: False
    stuck: Callable[[Moment], bool] = _never
    metadata: Literal["color", "rank", "suit"] | None = None
    for_two: bool = True
