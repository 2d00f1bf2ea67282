"""A game of Hanabi as a frozen value: its fields, and the queries that need no rule."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.hanabi import (
    Action,
    Card,
    Character,
    Deal,
    End,
    Ended,
    Fate,
    Given,
    Last,
    Options,
    OutOfTime,
    Stopped,
    Variant,
)
from server.games.hanabi.piles import Pile

LogAction = Action | Deal | OutOfTime


class HanabiState(Struct, frozen=True, kw_only=True, gc=False):
    """One game, from before its deal to its end.

    `hands` hold cards by their place in the deck, the oldest first; `piles` by suit likewise. `tokens` are
    clues, or half clues where a clue costs two. `best` is the highest score that can still be reached.
    `fates` are of the cards that have left their hands, `possible` what the cards in hands can be by clues
    alone. `stranded` are those whose players have no turn any more. `way` is +1 or -1, the direction of play,
    and `end_turn` the turn that is not played any more once the last card is drawn. `memory` is what the
    characters remember. `votes` are the seats that want to end it.
    """

    options: Options = Options()
    variant: Variant
    game_no: int = 1
    deck: tuple[Card, ...] = ()
    seed: str = ""
    characters: tuple[Character, ...] = ()
    memory: tuple[int, ...] = ()
    drawn: int = 0
    hands: tuple[tuple[int, ...], ...] = ()
    piles: tuple[tuple[int, ...], ...] = ()
    discards: tuple[int, ...] = ()
    fates: dict[int, Fate] = {}
    possible: dict[int, int] = {}
    given: tuple[Given, ...] = ()
    stranded: tuple[int, ...] = ()
    tokens: int = 0
    strikes: int = 0
    best: int = 0
    turn: int = 0
    moves: int = 0
    seat: int = 0
    way: int = 1
    end_turn: int | None = None
    votes: tuple[int, ...] = ()
    ended: Ended | None = None
    event: Last | None = None

    @property
    def clue_cost(self) -> int:
        return 2 if self.variant.half_clues else 1

    @property
    def clue_gain(self) -> int:
        """What a discard, or a finished pile, gives."""
        return 1

    @property
    def most_tokens(self) -> int:
        return 8 * self.clue_cost

    @property
    def ranks(self) -> tuple[Pile, ...]:
        """The ranks that lie on each pile."""
        return tuple(tuple(self.deck[order].rank for order in pile) for pile in self.piles)

    @property
    def score(self) -> int:
        """How many cards lie on the piles."""
        return sum(map(len, self.piles))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat in turn, () before the deal and after the end."""
        return () if self.ended is not None or not self.deck else (self.seat,)

    @property
    def deal_due(self) -> bool:
        """True before the deal of a game that the options allow."""
        return not self.deck and not 0 < self.options.games < self.game_no

    def stopped(self, end: End, seat: int | None) -> HanabiState:
        """Return the game after an end without a move, through a seat or none."""
        ended, turn, moves = Ended(end, seat), self.turn + 1, self.moves + 1
        return replace(self, turn=turn, moves=moves, ended=ended, event=Stopped(ended))
