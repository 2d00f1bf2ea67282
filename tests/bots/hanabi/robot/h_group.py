"""A player of Hanabi by the H-Group's conventions of level 1, the partner of strength tests.

On its turn the player makes the first of these moves that is possible: the play that a finesse or a prompt
asks for; a clue that keeps the next player from discarding an important card; a play; a play clue; a save
clue; the discard of a useless card, or of the chop. Every clue must get at least one card that had no clue
before, and touches useful cards, each once, unless an important card can be saved by no other clue. After
two strikes the player plays only cards that are playable by the literal meaning of their clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bots.bot import Bot, View
from bots.hanabi.view import HanabiView
from bots.view import Action as AnyAction
from protocol.v1.hanabi import Action, Clue, ColorClue, Discard, Given, HanabiOwn, HanabiPub, PlayCard
from tests.bots.hanabi.robot.h_group_table import TOP, Clued, HGroupTable, Reading, of_rank

MOST_TOKENS = 8
LAST_STRIKE = 2
"""The number of strikes after which a further one loses the game."""


class HGroupBot(Bot):
    games = ("hanabi",)

    @property
    def name(self) -> str:
        return "h-group"

    def choose(self, view: View, legal: tuple[AnyAction, ...]) -> AnyAction:
        assert isinstance(view, HanabiView) and view.own is not None
        return HGroupPlayer().choose(view.pub, view.own)


class Option(NamedTuple):
    """A clue that can be given, what it means, and how many touched cards are useless or held twice."""

    clue: Clue
    reading: Reading
    bad: int
    plays: int
    told: int


class HGroupPlayer:
    """The choice of an action from a view alone: the same view leads to the same action."""

    def choose(self, pub: HanabiPub, own: HanabiOwn) -> Action:
        assert own.seat is not None
        return _Turn(table_of(pub, own), pub, own).choose()


def table_of(pub: HanabiPub, own: HanabiOwn) -> HGroupTable:
    """Return the game after all moves that a view lists, as the seat of the view understands it."""
    assert own.seat is not None
    known = {**pub.cards, **own.cards}
    seen = {order: 8 * card.suit + card.rank for order, card in known.items()}
    players = pub.options.players
    table = HGroupTable(players, 5 if players < 4 else 4, own.seat, seen)
    moves: list[tuple[int, int | None, Given | None]] = []
    moves += [(fate.turn, order, None) for order, fate in pub.fates.items()]
    moves += [(given.turn, None, given) for given in pub.given.values()]
    for _, order, given in sorted(moves, key=lambda move: move[0]):
        if given is not None:
            table.hear(Clued(given.giver, given.to, given.cards, given.color, given.rank))
        elif order is not None:
            table.leaves(pub.fates[order].seat, order, pub.fates[order].how)
    return table


class _Turn:
    def __init__(self, table: HGroupTable, pub: HanabiPub, own: HanabiOwn) -> None:
        self._table = table
        self._pub = pub
        self._own = own
        self._me = table.me
        self._hand = table.hands[self._me]

    def choose(self) -> Action:
        table, plays = self._table, self._table.plays(self._me)
        if (self._pub.strikes or 0) >= LAST_STRIKE:
            plays = [order for order in plays if not table.literally(self._me, order) & ~table.playable]
        if plays and plays[0] in table.blind:
            return PlayCard(plays[0])
        options = [*self._options()]
        urgent = self._rescue(options, self._next(1))
        if urgent is not None and not self._is_last_round:
            return urgent
        if plays:
            return PlayCard(plays[0])
        return self._play_clue(options) or self._save_clue(options) or self._nothing_to_do()

    @property
    def _is_last_round(self) -> bool:
        return self._pub.end_turn is not None

    def _next(self, step: int) -> int:
        return (self._me + step) % self._table.players

    # Clues.

    def _options(self) -> Iterator[Option]:
        """Yield the clues that get a card and after which no player would play a wrong card."""
        for clue in self._own.clues or ():
            clued = self._clued(clue)
            trial = self._table.copy()
            reading = trial.hear(clued)
            if not reading.kind or not reading.new or self._misleads(trial):
                continue
            before = {order for seat in self._others for order in self._table.plays(seat)}
            after = {order for seat in self._others for order in trial.plays(seat)}
            gotten = reading.blind.keys() | (after - before)
            if reading.kind == "play":
                gotten |= {reading.focus}
            told = -sum(trial.ideas(clue.to, order).bit_count() for order in clued.touched)
            yield Option(clue, reading, self._bad_touches(clued), len(gotten), told)

    @property
    def _others(self) -> list[int]:
        return [self._next(step) for step in range(1, self._table.players)]

    def _clued(self, clue: Clue) -> Clued:
        color = clue.color if isinstance(clue, ColorClue) else None
        rank = None if isinstance(clue, ColorClue) else clue.rank
        empty = Clued(self._me, clue.to, (), color, rank)
        hand, seen = self._table.hands[clue.to], self._table.seen
        return empty._replace(touched=tuple(order for order in hand if empty.cards >> seen[order] & 1))

    def _misleads(self, trial: HGroupTable) -> bool:
        """Return True if a player would now play a card that cannot be played."""
        plays = (order for seat in self._others for order in trial.plays(seat))
        return any(not trial.playable >> trial.seen[order] & 1 for order in plays)

    def _bad_touches(self, clued: Clued) -> int:
        """Return how many touched cards are useless, or copies of other cards with clues."""
        table = self._table
        gotten = [
            table.identity(seat, order)
            for seat, hand in enumerate(table.hands)
            for order in hand
            if table.is_gotten(order)
        ]
        new = [table.seen[order] for order in table.new(clued)]
        bad = [kind for kind in new if kind in gotten or table.trash >> kind & 1]
        return len(bad) + len(new) - len(set(new))

    def _rescue(self, options: list[Option], seat: int) -> Clue | None:
        """Return a clue that keeps the player in `seat` from discarding an important card, if one is needed.

        A play clue comes before a save clue.
        """
        chop = self._table.chop(seat)
        if chop is None or not self._is_important(seat, chop) or self._table.plays(seat):
            return None
        if any(self._table.is_known_trash(seat, order) for order in self._table.hands[seat]):
            return None
        busy = [each for each in options if each.reading.kind == "play" and self._makes_busy(each, seat)]
        saving = [each for each in options if each.clue.to == seat and each.reading.focus == chop]
        best = self._best([each for each in busy if not each.bad]) or self._best(saving) or self._best(busy)
        return None if best is None else best.clue

    def _makes_busy(self, option: Option, seat: int) -> bool:
        trial = self._table.copy()
        trial.hear(self._clued(option.clue))
        return bool(trial.plays(seat))

    def _is_important(self, seat: int, order: int) -> bool:
        """Return True if a card must not be discarded: a 5, a critical card, a unique 2 or playable card."""
        table, kind = self._table, self._table.seen[order]
        if table.trash >> kind & 1:
            return False
        if table.critical >> kind & 1:
            return True
        copies = [
            other
            for each in self._others
            for other in table.hands[each]
            if other != order and table.seen[other] == kind
        ]
        return not copies and bool((of_rank(2) | table.playable) >> kind & 1)

    def _play_clue(self, options: list[Option]) -> Clue | None:
        best = self._best([each for each in options if each.reading.kind == "play" and not each.bad])
        return None if best is None else best.clue

    def _save_clue(self, options: list[Option]) -> Clue | None:
        """Return a save clue: in the early game any, later one for a player that would discard the card."""
        for step in range(1, self._table.players):
            seat = self._next(step)
            found = self._rescue(options, seat)
            if found is not None:
                return found
        saves = [each for each in options if each.reading.kind == "save" and not each.bad]
        best = self._best(saves) if self._table.early else None
        return None if best is None else best.clue

    @staticmethod
    def _best(options: list[Option]) -> Option | None:
        """Return the clue that gets the most cards; of equal clues one of a colour."""
        return max(
            options,
            key=lambda each: (
                2 * each.plays + len(each.reading.new) - 2 * each.bad,
                isinstance(each.clue, ColorClue),
                each.told,
            ),
            default=None,
        )

    # Other moves.

    def _nothing_to_do(self) -> Action:
        table, discards = self._table, [order for order in self._own.discards or () if order in self._hand]
        if self._is_last_round and (self._pub.strikes or 0) < LAST_STRIKE:
            hopeful = [order for order in self._hand if table.ideas(self._me, order) & table.playable]
            if hopeful:
                return PlayCard(min(hopeful, key=lambda order: table.ideas(self._me, order).bit_count()))
        if not discards:
            return self._any_clue()
        trash = [order for order in discards if table.is_known_trash(self._me, order)]
        if trash:
            return Discard(trash[0])
        chop = table.chop(self._me)
        if chop is not None:
            return Discard(chop)
        return self._any_clue() if self._own.clues else Discard(min(discards, key=self._risk))

    def _risk(self, order: int) -> tuple[int, int]:
        cards = self._table.ideas(self._me, order)
        return (cards & self._table.critical).bit_count(), -(cards & self._table.trash).bit_count()

    def _any_clue(self) -> Action:
        """Return a clue that does no harm when the player must not discard: of 5s, else of known cards."""

        def harm(clue: Clue) -> tuple[bool, int, int]:
            clued = self._clued(clue)
            trial = self._table.copy()
            trial.hear(clued)
            return self._misleads(trial), self._bad_touches(clued), len(self._table.new(clued))

        if not self._own.clues:
            return PlayCard(max(self._hand, key=self._hope)) if self._hand else self._own.legal_actions()[0]
        fives = [each for each in self._own.clues if not isinstance(each, ColorClue) and each.rank == TOP]
        return min((*fives, *self._own.clues), key=harm)

    def _hope(self, order: int) -> float:
        cards = self._table.ideas(self._me, order)
        return (cards & self._table.playable).bit_count() / cards.bit_count()
