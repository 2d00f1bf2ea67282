"""The front desk: everything that all sessions of one server share, such as limits and house robots."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.requests import Chat, Consent, Host, Rule, Show, Sit, Stand
from protocol.v1.updates import Limits, Welcome, You
from server.hub.hub import Hub
from server.session.allowances import Allowances
from server.session.guests import Guests
from server.session.offered_robots import NO_ROBOTS, OfferedRobots
from server.session.openings import Openings
from server.session.table_opening import TableOpening
from server.session.visitors import Visitors
from server.settings import Settings
from server.table.player import Player
from server.workers.analyst import Analyst
from server.workers.parsing import Parsers, Parsing


class FrontDesk:
    """The shared parts of all sessions: guests, allowances, visitors, robots and the opening of tables.

    `robots` maps the name of each house robot to the games that the robot plays. `name` is the server's name
    in `welcome`.
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
    ) -> None:
        self.hub = hub
        self.guests = guests
        self.settings = settings
        self.analyst = analyst or Analyst()
        """The analyst, which starts no process before the first analysis. The code that made the analyst
        stops it.
        """
        self.allowances = Allowances(settings, hub.services.now_ms)
        self.visitors = Visitors(settings.connections_per_player)
        self.robots = OfferedRobots(robots, hub.games)
        openings = Openings(settings.tables_per_player, settings.tables_per_address)
        self.opening = TableOpening(hub, self.allowances, self.robots, openings, parsers or Parsers())
        self._name = name
        hub.held.subscribe(self.visitors.tell_held)
        hub.moved.subscribe(self.visitors.tell_moved)
        hub.ended.subscribe(openings.remove)
        hub.plays = self.robots.plays
        hub.budget = self.allowances.claim

    def check_change(
        self, player: Player, request: Sit | Stand | Show | Consent | Host | Rule | Chat
    ) -> None:
        """Raise Refusal for a change that names an unknown robot, or exceeds the player's rate of changes."""
        if isinstance(request, Host):
            room = self.hub.live(request.table)
            game = None if room is None else room.table.game.name
            self.robots.check_seats(request.seats or {}, game)
            self.robots.check_substitute(request.policy, game)
        self.allowances.check_change(player)

    def welcome(self, player: Player) -> Welcome:
        """Return the answer to `hello`, with all limits."""
        settings = self.settings
        return Welcome(
            you=You(id=player.id, name=player.name),
            server=self._name,
            limits=Limits(
                frame_bytes=MAX_FRAME_BYTES,
                requests_per_s=settings.requests_s,
                requests_burst=settings.requests_burst,
            ),
            durability=self.hub.services.store.durability,
            heartbeat_s=settings.heartbeat_s,
            now_ms=self.hub.services.now_ms(),
            robots=self.robots.listed,
        )
