"""What a director rules at a bridge table, as `rule.ruling`."""

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
    """Go back to when so many calls were made, and so many cards played (0 before the play) (Law 21B, 25)."""

    calls: Turn
    cards: Annotated[int, Meta(ge=0, le=51)] = 0
    reason: Reason = ""


class AwardTricks(Struct, frozen=True, tag_field="t", tag="tricks", gc=False):
    """Declarer has won so many `tricks`: a claim is judged (Law 70), an acceptance withdrawn (Law 69B), a
    concession cancelled (Law 71). Ends the present board where it is not over; `board` names an earlier one
    of the sitting."""

    tricks: Tricks
    board: Board | None = None
    reason: Reason = ""


class PlayGoesOn(Struct, frozen=True, tag_field="t", tag="go_on", gc=False):
    """The claim is void and the play goes on from where it stopped (Law 68D)."""

    reason: Reason = ""


class Outcome(Struct, frozen=True, gc=False):
    """One of the results that an assigned score is weighed of; `contract` null is a board passed out."""

    weight: Percent
    contract: Contract | None = None
    tricks: Tricks | None = None


class AssignScore(Struct, frozen=True, tag_field="t", tag="assign", gc=False):
    """An assigned adjusted score (Law 12C1): `outcomes` whose weights add up to 100 for each side.

    `east_west` null: the same for both sides. As `tricks` for the rest.
    """

    outcomes: tuple[Outcome, ...]
    east_west: tuple[Outcome, ...] | None = None
    board: Board | None = None
    reason: Reason = ""


Average = Literal["plus", "average", "minus"]


class ArtificialScore(Struct, frozen=True, tag_field="t", tag="artificial", gc=False):
    """An artificial adjusted score (Law 12C2): average plus, average or average minus for each side.

    As `tricks` for the rest.
    """

    north_south: Average
    east_west: Average
    board: Board | None = None
    reason: Reason = ""


Ruling = RollBack | AwardTricks | PlayGoesOn | AssignScore | ArtificialScore
