"""A replay of high card: recorded deals that one player leads everybody through."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Rewind, Seek
from tests.high_card.protocol.nouns import Action as Move
from tests.high_card.protocol.nouns import Answer, HighCardOwn, HighCardPub


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a replay is led; there is nothing to choose."""


class Try(Struct, frozen=True, tag_field="t", tag="try", gc=False):
    """Try a move from the place that is shown; the record stays as it is."""

    move: Move


Action = Seek | Rewind | Try | Finish


class RecordedDeal(Struct, frozen=True, gc=False):
    """A deal as it was written down; `number` tells the dealer. Nothing in it has been judged."""

    number: Annotated[int, Meta(ge=1, le=999)]
    cards: tuple[Card, Card]
    answers: tuple[Answer, ...] = ()
    players: tuple[str, ...] = ()


class Load(Struct, frozen=True, tag_field="t", tag="load", gc=False):
    """Chance's action: a file is opened, `title` is what it is called. Logged, never sent."""

    title: str
    boards: tuple[RecordedDeal, ...]


class HighCardReplayPub(HighCardPub, tag="high_card_replay", kw_only=True, gc=False):
    """What everybody sees of a replay: a deal with both cards, and the place that is shown."""

    file: str
    files_boards: int
    place: int
    at: int
    moves: int
    tried: int | None = None
    players: tuple[str, ...] = ()
    finished: bool = False


class HighCardReplayOwn(HighCardOwn, tag="high_card_replay", kw_only=True, gc=False):
    """What the leader of a replay may try from here; everybody else's half is empty."""
