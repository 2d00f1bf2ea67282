"""The options with which a bridge table is opened."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a bridge table.

    `first_board` is the board number at the start, `boards` the number of boards that the table plays (null:
    it plays until it is closed). The board number determines dealer and vulnerability (Law 2); in rubber and
    Chicago, the players instead deal in turn.

    `scoring` is `duplicate` (every board has a score by itself, Law 77), `total` (duplicate scores are added
    up), `rubber` or `chicago`. A `rubber` ends when a side has won two games, and a `chicago` after four
    deals; the table closes after `rounds` rubbers or chicagos (null: the table plays until it is closed). In
    Chicago, `chicago` decides whether part-scores count towards a game (`four_deal`) or each deal is scored
    as in duplicate (`duplicate`), and `chicago_vulnerable` is the side that is vulnerable in the second and
    third deal: the side of the dealer (`dealer`) or the other side (`opponents`). `honours` true: honours
    score points in rubber and four-deal Chicago. `unfinished_part` is the bonus for a part-score in a rubber
    that is not finished. `partners` decides how partnerships are made: the players keep the seats that they
    chose (`agreed`), or draw cards for partners (`cut`). `waiting` is the number of extra seats for players
    that wait; when a rubber is over, these players may get a place in the next rubber.

    `undo` tells what players may take back: nothing (`none`), a call until partner has called (`law25`), or
    also any call or card if the opponents agree (`consent`). `proven_claims` true: a claim is accepted at
    once if it succeeds against every possible distribution of the unseen cards. `screens` true: players give
    explanations only to their screen-mate (North and East are screen-mates, and so are South and West). With
    `explains` `partner`, a player's calls are alerted and explained by the player's partner, aloud for all
    four players, at tables without screens; with `caller`, by the player that made the call, to the opponents
    only. `face_down_lead` true: the opening lead lies face down until leader's partner and declarer have no
    more questions about the auction (Law 41).
    `dummy_sees` true: the player in dummy's seat sees declarer's hand. With `look_back` `all`, all played
    tricks remain visible. With `look_back` `law`, only the last trick remains visible, until the player's own
    side plays to the next trick (Law 66). `review` true: players still see the auction during the play.
    `own_card` true: players may look at their own side's convention card at any time. `partner_robot` true: a
    player whose partner is a house robot may read what partner's calls mean by the robot's agreements, at
    tables without screens. `stop_ms` is the required pause between a jump bid and the next call.
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
    explains: Literal["caller", "partner"] | UnsetType = UNSET
    face_down_lead: bool | UnsetType = UNSET
    dummy_sees: bool = False
    look_back: Literal["all", "law"] = "all"
    review: bool = True
    own_card: bool = False
    partner_robot: bool | UnsetType = UNSET
    stop_ms: Annotated[int, Meta(ge=0, le=60_000)] = 0
