"""The errors that the server's rooms raise on purpose.

KibitzError
  IllegalAction      well-formed, but the rules do not allow it now
  Refusal            a request is answered `refused`
  BadRecord          a file or upload is not what its format says
  RobotFault         a robot failed, or did what the rules forbid
  StoreError         the store answered what must never be
    Altered          an entry of a log, or a table's hash, is not as it was written
  AnalysisError      a board was not analysed
    NotInstalled       the solver is not there
    NotAnalysable      the record does not hold what there is to analyse
    TooLong            the solver was ended at its time limit
    Busy               too many boards wait for the solver
"""

from protocol.v1.codes import Code


class KibitzError(Exception):
    """The root of them all; `str` is safe to show to the person who asked."""


class IllegalAction(KibitzError):
    """The rules forbid the action; the text names the rule and knows only what the actor may see."""


class Refusal(KibitzError):
    """A request is refused and changed nothing; `code` and `retry_ms` go to the client with the text."""

    def __init__(self, code: Code, message: str, retry_ms: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_ms = retry_ms


class BadRecord(KibitzError):
    """A record is refused; the text says where, what was expected and what came."""


class RobotFault(KibitzError):
    """A robot raised an error or acted against the rules in a duel; the text says which, where, and what."""


class StoreError(KibitzError):
    """The store holds something that this version cannot have written."""


class Altered(StoreError):
    """Something in the store does not fit its checksum; the text says where, and holds nothing of it."""


class AnalysisError(KibitzError):
    """A board was not analysed; the text says why."""


class NotInstalled(AnalysisError):
    """The solver is not there; it comes with the extra `dds`."""


class NotAnalysable(AnalysisError):
    """The record has no full deal, or no play that is over and keeps the rules."""


class TooLong(AnalysisError):
    """The solver was ended at its time limit."""


class Busy(AnalysisError):
    """Too many boards wait for the solver; later there may be room."""


def loggable(error: Exception) -> str:
    """Return what a log line may say of an error: its type, or the text where that never names a card."""
    return str(error) if isinstance(error, Altered) else type(error).__name__
