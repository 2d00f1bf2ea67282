"""One end of a link between two hubs, as a state machine without I/O.

A link is a numbered stream of messages in each direction, over a bus that loses, repeats and reorders what is
sent. Each end numbers its messages from 1, keeps each until the other end has acknowledged it, and passes the
messages of the other end on once and in order.

Each end has a session, a random id. An end is *settled* once it has heard a batch that names its own session:
only a batch that was sent after this session began can do that, so what is left of earlier sessions is never
taken for news. Until then it says hello, which any end answers. A settled end that hears its session named by
another session than the one it knows has lost its peer: the link is broken, and this object is thrown away.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from math import inf

from server.links.batches import Batch, Share

AGAIN_S = 0.3
"""The time (s) without an acknowledgement after which messages are sent again."""
ACKNOWLEDGE_S = 0.02
"""The time (s) within which a message is acknowledged."""
REPEATED = 256 * 1024
"""The size (bytes) of the messages that are sent again in one batch, apart from the last one."""
OVERHEAD = 64
"""The bytes that count for each message beyond its own."""


class Link:
    """One end of a link, from the begin of a session until it breaks; all times are in s.

    `hub` is this end and `session` its id. `peer_session` is the id of the other end if it is known, else 0.
    `telling` means that the other end must learn that an earlier session of this end is over. `limit` is the
    size (bytes) of the messages that may wait for an acknowledgement.
    """

    def __init__(
        self,
        hub: str,
        session: int,
        now_s: float,
        *,
        peer_session: int = 0,
        telling: bool = False,
        limit: int,
    ) -> None:
        self.session = session
        self.peer_session = peer_session
        self.settled = False
        self.repeated = 0
        """The number of messages that were sent again, counted each time."""
        self._hub = hub
        self._limit = limit
        self._telling = telling
        # Sent: the unacknowledged messages, and those of them that the next batch begins with.
        self._kept: deque[bytes] = deque()
        self._kept_first = 1
        self._kept_bytes = 0
        self._fresh: list[bytes | None] = []
        self._recovering = 0
        # Heard: the number of the last message before the first gap, and the messages behind the gap.
        self._heard = 0
        self._early: dict[int, bytes] = {}
        self._early_bytes = 0
        self._answering = telling
        self._acknowledge_s = inf
        self._again_s = now_s + AGAIN_S if telling else inf
        self._waiting_s = now_s

    @property
    def in_use(self) -> bool:
        """True if messages have been sent, or can have been heard, in this session."""
        return self.settled or bool(self._kept)

    @property
    def overfull(self) -> bool:
        """True if more messages wait for an acknowledgement than may wait."""
        return self._kept_bytes > self._limit

    @property
    def urgent(self) -> bool:
        """True if `batch` has something to send in this turn of the event loop."""
        return self._answering or (self.settled and bool(self._fresh))

    def is_silent(self, now_s: float, silence_s: float) -> bool:
        """Return True if an answer of the other end is due and it has sent nothing for `silence_s`."""
        return (bool(self._kept) or not self.settled) and now_s >= self._waiting_s + silence_s

    def due_s(self, silence_s: float) -> float:
        """Return the time at which this end must act without a message; `silence_s` ends an unused one."""
        if self.settled:
            return min(self._acknowledge_s, self._again_s)
        return self._again_s if self._kept or self._telling else self._waiting_s + silence_s

    def put(self, payload: bytes, now_s: float) -> None:
        """Send a message with the next batch."""
        self._keep(payload, now_s)
        self._fresh.append(payload)

    def share(self, payload: bytes, now_s: float) -> int:
        """Return the number of a message that goes out in a `SharedBatch`; this end must be settled."""
        self._keep(payload, now_s)
        self._fresh.append(None)
        return self._kept_first + len(self._kept) - 1

    def _keep(self, payload: bytes, now_s: float) -> None:
        """Keep a message until it is acknowledged."""
        if not self._kept and self.settled:
            self._waiting_s = now_s
        if self._again_s == inf:
            self._again_s = now_s + AGAIN_S
            self._answering = self._answering or not self.settled
        self._kept.append(payload)
        self._kept_bytes += len(payload) + OVERHEAD

    def head(self, peer: str) -> Share:
        """Return what a `SharedBatch` says of this link; it acknowledges what has been heard."""
        self._acknowledge_s = inf
        return Share(peer, self.session, self.peer_session, self._heard)

    def batch(self, now_s: float) -> Batch | None:
        """Return a batch for the other end alone that is due now; call this again until it returns None."""
        if not self.settled:
            return self._hello(now_s)
        first, messages = self._kept_first + len(self._kept) - len(self._fresh), self._fresh
        if messages:
            self._fresh = []
            if messages[-1] is None or messages[0] is None:
                first, messages = _without_ends(first, messages)
        if not messages:
            if self._kept and now_s >= self._again_s:
                first, messages = self._kept_first, self._repeat(now_s)
            elif not self._answering and now_s < self._acknowledge_s:
                return None
        self._acknowledge_s, self._answering = inf, False
        return Batch(self._hub, self.session, self.peer_session, False, self._heard, first, messages)

    def _hello(self, now_s: float) -> Batch | None:
        waiting = bool(self._kept) or self._telling
        if not self._answering and not (waiting and now_s >= self._again_s):
            return None
        self._answering = False
        self._again_s = now_s + AGAIN_S if waiting else inf
        return Batch(self._hub, self.session, self.peer_session, True, self._heard)

    def _repeat(self, now_s: float) -> list[bytes | None]:
        """Return the first of the unacknowledged messages."""
        self._again_s = now_s + AGAIN_S
        self._recovering = self._kept_first + len(self._kept)
        messages: list[bytes | None] = []
        size = 0
        for payload in self._kept:
            messages.append(payload)
            size += len(payload) + OVERHEAD
            if size > REPEATED:
                break
        self.repeated += len(messages)
        return messages

    def hear(self, batch: Batch, now_s: float) -> Sequence[bytes | None] | None:
        """Take a batch of the other end, and return the messages that are now next in order.

        Returns None if the other end has begun another session: the link is broken. There is no None among
        the messages.
        """
        self._waiting_s = now_s
        if batch.peer_session != self.session:
            if not self.settled:
                self.peer_session = batch.session
            self._answering = True
            return ()
        if not self.settled:
            self._settle(batch.session, now_s)
        elif batch.session != self.peer_session:
            return None
        if batch.hello:
            self._answering = True
        if self._kept_first <= batch.heard < self._kept_first + len(self._kept):
            self._release(batch.heard, now_s)
        messages = batch.messages
        if not messages:
            return ()
        self._acknowledge_s = min(self._acknowledge_s, now_s + ACKNOWLEDGE_S)
        if batch.first == self._heard + 1 and not self._early and None not in messages:
            self._heard += len(messages)
            return messages
        return self._sorted(batch.first, messages)

    def _settle(self, session: int, now_s: float) -> None:
        """Begin to send messages, as the other end is known."""
        self.settled, self.peer_session, self._telling = True, session, False
        self._fresh = list(self._kept)
        self._again_s = now_s + AGAIN_S if self._kept else inf

    def _release(self, heard: int, now_s: float) -> None:
        """Forget the messages up to the number `heard`, which the other end has acknowledged."""
        for _ in range(heard - self._kept_first + 1):
            self._kept_bytes -= len(self._kept.popleft()) + OVERHEAD
        self._kept_first = heard + 1
        if not self._kept:
            self._again_s = inf
        elif heard + 1 < self._recovering:
            # Not all that was lost fits into one batch: the next part follows without another pause.
            self._again_s = now_s
        else:
            self._again_s = now_s + AGAIN_S

    def _sorted(self, first: int, messages: Sequence[bytes | None]) -> list[bytes | None]:
        """Return the messages that are now next in order, and keep those behind a gap."""
        following: list[bytes | None] = []
        for number, payload in enumerate(messages, first):
            if payload is None or number <= self._heard or number in self._early:
                continue
            size = len(payload) + OVERHEAD
            if number != self._heard + 1:
                if self._early_bytes + size <= self._limit:
                    self._early[number] = payload
                    self._early_bytes += size
                continue
            self._heard = number
            following.append(payload)
            while (payload := self._early.pop(self._heard + 1, None)) is not None:
                self._early_bytes -= len(payload) + OVERHEAD
                self._heard += 1
                following.append(payload)
        if following and self._early:
            # The other end can send what is still missing at once.
            self._answering = True
        return following


def _without_ends(first: int, messages: list[bytes | None]) -> tuple[int, list[bytes | None]]:
    """Return messages without None at their begin and end, and the number of the first one."""
    begin = next((index for index, payload in enumerate(messages) if payload is not None), len(messages))
    end = len(messages)
    while end > begin and messages[end - 1] is None:
        end -= 1
    return first + begin, list(islice(messages, begin, end))
