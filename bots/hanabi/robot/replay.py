"""The reconstruction of the public knowledge of a running Hanabi game from the moves that each view lists."""

from __future__ import annotations

from bots.hanabi.robot.piles import TOP
from bots.hanabi.robot.public_knowledge import Common
from protocol.rules.hanabi.hands import hand_size
from protocol.rules.hanabi.limits import MOST_CLUES
from protocol.rules.hanabi.sets import kind_of
from protocol.v1.hanabi import (
    Clue,
    ColorClue,
    Fate,
    Given,
    HanabiOwn,
    HanabiPub,
    Options,
    RankClue,
    Suit,
    Variant,
)

Move = tuple[int, Fate] | Given
"""A move: a card that was played or discarded, as its deck index and its fate; or a clue."""


def conventional(pub: HanabiPub) -> bool:
    """Return True if hat guessing is possible: with plain suits, no characters and no card cycling."""
    variant, suits, colors = pub.variant, pub.variant.suits, pub.variant.colors
    plain = variant == Variant(variant.id, variant.name, suits, colors)
    named = tuple(Suit(suit.name, (color,)) for suit, color in zip(suits, colors, strict=False))
    return plain and suits == named and not pub.characters and not pub.options.card_cycle


def moves(pub: HanabiPub) -> list[Move]:
    """Return all moves of the game in the order in which they were made."""
    timed: list[tuple[int, Move]] = [(fate.turn, (order, fate)) for order, fate in pub.fates.items()]
    timed += [(given.turn, given) for given in pub.given.values()]
    return [move for _, move in sorted(timed, key=lambda each: each[0])]


def kinds_seen(pub: HanabiPub, own: HanabiOwn) -> dict[int, int]:
    """Return the suit and rank of each card that a seat knows, by its index in the deck."""
    return {order: kind_of(card) for order, card in {**pub.cards, **(own.cards or {})}.items()}


def clue_of(given: Given) -> Clue:
    """Return the clue that `given`, an item of the list `pub.given` of all clues so far, describes."""
    if given.color is not None:
        return ColorClue(given.to, given.color)
    return RankClue(given.to, given.rank or 0)


class Replay:
    """The running Hanabi game as the player of one seat has reconstructed it.

    `common` is the public knowledge of the game after the moves so far. `seen` has the suit and rank of each
    card that the seat knows. `broken` is True if a move has shown that some player does not follow the
    hat-guessing conventions. The reconstructed game is kept only for speed: a reconstruction from the first
    move gives the same result.
    """

    def __init__(self, options: Options, suits: int, seat: int) -> None:
        self.common = Common(options.players, suits, hand_size(options))
        self.broken = False
        self._of = (options, suits, seat)
        self._seat = seat
        self._clues = MOST_CLUES
        self._moves: list[Move] = []
        self.seen: dict[int, int] = {}

    def continues(
        self, options: Options, suits: int, seat: int, past: list[Move], seen: dict[int, int]
    ) -> bool:
        """Return True if the moves `past` begin with all moves that this object has applied already."""
        same = self._of == (options, suits, seat) and self._moves == past[: len(self._moves)]
        return same and self.seen.items() <= seen.items()

    def go_on(self, past: list[Move], seen: dict[int, int]) -> None:
        """Apply those of the moves `past` that this object has not applied yet."""
        for move in past[len(self._moves) :]:
            if isinstance(move, Given):
                self._clues -= 1
                self.common.record_clue(move.giver, clue_of(move), move.cards, seen, self._seat)
            else:
                self._left(*move, seen[move[0]])
        self._moves, self.seen = past, seen

    def _left(self, order: int, fate: Fate, kind: int) -> None:
        played, ended = fate.how == "played", self.common.drawn == self.common.deck
        # A player who follows the conventions misplays before the last round only if no other move is legal.
        self.broken |= fate.how == "misplayed" and not ended and self._clues < MOST_CLUES
        gains = fate.how == "discarded" or (played and kind & 7 == TOP)
        self._clues = min(MOST_CLUES, self._clues + gains)
        self.common.record_departure(fate.seat, order, kind, played)


def replayed(last: Replay | None, pub: HanabiPub, own: HanabiOwn, seat: int) -> Replay:
    """Return the reconstructed game up to the view (`pub` and `own`).

    If `last` is the start of this game, only the new moves are applied to it.
    """
    past, seen, suits = moves(pub), kinds_seen(pub, own), len(pub.variant.suits)
    if last is None or not last.continues(pub.options, suits, seat, past, seen):
        last = Replay(pub.options, suits, seat)
    last.go_on(past, seen)
    return last
