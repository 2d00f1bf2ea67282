"""The replay of bridge: one player, the leader, shows recorded boards to all people at the table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.bridge import BridgeOwn, BridgePub, Call, Deal
from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Rewind, Seek

Players = tuple[str, str, str, str]


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a replay of bridge, which has none."""


class TryCall(Struct, frozen=True, tag_field="t", tag="try_call", gc=False):
    """Try another call than the recorded one, for the seat in turn in the replay's shown position.

    A tried call does not change the recorded board.
    """

    call: Call


class TryCard(Struct, frozen=True, tag_field="t", tag="try_card", gc=False):
    """Try another card than the recorded one, for the seat in turn in the replay's shown position.

    A tried card does not change the recorded board.
    """

    card: Card


Action = Seek | Rewind | TryCall | TryCard | Finish
"""The actions that the leader of a bridge replay may send in `act.action`."""


class Explained(Struct, frozen=True, gc=False):
    """The recorded alert and explanation of the call with index `call` in the auction."""

    call: int
    alert: bool = False
    text: str = ""


class Comment(Struct, frozen=True, gc=False):
    """A recorded comment on the position after the first `at` calls and cards of a board."""

    at: int
    text: str


class Recorded(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded board for a replay, with its calls and cards up to the first illegal call or card.

    `deal` is None if the record does not have the cards of the four hands.

    `tricks` is the recorded number of declarer's tricks, for a record without all 52 played cards. `fault` is
    the reason why the rest of the record cannot be read or played, or "" if the whole record is shown.
    """

    number: int = 1
    deal: Deal | None = None
    calls: tuple[Call, ...] = ()
    cards: tuple[Card, ...] = ()
    tricks: Annotated[int, Meta(ge=0, le=13)] | None = None
    claimed: bool = False
    explained: tuple[Explained, ...] = ()
    comments: tuple[Comment, ...] = ()
    players: Players = ("", "", "", "")
    name: str = ""
    fault: str = ""


class Load(Struct, frozen=True, tag_field="t", tag="load", gc=False):
    """The action by which the server opens a file of boards, named `title`, as a replay.

    The server logs this opening of a file, and sends it to no client.
    """

    title: str
    boards: tuple[Recorded, ...]


class ReplayPub(BridgePub, tag="replay", kw_only=True, gc=False):
    """The public part of a replay's view: the shown position of a board with all four hands.

    The fields inherited from `BridgePub` show the board after its first `at` moves. A replayed board has
    `moves` moves: first the calls (their number is `auction`), then the cards. The last move of a replayed
    board may also be the recorded end of the board, such as a claim. While the leader of a replay tries calls
    and cards, `moves` counts the tried moves and the recorded moves before these. In a replay, `hands` has
    the four dealt hands from the beginning of the board. In a replay, `remarks` has the explanations of the
    calls up to the shown position. `file` is the name of the replayed file, `files_boards` the number of its
    boards, and `place` the index of the shown board, from 0. `tried` is null while a replay shows only
    recorded moves. While a replay shows calls or cards that the leader tried, `tried` is the index of the
    first of these moves. In a replay, `players` are the recorded names of the players, North first. `name` is
    the recorded name of the board, or "" if the board has only a number. In a replay, `comments` are the
    recorded comments on the shown position. At the end of an incomplete recorded board, `fault` is the reason
    why the record stops there. `finished` is true once the leader has ended the replay.
    """

    file: str
    files_boards: int
    place: int
    at: int
    moves: int
    auction: int
    tried: int | None = None
    players: Players = ("", "", "", "")
    name: str = ""
    comments: tuple[str, ...] = ()
    fault: str = ""
    finished: bool = False


class ReplayOwn(BridgeOwn, tag="replay", kw_only=True, gc=False):
    """The part of a replay's view for one audience: for the leader, the `calls` or `cards` to try now.

    In a replay, the leader's `seat` is 0, and the leader has no hand. In a replay, `decision` names the shown
    position. The own half of a replay's view is empty for all people except the leader.
    """

    def legal_tries(self) -> tuple[TryCall | TryCard, ...]:
        """Return the calls or cards that the leader may try from the shown position."""
        if self.calls is not None:
            return tuple(TryCall(call) for call in self.calls)
        return tuple(TryCard(card) for card in self.cards or ())
