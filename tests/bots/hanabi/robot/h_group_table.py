"""A game of Hanabi as a player of the H-Group's conventions of level 1 understands it.

The module is written from the published rules of these conventions, and shares no code with the robots. It
knows only the game without a variant: five suits, each with a colour of its own.

A card is a number, `8 * suit + rank`, and a set of cards an integer with one bit for each card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import Literal, NamedTuple

SUITS, TOP = 5, 5
COPIES = {8 * suit + rank: (3, 2, 2, 2, 1)[rank - 1] for suit in range(SUITS) for rank in range(1, TOP + 1)}
ANYTHING = sum(1 << kind for kind in COPIES)


def of_color(color: int) -> int:
    """Return the set of all cards of a colour."""
    return sum(1 << 8 * color + rank for rank in range(1, TOP + 1))


def of_rank(rank: int) -> int:
    """Return the set of all cards of a rank."""
    return sum(1 << 8 * suit + rank for suit in range(SUITS))


def single(cards: int) -> int | None:
    """Return the only card in a set of cards, None if the set has another number of cards."""
    return cards.bit_length() - 1 if cards and not cards & (cards - 1) else None


class Clued(NamedTuple):
    """A clue: its giver, its receiver, the cards that it touches, and its colour or its rank."""

    giver: int
    to: int
    touched: tuple[int, ...]
    color: int | None
    rank: int | None

    @property
    def cards(self) -> int:
        return of_rank(self.rank or 0) if self.color is None else of_color(self.color)


class Reading(NamedTuple):
    """What a clue means for its focus, and in `blind` the plays that it asks of other players, in order.

    `kind` is "" if the conventions give the clue no meaning.
    """

    focus: int
    kind: Literal["play", "save", ""]
    blind: dict[int, int]
    new: tuple[int, ...]


class Pending(NamedTuple):
    """A meaning of a clue that is true if players now play certain cards blind.

    The focus is the card `kind` if the cards `needed` are played, each on its player's next turn.
    """

    focus: int
    kind: int
    needed: tuple[int, ...]


class HGroupTable:
    """The game after some moves, as the player in the seat `me` knows it.

    `seen` has the cards that the player sees. `possible` has what each card can be by the clues alone, and
    `note` what the conventions leave of it. `blind` has the cards that their players must play now, prompted
    or finessed. `early` is True until the first discard.
    """

    def __init__(self, players: int, size: int, me: int, seen: dict[int, int]) -> None:
        self.players = players
        self.me = me
        self.seen = seen
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(players)]
        self.possible = dict.fromkeys(range(size * players), ANYTHING)
        self.drawn = size * players
        self.note: dict[int, int] = {}
        self.clued: set[int] = set()
        self.blind: dict[int, int] = {}
        self.pending: list[Pending] = []
        self.stacks = [0] * SUITS
        self.left = Counter(COPIES)
        self.early = True

    def copy(self) -> HGroupTable:
        """Return a copy, so that a clue can be tried."""
        new = copy(self)
        new.hands = [*map(list, self.hands)]
        new.possible, new.note, new.blind = self.possible.copy(), self.note.copy(), self.blind.copy()
        new.clued, new.pending = self.clued.copy(), self.pending.copy()
        return new

    # The piles.

    @property
    def playable(self) -> int:
        """Return the set of the cards that can be played now."""
        return sum(1 << 8 * suit + height + 1 for suit, height in enumerate(self.stacks) if height < TOP)

    @property
    def trash(self) -> int:
        """Return the set of the cards that can never be played."""
        found = 0
        for suit, height in enumerate(self.stacks):
            dead = False
            for rank in range(1, TOP + 1):
                kind = 8 * suit + rank
                dead = dead or (rank > height and not self.left[kind])
                found |= (dead or rank <= height) << kind
        return found

    @property
    def critical(self) -> int:
        """Return the set of the useful cards of which one copy is left."""
        return sum(1 << kind for kind in COPIES if self.left[kind] == 1) & ~self.trash

    # What players know of their cards.

    def chop(self, seat: int) -> int | None:
        """Return the chop: the oldest card without a clue."""
        return next((order for order in self.hands[seat] if not self.is_gotten(order)), None)

    def finesse_position(self, seat: int, but: dict[int, int]) -> int | None:
        """Return the newest card without a clue that is not among the cards `but`."""
        free = (
            order for order in reversed(self.hands[seat]) if not self.is_gotten(order) and order not in but
        )
        return next(free, None)

    def is_gotten(self, order: int) -> bool:
        """Return True if a clue has touched a card, or has asked its player to play it."""
        return order in self.clued or order in self.blind

    def identity(self, seat: int, order: int) -> int | None:
        """Return what a card is, None for a card of the player `me` that this player does not know."""
        return self.seen[order] if seat != self.me else single(self.ideas(seat, order))

    def literally(self, seat: int, order: int) -> int:
        """Return what a card can be by the clues and by the cards that its player sees."""
        sees = self._seen_by(seat)
        gone = sum(1 << kind for kind in COPIES if sees[kind] >= self.left[kind])
        return self._less(self.possible[order], gone)

    def ideas(self, seat: int, order: int) -> int:
        """Return what the player in `seat` takes a card of the player's own hand for."""
        cards = self.literally(seat, order)
        if order in self.clued:
            cards = self._less(cards, self.trash | self._clued_elsewhere(seat))
        return cards & self.note.get(order, -1) or cards

    @staticmethod
    def _less(cards: int, gone: int) -> int:
        return cards & ~gone or cards

    def _seen_by(self, seat: int) -> Counter[int]:
        others = (other for other in range(self.players) if other not in (seat, self.me))
        return Counter(self.seen[order] for other in others for order in self.hands[other])

    def _clued_elsewhere(self, seat: int) -> int:
        """Return the cards that another hand than that of `seat` holds with a clue, by good touch."""
        found = 0
        for other, hand in enumerate(self.hands):
            for order in hand:
                if other == seat or not self.is_gotten(order):
                    continue
                if other != self.me:
                    found |= 1 << self.seen[order]
                elif single(self.possible[order] & self.note.get(order, -1)) is not None:
                    found |= self.possible[order] & self.note.get(order, -1)
        return found

    def plays(self, seat: int) -> list[int]:
        """Return the cards that a player knows to be playable; first those that must be played at once."""
        hand = self.hands[seat]
        asked = [order for order in self.blind if order in hand and self.playable >> self.blind[order] & 1]
        known = [
            order for order in hand if order not in asked and not self.ideas(seat, order) & ~self.playable
        ]
        return asked + sorted(known, key=lambda order: self.ideas(seat, order).bit_length() & 7)

    def is_known_trash(self, seat: int, order: int) -> bool:
        """Return True if the player in `seat` knows that a card is useless."""
        literal = self.possible[order] & self.note.get(order, -1) or self.possible[order]
        return not literal & ~(self.trash | (self._clued_elsewhere(seat) if order in self.clued else 0))

    # Clues.

    def focus(self, clue: Clued) -> int:
        """Return the card that a clue is about."""
        new = self.new(clue)
        chop = self.chop(clue.to)
        return chop if chop is not None and chop in new else max(new or clue.touched)

    def new(self, clue: Clued) -> tuple[int, ...]:
        """Return the cards that a clue touches as their first."""
        return tuple(order for order in clue.touched if not self.is_gotten(order))

    def hear(self, clue: Clued) -> Reading:
        """Record a clue and return what it means."""
        self.passes(clue.giver, None)
        focus, new, on_chop = self.focus(clue), self.new(clue), self.focus(clue) == self.chop(clue.to)
        for order in self.hands[clue.to]:
            self.possible[order] &= clue.cards if order in clue.touched else ~clue.cards
        self.clued.update(clue.touched)
        self.blind.pop(focus, None)
        can_be = self.possible[focus] & ~self.trash
        held = self._held(clue)
        plays = self._play_meanings(held) & can_be
        saves = self._save_meanings(clue) & can_be if on_chop else 0
        through = self._through_finesses(clue, focus, held, can_be)
        blind: dict[int, int] = {}
        meant = plays | saves | sum(1 << each.kind for each in through)
        kind: Literal["play", "save", ""] = "play" if plays else "save" if saves else ""
        if clue.to != self.me:
            truth = self.seen[focus]
            kind = "save" if saves >> truth & 1 else "play" if plays >> truth & 1 else ""
            if not saves >> truth & 1 and not self.trash >> truth & 1:
                found = self._connections(clue, truth, held)
                if found is not None:
                    kind, blind = "play", found
                    meant |= 1 << truth
        if meant:
            self.note[focus] = meant
        self.pending += through
        self.blind |= blind
        for order, called in blind.items():
            self.note[order] = 1 << called
        return Reading(focus, kind, blind, new)

    def _held(self, clue: Clued) -> int:
        """Return the cards with clues that the giver and the receiver both know to be there."""
        found = 0
        for seat, hand in enumerate(self.hands):
            for order in filter(self.is_gotten, hand):
                if seat in (clue.giver, clue.to, self.me):
                    known = single(self.ideas(seat, order))
                    found |= 0 if known is None else 1 << known
                else:
                    found |= 1 << self.seen[order]
        return found

    def _ends(self, held: int) -> Iterator[int]:
        """Return, for each suit, the first missing card above the pile and the cards `held` on top of it."""
        for suit, height in enumerate(self.stacks):
            rank = height + 1
            while rank <= TOP and held >> 8 * suit + rank & 1:
                rank += 1
            if rank <= TOP:
                yield 8 * suit + rank

    def _play_meanings(self, held: int) -> int:
        return sum(1 << kind for kind in self._ends(held))

    def _save_meanings(self, clue: Clued) -> int:
        """Return the cards that a clue on the chop can save: 5s and 2s by rank, critical cards by any clue.

        A 5 is saved by its rank alone, and a 2 only if no copy of it is visible in another hand.
        """
        fives = of_rank(TOP)
        if clue.rank == TOP:
            return fives
        found = self.critical & ~fives
        if clue.rank == 2:
            visible = {
                self.seen[order]
                for seat, hand in enumerate(self.hands)
                if seat not in (clue.to, clue.giver, self.me)
                for order in hand
                if order not in clue.touched
            }
            found |= of_rank(2) & ~sum(1 << kind for kind in visible)
        return found

    def _between(self, clue: Clued) -> list[int]:
        """Return the players that move after the giver of a clue and before its receiver."""
        steps = (clue.to - clue.giver) % self.players
        return [(clue.giver + step) % self.players for step in range(1, steps)]

    def _through_finesses(self, clue: Clued, focus: int, held: int, can_be: int) -> list[Pending]:
        """Return the meanings of a clue that are true if players before the receiver play cards blind."""
        found = []
        for start in self._ends(held):
            kind, needed = start, dict[int, int]()
            while kind & 7 <= TOP:
                first = self._finessed(self._between(clue), kind, needed)
                if first is None:
                    break
                needed[first] = kind
                kind += 1
                while held >> kind & 1:
                    kind += 1
                if kind & 7 <= TOP and can_be >> kind & 1:
                    found.append(Pending(focus, kind, tuple(needed)))
        return found

    def _finessed(self, seats: list[int], kind: int, but: dict[int, int], *, sure: bool = True) -> int | None:
        """Return the visible card `kind` in the finesse position of one of these players.

        A player with a clued card that can be the missing one is prompted instead. Unless `sure`, such a
        player counts, too: the player may know from the cards of `me` that the clued card is another one.
        """
        for seat in seats:
            if seat != self.me and not (sure and self._prompted(seat, kind) is not None):
                order = self.finesse_position(seat, but)
                if order is not None and self.seen[order] == kind:
                    return order
        return None

    def _connections(self, clue: Clued, kind: int, held: int) -> dict[int, int] | None:
        """Return the plays that must come before a card and are not under way, None if there is no way.

        A prompt comes before a finesse, and a player only takes a card for the missing one that no visible
        card explains.
        """
        found: dict[int, int] = {}
        for missing in range(kind - (kind & 7) + self.stacks[kind >> 3] + 1, kind):
            if self._is_known(missing):
                continue
            order = self._visibly_prompted(clue, missing)
            if order is None and held >> missing & 1:
                continue
            if order is None:
                order = self._finessed(self._between(clue), missing, found)
            if order is None and self.me != clue.giver:
                order = self._finessed(self._between(clue), missing, found, sure=False)
            if order is None:
                order = self._my_connection(clue, missing, found)
            if order is None:
                return None
            found[order] = missing
        return found

    def _is_known(self, kind: int) -> bool:
        """Return True if a player holds a card with a clue and knows that it is this one."""
        return any(
            self.is_gotten(order) and single(self.ideas(seat, order)) == kind
            for seat, hand in enumerate(self.hands)
            for order in hand
        )

    def _visibly_prompted(self, clue: Clued, kind: int) -> int | None:
        """Return the visible card `kind` that its player plays if it is the missing one."""
        for step in range(1, self.players):
            seat = (clue.giver + step) % self.players
            order = None if seat in (clue.to, self.me) else self._prompted(seat, kind)
            if order is not None and self.seen[order] == kind:
                return order
        return None

    def _my_connection(self, clue: Clued, kind: int, found: dict[int, int]) -> int | None:
        """Return the own card that must be the missing card `kind`, by a prompt or a finesse.

        A finesse is for one card: a clue that needs another blind play, too, is none.
        """
        if self.me in (clue.giver, clue.to):
            return None
        mine = self._prompted(self.me, kind)
        if mine is None and self.me in self._between(clue) and not found.keys() - self.clued:
            mine = self.finesse_position(self.me, found)
        return mine if mine is not None and self.ideas(self.me, mine) >> kind & 1 else None

    def _prompted(self, seat: int, kind: int) -> int | None:
        """Return the newest card with a clue that its player can take for the card `kind`."""
        clued = (order for order in reversed(self.hands[seat]) if order in self.clued)
        return next((order for order in clued if self.ideas(seat, order) >> kind & 1), None)

    # Moves.

    def passes(self, seat: int, played: int | None) -> None:
        """Record that the player in `seat` has moved: finesses that were not answered were none."""
        waiting = []
        for each in self.pending:
            first, *later = each.needed
            if first == played and later:
                waiting.append(each._replace(needed=tuple(later)))
            elif first == played:
                more = [other.kind for other in self.pending if other != each and other.focus == each.focus]
                self.note[each.focus] = sum(1 << kind for kind in {each.kind, *more})
            elif first not in self.hands[seat] or not self.playable >> self.seen[first] & 1:
                waiting.append(each)
            else:
                self.note[each.focus] = self.note.get(each.focus, -1) & ~(1 << each.kind)
        self.pending = waiting
        for order in [order for order in self.blind if order in self.hands[seat] and order != played]:
            if self.playable >> self.blind[order] & 1:
                del self.blind[order]
                self.note.pop(order, None)

    def leaves(self, seat: int, order: int, how: str) -> None:
        """Record that a card was played, misplayed or discarded, and that a new card was drawn."""
        kind = self.seen[order]
        self.passes(seat, order if how == "played" else None)
        self.early &= how != "discarded"
        self.blind.pop(order, None)
        if how == "misplayed":
            for each in self.blind:
                self.note.pop(each, None)
            self.blind.clear()
        self.hands[seat].remove(order)
        if self.drawn < sum(COPIES.values()):
            self.hands[seat].append(self.drawn)
            self.possible[self.drawn] = ANYTHING
            self.drawn += 1
        self.left[kind] -= 1
        if how == "played":
            self.stacks[kind >> 3] += 1
        for each in [each for each, called in self.blind.items() if called == kind]:
            del self.blind[each]
            self.note.pop(each, None)
