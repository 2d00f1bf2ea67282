"""The errors that a client of the server raises.

ClientError
  Refused        the server has refused a request; the table is unchanged
  IllegalChoice  the server has refused the action of a robot as illegal (a kind of Refused)
  Closed         a connection has ended or has failed; the client then connects again
  GaveUp         the client will not connect again
  RobotError     a method of a robot has failed
"""

from __future__ import annotations

from protocol.v1.codes import Code


class ClientError(Exception):
    """The base class of all errors of a client."""


class Refused(ClientError):
    """The error that the server has refused a request.

    `code` is the error code of the refusal, and `message` is its reason in words. `retry_ms` is the number of
    milliseconds after which the request may be sent again. `retry_ms` is None if the server has not named a
    time for a new attempt.
    """

    def __init__(self, code: Code, message: str, retry_ms: int | None = None) -> None:
        super().__init__(code, message, retry_ms)
        self.code = code
        self.message = message
        self.retry_ms = retry_ms

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class IllegalChoice(Refused):
    """The error that the server has refused the action of a robot as illegal.

    `method` names the class and the method of the robot that returned the action, such as `LowCard.choose`.
    """

    def __init__(self, method: str, action: object, refused: Refused) -> None:
        super().__init__(refused.code, refused.message, refused.retry_ms)
        self.method = method
        self.action = action

    def __str__(self) -> str:
        return f"{self.method} returned an illegal action, {self.action!r}: {self.message}"


class Closed(ClientError):
    """The error that a connection has ended.

    `code` is the websocket close code; 1006 means a broken connection.
    """

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"the connection was closed with code {self.code}" + (
            f", {self.reason}" if self.reason else ""
        )


class GaveUp(ClientError):
    """The error that the client will not connect again.

    The server has ended the access of this client, or no connection was possible for too long.
    """


class RobotError(ClientError):
    """The error that a method of a robot has raised an error, or has returned something wrong.

    `method` names the class and the method of the robot, such as `LowCard.choose`, and `fault` tells what
    happened. If the robot's method has raised an error, that error is the cause of the RobotError.
    """

    def __init__(self, method: str, fault: str) -> None:
        super().__init__(method, fault)
        self.method = method
        self.fault = fault

    def __str__(self) -> str:
        return f"{self.method} {self.fault}"
