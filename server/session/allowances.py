"""The limits on how many requests each connection and each player may send in a time, from the settings."""

from __future__ import annotations

import weakref
from collections.abc import Callable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.far.ledgers import Ledgers
from server.session.limits import Bucket, Buckets, SharedBuckets
from server.settings import Settings
from server.table.player import Player

EVENTS_OF_AN_ADDRESS = 4
"""The number of players of one address that may use up their limits on events, as in the rooms of a club."""
LOBBY_PER_S, LOBBY_BURST = 1.0, 1
"""The rate at which a connection may list the tables in the lobby: once a second."""


class Allowances:
    """The token buckets of every connection and player of one server; `now_ms` returns wall time.

    The limits on what a player changes, opens and claims count at all hubs together, those on the number of
    requests at each hub alone.

    A client without a bearer token is limited only by the bucket of its connection.
    """

    def __init__(self, settings: Settings, now_ms: Callable[[], int], ledgers: Ledgers | None = None) -> None:
        shared = ledgers or Ledgers()
        self._settings = settings
        self._now_ms = now_ms
        self._requests = Buckets(settings.player_requests_s, settings.player_requests_burst)
        self._bot_requests = Buckets(settings.bot_requests_s, settings.bot_requests_burst)
        self._changes = SharedBuckets(settings.changes_s, settings.changes_burst, shared.purse("changes"))
        self._opens = SharedBuckets(settings.opens_s, settings.opens_burst, shared.purse("opens"))
        self._events = SharedBuckets(settings.events_s, settings.events_burst, shared.purse("events"))
        self._addresses = SharedBuckets(
            settings.events_s * EVENTS_OF_AN_ADDRESS,
            settings.events_burst * EVENTS_OF_AN_ADDRESS,
            shared.purse("events of addresses"),
        )
        self._claims = SharedBuckets(settings.claims_s, settings.claims_burst, shared.purse("claims"))
        self._lobby: weakref.WeakKeyDictionary[object, Bucket] = weakref.WeakKeyDictionary()

    def connection(self, player: Player | None = None) -> Bucket:
        """Return the token bucket that limits the requests of a connection.

        `player` is None before the client has said `hello`.
        """
        return Bucket(*self.rate(player), self._now_ms())

    def rate(self, player: Player | None) -> tuple[float, int]:
        """Return the limits of a connection: the requests per second, and the requests at once."""
        settings = self._settings
        if player is not None and player.has_bot_token:
            return settings.bot_requests_s, settings.bot_requests_burst
        return settings.requests_s, settings.requests_burst

    def request(self, player: Player, now_ms: int) -> int:
        """Count one request against the limit of its player.

        Return 0, or the ms to wait if the player has sent too many requests.
        """
        if not player.id:
            return 0
        # The first test is the cheap one: nearly all players are people.
        is_bot = player.robot_owner is not None and player.has_bot_token
        return (self._bot_requests if is_bot else self._requests).take(player.id, now_ms)

    def lobby(self, connection: object, now_ms: int) -> int:
        """Count one listing of the lobby; return 0, or the ms until the connection may list it again."""
        bucket = self._lobby.get(connection)
        if bucket is None:
            bucket = self._lobby[connection] = Bucket(LOBBY_PER_S, LOBBY_BURST, now_ms)
        return bucket.take(now_ms)

    def claim(self, player: Player) -> int:
        """Count one claim (of tricks) by a player; return 0, or the ms until the player may claim again."""
        return self._claims.take(player.id, self._now_ms())

    def check_change(self, player: Player) -> None:
        """Count one change of a table or one line of chat against the player's limit.

        Raises Refusal if the player has made too many changes in a short time. Changes of a table are stored
        in its log or sent to all its viewers, so they cost more than other requests.
        """
        wait_ms = 0 if not player.id else self._changes.take(player.id, self._now_ms())
        if wait_ms:
            reason = "too many changes of tables or lines of chat in a short time"
            raise Refusal(Code.RATE_LIMITED, reason, retry_ms=wait_ms)

    def check_open(self, player: Player) -> None:
        """Count one opening of a table or a match.

        Raises Refusal if the player has opened too many tables in a short time.
        """
        wait_ms = self._opens.take(player.id, self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many tables opened in a short time", retry_ms=wait_ms)

    def check_event(self, player: Player, address: str) -> None:
        """Count one opening of an event; `address` is "" if it is unknown.

        Raises Refusal if the player, or all players of the address, have opened too many events in a short
        time.
        """
        wait_ms = self._events.take(player.id, self._now_ms())
        if not wait_ms and address:
            wait_ms = self._addresses.take(address, self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many events opened in a short time", retry_ms=wait_ms)
