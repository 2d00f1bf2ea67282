"""Guests: players with a name and a bearer token.

The store keeps only a hash of each guest's token.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from math import inf

import msgspec
from msgspec.structs import replace

from server.moderation.moderation import Moderation
from server.store.stored_guests import StoredGuests
from server.table.player import Player
from server.text import clean

CACHED = 20_000
ENDED = 20_000
"""The number of guests that have logged out of which the server remembers that their tokens are refused."""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _display_name(name: str, player_id: str) -> str:
    """Return the name under which other people see a guest."""
    return clean(name) or f"Guest {player_id[:4]}"


class Guests:
    """The guests, each found by a bearer token.

    `ttl_s` is the lifetime of a token in seconds; `word` returns a new player id. A token that this server
    has seen is not looked up again for `fresh_s`, by the clock `now_s`: another hub may have made it invalid.
    `moderation` knows which players are banned, and which have a new name.
    """

    def __init__(
        self,
        stored: StoredGuests,
        ttl_s: int,
        word: Callable[[], str] = lambda: secrets.token_hex(8),
        *,
        fresh_s: float = inf,
        now_s: Callable[[], float] = time.monotonic,
        moderation: Moderation | None = None,
    ) -> None:
        self._moderation = moderation or Moderation()
        self._stored = stored
        self._ttl_s = ttl_s
        self._word = word
        self._fresh_s = fresh_s
        self._now_s = now_s
        self._known: OrderedDict[str, tuple[Player, float]] = OrderedDict()
        self._ended: OrderedDict[str, None] = OrderedDict()

    async def create(self, name: str) -> tuple[Player, str]:
        """Create a guest with a new player id and a new bearer token.

        Return the new player and the token; only a hash of the token is stored, so the server cannot show the
        token again. Raises Refusal for a name with a word that the operator has forbidden, and OSError if the
        store does not answer.
        """
        self._moderation.words.check("a name", name)
        player_id = self._word()
        player = Player(id=player_id, name=_display_name(name, player_id))
        token = secrets.token_urlsafe(24)
        await self._stored.put(_hash(token), msgspec.msgpack.encode(player), self._ttl_s)
        return player, token

    def known(self, token: str) -> Player | None:
        """Return the player of a token that this server has seen lately, None for any other token.

        Returns None for a banned player, too.
        """
        key = _hash(token)
        player, seen_s = self._known.get(key, (None, 0.0))
        if player is None or player.id in self._ended or self._now_s() - seen_s > self._fresh_s:
            return None
        if self._moderation.is_banned(player.id):
            return None
        self._known.move_to_end(key)
        return self._named(player)

    def _named(self, player: Player) -> Player:
        """Return a player with the name that an operator has given to it, if one has."""
        name = self._moderation.name_of(player.id, player.name)
        return player if name == player.name else replace(player, name=name)

    async def find(self, token: str) -> Player | None:
        """Return the player of a token, None for an unknown or expired token.

        Raises Banned if the player is banned, and OSError if the store does not answer.
        """
        known = self.known(token)
        if known is not None:
            return known
        key = _hash(token)
        packed = await self._stored.find(key)
        if packed is None:
            self._known.pop(key, None)
            return None
        stored = msgspec.msgpack.decode(packed, type=Player)
        # The guest may have logged out, here or at another hub, while the store answered.
        if stored.id in self._ended:
            return None
        self._moderation.check_player(stored.id)
        player = replace(stored, name=_display_name(stored.name, stored.id))
        self._known[key] = player, self._now_s()
        self._known.move_to_end(key)
        if len(self._known) > CACHED:
            self._known.popitem(last=False)
        return self._named(player)

    async def forget(self, token: str) -> None:
        """Make a guest's token invalid; another hub may accept it for `fresh_s` more.

        Raises OSError if the store does not answer.
        """
        key = _hash(token)
        await self._stored.forget(key)
        self._known.pop(key, None)

    def end(self, player: str) -> None:
        """Refuse the token of the guest with the id `player`, which has logged out, here or at another hub.

        A guest has one token in its life, so this id never comes back.
        """
        self._ended[player] = None
        self._ended.move_to_end(player)
        if len(self._ended) > ENDED:
            self._ended.popitem(last=False)
