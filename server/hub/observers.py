"""Lists of functions that subscribe: observers of an event, and checks that may refuse a request."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")
Unsubscribe = Callable[[], None]

log = logging.getLogger("kibitz.observers")


class _Subscription(Generic[P]):
    """One entry of a list, which may hold the same function more than once."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[P, None]) -> None:
        self.function = function


class _Subscriptions(Generic[P]):
    """A list of functions in the order of their subscription; `name` is what they subscribe to."""

    def __init__(self, name: str) -> None:
        self.name = name
        # a tuple that is replaced by another: a function may unsubscribe while the list is worked off
        self._subscribed: tuple[_Subscription[P], ...] = ()

    def subscribe(self, function: Callable[P, None]) -> Unsubscribe:
        """Add a function to the list; return the function that takes it from the list again."""
        subscription = _Subscription(function)
        self._subscribed += (subscription,)

        def unsubscribe() -> None:
            self._subscribed = tuple(each for each in self._subscribed if each is not subscription)

        return unsubscribe


class Observers(_Subscriptions[P]):
    """Functions that are called whenever an event has happened.

    An exception of one is logged. It stops neither the other observers nor the code that tells of the event.
    """

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell every observer of the event."""
        for each in self._subscribed:
            try:
                each.function(*args, **kwargs)
            except Exception as error:
                # the place without the text of the exception, which may quote hidden cards
                frame = traceback.extract_tb(error.__traceback__)[-1]
                kind = type(error).__name__
                log.error("observer of %s: %s in %s line %s", self.name, kind, frame.filename, frame.lineno)


class Checks(_Subscriptions[P]):
    """Functions that are asked before something is done, and raise Refusal to forbid it.

    The first refusal counts. Any other exception reaches the caller too: a request that could not be checked
    is not carried out.
    """

    def check(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Ask every function of the list. Raises what the first of them raises."""
        for each in self._subscribed:
            each.function(*args, **kwargs)
