"""The interface that every game implements: the class `Game`, and classes for optional features.

A game's state is an immutable struct. All rules of a game are methods of its subclass of `Game`, and get the
state as an argument. Features that only some games have, such as directors or matches, are classes of their
own: `Directing`, `Matching`, `Seating`, `NoteTaking`, `Showing`, `ConventionCards` and `Dueling`. All methods
are pure functions: the time and the source of randomness are arguments.
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
"""The type of the game's states."""
A = TypeVar("A")
"""The type of the actions in the game's log."""
T = TypeVar("T")


class Rng(Protocol):
    """A source of randomness, such as `random.Random`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Public(Struct, frozen=True):
    """The audience of the public view: everybody. The public view shows no hidden card."""


class Seated(Struct, frozen=True):
    """The player of one seat, as the audience of a view."""

    seat: int


class Kibitzer(Struct, frozen=True):
    """The watchers that see the hand of one seat, as the audience of a view."""

    seat: int


class AllHands(Struct, frozen=True):
    """The watchers that see every hand, as the audience of a view."""


class Director(Struct, frozen=True):
    """The directors of the table, as the audience of a view."""


class Commentator(Struct, frozen=True):
    """The commentators, which see every hand, as the audience of a view."""


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
"""A long computation that returns a ruling, or None if it finds no reason for a ruling."""


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
        """Return a long computation that may find a ruling, such as the acceptance of a proven claim.

        Returns None if there is nothing to compute, for example because no claim is pending. The returned
        function can be pickled, because it runs in another process.
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
        """Return the ruling that tells a new table its room in a match: `open` or `closed`."""

    @abstractmethod
    def news(self, own: Any, other: Any, ended: bool) -> tuple[Any, ...]:
        """Return the rulings that report the results of one table of a match to the other table.

        `own` is the standing of the table that gets the rulings, and `other` the standing of the table with
        the results. `ended` is True if the table with the results plays no more deals.
        """

    @abstractmethod
    def closed(self, standing: Any, deal: Any, ended: bool) -> bool:
        """Return True if neither table of the match will play this deal any more.

        `standing` is the part of one table's state that describes the match. `ended` is True if this table
        plays no more deals.
        """

    @abstractmethod
    def drawn(self, start: S, index: int, rng: Rng) -> Any:
        """Return one deal of a match, which both tables play; the `index` of the first deal is 0.

        `start` is the state of a table before its first deal.
        """

    @abstractmethod
    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Raise IllegalAction if no match can be played under these options or with these deals."""


class Seating(ABC, Generic[S]):
    """Assignment of players to seats by chance, such as the cut for partners."""

    @abstractmethod
    def completed(self, action: Any, taken: tuple[int, ...]) -> Any:
        """Return the random action, such as a cut, with the numbers of the `taken` seats added to it."""

    @abstractmethod
    def order(self, state: S, action: Any) -> tuple[int, ...] | None:
        """Return the seating after a random action: in the tuple `order`, seat i gets the player of order[i].

        Returns None if the action moves no player.
        """


class NoteTaking(ABC, Generic[S]):
    """Private notes that players write on the cards of a deal."""

    @abstractmethod
    def count(self, state: S) -> int:
        """Return the number of cards on which players may write a note now; the cards are numbered from 0."""


class Showing(ABC, Generic[S]):
    """A replay: a table at which one player, the leader, shows recorded deals to all watchers.

    No card is hidden, and robots cannot take a seat. `recorded_seats` is True if a watcher may choose to see
    only the cards that one player of the recorded deal saw; the seat of a `Kibitzer` is then that player's
    seat.
    """

    recorded_seats: bool = False

    def eyes(self, state: S) -> int:
        """Return the number of seats in the recorded deal."""
        return 0


class Standing(Struct, frozen=True):
    """The score of a whole game.

    `points` are the points of each side, side 0 first. `winner` is the winning side, or None before the game
    has ended.
    """

    points: tuple[float, ...]
    winner: int | None = None


class Dueling(ABC, Generic[S]):
    """Scores of whole games, by which `kibitz duel` compares robots.

    `together` is True if all seats win or lose together; then robots are compared by the score alone.
    `unit` is the word for the score in reports. `in_rooms` is True if each deal is played in two rooms with
    the sides swapped, and only the difference of the two scores counts.
    """

    together: bool = False
    in_rooms: bool = False
    unit: str = "points"

    def fault(self, options: Any) -> str | None:
        """Return the reason why games with these options cannot be compared, None if they can."""
        return None

    @abstractmethod
    def standing(self, state: S) -> Standing:
        """Return the score of the game after a finished deal, or before the next deal."""

    def lead(self, here: S, there: S) -> int:
        """Return the lead of the team that has side 0 in the state `here` and side 1 in the state `there`.

        Both states are ends of the same deal, in two rooms. By default the lead is the difference in points.
        """
        return round(self.standing(here).points[0] - self.standing(there).points[0])

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

    `substitutes` are names of house robots; the first one that the server has plays for an absent player.
    Without such a robot, no robot plays.
    `expiry` says what happens when a player's time has run out: either the table makes the move
    `Game.forced`, or a robot plays until the player is back. `patience_ms` is the time after which the table
    acts for an empty seat, or for a robot that does not act; None means that the table waits without a limit.
    """

    substitutes: tuple[str, ...] = ()
    expiry: Expiry = "forced"
    patience_ms: int | None = None


Fields = dict[str, object]
"""Fields of one half of a view by name, with the values of a patch: a map by key, None for a removed key."""


class Changes(Struct, frozen=True, gc=False):
    """The fields of the views that a move changes.

    `public` are the changed fields of the public half. `own` holds the changed fields of the own half of each
    seat, without `decision`. `actor` is the seat that has made its decision, None for a random action such
    as a deal. `next_actor` is the seat that decides next, None after the last move of a deal. All other
    views of hidden hands are compared field by field.
    """

    public: Fields
    own: list[Fields]
    actor: int | None
    next_actor: int | None

    @property
    def ordinary(self) -> bool:
        """Return True if one player has moved and one player decides next, in the middle of a deal."""
        return self.actor is not None and self.next_actor is not None


class Game(ABC, Generic[S, A]):
    """The rules of one game.

    `revision` must grow with every change of the rules after which the actions of an old log lead to another
    state. `action_type` is the union of the players' actions. `log_action_type` is the union of the actions
    of players and of chance. `options_type`, `state_type`, `pub_type` and `own_type` are the types of
    options, states, and the public and own halves of a view. `clock` is the default clock.

    `unprompted` lists the types of action that a player may send at any time, such as a claim, even if it is
    another player's turn. `costly` lists the types of action that start a long search; each player may send
    only a limited number of them. `needed` is the number of seats, counted from seat 0, that must be taken
    before a deal; None means all seats. `pages` names the text fields of actions that may have several lines;
    all other text fields have one line. `players_pause` is True if each player may pause and resume the
    table. `ended` is the reason that players see when the table closes after its last deal.
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
    unprompted: frozenset[type[Struct]] = frozenset()
    costly: tuple[type[Struct], ...] = ()
    needed: int | None = None
    pages: frozenset[tuple[type[Struct], str]] = frozenset()
    players_pause: bool = False
    ended: str = "all deals have been played"

    absence: Absence = Absence()
    """Treatment of players that are away or too slow."""
    directing: Directing[S] | None = None
    """The rulings of directors; None for a game without directors."""
    matching: Matching[S] | None = None
    """Matches between two tables; None for a game without matches."""
    seating: Seating[S] | None = None
    """The random assignment of players to seats; None if the players choose their seats."""
    note_taking: NoteTaking[S] | None = None
    """The private notes of players on cards; None for a game without notes."""
    showing: Showing[S] | None = None
    """The presentation of recorded deals; None unless the game is a replay."""
    convention_cards: ConventionCards[S] | None = None
    """The convention cards of both sides; None for a game without convention cards."""
    dueling: Dueling[S] | None = None
    """Scores by which robots are compared over whole games."""

    # Methods that start a game and its deals

    @abstractmethod
    def start(self, options: Any) -> S:
        """Return the state before the first deal. Raise IllegalAction for contradictory options."""

    @abstractmethod
    def seat_names(self, options: Any) -> tuple[str, ...]:
        """Return the names of the table's seats, in the order of their numbers."""

    @abstractmethod
    def public_options(self, state: S) -> Struct:
        """Return the options of the table, without an option that would reveal hidden cards."""

    def deals_fault(self, options: Any) -> str | None:
        """Return the reason why uploaded deals cannot be played under these options, or None if they can."""
        return None

    @abstractmethod
    def deal_due(self, state: S) -> bool:
        """Return True if the server must now draw a random action, such as a deal or a cut."""

    @abstractmethod
    def chance(self, state: S, rng: Rng) -> A | None:
        """Return the random action that is due, such as a deal, drawn from `rng`.

        Returns None if no random action is due.
        """

    # Queries: the seats that must act, and their legal actions

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats that must act now.

        Returns several seats if players decide at the same time, and () at the end of the game and when a
        deal is due.
        """

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Return every legal action of a seat that must act, in the form that the log stores.

        Returns () if the seat does not have to act.
        """

    @abstractmethod
    def progress(self, state: S) -> tuple[int, int]:
        """Return two numbers that together identify the present decision within its deal.

        The first number counts how often moves were taken back. The second number counts the public moves
        that have not been taken back. Private moves must not count, because every player sees the two
        numbers.
        """

    def side(self, state: S, seat: int) -> int:
        """Return the number of a seat's side; by default each seat is a side of its own."""
        return seat

    def untimed(self, state: S) -> bool:
        """Return True if the game ignores the clock of the table, so that no player's time runs."""
        return False

    def pause_ms(self, state: S) -> int:
        """Return the delay, in milliseconds, before the next action is accepted."""
        return 0

    # Methods that apply an action

    @abstractmethod
    def apply(self, state: S, seat: int | None, action: A, at_ms: int = 0) -> S:
        """Return the state after an action at the time `at_ms`.

        `seat` is None for a random action, such as a deal. Raises IllegalAction for an illegal action; the
        given state never changes.
        """

    def effect(self, state: S, seat: int, action: Any) -> Any:
        """Return the form of a player's action that is logged and that `apply` gets."""
        return action

    @abstractmethod
    def forced(self, state: S, seat: int) -> A:
        """Return the action that the table makes for a seat that must act and has no time left."""

    # Methods that return the views

    @abstractmethod
    def pub(self, state: S) -> Pub:
        """Return the public half of the view, built field by field."""

    @abstractmethod
    def own(self, state: S, audience: Audience) -> Own | None:
        """Return the own half of the view, which only this audience gets, built field by field.

        Returns None for the audience Public.
        """

    def changes(self, before: S, after: S, action: A) -> Changes | None:
        """Return the fields of the views that a move changes, in the order of the view's fields.

        `after` is the state that `apply` returned for `before` and `action`. None means that the views are
        built and compared, as for every move of a game without this method; where it returns a value, a move
        costs a fraction. Neither before nor after a listed move the game is disputed, calls a director or
        has a search in `prove`, and after an ordinary one the deal goes on: the table then looks for none of
        these. The conformance tests compare both ways byte by byte.
        """
        return None

    # Methods about the end of a deal

    @abstractmethod
    def result(self, state: S) -> Struct | None:
        """Return the result of the deal, or None until the deal is over."""

    @abstractmethod
    def carry(self, state: S) -> S:
        """Return the state that the next deal starts from, with the scores and the dealer carried over.

        The present deal must have a result.
        """

    def terminated(self, state: S, seat: int | None) -> S:
        """Return the state after the player of `seat`, or the server (seat None), ended the game early."""
        return state

    # Methods that a subclass does not override: they call the methods of `directing`, `seating` and so on

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
        """Return a long computation that may find a ruling, or None if there is nothing to compute now."""
        return None if self.directing is None else self.directing.prove(state)

    def complete(self, action: A, taken: tuple[int, ...]) -> A:
        """Return the random action, such as a cut, with the numbers of the `taken` seats added to it."""
        completed: A = action if self.seating is None else self.seating.completed(action, taken)
        return completed

    def new_order(self, state: S, action: A) -> tuple[int, ...] | None:
        """Return the seating after a random action: in the tuple `order`, seat i gets the player of order[i].

        Returns None if the action moves no player.
        """
        return None if self.seating is None else self.seating.order(state, action)

    def noted_cards(self, state: S) -> int:
        """Return the number of cards on which players may write a note now; the cards are numbered from 0."""
        return 0 if self.note_taking is None else self.note_taking.count(state)

    def seat_of(self, audience: Audience) -> int | None:
        """Return the seat with the hand that this audience sees, if the audience is a player or a kibitzer.

        Returns None for all other audiences, and for watchers that see the cards of one player in a recorded
        deal.
        """
        if isinstance(audience, Seated):
            return audience.seat
        recorded = self.showing is not None and self.showing.recorded_seats
        return audience.seat if isinstance(audience, Kibitzer) and not recorded else None

    def timed_by(self, state: S, policy: ClockRules | None) -> ClockRules:
        """Return the clock that the table uses.

        The clock of the table's policy replaces the game's default clock.
        """
        return NoClock() if self.untimed(state) else policy or self.clock


AnyGame = Game[Any, Any]
"""The type of any game, for code that serves all games."""
