"""The rules of a Hanabi character: what it forbids, what it remembers, and when it moves twice in a turn.

The memory of a seat's character is one integer. The memory of a character is UNSET if it remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from protocol.rules.hanabi.characters import Drawn
from protocol.v1.hanabi.actions import Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.state import HanabiState

UNSET = -1
"""The memory of a character that remembers nothing, and the drawn value of a character that needs none."""
Move = PlayCard | Discard | ColorClue | RankClue
Touched = tuple[int, ...]


@dataclass(frozen=True)
class Moment:
    """The data about one seat that the rules of the seat's character need before and after a move.

    `state` is the state of the game before the move. `metadata` is a suit, rank or colour that was drawn for
    the seat's character; the rules of some characters depend on it. `memory` is the number that the seat's
    character remembers.
    """

    state: HanabiState
    seat: int
    metadata: int
    memory: int

    @property
    def newest(self) -> int | None:
        """Return the newest card of the seat's hand, or None if the hand is empty."""
        hand = self.state.hands[self.seat]
        return hand[-1] if hand else None

    @property
    def clues(self) -> int:
        """Return the number of clues that the players can give with their present clue tokens."""
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
    return UNSET


def _unchanged_memory(moment: Moment, clue: Clue, touched: Touched) -> int:
    return moment.memory


def _never(moment: Moment) -> bool:
    return False


@dataclass(frozen=True)
class CharacterRules:
    """The rules of one of Hanabi's detrimental characters.

    `move`, `clue`, `receive`, `play` and `discard` return the reason why the character forbids an action, or
    None if the action is allowed; `move` is called before the other four. `acted`, `received` and `seen`
    return the new memory of a seat's character: `acted` after a move of the seat itself, `received` after a
    clue to the seat, and `seen` after any other move. `again` returns True if a character with this memory
    must make a second move in the same turn. `stuck` returns True if the character demands a move that is
    impossible. `metadata` says if a colour, a rank or a suit is drawn for the character; None means that
    nothing is drawn. `for_two` is True if the character can be drawn at tables of two players.
    """

    id: int
    name: str
    move: Callable[[Moment, Move], str | None] = _any_move
    clue: ClueRule = _any_clue
    receive: ClueRule = _any_clue
    play: CardRule = _any_card
    discard: CardRule = _any_card
    acted: Remember = _nothing
    received: Callable[[Moment, Clue, Touched], int] = _unchanged_memory
    seen: Callable[[Moment, Move], int] = lambda moment, move: moment.memory
    again: Callable[[int], bool] = lambda memory: False
    stuck: Callable[[Moment], bool] = _never
    metadata: Drawn | None = None
    for_two: bool = True
