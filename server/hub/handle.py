"""The handle of a table: the object by which all code outside the hub reaches the table.

A handle tells nothing of where its table lives: in the memory of this process or in another process.
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.codec import Codec
from protocol.v1.requests import Chat, Watch
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import People
from server.games.base import Audience, LaidCard
from server.hub.inbox import InboxRequest, Reply
from server.hub.listeners import Listener
from server.table.player import Player
from server.table.summary import Summary


class Snapshot(Struct, frozen=True):
    """One view of a table, for a client that does not follow the table.

    `view` is the encoded message with the view. `options` and `begun` are as in a summary, but as old as the
    view if the player sees the table with a delay. `replayed` is the state of a table that shows recorded
    deals, None for a table that is played.
    """

    view: bytes
    options: Struct
    begun: bool
    replayed: Any = None


class TableHandle(Protocol):
    """The interface to a table: send it commands, follow it, and ask for a view or a summary of it.

    Every `reply` is called exactly once, at once or later. The commands of one player are carried out in the
    order in which they were sent. `game` is the name of the table's card game.
    """

    @property
    def id(self) -> str: ...

    @property
    def game(self) -> str: ...

    def send(self, asked: InboxRequest, now_ms: int | None = None) -> None:
        """Put a request into the table's inbox; `asked.reply` is called with the answer.

        The answer names the table, because a connection has requests at several tables. `now_ms` is the
        server's present time, if the caller has just read the server's clock.
        """
        ...

    def follow(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        """Let a connection follow the table: first call `reply` with the answer, then send the view.

        After the view, the connection gets each change of it, and the messages about the people at the table.
        """
        ...

    def unfollow(self, listener: Listener) -> None:
        """Send a connection nothing more of the table, and drop its request to follow if one still waits."""
        ...

    def catch_up(self, listener: Listener) -> None:
        """Send a connection that reads again all that it missed: the view and the messages of the table."""
        ...

    def audience_of(self, listener: Listener) -> Audience | None:
        """Return the audience as which a connection follows the table, None if it does not follow it."""
        ...

    def say(self, listener: Listener, player: Player, request: Chat, reply: Reply) -> None:
        """Send a line of chat to the viewers that may read it, and then call `reply` with the answer."""
        ...

    def keep(self, player: Player, request: Keep, reply: Reply) -> None:
        """Store the note that a player has written on a card, and then call `reply` with the answer."""
        ...

    def prepare(self) -> None:
        """Keep the table longer while it has no people, because invitation links for it were made."""
        ...

    async def snapshot(self, player: Player, request: Watch, codec: Codec) -> Snapshot:
        """Return one view for a client that does not follow the table.

        Raises Refusal if the player may not see the view, and for hidden hands of a live deal, which only
        `follow` may show.
        """
        ...

    async def convention_card(self, player: Player, request: Watch, side: str) -> LaidCard | None:
        """Return the convention card of a side, None if the view that `request` names does not list it.

        Raises Refusal if the player may not see the view.
        """
        ...

    async def people(self) -> People:
        """Return the message `people` of the table."""
        ...

    async def summary(self) -> Summary:
        """Return the summary of the table: the facts about it that depend on no card."""
        ...

    async def last_n(self, player: str) -> int:
        """Return the number `n` of a player's last action at the table, 0 if there is none.

        The action counts as soon as the table has accepted it, also while it is being stored.
        """
        ...
