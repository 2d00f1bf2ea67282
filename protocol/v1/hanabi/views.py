"""Views of a Hanabi table: the public half, and the own half of one audience."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from protocol.v1.hanabi.actions import Action, Clue, Discard, PlayCard
from protocol.v1.hanabi.ends import End
from protocol.v1.hanabi.nouns import Card, Character, Direction, Ended, Fate, Given, Order, SeatNumber
from protocol.v1.hanabi.options import Options
from protocol.v1.hanabi.variants import Variant
from protocol.v1.view import Own, Pub

Phase = Literal["deal", "play", "over"]


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt", gc=False):
    """The event that the cards were dealt."""


class Moved(Struct, frozen=True, tag_field="t", tag="moved", gc=False):
    """The event that a card left a hand. The card `drawn` replaced it; null means that no card was drawn.

    The entry of the card in `fates` tells if it was played, misplayed or discarded.
    """

    card: Order
    drawn: Order | None = None


class Clued(Struct, frozen=True, tag_field="t", tag="clued", gc=False):
    """The event that a clue was given; `number` is its key in `given`."""

    number: int


class Voted(Struct, frozen=True, tag_field="t", tag="voted", gc=False):
    """The event that a seat voted for the end of the game, or withdrew its vote."""

    seat: SeatNumber
    end: bool


class Stopped(Struct, frozen=True, tag_field="t", tag="stopped", gc=False):
    """The event that the game ended for a reason other than a move."""

    ended: Ended


Last = Dealt | Moved | Clued | Voted | Stopped


class GameResult(Struct, frozen=True, gc=False):
    """The result of a game: the reason of its `end`, its official `score`, and the `points` on its piles.

    `score` is 0 for every end other than a normal one. `turns` is the number of actions, including an end
    that no move caused. `seat` is the seat that caused the end, or null if no seat caused it.
    """

    end: End
    score: int
    points: int
    turns: int
    seat: SeatNumber | None = None


class HanabiPub(Pub, tag="hanabi", kw_only=True, gc=False):
    """The public half of the view of a Hanabi table.

    `game_no` is the number of the game at the table, from 1, and the board number of its record. `options` do
    not contain the seed; `seeded` is true if a seed in the options chose the deck. `turn` is the seat that
    must act, or null, and `turns` the number of turns so far. `hands` hold the cards of each hand as indexes
    in the deck, the oldest card first; the identities of these cards are in the own halves of the audiences
    that see them. `left` is the number of cards left in the deck. `cards` maps the index of each card that
    all players know to its identity, and `fates` maps the index of each card that left a hand to its
    destination. `piles` are the cards on the pile of each suit, and `directions` the directions of these
    piles. `clues` is the number of clue tokens, with halves in variants with half clues. `best` is the
    highest score that is still possible. `given` are the clues given so far, keyed by their order from 0.
    `possible` maps each card in a hand to the set of identities that the clues alone allow, including the
    clues that did not touch the card: bit `8 * suit + rank` is 1 for each possible identity. `characters` has
    the character of each seat, and is empty at a table without characters. `end_turn`, set once the deck is
    empty, is the number of the first turn that will not be played. `votes` are the seats that voted for the
    end of the game. `deck` and `seed` are set when the game is over.

    In a variant with a hole, the success of a play is hidden until the game is over: `piles`, `strikes`,
    `score` and `best` are null, and the fate of a misplayed card is `played`.
    """

    game_no: int
    options: Options
    variant: Variant
    seeded: bool
    phase: Phase
    turns: int
    hands: tuple[tuple[Order, ...], ...]
    cards: dict[int, Card]
    fates: dict[int, Fate]
    given: dict[int, Given]
    possible: dict[int, int]
    clues: float
    left: int
    piles: tuple[tuple[Order, ...], ...] | None = None
    directions: tuple[Direction, ...] | None = None
    strikes: int | None = None
    score: int | None = None
    best: int | None = None
    turn: SeatNumber | None = None
    characters: tuple[Character, ...] = ()
    end_turn: int | None = None
    votes: tuple[SeatNumber, ...] = ()
    result: GameResult | None = None
    deck: tuple[Card, ...] | None = None
    seed: str | None = None
    last: Last | None = None


class HanabiOwn(Own, tag="hanabi", kw_only=True, gc=False):
    """The own half of the view of a Hanabi table.

    `cards` maps the indexes of the visible cards in hands to their identities; an audience that sees every
    hand also keeps the cards that have left the hands. If the `seat` has to act, `plays`, `discards` and
    `clues` are its legal answers. Plays and discards are requests: in an inverted suit a play discards the
    card, and a discard plays it. `may` lists the actions that may be tried now without a `decision`.
    """

    seat: SeatNumber | None = None
    cards: dict[int, Card] = field(default_factory=dict)
    plays: tuple[Order, ...] | None = None
    discards: tuple[Order, ...] | None = None
    clues: tuple[Clue, ...] | None = None
    may: tuple[Literal["vote"], ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal answers to the seat's decision, () if it has none."""
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
