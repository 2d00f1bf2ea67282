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
    """The root of all errors of the server.

    The text of such an error is safe to show to the user that caused it.
    """


class IllegalAction(KibitzError):
    """An action that the rules forbid.

    The text of the error names the rule and contains nothing that the acting player may not see.
    """


class Refusal(KibitzError):
    """The error of a request that was refused and changed nothing.

    The client is sent `code`, `retry_ms` and the text of the error.
    """

    def __init__(self, code: Code, message: str, retry_ms: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_ms = retry_ms


class BadRecord(KibitzError):
    """The error of a record or an uploaded file that does not follow its format.

    The text of the error names the place in the file, the expected value and the value that was found.
    """


class RobotFault(KibitzError):
    """An error or illegal action of a robot in a duel.

    The text of the error names the robot, the deal and the fault.
    """


class StoreError(KibitzError):
    """Data in the store that no version of the server can have written."""


class Altered(StoreError):
    """Data in the store that do not match their checksum.

    The text of the error names the place of the data in the store but quotes no data.
    """


class AnalysisError(KibitzError):
    """A board that could not be analysed. The text of the error names the reason."""


class NotInstalled(AnalysisError):
    """The error of an analysis for which no solver is installed. The package endplay has the solver."""


class NotAnalysable(AnalysisError):
    """The error of a record without a full deal, or without a complete and legal play."""


class TooLong(AnalysisError):
    """The error of an analysis that was stopped at its time limit."""


class Busy(AnalysisError):
    """The error of an analysis that was refused because too many boards wait for the solver."""


def loggable(error: Exception) -> str:
    """Return the part of an error that a log line may contain.

    A log line may contain the text of an `Altered` error, and only the type of any other error.
    """
    return str(error) if isinstance(error, Altered) else type(error).__name__
