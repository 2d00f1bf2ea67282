"""Guests: players with a name and bearer tokens, one for each of their devices.

The store keeps only a hash of each token.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from math import inf

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.moderation.measures import BotToken
from server.moderation.moderation import Moderation
from server.store.stored_guests import StoredGuests
from server.table.player import Player, RobotOwner
from server.text import clean

CACHED = 20_000
ENDED = 20_000
"""The number of guests and tokens that have logged out of which the server remembers that they are refused.
"""
RENEWED_AFTER_S = 86_400
"""The time (s) after which the use of a token renews it: at most one write a day for each token."""
MOST_TOKENS = 20
"""The largest number of tokens, and so of devices, that one guest may have."""


class _Stored(Struct, frozen=True):
    """A guest in the store. A token that an older server has stored has no time of a renewal."""

    id: str
    name: str
    renewed_s: int = 0


def key_of(token: str) -> str:
    """Return the hash under which the store has a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _display_name(name: str, player_id: str) -> str:
    """Return the name under which other people see a guest."""
    return clean(name) or f"Guest {player_id[:4]}"


class Guests:
    """The guests, each found by a bearer token.

    `ttl_s` is the lifetime of a token in seconds, which begins anew when the token is used; `word` returns a
    new player id. The tokens of robots are the operators' bot tokens in `moderation`: they have no end and no
    entry in `stored`. A token that this server has seen is not looked up again for `fresh_s`, by the clock
    `now_s`: another hub may have made it invalid. All hubs of a store have the same `now_s`. `moderation`
    knows which players are banned, and which have a new name.
    """

    def __init__(
        self,
        stored: StoredGuests,
        ttl_s: int,
        word: Callable[[], str] = lambda: secrets.token_hex(8),
        *,
        fresh_s: float = inf,
        now_s: Callable[[], float] = time.time,
        moderation: Moderation | None = None,
    ) -> None:
        self._moderation = moderation or Moderation()
        self._stored = stored
        self._ttl_s = ttl_s
        self._word = word
        # A token with a short lifetime is renewed in its first half.
        self._renewed_after_s = min(RENEWED_AFTER_S, ttl_s // 2)
        self._fresh_s = min(fresh_s, self._renewed_after_s)
        self._now_s = now_s
        self._known: OrderedDict[str, tuple[Player, float]] = OrderedDict()
        self._ended: OrderedDict[str, None] = OrderedDict()

    def new_bot(self, name: str, owner: str, by: str) -> tuple[BotToken, str]:
        """Return the measure that makes a robot of `owner` a player, and the robot's bearer token.

        `by` is the name of the operator. The token is valid from the moment at which the measure is stored.
        """
        token = _new_token()
        return BotToken(
            player=self._word(),
            name=name,
            owner=owner,
            token_hash=key_of(token),
            reason="",
            began_ms=int(self._now_s() * 1000),
            by=by,
        ), token

    async def create(self, name: str) -> tuple[Player, str]:
        """Create a guest with a new player id and a new bearer token.

        Return the new player and the token; only a hash of the token is stored, so the server cannot show the
        token again. Raises Refusal for a name with a word that the operator has forbidden, and OSError if the
        store does not answer.
        """
        self._moderation.words.check("a name", name)
        player_id = self._word()
        player = Player(id=player_id, name=_display_name(name, player_id))
        token = _new_token()
        await self._stored.put(key_of(token), self._packed(player), self._ttl_s)
        return player, token

    def known(self, token: str) -> Player | None:
        """Return the player of a token that this server has seen lately, None for any other token.

        Returns None for a banned player, too.
        """
        key = key_of(token)
        bot = self._moderation.measures.bot_of(key)
        if bot is not None:
            return None if self._moderation.is_banned(bot.player) else self._named(_bot(bot))
        player, seen_s = self._known.get(key, (None, 0.0))
        if player is None or self._is_ended(player.id, key) or self._now_s() - seen_s > self._fresh_s:
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

        The lifetime of the token begins anew, unless that has happened within a day. Raises Banned if the
        player is banned, and OSError if the store does not answer.
        """
        known = self.known(token)
        if known is not None:
            return known
        key = key_of(token)
        bot = self._moderation.measures.bot_of(key)
        if bot is not None:
            self._moderation.check_player(bot.player)
            return self._named(_bot(bot))
        packed = await self._stored.find(key)
        if packed is None:
            self._known.pop(key, None)
            return None
        stored = msgspec.msgpack.decode(packed, type=_Stored)
        player = Player(id=stored.id, name=_display_name(stored.name, stored.id))
        if self._now_s() - stored.renewed_s > self._renewed_after_s:
            await self._stored.renew(stored.id, key, self._packed(player), self._ttl_s)
        # The guest may have logged out, here or at another hub, while the store answered.
        if self._is_ended(stored.id, key):
            return None
        self._moderation.check_player(stored.id)
        self._known[key] = player, self._now_s()
        self._known.move_to_end(key)
        if len(self._known) > CACHED:
            self._known.popitem(last=False)
        return self._named(player)

    async def add_token(self, player: str, key: str) -> str | None:
        """Return a new token of the guest with the id `player` and a token with the hash `key`.

        Return None if that token is not valid any more, or if the guest has `MOST_TOKENS` tokens. Raises
        OSError if the store does not answer.
        """
        for each in await self._stored.tokens(player) - {key}:
            if await self._stored.find(each) is None:
                await self._stored.forget(player, each)
        packed = await self._stored.find(key)
        if packed is None or len(await self._stored.tokens(player) | {key}) >= MOST_TOKENS:
            return None
        token = _new_token()
        new = key_of(token)
        # Both are in the list before the last look at the first one: `forget` then finds the new token, too.
        for each in (key, new):
            await self._stored.list_token(player, each, self._ttl_s)
        await self._stored.put(new, packed, self._ttl_s)
        if await self._stored.find(key) is None or self._is_ended(player, key):
            await self._stored.forget(player, new)
            return None
        return token

    async def tokens(self, player: Player) -> frozenset[str]:
        """Return the hashes of the tokens of a guest with several devices; empty for a guest with one.

        Raises OSError if the store does not answer.
        """
        return await self._stored.tokens(player.id)

    async def forget(self, player: Player, token: str) -> None:
        """Make one token of a guest invalid; another hub may accept it for `fresh_s` more.

        Raises OSError if the store does not answer.
        """
        await self._forget(player.id, key_of(token))

    async def forget_all(self, player: Player, token: str, *, but_this: bool = False) -> tuple[str, ...]:
        """Make all tokens of a guest invalid, and return their hashes.

        With `but_this`, the guest keeps `token`. Raises OSError if the store does not answer.
        """
        this = key_of(token)
        kept = {this} if but_this else set()
        forgotten: set[str] = set()
        waiting = {this} - kept
        # Another device may get a token by a code while these are removed.
        while found := (waiting | await self._stored.tokens(player.id)) - kept - forgotten:
            for key in found:
                await self._forget(player.id, key)
            forgotten |= found
        return tuple(sorted(forgotten))

    async def _forget(self, player: str, key: str) -> None:
        await self._stored.forget(player, key)
        self._known.pop(key, None)

    def end(self, ended: str) -> None:
        """Refuse a token by its hash, or all tokens of a player by the player's id.

        The token or the player has logged out, here or at another hub; neither ever comes back.
        """
        self._ended[ended] = None
        self._ended.move_to_end(ended)
        if len(self._ended) > ENDED:
            self._ended.popitem(last=False)

    def _is_ended(self, player: str, key: str) -> bool:
        return player in self._ended or key in self._ended

    def _packed(self, player: Player) -> bytes:
        return msgspec.msgpack.encode(_Stored(player.id, player.name, int(self._now_s())))


def _bot(bot: BotToken) -> Player:
    return Player(id=bot.player, name=bot.name, robot_owner=RobotOwner(bot.owner))


def _new_token() -> str:
    return secrets.token_urlsafe(24)
