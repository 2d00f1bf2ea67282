"""The interface of a card game: the class `Game`, and one class for each feature that only some games have.

A game's state is an immutable struct. The rules of a card game are methods of its subclass of `Game`; each
method gets the state of the game as an argument. Features that only some games have, such as directors or
matches, are classes of their own: `Directing`, `Sharing`, `Seating`, `NoteTaking`, `Showing`,
`ConventionCards`, `Dueling`, `Comparing` and `Competing`. All methods of `Game` are pure functions: the time
and the source of randomness are arguments.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from protocol.v1.requests import ClockRules, Expiry, NoClock
from protocol.v1.view import Own, Pub
from server.errors import IllegalAction

S = TypeVar("S", bound=Struct)
"""A type variable: the type of a game's states."""
A = TypeVar("A")
"""A type variable: the type of the actions that a game's log stores."""
T = TypeVar("T")


class Rng(Protocol):
    """A source of randomness, such as `random.Random`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Public(Struct, frozen=True):
    """The audience that gets only the public view of a table: everybody.

    The public view shows no hidden card.
    """


class Seated(Struct, frozen=True):
    """The player of one seat, as an audience (people with the same view of the table)."""

    seat: int


class Kibitzer(Struct, frozen=True):
    """The watchers that see the hand of one seat, as an audience (people with the same view of the table)."""

    seat: int


class AllHands(Struct, frozen=True):
    """The watchers that see every hand, as an audience (people with the same view of the table)."""


class Director(Struct, frozen=True):
    """The directors of the table, as an audience (people with the same view of the table)."""


class Commentator(Struct, frozen=True):
    """The commentators, which see every hand, as an audience (people with the same view of the table)."""


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
"""A function that returns True once the time that is allowed for a search has run out."""
Search = Callable[[Expired], Any]
"""A long computation that returns a ruling, or None if it finds no reason for a ruling of the server."""


class Directing(ABC, Generic[S]):
    """The part of a game's rules about rulings, which directors or the server itself make.

    `ruling_type` is the union of the types of the rulings that directors may make. `log_ruling_type` is the
    union of the types of all rulings: those of directors and those that only the server makes.
    """

    ruling_type: Any
    log_ruling_type: Any

    @abstractmethod
    def rule(self, state: S, ruling: Any, at_ms: int) -> S:
        """Return the state of the game after a ruling of a director or of the server.

        Raises IllegalAction if the ruling is not possible now.
        """

    def disputed(self, state: S) -> bool:
        """Return True while a deal has stopped until the director rules or all players agree to play on."""
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


class KnownResults(Struct, frozen=True):
    """The results of one table of a match or set of boards, by board number, as the match or set knows them.

    The result of a board is None after a ruling that the board goes on. `closed` is True if the table plays
    no more boards.
    """

    results: Mapping[int, Any]
    closed: bool = False

    def plays_no_more(self, board: int) -> bool:
        """Return True if the table of these results has finished a board, or will never play it."""
        return self.closed or self.results.get(board) is not None


class Sharing(ABC, Generic[S]):
    """Deals that several tables play: those of a match of two tables, or of a set of boards.

    The server tells each table, in the form of rulings, what it may know of the other tables. The *standing*
    of a table is the part of its state that describes the match or the set. `options` are default options for
    the tables of a match. `result_type` is the type of the result of one deal, as the log of a set stores it.
    """

    options: Mapping[str, object] = MappingProxyType({})
    result_type: type[Struct]

    @abstractmethod
    def standing(self, state: S) -> Any:
        """Return the part of `state` about the table's match or set of boards.

        Returns None if no other table plays the same deals.
        """

    @abstractmethod
    def paired(self, room: str, other: str) -> Any:
        """Return the ruling that tells a new table that it is one room of a match.

        `room` is `open` or `closed`, and `other` is the id of the other table.
        """

    @abstractmethod
    def joined(self, board_set: str, tables: int) -> Any:
        """Return the ruling that tells a new table that it is one of the `tables` tables of a set of boards.

        `board_set` is the id of the set.
        """

    @abstractmethod
    def results(self, state: S) -> tuple[tuple[int, Any], ...]:
        """Return the numbers and the results of the newest finished boards of a table, oldest first."""

    @abstractmethod
    def news(self, standing: Any, here: KnownResults, others: tuple[KnownResults, ...]) -> tuple[Any, ...]:
        """Return the rulings that tell a table what it does not know yet of its match or set of boards.

        `standing` is the table's own data about the match or the set. `here` are the results of the table,
        and `others` the results of the other tables.
        """

    @abstractmethod
    def closed(self, standing: Any, deal: Any, ended: bool) -> bool:
        """Return True if no table of the match or the set of boards will play this deal any more.

        `standing` is the part of one table's state that describes the match or the set. `ended` is True if
        the table that `standing` describes plays no more deals.
        """

    @abstractmethod
    def drawn(self, start: S, index: int, rng: Rng) -> Any:
        """Return a random deal that several tables are to play; the `index` of the first deal is 0.

        `start` is the state of a table before its first deal.
        """

    @abstractmethod
    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Raise IllegalAction if several tables cannot play these deals with these options."""


class Seating(ABC, Generic[S]):
    """The rules of a game that assigns players to seats by chance, such as by the cut for partners."""

    @abstractmethod
    def completed(self, action: Any, taken: tuple[int, ...]) -> Any:
        """Return the random action `action`, such as a cut for partners, with the taken seats added to it.

        `taken` are the numbers of the seats that have a player or a robot.
        """

    @abstractmethod
    def order(self, state: S, action: Any) -> tuple[int, ...] | None:
        """Return, for each seat, the old seat of the player that sits there after a random action.

        Returns None if the random action moves no player to another seat.
        """


class NoteTaking(ABC, Generic[S]):
    """Private notes that each player writes about the cards of a deal, as in Hanabi."""

    @abstractmethod
    def count(self, state: S) -> int:
        """Return the number of cards on which players may write a note now; the cards are numbered from 0."""


class Showing(ABC, Generic[S]):
    """A replay: a table at which one player, the leader, shows recorded deals to all watchers.

    In a replay no card is hidden, and robots cannot take a seat. `recorded_seats` is True if a watcher may
    choose to see only the cards that one player of the recorded deal saw; the seat of the audience `Kibitzer`
    is then that player's seat.
    """

    recorded_seats: bool = False

    def eyes(self, state: S) -> int:
        """Return the number of seats of the recorded deal from which a watcher can look."""
        return 0


class Standing(Struct, frozen=True):
    """The score of a whole game, which may have many deals.

    `points` are the points of each side, side 0 first. `winner` is the number of the winning side, or None
    before the game has ended.
    """

    points: tuple[float, ...]
    winner: int | None = None


class Dueling(ABC, Generic[S]):
    """Scores of whole games, by which the command `kibitz duel` compares robots.

    `together` is True if all seats win or lose together; then robots are compared by the score alone.
    `points_against` is True if points count against a side, as at Hearts: then the side with fewer points is
    ahead. `unit` is the word for points in reports, such as `IMPs`. `in_rooms` is True if each deal is played
    in two rooms with the sides swapped, and only the difference of the two scores counts.
    """

    together: bool = False
    points_against: bool = False
    in_rooms: bool = False
    unit: str = "points"

    def fault(self, options: Any) -> str | None:
        """Return the reason why games with these options cannot be compared, or None if they can be."""
        return None

    @abstractmethod
    def standing(self, state: S) -> Standing:
        """Return the score of the game after a finished deal, or before the next deal."""

    def lead(self, here: S, there: S) -> int:
        """Return the lead of the team that plays side 0 in the room `here` and side 1 in the room `there`.

        `here` and `there` are the states at the end of the same deal, played in two rooms. By default the
        lead of a team is the difference in points between the two rooms.
        """
        return round(self.ahead(self.standing(here).points[0], self.standing(there).points[0]))

    def ahead(self, points: float, others: float) -> float:
        """Return how far a side with `points` is ahead of a side with `others`, below 0 if it is behind.

        Compare points only with this method: in some games, such as Hearts, points count against a side.
        """
        return others - points if self.points_against else points - others

    def perfect(self, state: S) -> bool:
        """Return True if the game ended with the best possible score."""
        return False

    def lost(self, state: S) -> bool:
        """Return True if the players lost the whole game, for example by three strikes in Hanabi."""
        return False


class TableResults(Struct, frozen=True):
    """The results of one table that are to be compared with those of other tables.

    `name` is the name of the table, and `players` are the names of its players in the order of the seats,
    with None for an empty seat. `results` has the table's result (of the type `Sharing.result_type`) of each
    deal that the table has finished, by the number of the deal (at bridge, the number of the board).

    `entrants` are the ids of the competitors on each side of the table, side 0 first: the results of several
    tables with the same id are added up. With no `entrants`, the competitors of a table play only there.
    """

    name: str
    players: tuple[str | None, ...]
    results: Mapping[int, Any]
    entrants: tuple[str, ...] = ()


class Comparing(ABC, Generic[S]):
    """Comparisons of several tables that have played the same deals.

    `scorings` are the ways to compare results: the word of a request for each, with a name for people.
    `comparison_type` is the type of a comparison, with the name of the game as its tag `game`. The rules by
    which tables play the same deals, and their results, are those of `Sharing`.

    A comparison shows the results of all tables to everybody that gets it. So compare only deals that each
    of the tables has played or will never play.
    """

    scorings: Mapping[str, str]
    comparison_type: type[Struct]

    @abstractmethod
    def compare(self, deals: Sequence[Any], tables: Sequence[TableResults], scoring: str) -> Any:
        """Return the comparison of the results that the tables have on these deals.

        `deals` are the actions by which the deals were dealt; results of other deals do not count. Raises
        IllegalAction if `scoring` is not one of the `scorings`.
        """


Award = Literal["plus", "average", "minus"] | int
"""The score that a director gives to one side in place of a result.

A number is given in hundredths: of a per cent of the maximum points or, by a scoring without a maximum, of a
point. The words are the artificial scores of Law 12C2 of duplicate bridge: 60, 50 and 40 per cent, or the
percentage of the side in the event if that is better for `plus` and worse for `minus`.
"""


class FieldResult(Struct, frozen=True):
    """The result of one deal at one table of an event.

    `deal` is the number of the deal; deals of one event have different numbers. `sides` are the ids of the
    entries (pairs, teams or players) as they sat, side 0 first, with None for a side that no entry played.
    `result` is of the type `Competing.result_type`, or None if the deal has no result. `awards` has the score
    of each side if the director gave one; then `result` does not count. `round` is the number of the round.
    """

    deal: int
    sides: tuple[str | None, ...]
    result: Any = None
    awards: tuple[Award, ...] | None = None
    round: int = 0


class SidePoints(Struct, frozen=True):
    """The points of the sides of one table on one deal, after the comparison with the other tables.

    `points` has exact points for each side, side 0 first. `top` is the maximum of a side's points, or 0 by a
    scoring without a maximum. `others` is the number of other results with which the result was compared.
    `counts` is False for the second table of a match of two tables: its points are those of the first.
    """

    points: tuple[Fraction, ...]
    top: Fraction = Fraction()
    others: int = 0
    counts: bool = True


class Competing(ABC, Generic[S]):
    """The rules by which events compare what several tables have played: pairs, teams or single players.

    `scorings` are the ways to score the deals of an event: the word of each, with a name for people; the
    first is the default. By the scorings `in_matches`, an entry wins or loses against its opponents alone: a
    result is compared with none, or only with that of the other table of the same match, at which the
    entries sit the other way round. `scales` are the ways to convert the
    result of a match into victory points, by their words, and `scales_only` names the scorings of a scale
    that fits only some. `most_deals` has the most deals of a match for a scale that has a limit. `forms` are
    the kinds of entries. `result_type` is the type of the result of one deal, as the log of an event stores
    it. `result_form` tells the text that `read_result` reads, "" if it reads none.
    """

    scorings: Mapping[str, str]
    in_matches: frozenset[str] = frozenset()
    scales: Mapping[str, str] = MappingProxyType({"win": "2 for a win and 1 for a tie"})
    scales_only: Mapping[str, frozenset[str]] = MappingProxyType({})
    most_deals: Mapping[str, int] = MappingProxyType({})
    forms: tuple[Literal["pairs", "teams", "single"], ...] = ("pairs",)
    result_type: type[Struct]
    result_form: str = ""

    @abstractmethod
    def sides(self, options: Any) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side of a table with these options, side 0 first."""

    @abstractmethod
    def results(self, state: S) -> tuple[tuple[int, Any], ...]:
        """Return the numbers and the results of the newest finished deals of a table, oldest first."""

    @abstractmethod
    def comparable(self, result: Any) -> tuple[int, ...]:
        """Return numbers by which results are compared for side 0: the greater tuple is the better result."""

    @abstractmethod
    def drawn(self, start: S, index: int, rng: Rng) -> Any:
        """Return a random deal that several tables are to play; the `index` of the first deal is 0.

        `start` is the state of a table before its first deal.
        """

    @abstractmethod
    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Raise IllegalAction if tables of an event cannot play these deals with these options."""

    @abstractmethod
    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, Any]
    ) -> tuple[SidePoints | None, ...]:
        """Return the points of each result, or None for a result that nothing can be compared with yet.

        `scoring` is one of the words of `scorings`. `terms` are the conditions of the event that the rules of
        the game leave open, by name; terms that the game does not know are ignored.
        """

    def most(self, options: Any) -> int | None:
        """Return the most points that a side alone at its table can reach in a deal, None without a maximum.

        They are the first of the numbers that `comparable` returns.
        """
        return None

    def ruled(self, result: Any) -> Any:
        """Return a result that a director has given, with what follows from it.

        For example, a contract has its score. Raises IllegalAction for a result that is not possible.
        """
        return result

    def read_result(self, text: str) -> dict[str, Any]:
        """Return the fields of a result that a director has written as a text, as plain values.

        Raises IllegalAction for a text that does not have the form `result_form`.
        """
        raise IllegalAction(f"expected the fields of a result, got the text {text}")

    def facts(self, board: int, played: Any | None) -> dict[str, Any]:
        """Return the fields of a result that follow from its deal alone, as plain values.

        `board` is the number of the deal, and `played` a result of it at any table, None if there is none.
        """
        return {}

    def is_last(self, result: Any) -> bool:
        """Return True if the game of a table is over with this result: the table plays no other deal."""
        return False

    def scales_of(self, scoring: str) -> tuple[str, ...]:
        """Return the words of the scales that convert margins of a scoring into victory points."""
        return tuple(each for each in self.scales if scoring in self.scales_only.get(each, self.scorings))

    def victory_points(
        self, margin: Fraction, deals: int, scale: str, top: Fraction = Fraction()
    ) -> tuple[int, int]:
        """Return the victory points, in hundredths, of a side that won by `margin`, and of its opponents.

        `deals` is the number of deals of the match, and `scale` one of the words of `scales`. `top` is the
        margin of a side that has all points of the match, 0 by a scoring without a maximum. A negative
        margin is a defeat. Raises IllegalAction for another scale.
        """
        if scale != "win":
            raise IllegalAction(f"expected the scale win, got {scale}")
        if margin == 0:
            return 100, 100
        return (200, 0) if margin > 0 else (0, 200)


class PlayingAgain(ABC, Generic[S]):
    """Tables that play one finished deal again, from any position of it."""

    @abstractmethod
    def position(self, options: Any, over: S, moves: int, at_ms: int) -> S:
        """Return the state of a table with a single deal, after the first `moves` moves of a finished deal.

        `options` are the options of the new table, of which only those count that fit a single deal. `over`
        is the state after the deal, and `at_ms` the time of the new table. Raises IllegalAction if the deal
        has no such position, or if no seat has to act there.
        """


class ConventionCards(ABC, Generic[S]):
    """Convention cards, on which each side describes its bidding system.

    The field `systems` in a player's view lists the sides with a convention card that the player may open.
    """

    @abstractmethod
    def card(self, state: S, side: str) -> LaidCard | None:
        """Return the newest convention card of a side, or None if the side has submitted none."""


class MadeCall(NamedTuple):
    """A call that was made: its `place` in the auction, from 0, and the `call` as text.

    `asked` is the public half of the view before the call, as `CallMeanings.asked` returns it.
    """

    place: int
    call: str
    asked: Pub


class CallMeanings(ABC, Generic[S]):
    """The meanings of calls by the agreements of partner: of a player's next calls, and of partner's calls.

    A house robot in partner's seat has agreements that the server knows. The meanings depend on what all
    players know of the auction, and never on a hand.
    """

    @abstractmethod
    def partner(self, seat: int) -> int | None:
        """Return the seat of the partner of the player in `seat`, None for a seat without a partner."""

    @abstractmethod
    def asked(self, pub: Any, seat: int) -> Pub | None:
        """Return the public half of a view with only the fields on which the meanings of calls depend.

        Return None if the player in `seat` is not in turn to call. `pub` is the public half of the present
        view.
        """

    @abstractmethod
    def made(self, options: Any, pub: Any, seat: int) -> Sequence[MadeCall]:
        """Return the calls of the partner of `seat` whose meanings a player may read under these options.

        There are none unless the options say so before the first deal.
        """


@dataclass(frozen=True)
class Absence:
    """Default treatment of players that are away or too slow; the host of a table can choose another one.

    `substitutes` are names of robots that the server runs; the first of them that is available plays for an
    absent player. If the server has none of the robots in `substitutes`, no robot plays for an absent player.
    `expiry` says what happens when a player's time has run out: either the table makes the move
    `Game.forced`, or a robot plays until the player is back. `patience_ms` is the time after which the table
    acts for an empty seat, or for a robot that does not act; None means that the table waits without a limit.
    """

    substitutes: tuple[str, ...] = ()
    expiry: Expiry = "forced"
    patience_ms: int | None = None


Fields = dict[str, object]
"""Changed fields of a view by name; a changed map has only its changed keys, with None for a removed key."""


class Changes(Struct, frozen=True, gc=False):
    """The fields that a move changes in the views of the table.

    `public` has the changed fields of the public half, the part of a view that everybody sees. `own` has, for
    each seat, the changed fields of the part of the view that only this seat sees, without the field
    `decision`. `actor` is the seat that has made the move, None for a random action such as a deal.
    `next_actor` is the seat that decides next, None after the last move of a deal. The views of all other
    people that see hidden hands, such as directors, are not listed: the server builds and compares them field
    by field.
    """

    public: Fields
    own: list[Fields]
    actor: int | None
    next_actor: int | None

    @property
    def ordinary(self) -> bool:
        """Return True if one player has made this move, and one player makes the next decision.

        False for the first and last moves of a deal, and for decisions that several players make at once.
        """
        return self.actor is not None and self.next_actor is not None


class Game(ABC, Generic[S, A]):
    """The rules of one card game, such as bridge.

    `revision` must grow with every change of the rules after which the logged actions of an old deal would
    lead to another state. `action_type` is the union of the types of the players' actions. `log_action_type`
    is the union of the types of all logged actions: those of players, and random ones such as deals.
    `options_type` and `state_type` are the types of the game's options and states; `pub_type` and `own_type`
    are the types of a view's part for everybody and of its part for one audience. `clock` has the default
    rules for the players' thinking time.

    `unprompted` lists the types of action that a player may send at any time, such as a claim, even if it is
    another player's turn. `costly` lists the types of action that start a long search; each player may send
    only a limited number of these actions. `needed` is the number of seats, counted from seat 0, that must be
    taken before a deal; None means all seats. `pages` names the text fields of actions that may have several
    lines; all other text fields have one line. `players_pause` is True if each player may pause and resume
    the table. `ended` is the reason that players see when the table closes after its last deal.
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
    """The default treatment of players that are away or too slow."""
    directing: Directing[S] | None = None
    """The rulings of directors; None for a game without directors."""
    sharing: Sharing[S] | None = None
    """Matches and sets of boards, which several tables play; None for a game without them."""
    seating: Seating[S] | None = None
    """The random assignment of players to seats; None if the players choose their seats."""
    note_taking: NoteTaking[S] | None = None
    """The private notes of players on cards; None for a game without notes."""
    showing: Showing[S] | None = None
    """The features of a replay, which shows recorded deals; None for all other games."""
    convention_cards: ConventionCards[S] | None = None
    """The convention cards of both sides; None for a game without convention cards."""
    call_meanings: CallMeanings[S] | None = None
    """The meanings of a player's next calls; None for a game in which robots explain no calls."""
    dueling: Dueling[S] | None = None
    """The scores by which robots are compared over whole games; None for a game without such comparisons."""
    comparing: Comparing[S] | None = None
    """The comparison of tables that have played the same deals; None for a game without such comparisons."""
    competing: Competing[S] | None = None
    """The comparison of results in events; None for a game that no event can play."""
    playing_again: PlayingAgain[S] | None = None
    """Tables that play a finished deal again; None for a game without them."""

    # Methods that start a game and its deals

    @abstractmethod
    def start(self, options: Any) -> S:
        """Return the state of a new table before its first deal.

        Raises IllegalAction for table options that contradict each other.
        """

    @abstractmethod
    def seat_names(self, options: Any) -> tuple[str, ...]:
        """Return the names of the table's seats, in the order of their numbers."""

    @abstractmethod
    def public_options(self, state: S) -> Struct:
        """Return the table's options for everybody, without an option that would reveal hidden cards."""

    def deals_fault(self, options: Any) -> str | None:
        """Return the reason why uploaded deals cannot be played under these options, or None if they can."""
        return None

    @abstractmethod
    def deal_due(self, state: S) -> bool:
        """Return True if the server must now draw a random action, such as a deal or a cut."""

    @abstractmethod
    def chance(self, state: S, rng: Rng) -> A | None:
        """Return the random action that the server must make now, such as a deal, drawn from `rng`.

        Returns None if the server has no random action to make now.
        """

    # Queries: the seats that must act, and their legal actions

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats that must make a decision now, for example a call or a vote on a claim.

        Returns several seats if players decide at the same time, and no seat at the end of the game or while
        the server has to deal.
        """

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Return every legal action of a seat that must act, in the form that the table's log stores.

        Returns () if the seat does not have to act.
        """

    @abstractmethod
    def progress(self, state: S) -> tuple[int, int]:
        """Return two numbers that together identify the present decision within its deal.

        The first of the two numbers counts how often moves of the deal were taken back. The second of the two
        numbers counts the deal's public moves, without those that were taken back. Private moves must not be
        counted, because every player sees the two numbers that identify a decision.

        If several seats decide at the same time, their moves are counted together, once the last of these
        seats has decided. If simultaneous moves were counted one by one, the first move would end the
        decision of the other seats: the server would refuse their answers as late, and begin their time
        again. A seat that has made its simultaneous decision is no longer among the seats that `to_act`
        returns.
        """

    def side(self, state: S, seat: int) -> int:
        """Return the number of a seat's side; by default each seat is a side of its own."""
        return seat

    def untimed(self, state: S) -> bool:
        """Return True if the game ignores the clock of the table, so that no player's time runs."""
        return False

    def pause_ms(self, state: S) -> int:
        """Return the delay, in milliseconds, after which the table accepts the next action of a player."""
        return 0

    # Methods that apply an action

    @abstractmethod
    def apply(self, state: S, seat: int | None, action: A, at_ms: int = 0) -> S:
        """Return the state of the game after an action that was made at the time `at_ms` (milliseconds).

        `seat` is None for a random action, such as a deal. Raises IllegalAction for an illegal action; the
        given state never changes.
        """

    def effect(self, state: S, seat: int, action: Any) -> Any:
        """Return the action that is logged and applied in place of a player's action.

        By default it is the player's action itself.
        """
        return action

    @abstractmethod
    def forced(self, state: S, seat: int) -> A:
        """Return the action that the table makes for a seat that must act and has no time left."""

    # Methods that return the views

    @abstractmethod
    def pub(self, state: S) -> Pub:
        """Return the part of the view that everybody may see, built field by field."""

    @abstractmethod
    def own(self, state: S, audience: Audience) -> Own | None:
        """Return the part of the view that only people of this audience may see, built field by field.

        Returns None for the audience `Public`, which sees only the part of the view for everybody.
        """

    def changes(self, before: S, after: S, action: A) -> Changes | None:
        """Return the fields that a move changes in the views, in the order of the view's fields.

        `after` is the state that `apply` returned for `before` and `action`. If the result is None, the
        server finds the changed fields itself: it builds all views before and after the move, and compares
        them. A game that lists the changed fields saves most of the time that the server needs to build and
        compare all views. A game may list changed fields only for a move before and after which `disputed`
        and `calls_director` return False and `prove` returns None. If the property `ordinary` of the returned
        changes is True, the deal must go on after the move. The table does not check that a game has listed
        the changes of a move correctly. The tests of every game compare the listed changes with those of
        fully built views, byte by byte.
        """
        return None

    # Methods about the end of a deal

    @abstractmethod
    def result(self, state: S) -> Struct | None:
        """Return the result of the deal, or None until the deal is over."""

    @abstractmethod
    def carry(self, state: S) -> S:
        """Return the state at the start of the next deal, with the scores and the next dealer.

        Call this method only for a deal that has a result.
        """

    def terminated(self, state: S, seat: int | None) -> S:
        """Return the state after the player of `seat` (or the server, if it is None) ended the game early."""
        return state

    # Methods that a subclass does not override: they call the methods of `directing`, `seating` and so on

    def rule(self, state: S, ruling: Any, at_ms: int) -> S:
        """Return the state of the game after a ruling of a director or of the server.

        Raises IllegalAction if the game has no director.
        """
        if self.directing is None:
            raise IllegalAction("this game has no director, so no ruling is possible")
        return self.directing.rule(state, ruling, at_ms)

    def disputed(self, state: S) -> bool:
        """Return True while a deal has stopped until the director rules or all players agree to play on."""
        return self.directing is not None and self.directing.disputed(state)

    def calls_director(self, state: S) -> bool:
        """Return True while the director must be called to the table."""
        return self.directing is not None and self.directing.called(state)

    def prove(self, state: S) -> Search | None:
        """Return a long computation that may find a ruling, or None if there is nothing to compute."""
        return None if self.directing is None else self.directing.prove(state)

    def complete(self, action: A, taken: tuple[int, ...]) -> A:
        """Return the random action `action`, such as a cut for partners, with the taken seats added to it.

        `taken` are the numbers of the seats that have a player or a robot.
        """
        completed: A = action if self.seating is None else self.seating.completed(action, taken)
        return completed

    def new_order(self, state: S, action: A) -> tuple[int, ...] | None:
        """Return, for each seat, the old seat of the player that sits there after a random action.

        Returns None if the random action moves no player to another seat.
        """
        return None if self.seating is None else self.seating.order(state, action)

    def noted_cards(self, state: S) -> int:
        """Return the number of cards on which players may write a note now; the cards are numbered from 0."""
        return 0 if self.note_taking is None else self.note_taking.count(state)

    def seat_of(self, audience: Audience) -> int | None:
        """Return the seat of the one hand that a player, or a kibitzer of that player, sees.

        Returns None for people that see all hands or none, and for watchers of a replay that see one player's
        cards of a recorded deal.
        """
        if isinstance(audience, Seated):
            return audience.seat
        recorded = self.showing is not None and self.showing.recorded_seats
        return audience.seat if isinstance(audience, Kibitzer) and not recorded else None

    def timed_by(self, state: S, policy: ClockRules | None) -> ClockRules:
        """Return the rules of the clock that the table uses in this state of the game.

        A clock that the host has chosen replaces the game's default clock.
        """
        return NoClock() if self.untimed(state) else policy or self.clock


AnyGame = Game[Any, Any]
"""The type of the rules of any card game, for code that works with all games."""
AnyCompeting = Competing[Any]
"""The type of the rules by which events of any game compare results."""
