"""The rulings that a director of a bridge table may send in `rule.ruling`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.bridge.actions import Turn
from protocol.v1.bridge.nouns import Contract

Reason = Annotated[str, Meta(max_length=400)]
Tricks = Annotated[int, Meta(ge=0, le=13)]
Board = Annotated[int, Meta(ge=1, le=9999)]
Percent = Annotated[int, Meta(ge=0, le=100)]


class RollBack(Struct, frozen=True, tag_field="t", tag="roll_back", gc=False):
    """Return the board to the position after `calls` calls and `cards` cards (Laws 21B and 25).

    `cards` is 0 if the board returns to a position in the auction.
    """

    calls: Turn
    cards: Annotated[int, Meta(ge=0, le=51)] = 0
    reason: Reason = ""


class AwardTricks(Struct, frozen=True, tag_field="t", tag="tricks", gc=False):
    """Set the total number of declarer's tricks in a board to `tricks`.

    A director sets the number of declarer's tricks to decide a disputed claim (Law 70), or because a player
    withdraws an acceptance (Law 69B) or a concession (Law 71). `board` is the number of an earlier board to
    which the ruling applies. If `board` is null, the ruling is about the present board, and ends this board
    if it is not over.
    """

    tricks: Tricks
    board: Board | None = None
    reason: Reason = ""


class PlayGoesOn(Struct, frozen=True, tag_field="t", tag="go_on", gc=False):
    """Void a claim and continue the play from the position of the claim (Law 68D)."""

    reason: Reason = ""


class Outcome(Struct, frozen=True, gc=False):
    """One outcome of an assigned score: a result of the board, with the weight of this result.

    The `weight` of such an outcome is a percentage. A null `contract` means that all players passed.
    """

    weight: Percent
    contract: Contract | None = None
    tricks: Tricks | None = None


class AssignScore(Struct, frozen=True, tag_field="t", tag="assign", gc=False):
    """Assign an adjusted score (Law 12C1): `outcomes` with weights that add up to 100 for each side.

    `east_west` are outcomes for East-West alone; if it is null, `outcomes` are for both sides. `board` is the
    number of an earlier board that gets the assigned score. If `board` is null, the ruling gives the score of
    the present board, and ends this board if it is not over.
    """

    outcomes: tuple[Outcome, ...]
    east_west: tuple[Outcome, ...] | None = None
    board: Board | None = None
    reason: Reason = ""


Average = Literal["plus", "average", "minus"]


class ArtificialScore(Struct, frozen=True, tag_field="t", tag="artificial", gc=False):
    """Give an artificial adjusted score (Law 12C2): average plus, average or average minus for each side.

    `board` is the number of an earlier board that gets the artificial score. If `board` is null, the ruling
    gives the score of the present board, and ends this board if it is not over.
    """

    north_south: Average
    east_west: Average
    board: Board | None = None
    reason: Reason = ""


Ruling = RollBack | AwardTricks | PlayGoesOn | AssignScore | ArtificialScore
