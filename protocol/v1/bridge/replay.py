"""A replay of bridge: recorded boards that one player leads everybody through, and what it shows."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.bridge import BridgeOwn, BridgePub, Call, Deal
from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Rewind, Seek

Players = tuple[str, str, str, str]


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a replay is led; there is nothing to choose."""


class TryCall(Struct, frozen=True, tag_field="t", tag="try_call", gc=False):
    """Try a call from the place that is shown, by whoever is in turn there; the record stays as it is."""

    call: Call


class TryCard(Struct, frozen=True, tag_field="t", tag="try_card", gc=False):
    """Try a card from the place that is shown, by whoever is in turn there; the record stays as it is."""

    card: Card


Action = Seek | Rewind | TryCall | TryCard | Finish
"""What the leader may send in `act.action`. A try that is the record's next move goes along the record."""


class Explained(Struct, frozen=True, gc=False):
    """What was told of the call at a place of the auction, from 0."""

    call: int
    alert: bool = False
    text: str = ""


class Comment(Struct, frozen=True, gc=False):
    """What somebody wrote about a board when so many moves were made."""

    at: int
    text: str


class Recorded(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A recorded board as far as the rules let it be played; `deal` None where its cards are not known.

    `tricks` are declarer's where the record tells them though not all 52 cards are in it. `fault` is what the
    rules, or the reader of the file, say against the rest of the record, "" for nothing.
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
    """Chance's action: a file is opened, `title` is what it is called. Logged, never sent."""

    title: str
    boards: tuple[Recorded, ...]


class ReplayPub(BridgePub, tag="replay", kw_only=True, gc=False):
    """What everybody sees of a replay: the board, as who sees every hand saw it then, and where that is.

    The fields of bridge tell the board when `at` of the `moves` of this line were made; of these the first
    `auction` are calls, then come the cards, and the last may be how the record says that the board ended.
    `hands` are as dealt and there from the beginning, `remarks` what was told of the calls so far. `file` is
    what the file is called, `files_boards` how many boards it has, and `place` the place of this one, from 0.
    `tried` is null in the record; else the line leaves the record there, so that
    moves from `tried` on were never made. `players` are the recorded ones, North first, and `name` is the
    board's where it has more than a number. `comments` were made just here. `fault` says why the record goes
    no further, at its end only. `finished`: the leader has ended the replay.
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
    """What the leader of a replay knows beyond the public: `calls` or `cards` that may be tried from here.

    His `seat` is 0, which is no hand, and `decision` names the place that is shown. Everybody else's half is
    empty.
    """

    def legal_tries(self) -> tuple[TryCall | TryCard, ...]:
        """What may be tried from here, () for who does not lead and at the end of a board."""
        if self.calls is not None:
            return tuple(TryCall(call) for call in self.calls)
        return tuple(TryCard(card) for card in self.cards or ())
