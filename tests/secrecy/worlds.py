"""Two worlds that one observer cannot tell apart: a scene, and the hidden cards dealt in another way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from protocol.v1.bridge import SEATS, Deal, Hand, Play, Seat
from protocol.v1.cards import DECK, Card, Suit, display_order
from protocol.v1.requests import Bank, ClockRules, NoClock, PerBoard, PerMove, WatchAs
from server.games.bridge.game import BRIDGE
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.games.bridge.state import BridgeState, LogAction

Log = tuple[tuple[int | None, LogAction], ...]


@dataclass(frozen=True)
class Observer:
    """Who must not be able to tell: the player of `seat`, or a watcher of some `hands`, or of none.

    `guest`: has a token. Where a watcher asks for hands, only for these, so that they are all it learns.
    """

    seat: Seat | None = None
    hands: tuple[Seat, ...] = ()
    guest: bool = True

    @property
    def sees(self) -> frozenset[Seat]:
        """The hands that it may see as dealt."""
        return frozenset(self.hands if self.seat is None else (self.seat,))

    @property
    def watches_as(self) -> WatchAs:
        if self.seat is not None:
            return "seat"
        return int(self.hands[0]) if self.hands else "public"

    @property
    def name(self) -> str:
        if self.seat is not None:
            return self.seat.name.lower()
        if self.hands:
            return "kibitzer of " + " and ".join(seat.name.lower() for seat in self.hands)
        return "public watcher" if self.guest else "watcher without a name"


OBSERVERS = (
    *(Observer(seat=seat) for seat in SEATS),
    Observer(),
    Observer(guest=False),
    *(Observer(hands=(seat,)) for seat in SEATS),
    Observer(hands=(Seat.WEST, Seat.NORTH)),
)

CLOCKS: tuple[ClockRules | None, ...] = (
    None,
    NoClock(),
    PerMove(move_ms=20_000),
    PerBoard(board_ms=25_000, overtime_ms=15_000),
    Bank(bank_ms=15_000, increment_ms=15_000),
)


@dataclass(frozen=True)
class Move:
    """The next action of the script, `wait_ms` after what was before. `late`: the clock takes it instead."""

    wait_ms: int = 0
    late: bool = False


@dataclass(frozen=True)
class NextBoard:
    """Nothing is done until the next board is dealt."""


@dataclass(frozen=True)
class Probe:
    """The observer tries something; `a` and `b` choose what exactly."""

    kind: str
    a: int
    b: int
    wait_ms: int = 0


@dataclass(frozen=True)
class Unseen:
    """In the other world somebody does something that the observer must not notice; `seat` is a player's."""

    kind: str
    seat: Seat
    a: int


@dataclass(frozen=True)
class Restart:
    """The server dies, and another one takes over its store."""


Step = Move | NextBoard | Probe | Unseen | Restart


@dataclass(frozen=True)
class Scene:
    """What happens at a table, in both worlds alike, and the deals of the first world and of the other.

    `joins` is the step before which an observer without a seat comes. An append takes `append_ms`. The deals
    are `uploaded`, or come from chance.
    """

    observer: Observer
    live: bool
    clock: ClockRules | None
    append_ms: int
    uploaded: bool
    robots: frozenset[Seat]
    joins: int
    steps: tuple[Step, ...]
    log: Log
    deals: tuple[Deal, ...]
    other: tuple[Deal, ...]

    @cached_property
    def states(self) -> tuple[BridgeState, ...]:
        """`states[i]` is the board after `i` entries of the log, in the first world."""
        return tuple(fold(self.log))

    @cached_property
    def other_states(self) -> tuple[BridgeState, ...]:
        return tuple(fold(in_world(self.log, self.other)))

    @property
    def differs(self) -> bool:
        """Whether the worlds differ in the hands held at the end; where none are, in the deals to come."""
        return self.states[-1].hands != self.other_states[-1].hands or not any(self.states[-1].hands)

    @property
    def has_unseen(self) -> bool:
        return any(isinstance(step, Unseen) for step in self.steps)

    @cached_property
    def acts(self) -> tuple[int, ...]:
        """The places in the log of what players do; all but the deals."""
        return tuple(place for place, (seat, _) in enumerate(self.log) if seat is not None)

    @cached_property
    def late(self) -> frozenset[int]:
        """The places in the log of what the clock does."""
        moves = [step for step in self.steps if isinstance(step, Move)]
        return frozenset(place for place, move in zip(self.acts, moves, strict=True) if move.late)

    def applied(self, seat: int | None, position: int) -> list[int]:
        """The places in the log, before `position`, of what a seat's player has done."""
        return [place for place in range(position) if self.log[place][0] == seat and place not in self.late]

    def decision(self, position: int) -> str:
        """The name of the decision that is due after `position` entries."""
        return f"0.{sum(place < position for place in self.acts)}"


def known(state: BridgeState, sees: frozenset[Seat]) -> frozenset[Card]:
    """The cards that who sees some hands may be told: these, dummy's and what is played; all at the end."""
    if state.deal is None:
        return frozenset()
    if state.phase == "over":
        return frozenset(DECK)
    seen = {card for seat in visible(state, sees) for card in state.deal.hands[seat]}
    return frozenset(seen | {play.card for play in state.plays})


def visible(state: BridgeState, sees: frozenset[Seat]) -> frozenset[Seat]:
    """The seats whose cards are known to who `sees` some hands: dummy's too, once a card is led (Law 41D)."""
    if state.contract is not None and state.plays:
        return sees | {state.contract.declarer.partner}
    return sees


def fold(log: Log) -> Iterator[BridgeState]:
    """The board before and after every entry. Raises IllegalAction."""
    state = BridgeState()
    yield state
    for seat, action in log:
        state = (state.carry() if state.result() is not None else state).apply(seat, action)
        yield state


def in_world(log: Log, deals: tuple[Deal, ...]) -> Log:
    """The log with the deals of another world."""
    dealt = iter(deals)
    return tuple((seat, next(dealt) if isinstance(action, Deal) else action) for seat, action in log)


def random_deal(board: int, rng: Random) -> Deal:
    """A board with the dealer and vulnerability of its number."""
    cards = rng.sample(DECK, 52)
    north, east, south, west = (_hand(cards[13 * seat : 13 * seat + 13]) for seat in SEATS)
    return Deal(board, dealer_of(board), vulnerability_of(board), (north, east, south, west))


def _hand(cards: list[Card]) -> Hand:
    return tuple(sorted(cards, key=display_order))


def redealt(state: BridgeState, sees: frozenset[Seat], rng: Random, swaps: int = 300) -> Deal:
    """The board's deal with the cards that nobody like this observer can place dealt in another way.

    Played cards stay where they were, and nobody gets a card of a suit in which the hand has shown out, so
    every action of the script stays legal.
    """
    deal = state.deal
    assert deal is not None, "expected a board that is dealt"
    hidden = [seat for seat in SEATS if seat not in visible(state, sees)]
    if state.phase == "over" or len(hidden) < 2:
        return deal
    held, voids = [list(hand) for hand in state.hands], shown_out(state.plays)
    for _ in range(swaps):
        one, other = rng.sample(hidden, 2)
        if not held[one] or not held[other]:
            continue
        mine, yours = rng.randrange(len(held[one])), rng.randrange(len(held[other]))
        give, take = held[one][mine], held[other][yours]
        if give.suit not in voids[other] and take.suit not in voids[one]:
            held[one][mine], held[other][yours] = take, give
    played = [[play.card for play in state.plays if play.seat is seat] for seat in SEATS]
    north, east, south, west = (_hand(held[seat] + played[seat]) for seat in SEATS)
    return Deal(deal.board, deal.dealer, deal.vulnerable, (north, east, south, west))


def shown_out(plays: tuple[Play, ...]) -> dict[Seat, set[Suit]]:
    """The suits that each hand did not follow, so that it has none of them."""
    voids: dict[Seat, set[Suit]] = {seat: set() for seat in SEATS}
    for place, play in enumerate(plays):
        led = plays[place - place % 4].card.suit
        if play.card.suit is not led:
            voids[play.seat].add(led)
    return voids


def forced(state: BridgeState) -> LogAction:
    """What the clock does for the seat that is to act."""
    action: LogAction = BRIDGE.forced(state, state.to_act()[0])
    return action
