"""The understanding of a Hanabi game by the conventions that most players use.

A hand's chop is its oldest card that no clue has touched; a player that must discard discards the chop. The
focus of a clue is the chop if the clue touches the chop, else the newest card that no earlier clue has
touched. If earlier clues have touched all cards of a clue, the focus is the newest of these cards, and only
if the clue does not already show a card to be playable or useless.

By the usual conventions, a clue means that its focus can be played now, or after cards of the same suit that
other players already hold as clued cards. If the focus of a clue is the chop, the clue may instead save it:
by its colour, the last copy of a card other than a 5; by its rank, the last copy of any card, a 5, or a 2 of
which the giver sees no other copy. A clue of 5s that does not touch the receiver's chop asks for no play,
unless a 5 can be played. The touched cards other than the focus are useful later: they are not on the piles,
and no other hand holds the same card as a clued card.

If the focus of a clue is visibly a card that can only be played after another card, the player of that
missing card has to play it on the next turn. If clues have touched a card that can be the missing card, the
newest such card has to be played (a prompt). If no clued card can be the missing card, the newest card that
no clue has touched has to be played (a finesse), but only by a player that moves after the giver and before
the receiver. If a player between giver and receiver sees the missing card in no other hand, the player has to
assume that the card is in the player's own hand.

A player breaks the conventions by a clue that has no meaning by them, and by another move than the play of a
clued card that only the conventions show to be playable. Breaches have weights. When the weights of a
player's breaches add up to `BREACHES`, the clues that the player gives and receives are taken literally. The
breaches of a trusted player are forgotten after the successful play of a card that only the conventions
explain. A player that has lost the trust wins it back by the successful play of a card without a clue.

After two strikes, no player is expected to play a card that is not playable by the literal meaning of its
clues.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Self

from bots.hanabi.robot.hand_knowledge import HandKnowledge
from bots.hanabi.robot.suit_lines import SuitLines
from protocol.rules.hanabi.hands import cycled
from protocol.rules.hanabi.limits import MAX_STRIKES

How = Literal["played", "discarded", "misplayed"]
"""The way in which a card has left a hand, as in `Fate`."""
RANK_SAVED = 2
"""The rank that a rank clue can save on the chop even if the card is not the last copy."""

REFUSAL = 1.5
"""The weight of a discard or clue, not on a chop, in place of a play by the conventions."""
SAVE_FIRST = 0.5
"""The weight of a clue on a chop, which may save a card, in place of a play by the conventions."""
MEANINGLESS = 0.5
"""The weight of a clue that has no meaning by the conventions."""


class Wait(NamedTuple):
    """A possible meaning of a clue that is true only if other players now play certain cards of their own.

    The focus of the clue, the card `focus`, can be one of the identities `cards` if the cards `needed` are
    played, in this order.
    """

    focus: int
    cards: int
    needed: tuple[int, ...]


class ClueGiven(NamedTuple):
    """A clue as all players see it: the cards in the hand that it touched, and all cards that it would touch.

    `rank` is None for a clue of a colour. `free` is True if the giver of the clue could have discarded a card
    instead.
    """

    giver: int
    to: int
    touched: tuple[int, ...]
    cards: int
    rank: int | None
    free: bool


class Understanding(HandKnowledge):
    """The knowledge of all Hanabi players after the moves so far, as the player of seat `me` sees it."""

    def __init__(self, lines: SuitLines, players: int, size: int, me: int) -> None:
        self.waits: list[Wait] = []
        super().__init__(lines, players, size, me)

    def copy(self) -> Self:
        new = super().copy()
        new.waits = self.waits.copy()
        return new

    def judge(self, seat: int, order: int, how: How) -> None:
        """Check, before a play or discard is recorded, if it breaks the conventions."""
        if seat == self.me or order not in self.hands[seat]:
            return
        if how == "played" and self.literally(seat, order) & ~self.playable:
            if self.trusts(seat) or order not in self.clued:
                self.breaches[seat] = 0.0
        elif how == "discarded" and self.trusts(seat) and self.strikes < MAX_STRIKES - 1:
            self.breaches[seat] += REFUSAL * self._leaves_a_play(seat)

    def _leaves_a_play(self, seat: int) -> bool:
        """Return True if a player has a card to play, but only the conventions show that it is playable.

        A card without a clue does not count, because the other players may see no reason for a finesse.
        """
        plays = [order for order in self.plays(seat) if order in self.clued]
        return bool(plays) and all(self.literally(seat, each) & ~self.playable for each in plays)

    def leave(self, seat: int, order: int, kind: int, how: How, drawn: int | None) -> None:
        """Record that a card has left a hand, and the card that the player drew in its place."""
        called, played = order in self.called, how == "played"
        self._settle_waits(seat, order if played else None)
        self.seen[order] = kind
        if order in self.hands[seat]:
            self.hands[seat].remove(order)
            if drawn is not None:
                self.hands[seat].append(drawn)
                self.possible[drawn] = self.lines.anything
        self.left[kind] -= 1
        self.heights[kind >> 3] += played
        if how == "misplayed":
            self.strikes += 1
            # A clue was a mistake or was misunderstood, so nothing else that it seemed to ask for holds.
            self._uncall(*self.called)
            self.waits.clear()
        elif not called:
            self._end_calls(seat)
        self._uncall(*(each for each, asked in self.called.items() if asked == kind))
        self._sort()

    def passes(self, seat: int) -> None:
        """Record that the player of `seat` has made a move other than the play of a card."""
        self._settle_waits(seat, None)
        self._end_calls(seat)

    def cycle(self, seat: int) -> None:
        """Record that, in a hand, the oldest card without a clue is moved to the place of the newest card."""
        self.hands[seat] = [*cycled(tuple(self.hands[seat]), self.clued)]

    def hear(self, clue: ClueGiven) -> None:
        """Record a clue, and its meaning by the conventions."""
        if clue.giver != self.me and self.trusts(clue.giver) and self.strikes < MAX_STRIKES - 1:
            weight = SAVE_FIRST if self.chop(clue.to) in clue.touched else REFUSAL
            self.breaches[clue.giver] += weight * self._leaves_a_play(clue.giver)
        self.passes(clue.giver)
        to, touched, chop = clue.to, clue.touched, self.chop(clue.to)
        new = [order for order in touched if not self.promised(order) and order not in self.clued]
        for order in self.hands[to]:
            self.possible[order] &= clue.cards if order in touched else ~clue.cards
        self.clued.update(touched)
        self._forget()
        if not self.trusts(clue.giver):
            self._hear_literally(clue)
            return
        self.kept.update(touched)
        if not self.trusts(to) or not touched:
            return
        if new:
            self._read(clue, chop if chop in new else max(new), chop in new)
        elif not any(self._is_settled(to, order) for order in touched):
            self._read(clue, max(touched), False)

    def _is_settled(self, seat: int, order: int) -> bool:
        """Return True if a player knows that a card of the player's own hand is playable or useless."""
        return not self.thinks(seat, order) & ~self.playable or self.useless(seat, order)

    def _hear_literally(self, clue: ClueGiven) -> None:
        """Record the literal meaning of a clue by a player that does not follow the conventions.

        If the clue touches a single card, the card is taken to be playable if it can be.
        """
        if len(clue.touched) == 1:
            (order,) = clue.touched
            playable = self.possible[order] & self.playable
            if playable:
                self.meant[order] = playable

    def _read(self, clue: ClueGiven, focus: int, on_chop: bool) -> None:
        """Record what a clue means for its focus, and which other cards it asks their players to play."""
        giver, to, lines = clue.giver, clue.to, self.lines
        self.called.pop(focus, None)
        literal = self.literally(to, focus)
        can_be = (literal & self.meant.pop(focus, -1) or literal) & ~self.dead
        between = [(giver + step) % self.players for step in range(1, (to - giver) % self.players)]
        plays, waits = self._playable_meanings(clue, focus, can_be, between)
        saves = self._saves(giver, to, can_be, clue.rank) if on_chop else 0
        if not on_chop and not plays and clue.rank is not None and not can_be & ~lines.last:
            return
        meant = plays | saves
        for wait in waits:
            meant |= wait.cards
        if to != self.me:
            truth = 1 << self.seen[focus]
            if truth & plays & ~saves:
                self._call(self._prompts(giver, to, self.seen[focus]))
            elif not truth & saves:
                calls = self._calls(giver, to, self.seen[focus], between)
                self._call(calls)
                meant |= truth if calls else 0
                self.breaches[giver] += MEANINGLESS * (clue.free and not calls)
        elif not meant:
            self.breaches[giver] += MEANINGLESS * clue.free
        if meant:
            self.meant[focus] = meant
            self.waits += waits
        self._forget()

    def _playable_meanings(
        self, clue: ClueGiven, focus: int, can_be: int, between: list[int]
    ) -> tuple[int, list[Wait]]:
        """Return the identities by which a clue's focus is playable, and those that need a finesse."""
        plays, waits = 0, []
        held = self._held_for(clue.giver, clue.to)
        for line, height in zip(self.lines.lines, self.heights, strict=True):
            place = height
            while place < len(line) and held >> line[place] & 1:
                place += 1
            if place == len(line):
                continue
            plays |= 1 << line[place]
            needed: list[int] = []
            while place + 1 < len(line):
                order = self._finessed(between, line[place], needed)
                if order is None:
                    break
                needed.append(order)
                place += 1
                if can_be >> line[place] & 1:
                    waits.append(Wait(focus, 1 << line[place], tuple(needed)))
        return plays & can_be, waits

    def _saves(self, giver: int, to: int, can_be: int, rank: int | None) -> int:
        """Return the identities of the cards that a clue can save on the chop."""
        last = self.lines.last
        if rank is None:
            return can_be & self.critical & ~last
        if not can_be & ~last:
            return can_be
        if rank != RANK_SAVED:
            return can_be & self.critical
        visible = self.in_other_hands(giver, to)
        return can_be & (self.critical | self.lines.second & ~sum(1 << kind for kind in visible))

    def _held_for(self, giver: int, to: int) -> int:
        """Return the identities of all clued cards that both the giver and the receiver of a clue know.

        A card in the hand of the giver or of the receiver counts only if its player knows its suit and rank.
        """
        held = 0
        for seat, hand in enumerate(self.hands):
            for order in filter(self.promised, hand):
                if seat not in (giver, to, self.me):
                    held |= 1 << self.seen[order]
                    continue
                mask = self.thinks(seat, order)
                known = not mask & (mask - 1)
                held |= mask if known and (seat == self.me or mask >> self.seen[order] & 1) else 0
        return held

    def _finessed(self, between: list[int], kind: int, used: list[int]) -> int | None:
        """Return the card that a player plays in a finesse: the newest without a clue and not in `used`.

        If several players have a card for the finesse, return None: each of them would wait for the other.
        """
        found = []
        for seat in between:
            if seat != self.me and self.trusts(seat):
                order = next((each for each in self.free(seat) if each not in used), None)
                if order is not None and self.seen[order] == kind:
                    found.append(order)
        return found[0] if len(found) == 1 else None

    def _missing(self, kind: int) -> tuple[int, ...]:
        """Return the identities of the cards that must be played before a card of this suit and rank."""
        return self.lines.lines[kind >> 3][self.heights[kind >> 3] : self.lines.place[kind]]

    def _prompts(self, giver: int, to: int, kind: int) -> dict[int, int]:
        """Return the cards with clues that a new clue asks to be played before the card that it touches."""
        prompted = {self._prompted(giver, to, each): each for each in self._missing(kind)}
        return {order: each for order, each in prompted.items() if order is not None}

    def _prompted(self, giver: int, to: int, kind: int) -> int | None:
        """Return the card with a clue that its player must believe to be the card `kind` (suit and rank)."""
        if self._is_known(kind):
            return None
        for seat, hand in enumerate(self.hands):
            if seat in (giver, to) or not self.trusts(seat):
                continue
            kept = [order for order in reversed(hand) if order in self.kept]
            fit = [order for order in kept if self.thinks(seat, order) >> kind & 1]
            if fit and (seat == self.me or any(self.seen[order] == kind for order in kept)):
                return fit[0]
        return None

    def _is_known(self, kind: int) -> bool:
        """Return True if a player knows that a clued card of the player's own hand has this suit and rank."""
        return any(
            self.promised(order) and self.thinks(seat, order) == 1 << kind
            for seat, hand in enumerate(self.hands)
            for order in hand
        )

    def _calls(self, giver: int, to: int, kind: int, between: list[int]) -> dict[int, int]:
        """Return the cards, with suit and rank, that must be played before the card that a clue shows.

        The result is an empty map if nothing explains why the giver has shown the card.
        """
        found: dict[int, int] = {}
        if self.dead >> kind & 1:
            return found
        for missing in self._missing(kind):
            if self._is_known(missing):
                continue
            order = self._prompted(giver, to, missing)
            if order is None:
                order = self._finessed(between, missing, [*found])
            if order is None and self.me in between:
                order = next((each for each in self.free(self.me) if each not in found), None)
                if order is not None and not self.literally(self.me, order) >> missing & 1:
                    order = None
            if order is None:
                return {}
            found[order] = missing
        return found

    def _call(self, calls: dict[int, int]) -> None:
        for order, kind in calls.items():
            self.called[order] = kind
            self.meant[order] = 1 << kind

    def _uncall(self, *orders: int) -> None:
        for order in orders:
            del self.called[order]
            self.meant.pop(order, None)

    def _end_calls(self, seat: int) -> None:
        """Forget plays that clues asked a player for, if the player could have made them but did not."""
        ended = [order for order in self.hands[seat] if self.playable >> self.called.get(order, 0) & 1]
        self._uncall(*ended)

    def _settle_waits(self, seat: int, played: int | None) -> None:
        """Decide which meaning of a clue is true, where this depended on the move a player has now made."""
        if not self.waits:
            return
        waiting = []
        for wait in self.waits:
            first, *later = wait.needed
            if first == played:
                if later:
                    waiting.append(wait._replace(needed=tuple(later)))
                else:
                    self.meant[wait.focus] = wait.cards
            elif first in self.hands[seat]:
                self.meant[wait.focus] = self.meant.get(wait.focus, -1) & ~wait.cards
            else:
                waiting.append(wait)
        self.waits = waiting
        self._forget()
