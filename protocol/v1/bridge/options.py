"""Options of a bridge table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a bridge table.

    `first_board` is the number of the first board, `boards` the number of boards that are played (null: no
    end). The board number determines dealer and vulnerability (Law 2), except that the deal rotates in rubber
    and Chicago.

    `scoring`: `duplicate` scores every board by itself (Law 77). `total` adds up the duplicate scores. A
    `rubber` ends when a side has won two games, and a `chicago` after four deals; the table closes after
    `rounds` rubbers or chicagos (null: no end). In Chicago, `chicago` decides whether part-scores count
    towards a game (`four_deal`) or each deal is scored as in duplicate (`duplicate`), and
    `chicago_vulnerable` names the side that is vulnerable in the second and third deal. `honours` are scored
    in rubber and four-deal Chicago. `unfinished_part` is the bonus for a part-score in a rubber that is not
    finished. `partners`: the players keep the seats they chose (`agreed`), or draw cards for partners
    (`cut`). `waiting` is the number of extra seats beside the table; players in them join when a rubber is
    over.

    `undo`: `none`, `law25` (a call until partner has called) or `consent` (calls and cards, if the opponents
    agree). `proven_claims`: a claim that succeeds against every layout of the unseen cards is accepted at
    once. `screens`: players give explanations only to their screen-mate (North to East, South to West).
    `dummy_sees`: dummy sees declarer's hand. `look_back`: `all` tricks remain visible, or by `law` only the
    last one until one's own side plays to the next trick (Law 66). `review`: the auction remains visible
    during the play. `own_card`: players may look at their own convention card at any time. `stop_ms` is the
    mandatory pause between a jump bid and the next call.
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
