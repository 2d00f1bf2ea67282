"""How a bridge table is played."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a bridge table is played.

    `first_board` is the number of its first board, `boards` how many it plays (null: no end). A board's
    number gives its dealer and vulnerability (Law 2), but at rubber and Chicago the dealer's turn gives them.

    `scoring`: `duplicate` scores every board by itself (Law 77), `total` adds these scores up; `rubber` ends
    with two games, `chicago` after four deals, and after `rounds` of either the table closes (null: no end).
    `chicago` scores part-scores forward (`four_deal`) or each deal as in duplicate (`duplicate`);
    `chicago_vulnerable` is which side is vulnerable in the second and third deal. `honours` are scored at
    rubber and four-deal Chicago. `unfinished_part` is the bonus for a part-score in a rubber that stops.
    `partners` sit as `agreed` or as a `cut` of the cards says; `waiting` seats more stand beside the table,
    whose players come in when a rubber is over.

    `undo`: `none`, `law25` (a call until partner has called) or `consent` (calls and cards, by leave of the
    opponents). `proven_claims`: a claim that holds whatever the unseen cards are is accepted at once.
    `screens`: players explain to their screen-mate (North to East, South to West) alone. `dummy_sees`: dummy
    is shown declarer's hand. `look_back`: `all` tricks stay in sight, or by `law` the last one until one's
    own side plays to the next (Law 66). `review`: the auction stays in sight during the play. `own_card`:
    players may look into their own convention card at any time. `stop_ms` passes after a jump bid before
    the next call.
    """

    first_board: Annotated[int, Meta(ge=1, le=9999)] = 1
    boards: Annotated[int, Meta(ge=1, le=9999)] | None = None
    scoring: Literal["duplicate", "total", "rubber", "chicago"] = "duplicate"
    chicago: Literal["four_deal", "duplicate"] = "four_deal"
    chicago_vulnerable: Literal["dealer", "opponents"] = "dealer"
    rounds: Annotated[int, Meta(ge=1, le=999)] | None = None
    honours: bool = True
    unfinished_part: Literal[50, 100] = 100
    partners: Literal["agreed", "cut"] = "agreed"
    waiting: Annotated[int, Meta(ge=0, le=3)] = 0
    undo: Literal["none", "law25", "consent"] = "consent"
    proven_claims: bool = False
    screens: bool = False
    dummy_sees: bool = False
    look_back: Literal["all", "law"] = "all"
    review: bool = True
    own_card: bool = False
    stop_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0
