"""Replays of bridge: recorded boards that one player, the leader, shows to all."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.bridge import BridgeOwn, BridgePub, Call, Deal
from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Rewind, Seek

Players = tuple[str, str, str, str]


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a replay of bridge, which has no options."""


class TryCall(Struct, frozen=True, tag_field="t", tag="try_call", gc=False):
    """Try a call for the seat in turn at the shown position. The record remains unchanged."""

    call: Call


class TryCard(Struct, frozen=True, tag_field="t", tag="try_card", gc=False):
    """Try a card for the seat in turn at the shown position. The record remains unchanged."""

    card: Card


Action = Seek | Rewind | TryCall | TryCard | Finish
"""The actions that the leader may send in `act.action`."""


class Explained(Struct, frozen=True, gc=False):
    """The recorded alert and explanation of the call with index `call` in the auction."""

    call: int
    alert: bool = False
    text: str = ""


class Comment(Struct, frozen=True, gc=False):
    """A recorded comment on a board, made after its first `at` moves."""

    at: int
    text: str


class Recorded(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded board with its moves up to the first illegal one; `deal` is None if the cards are unknown.

    `tricks` are declarer's tricks if the record gives them without all 52 cards. `fault` is the reason why
    the rest of the record cannot be read or played, or "" if the whole record is shown.
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
    """The opening of a file with the name `title`, as an action of chance that is logged and never sent."""

    title: str
    boards: tuple[Recorded, ...]


class ReplayPub(BridgePub, tag="replay", kw_only=True, gc=False):
    """The public half of a replay: the board as an audience with all hands saw it, and the shown position.

    The fields of bridge show the board after the first `at` of the `moves` of this line. The first `auction`
    of these moves are calls, the moves after them cards; the last move may be the recorded end of the board.
    `hands` are the dealt hands, visible from the beginning. `remarks` are the explanations of the calls shown
    so far. `file` is the name of the file, `files_boards` the number of its boards, and `place` the index of
    this board, from 0. `tried` is null while the record is shown. While another line is shown, `tried` is the
    index of the first move that the leader has tried in place of the record. `players` are the recorded
    names, North first, and `name` is the name of the board if it has more than a number. `comments` are the
    comments made at this position. At the end of an incomplete record, `fault` is the reason why the record
    stops there. `finished` is true once the leader has ended the replay.
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
    """The leader's own half of a replay: the `calls` or `cards` that the leader may try from here.

    The leader's `seat` is 0, which stands for no hand, and `decision` names the shown position. Audiences
    other than the leader get an empty half.
    """

    def legal_tries(self) -> tuple[TryCall | TryCard, ...]:
        """Return the calls or cards that the leader may try from the shown position."""
        if self.calls is not None:
            return tuple(TryCall(call) for call in self.calls)
        return tuple(TryCard(card) for card in self.cards or ())
