"""The base classes of the code that reads, shows, converts, exports and deals the records of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from protocol.v1.codes import Code
from protocol.v1.requests import ClockRules, NoClock
from protocol.v1.view import Own, Pub
from server.errors import AnalysisError, BadRecord, Refusal
from server.events.ranking import Field, Ranking
from server.games.base import AllHands, Audience, Public, Rng, Seated

R = TypeVar("R")
Warn = Callable[[str], object]


class Format(Struct, Generic[R], frozen=True):
    """A file format in which this server writes records of games.

    `suffixes` are the file name endings of the file format, the usual ending first. `dumps` is a function
    that returns the text of a file with the given records. `title` is the name of the file format in texts
    for people; if `title` is empty, these texts use `name`.
    """

    name: str
    suffixes: tuple[str, ...]
    content_type: str
    dumps: Callable[[Sequence[R]], str]
    title: str = ""

    @property
    def media_type(self) -> str:
        """Return the HTTP content type of the format without its parameters, such as `charset`."""
        return self.content_type.partition(";")[0]


class Row(Protocol):
    """A row that `kibitz replay` prints: `file`, `game`, `ok` and further fields that depend on the game."""

    @property
    def game(self) -> str: ...

    @property
    def ok(self) -> bool: ...


class Replayed(Struct, frozen=True):
    """A row that `kibitz replay` prints, with the record of the game that the row describes.

    `record` is None if the recorded game breaks the rules, or if the server cannot analyse records of this
    game.
    """

    row: Row
    record: Any = None


# Conversion of records from one format into another


class Source(Struct, Generic[R], frozen=True):
    """The records that `kibitz convert` read from a file.

    `messages` are the warnings about the file and the reason for each record that is left out, in the order
    in which they are printed. `complete` is False if a record of the file is left out, for example because it
    cannot be read.
    """

    records: tuple[R, ...]
    messages: tuple[str, ...] = ()
    complete: bool = True


class Conversion(ABC, Generic[R]):
    """The conversion of records from one format into another for `kibitz convert`.

    `about` describes the conversion of records in the help of `kibitz convert`. `expected` is the end of the
    error about a file without a usable record, after the word `expected`, such as `at least one board that
    can be read, got none`.
    """

    about: ClassVar[str]
    expected: ClassVar[str]

    @abstractmethod
    def read(self, data: bytes, form: str | None) -> Source[R]:
        """Return the records in a file that `kibitz convert` is to convert.

        `form` is the name of the file's format, or None if the server must recognise the format by the
        content. Raises BadRecord if nothing of the file can be read.
        """

    @abstractmethod
    def lost(self, form: Format[R], records: Sequence[R], written: str) -> Mapping[str, Sequence[str]]:
        """Return the kinds of content that a conversion lost, each with the names of the affected records.

        `form` is the format into which the records were converted, and `written` is the text of the new
        file.
        """


# Replays: tables on which one player shows records to watchers


class Showing(ABC):
    """The opening of a record file as a replay: a table at which one player shows the records move by move.

    `game` is the name under which the server knows a table that shows records, such as `replay` or
    `hanabi_replay`.
    """

    game: ClassVar[str]

    @abstractmethod
    def load(self, text: str | bytes, title: str) -> Any:
        """Return the action with which a table of the kind `game` starts to show the records of a file.

        Raises BadRecord for a file that cannot be read.
        """

    def record(self, state: Any) -> Any | None:
        """Return the record of the deal that a table of the kind `game` shows, for an analysis of the deal.

        The returned record has the moves that the table shows, which may be moves that the leader of the
        replay tries instead of the recorded ones. Returns None if the shown deal has no cards, or if the
        server cannot analyse records of the game.
        """
        return None


# Export of finished deals


class FinishedDeal(Struct, frozen=True):
    """A deal that was played to its end at a table of this server.

    `number` is the number of the deal at its table: 0 for the first deal. `state` is the state of the game at
    the end of the deal. `players` are the names of the players in the order of the seats, with None for an
    empty seat. `notes[seat][card]` is the note that the player in the seat wrote on a card. `began_ms` and
    `ended_ms` are the times of the deal's beginning and end, in milliseconds since 1970.

    A director's ruling after the end of a deal may correct the result of the deal. `later` is the state of a
    later deal at the same table, with the number `later_number`; it includes the director's corrections of
    the earlier deal's result. If no later deal was played at the table, `later` is the same as `state`.
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
    """The deals of a table at present, without the content that the caller may not see.

    `name` is the name of the table or of its match, and `room` is the table's room in the match, such as the
    open room. `deal` is the number of the newest deal of the table, and `state` is the state of the game in
    that deal. `finished` are the numbers of the table's finished deals. `uploaded` are the uploaded deals
    that the table plays, or None if the deals of the table are random.
    """

    table: str
    name: str
    room: str
    state: Any
    deal: int
    finished: range
    uploaded: Sequence[Any] | None = None


Eyes = int | Literal["all"] | None
"""The view of a finished deal that a player asks for: one seat's, all hands, or None for the public view."""


class Position(Struct, frozen=True):
    """A position in a finished deal: the view of the table after the first `turn` actions of the deal.

    `turns` is the number of all actions of the finished deal.

    `seat` is the seat for which the view is shown; it is None for the public view and for the view of all
    hands. `pub` is the part of the view that everybody may see. `own` is the part of the view with hidden
    hands, for `seat` alone or for all seats; it is None in the public view. `players` are the names of the
    players in the order of the seats, with null for an empty seat.
    """

    turn: int
    turns: int
    seat: int | None
    pub: Pub
    own: Own | None
    players: tuple[str | None, ...] = ()


class Positions(ABC):
    """The computation of the positions of finished deals of one game, for players that look back at a deal.

    `noun` is the word for a finished deal in messages, such as `game of Hanabi`.
    """

    noun: ClassVar[str]

    @abstractmethod
    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return a deal's position after `turn` actions in the view `eyes`: one seat, all hands or public.

        Raises Refusal for a turn beyond the end of the deal, and for a seat that the game does not have.
        """


def audience_of(eyes: Eyes, seats: int, turn: int, turns: int) -> Audience:
    """Return the audience for which a position is shown: the public, a seat, or the viewers of all hands.

    Raises Refusal for a turn above `turns`, and for a seat that is not one of the `seats` seats.
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
    """Return the seat that the view of a position is for; None for the public view and that of all hands."""
    return eyes if isinstance(eyes, int) else None


class Export(ABC, Generic[R]):
    """The export of a table's finished deals as records.

    `noun` is the word for a deal in messages, such as `board`. `corrected_for` is the number of earlier deals
    with results that the state of a deal also holds, with all corrections by rulings. `with_notes` is True if
    the exported records hold the players' notes. `positions` is None if players cannot look back at positions
    of finished deals in this game.
    """

    noun: ClassVar[str]
    corrected_for: ClassVar[int] = 0
    with_notes: ClassVar[bool] = False
    positions: ClassVar[Positions | None] = None

    @abstractmethod
    def number_of(self, played: PlayedTable, deal: int) -> int | None:
        """Return the number with which views show the finished deal `deal`, counted from 0; None for none."""

    def numbered(self, played: PlayedTable, number: int) -> tuple[int, ...]:
        """Return the indices, from 0, of the finished deals with the number `number`, such as board 7.

        There may be several, because an uploaded file may repeat a number.
        """
        return tuple(deal for deal in played.finished if self.number_of(played, deal) == number)

    @abstractmethod
    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[R, ...]:
        """Return the records of finished deals in the order of play, or () if there are no finished deals."""

    def result_line(self, state: Any) -> str:
        """Return the result of a finished deal in one line without the game's name, such as `4♠ S = +620`.

        Lists of finished deals show the line. By default there is none.
        """
        return ""

    def corrected_line(self, played: PlayedTable, deal: int) -> str | None:
        """Return the result line of the finished deal `deal`, counted from 0, with all later corrections.

        Only an earlier deal with a result in the state of the present one gets a line; other
        deals get None.
        """
        return None


class Exported(Struct, Generic[R], frozen=True):
    """Records of the finished deals of a table, with the formats of their game."""

    game: Records[R]
    records: tuple[R, ...]

    @property
    def formats(self) -> Mapping[str, Format[R]]:
        """Return the file formats in which the records can be written, by their names in the HTTP API."""
        return self.game.formats

    def file(self, name: str) -> bytes:
        """Return the bytes of a file with the records in the format `name`."""
        return self.formats[name].dumps(self.records).encode()


# Analysis of records in worker processes


class Question(Struct, frozen=True):
    """A question for a worker process, which calls `ask` and returns its result as the answer.

    `ask` must be picklable, because it is sent to another process. Questions with the same `key` have the
    same answer, so that one worker's answer serves all of them. If a worker answers with an AnalysisError,
    the error text is shown to the caller.
    """

    key: Hashable
    ask: Callable[[], Any]


class Analysing(ABC, Generic[R]):
    """The analysis of records in worker processes.

    All class variables of `Analysing` except `answer_type` are texts for messages and for the help. `noun` is
    the word for a record, such as `board`. `only` is a clause for the error about other games, such as
    `double-dummy analysis is for boards of bridge`. `about` is a sentence about the analysis for the help of
    `kibitz replay`. `results` names, in messages, the results of the analysis, such as `double-dummy
    results`. `added` names, in messages, the content that the analysis adds to a record, such as
    `double-dummy results and par`. `answered` says in words what the HTTP answer holds about a record, such
    as `20 double-dummy results and par`. `answer_type` is the type of the HTTP answer about the analysed
    records.
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
        """Return the analysis of a record, made from the worker processes' answers about the record."""

    @abstractmethod
    def annotated(self, record: R, analysis: Any) -> R:
        """Return the record with the results of its analysis added."""

    @abstractmethod
    def row(self, row: Any, analysis: Any | AnalysisError | None) -> Row:
        """Return a row for `kibitz replay` with the analysis of its record, or with the analysis error."""

    @abstractmethod
    def answer(self, found: Sequence[tuple[R, Any | None]]) -> Struct:
        """Return the HTTP answer about records and their analyses.

        `found` holds each record together with its analysis, or with None if the analysis took too long.
        """

    @abstractmethod
    def label(self, record: R) -> str:
        """Return the name or the number of a record, by which messages refer to it."""


# Comparisons of tables that have played the same deals


class Printing(ABC, Generic[R]):
    """The presentation of a comparison of tables, which `Game.comparing` makes, for people.

    `comparison_type` is the type of the comparison.
    """

    comparison_type: ClassVar[type[Struct]]

    @abstractmethod
    def text(self, comparison: R, title: str) -> str:
        """Return the comparison as plain text with aligned columns, for the terminal."""

    @abstractmethod
    def document(self, comparison: R, title: str) -> str:
        """Return the comparison as one HTML document to read and to print.

        The document has no scripts and loads no other files. All names and the title are escaped.
        """


class EventAbout(Struct, frozen=True):
    """The facts about an event that a file of its results has beside them.

    `date` is written as in 2026-11-27. `teams` is True if the entries are teams, and `knock_out` if the
    winner of a match goes on. `names` has the number and the players of each entry, and the name of a team or
    "", by the id of the entry. `boards` has the number of the board of each deal, and `deals` those deals
    whose cards everybody may see. `players` are the names of the players at each table, by seat; a table is
    known by the number of the deal and its sides.
    """

    title: str
    identifier: str
    date: str
    swiss: bool
    names: Mapping[str, tuple[str, tuple[str, ...], str]]
    boards: Mapping[int, int]
    teams: bool = False
    deals: Mapping[int, Any] = MappingProxyType({})
    players: Mapping[tuple[int, tuple[str | None, ...]], tuple[str | None, ...]] = MappingProxyType({})
    knock_out: bool = False


class EventFiles(ABC, Generic[R]):
    """The files with the results of an event, for other programs and for people.

    `formats` has the media type and the ending of the name of each file, by the word of its format.
    `versions` has the versions of each format that has several, the usual one first.
    """

    formats: ClassVar[Mapping[str, tuple[str, str]]]
    versions: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    @abstractmethod
    def of_event(self, about: EventAbout, field: Field, ranking: Ranking) -> R:
        """Return the results of an event of this server, with its ranking."""

    @abstractmethod
    def write(self, results: R, format: str, version: str = "") -> str:
        """Return a file in one of the `formats`; `version` is one of the format's `versions`, or ""."""

    @abstractmethod
    def text(self, results: R) -> str:
        """Return the ranking and the travellers as text with aligned columns."""

    @abstractmethod
    def document(self, results: R) -> str:
        """Return the ranking and the travellers as one HTML document to read and to print."""


class ReadEventFiles(EventFiles[R]):
    """Files of results that other programs write, too; `read_from` are the endings of names of those."""

    read_from: ClassVar[tuple[str, ...]]

    @abstractmethod
    def of_comparison(self, comparison: bytes, title: str) -> R | None:
        """Return the comparison of a set of boards, encoded as JSON, as results; None if it has no board yet.

        Raises ValueError for the comparison of another game.
        """

    @abstractmethod
    def read(self, data: bytes) -> tuple[R, ...]:
        """Return the results of each event in a file.

        Raises BadRecord for a file that cannot be read.
        """

    @abstractmethod
    def counted(self, results: R, scoring: str | None, note: Callable[[str], None]) -> R:
        """Return results with all their points, by their own scoring or by another one.

        `note` is called with each line about points of the file that its scores do not explain. Raises
        ValueError for a scoring by which these results cannot be counted.
        """


# Deals, read from files or dealt for `kibitz deal`


class DealSets(ABC):
    """The reader of files with deals that can be played at a new table."""

    @abstractmethod
    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the deals of a file, each as an action that deals its cards at a table.

        Raises BadRecord for a file that cannot be read. `warn` is called with each warning: content of the
        file was ignored, or was read differently from its format.
        """


class DealOption(Struct, frozen=True):
    """An option that `kibitz deal` has for one game, such as `--boards 3` for bridge.

    `least` and `most` are the smallest and the largest number that the user may give for the option, or None
    without such a limit. An option of type `bool` is a flag of the command line, without a value. If two
    games have options of the same name for `kibitz deal`, the options must have the same type and the same
    limits.
    """

    name: str
    type: type[int] | type[str] | type[bool]
    help: str
    least: int | None = None
    most: int | None = None


class Dealing(ABC):
    """The deals that `kibitz deal` prints for one game.

    `dealt` is a clause for the error about a wrong option, such as "boards of bridge are dealt as PBN".
    `about` is a paragraph about dealing cards for this game, in the help of `kibitz deal`.
    """

    dealt: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[tuple[DealOption, ...]] = ()

    @abstractmethod
    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return the text that `kibitz deal` prints.

        `wishes` are the options of `kibitz deal` that the user gave, by name. `seed` is a word that
        determines the shuffle: the same seed gives the same deals. If `seed` is None, the cards are shuffled
        with the secret random numbers of `secret`. Raises KibitzError, LookupError or ValidationError if no
        cards can be dealt with the given options.
        """


class Records(ABC, Generic[R]):
    """The records of one game, and the operations that the server offers on them.

    Each game registers one instance of `Records`, which must be picklable, in `server.records.registry`. An
    operation on records, such as `conversion` or `export`, is None if the game does not offer it; a request
    for that operation gets an error.

    `game` is the name by which requests name the game, and `title` is the name of the game in messages. `one`
    names a file of records in messages, such as `a game of Hanabi`. `kind` names a file of records together
    with its format, such as `a game of Hanabi (Hanabi Live)`. `many` names several records, such as `games of
    Hanabi`. `noun` is the word for one record in messages, such as `game`. `reads` lists, for the help, the
    file formats that the server can read. `formats` are the file formats that the server can write, by the
    names that the HTTP API uses; the first format is the default. `row_type` is the type of a row of the
    output of `kibitz replay`. The help lists the fields of `row_type`, and adds the text `row_note` after
    that list. `comments` is True if JSON files of the game may contain comments. `fallback` is True for
    exactly one game: its reader gets every file that no other game recognises as its own. If `conversion` is
    None, `kibitz convert` refuses the game's records, with the reason `not_converted` in its error.
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
    printing: ClassVar[Printing[Any] | None] = None
    event_files: ClassVar[EventFiles[Any] | None] = None
    deal_sets: ClassVar[DealSets | None] = None
    dealing: ClassVar[Dealing | None] = None

    @abstractmethod
    def claims(self, head: bytes) -> bool:
        """Return True if a file's first bytes show that it holds records of the game of this class.

        `head` is the beginning of a file in UTF-8, from the first character that is neither blank nor part of
        a JSON comment. The server never calls `claims` for the game that reads all unrecognised files.
        """

    @abstractmethod
    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Play each record of a file by the rules, and yield an output row for each, in the file's order.

        No content of a file raises an exception: an error in a record, or in the whole file, is reported in a
        row.
        """

    @abstractmethod
    def fault_row(self, file: str, error: str) -> Row:
        """Return the output row that reports why a file cannot be read."""

    def format_named(self, name: str) -> Format[R] | None:
        """Return the format that `kibitz convert` calls `name`, or None if this game has no such format."""
        return next((form for form in self.formats.values() if form.name == name), None)

    def deals(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the deals of a file, which a new table can play.

        Raises BadRecord for a file that cannot be read, or if tables of this game cannot play deals from a
        file.
        """
        if self.deal_sets is None:
            raise BadRecord(f"tables cannot play deals from a file of {self.many}")
        return self.deal_sets.read(text, warn)
