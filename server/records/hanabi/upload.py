"""The conversion of uploaded games of Hanabi into the form that a replay shows."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.hanabi import ColorClue, Deal, Discard, PlayCard, RankClue
from protocol.v1.hanabi.replay import MAX_BOARDS, Load, Move, Note, RecordedGame
from server.errors import BadRecord
from server.games.hanabi.state import HanabiState
from server.records.base import Showing
from server.records.hanabi.files import ReadGame, read_games
from server.records.hanabi.record import RANK, GameAction, GameRecord
from server.records.hanabi.validate import options_of
from server.text import clean, clean_lines

MAX_NAME = 60
MAX_NOTE = 500
MAX_WARNINGS = 16
MAX_WARNING = 500
MAX_NOTES_LENGTH = 20_000
"""The largest number of characters of all notes of one game that a replay shows."""


class GameShowing(Showing):
    """The opening of a file of games of Hanabi as a replay, in which one player shows them to watchers."""

    game = "hanabi_replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return the action with which a table starts to show the games of a file.

        Raises BadRecord for a file that cannot be read or shown.
        """
        return load(text, title)


def load(text: str | bytes, title: str = "") -> Load:
    """Return the action with which a table starts to show games in JSON or in addresses of Hanabi Live.

    A game of Hanabi that is shown may be unfinished. Raises BadRecord, with the game and its position in the
    file, for a file with no games or too many games, and for a game that breaks the rules.
    """
    games = []
    for number, read in enumerate(read_games(text.encode() if isinstance(text, str) else text), 1):
        if number > MAX_BOARDS:
            raise BadRecord(f"expected at most {MAX_BOARDS} games in a replay, got more games")
        games.append(_game(read, number))
    if not games:
        raise BadRecord("expected at least one game of Hanabi, got none")
    return Load(title, tuple(games))


def _game(read: ReadGame, number: int) -> RecordedGame:
    record, validation = read.record, read.validation
    if read.error is not None or record is None or validation is None or validation.state is None:
        raise BadRecord(f"game {number}: {read.error}")
    counted = record.actions[: validation.turns]
    warnings = tuple(warning[:MAX_WARNING] for warning in read.warnings[:MAX_WARNINGS])
    return _recorded(record, counted, validation.state, warnings)


def _recorded(
    record: GameRecord, counted: tuple[GameAction, ...], last: HanabiState, warnings: tuple[str, ...]
) -> RecordedGame:
    """Return a valid record of Hanabi in the form that a replay shows.

    The first `counted` actions of the record are those up to the game's end, and lead to the state `last`.
    """
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
    """Yield a game's notes that are not blank, seat by seat, up to `MAX_NOTES_LENGTH` characters in all."""
    room = MAX_NOTES_LENGTH
    for seat, notes in enumerate(record.notes):
        for card, note in enumerate(notes):
            text = clean_lines(note).strip()[: min(MAX_NOTE, room)]
            room -= len(text)
            if text:
                yield Note(seat, card, text)
