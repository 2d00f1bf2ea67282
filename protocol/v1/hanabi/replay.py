"""A replay of Hanabi: recorded games that one player leads everybody through, and what it shows."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1 import hanabi
from protocol.v1.hanabi import ColorClue, Deal, Discard, Ended, HanabiOwn, HanabiPub, PlayCard, RankClue
from protocol.v1.replay import MAX_BOARDS as MAX_BOARDS
from protocol.v1.replay import Finish, Rewind, Seek

Move = PlayCard | Discard | ColorClue | RankClue


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a replay of Hanabi is led; there is nothing to choose."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Try a move from the place that is shown, by whoever is in turn there; the record stays as it is.

    It is what a player may ask for, as at a table: to play a card of an inverted suit discards it.
    """

    move: Move


Action = Seek | Rewind | Try | Finish
"""What the leader may send in `act.action`; a board of `seek` is a game of the file, from 0.

A try that is the record's next move goes along the record.
"""


class Note(Struct, frozen=True, gc=False):
    """What a player noted on a card, by its place in the deck; the numbers after the deck are the piles."""

    seat: int
    card: int
    text: str


class RecordedGame(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded game, all of which the rules allow.

    `moves` are what came of them: to discard a card of an inverted suit was to ask for its play. `ended` is
    how the game has ended without a move, null where it has not. `id` is the game's number at Hanabi Live.
    `warnings` tell what of the file is not shown, such as actions behind the end, each with its line.
    """

    options: hanabi.Options
    deal: Deal
    moves: tuple[Move, ...] = ()
    ended: Ended | None = None
    players: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    id: int | None = None
    warnings: tuple[str, ...] = ()


class Load(Struct, frozen=True, tag_field="t", tag="load", gc=False):
    """Chance's action: a file is opened, `title` is what it is called. Logged, never sent."""

    title: str
    boards: tuple[RecordedGame, ...]


class HanabiReplayPub(HanabiPub, tag="hanabi_replay", kw_only=True, gc=False):
    """What everybody sees of a replay: a game, as its players saw it then, the whole deck, and the place.

    The fields of Hanabi tell the game when `at` of the `moves` of this line were made; the last may be an end
    without a move. `game_no` is the game's number in the file, from 1. `deck` and `seed` are told from the
    beginning: nothing is hidden, while `as` a seat tells what that player saw. `file` is what the file is
    called, `files_boards` how many games it has, and `place` the place of this one, from 0. `tried` is null
    in the record; else the line leaves the record there, so that moves from `tried` on were never made.
    `players` are the recorded ones, by seat, and `notes` theirs, as they were in the end; `id` is the game's
    number at Hanabi Live. `finished`: the leader has ended the replay. `warnings` tell what the file has of
    this game that is not shown, such as actions behind its end or unknown options, each with its line.
    """

    file: str
    files_boards: int
    place: int
    at: int
    moves: int
    tried: int | None = None
    players: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    id: int | None = None
    finished: bool = False
    warnings: tuple[str, ...] = ()


class HanabiReplayOwn(HanabiOwn, tag="hanabi_replay", kw_only=True, gc=False):
    """What one audience of a replay has beyond the public.

    The leader is told by `plays`, `discards` and `clues` what may be tried from here, for whoever is in turn;
    he has no `seat`, and `decision` names the place that is shown. Who watches `as` a seat is told what its
    player was told: the `cards` that he saw, and in his turn what he could ask for; nothing where the game
    has no such seat. Everybody else's half is empty.
    """

    def legal_tries(self) -> tuple[Try, ...]:
        """What the leader may try from here, () for who does not lead and at the end of a game."""
        return () if self.seat is not None else tuple(Try(move) for move in self._moves())

    def _moves(self) -> tuple[Move, ...]:
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
