"""The knowledge of all Hanabi players about their own hands, as the player of one seat can work it out.

For every card in a hand there are two sets of identities (suit and rank), as the card's player sees them:
those that the card can have by the literal meaning of the clues, and those by the conventions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Self

from bots.hanabi.robot.piles import kinds
from bots.hanabi.robot.suit_lines import SuitLines
from protocol.rules.hanabi.limits import MAX_STRIKES

BREACHES = 2.0
"""The weight of a player's breaches of the conventions from which the player's clues are taken literally."""


class HandKnowledge:
    """The hands, the piles and the players' knowledge, as the player of the seat `me` can work them out.

    `seen` has the suit and rank of each card that this seat has seen. `hands` lists the cards of each hand,
    the oldest first. `possible` has the identities that each card can have by the literal meaning of the
    clues, and `meant` those that it can have by the conventions. `clued` are the cards that any clue has
    touched, and `kept` the cards that a clue of a player that follows the conventions has touched. `called`
    maps each card that the conventions ask its player to play now to its suit and rank. `left` is the number
    of copies of each card that are neither played nor discarded. `breaches` is the weight of each player's
    breaches of the conventions, and `strikes` the number of misplays.

    `playable`, `dead` and `critical` are sets of cards. A playable card can be played now. A dead card can
    never be played. A critical card can still be played, and only one copy of it is left.
    """

    def __init__(self, lines: SuitLines, players: int, size: int, me: int) -> None:
        self.lines = lines
        self.players = players
        self.me = me
        self.seen: dict[int, int] = {}
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(players)]
        self.possible = dict.fromkeys(range(players * size), lines.anything)
        self.meant: dict[int, int] = {}
        self.clued: set[int] = set()
        self.kept: set[int] = set()
        self.called: dict[int, int] = {}
        self.heights = [0] * len(lines.lines)
        self.left = dict(lines.copies)
        self.breaches = [0.0] * players
        self.strikes = 0
        self._sort()

    def copy(self) -> Self:
        """Return a copy of this knowledge; later changes of the copy do not change the original."""
        new = object.__new__(type(self))
        new.lines, new.players, new.me, new.seen = self.lines, self.players, self.me, self.seen.copy()
        new.hands = [*map(list, self.hands)]
        new.possible, new.meant = self.possible.copy(), self.meant.copy()
        new.clued, new.kept, new.called = self.clued.copy(), self.kept.copy(), self.called.copy()
        new.heights, new.left, new.breaches = self.heights.copy(), self.left.copy(), self.breaches.copy()
        new.strikes = self.strikes
        new.playable, new.dead, new.critical = self.playable, self.dead, self.critical
        new._seen_out, new._held = self._seen_out.copy(), self._held.copy()
        return new

    def trusts(self, seat: int) -> bool:
        """Return True if the player of a seat seems to follow the conventions."""
        return self.breaches[seat] < BREACHES

    def chop(self, seat: int) -> int | None:
        """Return the chop of a hand: its oldest card that no clue has touched, None if it has none."""
        return next(self.free(seat, newest=False), None)

    def free(self, seat: int, *, newest: bool = True) -> Iterator[int]:
        """Return the cards of a hand that no clue has touched and no clue asks the player to play.

        The result begins with the newest card or, with `newest=False`, with the oldest card.
        """
        hand = reversed(self.hands[seat]) if newest else self.hands[seat]
        return (order for order in hand if order not in self.clued and order not in self.called)

    def thinks(self, seat: int, order: int) -> int:
        """Return the identities that a card can have, as its player knows by the conventions."""
        meant = self._meant(seat, order)
        if order in self.kept and self.trusts(seat):
            return meant & ~self.dead & ~self.held(seat) or meant
        return meant

    def literally(self, seat: int, order: int) -> int:
        """Return the identities that a card can have, as its player knows from the clues' literal meaning."""
        possible = self.possible[order]
        return possible & ~self._gone(seat) or possible

    def _meant(self, seat: int, order: int) -> int:
        possible = self.literally(seat, order)
        return possible & self.meant.get(order, -1) or possible if self.trusts(seat) else possible

    def useless(self, seat: int, order: int) -> bool:
        """Return True if a player knows that a card of the player's own hand is no longer needed."""
        possible = self.literally(seat, order)
        if not possible & ~self.dead:
            return True
        if order not in self.kept or not self.trusts(seat) or possible & self.critical:
            return False
        return not self._meant(seat, order) & ~self.dead & ~self.held(seat)

    def plays(self, seat: int) -> list[int]:
        """Return the cards that a player can play now: first those that clues ask for, then low cards.

        After two strikes, a card counts as playable only by the literal meaning of the clues.
        """
        found = []
        thinks = self.thinks if self.strikes < MAX_STRIKES - 1 else self.literally
        for order in self.hands[seat]:
            mask = thinks(seat, order)
            called = order in self.called
            if not mask & ~self.playable and (called or not self.useless(seat, order)):
                lowest = min(self.lines.place[kind] for kind in kinds(mask))
                found.append((not called, lowest, -order))
        return [-order for _, _, order in sorted(found)]

    def identity(self, seat: int, order: int) -> int | None:
        """Return the suit and rank of a card, None for a card that `me` holds but does not know."""
        if seat != self.me:
            return self.seen[order]
        mask = self.thinks(seat, order)
        return None if mask & (mask - 1) else mask.bit_length() - 1

    def promised(self, order: int) -> bool:
        """Return True if a clue by the conventions has touched a card, or has asked its player to play it."""
        return order in self.kept or order in self.called

    def held(self, seat: int) -> int:
        """Return the identities of the cards that clues mark as useful, in all hands but that of `seat`."""
        if seat not in self._held:
            found = {
                self.identity(other, order)
                for other, hand in enumerate(self.hands)
                if other != seat
                for order in hand
                if self.promised(order)
            }
            self._held[seat] = sum(1 << kind for kind in found if kind is not None)
        return self._held[seat]

    def in_other_hands(self, *seats: int) -> Counter[int]:
        """Count the visible copies of each card in all hands except those of `seats` and of `me`."""
        return Counter(
            self.seen[order]
            for other, hand in enumerate(self.hands)
            if other != self.me and other not in seats
            for order in hand
        )

    def _gone(self, seat: int) -> int:
        """Return the identities of which a player sees all copies outside the player's own hand."""
        if seat not in self._seen_out:
            count = self.in_other_hands(seat)
            gone = (kind for kind, left in self.left.items() if count[kind] >= left)
            self._seen_out[seat] = sum(1 << kind for kind in gone)
        return self._seen_out[seat]

    def _forget(self) -> None:
        """Forget the computed results that depend on the clues, because the clues have changed."""
        self._held: dict[int, int] = {}

    def _sort(self) -> None:
        """Find out, after a change of the piles, which cards are playable, dead and critical."""
        self.playable = self.dead = self.critical = 0
        for line, height in zip(self.lines.lines, self.heights, strict=True):
            reachable = True
            for place, kind in enumerate(line):
                reachable = reachable and (place < height or self.left[kind] > 0)
                if place < height or not reachable:
                    self.dead |= 1 << kind
                    continue
                self.playable |= (place == height) << kind
                self.critical |= (self.left[kind] == 1) << kind
        self._seen_out: dict[int, int] = {}
        self._forget()
