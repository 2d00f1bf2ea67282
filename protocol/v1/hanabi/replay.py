"""Replays of Hanabi: recorded games that one player, the leader, shows to all people at the table."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1 import hanabi
from protocol.v1.hanabi import ColorClue, Deal, Discard, Ended, HanabiOwn, HanabiPub, PlayCard, RankClue
from protocol.v1.replay import MAX_BOARDS as MAX_BOARDS
from protocol.v1.replay import Finish, Rewind, Seek

Move = PlayCard | Discard | ColorClue | RankClue


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The empty options of a replay of Hanabi."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Make a move for the seat in turn at the shown position, in place of the recorded move.

    The record itself does not change. `move` is a request of a player, as in a game: if the request is to
    play a card of an inverted suit, the card is discarded.
    """

    move: Move


Action = Seek | Rewind | Try | Finish
"""The actions that the leader may send in `act.action`.

In `seek`, `board` is the index of a game in the file, from 0. If a tried move equals the next recorded move,
the record remains shown.
"""


class Note(Struct, frozen=True, gc=False):
    """A player's note on a card.

    `card` is the index of the card in the deck; a number higher than these indexes means a pile: the number
    of cards in the deck plus the index of the suit.
    """

    seat: int
    card: int
    text: str


class RecordedGame(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded game in which every move is legal.

    `moves` are what happened to the cards, not what the players requested: if a player asked to play a card
    of an inverted suit, the move is a discard. `ended` tells why the game ended if no move ended it, for
    example because the time ran out; otherwise it is null. `id` is the number of the game at Hanabi Live.
    `warnings` describe what the replay cannot show, for example actions after the end of the game, each with
    its line number in the file.
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
    """The action by which the server opens a file with the name `title`; it is logged and never sent."""

    title: str
    boards: tuple[RecordedGame, ...]


class HanabiReplayPub(HanabiPub, tag="hanabi_replay", kw_only=True, gc=False):
    """The public half of a replay of Hanabi: the shown position of a game, and the whole deck.

    The fields inherited from `HanabiPub` show the game after its first `at` moves. The game has `moves`
    moves; the last one may also be an end that no move caused, such as the end of a player's time. While the
    leader tries moves, `moves` counts the recorded moves before them and the tried moves. `game_no` is the
    number of the game in the file, from 1. `deck` and `seed` are visible from the beginning. A client that
    watches `as` a seat gets what the player of that seat saw. `file` is the name of the file, `files_boards`
    the number of its games, and `place` the index of this game, from 0. `tried` is null while the shown moves
    are those of the record. While tried moves are shown, `tried` is the index of the first tried move.
    `players` are the recorded names of the players by seat, and `notes` are the notes of these players at the
    end of the game. `id` is the number of the game at Hanabi Live. `finished` is true once the leader has
    ended the replay. `warnings` describe what the replay cannot show of this game, for example actions after
    its end or unknown options, each with its line number in the file.
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

    For the leader, `plays`, `discards` and `clues` are the moves that the leader may try now, for the seat in
    turn. The leader has no `seat`, and `decision` names the shown position. An audience that watches `as` a
    seat gets what that player knew: the visible `cards`, and in the player's turn the legal moves; this half
    has no values if the game has no such seat. Audiences other than the leader and the watchers of a seat get
    an own half without values.
    """

    def legal_tries(self) -> tuple[Try, ...]:
        """Return the moves that the leader may try, () for other audiences and at the end of a game."""
        return () if self.seat is not None else tuple(Try(move) for move in self._moves())

    def _moves(self) -> tuple[Move, ...]:
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
