"""The errors that a client raises.

ClientError
  Refused   the server has refused a request; the table is unchanged
  Closed    a connection has ended or has failed; the client then connects again
  GaveUp    the client will not connect again
"""

from __future__ import annotations

from protocol.v1.codes import Code


class ClientError(Exception):
    """The base class of all errors of a client."""


class Refused(ClientError):
    """A refusal by the server.

    `code` is the error code and `message` the reason in words. `retry_ms` is the time after which the request
    may be sent again, None if sending it again is useless.
    """

    def __init__(self, code: Code, message: str, retry_ms: int | None = None) -> None:
        super().__init__(code, message, retry_ms)
        self.code = code
        self.message = message
        self.retry_ms = retry_ms

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Closed(ClientError):
    """The end of a connection with a websocket close code. 1006 means that the connection broke."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"closed with {self.code}" + (f", {self.reason}" if self.reason else "")


class GaveUp(ClientError):
    """The end of all attempts to connect: the server has banned this client, or was away for too long."""
