"""The interface that every game implements: the class `Game` and its optional groups of methods.

A game's state is an immutable struct with fields and queries. All rules of a game are methods of its `Game`,
which get a state as an argument. Features of some games only are optional groups of methods: `Directing`,
`Matching`, `Seating`, `NoteTaking`, `Showing`, `ConventionCards` and `Dueling`. All methods are pure
functions: the time and the source of randomness are arguments.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from protocol.v1.requests import ClockRules, Expiry, NoClock
from protocol.v1.view import Own, Pub
from server.errors import IllegalAction

S = TypeVar("S", bound=Struct)
"""The type of the game's states."""
A = TypeVar("A")
"""The type of the actions in the game's log."""
T = TypeVar("T")


class Rng(Protocol):
    """A source of randomness, such as `random.Random`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Public(Struct, frozen=True):
    """The audience of the public view, which holds no hidden card."""


class Seated(Struct, frozen=True):
    """The audience of a seat: its player."""

    seat: int


class Kibitzer(Struct, frozen=True):
    """The audience of watchers of one seat's hand."""

    seat: int


class AllHands(Struct, frozen=True):
    """The audience of watchers of every hand."""


class Director(Struct, frozen=True):
    """The audience of the table's directors."""


class Commentator(Struct, frozen=True):
    """The audience of commentators, with a view of every hand."""


Audience = Public | Seated | Kibitzer | AllHands | Director | Commentator


class LaidCard(Protocol):
    """A convention card that a side has submitted: a text, or the SHA-256 of an uploaded file."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def file(self) -> str: ...


Expired = Callable[[], bool]
"""A function that returns True once the time of a search has run out."""
Search = Callable[[Expired], Any]
"""A long computation that returns a ruling, or None if no ruling is to be made."""


class Directing(ABC, Generic[S]):
    """Rulings, by directors and by the server itself.

    `ruling_type` is the union of the rulings that directors may make. `log_ruling_type` is the union of all
    rulings: those of directors and those that only the server makes.
    """

    ruling_type: Any
    log_ruling_type: Any

    @abstractmethod
    def rule(self, state: S, ruling: Any, at_ms: int) -> S:
        """Return the state after a ruling. Raise IllegalAction if the ruling is not possible now."""

    def disputed(self, state: S) -> bool:
        """Return True while play waits for the director, or for all players to agree to play on."""
        return False

    def called(self, state: S) -> bool:
        """Return True while the director must be called to the table."""
        return False

    def prove(self, state: S) -> Search | None:
        """Return a search for a ruling that the server can make, such as the acceptance of a proven claim.

        Returns None if there is nothing to prove. The search can be pickled, because it runs in
        another process.
        """
        return None


class Matching(ABC, Generic[S]):
    """Matches, in which two tables play the same deals and compare their results.

    The server reports each table's results to the other table as rulings. The *standing* of a table is the
    part of its state that describes its match. `options` are default options for the tables of a match.
    """

    options: Mapping[str, object] = MappingProxyType({})

    @abstractmethod
    def standing(self, state: S) -> Any:
        """Return the standing of the table's match, or None if the table plays no match."""

    @abstractmethod
    def other(self, standing: Any) -> str:
        """Return the id of the other table of the match."""

    @abstractmethod
    def paired(self, room: str, other: str) -> Any:
        """Return the ruling that makes a new table the `open` or the `closed` room of a match."""

    @abstractmethod
    def news(self, own: Any, other: Any, ended: bool) -> tuple[Any, ...]:
        """Return the rulings that report the results of one table of a match to the other.

        `own` is the standing of the table that gets the rulings, and `other` the standing of the table with
        the results. `ended` is True if the table with the results plays no more deals.
        """

    @abstractmethod
    def closed(self, standing: Any, deal: Any, ended: bool) -> bool:
        """Return True if neither table of the match will play this deal any more.

        `ended` is True if the table of this standing plays no more deals.
        """

    @abstractmethod
    def drawn(self, start: S, index: int, rng: Rng) -> Any:
        """Return the deal with this index, from 0, for both tables of a match to play.

        `start` is a state before the first deal.
        """

    @abstractmethod
    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Raise IllegalAction if no match can be played under these options or with these deals."""


class Seating(ABC, Generic[S]):
    """Assignment of players to seats by chance, such as the cut for partners."""

    @abstractmethod
    def completed(self, action: Any, taken: tuple[int, ...]) -> Any:
        """Return the action of chance, with its list of the `taken` seats filled in."""

    @abstractmethod
    def order(self, state: S, action: Any) -> tuple[int, ...] | None:
        """Return the new seating after an action: seat i gets the player of seat order[i].

        Returns None if the action moves no player.
        """


class NoteTaking(ABC, Generic[S]):
    """Private notes that players write on the cards of a deal."""

    @abstractmethod
    def count(self, state: S) -> int:
        """Return the number of cards, numbered from 0, that may carry a note now."""


class Showing(ABC, Generic[S]):
    """A game in which a leader shows a record to all watchers.

    No card is hidden, and robots cannot take a seat. `recorded_seats` is True if `Kibitzer` means a watcher
    of a seat of the record, and not of a seat of the table.
    """

    recorded_seats: bool = False

    def eyes(self, state: S) -> int:
        """Return the number of seats in the record."""
        return 0


class Standing(Struct, frozen=True):
    """The score of a whole game.

    `points` are the points of each side, side 0 first. `winner` is the winning side, or None before the game
    has ended.
    """

    points: tuple[float, ...]
    winner: int | None = None


class Dueling(ABC, Generic[S]):
    """Scores by which robots are compared over whole games.

    `together` is True if all seats win or lose together; then robots are compared by the score alone.
    """

    together: bool = False

    @abstractmethod
    def standing(self, state: S) -> Standing:
        """Return the score of the game after a finished deal, or before the next deal."""

    def perfect(self, state: S) -> bool:
        """Return True if the game ended with the best possible score."""
        return False

    def lost(self, state: S) -> bool:
        """Return True if the players lost the whole game, as after three strikes in Hanabi."""
        return False


class ConventionCards(ABC, Generic[S]):
    """Convention cards, on which each side describes its bidding system.

    The field `systems` of the own half of a view lists the sides whose card the viewer may open.
    """

    @abstractmethod
    def card(self, state: S, side: str) -> LaidCard | None:
        """Return the newest convention card of a side, or None if the side has submitted none."""


@dataclass(frozen=True)
class Absence:
    """Default treatment of players that are away or too slow; the table's policy can override it.

    `substitute` names the house robot that plays for an absent player; None means that no robot does.
    `expiry` says what happens when a player's time has run out: either the table makes the move
    `Game.forced`, or a robot plays until the player is back. `patience_ms` is the time after which the table
    acts for an empty seat, or for a robot that does not act; None means that the table waits without a limit.
    """

    substitute: str | None = None
    expiry: Expiry = "forced"
    patience_ms: int | None = None


Fields = dict[str, object]
"""Fields of one half of a view by name, with the values of a patch: a map by key, None for a removed key."""


class Changes(NamedTuple):
    """The fields of the views that a move changes.

    `public` are the changed fields of the public half. `own` holds the changed fields of the own half of each
    seat, without `decision`. `actor` is the seat that has made its decision, and `next_actor` is the seat
    that decides next. All other views of hidden hands are compared field by field.
    """

    public: Fields
    own: list[Fields]
    actor: int
    next_actor: int


class Game(ABC, Generic[S, A]):
    """The rules of one game.

    `revision` must grow with every change of the rules that folds an old log to another state. `action_type`
    is the union of the players' actions. `log_action_type` is the union of the actions of players and of
    chance. `options_type`, `state_type`, `pub_type` and `own_type` are the types of options, states, and the
    public and own halves of a view. `clock` is the default clock.

    `unprompted` lists the types of action that a player may send without a decision to make. `costly` lists
    the types of action that start a long search; each player may send only a limited number of them. `needed`
    is the number of seats, counted from seat 0, that must be taken before a deal; None means all seats.
    `pages` names the text fields of actions that may have several lines; all other text fields have one line.
    `players_pause` is True if each player may pause and resume the table. `ended` is the reason that players
    see when the table closes after its last deal.
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
    """Treatment of players that are away or too slow."""
    directing: Directing[S] | None = None
    """Rulings, if directors can rule in this game."""
    matching: Matching[S] | None = None
    """Matches between two tables, if the game has them."""
    seating: Seating[S] | None = None
    """Random assignment of players to seats."""
    note_taking: NoteTaking[S] | None = None
    """Private notes of players on cards, if the game has them."""
    showing: Showing[S] | None = None
    """Presentation of a record by a leader, if the game is a replay."""
    convention_cards: ConventionCards[S] | None = None
    """Convention cards of the sides, if the game has them."""
    dueling: Dueling[S] | None = None
    """Scores by which robots are compared over whole games."""

    # Methods that start a game and its deals

    @abstractmethod
    def start(self, options: Any) -> S:
        """Return the state before the first deal. Raise IllegalAction for contradictory options."""

    @abstractmethod
    def seat_names(self, options: Any) -> tuple[str, ...]:
        """Return the names of the table's seats, in the order of their numbers."""

    def deals_fault(self, options: Any) -> str | None:
        """Return the reason why uploaded deals cannot be played under these options, or None if they can."""
        return None

    @abstractmethod
    def deal_due(self, state: S) -> bool:
        """Return True if an action of chance is due, such as a deal or a cut."""

    @abstractmethod
    def chance(self, state: S, rng: Rng) -> A | None:
        """Return the action of chance that is due, drawn from `rng`, or None if chance has nothing to do."""

    # Queries: the seats that must act, and their legal actions

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats that must act now, which are several if seats decide simultaneously.

        Returns () at the end of the game and when a deal is due.
        """

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Return every legal answer to the decision of a seat, in the form that the log stores.

        Returns () if the seat has no decision to make.
        """

    @abstractmethod
    def progress(self, state: S) -> tuple[int, int]:
        """Return two counts that together identify the present decision within its deal.

        The first number counts how often moves were taken back. The second number counts the public moves
        that have not been taken back. Private moves must not count, because every player sees the two
        numbers.
        """

    def side(self, state: S, seat: int) -> int:
        """Return the number of a seat's side; by default each seat is a side of its own."""
        return seat

    def untimed(self, state: S) -> bool:
        """Return True if no player's time runs, even at a table with a clock in its policy."""
        return False

    def pause_ms(self, state: S) -> int:
        """Return the delay, in milliseconds, before the next action is accepted."""
        return 0

    # Methods that apply an action

    @abstractmethod
    def apply(self, state: S, seat: int | None, action: A, at_ms: int = 0) -> S:
        """Return the state after an action at the time `at_ms`; seat None is chance.

        Raises IllegalAction for an illegal action; the given state never changes.
        """

    def effect(self, state: S, seat: int, action: Any) -> Any:
        """Return the logged form of an action that a player sends: the action that `apply` receives."""
        return action

    @abstractmethod
    def forced(self, state: S, seat: int) -> A:
        """Return the action that the table makes for a seat of `to_act` whose time has run out."""

    # Methods that return the views

    @abstractmethod
    def pub(self, state: S) -> Pub:
        """Return the public half of the view, built field by field."""

    @abstractmethod
    def own(self, state: S, audience: Audience) -> Own | None:
        """Return the half of the view that only this audience may know, built field by field.

        Returns None for the audience Public.
        """

    def changes(self, before: S, after: S, action: A) -> Changes | None:
        """Return the fields of the views that an ordinary move changes, in the order of the view's fields.

        `after` is the state that `apply` returned for `before` and `action`. None means that the views are
        built and compared, as for every move of a game without this method; where it returns a value, a move
        costs a fraction. The conformance tests compare both ways byte by byte.
        """
        return None

    # Methods about the end of a deal

    @abstractmethod
    def result(self, state: S) -> Struct | None:
        """Return the game's result struct once the deal is over, or None before."""

    @abstractmethod
    def carry(self, state: S) -> S:
        """Return the state that the next deal starts from, with the scores and the dealer carried over.

        The present deal must have a result.
        """

    def terminated(self, state: S, seat: int | None) -> S:
        """Return the state after a player of the table, or the server (seat None), ends the game early."""
        return state

    # Queries that a game does not define: they use the methods above, and the groups if the game has them

    def rule(self, state: S, ruling: Any, at_ms: int) -> S:
        """Return the state after a ruling. Raise IllegalAction if the game has no director."""
        if self.directing is None:
            raise IllegalAction("this game has no director")
        return self.directing.rule(state, ruling, at_ms)

    def disputed(self, state: S) -> bool:
        """Return True while play waits for the director, or for all players to agree to play on."""
        return self.directing is not None and self.directing.disputed(state)

    def calls_director(self, state: S) -> bool:
        """Return True while the director must be called to the table."""
        return self.directing is not None and self.directing.called(state)

    def prove(self, state: S) -> Search | None:
        """Return a search for a ruling that the server can make, or None if there is nothing to prove."""
        return None if self.directing is None else self.directing.prove(state)

    def complete(self, action: A, taken: tuple[int, ...]) -> A:
        """Return the action of chance, with its list of the `taken` seats filled in."""
        completed: A = action if self.seating is None else self.seating.completed(action, taken)
        return completed

    def new_order(self, state: S, action: A) -> tuple[int, ...] | None:
        """Return the new seating after an action: seat i gets the player of seat order[i].

        Returns None if the action moves no player.
        """
        return None if self.seating is None else self.seating.order(state, action)

    def noted_cards(self, state: S) -> int:
        """Return the number of cards, numbered from 0, that may carry a note now."""
        return 0 if self.note_taking is None else self.note_taking.count(state)

    def seat_of(self, audience: Audience) -> int | None:
        """Return the seat of the table whose hand an audience sees as its player or kibitzer.

        Returns None for all other audiences, and for watchers of a seat of a record.
        """
        if isinstance(audience, Seated):
            return audience.seat
        recorded = self.showing is not None and self.showing.recorded_seats
        return audience.seat if isinstance(audience, Kibitzer) and not recorded else None

    def timed_by(self, state: S, policy: ClockRules | None) -> ClockRules:
        """Return the clock of the table: that of its policy, or the game's default if the policy has none."""
        return NoClock() if self.untimed(state) else policy or self.clock


AnyGame = Game[Any, Any]
"""The type of any game, for code that serves all games."""
