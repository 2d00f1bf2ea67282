"""Scenes of high card: two worlds with other hidden cards, which one observer must not tell apart.

Nothing here asks what the server shows, so that the two can differ.
"""

from __future__ import annotations

from random import Random
from typing import Any

from protocol.v1.cards import DECK, Card
from protocol.v1.requests import NoClock, PerMove, Policy
from tests.high_card.game.rules import HIGH_CARD
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import Bet, Deal, Fold, Options
from tests.secrecy.scenes.author import PAUSE_MS, ROBOT_MS, TEMPO_MS
from tests.secrecy.scenes.kind import Cards, Kind
from tests.secrecy.scenes.worlds import (
    Log,
    Move,
    NextBoard,
    Observer,
    Probe,
    Restart,
    Scene,
    Step,
    Try,
    Unseen,
    World,
    after,
)
from tests.secrecy.staging.probes import PROBES

OBSERVERS = (
    *(Observer(seat=seat) for seat in (0, 1)),
    Observer(),
    Observer(guest=False),
    *(Observer(hands=(seat,)) for seat in (0, 1)),
    Observer(role="all"),
)
ACTIONS: tuple[dict[str, Any], ...] = (
    {"t": "bet"},
    {"t": "fold"},
    {"t": "deal", "cards": ["SA", "SK"]},
    {"t": "play", "card": "SA"},
    {},
)


def sees(observer: Observer | None) -> frozenset[int]:
    """Return the seats whose cards an observer knows."""
    return frozenset() if observer is None else frozenset({0, 1} & {int(seat) for seat in observer.sees})


def shown(state: HighCardState) -> bool:
    """Return whether both players have bet, so that everybody sees both cards."""
    return state.moves == (Bet(), Bet())


def watches(observer: Observer | None) -> bool:
    """Return True for a watcher, to whom a table opens all hands once the deal is over."""
    return observer is not None and observer.seat is None


def known(world: World, observer: Observer | None) -> tuple[Cards, ...]:
    """Return the cards that the observer, or the public, may be told after so many entries."""
    told: list[Cards] = []
    for state in world.states:
        opened = shown(state) or (HIGH_CARD.result(state) is not None and watches(observer))
        seats = frozenset((0, 1)) if opened else sees(observer)
        told.append(frozenset(state.cards[seat] for seat in seats if state.cards))
    return tuple(told)


def blunder(world: World, position: int, seat: int, a: int) -> object:
    """Return an action that no player may do."""
    return {"t": "deal", "cards": [world.deck[a % 52], world.deck[(a + 1) % 52]]}


KIND = Kind(
    game=HIGH_CARD,
    deck=lambda options: DECK,
    known=known,
    try_with=lambda options, sort, a: ACTIONS[(sort + a) % len(ACTIONS)],
    number=lambda state: state.deal,
    drawn=lambda deal: ([*deal.cards],),
    hidden=lambda state: state.cards,
    blunder=blunder,
)


def draw_high_card(rng: Random, observer: Observer) -> Scene:
    """Return a scene for an observer: some whole deals, and then one that stops anywhere."""
    return _Author(rng, observer).write()


class _Author:
    """Writes one scene. `files`: the observer downloads deals that are over, so that these are the same."""

    def __init__(self, rng: Random, observer: Observer) -> None:
        self._rng = rng
        self._observer = observer
        self._files = rng.choice((True, False))
        self._live = bool(observer.hands or observer.role) or rng.choice((True, False))
        robots = [seat for seat in (0, 1) if seat != observer.seat]
        self._robots = frozenset(rng.choice(((), (), robots[:1], robots)))
        self._timed = rng.choice((True, False))
        self._options = Options(deals=5)
        self._state = HIGH_CARD.start(self._options)
        self._logs: tuple[list[Any], list[Any]] = ([], [])
        self._steps: list[Step] = []

    def write(self) -> Scene:
        whole = self._rng.randrange(3)
        for number in range(whole + 1):
            if number:
                self._steps.append(NextBoard())
            moves = self._line() if number < whole else self._line()[: self._rng.randrange(3)]
            over = number < whole or moves[-1:] == (Fold(),) or len(moves) == 2
            self._deal(moves, over)
        clock = PerMove(move_ms=20_000) if self._timed else NoClock()
        worlds = (self._world(0), self._world(1))
        joins = 0 if self._observer.seat is not None else self._rng.randrange(len(self._steps) // 2 + 1)
        return Scene(
            observer=self._observer,
            policy=Policy(
                hands="live" if self._live else "after",
                clock=clock,
                pause_ms=PAUSE_MS,
                robot_ms=ROBOT_MS,
                tempo_ms=self._rng.choice((0, TEMPO_MS)),
            ),
            append_ms=self._rng.choice((0, 3)),
            uploaded=self._rng.choice((True, False)),
            robots=self._robots,
            offices=False,
            joins=joins,
            steps=tuple(self._steps),
            worlds=worlds,
        )

    def _line(self) -> tuple[Bet | Fold, ...]:
        """Return the moves of a whole deal."""
        return self._rng.choice(((Bet(), Bet()), (Bet(), Fold()), (Fold(),)))

    def _deal(self, moves: tuple[Bet | Fold, ...], over: bool) -> None:
        one = self._rng.sample(DECK, 2)
        same = moves == (Bet(), Bet()) or (over and (self._files or watches(self._observer)))
        other = one if same else self._otherwise(one)
        for log, cards in zip(self._logs, (one, other), strict=True):
            log.append((None, Deal((cards[0], cards[1]))))
        self._state = after(self._state, None, Deal((one[0], one[1])))
        self._besides()
        for move in moves:
            seat = self._state.turn
            late = self._timed and seat not in self._robots and move == Fold() and self._rng.random() < 0.3
            self._steps.append(Move(wait_ms=self._rng.choice((0, 300)), late=late))
            for log in self._logs:
                log.append((seat, move))
            self._state = after(self._state, seat, move)
            self._besides()

    def _otherwise(self, cards: list[Card]) -> list[Card]:
        """Return the cards of the other world: all are others that the observer does not see."""
        mine = sees(self._observer)
        free = iter(self._rng.sample([card for card in DECK if card not in cards], 2))
        return [card if seat in mine else next(free) for seat, card in enumerate(cards)]

    def _besides(self) -> None:
        """Add what is done between two moves: nothing, or something to find out."""
        turn = self._state.turn
        for _ in range(self._rng.randrange(3)):
            match self._rng.randrange(8):
                case 0:
                    self._steps.append(Restart())
                case 1 if self._observer.seat is not None and self._observer.seat != turn:
                    if turn not in self._robots:
                        self._steps.append(Try(self._rng.choice((Bet(), Fold()))))
                case 2:
                    people = [seat for seat in (0, 1) if seat not in self._robots | {self._observer.seat}]
                    if people:
                        self._steps.append(
                            Unseen("blunder", self._rng.choice(people), self._rng.randrange(64))
                        )
                case _:
                    kinds = [name for name in PROBES if self._files or name != "download"]
                    self._steps.append(
                        Probe(self._rng.choice(kinds), self._rng.randrange(52), self._rng.randrange(64), 20)
                    )

    def _world(self, number: int) -> World:
        log: Log = tuple(self._logs[number])
        deals = [action for seat, action in log if seat is None]
        fresh = Random(number)
        while len(deals) < self._options.deals:
            one, other = fresh.sample(DECK, 2)
            deals.append(Deal((one, other)))
        return World(log, tuple(deals), self._options, KIND)
