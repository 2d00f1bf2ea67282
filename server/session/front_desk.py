"""The front desk: everything that all sessions of one server share, such as limits and house robots."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Chat, Consent, Host, Next, Rule, Show, Sit, Stand, Wait
from protocol.v1.updates import Limits, Welcome, You
from server.errors import Refusal
from server.hub.hub import Hub
from server.moderation.measures import Banned
from server.moderation.moderation import Moderation
from server.session.allowances import Allowances
from server.session.event_desk import EventDesk
from server.session.guests import Guests, key_of
from server.session.offered_robots import NO_ROBOTS, OfferedRobots
from server.session.openings import Openings
from server.session.seat_queue import SeatQueue
from server.session.table_opening import TableOpening
from server.session.visitors import Visitors, short
from server.settings import Settings
from server.store.waiting_players import WaitingPlayers
from server.table.player import Player
from server.table.typed_requests import ChangeTable
from server.workers.analyst import Analyst
from server.workers.explainer import Explainer
from server.workers.parsing import Parsers, Parsing


class FrontDesk:
    """The shared parts of all sessions: guests, allowances, visitors, robots and the opening of tables.

    `robots` maps the name of each house robot to the games that the robot plays. `name` is the server's name
    in the message `welcome`. `moderation` has the operators' measures and their list of words.
    `waiting_players` has the players of all hubs that wait for a seat; without it, only those of this hub
    meet.
    `explainer` tells the meanings of calls; without it, the server does not tell them.
    """

    def __init__(
        self,
        hub: Hub,
        guests: Guests,
        settings: Settings,
        name: str,
        robots: Mapping[str, Collection[str]] = NO_ROBOTS,
        analyst: Analyst | None = None,
        parsers: Parsing | None = None,
        moderation: Moderation | None = None,
        waiting_players: WaitingPlayers | None = None,
        explainer: Explainer | None = None,
    ) -> None:
        self.hub = hub
        self.guests = guests
        self.settings = settings
        self.moderation = moderation or Moderation()
        self.explainer = explainer
        self.analyst = analyst or Analyst()
        """The analyst of finished deals, which starts no process before the first analysis.

        The analyst is stopped by the code that has created it.
        """
        now_ms, ledgers = hub.services.now_ms, hub.others.ledgers
        self.allowances = Allowances(settings, now_ms, ledgers)
        self.visitors = Visitors(
            settings.connections_per_player, hub.id, now_ms, ledgers, settings.bot_connections
        )
        self.robots = OfferedRobots(robots, hub.games)
        openings = Openings(settings.tables_per_player, settings.tables_per_address, ledgers)
        if settings.hosts_of_events == ("anybody",):
            # The operator trusts the players of a list, whose events may have as many tables as they need.
            openings.of_events = hub.events.draws.tables_of
            hub.events.draws.most_tables = openings.left_for_events
            hub.events.draws.most_of_robots = settings.event_robot_tables
        self.opening = TableOpening(
            hub, self.allowances, self.robots, openings, parsers or Parsers(), self.moderation
        )
        self.events = EventDesk(
            *(hub, self.allowances, self.robots, self.opening.parsers, self.moderation),
            settings.hosts_of_events,
            self.visitors,
        )
        self.queue = SeatQueue(hub, self.opening, self.robots, waiting_players)
        self._name = name
        hub.held.subscribe(self.visitors.tell_held)
        hub.moved.subscribe(self.visitors.tell_moved)
        hub.ended.subscribe(openings.remove)
        hub.others.logged_out.subscribe(self._end)
        self.moderation.changed.subscribe(self._apply_measures)
        hub.plays = self.robots.plays
        hub.budget = self.allowances.claim

    def _apply_measures(self) -> None:
        """Close the sessions of banned players and addresses and of revoked bot tokens.

        Renamed players connect again.
        """
        names, bots = self.moderation.measures.names, self.moderation.measures.bots
        for visitor in self.visitors.each():
            try:
                self.moderation.check_player(visitor.player.id)
                self.moderation.check_address(visitor.address)
            except Banned as banned:
                visitor.close(CloseCode.REMOVED, short(str(banned)))
            else:
                if visitor.player.has_bot_token and visitor.player.id not in bots:
                    visitor.close(CloseCode.REMOVED, "an operator has revoked this robot's token")
                if names.get(visitor.player.id, visitor.player.name) != visitor.player.name:
                    visitor.close(CloseCode.RESTART, "an operator of this server has changed your name")

    async def end_tokens(self, player: Player, token: str, which: Literal["this", "others", "all"]) -> int:
        """End this token of a player, all others or all of them, and return the number of ended tokens.

        The sessions of these tokens are closed, at all hubs. Raises Refusal for a bot token, and OSError if
        the store does not answer.
        """
        if player.has_bot_token:
            raise Refusal(Code.FORBIDDEN, "an operator of this server ends the token of a robot")
        if which == "this":
            await self.guests.forget(player, token)
            self.log_out(player, key_of(token))
            return 1
        ended = await self.guests.forget_all(player, token, but_this=which == "others")
        if which == "all":
            self.log_out(player)
        else:
            for key in ended:
                self.log_out(player, key)
        return len(ended)

    def log_out(self, player: Player, key: str = "") -> None:
        """Close the sessions of a player that has logged out, at all hubs.

        `key` is the hash of the token that the player has given up; without it, the player has given up all.
        """
        self._end(player.id, key)
        self.hub.others.log_out(player.id, key)

    def _end(self, player: str, key: str) -> None:
        """Close the sessions at this hub of a token or a player that has logged out, and refuse it."""
        self.guests.end(key or player)
        self.visitors.dismiss(player, key)
        if not key:
            self.hub.events.look_for_erased(player)

    def check_change(
        self,
        player: Player,
        request: Sit | Stand | Next | Wait | Show | Consent | Host | ChangeTable | Rule | Chat,
        game: str,
    ) -> None:
        """Raise Refusal if a change of a table names an unknown robot, or exceeds a limit of the player.

        `game` is the name of the table's game.
        """
        if isinstance(request, Host | ChangeTable):
            self.robots.check_seats(request.seats or {}, game)
            self.robots.check_substitute(request.policy, game)
        self.allowances.check_change(player)
        if isinstance(request, Sit) and player.has_bot_token:
            self._check_tables(player, request.table)

    def _check_tables(self, player: Player, table: str) -> None:
        most = self.settings.bot_tables
        summary = self.hub.told(table)
        has_seat = summary is not None and summary.right_of(player.id) is not None
        if not has_seat and self.hub.tables_of(player.id) >= most:
            reason = f"this robot has seats at {most} tables, which is its limit; stand up at one of them"
            raise Refusal(Code.FORBIDDEN, reason)

    def welcome(self, player: Player) -> Welcome:
        """Return the answer to the message `hello`, with the limits of this server."""
        settings = self.settings
        per_s, burst = self.allowances.rate(player)
        return Welcome(
            you=You(id=player.id, name=player.name),
            server=self._name,
            limits=Limits(
                frame_bytes=MAX_FRAME_BYTES,
                requests_per_s=per_s,
                requests_burst=burst,
            ),
            durability=self.hub.durability,
            heartbeat_s=settings.heartbeat_s,
            now_ms=self.hub.services.now_ms(),
            robots=self.robots.listed,
        )
