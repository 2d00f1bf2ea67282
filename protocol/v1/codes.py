"""The error codes of refused requests, and the close codes of websockets."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Code(StrEnum):
    """The reason why a request is refused.

    A newer server may send refusal codes that are not in this list.
    """

    ILLEGAL_ACTION = "illegal_action"
    """The rules do not allow the action; the `message` of the refusal names the rule."""
    NOT_YOUR_TURN = "not_your_turn"
    """It is another seat's turn to act."""
    NOT_SEATED = "not_seated"
    """The player who sent the request has no seat at the table."""
    STALE_DECISION = "stale_decision"
    """The action's field `decision` is missing, or names a decision that is no longer the current one."""
    N_TAKEN = "n_taken"
    """Another action with the same number `n` was already applied; the server also sends a view."""
    BAD_N = "bad_n"
    """The `n` of an action is neither the number of the player's last applied action nor the next number."""
    NO_SUCH_TABLE = "no_such_table"
    """No table has the id that the request names."""
    FORBIDDEN = "forbidden"
    """The player does not have permission for the request, or the table does not allow the request now."""
    RATE_LIMITED = "rate_limited"
    """The client sent too many requests, and should wait for `retry_ms` before the next one."""
    TOO_BIG = "too_big"
    """The body of an HTTP request is larger than the limit for the request's path.

    If a websocket frame is too large, the server closes the websocket with code 1009 instead.
    """
    UNAVAILABLE = "unavailable"
    """The server cannot reach its store, the table is paused, or another server takes the table over.

    A client sends a request that was refused as `unavailable` again after `retry_ms`.
    """
    UNAUTHORIZED = "unauthorized"
    """The request needs a token but has none, or the server does not know the token."""
    INVALID_MESSAGE = "invalid_message"
    """The request is not a message of this protocol.

    The `message` of the refusal has the JSON path of the fault.
    """
    CONFLICT = "conflict"
    """Another director has changed the event since the version that the request expects."""
    INTERNAL = "internal"
    """The server has a fault, and the request has changed nothing."""

    @classmethod
    def _missing_(cls, value: object) -> Code | None:
        """Return a new member for an unknown code, so that an old client can read a newer server's codes."""
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = "UNKNOWN", value
        return unknown


class CloseCode(IntEnum):
    """The reason why the server closes a websocket, as a close code in one of three ranges.

    After a close code 40xx the client reconnects at once. After a close code 41xx the client waits before it
    reconnects. After a close code 42xx the client does not reconnect. The server also closes a websocket with
    the standard codes 1009 (after a frame that is too large), and 1002 or 1007 (after data that is not a
    valid websocket frame).
    """

    RESTART = 4000
    """The server stops, or cannot reach its store; no table is lost."""
    SILENT = 4001
    """The client sent nothing for two and a half heartbeats."""
    SLOW = 4002
    """The client did not read the messages that the server sent."""
    RATE = 4100
    """The client sent requests far over the rate limit."""
    OVERLOAD = 4101
    """The server closes this connection because the store or a table has been unavailable for too long."""
    UNAUTHORIZED = 4200
    """The server does not know the client's token."""
    HELLO = 4201
    """The client's first message was not `hello`, or did not come in time."""
    GARBAGE = 4202
    """The client sent too many invalid messages in a row."""
    WRONG_FRAME = 4203
    """The client sent a text frame on the binary subprotocol, or a binary frame on the text subprotocol."""
    REPLACED = 4204
    """The same player opened more connections than the server allows, so it closes the oldest one."""
    REMOVED = 4205
    """An operator of the server has removed or banned the player or the address; the reason says which."""
