"""The other hubs of the store: which of them run, what they carry, and their tables.

A hub learns of the others with each of its own heartbeats. It keeps a link to each: on it go the requests to
tables of the other hub, the requests of the other hub to tables of this one, and the news of the lobby.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol

import msgspec
from msgspec import Raw, Struct

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.contact import DEAD_MS
from server.hub.far import messages
from server.hub.far.announcements import Announcements
from server.hub.far.edges import Edges, Tables
from server.hub.far.far_handle import FarHandle, Owner
from server.hub.far.ledgers import Ledgers
from server.hub.far.turns import Turns
from server.hub.handle import TableHandle
from server.hub.observers import Observers
from server.hub.placement import Load, share_of
from server.hub.services import Services
from server.store.ownership import Peer

log = logging.getLogger("kibitz.far")

_pack = msgspec.msgpack.Encoder().encode

ANSWER = messages.Answer.__struct_config__.tag
LEFT_LATELY = 1_000
"""The number of the latest logouts that a hub tells again at the start of each link."""


class About(Struct, frozen=True, array_like=True):
    """The description of a hub that goes with its heartbeats.

    `release` is the server's version, `tables` the number of its tables in memory, and `draining` is True for
    a hub that hands over its tables because it is about to stop. `archive` is the place of its archive, ""
    for a hub of a release without one.
    """

    release: str = ""
    tables: int = 0
    draining: bool = False
    archive: str = ""


class Links(Protocol):
    """The links to other hubs; a message is passed on once and in order, until the link breaks."""

    def send(self, hub: str, message: bytes) -> None: ...

    def send_to_many(self, hubs: Iterable[str], message: bytes) -> None:
        """Send one message to several hubs; it is published once."""
        ...

    def break_with(self, hub: str) -> None:
        """Forget all messages to and from a hub, because it does not run any more."""
        ...

    def on_break(self, observer: Callable[[str], None]) -> None:
        """Call `observer` with the id of each hub to which the link has broken."""
        ...

    def close(self) -> None:
        """Hear and send nothing more."""
        ...


Connect = Callable[[str, bytes, Callable[[str, int, bytes], None]], Links]
"""A function that makes the links of a hub, from its id, the secret of all hubs, and another function.

The other function is called with the id of a hub, the session of the link and each message of that hub.
"""


class NoLinks:
    """The links of a hub that has its store for itself."""

    def on_break(self, observer: Callable[[str], None]) -> None:
        """Do nothing: there is no other hub."""

    def close(self) -> None:
        """Do nothing: there is no other hub."""

    def send(self, hub: str, message: bytes) -> None:
        """Send nothing: there is no other hub."""

    def send_to_many(self, hubs: Iterable[str], message: bytes) -> None:
        """Send nothing: there is no other hub."""

    def break_with(self, hub: str) -> None:
        """Do nothing: there is no other hub."""


def no_links(hub: str, secret: bytes, hear: Callable[[str, int, bytes], None]) -> Links:
    """Return the links of a hub that has its store for itself."""
    return NoLinks()


class OtherHubs:
    """The other hubs of the store and their tables, as the hub with the id `id` knows them.

    `moved` is called with the handles of the tables that another hub has no more. Observers of `died` get the
    id of each hub that has stopped, those of `given` the ids of tables that a hub hands to this one, and
    those of `logged_out` the id of each player that has logged out at another hub, and the hash of the token,
    or "" for all tokens. Observers of `told` get
    the id of another hub, and the kind and value of its news. `handles` are the handles of other hubs'
    tables, by table. `draining` is True while this hub stops: then the tables of dead hubs go to others.
    `ledgers` count what all hubs have together, and `turns` are given out by all hubs together.
    """

    def __init__(
        self,
        id: str,
        tables: Tables,
        services: Services,
        connect: Connect,
        moved: Callable[[tuple[TableHandle, ...]], None],
    ) -> None:
        self.id = id
        self.draining = False
        self.handles: dict[str, FarHandle] = {}
        self.died: Observers[[str]] = Observers("the end of another hub")
        self.logged_out: Observers[[str, str]] = Observers("a logout at another hub")
        self.told: Observers[[str, str, Raw]] = Observers("the news of another hub")
        self.given: Observers[[Sequence[str]]] = Observers("tables that another hub has handed over")
        later = services.timers.later
        self._connect = connect
        self._links: Links = NoLinks()
        self.turns = Turns(self)
        self.edges = Edges(
            *(tables, self._send, self._send_to_many, later, self.turns, services.tasks), services.trace
        )
        self.ledgers = Ledgers()
        self.announcements = Announcements(tables.games, services, lambda message: self._tell_all(message))
        self._tables = tables
        self._services = services
        self._moved = moved
        self._leaving: list[FarHandle] = []
        self._waiting: dict[str, list[messages.Message]] = {}
        self._peers: dict[str, Peer] = {}
        self._abouts: dict[str, About] = {}
        self._owners: dict[str, Owner] = {}
        self._left_lately: OrderedDict[tuple[str, str], None] = OrderedDict()

    def start(self, secret: bytes) -> None:
        """Begin to hear other hubs, which know the same secret."""
        self._links = self._connect(self.id, secret, self.hear)
        self._links.on_break(self.lost)
        self.ledgers.share(secret, self._tell_all, self._services.timers, self._services.now_ms)

    def stop(self) -> None:
        """Hear and send nothing more."""
        self._links.close()

    def _send(self, hub: str, message: messages.Message) -> None:
        """Send a message to another hub, together with all others of this turn of the event loop."""
        waiting = self._waiting.get(hub)
        if waiting is None:
            waiting = self._waiting[hub] = []
            if len(self._waiting) == 1:
                self._services.timers.later(self._flush)
        waiting.append(message)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for hub, some in waiting.items():
            self._links.send(hub, messages.encode_all(some))

    def _send_to_many(self, hubs: Collection[str], message: messages.Message) -> None:
        """Send one message to several hubs, after the messages to each of them."""
        for hub in hubs:
            some = self._waiting.pop(hub, None)
            if some is not None:
                self._links.send(hub, messages.encode_all(some))
        self._links.send_to_many(hubs, messages.encode(message))

    @property
    def releases(self) -> dict[str, str]:
        """Return the release of each of the other hubs that run."""
        return {hub: about.release for hub, about in self._abouts.items()}

    @property
    def loads(self) -> tuple[Load, ...]:
        """Return what each of the other hubs that run carries."""
        return tuple(Load(hub, about.tables, about.draining) for hub, about in self._abouts.items())

    def archives(self) -> frozenset[str]:
        """Return the places of the archives that the other hubs that run have."""
        return frozenset(about.archive for about in self._abouts.values() if about.archive)

    def is_living(self, hub: str) -> bool:
        """Return True if another hub runs, as far as its heartbeats tell."""
        return hub in self._peers

    def heir(self, key: str) -> str:
        """Return the hub that takes over a table of a dead hub; all hubs that run decide alike.

        `key` is the id of the table, or of its match or set of boards, which has all its tables in one hub.
        """
        staying = [load.hub for load in self.loads if not load.draining]
        hubs = staying if self.draining and staying else [self.id, *staying]
        return next(hub for hub in hubs if share_of((key,), hub, hubs))

    def note(self, peers: Iterable[Peer]) -> None:
        """Take the heartbeats of all hubs, as the store has just told them to this hub."""
        found = {each.hub: each for each in peers if each.hub != self.id and each.age_ms < DEAD_MS}
        dead = self._peers.keys() - found.keys()
        new = found.keys() - self._peers.keys()
        self._peers = found
        self._abouts = {hub: _about(each) for hub, each in found.items()}
        for hub in sorted(new):
            log.info("hub %s (release %s) uses the same store", hub, self._abouts[hub].release or "?")
            self._greet(hub)
        for hub in sorted(dead):
            log.info("hub %s has stopped", hub)
            self._links.break_with(hub)
            self.died.notify(hub)

    def _greet(self, hub: str) -> None:
        """Tell another hub all that it has to know of this one, at the start of a link."""
        self._tell_tables(hub, self.announcements.all_rows())
        for held in self.ledgers.everything():
            self._send(hub, held)
        if self._left_lately:
            # What was told on the link before may have been lost with it.
            self._send(hub, _logged_out(tuple(self._left_lately)))

    def _tell_tables(self, hub: str, rows: Iterator[messages.Rows]) -> None:
        """Tell another hub of some tables now, and of the others in later turns of the event loop."""
        some = next(rows, None)
        if some is not None and hub in self._peers:
            self._send(hub, some)
            self._services.timers.later(lambda: self._tell_tables(hub, rows))

    def _tell_all(self, message: messages.Message) -> None:
        if self._peers:
            self._send_to_many(tuple(self._peers), message)

    def give(self, hub: str, tables: tuple[str, ...]) -> None:
        """Tell another hub that it owns tables from now on."""
        self._send(hub, messages.Take(tables))

    def break_all(self) -> None:
        """Break the links to all other hubs, so that everything on them is asked anew."""
        for hub in tuple(self._peers):
            self._links.break_with(hub)

    def log_out(self, player: str, key: str = "") -> None:
        """Tell all other hubs that a player has logged out with the token of which `key` is the hash.

        Without a key, the player has logged out with all tokens.
        """
        left = player, key
        self._left_lately[left] = None
        if len(self._left_lately) > LEFT_LATELY:
            self._left_lately.popitem(last=False)
        self._tell_all(_logged_out((left,)))

    def tell(self, what: str, news: object) -> None:
        """Tell all other hubs news of the kind `what`, but for one whose link breaks just now."""
        self._tell_all(messages.Told(what, Raw(_pack(news))))

    async def ask_turn(self, hub: str, turn: Callable[[int], messages.Turn]) -> object:
        """Ask another hub for a turn, and return when it is given.

        Raises Refusal if the other hub is not known to run, or stops meanwhile.
        """
        self._check_living(hub)
        return await self._owner(hub).value(turn)

    def end_turn(self, hub: str, over: messages.TurnOver) -> None:
        """Tell another hub that a turn is over."""
        if self.is_living(hub):
            self._send(hub, over)

    def _owner(self, hub: str) -> Owner:
        owner = self._owners.get(hub)
        if owner is None:
            owner = self._owners[hub] = Owner(
                hub,
                lambda message: self._send(hub, message),
                self._tables.games,
                self._services.timers.later,
                self.handles,
                self._on_moved,
                self._services.trace,
            )
        return owner

    def _on_moved(self, table: FarHandle) -> None:
        """Let the connections at a table look for it, those at all tables that have just moved together."""
        if not self._leaving:
            self._services.timers.later(self._tell_moved)
        self._leaving.append(table)

    def _tell_moved(self) -> None:
        leaving, self._leaving = self._leaving, []
        self._moved(tuple(leaving))

    def has_come(self, table: str) -> None:
        """Note that a table is in this hub's memory now."""
        self.announcements.forget(table)
        self.announcements.note_come(table)
        far = self.handles.get(table)
        if far is not None:
            far.owner.forget(far)

    def _check_living(self, hub: str) -> None:
        if not self.is_living(hub):
            raise Refusal(
                Code.UNAVAILABLE, "another server has this table now; send the request again", retry_ms=200
            )

    async def load_set(self, hub: str, board_set: str) -> None:
        """Let another hub load a match or set of boards that it owns.

        Raises Refusal if the other hub refuses, or if it is not known to run.
        """
        self._check_living(hub)
        await self._owner(hub).value(lambda number: messages.LoadSet(number, board_set))

    async def ask(self, hub: str, what: str, request: object) -> Raw:
        """Ask another hub itself, and return its answer, encoded; `what` names the part that answers.

        Raises Refusal if the other hub refuses, or if it is not known to run.
        """
        self._check_living(hub)
        packed = Raw(_pack(request))
        return await self._owner(hub).value(lambda number: messages.Ask(number, what, packed))

    async def reach(self, hub: str, table: str, away_ms: int) -> FarHandle:
        """Return the handle of a table that another hub owns, after that hub has loaded it.

        `away_ms` is the time for which no hub that runs has owned the table. Raises Refusal if the other hub
        refuses, or if it is not known to run.
        """
        self._check_living(hub)
        return await self._owner(hub).reach(table, away_ms)

    def tables(self, game: str, right: str | None) -> list[FarHandle]:
        """Return the handles of the tables of a game that other hubs have in memory, as `Hub.tables` does."""
        return [
            self._owner(hub).handle(summary.id, game)
            for hub, summary in self.announcements.awake()
            if summary.game == game and (right is None or summary.right_of(right) is not None)
        ]

    def hear(self, hub: str, session: int, payload: bytes) -> None:
        """Take a message of another hub."""
        try:
            found = messages.decode_all(payload)
        except msgspec.DecodeError as error:
            log.error("a message of hub %s cannot be read: %s", hub, type(error).__name__)
            return
        for message in found:
            try:
                self._take(hub, message)
            except Exception as error:
                # The other messages must not be lost with it. The text of the error may quote a card.
                kind = message.__struct_config__.tag
                log.error("a message (%s) of hub %s failed with %s", kind, hub, type(error).__name__)
                self._refuse(hub, str(kind), getattr(message, "number", None))
        owner = self._owners.get(hub)
        if owner is not None:
            owner.flush()

    def _take(self, hub: str, message: messages.Message | messages.Unread) -> None:
        match message:
            case messages.Unread(kind, number):
                log.info("hub %s has another release: a message of it (%s) is skipped", hub, kind)
                self._refuse(hub, kind, number)
            case messages.Rows():
                self.announcements.hear(hub, message)
            case messages.Held() | messages.Spent():
                self.ledgers.hear(hub, message)
            case messages.TurnOver(turn):
                self.turns.end(hub, turn)
            case messages.Told(what, news):
                self.told.notify(hub, what, news)
            case messages.Take(tables):
                self.given.notify(tables)
            case messages.LoggedOut(players, tokens):
                for player, key in (*((each, "") for each in players), *tokens):
                    self.logged_out.notify(player, key)
            case (
                messages.Answer()
                | messages.Deliver()
                | messages.Shown()
                | messages.Joined()
                | messages.Crowd()
                | messages.Dismissed()
                | messages.Moved()
            ):
                owner = self._owners.get(hub)
                if owner is not None:
                    owner.hear(message)
            case messages.Together():
                log.error("hub %s sent messages within messages, which are skipped", hub)
            case _:
                self.edges.hear(hub, message)

    def _refuse(self, hub: str, kind: str, number: int | None) -> None:
        """Answer a request that cannot be read, or take an answer that cannot be read as a refusal."""
        if number is None:
            return
        refused = messages.Answer(number, refused=messages.OTHER_RELEASE)
        if kind != ANSWER:
            self._send(hub, refused)
        elif hub in self._owners:
            self._owners[hub].hear(refused)

    def lost(self, hub: str) -> None:
        """Forget all that was on the link to another hub, because it has broken or the hub has stopped."""
        self._waiting.pop(hub, None)
        self.edges.lost(hub)
        self.turns.lost(hub)
        self.announcements.lost(hub)
        owner = self._owners.get(hub)
        if owner is not None:
            owner.lost()
        if hub in self._peers:
            # What the hub holds counts until it has told it again.
            self._greet(hub)
        else:
            self.ledgers.lost(hub)

    def sweep(self) -> None:
        """Drop the handles of tables that no connection of this hub follows."""
        for table in [table for table in self.handles.values() if table.idle]:
            table.owner.forget(table)


def _about(peer: Peer) -> About:
    """Return a hub's description of itself; a hub of another release may have another one."""
    try:
        return msgspec.msgpack.decode(peer.about, type=About)
    except msgspec.DecodeError:
        return About()


def pack_about(about: About) -> bytes:
    """Return a hub's description of itself as it goes with its heartbeats."""
    return _pack(about)


def _logged_out(left: Sequence[tuple[str, str]]) -> messages.LoggedOut:
    """Return the notice of logouts: of players with the hash of a token each, or with "" for all tokens."""
    players = tuple(player for player, key in left if not key)
    return messages.LoggedOut(players, tuple(each for each in left if each[1]))
