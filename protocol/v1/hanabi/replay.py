"""Replays of Hanabi: recorded games that one player, the leader, shows to all."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1 import hanabi
from protocol.v1.hanabi import ColorClue, Deal, Discard, Ended, HanabiOwn, HanabiPub, PlayCard, RankClue
from protocol.v1.replay import MAX_BOARDS as MAX_BOARDS
from protocol.v1.replay import Finish, Rewind, Seek

Move = PlayCard | Discard | ColorClue | RankClue


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a replay of Hanabi, which has no options."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Try a move for the seat in turn at the shown position. The record remains unchanged.

    `move` is a player's request, as in a game: a request to play a card of an inverted suit discards it.
    """

    move: Move


Action = Seek | Rewind | Try | Finish
"""The actions that the leader may send in `act.action`.

In `seek`, `board` is the index of a game in the file, from 0. A tried move that equals the record's next move
continues the record.
"""


class Note(Struct, frozen=True, gc=False):
    """A player's note on a card.

    `card` is the card's index in the deck; the numbers after those of the deck stand for the piles.
    """

    seat: int
    card: int
    text: str


class RecordedGame(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded game, of which every move is legal.

    `moves` are the effects of the players' requests: a recorded discard of a card of an inverted suit was
    requested as a play. `ended` is the reason of an end that no move caused, or null. `id` is the number of
    the game at Hanabi Live. `warnings` describe parts of the file that are not shown, for example actions
    after the end of the game, each with its line number.
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
    """The opening of a file with the name `title`, as an action of chance that is logged and never sent."""

    title: str
    boards: tuple[RecordedGame, ...]


class HanabiReplayPub(HanabiPub, tag="hanabi_replay", kw_only=True, gc=False):
    """The public half of a replay: a game as its players saw it, with the whole deck, and the shown position.

    The fields of Hanabi show the game after the first `at` of the `moves` of this line; the last move may be
    an end of the game that no move caused. `game_no` is the number of the game in the file, from 1. `deck`
    and `seed` are visible from the beginning. A client that watches `as` a seat gets what the player of that
    seat saw. `file` is the name of the file, `files_boards` the number of its games, and `place` the index of
    this game, from 0. `tried` is null while the record is shown. While another line is shown, `tried` is the
    index of the first move that the leader has tried in place of the record. `players` are the recorded names
    by seat, and `notes` their notes at the end of the game. `id` is the number of the game at Hanabi Live.
    `finished` is true once the leader has ended the replay. `warnings` describe parts of this game in the
    file that are not shown, for example actions after its end or unknown options, each with its line number.
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
    """The own half of a replay of Hanabi for one audience.

    For the leader, `plays`, `discards` and `clues` are the moves that may be tried from here for the seat in
    turn. The leader has no `seat`, and `decision` names the shown position. An audience that watches `as` a
    seat gets what that player knew: the visible `cards`, and in the player's turn the legal moves; the half
    is empty if the game has no such seat. Audiences other than the leader and the watchers of a seat get an
    empty half.
    """

    def legal_tries(self) -> tuple[Try, ...]:
        """Return the moves that the leader may try, () for other audiences and at the end of a game."""
        return () if self.seat is not None else tuple(Try(move) for move in self._moves())

    def _moves(self) -> tuple[Move, ...]:
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
