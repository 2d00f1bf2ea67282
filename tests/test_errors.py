"""The errors of the server: their list, and the texts that may be written to a log."""

from __future__ import annotations

import inspect

from protocol.v1.codes import Code
from server import errors
from server.errors import Altered, IllegalAction, KibitzError, Refusal, StoreError, loggable


def test_a_log_may_quote_the_text_of_altered_data_and_of_no_other_error() -> None:
    assert loggable(Altered("the entry 7 of deal 0 of table t1 was altered")) == (
        "the entry 7 of deal 0 of table t1 was altered"
    )
    for error in (IllegalAction("the king of spades"), StoreError("HK"), ValueError("HK")):
        assert loggable(error) == type(error).__name__


def test_a_refusal_has_a_code_a_text_and_the_time_to_wait() -> None:
    refusal = Refusal(Code.RATE_LIMITED, "too many requests", retry_ms=500)
    assert (refusal.code, str(refusal), refusal.retry_ms) == (
        Code.RATE_LIMITED,
        "too many requests",
        500,
    )
    assert Refusal(Code.FORBIDDEN, "no").retry_ms is None


def test_the_list_of_errors_names_each_error_below_its_parent() -> None:
    """The depth of a name in the list is two spaces for each ancestor among the errors."""
    listed = {}
    for line in (errors.__doc__ or "").splitlines():
        if line[:1].isspace() or line.startswith("KibitzError"):
            listed[line.split()[0]] = (len(line) - len(line.lstrip())) // 2
    defined = {
        name: len(kind.__mro__) - len(KibitzError.__mro__)
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, KibitzError)
    }
    assert listed == defined
