"""The interface of a game for clients: the types of its messages, its display at a terminal, its robots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from bots.seats import numbered
from bots.thinking import Think
from bots.view import Action, View
from protocol.v1.codec import analyse_type

if TYPE_CHECKING:  # not imported at run time, so that a robot starts without the modules of the terminal
    from bots.sheets.sheet import Sheet, TableContext

V = TypeVar("V", bound=View, contravariant=True)

PLAIN = "plain"
"""The name of the robot that plays every game."""


class Help(Struct, frozen=True):
    """The texts about one game for the help of the command line. A help text that is empty is not printed.

    `answers` are examples of typed actions, such as `1NT, P, SA`. `options` lists the words that the
    command-line option `--options` accepts. `seats` describes how seats are written, such as `N, E, S, W`.
    `records` is a plural noun for the content of a replay, such as `recorded boards`. `strength` tells how
    strong the plain robot is, such as `wins all games against the random robot`.
    """

    answers: str = ""
    options: str = ""
    seats: str = ""
    records: str = ""
    strength: str = ""


class DefaultAnswers(Generic[V]):
    """The answers that a robot gives by default to the requests and votes of other players in one game.

    Each robot has one object of default answers for each game. The default answers are used if the robot's
    class does not override `Bot.asked` or `Bot.answer`.
    """

    def asked(self, view: V, legal: tuple[Action, ...], think: Think) -> Action | Awaitable[Action]:
        """Return the answer to a decision that is neither a bid nor a play, such as a vote.

        By default the answer to a vote or request is the first of the legal answers.
        """
        return legal[0]

    def answer(self, view: V) -> tuple[Action, ...]:
        """Return actions that the robot takes without a decision, such as the answer to an undo request.

        The runner of a robot calls this method after each change of the robot's view.
        """
        return ()


class Brain(ABC):
    """The rules by which the plain robot decides at one table of one game.

    `pub` is the public half of the view, `own` the half that only the robot's seat sees.
    """

    def see(self, pub: Any) -> None:  # noqa: B027 - a method that subclasses may override
        """Remember from the public half of the present view what the robot needs for later decisions."""

    def first(self, pub: Any, own: Any) -> tuple[Action, ...]:
        """Return actions that the robot takes before it answers the decision, such as a look at the hand.

        The robot sends the first of the returned actions, and is then asked for the same decision again.
        """
        return ()

    @abstractmethod
    def choose(self, pub: Any, own: Any) -> Action:
        """Return the answer to the decision in `own`, the half of the view that only this seat sees.

        Raises ValueError if `own` has no decision.
        """

    def asked(self, pub: Any, own: Any, think: Think) -> Awaitable[Action] | None:
        """Return the answer to a decision that is neither a bid nor a play, such as a vote.

        The result None selects the default answer of the game.
        """
        return None

    def meanings(self, pub: Any) -> Mapping[str, Struct]:
        """Return the meaning of each call that the robot's partner may make now, by the call as text."""
        return {}

    def answer(self, pub: Any, own: Any) -> tuple[Action, ...]:
        """Return actions that the robot takes now without a decision that asks for them.

        They are sent together with the game's default actions.
        """
        return ()


class RandomPlay(Generic[V]):
    """The random robot's actions in one game, except its random choice among the legal answers."""

    def first(self, view: V, random: Random) -> Action | None:
        """Return an action that the random robot takes before a decision, such as a look at the hand.

        The result None means that the robot answers the decision at once.
        """
        return None

    def varied(self, action: Action, random: Random) -> Action:
        """Return `action` as a talkative robot sends it: unchanged, or with an addition such as an alert."""
        return action

    def talk(self, view: V, answers: tuple[Action, ...], random: Random) -> tuple[Action, ...]:
        """Return the actions of a talkative robot that answer no decision, such as a claim.

        By default the result is `answers`, the default actions of the game.
        """
        return answers


class GameClient(ABC, Generic[V]):
    """The description of one game for clients.

    A new game needs a subclass of this class and one line in `bots.registry`. `name` is the name of the game
    in messages, such as `gin_rummy`, and `title` its name in a sentence, such as `gin rummy`. `view_type` is
    the type of views, `pub_type` and `own_type` are the types of their two halves. `phases` are the values of
    `pub.phase` that this client knows; any other value, from a newer server, is read as `unknown_phase`.
    `courtesies` are the types of answers that are neither a bid nor a play, such as a vote. `deal_field` is
    the name of the field of `pub` with the number of the deal. `default_players` is the number of players of
    a table if the options do not state this number. `options_example` is an example of the options of a
    table, such as `players=4`. `spaced_options` are the names of the options with values that may contain
    blanks. `shows_records` is True for a replay, in which one player shows recorded games step by step.
    `usual_robot` is the name of the robot that plays this game with people at their own tables.
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
    usual_robot: ClassVar[str] = PLAIN
    help: ClassVar[Help] = Help()

    def __init__(self) -> None:
        # Analyse the types before the first view: msgspec crashes if two threads analyse a type at once.
        analyse_type(self.pub_type)
        analyse_type(self.own_type)

    @abstractmethod
    def players(self, view: V) -> int:
        """Return the number of players at the table."""

    @abstractmethod
    def sheet(self, view: V, around: TableContext) -> Sheet:
        """Return the sheet of a view: the object that draws the view at a terminal and reads typed lines."""

    def seats(self, players: int) -> tuple[str, ...]:
        """Return the names of the seats in the order of their numbers, such as `N` for seat 0."""
        return numbered(players)

    def known_cards(self, view: V) -> tuple[object, ...] | None:
        """Return the cards that this seat sees in its own hand, None if the seat sees no card of its hand."""
        return None

    def deal_number(self, pub: dict[Any, Any]) -> object:
        """Return the number of the deal from the public half of a view, None if the number is missing."""
        return pub.get(self.deal_field)

    def read_phase(self, pub: dict[Any, Any]) -> dict[Any, Any]:
        """Return the public half of a view; a phase unknown to this client is replaced by `unknown_phase`."""
        phase = pub.get("phase")
        known = not self.phases or not isinstance(phase, str) or phase in self.phases
        return pub if known else {**pub, "phase": self.unknown_phase}

    def default_answers(self) -> DefaultAnswers[V]:
        """Return a new object that gives the default answers of one robot in this game."""
        return DefaultAnswers()

    @property
    def brain(self) -> Callable[[], Brain] | None:
        """Return the function that creates the rules (Brain) by which the plain robot plays this game.

        The result is None if the plain and the random robot do not play this game.
        """
        return None

    def random_play(self) -> RandomPlay[V]:
        """Return a new object with the random robot's actions at this game, such as a look at its hand."""
        return RandomPlay()
