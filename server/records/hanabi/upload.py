"""Uploaded games of Hanabi as the record that a replay shows."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.hanabi import ColorClue, Deal, Discard, PlayCard, RankClue
from protocol.v1.hanabi.replay import MAX_BOARDS, Load, Move, Note, RecordedGame
from server.errors import BadRecord
from server.games.hanabi.state import HanabiState
from server.records.base import Showing
from server.records.hanabi.files import Recorded
from server.records.hanabi.files import recorded as read_games
from server.records.hanabi.record import RANK, GameAction, GameRecord
from server.records.hanabi.validate import options_of
from server.text import clean, clean_lines

MAX_NAME = 60
MAX_NOTE = 500
MAX_WARNINGS = 16
MAX_WARNING = 500
MAX_WORDS = 20_000
"""So many characters of notes of one game are shown."""


class GameShowing(Showing):
    """The replay of games of Hanabi."""

    game = "hanabi_replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return chance's action that opens a file of games. Raises BadRecord."""
        return load(text, title)


def load(text: str | bytes, title: str = "") -> Load:
    """A file of recorded games of Hanabi, as JSON or as addresses of Hanabi Live.

    A game may stop early. Raises BadRecord for what is no such file, has too many games, or one that cannot
    have been played so: which, where in the file, and why.
    """
    games = []
    for place, read in enumerate(read_games(text.encode() if isinstance(text, str) else text), 1):
        if place > MAX_BOARDS:
            raise BadRecord(f"expected at most {MAX_BOARDS} games in a replay, got more")
        games.append(_game(read, place))
    if not games:
        raise BadRecord("expected at least one game of Hanabi, got none")
    return Load(title, tuple(games))


def _game(read: Recorded, place: int) -> RecordedGame:
    record, judged = read.record, read.judged
    if read.error is not None or record is None or judged is None or judged.state is None:
        raise BadRecord(f"game {place}: {read.error}")
    counted = record.actions[: judged.turns]
    warnings = tuple(warning[:MAX_WARNING] for warning in read.warnings[:MAX_WARNINGS])
    return _recorded(record, counted, judged.state, warnings)


def _recorded(
    record: GameRecord, counted: tuple[GameAction, ...], last: HanabiState, warnings: tuple[str, ...]
) -> RecordedGame:
    """Return a sound record as a replay shows it; the actions that count lead to the state `last`."""
    moves = tuple(_move(action) for action in counted if action.type <= RANK)
    return RecordedGame(
        options=options_of(record),
        deal=Deal(last.deck, clean(last.seed), last.characters),
        moves=moves,
        ended=last.ended if len(moves) < len(counted) else None,
        players=tuple(clean(name)[:MAX_NAME] for name in record.players),
        notes=tuple(_notes(record)),
        id=record.id,
        warnings=warnings,
    )


def _move(action: GameAction) -> Move:
    match action.type:
        case 0:
            return PlayCard(action.target)
        case 1:
            return Discard(action.target)
        case 2:
            return ColorClue(action.target, action.value)
        case _:
            return RankClue(action.target, action.value)


def _notes(record: GameRecord) -> Iterator[Note]:
    """The notes that are not blank, seat by seat, as long as there is room."""
    room = MAX_WORDS
    for seat, notes in enumerate(record.notes):
        for card, note in enumerate(notes):
            text = clean_lines(note).strip()[: min(MAX_NOTE, room)]
            room -= len(text)
            if text:
                yield Note(seat, card, text)
