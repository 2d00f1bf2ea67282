"""The one contract of what a client knows of a game: its types, its words, its sheet, its robots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from bots.seats import numbered
from bots.thinking import Think
from bots.view import Action, View
from protocol.v1.codec import prepare

if TYPE_CHECKING:  # a robot draws nothing: it starts without the terminal
    from bots.sheets.sheet import Around, Sheet

V = TypeVar("V", bound=View, contravariant=True)


class Help(Struct, frozen=True):
    """What the command line tells of a game; "" where it has nothing to tell.

    `answers` are examples of what a player types, `options` the words of `--options`, `seats` how seats are
    named. `records` are the files that a game which shows records is led through.
    """

    answers: str = ""
    options: str = ""
    seats: str = ""
    records: str = ""


class DefaultAnswers(Generic[V]):
    """What every robot answers at a game where its author has written nothing; one for each robot."""

    def asked(self, view: V, legal: tuple[Action, ...], think: Think) -> Action | Awaitable[Action]:
        """Answer what is due and is neither a bid nor a play: the first thing that is legal."""
        return legal[0]

    def answer(self, view: V) -> tuple[Action, ...]:
        """Return what is done now without being due; called at every change."""
        return ()


class Brain(ABC):
    """The plain robot's thinking at one table of one game; the halves are those of a view of this game."""

    def see(self, pub: Any) -> None:  # noqa: B027 - only some need a memory
        """Take note of what the table shows now."""

    def first(self, pub: Any, own: Any) -> tuple[Action, ...]:
        """Return what it does before it answers, as to look at its hand; the first of these is done."""
        return ()

    @abstractmethod
    def choose(self, pub: Any, own: Any) -> Action:
        """Answer the decision in `own`. Raises ValueError where there is none."""

    def asked(self, pub: Any, own: Any, think: Think) -> Awaitable[Action] | None:
        """Answer what is due and is neither a bid nor a play; None: as `DefaultAnswers` do."""
        return None

    def answer(self, pub: Any, own: Any) -> tuple[Action, ...]:
        """Return what it does without being due, beside what `DefaultAnswers` do."""
        return ()


class RandomPlay(Generic[V]):
    """What the random robot does at a game beside a choice among what is legal."""

    def first(self, view: V, random: Random) -> Action | None:
        """Return what comes before a choice, None for nothing."""
        return None

    def varied(self, action: Action, random: Random) -> Action:
        """Return what a talkative robot makes of its choice, as an alert."""
        return action

    def talk(self, view: V, answers: tuple[Action, ...], random: Random) -> tuple[Action, ...]:
        """Return what a talkative robot does without being due; `answers` are the default ones."""
        return answers


class GameClient(ABC, Generic[V]):
    """What a client knows of one game; a game is added as a subclass, by one line of `bots.registry`.

    `name` is the game's word on the wire, `title` its name in a sentence. `view_type` is made of `pub_type`
    and `own_type`. `phases` are the words of `pub.phase` that are known; another one, of a later server, is
    taken for `unknown_phase`. `courtesies` are answers that are neither a bid nor a play. `deal_field` is
    the field of `pub` that numbers the deal. A table whose options do not say how many play has
    `default_players`. `options_example` shows what options look like; the values of `spaced_options` may
    hold blanks. A game that `shows_records` is a replay: it is led, and not played.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    view_type: ClassVar[type[Any]]
    pub_type: ClassVar[type[Struct]]
    own_type: ClassVar[type[Struct]]
    action_type: ClassVar[Any]
    options_type: ClassVar[type[Struct]]

    phases: ClassVar[tuple[str, ...]] = ()
    unknown_phase: ClassVar[str] = "play"
    courtesies: ClassVar[tuple[type[Struct], ...]] = ()
    deal_field: ClassVar[str] = "deal"
    default_players: ClassVar[int] = 4
    options_example: ClassVar[str] = "players=4"
    spaced_options: ClassVar[tuple[str, ...]] = ()
    shows_records: ClassVar[bool] = False
    help: ClassVar[Help] = Help()

    def __init__(self) -> None:
        prepare(self.pub_type)  # robots and people may be in several threads
        prepare(self.own_type)

    @abstractmethod
    def players(self, view: V) -> int:
        """Return how many play at the table."""

    @abstractmethod
    def sheet(self, view: V, around: Around) -> Sheet:
        """Return the sheet that a terminal shows of a view."""

    def seats(self, players: int) -> tuple[str, ...]:
        """Return the seats of a table as they are written and typed, in the order of their numbers."""
        return numbered(players)

    def known_cards(self, view: V) -> tuple[object, ...] | None:
        """Return the cards that this seat knows to be its own, None where it knows none."""
        return None

    def deal_number(self, pub: dict[Any, Any]) -> object:
        """Return the number of the deal that a public half tells, None where it tells none."""
        return pub.get(self.deal_field)

    def read_phase(self, pub: dict[Any, Any]) -> dict[Any, Any]:
        """Return the public half with a phase that is known."""
        phase = pub.get("phase")
        known = not self.phases or not isinstance(phase, str) or phase in self.phases
        return pub if known else {**pub, "phase": self.unknown_phase}

    def default_answers(self) -> DefaultAnswers[V]:
        """Return what one robot answers where its author has written nothing."""
        return DefaultAnswers()

    @property
    def brain(self) -> Callable[[], Brain] | None:
        """What makes the plain robot's brain; None: neither it nor the random robot plays this game."""
        return None

    def random_play(self) -> RandomPlay[V]:
        """Return what the random robot does beside a choice among what is legal."""
        return RandomPlay()
