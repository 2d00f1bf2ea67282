"""What a game is: a frozen value that folds actions and shows each audience its own view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeVar

from msgspec import Struct

from protocol.v1.requests import ClockRules, Expiry, NoClock
from protocol.v1.view import Own, Pub
from server.errors import IllegalAction

A = TypeVar("A")
T = TypeVar("T")


class Rng(Protocol):
    """Where chance comes from; `random.Random` and its kin are such."""

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Public(Struct, frozen=True):
    """Anybody: no hidden card."""


class Seated(Struct, frozen=True):
    """The player of a seat."""

    seat: int


class Kibitzer(Struct, frozen=True):
    """Who looks into one seat's hand."""

    seat: int


class AllHands(Struct, frozen=True):
    """Who looks into every hand."""


class Director(Struct, frozen=True):
    """The director of the table."""


class Commentator(Struct, frozen=True):
    """Who comments on the table for others."""


Audience = Public | Seated | Kibitzer | AllHands | Director | Commentator


class State(Protocol[A]):
    """A game between two actions: immutable, without clock, chance or I/O of its own.

    Terminal means that nobody is to act and no deal is due. All methods are pure.
    """

    def to_act(self) -> tuple[int, ...]:
        """The seats that must act; several decide at once, () at the end or when a deal is due."""
        ...

    def legal_actions(self, seat: int) -> tuple[A, ...]:
        """Every answer to that seat's decision, () for a seat that has none."""
        ...

    def apply(self, seat: int | None, action: A, at_ms: int = 0) -> Self:
        """The state after `action`; `seat` None is chance. Raises IllegalAction and changes nothing.

        `at_ms` is when it was done, for games whose directors are told how long players thought.
        """
        ...

    def progress(self) -> tuple[int, int]:
        """How often this deal was taken back, and how many public moves its present line has.

        Together they name a decision, so nothing that is not public may count.
        """
        ...

    def deal_due(self) -> bool:
        """Whether chance must act now."""
        ...

    def chance(self, rng: Rng) -> A | None:
        """The deal that is due, drawn from `rng`, or None."""
        ...

    def pub(self) -> Pub:
        """What everybody may know, built field by field."""
        ...

    def own(self, audience: Audience) -> Own | None:
        """What that audience may know beyond `pub`, built field by field; None for Public."""
        ...

    def carry(self) -> Self:
        """The state that the next deal starts from (scores, dealer). Only of a terminal state."""
        ...

    def result(self) -> Struct | None:
        """The game's own result struct once the deal is over, else None."""
        ...


class LaidCard(Protocol):
    """A convention card on the table: a text, or the SHA-256 of an uploaded file."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def file(self) -> str: ...


Expired = Callable[[], bool]
Search = Callable[[Expired], Any]
"""What may take a while: asks whether its time is up; a ruling, or None for nothing found."""


def _none(state: object) -> int:
    return 0


def _as_drawn(action: object, taken: tuple[int, ...]) -> object:
    return action


def _alone(state: object, seat: int) -> int:
    return seat


def _nobody(state: object, action: object) -> None:
    return None


def _itself(state: object, seat: int, action: object) -> object:
    return action


def _as_it_is(state: Any, seat: int | None) -> Any:
    return state


def _never(state: object) -> bool:
    return False


def _nothing(state: object) -> None:
    return None


def _no_director(state: object, ruling: object, at_ms: int) -> object:
    raise IllegalAction("this game has no director")


@dataclass(frozen=True)
class Matching:
    """How two tables of a game play a match, as pure functions.

    `standing` is what a state knows of the match, None at a table that plays none; the other functions take
    such. `other` is the id of the other table. `paired(room, other)` is the server's ruling that makes the
    `open` or `closed` room of a match out of a start state. `news(told, teller, ended)` are the rulings by
    which one table learns what it has not heard from the other yet; `ended`: the teller plays no more.
    `closed(standing, deal, ended)`: neither table will play the deal any more. `drawn(start, place, rng)` is
    the board for both at that place, from 0, and `check(options, deals)` raises IllegalAction for what makes
    no match. `options` are what a match is played by where its request does not say otherwise.
    """

    standing: Callable[[Any], Any]
    other: Callable[[Any], str]
    paired: Callable[[Any, str], Any]
    news: Callable[[Any, Any, bool], tuple[Any, ...]]
    closed: Callable[[Any, Any, bool], bool]
    drawn: Callable[[Any, int, Rng], Any]
    check: Callable[[Any, tuple[Any, ...]], None]
    options: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Absence:
    """What happens where a player is gone or too slow, unless a table's policy says otherwise.

    `substitute` is the usual house robot for who is gone, None without one. `expiry`: when somebody's time
    has run out the table does the game's `forced` action, or a robot plays for him until he is there again.
    `patience_ms`: a seat that nobody but a robot plays, or nobody at all, is acted for after so long; None:
    it is waited for.
    """

    substitute: str | None = None
    expiry: Expiry = "forced"
    patience_ms: int | None = None


@dataclass(frozen=True)
class Game:
    """A kind of game as data: its name, its types, and how it begins.

    `revision` grows whenever old logs would fold differently. `actions` is the union of what players may
    send, `log_actions` adds chance's. `state` is the struct of its states, which encodes and decodes.
    `start` gives the state before the first deal and raises IllegalAction for options that do not go
    together; `forced` is what is done for a seat in `to_act` whose time has run out.

    `effect` is what comes of an action that a player sends: that is logged, and what a state's
    `legal_actions` and `apply` mean, while its views offer what may be sent. `terminated` is the state of a
    game that the player of a seat, or None, ends before its time.

    `unprompted` are the kinds of action that answer no decision and are judged on arrival. `costly` are those
    to which an answer is searched for, so that each player has a budget of them. `side` is the
    partnership of a seat at a state. `needed` is how many seats, the first ones, must be taken for a deal.
    `pause_ms` is how long the next action is held back. `set_boards` says why no set of deals can be played
    under these options, None where it can. `seated` completes an action of chance by which seats are taken;
    `reseat` tells of a state and the action that it gets which seat's player moves where: seat i gets the
    player of the i-th number.

    `rulings` is the union of what directors may do, None without directors; `log_rulings` adds what the
    server itself rules. `rule` is the state after a ruling and raises IllegalAction. `disputed`: nothing goes
    on but by the director, or by agreement. `calls_director`: the director is called for. `prove` gives, for
    a state that has something to be proven, a search that asks whether its time is up and returns a ruling or
    None; it can be pickled, and runs elsewhere.

    `absence` is what happens where players are gone or too slow. `ended` is what a table says that closes
    after its last deal.

    `shown`: a record that a leader shows to all, who see and hear everything; an upload is the whole record,
    and no robot has a seat. `eyes` is from how many seats of what is shown a `Kibitzer` may look, where these
    are not the seats of the table.

    `untimed`: with these options nobody is timed, whatever the table's policy says.

    `notes` is how many cards of a state, from 0, players may keep notes on now. `players_pause`: whoever has
    a seat may stop the table and let it go on.

    `card` is the convention card that a side has laid, None without one; who may open it now is told by the
    `systems` of an own half. A game that has no such cards has no `card`. `match` is how matches are played,
    None where they are not.

    `pages` names the fields of actions that hold a text of several lines; all other text has one line.
    """

    name: str
    revision: int
    actions: Any
    log_actions: Any
    options: type[Struct]
    state: type[Struct]
    pub: type[Pub]
    own: type[Own]
    clock: ClockRules
    seat_names: Callable[[Any], tuple[str, ...]]
    start: Callable[[Any], State[Any]]
    forced: Callable[[Any, int], Any]
    unprompted: tuple[type[Struct], ...] = ()
    costly: tuple[type[Struct], ...] = ()
    effect: Callable[[Any, int, Any], Any] = _itself
    terminated: Callable[[Any, int | None], Any] = _as_it_is
    side: Callable[[Any, int], int] = _alone
    needed: int | None = None
    pause_ms: Callable[[Any], int] = _none
    set_boards: Callable[[Any], str | None] = _nothing
    seated: Callable[[Any, tuple[int, ...]], Any] = _as_drawn
    reseat: Callable[[Any, Any], tuple[int, ...] | None] = _nobody
    rulings: Any = None
    log_rulings: Any = None
    rule: Callable[[Any, Any, int], Any] = _no_director
    disputed: Callable[[Any], bool] = _never
    calls_director: Callable[[Any], bool] = _never
    prove: Callable[[Any], Search | None] = _nothing
    absence: Absence = Absence()
    ended: str = "all boards have been played"
    shown: bool = False
    eyes: Callable[[Any], int] | None = None
    untimed: Callable[[Any], bool] = _never
    notes: Callable[[Any], int] = _none
    players_pause: bool = False
    pages: frozenset[tuple[type[Struct], str]] = frozenset()
    card: Callable[[Any, str], LaidCard | None] | None = None
    match: Matching | None = None

    def chair_of(self, audience: Audience) -> int | None:
        """The table's seat that an audience has or looks from; None for others, and for recorded seats."""
        if isinstance(audience, Seated) or (isinstance(audience, Kibitzer) and self.eyes is None):
            return audience.seat
        return None

    def timed_by(self, state: Any, policy: ClockRules | None) -> ClockRules:
        """The clock of a table: its policy's or, where that says nothing, the usual one of the game."""
        return NoClock() if self.untimed(state) else policy or self.clock
