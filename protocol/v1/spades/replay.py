"""Replays of Spades: recorded hands that one player, the leader, shows to all people at the table."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1 import spades
from protocol.v1.replay import MAX_BOARDS as MAX_BOARDS
from protocol.v1.replay import Finish, Rewind, Seek
from protocol.v1.spades import Deal, Hand, Rules, Score, SpadesOwn, SpadesPub
from protocol.v1.spades.nouns import SeatNumber


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The empty options of a replay of Spades."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Make a bid, a look, an exchange or a play for the seat in turn, in place of the recorded move.

    The record itself does not change.
    """

    move: spades.Action


Action = Seek | Rewind | Try | Finish
"""The actions that the leader may send in `act.action`.

In `seek`, `board` is the index of a hand in the file, from 0.
"""


class Move(Struct, frozen=True, gc=False, omit_defaults=True):
    """A recorded move. `seat` is the seat that looked at its hand out of turn, else null."""

    action: spades.Action
    seat: SeatNumber | None = None


class RecordedHand(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded hand in which every move is legal.

    `scores` are the scores of the sides before the hand. `table` is the recorded name of the table.
    """

    rules: Rules
    deal: Deal
    scores: tuple[Score, ...]
    moves: tuple[Move, ...] = ()
    players: tuple[str, ...] = ()
    table: str = ""


class Load(Struct, frozen=True, tag_field="t", tag="load", gc=False):
    """The action by which the server opens a file with the name `title`; it is logged and never sent."""

    title: str
    boards: tuple[RecordedHand, ...]


class SpadesReplayPub(SpadesPub, tag="spades_replay", kw_only=True, gc=False):
    """The public half of a replay of Spades: the shown position of a hand, and the cards of all players.

    The fields inherited from `SpadesPub` show the hand after its first `at` moves. The hand has `moves`
    moves: draws, looks at hands, bids, exchanges and cards. While the leader tries moves, `moves` counts the
    recorded moves before them and the tried moves. `results` has no earlier hands. `hands` has the cards that
    each player holds, `passes` the cards that each seat passed to its partner, and `laid_away` the cards that
    each of two players has drawn and not kept. `file` is the name of the file, `files_boards` the number of
    its hands, and `place` the index of this hand, from 0. `tried` is null while the shown moves are those of
    the record. While tried moves are shown, `tried` is the index of the first tried move. `players` are the
    recorded names of the players by seat, and `table` is the recorded name of the table. `finished` is true
    once the leader has ended the replay.
    """

    file: str
    files_boards: int
    place: int
    at: int
    moves: int
    hands: tuple[Hand, ...] = ()
    passes: dict[int, Hand] | None = None
    laid_away: tuple[Hand, ...] = ()
    tried: int | None = None
    players: tuple[str, ...] = ()
    table: str = ""
    finished: bool = False


class SpadesReplayOwn(SpadesOwn, tag="spades_replay", kw_only=True, gc=False):
    """The own half of a replay of Spades for one audience.

    For the leader, `drawn`, `bids`, `passing` or `cards` are the moves that the leader may try now, for the
    seat in turn, and `hand` has the cards of this seat. `may` has `reveal` if the player in turn had not
    looked at the hand; the leader may try the look before a bid. The leader has no `seat`, and `decision`
    names the shown position. Audiences other than the leader get an own half without values.
    """

    def legal_tries(self) -> tuple[Try, ...]:
        """Return the moves that the leader may try, () for other audiences and at the end of a hand."""
        looks = (Try(spades.Reveal()),) if self.may else ()
        return (*looks, *map(Try, self.legal_actions()))
