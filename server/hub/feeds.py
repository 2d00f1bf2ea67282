"""The feeds of a table: each audience's view with its version, and the patches to it.

All listeners of a feed get the same bytes. The frames of a log entry are encoded before the entry is written
to the store, and are sent after the store has saved it. A listener that reads too slowly gets no backlog of
patches: the feed marks the listener as stale, and sends it a whole view when the listener has read all
earlier frames.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import msgspec
from msgspec import UNSET, Struct, UnsetType

from protocol.v1.codec import Codec
from protocol.v1.updates import Patch, View
from protocol.v1.view import Own, Pub, difference
from server.games.base import (
    AllHands,
    Audience,
    Changes,
    Commentator,
    Director,
    Fields,
    Kibitzer,
    Public,
    Seated,
)
from server.hub.listeners import Crowd, Frame, Listener, RelayedListener
from server.hub.slices import SLICE as SLICE
from server.hub.slices import Slices
from server.table.between import NO_WISHES
from server.table.schedule import next_deal_ms, opens_ms
from server.table.table import Table

VIEW_AGE_MS = 250
"""The time in ms for which an encoded view is reused for other listeners of the same feed."""
AUDIENCES_BY_NAME: dict[str, Audience] = {
    "public": Public(),
    "all": AllHands(),
    "director": Director(),
    "commentator": Commentator(),
}


def audience_name(audience: Audience) -> str | int:
    """Return the name, or the number of the seat, by which the protocol calls an audience."""
    match audience:
        case Public():
            return "public"
        case Seated():
            return "seat"
        case Kibitzer(seat):
            return seat
        case AllHands():
            return "all"
        case Director():
            return "director"
        case Commentator():
            return "commentator"


def _epoch_suffix(audience: Audience) -> str:
    """Return the last part of an epoch's id, which is different for each audience.

    So the version of one audience's view is never taken for that of another audience.
    """
    name = audience_name(audience)
    if isinstance(audience, Seated):
        return f"s{audience.seat}"
    return name[0] if isinstance(name, str) else f"k{name}"


def _own_difference(old: Own | None, new: Own | None) -> object:
    """Return the value of the field `own` of a patch: the changes of a view's own half from `old` to `new`.

    Return UNSET if nothing in `own` has changed, and None if the new view has no `own`.
    """
    if old is None or new is None:
        return UNSET if old is new else new
    return UNSET if old == new else difference(old, new)


def _with_decisions(listed: Changes, decision: str) -> list[Fields]:
    """Return the changed fields of each seat's own half, including the field `decision`.

    The seat that had to act loses its decision, and the next seat gets one.
    """
    own, actor, next_actor = listed.own.copy(), listed.actor, listed.next_actor
    if actor is not None and actor != next_actor:
        own[actor] = {"decision": None, **own[actor]}
    if next_actor is not None:
        own[next_actor] = {"decision": decision, **own[next_actor]}
    return own


class Times(Struct, frozen=True, gc=False):
    """A table's deadline, the earliest time at which an answer is shown, and the time of the next deal.

    `deadline_ms`, `opens_ms` or `next_deal_ms` is None if the table now has no such time. `next_seats` and
    `wait_seats` are the seats whose players want the next deal, or want the table to wait.
    """

    deadline_ms: int | None
    opens_ms: int | None
    next_deal_ms: int | None
    next_seats: tuple[int, ...] = ()
    wait_seats: tuple[int, ...] = ()

    @classmethod
    def of(cls, table: Table, deals: int | None) -> Times:
        """Return the times of a table; `deals` is the number of uploaded deals, None for random deals."""
        # In the middle of a deal, a seat must act and no next deal is due.
        next_ms = None if table.to_act else next_deal_ms(table, deals)
        between = table.between
        if between is NO_WISHES:
            return cls(table.clock.deadline_ms(), opens_ms(table), next_ms)
        wishes = tuple(sorted(between.next_seats)), tuple(sorted(between.wait_seats))
        return cls(table.clock.deadline_ms(), opens_ms(table), next_ms, *wishes)

    def less(self, ms: int) -> Times:
        """Return the table's times, converted to a clock that is `ms` behind the table's clock."""
        if not ms:
            return self
        deadline_ms, opens, next_ms = self.deadline_ms, self.opens_ms, self.next_deal_ms
        return Times(
            None if deadline_ms is None else deadline_ms - ms,
            None if opens is None else opens - ms,
            None if next_ms is None else next_ms - ms,
            self.next_seats,
            self.wait_seats,
        )


class Subscription:
    """The subscription of one listener to a feed.

    `version` is the number of the last version of the view that was sent to the listener. `stale` is True if
    the listener needs a whole view, because a patch was not sent to it. `held` is True while nothing may be
    sent to the listener, because the player's right to this view must first be checked again. `crowd` is the
    crowd in which a watcher at another hub gets the patches; its version is that of the feed.
    """

    __slots__ = ("crowd", "feed", "held", "listener", "stale", "version")

    def __init__(self, listener: Listener, feed: Feed) -> None:
        self.listener = listener
        self.feed = feed
        self.version = 0
        self.stale = self.held = False
        self.crowd: Crowd | None = None

    def join_crowd(self) -> None:
        """Let a watcher at another hub, which has the present version of the view, get patches in a crowd."""
        feed, listener = self.feed, self.listener
        if feed.seat is None and isinstance(listener, RelayedListener):
            codec = listener.codec
            self.crowd = feed.crowds.get(codec) or feed.crowds.setdefault(codec, Crowd(codec))
            self.crowd.members[listener] = None
            listener.join(self.crowd, feed.version)

    def leave_crowd(self) -> None:
        """End the membership in a crowd; the subscription keeps the version that it has."""
        feed, listener, crowd = self.feed, self.listener, self.crowd
        if crowd is None or not isinstance(listener, RelayedListener):
            return
        self.crowd, self.version = None, feed.version
        del crowd.members[listener]
        if not crowd.members:
            del feed.crowds[crowd.codec]
        listener.leave()


class Feed:
    """The view of one audience of a table, as it was last sent, with the subscriptions to that view.

    `shown` is the table that the listeners have been shown. The half of the view that only this audience sees
    (`built_own`) is built only when it is needed, because a move that lists its changes needs no whole views.
    UNSET stands for a half that is not built. `seat` is the
    seat of a player's feed, None for a feed of watchers. `receivers` has the subscriptions as a tuple, made
    again after a change of them, because frames go to the same receivers over and over. `crowds` are the
    watchers at other hubs; those are no receivers.
    """

    __slots__ = (
        "audience",
        "built_own",
        "codecs",
        "crowds",
        "epoch",
        "receivers",
        "seat",
        "shown",
        "subscriptions",
        "times",
        "version",
        "views",
    )

    def __init__(self, audience: Audience, table: Table, times: Times, epoch: str) -> None:
        self.audience = audience
        self.seat = audience.seat if isinstance(audience, Seated) else None
        self.epoch = f"{epoch}.{_epoch_suffix(audience)}"
        self.version = 1
        self.shown = table
        self.built_own: Own | UnsetType | None = UNSET
        self.times = times
        self.subscriptions: dict[Listener, Subscription] = {}
        self.receivers: tuple[Subscription, ...] | None = ()
        self.codecs: Counter[Codec] = Counter()
        self.crowds: dict[Codec, Crowd] = {}
        self.views: dict[Codec, tuple[int, Frame]] = {}

    @property
    def own(self) -> Own | None:
        """Return the own half of this audience's view, as it was last sent to the listeners."""
        own = self.built_own
        if own is UNSET:
            own = self.built_own = self.shown.own(self.audience)
        return own

    def refresh(self, table: Table, times: Times) -> None:
        """Update a feed to the present table after a time in which the feed had no listeners."""
        if self.shown is table:
            return
        own, game = table.own(self.audience), table.game
        if self.times != times or self.own != own or game.pub(self.shown.state) != game.pub(table.state):
            self.times, self.version = times, self.version + 1
            self.views.clear()
        self.shown, self.built_own = table, own


Change = tuple[Feed, int, Own | UnsetType | None, dict[Codec, Frame]]
"""The change of a feed: the feed, the next version of its view, its own half and the patch to the version.

The own half is what only the audience of the feed sees, UNSET if it has not been built. There is a patch for
each encoding in use.
"""


class Prepared(Struct, frozen=True):
    """All changes of feeds for the next state of a table, prepared before that state is stored.

    `pub` is the next public half of the views, None if it has not been built. `followed` are the feeds that
    had listeners when the changes were prepared. `ordinary` is True for a move in the middle of a deal for
    which the game lists all changes (`Changes.ordinary`).
    """

    table: Table
    times: Times
    pub: Pub | None
    changes: list[Change]
    followed: tuple[Feed, ...]
    ordinary: bool


ForWatchers = tuple[int, list[tuple[dict[Codec, Frame], int, tuple[Subscription, ...], tuple[Crowd, ...]]]]
"""The number of players that got a patch, and the patches for watchers, with their versions and receivers."""


class Feeds:
    """The feeds of one table in one epoch (one numbering of the versions of its views).

    `later` runs a callback in a later turn of the event loop. `slices` sends frames to many watchers, a few
    at a time. `deals` is the number of uploaded deals, None for random deals. `times` has the deadline of the
    live table, the earliest time of an answer, and the time of the next deal. `now_ms` returns the time of
    the table's clock, which is `ahead_ms` ahead of the server's clock. All times in frames are those of the
    server's clock, because a client knows only one clock for all tables.
    """

    def __init__(
        self,
        table: Table,
        epoch: str,
        now_ms: Callable[[], int],
        later: Callable[[Callable[[], None]], None],
        deals: int | None = None,
        ahead_ms: int = 0,
    ) -> None:
        self.table = table
        self._ahead_ms = ahead_ms
        self._deals = deals
        self.times = Times.of(table, deals)
        self.epoch = epoch
        self._now_ms = now_ms
        self.slices = Slices(later)
        self._pub: Pub | None = None
        self._feeds: dict[Audience, Feed] = {}
        self._followed: tuple[Feed, ...] = ()
        self._codecs: frozenset[Codec] = frozenset()
        self._subscriptions: dict[Listener, Subscription] = {}

    @property
    def listeners(self) -> Iterable[Listener]:
        return self._subscriptions.keys()

    def __contains__(self, listener: object) -> bool:
        return listener in self._subscriptions

    @property
    def pub(self) -> Pub:
        """Return the public half of the views of the present table."""
        if self._pub is None:
            self._pub = self.table.game.pub(self.table.state)
        return self._pub

    def subscribe(
        self, listener: Listener, audience: Audience, epoch: str | None = None, version: int | None = None
    ) -> bool:
        """Subscribe a listener to an audience's feed and send it a view; return True if a view was needed.

        No view is sent if `epoch` and `version` show that the listener already has the present view.
        """
        feed = self._feed(audience)
        self.unsubscribe(listener)
        subscription = Subscription(listener, feed)
        self._subscriptions[listener] = feed.subscriptions[listener] = subscription
        feed.receivers = None
        feed.codecs[listener.codec] += 1
        self._note_followed()
        if epoch == feed.epoch and version == feed.version:
            subscription.version = feed.version
            subscription.join_crowd()
            return False
        self._send_view(subscription)
        return True

    def snapshot(self, audience: Audience, codec: Codec) -> Frame:
        """Return an audience's view for a client that does not follow the table."""
        return self._view(self._feed(audience), codec, self._now_ms())

    def _feed(self, audience: Audience) -> Feed:
        """Return the feed of `audience`, up to date.

        A feed without listeners is kept, so that the same version never stands for two different views.
        """
        feed = self._feeds.get(audience)
        if feed is None:
            feed = self._feeds[audience] = Feed(audience, self.table, self.times, self.epoch)
        elif not feed.subscriptions:
            feed.refresh(self.table, self.times)
        return feed

    def unsubscribe(self, listener: Listener) -> None:
        subscription = self._subscriptions.pop(listener, None)
        if subscription is None:
            return
        feed = subscription.feed
        subscription.leave_crowd()
        subscription.stale = True
        del feed.subscriptions[listener]
        feed.receivers = None
        feed.codecs[listener.codec] -= 1
        if not feed.codecs[listener.codec]:
            del feed.codecs[listener.codec]
        self._note_followed()

    def _note_followed(self) -> None:
        followed = tuple(feed for feed in self._feeds.values() if feed.subscriptions)
        if followed != self._followed:
            self._followed = followed
        self._codecs = frozenset(codec for feed in followed for codec in feed.codecs)

    def catch_up(self, listener: Listener) -> bool:
        """Send a whole view to a listener that missed patches, because it has now read all earlier frames.

        Returns True if a view was sent.
        """
        subscription = self._subscriptions.get(listener)
        if subscription is None or not subscription.stale:
            return False
        self._send_view(subscription)
        return not subscription.stale

    def fall_behind(self, listener: Listener) -> None:
        """Send a listener no patches until `catch_up`, because patches on their way to it were dropped."""
        subscription = self._subscriptions.get(listener)
        if subscription is not None:
            subscription.leave_crowd()
            subscription.stale = True

    def withhold(self, *, public: bool) -> None:
        """Stop all frames to watchers that see hidden cards, until `resume` is called.

        If `public` is True, stop the frames to all watchers.
        """
        for feed in self._feeds.values():
            if not isinstance(feed.audience, Seated) and (public or not isinstance(feed.audience, Public)):
                for subscription in feed.subscriptions.values():
                    subscription.leave_crowd()
                    subscription.held = True

    def resume(self, listener: Listener) -> None:
        """Allow frames to a listener again, after `withhold` has stopped them.

        If the table has changed while frames were stopped, send the listener a whole view.
        """
        subscription = self._subscriptions.get(listener)
        if subscription is not None and subscription.held:
            subscription.held = False
            behind = subscription.version != subscription.feed.version
            if subscription.stale or (behind and isinstance(listener, RelayedListener)):
                self._send_view(subscription)
            else:
                subscription.join_crowd()

    def _send_view(self, subscription: Subscription) -> None:
        if subscription.held or subscription.listener.wire.congested:
            subscription.stale = True
            return
        subscription.leave_crowd()
        feed, codec = subscription.feed, subscription.listener.codec
        cached = feed.views.get(codec)
        now_ms = self._now_ms()
        if cached is None or not 0 <= now_ms - cached[0] <= VIEW_AGE_MS:
            cached = feed.views[codec] = now_ms, self._view(feed, codec, now_ms)
        subscription.version, subscription.stale = feed.version, False
        subscription.listener.deliver(cached[1])
        subscription.join_crowd()

    def _view(self, feed: Feed, codec: Codec, now_ms: int) -> Frame:
        times = feed.times.less(self._ahead_ms)
        view = View(
            table=self.table.id,
            epoch=feed.epoch,
            version=feed.version,
            audience=audience_name(feed.audience),
            pub=self.pub,
            own=feed.own,
            deadline_ms=times.deadline_ms,
            opens_ms=times.opens_ms,
            next_deal_ms=times.next_deal_ms,
            next_seats=times.next_seats,
            wait_seats=times.wait_seats,
            now_ms=now_ms - self._ahead_ms,
        )
        return Frame(codec.encode(view), codec.binary)

    def prepare(self, table: Table, listed: Changes | None = None, now_ms: int | None = None) -> Prepared:
        """Compute how the views of all feeds change when `table` becomes the live table; encode the patches.

        The prepared patches are sent later, by `publish`. `listed` are the changes that the game lists for an
        ordinary move; if `listed` is None, the old and the new views are compared. `now_ms` is the present
        time of the table's clock, if the caller has just read the clock.
        """
        times, ahead_ms = Times.of(table, self._deals), self._ahead_ms
        shown = times.less(ahead_ms) if ahead_ms else times
        told_ms = (self._now_ms() if now_ms is None else now_ms) - ahead_ms
        pub: Pub | None = None
        seats: list[Fields] | None = None
        if listed is None:
            pub, ordinary = table.game.pub(table.state), False
            public = difference(self.pub, pub)
        else:
            public, ordinary = listed.public, listed.ordinary
            seats = _with_decisions(listed, table.decision)
        id, deadline_ms, opens_ms, next_ms = table.id, shown.deadline_ms, shown.opens_ms, shown.next_deal_ms
        next_seats, wait_seats = shown.next_seats, shown.wait_seats
        halves: dict[Codec, msgspec.Raw | UnsetType] = {}
        for codec in self._codecs:
            halves[codec] = msgspec.Raw(codec.encode(public)) if public else UNSET
        changes: list[Change] = []
        for feed in self._followed:
            seat = feed.seat
            own: Own | UnsetType | None = UNSET
            if seats is None or seat is None:
                own = table.own(feed.audience)
                private = _own_difference(feed.own, own)
            else:
                private = seats[seat] or UNSET
            if not public and private is UNSET and times == feed.times:
                continue
            epoch, version, frames = feed.epoch, feed.version + 1, {}
            for codec in feed.codecs:
                patch = Patch(
                    id,
                    epoch,
                    version,
                    told_ms,
                    halves[codec],
                    private,
                    deadline_ms,
                    opens_ms,
                    next_ms,
                    next_seats,
                    wait_seats,
                )
                frames[codec] = Frame(codec.encode(patch), codec.binary)
            changes.append((feed, version, own, frames))
        return Prepared(table, times, pub, changes, self._followed, ordinary)

    def publish(self, prepared: Prepared) -> None:
        """Send the patches of a table's prepared state to players at once, and then to watchers in slices."""
        self.publish_to_watchers(self.publish_to_players(prepared))

    def publish_to_players(self, prepared: Prepared) -> ForWatchers:
        """Make the prepared state of the table the present one, and send its patches to players.

        Returns the patches that `publish_to_watchers` must then send to the watchers.
        """
        table = self.table = prepared.table
        times = self.times = prepared.times
        self._pub = prepared.pub
        watchers: list[tuple[dict[Codec, Frame], int, tuple[Subscription, ...], tuple[Crowd, ...]]] = []
        players = 0
        for feed, version, own, frames in prepared.changes:
            feed.shown, feed.built_own, feed.times, feed.version = table, own, times, version
            if feed.views:
                feed.views.clear()
            receivers = feed.receivers
            if receivers is None:
                receivers = feed.receivers = _receivers(feed)
            if feed.seat is None:
                crowds = tuple(feed.crowds.values()) if feed.crowds else ()
                if any(crowd.codec not in frames for crowd in crowds):
                    # The first watchers with this encoding came while the patches were being stored.
                    self._send_views(feed, [crowd for crowd in crowds if crowd.codec not in frames])
                    crowds = tuple(crowd for crowd in crowds if crowd.codec in frames)
                watchers.append((frames, version, receivers, crowds))
            else:
                for subscription in receivers:
                    self._send(frames, version, subscription)
                    players += 1
        if self._followed is not prepared.followed:
            for feed in self._followed:
                if feed not in prepared.followed:
                    self._catch_up_feed(feed)
        return players, watchers

    def _send_views(self, feed: Feed, crowds: Iterable[Crowd]) -> None:
        """Send all members of some crowds a whole view."""
        for listener in [listener for crowd in crowds for listener in crowd.members]:
            self._send_view(feed.subscriptions[listener])

    def publish_to_watchers(self, published: ForWatchers) -> None:
        """Send watchers the patches of a table's new state, after players have got theirs."""
        players, watchers = published
        for frames, version, subscriptions, crowds in watchers:
            if crowds:
                self.slices.each(partial(Crowd.send, frames=frames, version=version), crowds, beside=players)
                players = 0
            self.slices.each(partial(self._send, frames, version), subscriptions, beside=players)
            players = 0

    def _catch_up_feed(self, feed: Feed) -> None:
        """Update a feed that got its first listener while the change of the table was being stored."""
        feed.refresh(self.table, self.times)
        for subscription in list(feed.subscriptions.values()):
            if subscription.crowd is not None or subscription.version != feed.version:
                self._send_view(subscription)

    def _send(self, frames: dict[Codec, Frame], version: int, subscription: Subscription) -> None:
        """Send a patch to one listener, or a whole view to a listener that has missed a version."""
        listener = subscription.listener
        if subscription.version == version - 1 and not (
            subscription.stale or subscription.held or listener.wire.congested
        ):
            frame = frames.get(listener.codec)
            if frame is not None:
                subscription.version = version
                listener.deliver(frame)
                return
        if subscription.version < version and not subscription.stale:
            subscription.stale = True
            if not listener.wire.congested:
                self._send_view(subscription)


def _receivers(feed: Feed) -> tuple[Subscription, ...]:
    """Return the subscriptions to which the patches of a feed are written one by one."""
    every = feed.subscriptions.values()
    if feed.seat is not None:
        return tuple(every)
    return tuple(each for each in every if not isinstance(each.listener, RelayedListener))
