"""The records of a made-up game, tossed coins: what a game must write to be read, shown and exported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from protocol.v1.bridge import Deal
from protocol.v1.codes import Code
from server.errors import AnalysisError, BadRecord, Refusal
from server.games.base import Rng
from server.records.base import (
    Analysing,
    Conversion,
    Dealing,
    DealOption,
    DealSets,
    Export,
    Eyes,
    FinishedDeal,
    Format,
    PlayedTable,
    Position,
    Positions,
    Question,
    Records,
    Replayed,
    Showing,
    Source,
    Warn,
    seat_of,
)
from server.records.bridge.double_dummy.analysing import AnalysedBoards
from tests.games.bridge.deals import deal
from tests.games.of_state import game_of

SIGN = b"coins:"


class Toss(Struct, frozen=True):
    """A coin that was tossed, and by which players."""

    side: str
    players: tuple[str | None, ...] = ()


class TossRow(Struct, frozen=True):
    """The row of a toss."""

    file: str
    game: str
    ok: bool
    side: str | None = None
    worth: int | None = None
    error: str | None = None


def read(text: str | bytes) -> Iterator[Toss]:
    """Yield the tosses of a file. Raises BadRecord."""
    data = text.encode() if isinstance(text, str) else text
    for side in data.removeprefix(SIGN).decode().split():
        if side not in ("heads", "tails"):
            raise BadRecord(f"expected heads or tails, got {side}")
        yield Toss(side)


def written(records: Sequence[Toss]) -> str:
    """Return a file of tosses by their sides."""
    return f"coins: {' '.join(record.side for record in records)}\n"


def counted(records: Sequence[Toss]) -> str:
    """Return a file of the number of tosses, from which no side can be told."""
    return f"coins: {'heads ' * len(records)}\n"


class TossConversion(Conversion[Toss]):
    """Tosses as words or as a number."""

    about = "Coins lie."
    expected = "at least one toss, got none"

    def read(self, data: bytes, form: str | None) -> Source[Toss]:
        """Return the tosses; a coin on its edge is left out."""
        edges = data.count(b"edge")
        tosses = tuple(read(data.replace(b"edge", b"")))
        return Source(tosses, ("left out: a coin on its edge",) * edges, not edges)

    def lost(self, form: Format[Toss], records: Sequence[Toss], written: str) -> Mapping[str, Sequence[str]]:
        """Return the tosses whose side is lost."""
        pairs = enumerate(zip(records, read(written), strict=True), 1)
        lost = [str(place) for place, (old, new) in pairs if old.side != new.side]
        return {"the side": lost} if lost else {}


class TossShowing(Showing):
    """A replay of tosses."""

    game = "coins_replay"

    def load(self, text: str | bytes, title: str) -> tuple[str, tuple[Toss, ...]]:
        """Return the title and the tosses."""
        return title, tuple(read(text))


class TossPositions(Positions):
    """The position before a toss, and after it."""

    noun = "flip"

    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return the public half of the state, whatever the turn."""
        if turn > 1:
            raise Refusal(Code.INVALID_MESSAGE, f"expected a turn of 0 to 1, got {turn} - at `turn`")
        return Position(turn, 1, seat_of(eyes), game_of(finished.state).pub(finished.state), None)


class TossExport(Export[Toss]):
    """A toss for each finished deal."""

    noun = "flip"
    positions = TossPositions()

    def number_of(self, played: PlayedTable, deal: int) -> int | None:
        """Count the deals from 1."""
        return deal + 1

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[Toss, ...]:
        """Return heads for even deals."""
        return tuple(Toss("tails" if deal.number % 2 else "heads", deal.players) for deal in finished)


class TossAnalysing(Analysing[Toss]):
    """The worth of a toss: a worker multiplies."""

    noun = "flip"
    only = "only tosses are worth something"
    about = "Weighs coins."
    results = "worths"
    added = "worths"
    answered = "its worth"
    answer_type = AnalysedBoards

    def questions(self, record: Toss) -> tuple[Question, ...]:
        """Ask for a power of two."""
        return (Question(record.side, partial(pow, 2, len(record.side))),)

    def analysis(self, record: Toss, answers: Sequence[Any]) -> int:
        """Return the power."""
        (worth,) = answers
        return int(worth)

    def annotated(self, record: Toss, analysis: int) -> Toss:
        """Return the toss by its worth."""
        return Toss(record.side, (str(analysis),))

    def row(self, row: Any, analysis: int | AnalysisError | None) -> TossRow:
        """Return the row with the worth."""
        worth = analysis if isinstance(analysis, int) else None
        return TossRow(row.file, row.game, row.ok, row.side, worth, row.error)

    def answer(self, found: Sequence[tuple[Toss, int | None]]) -> AnalysedBoards:
        """Return no boards."""
        return AnalysedBoards([])

    def label(self, record: Toss) -> str:
        """Return the side."""
        return record.side


class TossSets(DealSets):
    """A board of bridge for each toss, so that a real table can play on it."""

    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Deal, ...]:
        """Return boards, numbered from 1."""
        tosses = tuple(read(text))
        return tuple(deal(board=number) for number in range(1, len(tosses) + 1))


class TossDealing(Dealing):
    """Coins by chance."""

    dealt = "coins are tossed"
    about = "Coins are tossed too."
    options = (DealOption("coins", int, "how many; 1.", 1, 9), DealOption("shout", bool, "in capitals."))

    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return the sides in words."""
        rng: Rng = secret if seed is None else Random(seed)
        sides = [rng.sample(["heads", "tails"], 1)[0] for _ in range(wishes.get("coins", 1))]
        text = written([Toss(side) for side in sides])
        return text.upper() if wishes.get("shout") else text


class Coins(Records[Toss]):
    """Everything that a game can offer with its records."""

    game = "coins"
    title = "coins"
    one = "tosses of coins"
    kind = "tosses of coins (plain words)"
    many = "tosses of coins"
    noun = "flip"
    reads = "coins in plain words"
    row_type = TossRow
    formats: ClassVar = {
        "words": Format("coin_words", (".coins",), "text/x-coins", written, "Words"),
        "count": Format("coin_count", (".count",), "text/x-count", counted),
    }
    conversion = TossConversion()
    showing = TossShowing()
    export = TossExport()
    analysing = TossAnalysing()
    deal_sets = TossSets()
    dealing = TossDealing()

    def claims(self, head: bytes) -> bool:
        """Return whether a file begins with the sign."""
        return head.startswith(SIGN)

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row for each toss."""
        try:
            for toss in read(data):
                yield Replayed(TossRow(file, self.game, True, toss.side), toss)
        except BadRecord as error:
            yield Replayed(self.fault_row(file, str(error)))

    def fault_row(self, file: str, error: str) -> TossRow:
        """Return the row of a file that cannot be read."""
        return TossRow(file, self.game, False, error=error)


class CoinsAtBridge(Coins):
    """The same in the place of bridge's records, so that a real table of this server has them."""

    game = "bridge"
    fallback = True


class Bare(Records[Toss]):
    """The least that a game must write: it is recognised and replayed, and nothing else."""

    game = "bare"
    title = "bare"
    one = "a bare thing"
    kind = "a bare thing"
    many = "bare things"
    reads = "bare things"
    row_type = TossRow

    def claims(self, head: bytes) -> bool:
        """Return whether a file begins with the name."""
        return head.startswith(b"bare")

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield one row."""
        yield Replayed(TossRow(file, self.game, True))

    def fault_row(self, file: str, error: str) -> TossRow:
        """Return the row of a file that cannot be read."""
        return TossRow(file, self.game, False, error=error)
