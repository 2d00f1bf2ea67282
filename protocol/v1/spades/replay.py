"""The replay of Spades: one player, the leader, shows recorded hands to all people at the table."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1 import spades
from protocol.v1.replay import MAX_BOARDS as MAX_BOARDS
from protocol.v1.replay import Finish, Rewind, Seek
from protocol.v1.spades import Deal, Hand, Rules, Score, SpadesOwn, SpadesPub
from protocol.v1.spades.nouns import SeatNumber


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a replay of Spades, which has none."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Try another bid, look, exchange or play than the recorded one, for the seat in turn in a replay.

    A tried move does not change the recorded hand.
    """

    move: spades.Action


Action = Seek | Rewind | Try | Finish
"""The actions that the leader of a Spades replay may send in `act.action`.

In a `seek` request, `board` is the index of a hand in the file, from 0.
"""


class Move(Struct, frozen=True, gc=False, omit_defaults=True):
    """A recorded move of a hand of Spades.

    If the move is a look at the hand out of turn, `seat` is the seat that looked; otherwise it is null.
    """

    action: spades.Action
    seat: SeatNumber | None = None


class RecordedHand(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded hand of Spades for a replay; all its moves are legal.

    `scores` are the scores of the sides before the recorded hand. `table` is the recorded name of the Spades
    table.
    """

    rules: Rules
    deal: Deal
    scores: tuple[Score, ...]
    moves: tuple[Move, ...] = ()
    players: tuple[str, ...] = ()
    table: str = ""


class Load(Struct, frozen=True, tag_field="t", tag="load", gc=False):
    """The action by which the server opens a file of hands, named `title`, as a replay.

    The server logs this opening of a file, and sends it to no client.
    """

    title: str
    boards: tuple[RecordedHand, ...]


class SpadesReplayPub(SpadesPub, tag="spades_replay", kw_only=True, gc=False):
    """The public part of a Spades replay's view: the shown position of a hand, and the cards of all players.

    The fields inherited from `SpadesPub` show the hand after its first `at` moves. A replayed hand has
    `moves` moves: draws, looks at hands, bids, exchanges and cards. While the leader of a replay tries moves,
    `moves` counts the tried moves and the recorded moves before these. In a replay, `results` does not have
    the results of earlier hands. `hands` has the cards that each player holds, `passes` the cards that each
    seat passed to its partner, and `laid_away` the cards that each of two players has drawn and not kept.
    `file` is the name of the replayed file, `files_boards` the number of its hands, and `place` the index of
    the shown hand, from 0. `tried` is null while a replay shows only recorded moves. While a replay shows
    moves that the leader tried, `tried` is the index of the first of these moves. `players` are the recorded
    names of the players by seat, and `table` is the recorded name of the table. `finished` is true once the
    leader has ended the replay.
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
    """The part of a Spades replay's view that only one audience, such as the leader, may see.

    For the leader of a replay, `drawn`, `bids`, `passing` or `cards` are the moves that the leader may try
    now for the seat in turn, and `hand` has the cards of this seat. In a replay, `may` has `reveal` if the
    player in turn had not yet looked at the hand; the leader may try this look before a bid. In a replay, the
    leader has no `seat`, and `decision` names the shown position. The own half of a replay's view is empty
    for all people except the leader.
    """

    def legal_tries(self) -> tuple[Try, ...]:
        """Return the moves that the leader may try, () for other audiences and at the end of a hand."""
        looks = (Try(spades.Reveal()),) if self.may else ()
        return (*looks, *map(Try, self.legal_actions()))
