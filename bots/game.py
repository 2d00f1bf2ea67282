"""The contract of a game for clients: its types, its terminal sheet, its robots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from bots.seats import numbered
from bots.thinking import Think
from bots.view import Action, View
from protocol.v1.codec import analyse_type

if TYPE_CHECKING:  # a robot must start without the modules of the terminal
    from bots.sheets.sheet import Sheet, TableContext

V = TypeVar("V", bound=View, contravariant=True)


class Help(Struct, frozen=True):
    """The texts about one game in the help of the command line. An empty text is left out.

    `answers` are examples of typed actions. `options` lists the words of `--options`. `seats` describes how
    seats are written. `records` is the noun for the records that a replay of this game shows.
    """

    answers: str = ""
    options: str = ""
    seats: str = ""
    records: str = ""


class DefaultAnswers(Generic[V]):
    """The default answers of all robots at one game, one object for each robot.

    A robot gives these answers if its class does not override `asked` or `answer`.
    """

    def asked(self, view: V, legal: tuple[Action, ...], think: Think) -> Action | Awaitable[Action]:
        """Return the answer to a decision that is neither a bid nor a play.

        The base class returns the first of `legal`.
        """
        return legal[0]

    def answer(self, view: V) -> tuple[Action, ...]:
        """Return actions to send now although no decision is due.

        The runner calls this method at each change of the view.
        """
        return ()


class Brain(ABC):
    """The decisions of the plain robot at one table of one game.

    `pub` and `own` are the halves of that game's view.
    """

    def see(self, pub: Any) -> None:  # noqa: B027 - a method that subclasses may override
        """Remember the public facts of the present view."""

    def first(self, pub: Any, own: Any) -> tuple[Action, ...]:
        """Return actions to take before the decision, such as a look at the hand.

        The robot takes the first of these actions.
        """
        return ()

    @abstractmethod
    def choose(self, pub: Any, own: Any) -> Action:
        """Return the answer to the decision in `own`. Raises ValueError if there is no decision."""

    def asked(self, pub: Any, own: Any, think: Think) -> Awaitable[Action] | None:
        """Return the answer to a decision that is neither a bid nor a play, None for the default answer."""
        return None

    def answer(self, pub: Any, own: Any) -> tuple[Action, ...]:
        """Return actions to send in addition to the default ones although no decision is due."""
        return ()


class RandomPlay(Generic[V]):
    """The actions of the random robot at one game, apart from its choice among the legal answers."""

    def first(self, view: V, random: Random) -> Action | None:
        """Return an action to take before the decision, None if there is no such action."""
        return None

    def varied(self, action: Action, random: Random) -> Action:
        """Return `action`, possibly changed by a talkative robot, for example with an alert."""
        return action

    def talk(self, view: V, answers: tuple[Action, ...], random: Random) -> tuple[Action, ...]:
        """Return a talkative robot's actions that answer no decision. `answers` are the default actions."""
        return answers


class GameClient(ABC, Generic[V]):
    """All that a client knows of one game. A new game needs a subclass and one line in `bots.registry`.

    `name` is the name of the game in messages, `title` its name in a sentence. `view_type` has the halves
    `pub_type` and `own_type`. `phases` are the known values of `pub.phase`. A value that a later server adds
    is read as `unknown_phase`. `courtesies` are the types of answers that are neither a bid nor a play.
    `deal_field` is the field of `pub` with the number of the deal. `default_players` is the number of players
    of a table if the options do not state this number. `options_example` is an example of options.
    `spaced_options` are the options with values that may contain blanks. `shows_records` marks a replay, in
    which a leader steps through recorded games.
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
        analyse_type(self.pub_type)  # done now, because several threads may read the first view
        analyse_type(self.own_type)

    @abstractmethod
    def players(self, view: V) -> int:
        """Return the number of players at the table."""

    @abstractmethod
    def sheet(self, view: V, around: TableContext) -> Sheet:
        """Return the sheet with which a terminal shows a view."""

    def seats(self, players: int) -> tuple[str, ...]:
        """Return the names of the seats as they are written and typed, in order of their numbers."""
        return numbered(players)

    def known_cards(self, view: V) -> tuple[object, ...] | None:
        """Return the cards that this seat sees in its own hand, None if the seat sees none of them."""
        return None

    def deal_number(self, pub: dict[Any, Any]) -> object:
        """Return the number of the deal in a public half, None if the half has no such number."""
        return pub.get(self.deal_field)

    def read_phase(self, pub: dict[Any, Any]) -> dict[Any, Any]:
        """Return the public half with an unknown phase replaced by `unknown_phase`."""
        phase = pub.get("phase")
        known = not self.phases or not isinstance(phase, str) or phase in self.phases
        return pub if known else {**pub, "phase": self.unknown_phase}

    def default_answers(self) -> DefaultAnswers[V]:
        """Return the default answers for one robot."""
        return DefaultAnswers()

    @property
    def brain(self) -> Callable[[], Brain] | None:
        """Return the factory of the plain robot's brain.

        The result is None for a game that the plain and the random robot do not play.
        """
        return None

    def random_play(self) -> RandomPlay[V]:
        """Return the random robot's actions at this game."""
        return RandomPlay()
