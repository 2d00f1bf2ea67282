"""The contract of a game: its states are data, and one `Game` starts, lists, judges, applies, shows and ends.

A state is an immutable struct with fields and queries. Everything that the rules say about a state is a
method of its game. What only some games have is an optional group: `Directing`, `Matching`, `Seating`,
`NoteTaking`, `Showing`, `ConventionCards`, `Dueling`. All methods are pure: time and chance are arguments.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from protocol.v1.requests import ClockRules, Expiry, NoClock
from protocol.v1.view import Own, Pub
from server.errors import IllegalAction

S = TypeVar("S", bound=Struct)
"""The state of a game."""
A = TypeVar("A")
"""The actions that its log holds."""
T = TypeVar("T")


class Rng(Protocol):
    """A source of chance, such as `random.Random`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Public(Struct, frozen=True):
    """Everybody: no hidden card."""


class Seated(Struct, frozen=True):
    """The player of a seat."""

    seat: int


class Kibitzer(Struct, frozen=True):
    """A watcher of one seat's hand."""

    seat: int


class AllHands(Struct, frozen=True):
    """A watcher of every hand."""


class Director(Struct, frozen=True):
    """A director of the table."""


class Commentator(Struct, frozen=True):
    """A commentator, with a view of every hand."""


Audience = Public | Seated | Kibitzer | AllHands | Director | Commentator


class LaidCard(Protocol):
    """A convention card on the table: a text, or the SHA-256 of an uploaded file."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def file(self) -> str: ...


Expired = Callable[[], bool]
"""Tells a search that its time is up."""
Search = Callable[[Expired], Any]
"""A search that may take a while. It returns a ruling, or None where it finds nothing."""


class Directing(ABC, Generic[S]):
    """Rulings of directors, and of the server itself.

    `ruling_type` is the union of what directors may rule; `log_ruling_type` adds what the server rules.
    """

    ruling_type: Any
    log_ruling_type: Any

    @abstractmethod
    def rule(self, state: S, ruling: Any, at_ms: int) -> S:
        """Return the state after a ruling. Raise IllegalAction for one that cannot be given now."""

    def disputed(self, state: S) -> bool:
        """Return True while play waits for the director, or for the players' agreement."""
        return False

    def called(self, state: S) -> bool:
        """Return True while the state calls for the director."""
        return False

    def prove(self, state: S) -> Search | None:
        """Return a search whose result is a ruling that settles the state, None for nothing to prove.

        The search can be pickled: it runs in another process.
        """
        return None


class Matching(ABC, Generic[S]):
    """Matches: two tables play the same deals, and learn of each other's results by the server's rulings.

    What a state knows of its match is its *standing*; `options` are those of a match that names no others.
    """

    options: Mapping[str, object] = MappingProxyType({})

    @abstractmethod
    def standing(self, state: S) -> Any:
        """Return what a state knows of its match, None at a table that plays none."""

    @abstractmethod
    def other(self, standing: Any) -> str:
        """Return the id of the other table."""

    @abstractmethod
    def paired(self, room: str, other: str) -> Any:
        """Return the ruling that makes a new table the `open` or `closed` room of a match."""

    @abstractmethod
    def news(self, told: Any, teller: Any, ended: bool) -> tuple[Any, ...]:
        """Return the rulings that tell one table what the other has finished since; both are standings.

        `ended`: the teller plays no more.
        """

    @abstractmethod
    def closed(self, standing: Any, deal: Any, ended: bool) -> bool:
        """Return True if neither table will play this deal any more; `ended`: this table plays no more."""

    @abstractmethod
    def drawn(self, start: S, place: int, rng: Rng) -> Any:
        """Return the deal at a place, from 0, for both tables; `start` is a state before its first deal."""

    @abstractmethod
    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Raise IllegalAction for options or deals on which no match can be played."""


class Seating(ABC, Generic[S]):
    """Actions of chance that decide which player sits where, such as the cut for partners."""

    @abstractmethod
    def completed(self, action: Any, taken: tuple[int, ...]) -> Any:
        """Return an action of chance, completed with the seats that are taken."""

    @abstractmethod
    def order(self, state: S, action: Any) -> tuple[int, ...] | None:
        """Return where players move by an action: seat i gets the player of seat order[i]; None: nowhere."""


class NoteTaking(ABC, Generic[S]):
    """Notes that players keep on the cards of a deal."""

    @abstractmethod
    def count(self, state: S) -> int:
        """Return how many cards, numbered from 0, may have a note now."""


class Showing(ABC, Generic[S]):
    """A record that a leader shows to everybody: nothing is hidden, and no robot has a seat.

    `recorded_seats`: a `Kibitzer` looks from the seats of the record, which are not those of the table.
    """

    recorded_seats: bool = False

    def eyes(self, state: S) -> int:
        """Return how many seats the record has."""
        return 0


class Standing(Struct, frozen=True):
    """The score of a whole game: points by side, side 0 first, and the winning side, None before the end."""

    points: tuple[float, ...]
    winner: int | None = None


class Dueling(ABC, Generic[S]):
    """Scores that compare robots over whole games.

    `together`: all seats win or lose as one, so that robots are compared by their scores alone.
    """

    together: bool = False

    @abstractmethod
    def standing(self, state: S) -> Standing:
        """Return the score after a deal that is over, or of the state that follows it."""

    def perfect(self, state: S) -> bool:
        """Return True if a game could not have ended better."""
        return False

    def lost(self, state: S) -> bool:
        """Return True if a game was lost outright."""
        return False


class ConventionCards(ABC, Generic[S]):
    """Convention cards, which sides lay on the table; an own half's `systems` tells which may be opened."""

    @abstractmethod
    def card(self, state: S, side: str) -> LaidCard | None:
        """Return the card that a side has laid, None without one."""


@dataclass(frozen=True)
class Absence:
    """The usual treatment of players who are away or too slow, unless a table's policy says otherwise.

    `substitute` is the house robot that plays for an absent player, None without one. `expiry`: when the time
    of a player has run out, the table does `Game.forced`, or a robot plays until the player is back.
    `patience_ms`: a seat that a robot or no player has is acted for after so long; None: play waits for it.
    """

    substitute: str | None = None
    expiry: Expiry = "forced"
    patience_ms: int | None = None


class Game(ABC, Generic[S, A]):
    """The rules of one game.

    `revision` grows whenever old logs would fold differently. `action_type` is the union of what players may
    send, `log_action_type` adds chance's. The other types are those of options, states, and both halves of a
    view. `clock` is the usual one.

    `unprompted` are the kinds of action that answer no decision and are judged on arrival. `costly` are those
    for which an answer is searched, so that each player has a budget of them. `needed` is how many seats, the
    first ones, must be taken for a deal; None: all. `pages` names the fields of actions that hold text of
    several lines; all other text has one line. `players_pause`: each player may pause the table and let it go
    on. `ended` is the sentence with which a table closes after its last deal.
    """

    name: str
    revision: int
    action_type: Any
    log_action_type: Any
    options_type: type[Struct]
    state_type: type[S]
    pub_type: type[Pub]
    own_type: type[Own]
    clock: ClockRules = NoClock()
    unprompted: tuple[type[Struct], ...] = ()
    costly: tuple[type[Struct], ...] = ()
    needed: int | None = None
    pages: frozenset[tuple[type[Struct], str]] = frozenset()
    players_pause: bool = False
    ended: str = "all deals have been played"

    absence: Absence = Absence()
    """What happens where players are away or too slow."""
    directing: Directing[S] | None = None
    """Directors and their rulings."""
    matching: Matching[S] | None = None
    """Matches between two tables."""
    seating: Seating[S] | None = None
    """Cuts, by which players get other seats."""
    note_taking: NoteTaking[S] | None = None
    """Notes on cards."""
    showing: Showing[S] | None = None
    """A leader shows a record; there is no play."""
    convention_cards: ConventionCards[S] | None = None
    """Convention cards of the sides."""
    dueling: Dueling[S] | None = None
    """Scores by which robots are compared."""

    # Starting

    @abstractmethod
    def start(self, options: Any) -> S:
        """Return the state before the first deal. Raise IllegalAction for options that do not go together."""

    @abstractmethod
    def seat_names(self, options: Any) -> tuple[str, ...]:
        """Return the names of a table's seats, in the order of their numbers."""

    def deals_fault(self, options: Any) -> str | None:
        """Return why no uploaded deals can be played under these options, None where they can."""
        return None

    @abstractmethod
    def deal_due(self, state: S) -> bool:
        """Return True if chance must act now."""

    @abstractmethod
    def chance(self, state: S, rng: Rng) -> A | None:
        """Return the action of chance that is due, drawn from `rng`, or None."""

    # Listing

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats that must act; several decide at once, () at the end or when a deal is due."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Return every answer to the decision of a seat, as the log holds it; () without a decision."""

    @abstractmethod
    def progress(self, state: S) -> tuple[int, int]:
        """Return how often this deal was taken back, and how many public moves its present line has.

        Together they name a decision, so only public moves may count.
        """

    def side(self, state: S, seat: int) -> int:
        """Return the partnership of a seat; by default each seat plays alone."""
        return seat

    def untimed(self, state: S) -> bool:
        """Return True if no player is timed, whatever the table's policy says."""
        return False

    def pause_ms(self, state: S) -> int:
        """Return how long the next action is held back (ms)."""
        return 0

    # Judging and applying

    @abstractmethod
    def apply(self, state: S, seat: int | None, action: A, at_ms: int = 0) -> S:
        """Return the state after an action at the time `at_ms`; seat None is chance.

        Raises IllegalAction, and nothing is changed.
        """

    def effect(self, state: S, seat: int, action: Any) -> Any:
        """Return what comes of an action that a player sends: the log holds it, and `apply` takes it."""
        return action

    @abstractmethod
    def forced(self, state: S, seat: int) -> A:
        """Return the action for a seat whose time has run out; the seat is one of `to_act`."""

    # Showing

    @abstractmethod
    def pub(self, state: S) -> Pub:
        """Return what everybody may know, built field by field."""

    @abstractmethod
    def own(self, state: S, audience: Audience) -> Own | None:
        """Return what an audience may know beyond `pub`, built field by field; None for Public."""

    # Ending

    @abstractmethod
    def result(self, state: S) -> Struct | None:
        """Return the game's own result struct once the deal is over, else None."""

    @abstractmethod
    def carry(self, state: S) -> S:
        """Return the state from which the next deal starts (scores, dealer); only after a result."""

    def terminated(self, state: S, seat: int | None) -> S:
        """Return the state of a game that a player, or None, ends before its time."""
        return state

    # What follows from the above

    def rule(self, state: S, ruling: Any, at_ms: int) -> S:
        """Return the state after a ruling. Raise IllegalAction, always so in a game without directors."""
        if self.directing is None:
            raise IllegalAction("this game has no director")
        return self.directing.rule(state, ruling, at_ms)

    def disputed(self, state: S) -> bool:
        """Return True while play waits for the director, or for the players' agreement."""
        return self.directing is not None and self.directing.disputed(state)

    def calls_director(self, state: S) -> bool:
        """Return True while the state calls for the director."""
        return self.directing is not None and self.directing.called(state)

    def prove(self, state: S) -> Search | None:
        """Return a search for a ruling that settles the state, None for nothing to prove."""
        return None if self.directing is None else self.directing.prove(state)

    def complete(self, action: A, taken: tuple[int, ...]) -> A:
        """Return an action of chance, completed with the seats that are taken."""
        completed: A = action if self.seating is None else self.seating.completed(action, taken)
        return completed

    def new_order(self, state: S, action: A) -> tuple[int, ...] | None:
        """Return where players move by an action: seat i gets the player of seat order[i]; None: nowhere."""
        return None if self.seating is None else self.seating.order(state, action)

    def noted_cards(self, state: S) -> int:
        """Return how many cards, numbered from 0, may have a note now."""
        return 0 if self.note_taking is None else self.note_taking.count(state)

    def seat_of(self, audience: Audience) -> int | None:
        """Return the table's seat that an audience has or looks from; None for others and recorded seats."""
        if isinstance(audience, Seated):
            return audience.seat
        recorded = self.showing is not None and self.showing.recorded_seats
        return audience.seat if isinstance(audience, Kibitzer) and not recorded else None

    def timed_by(self, state: S, policy: ClockRules | None) -> ClockRules:
        """Return the clock of a table: its policy's or, where that says nothing, the usual one."""
        return NoClock() if self.untimed(state) else policy or self.clock


AnyGame = Game[Any, Any]
"""Any game, for the rooms that serve all of them."""
