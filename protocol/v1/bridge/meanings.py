"""The meaning of a call as fields, which a client can put into words of any language."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.cards import Suit

Number = Annotated[int, Meta(ge=0, le=40)]
AgreementName = Annotated[str, Meta(pattern="^[A-Za-z0-9 ,*'-]{1,60}$")]


class Agreement(Struct, frozen=True, gc=False, omit_defaults=True):
    """The name of an agreement in English; each `*` in `name` stands for the next suit of `suits`.

    `Jacoby transfer to *` with the suits `["H"]` is the Jacoby transfer to hearts. Clients translate the
    names that they know, and show the others as they are.
    """

    name: AgreementName
    suits: tuple[Suit, ...] = ()


class Strength(Struct, frozen=True, gc=False, omit_defaults=True):
    """A range of points, from `low` to `high`; `high` is null if there is no upper limit.

    `kind` tells how points are counted: `hcp` are high cards alone (ace 4, king 3, queen 2, jack 1), `length`
    adds a point for each card of a suit beyond the fourth, `either` is a hand within the range by one of
    these two counts, and `support` adds points for short suits with `trumps` as trumps.
    """

    kind: Literal["hcp", "length", "either", "support"]
    low: Number = 0
    high: Number | None = None
    trumps: Suit | None = None


class SuitLength(Struct, frozen=True, gc=False, omit_defaults=True):
    """The number of cards in a suit is at least `low` and at most `high`."""

    suit: Suit
    low: Number = 0
    high: Number = 13


class LongerSuit(Struct, frozen=True, gc=False, omit_defaults=True):
    """`suit` has at least `by` cards more than the suit `than`; with `by` 0, at least as many.

    With `by` below 0, the suit `than` has at most that number of cards more than `suit`.
    """

    suit: Suit
    than: Suit
    by: Annotated[int, Meta(ge=-13, le=13)] = 0


class SuitHonours(Struct, frozen=True, gc=False):
    """`number` of the `of` highest cards of a suit."""

    suit: Suit
    number: Number
    of: Number


class KeyCardCount(Struct, frozen=True, gc=False):
    """The number of key cards (the four aces and the king of `trumps`) is one of `counts`."""

    trumps: Suit
    counts: tuple[Number, ...]


class TrumpQueenHeld(Struct, frozen=True, gc=False):
    """The hand has the queen of `trumps`, or with `held` false lacks it."""

    trumps: Suit
    held: bool


class Holding(Struct, frozen=True, gc=False, omit_defaults=True):
    """The content of a hand; all fields that are set apply together.

    `shape` is `balanced` (4-3-3-3, 4-4-3-2 or 5-3-3-2), `semibalanced` (also 5-4-2-2 and 6-3-2-2) or
    `unbalanced` (not balanced). `stopped` are suits in which the hand has a stopper. In each suit of
    `controls` the hand has the ace, the king or at most one card. In each suit of `fair` it has two of
    the top three cards or three of the top five. The number of aces is one of `aces`, that of kings one
    of `kings`. The hand is likely to take at least `tricks` tricks with its longest suit as trumps. Each
    entry of `either` is a list of holdings, of which the hand has at least one.
    """

    strength: tuple[Strength, ...] = ()
    lengths: tuple[SuitLength, ...] = ()
    shape: Literal["", "balanced", "semibalanced", "unbalanced"] = ""
    longer: tuple[LongerSuit, ...] = ()
    stopped: tuple[Suit, ...] = ()
    honours: tuple[SuitHonours, ...] = ()
    fair: tuple[Suit, ...] = ()
    aces: tuple[Number, ...] = ()
    kings: tuple[Number, ...] = ()
    keycards: KeyCardCount | None = None
    queen: TrumpQueenHeld | None = None
    controls: tuple[Suit, ...] = ()
    tricks: Number = 0
    either: tuple[tuple[Holding, ...], ...] = ()


class Meaning(Struct, frozen=True, gc=False, omit_defaults=True):
    """The meaning of a call by the agreements of its partnership.

    `agreements` are the names of the agreement; with several, one of them applies. `hand` is what the call
    promises. `force` tells whether partner has to call once more (`round`) or until game is reached (`game`).
    `artificial` is true for a call that names no suit or strain of its own.

    `basis` is `agreement`, or `judgement` for a call that has an agreed meaning which the player's hand does
    not fit, or `none` if no agreement covers the call; the other fields are then empty. `made` is false if
    another player made the call: the meaning is then that of the same call by the player that explains.
    """

    agreements: tuple[Agreement, ...] = ()
    hand: Holding = Holding()
    force: Literal["none", "round", "game"] = "none"
    artificial: bool = False
    basis: Literal["agreement", "judgement", "none"] = "agreement"
    made: bool = True
