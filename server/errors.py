"""The errors that the server raises on purpose.

KibitzError
  IllegalAction      a well-formed action that the rules do not allow now
  Refusal            a request that is answered with `refused`
  BadRecord          a file or upload that does not follow its format
  RobotFault         a failure or an illegal action of a robot in a duel
  StoreError         invalid data in the store
    Altered          a log entry or a table's hash that does not match its checksum
  AnalysisError      a board that could not be analysed
    NotInstalled     the solver is not installed
    NotAnalysable    a record without the cards or the play to analyse
    TooLong          a solver stopped at its time limit
    Busy             too many boards waiting for the solver
"""

from protocol.v1.codes import Code


class KibitzError(Exception):
    """The base class of all errors that the server raises on purpose.

    The text of a KibitzError is safe to show to the user that caused the error.
    """


class IllegalAction(KibitzError):
    """The error of an action that the rules of the game forbid.

    The text of an IllegalAction names the rule and contains nothing that the acting player may not see.
    """


class Refusal(KibitzError):
    """The error of a request that was refused and changed nothing.

    The server sends the `code`, the `retry_ms`, the `game` and the text of a Refusal to the client. `game` is
    the game whose tables show a file that this game's tables do not show.
    """

    def __init__(
        self, code: Code, message: str, retry_ms: int | None = None, game: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.retry_ms = retry_ms
        self.game = game


class BadRecord(KibitzError):
    """The error of a record or an uploaded file that does not follow its format.

    The text of a BadRecord names the place in the file, the expected value and the value that was found.
    `game` is the game whose tables show the file, if the file belongs to another game.
    """

    game: str | None = None


class RobotFault(KibitzError):
    """The error of a robot that fails or breaks a rule in a duel.

    The text of a RobotFault names the robot, the deal and the fault.
    """


class StoreError(KibitzError):
    """The error of data in the store that no version of the server can have written."""


class Altered(StoreError):
    """The error of data in the store that do not match their checksum.

    The text of an Altered error names the place of the altered data in the store but quotes no data.
    """


class AnalysisError(KibitzError):
    """The error of a board that could not be analysed. The text of an AnalysisError names the reason."""


class NotInstalled(AnalysisError):
    """The error of an analysis for which no double-dummy solver is installed.

    The solver of double-dummy problems is in the package endplay.
    """


class NotAnalysable(AnalysisError):
    """The error of a record that lacks a full deal, or a complete and legal play, for an analysis."""


class TooLong(AnalysisError):
    """The error of an analysis of a board that was stopped at the time limit."""


class Busy(AnalysisError):
    """The error of an analysis that was refused because too many boards wait for the solver."""


def loggable(error: Exception) -> str:
    """Return the part of an error that may be written to the log.

    A log line may contain the text of an `Altered` error, and only the type of any other error.
    """
    return str(error) if isinstance(error, Altered) else type(error).__name__
