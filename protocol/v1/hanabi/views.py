"""The views of a Hanabi table: a public half for everybody, and an own half for one audience."""

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
    """The event that a player played or discarded a card.

    `drawn` is the card that the player drew after playing or discarding, or null if the player drew no card.
    The field `pub.fates` of the view tells if the moved card was played, misplayed or discarded.
    """

    card: Order
    drawn: Order | None = None


class Clued(Struct, frozen=True, tag_field="t", tag="clued", gc=False):
    """The event that a player gave a clue; `number` is the key of the clue in `pub.given`."""

    number: int


class Voted(Struct, frozen=True, tag_field="t", tag="voted", gc=False):
    """The event that the player in `seat` voted for the end of the game, or withdrew the vote."""

    seat: SeatNumber
    end: bool


class Stopped(Struct, frozen=True, tag_field="t", tag="stopped", gc=False):
    """The event that the game ended although no move ended it, for example because the time ran out."""

    ended: Ended


Last = Dealt | Moved | Clued | Voted | Stopped


class GameResult(Struct, frozen=True, gc=False):
    """The result of a game.

    `end` is the reason why the game ended, `score` the official score, and `points` the number of cards on
    the piles.

    The official `score` is 0 unless the game ended normally. `turns` is the number of actions; if no move
    ended the game, the end counts as an action, too. `seat` is the seat of the player that caused the end of
    the game, or null if no player caused it.
    """

    end: End
    score: int
    points: int
    turns: int
    seat: SeatNumber | None = None


class HanabiPub(Pub, tag="hanabi", kw_only=True, gc=False):
    """The public half of the view of a Hanabi table: the fields that all people may see.

    `game_no` is the number of the game at the table, from 1; the archive uses the same number as board
    number. `options` do not contain the seed; `seeded` is true if a seed in the options chose the deck.
    `turn` is the seat that must act, or null if no seat must act, and `turns` the number of turns so far.
    `hands` has the cards of each hand as indexes in the deck, the oldest card first. An audience that sees
    the cards of a hand finds their suits and ranks in `own.cards`. `left` is the number of cards left in the
    deck. `cards` maps the index of each card that all players know to its suit and rank. `fates` maps the
    index of each card that left a hand to what happened to it. `piles` are the cards on the pile of each
    suit, and `directions` the directions of these piles. `clues` is the number of clue tokens, which may end
    in .5 in variants with `half_clues`. `best` is the highest score that is still possible. `given` are the
    clues given so far, keyed by their order from 0. `possible` maps each card in a hand to the set of cards
    that it can be according to the clues alone; a clue that did not touch the card excludes cards, too. Each
    set of cards in `possible` is one number: bit `8 * suit + rank` is 1 for each possible card. `characters`
    has the character of each seat, and is empty at a table without characters. `end_turn` is null until the
    deck is empty; then it is the number of the first turn that will not be played. `votes` has the seats of
    the players that at present vote for the end of the game. `deck` (the whole deck) and `seed` are null
    until the game is over.

    In a variant with a hole, players do not see whether a play succeeded until the game is over: `piles`,
    `strikes`, `score` and `best` are null, and the fate of a misplayed card is `played`.
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
    """The own half of the view of a Hanabi table: the fields that only one seat or group of people may see.

    `cards` maps the index of each card that this audience sees in a hand to its suit and rank; for an
    audience that sees every hand, `cards` also has the cards that have left the hands. If the player in
    `seat` has to act, `plays`, `discards` and `clues` are the player's legal answers. A card of an inverted
    suit is discarded if the player asks to play it, and played if the player asks to discard it. `may` lists
    the actions that the player may now send without a `decision`.
    """

    seat: SeatNumber | None = None
    cards: dict[int, Card] = field(default_factory=dict)
    plays: tuple[Order, ...] | None = None
    discards: tuple[Order, ...] | None = None
    clues: tuple[Clue, ...] | None = None
    may: tuple[Literal["vote"], ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal answers to the decision of this seat, () if the seat has no decision to make."""
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
