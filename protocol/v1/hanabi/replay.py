"""The replay of Hanabi: one player, the leader, shows recorded games to all people at the table."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1 import hanabi
from protocol.v1.hanabi import ColorClue, Deal, Discard, Ended, HanabiOwn, HanabiPub, PlayCard, RankClue
from protocol.v1.replay import MAX_BOARDS as MAX_BOARDS
from protocol.v1.replay import Finish, Rewind, Seek

Move = PlayCard | Discard | ColorClue | RankClue


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a replay of Hanabi, which has none."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Try another move than the recorded one, for the seat in turn in the replay's shown position.

    A tried move does not change the recorded game. A tried `move` is a request of a player, as in a game: if
    the request is to play a card of an inverted suit, the card is discarded.
    """

    move: Move


Action = Seek | Rewind | Try | Finish
"""The actions that the leader of a Hanabi replay may send in `act.action`.

In a `seek` request, `board` is the index of a game in the file, from 0. If the leader tries the same move as
the next recorded one, the replay goes on showing the record.
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
    """A recorded game of Hanabi for a replay; all its moves are legal.

    `moves` are what happened to the cards, not what the players requested: if a player asked to play a card
    of an inverted suit, the move is a discard. `ended` tells why the recorded game ended if no move ended it,
    for example because the time ran out; otherwise it is null. `id` is the number of the game at Hanabi Live.
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
    """The action by which the server opens a file of games, named `title`, as a replay.

    The server logs this opening of a file, and sends it to no client.
    """

    title: str
    boards: tuple[RecordedGame, ...]


class HanabiReplayPub(HanabiPub, tag="hanabi_replay", kw_only=True, gc=False):
    """The public part of a Hanabi replay's view: the shown position of a game, and the whole deck.

    The fields inherited from `HanabiPub` show the game after its first `at` moves. A replayed game has
    `moves` moves; the last one may also be an end that no move caused, such as the end of a player's time.
    While the leader of a replay tries moves, `moves` counts the tried moves and the recorded moves before
    these. `game_no` is the number of the game in the file, from 1. In a replay, `deck` and `seed` are visible
    from the beginning of the game. A client that watches a replay `as` one seat gets what the player of that
    seat saw. `file` is the name of the replayed file, `files_boards` the number of its games, and `place` the
    index of the shown game, from 0. `tried` is null while a replay shows only recorded moves. While a replay
    shows moves that the leader tried, `tried` is the index of the first of these moves. `players` are the
    recorded names of the players by seat, and `notes` are the notes of these players at the end of the game.
    `id` is the number of the game at Hanabi Live. `finished` is true once the leader has ended the replay.
    `warnings` describe what the replay cannot show of this game, for example actions after its end or unknown
    options, each with its line number in the file.
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
    """The part of a Hanabi replay's view that only one audience, such as the leader, may see.

    For the leader of a replay, `plays`, `discards` and `clues` are the moves that the leader may try now for
    the seat in turn. In a replay, the leader has no `seat`, and `decision` names the shown position. In a
    replay, an audience that watches `as` a seat gets what the player of that seat knew: the visible `cards`,
    and in the player's turn the legal moves; this part of the view is empty if the game has no such seat. The
    own half of a replay's view is empty for all people except the leader and the watchers of a seat.
    """

    def legal_tries(self) -> tuple[Try, ...]:
        """Return the moves that the leader may try, () for other audiences and at the end of a game."""
        return () if self.seat is not None else tuple(Try(move) for move in self._moves())

    def _moves(self) -> tuple[Move, ...]:
        plays, discards = map(PlayCard, self.plays or ()), map(Discard, self.discards or ())
        return (*plays, *discards, *(self.clues or ()))
