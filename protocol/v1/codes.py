"""The words of refusal and the numbers of goodbye."""

from enum import IntEnum, StrEnum


class Code(StrEnum):
    """Why a request is refused."""

    ILLEGAL_ACTION = "illegal_action"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    STALE_DECISION = "stale_decision"
    N_TAKEN = "n_taken"
    BAD_N = "bad_n"
    NO_SUCH_TABLE = "no_such_table"
    FORBIDDEN = "forbidden"
    RATE_LIMITED = "rate_limited"
    TOO_BIG = "too_big"
    UNAVAILABLE = "unavailable"
    UNAUTHORIZED = "unauthorized"
    INVALID_MESSAGE = "invalid_message"
    INTERNAL = "internal"


class CloseCode(IntEnum):
    """Why the server closes a websocket: 40xx reconnect now, 41xx back off first, 42xx do not come back.

    Beside these, 1009 answers a frame over the limit and 1002 or 1007 one that is no websocket frame.
    """

    RESTART = 4000
    """The server stops; its tables are kept."""
    SILENT = 4001
    """No sign of life for two and a half heartbeats."""
    SLOW = 4002
    """Answers were not read."""
    RATE = 4100
    """Far over the rate limit."""
    OVERLOAD = 4101
    """More connections than this address, player or server may have."""
    UNAUTHORIZED = 4200
    """The token is not known."""
    HELLO = 4201
    """The first message was not `hello`, or came too late."""
    GARBAGE = 4202
    """Too many messages that are not of this protocol."""
    WRONG_FRAME = 4203
    """Text on the binary subprotocol, or the other way round."""
    REPLACED = 4204
    """The same player opened more connections than one may have; the oldest goes."""
