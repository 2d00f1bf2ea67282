"""The ids of tables and events, which are hard to guess; a repeated request of a player gets the same id."""

from __future__ import annotations

import base64
import hashlib
import hmac

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.services import Services
from server.store.ownership import Ownership
from server.table.player import Player

ID_BYTES = 10
"""A table's id has 80 secret bits, written as 16 letters.

A table's id is short because every frame contains the id.
"""


class TableIds:
    """Table ids made with the secret of the store, so that all hubs of the store make the same ids."""

    def __init__(self, services: Services, ownership: Ownership) -> None:
        self._services = services
        self._ownership = ownership
        self._secret: bytes | None = None

    async def of_event(self, player: Player, request_id: int) -> str:
        """Return the random word in the id of the event that a player's request opens.

        It tells nothing of the table that the player may have opened with the same request id. Raises Refusal
        if the store does not answer.
        """
        if not request_id:
            return self._services.nonce()
        try:
            return await self._word(f"event {player.id} {request_id}")
        except OSError:
            raise _silent() from None

    async def of(self, player: Player, request_id: int, ending: str = "") -> str:
        """Return the id of the table that a player's request opens, with the letters `ending` at its end.

        A repeated request with the same id of the same player gives the same table id, but the request id 0
        gives a new table id each time. A table id must be hard to guess, because every player that knows the
        id of a private table may enter it. Raises Refusal if the store does not answer.
        """
        if not request_id:
            return self._services.nonce() + ending
        request = f"{player.id} {request_id}"
        try:
            word = await self._word(request)
            former = hashlib.sha256(request.encode()).hexdigest()[:16] + ending
            opened = await self._services.logs.load(former)
        except OSError:
            raise _silent() from None
        if opened is not None and opened.meta.host == player.id:
            return former  # Keep the id of a table that an older server opened: it is made without a secret.
        return word + ending

    async def _word(self, request: str) -> str:
        if self._secret is None:
            self._secret = await self._ownership.secret(self._services.secret())
        word = hmac.new(self._secret, request.encode(), hashlib.sha256).digest()[:ID_BYTES]
        return base64.b32encode(word).decode().lower()


def _silent() -> Refusal:
    return Refusal(Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500)
