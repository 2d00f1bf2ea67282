"""Lists of subscribed functions: observers of an event, and checks that may refuse a request."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")
Unsubscribe = Callable[[], None]

log = logging.getLogger("kibitz.observers")


class _Subscription(Generic[P]):
    """One subscription of a function to an event; a function may have several subscriptions."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[P, None]) -> None:
        self.function = function


class _Subscriptions(Generic[P]):
    """The functions that are called for an event or a request, in the order of their subscription.

    The server's log calls the event or request by `name`. `subscribed` is empty while no function is
    subscribed; then a caller that is in a hurry can save the call.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        # Make a new tuple at each change, because a function may unsubscribe while the tuple is iterated.
        self.subscribed: tuple[_Subscription[P], ...] = ()

    def subscribe(self, function: Callable[P, None]) -> Unsubscribe:
        """Subscribe a function, and return another function that ends the subscription."""
        subscription = _Subscription(function)
        self.subscribed += (subscription,)

        def unsubscribe() -> None:
            self.subscribed = tuple(each for each in self.subscribed if each is not subscription)

        return unsubscribe


class Observers(_Subscriptions[P]):
    """The observers of an event: functions that are called after each event.

    An exception of an observer is logged, and all other observers are called as usual.
    """

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call every observer of the event with these arguments."""
        for each in self.subscribed:
            try:
                each.function(*args, **kwargs)
            except Exception as error:
                # Log only the source line of the fault: the text of the exception may quote hidden cards.
                frame = traceback.extract_tb(error.__traceback__)[-1]
                kind = type(error).__name__
                log.error("observer of %s: %s in %s line %s", self.name, kind, frame.filename, frame.lineno)


class Checks(_Subscriptions[P]):
    """The checks of a request: functions that raise Refusal to forbid the request.

    The first exception of a check ends the checks of a request and reaches the caller, even if it is not a
    Refusal: a request that could not be checked is not carried out.
    """

    def check(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call every check of a request with these arguments.

        Raises the first exception that a check raises.
        """
        for each in self.subscribed:
            each.function(*args, **kwargs)
