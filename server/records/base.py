"""The classes through which the server reads, shows, converts, exports and deals the records of any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from protocol.v1.codes import Code
from protocol.v1.requests import ClockRules, NoClock
from protocol.v1.view import Own, Pub
from server.errors import AnalysisError, BadRecord, Refusal
from server.games.base import AllHands, Audience, Public, Rng, Seated

R = TypeVar("R")
Warn = Callable[[str], object]


class Format(Struct, Generic[R], frozen=True):
    """A file format in which records are written.

    `suffixes` are the file name endings of the format, the usual ending first. `dumps` returns the text of a
    file that holds the given records. `title` is the name of the format in texts for people; if `title` is
    empty, these texts use `name`.
    """

    name: str
    suffixes: tuple[str, ...]
    content_type: str
    dumps: Callable[[Sequence[R]], str]
    title: str = ""

    @property
    def media_type(self) -> str:
        """Return the content type without its parameters."""
        return self.content_type.partition(";")[0]


class Row(Protocol):
    """A row of `kibitz replay`: a struct with `file`, `game`, `ok` and fields that depend on the game."""

    @property
    def game(self) -> str: ...

    @property
    def ok(self) -> bool: ...


class Replayed(Struct, frozen=True):
    """A row of `kibitz replay`, with the record that the row describes.

    `record` is None if the record breaks the rules, or if the game offers no analysis of records.
    """

    row: Row
    record: Any = None


# Conversion of records from one format into another


class Source(Struct, Generic[R], frozen=True):
    """The records that `kibitz convert` read from a file.

    `messages` are the warnings, and the reason for each record that is left out; they are printed in their
    order. `complete` is False if a record is left out.
    """

    records: tuple[R, ...]
    messages: tuple[str, ...] = ()
    complete: bool = True


class Conversion(ABC, Generic[R]):
    """The conversion of records from one format into another for `kibitz convert`.

    `about` describes the conversion in the help. `expected` is the text after the word `expected` in the
    error about a file without a usable record, such as `at least one board that can be read, got none`.
    """

    about: ClassVar[str]
    expected: ClassVar[str]

    @abstractmethod
    def read(self, data: bytes, form: str | None) -> Source[R]:
        """Return the records of a file.

        `form` is the name of the file's format, or None if the format is to be recognised by the content.
        Raises BadRecord if nothing of the file can be read.
        """

    @abstractmethod
    def lost(self, form: Format[R], records: Sequence[R], written: str) -> Mapping[str, Sequence[str]]:
        """Return the kinds of content that a conversion lost, each with the names of the affected records.

        `form` is the format into which the records were converted, and `written` is the text of the new
        file.
        """


# Replays: tables on which one player shows records to watchers


class Showing(ABC):
    """The opening of a record file as a replay: a table on which one player shows the records move by move.

    `game` is the name of this kind of table in the registry of games, such as `replay` or `hanabi_replay`.
    """

    game: ClassVar[str]

    @abstractmethod
    def load(self, text: str | bytes, title: str) -> Any:
        """Return the action with which a table of `game` starts to show a file.

        Raises BadRecord for a bad file.
        """

    def record(self, state: Any) -> Any | None:
        """Return the record of the deal that a table of `game` shows, for its analysis.

        The record has the moves of the shown line, which may be moves that the leader tries. Returns None if
        the deal has no cards, or if the game offers no analysis of records.
        """
        return None


# Export of finished deals


class FinishedDeal(Struct, frozen=True):
    """A deal that was played to its end at a table of this server.

    `number` is the number of the deal at its table, counted from 0. `state` is the state at the end of the
    deal. `players` are the players' names by seat, with None for an empty seat. `notes[seat][card]` is a
    player's note on a card. `began_ms` and `ended_ms` are milliseconds since 1970.

    A ruling after the end of a deal may correct its result. `later` is the state of a later deal of the same
    table, with the number `later_number`; it includes the corrections by rulings after the end of this deal.
    If the table has no later deal, `later` is the same as `state`.
    """

    number: int
    state: Any
    players: tuple[str | None, ...]
    later: Any
    later_number: int
    clock: ClockRules = NoClock()
    notes: Mapping[int, Mapping[int, str]] = {}
    began_ms: int = 0
    ended_ms: int = 0


class PlayedTable(Struct, frozen=True):
    """The present content of a table, without the content that the caller may not see.

    `name` is the name of the table or of its match, and `room` is the table's room in the match, such as the
    open room. `deal` is the number of the newest deal, and `state` is the state of that deal. `finished` are
    the numbers of the finished deals. `uploaded` are the uploaded deals that the table plays, or None if its
    deals are random.
    """

    table: str
    name: str
    room: str
    state: Any
    deal: int
    finished: range
    uploaded: Sequence[Any] | None = None


Eyes = int | Literal["all"] | None
"""The choice of what a position shows: what a seat saw, all hands, or None for the public view."""


class Position(Struct, frozen=True):
    """A position in a finished deal: the view after the first `turn` actions of the deal.

    `turns` is the number of all actions of the deal.

    `seat` is the seat for which the view is made; it is None for the public view and for the view of all
    hands. `pub` is the part of the view that everybody sees. `own` is the part of the view that only `seat`
    sees, or that shows all hands; it is None in the public view. `players` are the players' names by seat,
    with null for an empty seat.
    """

    turn: int
    turns: int
    seat: int | None
    pub: Pub
    own: Own | None
    players: tuple[str | None, ...] = ()


class Positions(ABC):
    """The positions of finished deals.

    `noun` is the word for a finished deal in messages, such as `game of Hanabi`.
    """

    noun: ClassVar[str]

    @abstractmethod
    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return the position after `turn` actions as `eyes` see it.

        Raises Refusal for a turn or a seat that does not exist.
        """


def audience_of(eyes: Eyes, seats: int, turn: int, turns: int) -> Audience:
    """Return the audience that sees a position.

    Raises Refusal for a turn above `turns`, and for a seat that a deal with this number of seats has not.
    """
    if turn > turns:
        raise Refusal(Code.INVALID_MESSAGE, f"expected a turn of 0 to {turns}, got {turn} - at `turn`")
    if eyes is None:
        return Public()
    if eyes == "all":
        return AllHands()
    if eyes >= seats:
        raise Refusal(Code.INVALID_MESSAGE, f"expected a seat from 0 to {seats - 1}, got {eyes} - at `as`")
    return Seated(eyes)


def seat_of(eyes: Eyes) -> int | None:
    """Return the seat that sees a position, or None for the public view and the view of all hands."""
    return eyes if isinstance(eyes, int) else None


class Export(ABC, Generic[R]):
    """The export of a table's finished deals as records.

    `noun` is the word for a deal in messages, such as `board`. `corrected_for` is the number of earlier deals
    whose results, corrected by rulings, the state of a deal also contains. `with_notes` is True if the
    records hold the players' notes. `positions` is None if the game offers no positions of finished deals.
    """

    noun: ClassVar[str]
    corrected_for: ClassVar[int] = 0
    with_notes: ClassVar[bool] = False
    positions: ClassVar[Positions | None] = None

    @abstractmethod
    def numbered(self, played: PlayedTable, number: int) -> tuple[int, ...]:
        """Return the finished deals, counted from 0, that players see as number `number`, such as board 7."""

    @abstractmethod
    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[R, ...]:
        """Return the records of finished deals in the order of play, or () if `finished` is empty."""


class Exported(Struct, Generic[R], frozen=True):
    """Records of the finished deals of a table, with the formats of their game."""

    game: Records[R]
    records: tuple[R, ...]

    @property
    def formats(self) -> Mapping[str, Format[R]]:
        """Return the formats in which the records can be written, by the names that the HTTP API uses."""
        return self.game.formats

    def file(self, name: str) -> bytes:
        """Return the content of a file with the records in the format `name`."""
        return self.formats[name].dumps(self.records).encode()


# Analysis of records in worker processes


class Question(Struct, frozen=True):
    """A question for a worker process, which calls `ask` and returns its result as the answer.

    `ask` must be picklable. Questions with the same `key` have the same answer, so one answer serves all of
    them. If the answer is an AnalysisError, its text is shown to the caller.
    """

    key: Hashable
    ask: Callable[[], Any]


class Analysing(ABC, Generic[R]):
    """The analysis of records in worker processes.

    All class variables except `answer_type` are texts for messages and for the help. `noun` is the word for a
    record, such as `board`. `only` is a clause for errors, such as `double-dummy analysis is for boards of
    bridge`. `about` is a sentence for the help of `kibitz replay`. `results` names the results of the
    analysis, such as `double-dummy results`. `added` names the content that the analysis adds to a record,
    such as `double-dummy results and par`. `answered` says in words what the HTTP answer
    holds about a record, such as `20 double-dummy results and par`. `answer_type` is the type of the answer.
    """

    noun: ClassVar[str]
    only: ClassVar[str]
    about: ClassVar[str]
    results: ClassVar[str]
    added: ClassVar[str]
    answered: ClassVar[str]
    answer_type: ClassVar[type[Struct]]

    @abstractmethod
    def questions(self, record: R) -> tuple[Question, ...]:
        """Return the questions that worker processes must answer for the analysis of a record.

        Raises AnalysisError for a record that cannot be analysed.
        """

    @abstractmethod
    def analysis(self, record: R, answers: Sequence[Any]) -> Any:
        """Return the analysis of a record from the answers to its questions."""

    @abstractmethod
    def annotated(self, record: R, analysis: Any) -> R:
        """Return the record with its analysis added."""

    @abstractmethod
    def row(self, row: Any, analysis: Any | AnalysisError | None) -> Row:
        """Return a row of `kibitz replay` with the analysis of its record, or with the analysis error."""

    @abstractmethod
    def answer(self, found: Sequence[tuple[R, Any | None]]) -> Struct:
        """Return the HTTP answer about records and their analyses.

        `found` holds each record with its analysis, or with None if the analysis took too long.
        """

    @abstractmethod
    def label(self, record: R) -> str:
        """Return the name or the number of a record for messages."""


# Deals, read from files or dealt for `kibitz deal`


class DealSets(ABC):
    """The reader of files with deals that a new table of the game can play."""

    @abstractmethod
    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the deals of a file, each as an action of the game. Raises BadRecord for a bad file.

        `warn` is called with the text of each warning about content that was ignored or was read differently
        from its format.
        """


class DealOption(Struct, frozen=True):
    """An option that `kibitz deal` has for one game, such as `--boards 3` for bridge.

    `least` and `most` are the smallest and the largest allowed number, or None without such a limit. An
    option of type `bool` is a flag. Options of different games with the same name must have the same type and
    the same limits.
    """

    name: str
    type: type[int] | type[str] | type[bool]
    help: str
    least: int | None = None
    most: int | None = None


class Dealing(ABC):
    """The deals that `kibitz deal` prints for one game.

    `dealt` is a clause for errors, such as "boards of bridge are dealt as PBN". `about` is a paragraph for
    the help of `kibitz deal`.
    """

    dealt: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[tuple[DealOption, ...]] = ()

    @abstractmethod
    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return the text to print.

        `wishes` are the options that the user gave, by name. `seed` determines the deals. If `seed` is None,
        the random numbers of `secret` determine the deals. Raises KibitzError, LookupError or ValidationError
        if the options allow no deal.
        """


class Records(ABC, Generic[R]):
    """The records of one game, and the operations that the game offers on them.

    A game registers one picklable instance in `server.records.registry`. An operation, such as `conversion`
    or `export`, is None if the game does not offer it; a request for that operation gets an error.

    `game` is the name of the game in the registry of games, and `title` is its name in messages. `one` names
    a file of records in messages, such as `a game of Hanabi`. `kind` names a file of records together with
    its format, such as `a game of Hanabi (Hanabi Live)`. `many` names several records, such as `games of
    Hanabi`. `noun` is the word for one record, such as `game`. `reads` lists the readable formats for the
    help. `formats` are the formats that can be written, by the names that the HTTP API uses; the first is the
    default. `row_type` is the type of a row of `kibitz replay`. The help lists the fields of this type, and
    `row_note` is the text after that list. `comments` is True if JSON files of the game may contain comments.
    `fallback` is True for exactly one game: a file is read as a file of this game if `claims` is False for
    all other games. If `conversion` is None, the records cannot be converted, and `not_converted` is the
    reason in the error.
    """

    game: ClassVar[str]
    title: ClassVar[str]
    one: ClassVar[str]
    kind: ClassVar[str]
    many: ClassVar[str]
    noun: ClassVar[str] = "game"
    reads: ClassVar[str]
    row_type: ClassVar[type[Struct]]
    row_note: ClassVar[str] = ""
    comments: ClassVar[bool] = False
    fallback: ClassVar[bool] = False
    not_converted: ClassVar[str] = "its records have only one format and cannot be converted"
    formats: ClassVar[Mapping[str, Format[Any]]] = {}

    conversion: ClassVar[Conversion[Any] | None] = None
    showing: ClassVar[Showing | None] = None
    export: ClassVar[Export[Any] | None] = None
    analysing: ClassVar[Analysing[Any] | None] = None
    deal_sets: ClassVar[DealSets | None] = None
    dealing: ClassVar[Dealing | None] = None

    @abstractmethod
    def claims(self, head: bytes) -> bool:
        """Return True if the first bytes of a file show that it holds records of this game.

        `head` is UTF-8 and starts with the first character that is neither blank nor part of a JSON comment.
        The server never calls this method for the fallback game.
        """

    @abstractmethod
    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Play each record of a file by the rules, and yield a row for each, in the order of the file.

        No content of a file raises an exception: a record or a file with a fault becomes a row with an error.
        """

    @abstractmethod
    def fault_row(self, file: str, error: str) -> Row:
        """Return the row that reports why nothing of a file can be read."""

    def format_named(self, name: str) -> Format[R] | None:
        """Return the format that `kibitz convert` calls `name`, or None if the game has no such format."""
        return next((form for form in self.formats.values() if form.name == name), None)

    def deals(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the deals of a file for a new table.

        Raises BadRecord for a bad file, or if tables of this game cannot play deals from a file.
        """
        if self.deal_sets is None:
            raise BadRecord(f"expected a file of deals, got {self.many}, which a table cannot play as deals")
        return self.deal_sets.read(text, warn)
