"""The state of a game of Hanabi, with queries that need no rules."""

from __future__ import annotations

from msgspec import Struct, field
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

    A card is identified by its index in `deck`. `hands` holds the cards of each seat, the oldest first;
    `piles` holds the cards on each suit's pile, the first played first. `drawn` is the number of cards drawn
    from the deck. `tokens` counts clue tokens, or half tokens if a clue costs half tokens. `max_score` is the
    highest score that is still possible. `fates` tells for each card that has left its hand if it was played,
    discarded or misplayed. `possible` has the set of identities that the clues allow for each card in a hand.
    `clues` are the clues given. `stranded` are the cards of the players that have no further turn, after the
    last card was drawn. `direction` is +1 or -1, the direction of play. `end_turn` is the number of the first
    turn that is not played any more; it is None until the last card is drawn. `memory` has what the character
    of each seat remembers, as a number. `votes` are the seats that vote to end the game.
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
        """Return the number of tokens that a clue costs."""
        return 2 if self.variant.half_clues else 1

    @property
    def clue_gain(self) -> int:
        """Return the number of tokens that a discard or a finished pile gains."""
        return 1

    @property
    def most_tokens(self) -> int:
        """Return the maximum number of clue tokens that are available at one time."""
        return 8 * self.clue_cost

    @property
    def ranks(self) -> tuple[Pile, ...]:
        """Return the ranks of the cards on each pile."""
        return tuple(tuple(self.deck[order].rank for order in pile) for pile in self.piles)

    @property
    def score(self) -> int:
        """Return the number of cards on the piles."""
        return sum(map(len, self.piles))

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seat in turn; () before the deal and after the end."""
        return () if self.ended is not None or not self.deck else (self.seat,)

    @property
    def deal_due(self) -> bool:
        """Return True before the deal of a game that the options allow."""
        return not self.deck and not 0 < self.options.games < self.game_no

    def stopped(self, end: End, seat: int | None) -> HanabiState:
        """Return the game, ended for a reason other than a move; `seat` caused the end, or None."""
        ended, turn, moves = Ended(end, seat), self.turn + 1, self.moves + 1
        return replace(self, turn=turn, moves=moves, ended=ended, event=Stopped(ended))
