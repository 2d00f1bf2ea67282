"""What a Hanabi view shows: the public half, and what one audience knows beyond it."""

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
    """What has just happened: the cards have been dealt."""


class Moved(Struct, frozen=True, tag_field="t", tag="moved", gc=False):
    """What has just happened: a card has left a hand, and what was drawn for it, null where nothing was.

    What has become of it stands in `fates`.
    """

    card: Order
    drawn: Order | None = None


class Clued(Struct, frozen=True, tag_field="t", tag="clued", gc=False):
    """What has just happened: a clue was given; `number` is its key in `given`."""

    number: int


class Voted(Struct, frozen=True, tag_field="t", tag="voted", gc=False):
    """What has just happened: a seat wants the game to end, or not any more."""

    seat: SeatNumber
    end: bool


class Stopped(Struct, frozen=True, tag_field="t", tag="stopped", gc=False):
    """What has just happened: the game has ended without a move."""

    ended: Ended


Last = Dealt | Moved | Clued | Voted | Stopped


class GameResult(Struct, frozen=True, gc=False):
    """How a game has ended: why, with how many cards on the piles (`points`), and the score that counts.

    `score` is 0 for every end but a normal one. `turns` are the actions of the game, an end without a move
    included. `seat`: through whom it has ended, null where through none.
    """

    end: End
    score: int
    points: int
    turns: int
    seat: SeatNumber | None = None


class HanabiPub(Pub, tag="hanabi", kw_only=True, gc=False):
    """What everybody may know of a Hanabi table.

    `game_no` numbers the games of a table from 1; it is the board of their records. `options` are without a
    seed; `seeded`: somebody has chosen one. `turn` is who must act, null when nobody must, and `turns` how
    many turns there were. `hands` hold cards by their place in the deck, the oldest first; what they are is
    for those who see them. `left` is how many cards the deck still has. `cards` tells those that everybody
    knows, and `fates` where cards have gone, by their place in the deck, too. `piles` are by suit,
    `directions` which way they go. `clues` are those that can be given: half ones count where a discard gives
    half a one. `best` is the highest score that can still be reached. `given` are the clues given, in their
    order from 0. `possible` is what each card in a hand can still be by the clues alone, those that touched
    it and those that did not: bit `8 * suit + rank` is there for each such card. `characters` are by seat,
    none where nobody has one. `end_turn` is the turn that is not played any more, once the deck is empty.
    `votes` are the seats that want to end the game. `deck` and `seed` are told when it is over.

    In a variant with a hole nobody is told what was played, nor whether it fitted: `piles`, `strikes`,
    `score` and `best` are null, and the fate of a misplayed card is `played`, until the game is over.
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
    """What one audience knows beyond the public.

    `cards` are those in hands that it sees; whoever sees every hand is told of all that were drawn. When its
    `seat` has to act, `plays`, `discards` and `clues` are its legal answers: what it may ask for, as a card
    of an inverted suit is discarded by its play, and played by its discard. `may` names the actions that
    answer no decision and may be tried now.
    """

    seat: SeatNumber | None = None
    cards: dict[int, Card] = field(default_factory=dict)
    plays: tuple[Order, ...] | None = None
    discards: tuple[Order, ...] | None = None
    clues: tuple[Clue, ...] | None = None
    may: tuple[Literal["vote"], ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        """The answers to the seat's decision, () when it has none."""
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
