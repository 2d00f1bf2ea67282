"""The reconstruction by the robot `friendly` of a running Hanabi game from the moves that each view lists."""

from __future__ import annotations

from bots.hanabi.robot.replay import Move, kinds_seen, moves
from bots.hanabi.robot.suit_lines import lines_of
from bots.hanabi.robot.suits import cards_touched
from bots.hanabi.robot.understanding import ClueGiven, Understanding
from protocol.rules.hanabi.hands import hand_size
from protocol.rules.hanabi.limits import MOST_CLUES
from protocol.v1.hanabi import Fate, Given, HanabiOwn, HanabiPub, SeatNumber


class Memory:
    """A running Hanabi game as the player of one seat understands it after the moves so far.

    The reconstructed game is kept only for speed: a reconstruction from the first move gives the same result.
    """

    def __init__(self, pub: HanabiPub, seat: SeatNumber) -> None:
        size, lines = hand_size(pub.options), lines_of(pub.variant)
        self.game = Understanding(lines, pub.options.players, size, seat)
        self._of = _table_of(pub, seat)
        self._options, self._variant = pub.options, pub.variant
        self._moves: list[Move] = []
        self._deck = sum(lines.copies.values())
        self._drawn = pub.options.players * size
        self._clues: float = MOST_CLUES

    def continues(self, pub: HanabiPub, seat: SeatNumber, past: list[Move]) -> bool:
        """Return True if the moves `past` begin with all moves that this object has applied already."""
        return self._of == _table_of(pub, seat) and self._moves == past[: len(self._moves)]

    def go_on(self, past: list[Move], seen: dict[int, int]) -> None:
        """Apply those of the moves `past` that this object has not applied yet."""
        game = self.game
        for seat, hand in enumerate(game.hands):
            if seat != game.me:
                game.seen.update((order, seen[order]) for order in hand)
        for move in past[len(self._moves) :]:
            if isinstance(move, Given):
                self._hear(move)
            else:
                self._leave(*move, seen)
        self._moves = past

    def _hear(self, given: Given) -> None:
        cards = cards_touched(self._variant, given.color, given.rank)
        free = self._clues < MOST_CLUES
        self.game.hear(ClueGiven(given.giver, given.to, given.cards, cards, given.rank, free))
        self._clues -= 1
        if self._options.card_cycle:
            self.game.cycle(given.giver)

    def _leave(self, order: int, fate: Fate, seen: dict[int, int]) -> None:
        game, seat, kind, drawn = self.game, fate.seat, seen[order], None
        if order not in game.hands[seat]:  # the card was played directly from the deck
            self._drawn += 1
        elif self._drawn < self._deck:
            drawn = self._drawn
            self._drawn += 1
            if seat != game.me:
                game.seen[drawn] = seen[drawn]
        game.judge(seat, order, fate.how)
        game.leave(seat, order, kind, fate.how, drawn)
        finished = fate.how == "played" and game.lines.last >> kind & 1
        if fate.how == "discarded" or finished:
            self._clues = min(MOST_CLUES, self._clues + (0.5 if self._variant.half_clues else 1))


def _table_of(pub: HanabiPub, seat: SeatNumber) -> tuple[object, ...]:
    return pub.options, pub.variant, pub.game_no, seat


def remembered(last: Memory | None, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Memory:
    """Return the reconstructed game up to the view (`pub` and `own`).

    If `last` is the start of the same game, only the new moves are applied to it.
    """
    past = moves(pub)
    if last is None or not last.continues(pub, seat, past):
        last = Memory(pub, seat)
    last.go_on(past, kinds_seen(pub, own))
    return last
