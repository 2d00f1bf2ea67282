"""The opening of tables, matches and sets for players, with checks, limits, and deals from uploaded files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Match, Open, OpenSet, PlayAgain
from server.errors import IllegalAction, Refusal
from server.hub.archive.archive import Archive
from server.hub.hub import Hub
from server.hub.sets.member import room_name
from server.moderation.moderation import Moderation
from server.session.allowances import Allowances
from server.session.conversion import read_options
from server.session.offered_robots import OfferedRobots
from server.session.openings import Openings
from server.table.again import Resumed
from server.table.player import Player
from server.workers.parsing import Boards, Parsing, Upload


class TableOpening:
    """The functions that open tables, matches and sets of boards for players.

    `openings` counts the open tables; `parsers` are the processes that read uploaded files. `moderation`
    has the words that the names of tables may not have.
    """

    def __init__(
        self,
        hub: Hub,
        allowances: Allowances,
        robots: OfferedRobots,
        openings: Openings,
        parsers: Parsing,
        moderation: Moderation,
    ) -> None:
        self._hub = hub
        self._archive = Archive(hub)
        self._allowances = allowances
        self._robots = robots
        self._openings = openings
        self.parsers = parsers
        self._moderation = moderation

    async def open(
        self, player: Player, request: Open, codec: Codec, boards: Boards | None = None, address: str = ""
    ) -> str:
        """Open a table for a player and return its id.

        `boards` are the deals of a file in the body of an HTTP request; None if there is no such file.
        `address` is the client's address, or "" if it is unknown; uploaded files from one address are read
        one after the other. Raises Refusal if the player may not open a table, or if the request or the file
        is wrong.
        """
        _check_token(player)
        table = await self._hub.ids.of(player, request.id)
        async with self._counted((table,), player, address):
            options, deals = await self._options_and_deals(player, request, codec, boards, address)
            if request.again is None:
                return await self._hub.open_as(table, player.id, request, options, deals)
            if deals:
                raise Refusal(Code.INVALID_MESSAGE, "expected `again` or `boards`, got both - at `$.again`")
            position = await self._position(player, request.game, request.again, options)
            options = self._hub.games[request.game].public_options(position.state)
            request = replace(request, name=room_name(request.name, "played again"))
            return await self._hub.open_as(table, player.id, request, options, (), position=position)

    async def _position(self, player: Player, name: str, again: PlayAgain, options: Struct) -> Resumed:
        """Return the position of a finished deal at which a new table of the game `name` begins.

        Raises Refusal if the deal is not open to all, is of another game, or cannot be played again.
        """
        game, end = await self._archive.open_to_all(player, again.deal)
        if game.name != name or game.playing_again is None:
            raise Refusal(Code.FORBIDDEN, f"this deal of {game.name} cannot be played again as {name}")
        try:
            now_ms = self._hub.services.now_ms()
            state = game.playing_again.position(options, end.state, again.moves, now_ms)
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        return Resumed(state, again.deal, again.moves, again.seat, player)

    async def open_for_queue(self, table: str, player: Player, request: Open, address: str) -> None:
        """Open the table with the id `table` for players of the queue, with the default options of its game.

        `player` is the host of the table. Raises Refusal if the player may not open a table.
        """
        self._allowances.check_open(player)
        async with self._counted((table,), player, address):
            options = self._hub.games[request.game].options_type()
            await self._hub.open_as(table, player.id, request, options, ())

    async def open_match(
        self, player: Player, request: Match, codec: Codec, boards: Boards | None = None, address: str = ""
    ) -> tuple[str, str]:
        """Open both tables of a match; the arguments are those of `open`.

        Return the ids of the two tables, the open room's id first.
        """
        _check_token(player)
        self._robots.check_seats(request.other_seats, request.game)
        tables = await self._hub.set_opening.match_tables(player, request.id)
        async with self._counted(tables, player, address):
            options, deals = await self._options_and_deals(player, request, codec, boards, address)
            await self._hub.set_opening.open_match(tables, player, request, options, deals)
        return tables

    async def open_set(
        self, player: Player, request: OpenSet, codec: Codec, boards: Boards | None = None, address: str = ""
    ) -> tuple[str, tuple[str, ...]]:
        """Open the tables of a set of boards; the arguments are those of `open`.

        Return the id of the set of boards, and the ids of its tables.
        """
        _check_token(player)
        tables = await self._hub.set_opening.set_tables(player, request.id, request.tables)
        async with self._counted(tables, player, address):
            options, deals = await self._options_and_deals(player, request, codec, boards, address)
            board_set = await self._hub.set_opening.open_set(tables, player, request, options, deals)
        # The tables are those of the first request with this id, even if this one was sent at the same time.
        return board_set, await self._hub.sets.tables_of(board_set)

    @asynccontextmanager
    async def _counted(self, tables: tuple[str, ...], player: Player, address: str) -> AsyncIterator[None]:
        """Count tables as open; at the end of the `with` block, stop counting those that could not be opened.

        A table that is in memory already, here or at another hub, was counted by the hub that opened it; then
        the request is a repeated one. Raises Refusal if the player or the address has too many open tables.
        """
        wanted = tuple(table for table in tables if not self._hub.is_awake(table))
        new = self._openings.add(wanted, player.id, address)
        try:
            yield
        finally:
            handles = {id: self._hub.loaded(id) for id in new}
            self._openings.remove(
                *[id for id, table in handles.items() if table is None or (await table.summary()).closed]
            )

    async def _options_and_deals(
        self,
        player: Player,
        request: Open | Match | OpenSet,
        codec: Codec,
        boards: Boards | None,
        address: str,
    ) -> tuple[Struct, Sequence[Any]]:
        """Return the options and the deals of a request to open a table, a match or a set of boards.

        Without a file of deals, in the request or as `boards`, the sequence of deals is empty. Raises Refusal
        for an unknown game or robot, a forbidden name, wrong options or an unreadable file, and for
        too many requests.
        """
        game = self._hub.games.get(request.game)
        if game is None:
            known = ", ".join(sorted(self._hub.games))
            raise Refusal(
                Code.INVALID_MESSAGE, f"expected one of the games {known}, got {request.game!r} - at `$.game`"
            )
        self._moderation.words.check("the name of a table", request.name)
        self._allowances.check_open(player)
        self._robots.check_seats(request.seats, game.name)
        self._robots.check_substitute(request.policy, game.name)
        shared = not isinstance(request, Open)
        usual = game.sharing.options if shared and game.sharing is not None else {}
        options = read_options(game, {**usual, **request.options}, codec)
        text = boards if boards is not None else request.boards
        if text is None:
            return options, ()
        upload = Upload(text, request.name, game, options, shared)
        return options, await self.parsers.read(address or player.id, upload)


def _check_token(player: Player) -> None:
    if not player.id:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token may open tables")
