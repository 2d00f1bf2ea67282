"""How much each connection and each player may ask for, as the settings say."""

from __future__ import annotations

import weakref
from collections.abc import Callable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.session.limits import Bucket, Buckets
from server.settings import Settings
from server.table.player import Player

LOBBY_PER_S, LOBBY_BURST = 1.0, 1
"""A connection may list the tables once a second."""


class Allowances:
    """The token buckets of every connection and player of one server; `now_ms` is wall time.

    A player without a token has no bucket of their own: their connection's counts.
    """

    def __init__(self, settings: Settings, now_ms: Callable[[], int]) -> None:
        self._settings = settings
        self._now_ms = now_ms
        self._requests = Buckets(settings.player_requests_s, settings.player_requests_burst)
        self._changes = Buckets(settings.changes_s, settings.changes_burst)
        self._opens = Buckets(settings.opens_s, settings.opens_burst)
        self._claims = Buckets(settings.claims_s, settings.claims_burst)
        self._lobby: weakref.WeakKeyDictionary[object, Bucket] = weakref.WeakKeyDictionary()

    def connection(self) -> Bucket:
        """Return the bucket of a new connection."""
        return Bucket(self._settings.requests_s, self._settings.requests_burst, self._now_ms())

    def request(self, player: Player, now_ms: int) -> int:
        """Take one request of a player; return 0, or the ms that a player over the rate must wait."""
        return 0 if not player.id else self._requests.take(player.id, now_ms)

    def lobby(self, connection: object, now_ms: int) -> int:
        """Take one look at the lobby; return 0, or the ms until this connection may look again."""
        bucket = self._lobby.get(connection)
        if bucket is None:
            bucket = self._lobby[connection] = Bucket(LOBBY_PER_S, LOBBY_BURST, now_ms)
        return bucket.take(now_ms)

    def claim(self, player: Player) -> int:
        """Take one claim; return 0, or the ms until this player's next one may come."""
        return self._claims.take(player.id, self._now_ms())

    def check_change(self, player: Player) -> None:
        """Take one change of a table or one chat message. Raises Refusal for a player with none left.

        Changes stay in the log or are told to everyone at the table: they cost more than a request.
        """
        wait_ms = 0 if not player.id else self._changes.take(player.id, self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many changes of tables, or too much talk", retry_ms=wait_ms)

    def check_open(self, player: Player) -> None:
        """Take one opening of a table or of a match. Raises Refusal for a player with none left."""
        wait_ms = self._opens.take(player.id, self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many tables opened", retry_ms=wait_ms)
