"""The words of refusal and the numbers of goodbye."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Code(StrEnum):
    """Why a request is refused; a later server may know further words."""

    ILLEGAL_ACTION = "illegal_action"
    """The rules do not allow it; the message names the rule."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to act."""
    NOT_SEATED = "not_seated"
    """This player has no seat at the table."""
    STALE_DECISION = "stale_decision"
    """The action answers a decision that is not the present one, or names none."""
    N_TAKEN = "n_taken"
    """Another action was applied under this `n`; a view follows."""
    BAD_N = "bad_n"
    """`n` is neither the last applied number nor the next one."""
    NO_SUCH_TABLE = "no_such_table"
    """There is no table with this id."""
    FORBIDDEN = "forbidden"
    """This player may not do that here, now."""
    RATE_LIMITED = "rate_limited"
    """Too many requests: wait `retry_ms`."""
    TOO_BIG = "too_big"
    """A body over the limit of its address (HTTP; a websocket is closed with 1009)."""
    UNAVAILABLE = "unavailable"
    """Not now: the store is away, the table is paused or moved. Send the same again after `retry_ms`."""
    UNAUTHORIZED = "unauthorized"
    """A token is needed, or the one given is not known."""
    INVALID_MESSAGE = "invalid_message"
    """Not a message of this protocol; the message has the JSON path of the fault."""
    INTERNAL = "internal"
    """A fault of the server; nothing was changed."""

    @classmethod
    def _missing_(cls, value: object) -> Code | None:
        """A word that this version does not know, so that an older client can read a refusal all the same."""
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = "UNKNOWN", value
        return unknown


class CloseCode(IntEnum):
    """Why the server closes a websocket: 40xx reconnect now, 41xx back off first, 42xx do not come back.

    Beside these, 1009 answers a frame over the limit, and 1002 or 1007 what is no websocket frame.
    """

    RESTART = 4000
    """The server stops, or cannot reach its store; its tables are kept."""
    SILENT = 4001
    """No sign of life for two and a half heartbeats."""
    SLOW = 4002
    """Answers were not read."""
    RATE = 4100
    """Far over the rate limit."""
    OVERLOAD = 4101
    """The server cannot serve this connection now: its store or a table stays away."""
    UNAUTHORIZED = 4200
    """The token is not known."""
    HELLO = 4201
    """The first message was not `hello`, or came too late."""
    GARBAGE = 4202
    """Too many messages in a row that are not of this protocol."""
    WRONG_FRAME = 4203
    """Text on the binary subprotocol, or the other way round."""
    REPLACED = 4204
    """The same player opened more connections than one may have; the oldest goes."""
