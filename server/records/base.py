"""The contract between a game's records and all that reads, shows, converts and exports them."""

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
    """A format that records are written in: `suffixes` are those of its files, the first is its own.

    `title` is its name in sentences, where that is another.
    """

    name: str
    suffixes: tuple[str, ...]
    content_type: str
    dumps: Callable[[Sequence[R]], str]
    title: str = ""

    @property
    def media_type(self) -> str:
        """The content type without parameters."""
        return self.content_type.partition(";")[0]


class Row(Protocol):
    """One line of `kibitz replay`: a struct with the fields `file`, `game`, `ok`, and those of its game."""

    @property
    def game(self) -> str: ...

    @property
    def ok(self) -> bool: ...


class Replayed(Struct, frozen=True):
    """A row of `kibitz replay`, and the record that it is about, where that keeps the rules."""

    row: Row
    record: Any = None


# Conversion


class Source(Struct, Generic[R], frozen=True):
    """The records of a file that is converted.

    `messages` are printed, in their order: what is left out, and warnings. `complete` is False where a
    record is left out.
    """

    records: tuple[R, ...]
    messages: tuple[str, ...] = ()
    complete: bool = True


class Conversion(ABC, Generic[R]):
    """How records go from one format into another: `kibitz convert`.

    `about` is a sentence for the help. `expected` says what a file without a usable record lacks.
    """

    about: ClassVar[str]
    expected: ClassVar[str]

    @abstractmethod
    def read(self, data: bytes, form: str | None) -> Source[R]:
        """Return the records of a file; `form` names its format where that is not to be recognised.

        Raises BadRecord where the whole cannot be read.
        """

    @abstractmethod
    def lost(self, form: Format[R], records: Sequence[R], written: str) -> Mapping[str, Sequence[str]]:
        """Return what `form` could not hold, each kind of loss with the names of the records that lost it."""


# Replays


class Showing(ABC):
    """The game that shows a file of these records to an audience, as its leader moves through them.

    `game` is the name of that game.
    """

    game: ClassVar[str]

    @abstractmethod
    def load(self, text: str | bytes, title: str) -> Any:
        """Return chance's action that opens a file at a table of `game`. Raises BadRecord."""


# Export of finished deals


class FinishedDeal(Struct, frozen=True):
    """A deal that was played to its end at a table of this server.

    `number` counts the deals of the table from 0. `state` is the one at the end, `players` are the names by
    seat, None for a seat without a player. `notes` are texts by seat and card. Times are milliseconds since
    1970. `later` is the state of the deal `later_number`, in which rulings after the end may have corrected
    the result; it is `state` where the table keeps no later deal.
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
    """A table as one caller may see it by now.

    `name` is the table's, or the match's, in whose `room` it is. `state` is the newest state, of the deal
    `deal`; `finished` are the numbers of the deals that are over. `uploaded` is the set of deals that the
    table plays, None where chance deals.
    """

    table: str
    name: str
    room: str
    state: Any
    deal: int
    finished: range
    uploaded: Sequence[Any] | None = None


class Position(Struct, frozen=True):
    """A finished deal after `turn` of its `turns` actions, as a `seat` had it before it, null: as all had."""

    turn: int
    turns: int
    seat: int | None
    pub: Pub
    own: Own | None


class Positions(ABC):
    """Any position of a finished deal. `noun` names such a deal in sentences, without an article."""

    noun: ClassVar[str]

    @abstractmethod
    def position(self, finished: FinishedDeal, turn: int, seat: int | None) -> Position:
        """Return what a seat, or all, had before them after so many actions.

        Raises Refusal for a turn or a seat that there is not.
        """


class Export(ABC, Generic[R]):
    """How the finished deals of a table become records.

    `noun` is what a deal is called. `corrected_for`: a state keeps the results of so many deals before its
    own, as rulings have left them. `with_notes`: the records hold the players' notes.
    """

    noun: ClassVar[str]
    corrected_for: ClassVar[int] = 0
    with_notes: ClassVar[bool] = False
    positions: ClassVar[Positions | None] = None

    @abstractmethod
    def numbered(self, played: PlayedTable, number: int) -> tuple[int, ...]:
        """Return the finished deals, counted from 0, that views show with this number."""

    @abstractmethod
    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[R, ...]:
        """Return the records of deals in the order of play; () for no deals."""


class Exported(Struct, Generic[R], frozen=True):
    """Records that a table has finished, and what their game offers with them."""

    game: Records[R]
    records: tuple[R, ...]

    @property
    def formats(self) -> Mapping[str, Format[R]]:
        """The formats that they are written in."""
        return self.game.formats

    def file(self, name: str) -> bytes:
        """Return the records in one of the formats."""
        return self.formats[name].dumps(self.records).encode()


# Analysis


class Question(Struct, frozen=True):
    """A question for a worker process: `ask` can be pickled. Questions with the same `key` share an answer.

    Its answer is an AnalysisError where that is to be told.
    """

    key: Hashable
    ask: Callable[[], Any]


class Analysing(ABC, Generic[R]):
    """The analysis of records in worker processes.

    `noun` is what one record is called. `only` says of which records there is an analysis. `about` is a
    sentence for the help of `kibitz replay`. `results` is what is analysed, in two words; `added` is what a
    record gets of it, and `answered` what HTTP answers about a record, as an `answer_type`.
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
        """Return what is to be asked about a record. Raises AnalysisError."""

    @abstractmethod
    def analysis(self, record: R, answers: Sequence[Any]) -> Any:
        """Return the analysis that the answers to these questions make."""

    @abstractmethod
    def annotated(self, record: R, analysis: Any) -> R:
        """Return the record with an analysis in it."""

    @abstractmethod
    def row(self, row: Any, analysis: Any | AnalysisError | None) -> Row:
        """Return a row of `kibitz replay` with the analysis of its record, or why there is none."""

    @abstractmethod
    def answer(self, found: Sequence[tuple[R, Any | None]]) -> Struct:
        """Return the answer by HTTP: records and their analyses, None for one that took too long."""

    @abstractmethod
    def label(self, record: R) -> str:
        """Return the name or number by which messages call a record."""


# Deals


class DealSets(ABC):
    """Sets of deals on which a table of the game can be opened."""

    @abstractmethod
    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return chance's actions for the deals of a file. Raises BadRecord.

        `warn` is called with each warning of what was not read, or was read otherwise than written.
        """


class DealOption(Struct, frozen=True):
    """An option of `kibitz deal` that one game has: `--boards 3`. Numbers have limits; a `bool` is a flag.

    Games that share the name of an option share its type and its limits.
    """

    name: str
    type: type[int] | type[str] | type[bool]
    help: str
    least: int | None = None
    most: int | None = None


class Dealing(ABC):
    """How `kibitz deal` deals and prints.

    `dealt` says what is dealt, `about` is a paragraph for the help.
    """

    dealt: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[tuple[DealOption, ...]] = ()

    @abstractmethod
    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return what is printed; `wishes` are options by name, `secret` draws where there is no seed.

        Raises KibitzError, LookupError or ValidationError for what cannot be dealt.
        """


class Records(ABC, Generic[R]):
    """What one game offers with its records.

    A game registers one instance, which can be pickled, in `server.records.registry`. What it has no group
    for (None) is refused with a sentence wherever it is asked for.

    `game` is the game's name in the registry of games, `title` its name in sentences. `one` names a file of
    its records in sentences, `kind` does so with the format; `many` are several, `noun` is one record.
    `reads` lists the formats for the help. `formats` are those that it is written in, by their names in HTTP;
    the first is the usual one. `row_type` is a row of `kibitz replay`, `row_note` ends the list of its
    fields in the help. `comments`: its JSON may have comments. `fallback`: a file that no other game claims
    is one of this game's; exactly one game has it. `not_converted` says why nothing converts the records,
    where there is no `conversion`.
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
    not_converted: ClassVar[str] = "its records have one format; nothing converts it"
    formats: ClassVar[Mapping[str, Format[Any]]] = {}

    conversion: ClassVar[Conversion[Any] | None] = None
    showing: ClassVar[Showing | None] = None
    export: ClassVar[Export[Any] | None] = None
    analysing: ClassVar[Analysing[Any] | None] = None
    deal_sets: ClassVar[DealSets | None] = None
    dealing: ClassVar[Dealing | None] = None

    @abstractmethod
    def claims(self, head: bytes) -> bool:
        """Return whether the first bytes of a file tell that it holds records of this game.

        `head` is UTF-8 and begins with a character that is neither blank nor in a comment of JSON. The
        fallback is never asked.
        """

    @abstractmethod
    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row for each record of a file, in its order, played again by the rules.

        Never raises for what a file holds.
        """

    @abstractmethod
    def fault_row(self, file: str, error: str) -> Row:
        """Return the row of a file that cannot be read as a whole."""

    def format_named(self, name: str) -> Format[R] | None:
        """Return the format that `kibitz convert` calls by this name."""
        return next((form for form in self.formats.values() if form.name == name), None)

    def deals(self, text: str | bytes, warn: Warn = str) -> tuple[Any, ...]:
        """Return the deals of a file on which a table can be opened. Raises BadRecord."""
        if self.deal_sets is None:
            raise BadRecord(f"no table is opened on {self.many}")
        return self.deal_sets.read(text, warn)
