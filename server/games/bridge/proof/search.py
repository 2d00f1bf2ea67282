"""The search for a line of play that wins the claimed tricks, whatever cards the other players play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from protocol.rules.tricks import winner
from protocol.v1.cards import Suit
from server.games.bridge.proof.budget import Budget, OutOfTime
from server.games.bridge.proof.knowledge import Knowledge
from server.games.bridge.proof.line import choices
from server.games.bridge.proof.position import (
    DUMMY,
    MINE,
    NO_SUIT,
    Position,
    between_tricks,
    hidden_seats,
    words_of,
)
from server.games.bridge.proof.top_tricks import TopTricks
from server.games.bridge.proof.unseen import Generous, Unseen

_SUITS = tuple(Suit)
_GENEROUS_FROM = 4
"""The minimum number of cards in a hand with which a quick search against imagined hands saves time."""
_TRIES_AT_TOPS = 200


class Adversary(Protocol):
    """The two hands that the claimer does not see; the search asks them for all cards that they may play."""

    def plays(self, at: Position, tricks: int, need: int) -> Iterator[Position]: ...


def proves(known: Knowledge, tricks: int, expired: Callable[[], bool]) -> bool:
    """Return True if some line of play surely wins at least `tricks` of the remaining tricks.

    Each card of the line of play may depend only on the cards that the claimer has seen before it. The line
    of play wins in every layout of the unseen cards, whatever the other players play. If a defender claims,
    the line of play must also win whatever declarer plays from dummy. The search proves a defender's claim
    only if the defender claims all remaining tricks (Law 70D2). Returns False if no line of play is sure to
    win the tricks, or if the time ran out before one was found. The search calls the function `expired` at
    every 64th step.
    """
    defends = known.claimer is not known.declarer
    if tricks > known.tricks or (defends and tricks < known.tricks):
        return False
    if tricks <= 0:
        return True
    try:
        return _Claim(known, expired).holds(tricks)
    except OutOfTime:
        return False


class _Claim:
    """The search for a proof of one claim: a quick search and, if that finds no line, an exact search."""

    def __init__(self, known: Knowledge, expired: Callable[[], bool]) -> None:
        self._known = known
        self._expired = expired
        self._trumps = NO_SUIT if known.trumps is None else _SUITS.index(known.trumps)
        self._hidden = hidden_seats(known)
        dummy = known.declarer.partner
        self._declares = known.claimer is known.declarer
        self._hands: dict[int, str] = {known.claimer: MINE, dummy: DUMMY}
        ours = {known.claimer, known.claimer.partner}
        self._ours = frozenset(int(seat) for seat in ours)

    def holds(self, need: int) -> bool:
        tricks = self._known.tricks
        unseen = Unseen(self._hidden, self._trumps, self._ours)
        root = unseen.root(self._root(), tricks)
        if root is None:
            return False
        if self._declares and tricks >= _GENEROUS_FROM:
            generous = Generous(self._hidden, self._trumps)
            if self._search(generous).wins(root, need, tricks):
                return True
        return self._search(unseen).wins(root, need, tricks)

    def _search(self, adversary: Adversary) -> Search:
        budget = Budget(self._expired)
        return Search(self._hands, self._ours, self._declares, self._trumps, adversary, budget)

    def _root(self) -> Position:
        known, words = self._known, words_of(self._known)
        trick = known.trick
        if not trick:
            return between_tricks(words, self._voids(), known.turn)
        best = trick[winner([card_play.card for card_play in trick], known.trumps)]
        left = (*known.held, *known.dummy, *known.unseen)
        return Position(
            words=words,
            voids=self._voids(),
            turn=known.turn,
            left=4 - len(trick),
            led=_SUITS.index(trick[0].card.suit),
            best=_SUITS.index(best.card.suit),
            above=sum(card.suit is best.card.suit and card.height > best.card.height for card in left),
            winner=best.seat,
        )

    def _voids(self) -> int:
        first, second = (
            sum(1 << _SUITS.index(suit) for suit in {*self._known.voids[seat]}) for seat in self._hidden
        )
        return first | second << 4


class Search:
    """A search against real or imagined unseen hands; it keeps its results for positions already searched."""

    def __init__(
        self,
        hands: dict[int, str],
        ours: frozenset[int],
        declares: bool,
        trumps: int,
        adversary: Adversary,
        budget: Budget,
    ) -> None:
        self._hands = hands
        self._ours = ours
        self._trumps = trumps
        self._declares = declares
        self._adversary = adversary
        self._budget = budget
        self._tops = TopTricks(trumps, declares, budget)
        self._bounds: dict[Position, tuple[int, int]] = {}

    def wins(self, at: Position, need: int, tricks: int) -> bool:
        """Return True if the claimer can surely win at least `need` of the last `tricks` tricks.

        The number `tricks` includes the trick in progress.
        """
        if at.left == 0:
            return self._on_lead(
                between_tricks(at.words, at.voids, at.winner), need - (at.winner in self._ours), tricks - 1
            )
        if at.left == 4:
            return self._on_lead(at, need, tricks)
        return self._any_line(at, need, tricks)

    def _on_lead(self, at: Position, need: int, tricks: int) -> bool:
        if need <= 0:
            return True
        if need > tricks:
            return False
        least, most = self._bounds.get(at, (0, tricks))
        if need <= least:
            return True
        if need > most:
            return False
        found = self._has_tops(at, need) or self._any_line(at, need, tricks)
        self._bounds[at] = (need, most) if found else (least, need - 1)
        return found

    def _has_tops(self, at: Position, need: int) -> bool:
        hand = self._hands.get(at.turn)
        return (
            hand is not None
            and (self._declares or hand == MINE)
            and self._tops.take(at.words, hand, need, _TRIES_AT_TOPS)
        )

    def _any_line(self, at: Position, need: int, tricks: int) -> bool:
        self._budget.spend()
        hand = self._hands.get(at.turn)
        if hand is None:
            return all(self.wins(after, need, tricks) for after in self._adversary.plays(at, tricks, need))
        ours = at.winner in self._ours
        cards = choices(at, hand, self._trumps, ours)
        if hand == DUMMY and not self._declares:
            return all(self.wins(after, need, tricks) for after in cards)
        return any(self.wins(after, need, tricks) for after in cards)
