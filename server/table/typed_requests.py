"""The requests of players to a table in which the values of a game have the types of that game.

The messages `act`, `host` and `rule` of the protocol have plain dicts in the places of these values.
`server/session/conversion.py` converts the dicts before a request enters the inbox of a table.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from protocol.v1.requests import Ids, Ms, Policy, RequestId, Seats


class MakeAction(Struct, frozen=True, gc=False):
    """The command to make an action in the game; `action` has the type of the game's actions.

    `n` is the number of the player's last applied action at this table plus 1. `decision` names the decision
    that the action answers, and is None for an action that answers no decision.
    """

    action: Any
    n: int
    decision: str | None = None
    id: RequestId = 0


class ChangeTable(Struct, frozen=True, kw_only=True):
    """The command to change a table as its host or director; `options` have the game's type of options.

    All other fields have the same meaning as in the message `host`.
    """

    id: RequestId = 0
    options: Struct | None = None
    seats: Seats | None = None
    policy: Policy | None = None
    pause: bool | None = None
    terminate: bool = False
    directors: Ids | None = None
    commentators: Ids | None = None
    invited: Ids | None = None
    place: Seats | None = None
    add_ms: Ms | None = None
    host: str | None = None
    onlookers: Ids | None = None
    unwelcome: Ids | None = None


class MakeRuling(Struct, frozen=True):
    """The command by which a director makes a ruling; `ruling` has the type of the game's rulings.

    If the game has no director, `ruling` is None. The table refuses such a ruling.
    """

    ruling: Any
    id: RequestId = 0
