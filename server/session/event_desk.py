"""The requests of players to events: each goes to the hub that owns the event."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from math import inf
from types import MappingProxyType
from typing import Annotated, Any, Literal, assert_never

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from protocol.v1.requests import MAX_ID, Name
from protocol.v1.updates import EventNews
from protocol.words import list_alternatives
from server.errors import IllegalAction, Refusal
from server.events.commands import (
    CODE_LENGTH,
    Asked,
    Change,
    Command,
    Enrol,
    Named,
)
from server.events.conditions import Conditions, competing_of
from server.events.erasure import shown_ids, without_erased
from server.events.event import Event
from server.events.people import Person
from server.events.ranking import rank
from server.events.shown import EventRow, EventShown, about, ranking, results
from server.events.standings import field_of
from server.games.base import AnyGame
from server.hub.events.event_ids import event_id, table_id
from server.hub.events.events import check_new
from server.hub.hub import Hub
from server.moderation.moderation import Moderation
from server.records.registry import RECORDS
from server.session import event_files
from server.session.allowances import Allowances
from server.session.conversion import read_options
from server.session.offered_robots import OfferedRobots
from server.session.visitors import Visitors
from server.table.player import Player
from server.text import clean, clean_lines
from server.typed_codes import random_code
from server.workers.parsing import InJson, Parsing, Upload

What = Literal["event", "ranking", "results", "file"]
MOST_KNOWN = 64
"""The number of rankings and results that are kept until their events change."""
TEXTS = ("name", "law", "reason", "origin", "text")
PEOPLE = ("partners", "players", "directors")
"""The fields of requests with free texts, and with people."""
PART = "event"
"""The name under which other hubs ask for an event of this hub."""


class NewEvent(Struct, forbid_unknown_fields=True):
    """A request to open an event; the player that sends it becomes its director.

    The same player and `id` get the same event. `boards` is a file of the boards of all rounds, such as a
    PBN; without it, the boards are dealt.
    """

    game: Name
    name: Name
    conditions: Conditions = Conditions()
    boards: str | None = None
    id: Annotated[int, Meta(ge=0, le=MAX_ID)] = 0


class _Request(Struct, frozen=True, array_like=True):
    """A request of a player to an event at another hub; the command is encoded as JSON."""

    event: str
    player: str
    name: str
    what: What
    command: bytes | None = None
    format: str = ""
    version: str = ""


class ResultsFile(Struct, frozen=True):
    """A file with the results of an event, its media type and its name."""

    media_type: str
    name: str
    text: str


class EventDesk:
    """The functions by which players find events, take part in them and direct them.

    `hosts` is `anybody`, or the ids of the players that may open events.
    """

    def __init__(
        self,
        hub: Hub,
        allowances: Allowances,
        robots: OfferedRobots,
        parsers: Parsing,
        moderation: Moderation,
        hosts: tuple[str, ...],
        visitors: Visitors,
    ) -> None:
        self._hub = hub
        self._allowances = allowances
        self._robots = robots
        self._parsers = parsers
        self._moderation = moderation
        self._hosts = hosts
        self._visitors = visitors
        self._known: dict[tuple[str, str, bool], tuple[Event, bytes]] = {}
        self._computing = asyncio.Lock()
        hub.others.edges.answers[PART] = self._answer_other
        hub.events.news.subscribe(self._tell)
        hub.others.told.subscribe(self._hear)

    async def open(self, player: Player, request: NewEvent, address: str) -> Raw:
        """Open an event, and return it encoded as JSON.

        Raises Refusal if the player may not open events, or if the request or the boards are wrong.
        """
        if not player.id:
            raise Refusal(Code.UNAUTHORIZED, "only a player with a token may open events")
        if self._hosts != ("anybody",) and player.id not in self._hosts:
            raise Refusal(Code.FORBIDDEN, "the operator of this server decides who may open events")
        game = self._game(request.game)
        self._check_words("the name of an event", request.name)
        if not clean(request.name):
            raise Refusal(Code.INVALID_MESSAGE, "expected a name for the event - at `$.name`")
        self._check_robot(request.conditions, game)
        id = event_id(await self._hub.ids.of_event(player, request.id))
        if request.id and (known := await self._opened(player, id)) is not None:
            return known
        options = read_options(game, request.conditions.options, JSON)
        deals: Any = ()
        if request.boards is not None:
            self._allowances.check_change(player)
            boards = InJson(msgspec.json.encode(request.boards))
            upload = Upload(boards, request.name, game, options, True)
            deals = await self._parsers.read(address or player.id, upload)
        host = Person(player.id, player.name)
        try:
            check_new(request.conditions, game, deals)
            self._allowances.check_event(player, address)
            await self._hub.events.open(id, host, game, clean(request.name), request.conditions, deals)
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        return await self.show(player, id, "event")

    async def _opened(self, player: Player, event: str) -> Raw | None:
        """Return an event that a player has opened by an earlier request, None if there is none."""
        try:
            return await self.show(player, event, "event")
        except Refusal as refusal:
            if refusal.code is Code.NO_SUCH_TABLE:
                return None
            raise

    def list(self) -> tuple[EventRow, ...]:
        """Return the events that are open or run, and then those of the last days, the newest first."""
        return tuple(sorted(self._hub.events.listed(), key=lambda row: (-(row.ended_ms or inf), row.event)))

    async def show(self, player: Player, event: str, what: What) -> Raw:
        """Return what a player may see of an event, encoded as JSON.

        Raises Refusal with the code `no_such_table` if there is no such event.
        """
        return await self._answered(_Request(event, player.id, player.name, what))

    async def file(self, player: Player, event: str, format: str, version: str = "") -> ResultsFile:
        """Return a file with the results of an event that a player may see.

        `version` is the version of the format, "" for the usual one. Raises Refusal if the game of the event
        has no such format or version.
        """
        request = _Request(event, player.id, player.name, "file", format=format, version=version)
        answered = await self._answered(request)
        return msgspec.json.decode(answered, type=ResultsFile)

    async def ask(self, player: Player, event: str, command: Command) -> Raw:
        """Carry out a request to an event, and return the event after it, encoded as JSON.

        Raises Refusal if the request is not allowed.
        """
        self._allowances.check_change(player)
        self._check_texts(command)
        packed = msgspec.json.encode(_cleaned(command))
        return await self._answered(_Request(event, player.id, player.name, "event", packed))

    def news_of(self, player: Player) -> tuple[EventNews, ...]:
        """Return the news of all events for a player that has just connected."""
        return self._hub.events.news_of(player.id) if player.id and not player.house else ()

    def _tell(self, player: str, news: EventNews) -> None:
        self._visitors.tell(player, news)
        self._hub.others.tell(PART, (player, news))

    def _hear(self, hub: str, what: str, packed: Raw) -> None:
        if what == PART:
            player, news = msgspec.msgpack.decode(packed, type=tuple[str, EventNews])
            self._visitors.tell(player, news)

    def _game(self, name: str) -> AnyGame:
        game = self._hub.games.get(name)
        if game is None or game.competing is None:
            known = ", ".join(sorted(each.name for each in self._hub.games.values() if each.competing))
            raise Refusal(
                Code.INVALID_MESSAGE, f"expected one of the games {known}, got {name} - at `$.game`"
            )
        return game

    def _check_robot(self, conditions: Conditions, game: AnyGame) -> None:
        if conditions.robot is not None and not self._robots.plays(conditions.robot, game.name):
            raise Refusal(
                Code.INVALID_MESSAGE,
                f"expected the name of a house robot, got {conditions.robot} - at `$.conditions.robot`",
            )

    def _check_words(self, what: str, text: str) -> None:
        self._moderation.words.check(what, text)

    def _check_texts(self, command: Command) -> None:
        """Raise Refusal if a text of a request that other people may read has a forbidden word."""
        for field in TEXTS:
            if isinstance(text := getattr(command, field, None), str):
                self._check_words("the name of an event" if isinstance(command, Change) else "a text", text)
        enrolments = command.entries if isinstance(command, Enrol) else ()
        for text in (each.name for each in enrolments):
            self._check_words("a name", text)
        for named in _named(command):
            self._check_words("a name", named.name or named.id)

    async def _answered(self, request: _Request) -> Raw:
        try:
            home = await self._hub.home_of_event(request.event)
            if home == self._hub.id:
                return Raw(await self._answer(request))
            answer = await self._hub.others.ask(home, PART, request)
        except Refusal as refusal:
            if refusal.code is Code.NO_SUCH_TABLE:
                # The same words for an event that is not there and for one that only its directors see.
                raise _no_event() from None
            raise
        return Raw(msgspec.msgpack.decode(answer, type=bytes))

    async def _answer_other(self, request: Raw) -> bytes:
        return await self._answer(msgspec.msgpack.decode(request, type=_Request))

    async def _answer(self, request: _Request) -> bytes:
        """Carry out a request to an event of this hub, and return the answer encoded as JSON."""
        events, now_ms = self._hub.events, self._hub.services.now_ms()
        room = await events.room(request.event)
        event = room.stored
        if event.stage == "draft" and not event.is_director(request.player):
            raise _no_event()
        if request.command is not None:
            command = msgspec.json.decode(request.command, type=Command)
            robots = self._robots.of(event.game.name)
            if isinstance(command, Change) and isinstance(command.conditions, Conditions):
                self._check_robot(command.conditions, event.game)
            person = Person(request.player, request.name)
            unnamed = [each for each in _named(command) if not each.id] if isinstance(command, Enrol) else []
            codes = tuple(random_code(CODE_LENGTH, secrets.choice) for _ in unnamed)
            asked = Asked(person, command, now_ms, robots=robots, codes=codes)
            try:
                event = await events.ask(request.event, asked)
            except IllegalAction as error:
                raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        if request.what == "event":
            away = shown_ids(event, events.away(event, request.player))
            return msgspec.json.encode(_about(without_erased(event), request.player, now_ms, away))
        return await self._computed(event, request)

    async def _computed(self, event: Event, request: _Request) -> bytes:
        """Return the ranking or the results of an event, or a file of them, encoded as JSON.

        They take long for a large event, so they are computed outside the event loop, once for all players
        that see the same.
        """
        about = f"{request.what} {request.format} {request.version}"
        key = event.id, about, event.is_director(request.player)
        async with self._computing:
            known = self._known.get(key)
            if known is not None and known[0] is event:
                return known[1]
            deals = await event_files.open_deals(self._hub, event) if request.what == "file" else {}
            asked = request.what, request.player, request.format, request.version
            shown = await asyncio.to_thread(_compute, without_erased(event), *asked, deals)
            self._known[key] = event, shown
            if len(self._known) > MOST_KNOWN:
                self._known.pop(next(iter(self._known)))
        return shown


def _no_event() -> Refusal:
    return Refusal(Code.NO_SUCH_TABLE, "there is no such event")


def _named(command: Command) -> Iterator[Named]:
    """Return the people that a request names."""
    for field in PEOPLE:
        named = getattr(command, field, None)
        if isinstance(named, tuple):
            yield from named
    for each in command.entries if isinstance(command, Enrol) else ():
        yield from each.players
    player = getattr(command, "player", None)
    if isinstance(player, Named):
        yield player


def _cleaned(command: Command) -> Command:
    """Return a command with its free texts cleaned for display."""
    changes: dict[str, Any] = {}
    for field in TEXTS:
        text = getattr(command, field, None)
        if isinstance(text, str) and field != "text":
            changes[field] = clean(text)
        elif isinstance(text, str):
            changes[field] = clean_lines(text)
    for field in PEOPLE:
        named = getattr(command, field, None)
        if isinstance(named, tuple):
            changes[field] = tuple(_with_clean_name(each) for each in named)
    if isinstance(command, Enrol):
        changes["entries"] = tuple(
            replace(each, name=clean(each.name), players=tuple(map(_with_clean_name, each.players)))
            for each in command.entries
        )
    player = getattr(command, "player", None)
    if isinstance(player, Named):
        changes["player"] = _with_clean_name(player)
    return replace(command, **changes)


def _with_clean_name(named: Named) -> Named:
    """Return a named player; raise Refusal if nothing of the only name is left."""
    name = clean(named.name)
    if not name and not named.id:
        raise Refusal(Code.INVALID_MESSAGE, "expected a name that can be shown")
    return replace(named, name=name)


def _about(event: Event, player: str, now_ms: int, away: frozenset[str] = frozenset()) -> EventShown:
    return about(event, player, lambda round, table: table_id(event.id, round, table), now_ms, away)


def _compute(
    event: Event,
    what: What,
    player: str,
    format: str,
    version: str = "",
    deals: Mapping[int, Any] = MappingProxyType({}),
) -> bytes:
    match what:
        case "event" | "ranking":
            return msgspec.json.encode(ranking(event, player))
        case "results":
            return msgspec.json.encode(results(event, player))
        case "file":
            return msgspec.json.encode(_file(event, player, format, version, deals))
        case _:
            assert_never(what)


def _file(event: Event, player: str, format: str, version: str, deals: Mapping[int, Any]) -> ResultsFile:
    """Return a file with those results of an event that a player may see, and with the cards of `deals`.

    Raises Refusal if the game has no such format or version, or if the event shows no results yet.
    """
    records = RECORDS.get(event.game.name)
    files = None if records is None else records.event_files
    if files is None:
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected the format json, got {format}: the results of {event.game.name} have no files"
            " - at `format` of the query",
        )
    formats = {**files.formats, **event_files.PRINTED}
    if format not in formats:
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected one of the formats {', '.join(('json', *formats))}, got {format}"
            " - at `format` of the query",
        )
    versions = files.versions.get(format, ())
    if version and version not in versions:
        known = list_alternatives(versions) if versions else "no version"
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected {known} of {format}, got {version} - at `version` of the query",
        )
    if ranking(event, player).hidden:
        raise Refusal(Code.FORBIDDEN, "the results of this event are shown after its last round")
    field = field_of(event, everything=event.is_director(player))
    media_type, ending = formats[format]
    told = event_files.about(event, deals)
    shown = files.of_event(told, field, rank(field, competing_of(event.game)))
    text = event_files.printed(files, shown, format) or files.write(shown, format, version)
    return ResultsFile(media_type, f"{event.id}.{ending}", text)
