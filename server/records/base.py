"""The contract between the records of a game and the code that reads, shows, converts and exports records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from protocol.v1.requests import ClockRules, NoClock
from protocol.v1.view import Own, Pub
from server.errors import AnalysisError, BadRecord
from server.games.base import Rng

R = TypeVar("R")
Warn = Callable[[str], object]


class Format(Struct, Generic[R], frozen=True):
    """A file format in which records are written.

    `suffixes` are the endings of its files, the usual ending first. `dumps` returns the text of a file of
    records. `title` is the name of the format in sentences, if it differs from `name`.
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
    """A row of `kibitz replay`: a struct with the fields `file`, `game`, `ok`, and the fields of its game."""

    @property
    def game(self) -> str: ...

    @property
    def ok(self) -> bool: ...


class Replayed(Struct, frozen=True):
    """A row of `kibitz replay`, with the record that it describes if that record keeps the rules."""

    row: Row
    record: Any = None


# Conversion


class Source(Struct, Generic[R], frozen=True):
    """The records of a file that is converted.

    `messages` are printed in their order: reasons why records are left out, and warnings. `complete` is
    False if a record is left out.
    """

    records: tuple[R, ...]
    messages: tuple[str, ...] = ()
    complete: bool = True


class Conversion(ABC, Generic[R]):
    """The conversion of records from one format into another for `kibitz convert`.

    `about` is a sentence for the help. `expected` describes a usable file, for the error about a file
    without a usable record.
    """

    about: ClassVar[str]
    expected: ClassVar[str]

    @abstractmethod
    def read(self, data: bytes, form: str | None) -> Source[R]:
        """Return the records of a file.

        `form` is the name of the file's format, or None if the content tells the format. Raises BadRecord
        if the file as a whole cannot be read.
        """

    @abstractmethod
    def lost(self, form: Format[R], records: Sequence[R], written: str) -> Mapping[str, Sequence[str]]:
        """Return the losses of a conversion: each kind of loss with the names of the records that it affects.

        `form` is the format that could not hold the lost content, `written` is the text of the file in that
        format.
        """


# Replays


class Showing(ABC):
    """The opening of a record file as a replay, which a leader shows to an audience move by move.

    `game` is the name of the replay game.
    """

    game: ClassVar[str]

    @abstractmethod
    def load(self, text: str | bytes, title: str) -> Any:
        """Return the action of chance that opens a file at a table of `game`.

        Raises BadRecord for a bad file.
        """


# Export of finished deals


class FinishedDeal(Struct, frozen=True):
    """A deal that was played to its end at a table of this server.

    `number` counts the deals of the table from 0. `state` is the state at the end of the deal. `players`
    are the names by seat, None for a seat without a player. `notes` are the players' notes by seat and by
    card. `began_ms` and `ended_ms` are milliseconds since 1970.

    Rulings after the end may correct the result of a deal. `later` is the state of the later deal
    `later_number`, which includes such corrections. It equals `state` if the table has no later deal.
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
    """A table in the state in which one caller may see it now.

    `name` is the name of the table or of its match, and `room` is the table's room in the match. `state` is
    the state of the newest deal, whose number is `deal`. `finished` are the numbers of the finished deals.
    `uploaded` is the set of deals that the table plays, or None if the deals are random.
    """

    table: str
    name: str
    room: str
    state: Any
    deal: int
    finished: range
    uploaded: Sequence[Any] | None = None


class Position(Struct, frozen=True):
    """A position in a finished deal after `turn` of its `turns` actions.

    `seat` is the seat whose view this is, or None for the public view, which has no own half.
    """

    turn: int
    turns: int
    seat: int | None
    pub: Pub
    own: Own | None


class Positions(ABC):
    """The positions of finished deals.

    `noun` is the word for a finished deal in sentences, without an article.
    """

    noun: ClassVar[str]

    @abstractmethod
    def position(self, finished: FinishedDeal, turn: int, seat: int | None) -> Position:
        """Return the position after `turn` actions as a seat saw it, or the public position without a seat.

        Raises Refusal for a turn or a seat that does not exist.
        """


class Export(ABC, Generic[R]):
    """The export of a table's finished deals as records.

    `noun` is the word for a deal in sentences. `corrected_for` is the number of earlier deals whose results
    a state holds, corrected by rulings. `with_notes` is True if the records hold the players' notes.
    `positions` is None if the game offers no positions of finished deals.
    """

    noun: ClassVar[str]
    corrected_for: ClassVar[int] = 0
    with_notes: ClassVar[bool] = False
    positions: ClassVar[Positions | None] = None

    @abstractmethod
    def numbered(self, played: PlayedTable, number: int) -> tuple[int, ...]:
        """Return the finished deals, counted from 0, to which views give this number."""

    @abstractmethod
    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[R, ...]:
        """Return the records of finished deals in the order of play, or () without deals."""


class Exported(Struct, Generic[R], frozen=True):
    """Records of the finished deals of a table, with the formats of their game."""

    game: Records[R]
    records: tuple[R, ...]

    @property
    def formats(self) -> Mapping[str, Format[R]]:
        """Return the formats in which the records can be written, by their names in HTTP."""
        return self.game.formats

    def file(self, name: str) -> bytes:
        """Return the content of a file with the records in the format `name`."""
        return self.formats[name].dumps(self.records).encode()


# Analysis


class Question(Struct, frozen=True):
    """A question for a worker process, which calls `ask` and returns its result as the answer.

    `ask` must be picklable. Questions with the same `key` share one answer. An AnalysisError that is
    returned as the answer is shown to the caller.
    """

    key: Hashable
    ask: Callable[[], Any]


class Analysing(ABC, Generic[R]):
    """The analysis of records in worker processes.

    `noun` is the word for a record. `only` is a sentence that names the records that can be analysed.
    `about` is a sentence for the help of `kibitz replay`. `results` names the results of the analysis in
    two words. `added` names the content that the analysis adds to a record. `answered` describes the HTTP
    answer about a record, which has the type `answer_type`.
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
        """Return the questions to answer about a record.

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
        """Return the HTTP answer about records and their analyses, None for one that took too long."""

    @abstractmethod
    def label(self, record: R) -> str:
        """Return the name or the number of a record for messages."""


# Deals


class DealSets(ABC):
    """The reader of files with deals, on which a table of the game can be opened."""

    @abstractmethod
    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the actions of chance for the deals of a file. Raises BadRecord for a bad file.

        `warn` is called with each warning about content that was not read, or that was read differently
        from its text.
        """


class DealOption(Struct, frozen=True):
    """An option of `kibitz deal` that one game has, as `--boards 3`.

    `least` and `most` limit a number. An option of type `bool` is a flag. Games that share the name of an
    option share its type and its limits.
    """

    name: str
    type: type[int] | type[str] | type[bool]
    help: str
    least: int | None = None
    most: int | None = None


class Dealing(ABC):
    """The deals that `kibitz deal` prints for one game.

    `dealt` is a clause that names what is dealt, for errors. `about` is a paragraph for the help.
    """

    dealt: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[tuple[DealOption, ...]] = ()

    @abstractmethod
    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return the text to print.

        `wishes` are the values of options by name. `seed` determines the deals, and `secret` draws them if
        `seed` is None. Raises KibitzError, LookupError or ValidationError if the deals are impossible.
        """


class Records(ABC, Generic[R]):
    """The records of one game, and the operations that the game offers on them.

    A game registers one picklable instance in `server.records.registry`. Each operation that is None is
    refused with an error when a caller asks for it.

    `game` is the name of the game in the registry of games, `title` is its name in sentences. `one` names a
    file of its records in sentences, `kind` names the file with its format, `many` names several records,
    and `noun` names one record. `reads` lists the readable formats for the help. `formats` are the formats
    that can be written, by their names in HTTP; the first is the default. `row_type` is the type of a row
    of `kibitz replay`; `row_note` ends the list of its fields in the help. `comments` is True if its JSON
    may contain comments. `fallback` is True for exactly one game, which gets every file that no other game
    claims. `not_converted` is the reason for the error if `conversion` is None.
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

        `head` is UTF-8 and starts with the first character that is neither blank nor part of a JSON
        comment. This method is not called on the fallback.
        """

    @abstractmethod
    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row for each record of a file, in the order of the file, after playing the record.

        Never raises an error for the content of a file.
        """

    @abstractmethod
    def fault_row(self, file: str, error: str) -> Row:
        """Return the row of a file that cannot be read as a whole."""

    def format_named(self, name: str) -> Format[R] | None:
        """Return the format that `kibitz convert` calls by this name, or None if there is no such format."""
        return next((form for form in self.formats.values() if form.name == name), None)

    def deals(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the deals of a file on which a table can be opened.

        Raises BadRecord for a bad file, and if the game opens no tables on files of deals.
        """
        if self.deal_sets is None:
            raise BadRecord(f"expected a file of deals, got {self.many}, on which no table can be opened")
        return self.deal_sets.read(text, warn)
