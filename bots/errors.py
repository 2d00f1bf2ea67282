"""The errors that a client meets.

ClientError
  Refused   the server refuses a request; nothing has changed
  Closed    a connection has ended, or could not be made; the client makes another
  GaveUp    there will be no other connection
"""

from __future__ import annotations

from protocol.v1.codes import Code


class ClientError(Exception):
    """The root of them all."""


class Refused(ClientError):
    """The server's refusal: its code, its reason in words, and after how long to ask again, if at all."""

    def __init__(self, code: Code, message: str, retry_ms: int | None = None) -> None:
        super().__init__(code, message, retry_ms)
        self.code = code
        self.message = message
        self.retry_ms = retry_ms

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Closed(ClientError):
    """A connection ended with this websocket close code; 1006 is a connection that just broke."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"closed with {self.code}" + (f", {self.reason}" if self.reason else "")


class GaveUp(ClientError):
    """The server does not want this client back, or has been away for too long."""
