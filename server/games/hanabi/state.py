"""The state of a game of Hanabi."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from protocol.rules.hanabi.limits import MOST_CLUES
from protocol.rules.hanabi.piles import Pile
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

LogAction = Action | Deal | OutOfTime


class HanabiState(Struct, frozen=True, kw_only=True, gc=False):
    """The state of one game of Hanabi, from before its deal to its end.

    A card is identified by its index in `deck`, which is also called its order. `hands` holds the cards of
    each seat, the oldest first; `piles` holds the cards on each suit's pile, the first played first. `drawn`
    is the number of cards that were drawn from the deck so far. `tokens` is the number of clue tokens; in
    variants named "Clue Starved", it is the number of half tokens. `max_score` is the highest score that is
    still possible. `fates` tells, for each card that has left its hand, if it was played, discarded or
    misplayed. `possible` has, for each card in a hand, the set of cards that it can be after all clues so
    far. `clues` are all clues of the game so far. In the last round, `stranded` are the cards in the hands of
    players that have no further turn. `direction` is 1 if the turn passes to the player with the next seat
    number, and -1 if it passes to the one before. `end_turn` is the number of the turn at which the game
    ends, or None before the last card is drawn. `memory` has a number for each seat: what the seat's
    character remembers. `votes` are the seats that have voted to end the game.
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
    clues: tuple[Given, ...] = field(default=(), name="given")
    stranded: tuple[int, ...] = ()
    tokens: int = 0
    strikes: int = 0
    max_score: int = field(default=0, name="best")
    turn: int = 0
    moves: int = 0
    seat: int = 0
    direction: int = field(default=1, name="way")
    end_turn: int | None = None
    votes: tuple[int, ...] = ()
    ended: Ended | None = None
    event: Last | None = None

    @property
    def clue_cost(self) -> int:
        """Return by how much a clue lowers `tokens`: 1, or 2 if `tokens` counts half tokens."""
        return 2 if self.variant.half_clues else 1

    @property
    def clue_gain(self) -> int:
        """Return by how much a discard or a finished pile raises `tokens`."""
        return 1

    @property
    def most_tokens(self) -> int:
        """Return the maximum of `tokens`: 8, or 16 if `tokens` counts half tokens."""
        return MOST_CLUES * self.clue_cost

    @property
    def ranks(self) -> tuple[Pile, ...]:
        """Return the ranks of the cards on each pile, in the order in which they were played."""
        deck = self.deck
        return tuple([tuple([deck[order].rank for order in pile]) for pile in self.piles])

    @property
    def score(self) -> int:
        """Return the score: the number of cards on the piles."""
        return sum(map(len, self.piles))

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return a tuple with the seat in turn; it is empty before the deal and after the end of the game."""
        return () if self.ended is not None or not self.deck else (self.seat,)

    @property
    def deal_due(self) -> bool:
        """Return True if a game is to be dealt: none is dealt yet, and the options allow another game."""
        return not self.deck and not 0 < self.options.games < self.game_no

    def stopped(self, end: End, seat: int | None) -> HanabiState:
        """Return the game as ended by something other than a move, for example by a vote or a timeout.

        `seat` is the seat that caused the end, for example by a timeout, or None if no single seat did.
        """
        ended, turn, moves = Ended(end, seat), self.turn + 1, self.moves + 1
        return replace(self, turn=turn, moves=moves, ended=ended, event=Stopped(ended))
