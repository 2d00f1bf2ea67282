"""The errors that the server's rooms raise on purpose.

KibitzError
  IllegalAction      well-formed, but the rules do not allow it now
  BadRecord          a file or upload is not what its format says
  StoreError         the store answered what must never be
"""


class KibitzError(Exception):
    """The root of them all; `str` is safe to show to the person who asked."""


class IllegalAction(KibitzError):
    """The rules forbid the action; the text names the rule and knows only what the actor may see."""


class BadRecord(KibitzError):
    """A record is refused; the text says where, what was expected and what came."""


class StoreError(KibitzError):
    """The store holds something that this version cannot have written."""
