"""Codes of one use, with which a guest becomes the same player on another device."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import partial

import msgspec
from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import Refusal
from server.session.guests import MOST_TOKENS, Guests, key_of
from server.store.files_and_tickets import FilesAndTickets, TicketKey, TicketKind
from server.table.player import Player
from server.typed_codes import in_parts, random_code, read_code

LIFETIME_S = TicketKind.DEVICE_CODE.lifetime_s
LENGTH = 10
"""The number of characters of a code, 5 bits each.

With 10,000 codes that are valid at the same time and 20 guesses a second, as the limits of the server allow,
a guess is right once in 180 years.
"""


class _Carried(Struct, frozen=True):
    """The id of a player that goes to another device, and the hash of the token that has made the code."""

    player: str
    key: str


class DeviceCodes:
    """The codes of all guests of a store; any hub makes them and takes them.

    The store has only the hash of a code. A guest has one code at a time. A code ends with the token by which
    it was made. `word` returns the characters of a new code.
    """

    def __init__(
        self, guests: Guests, tickets: FilesAndTickets, word: Callable[[], str] | None = None
    ) -> None:
        self._guests = guests
        self._tickets = tickets
        self._word = word or partial(random_code, LENGTH, secrets.choice)

    async def make(self, player: Player, token: str) -> str:
        """Return a new code of a guest with this token; the guest's earlier code is not valid any more.

        Raises OSError if the store does not answer.
        """
        newest = TicketKey(TicketKind.NEWEST_DEVICE_CODE, player.id)
        earlier = await self._tickets.ticket(newest)
        if earlier is not None:
            await self._tickets.take_ticket(TicketKey(TicketKind.DEVICE_CODE, earlier.decode()))
        code = self._word()
        key = _code_key(code)
        await self._tickets.put_ticket(newest, key.word.encode())
        await self._tickets.put_ticket(key, msgspec.msgpack.encode(_Carried(player.id, key_of(token))))
        return in_parts(code)

    async def take(self, code: str) -> tuple[Player, str]:
        """Return the player of a code and a new token of the player; the code is not valid any more.

        Case, spaces and hyphens do not matter. Raises Refusal for a code that is not valid, and for a player
        with too many tokens, Banned if the player is banned, and OSError if the store does not answer.
        """
        packed = await self._tickets.take_ticket(_code_key(read_code(code)))
        if packed is not None:
            carried = msgspec.msgpack.decode(packed, type=_Carried)
            token = await self._guests.add_token(carried.player, carried.key)
            player = None if token is None else await self._guests.find(token)
            if token is not None and player is not None:
                return player, token
        # One answer for every reason: a guess must not tell that a code was right.
        raise Refusal(
            Code.FORBIDDEN,
            f"this code has been used, is older than {LIFETIME_S // 60} minutes or was never made, or its"
            f" player has logged out or has {MOST_TOKENS} devices",
        )


def _code_key(code: str) -> TicketKey:
    return TicketKey(TicketKind.DEVICE_CODE, hashlib.sha256(code.encode()).hexdigest())
