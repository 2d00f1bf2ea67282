"""Questions to players that must agree to a request, and notices to players that the host has moved."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from protocol.v1.requests import Sit
from protocol.v1.updates import Appoint, Notice
from server.hub.listeners import Listener
from server.hub.name_marks import with_mark
from server.hub.presence import KNOCK_MS, Knocks, Presence
from server.table.commands import Command
from server.table.events import Agreed
from server.table.newcomers import missing_for_seat
from server.table.offices import missing_consents
from server.table.player import Player
from server.table.seats import Chair, rights
from server.table.table import Table
from server.table.typed_requests import ChangeTable

MOST_UNTOLD = 16
"""The largest number of absent players for which a table keeps a notice about a seat."""
_Kind = Literal["asked", "agreed", "seat"]


class Consents:
    """The requests at one table that wait for the consent of players, and notices for absent players.

    Both are kept only in memory. If another hub takes the table over, the player that sent a request learns
    from the next refusal which players have not agreed, and a player that lost the seat learns it from the
    refusal to sit down.
    """

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._waiting: dict[tuple[int, str], str] = {}
        self._recent = Knocks()
        self._asked_ms: dict[tuple[int, str], dict[str, int]] = {}
        self._untold: dict[str, Notice] = {}

    @property
    def _table(self) -> Table:
        return self._presence.table

    def ask(self, sender: Player, command: Command, now_ms: int) -> None:
        """Ask the players for their consent to a request that was refused because they had not agreed."""
        match command:
            case ChangeTable():
                self._ask_for_offices(sender, command)
                for seat, id in (command.place or {}).items():
                    if id is not None:
                        newcomer = Player(id, self._presence.names.get(id, ""))
                        self._ask_for_seat(sender, newcomer, seat, now_ms)
            case Sit():
                self._ask_for_seat(sender, sender, command.seat, now_ms)
            case _:
                return

    def _ask_for_offices(self, host: Player, request: ChangeTable) -> None:
        for by, office, holder in missing_consents(self._table, host.id, request):
            named = Player(holder, self._presence.names.get(holder, ""))
            appoint = Appoint(
                table=self._table.id,
                player=holder,
                office=office,
                name=self._shown(named),
                robot_of=self._presence.robot_of(holder),
            )
            self._presence.tell_few(appoint, self._presence.listeners_of(by))

    def _ask_for_seat(self, sender: Player, newcomer: Player, seat: int, now_ms: int) -> None:
        """Ask the players of the deal whether a newcomer may take a seat.

        A newcomer that asks again and again, or a crowd of newcomers, does not flood the players with
        questions: the limit is the same as for watchers that ask to see a hand. A host may
        ask at any time.
        """
        missing = missing_for_seat(self._table, sender.id, newcomer.id, seat, now_ms)
        if not missing:
            return
        self._waiting[seat, newcomer.id] = sender.id
        self._tell(sender.id, "asked", seat, newcomer, "the players of the deal are asked")
        asked = missing if sender.id != newcomer.id else self._not_asked(seat, newcomer.id, missing, now_ms)
        if asked:
            earlier = self._asked_ms.get((seat, newcomer.id), {})
            self._asked_ms[seat, newcomer.id] = earlier | dict.fromkeys(asked, now_ms)
        question = self._question(seat, newcomer)
        for by in asked:
            self._presence.tell_few(question, self._presence.listeners_of(by))

    def _question(self, seat: int, newcomer: Player) -> Appoint:
        name = self._shown(newcomer)
        return Appoint(
            table=self._table.id,
            player=newcomer.id,
            office="seat",
            name=name,
            seat=seat,
            robot_of=self._presence.robot_of(newcomer.id),
        )

    def _not_asked(self, seat: int, newcomer: str, missing: Collection[str], now_ms: int) -> Collection[str]:
        """Return the players that this newcomer has not asked for this seat in the last minute.

        Return no player if the seat has had too many requests of newcomers.
        """
        earlier = self._asked_ms.get((seat, newcomer), {})
        recent = {by for by, at_ms in earlier.items() if now_ms - at_ms < KNOCK_MS}
        if not recent and not self._recent.take(seat, newcomer, now_ms):
            return ()
        return [by for by in missing if by not in recent]

    def after_consent(self, entry: Agreed, now_ms: int) -> None:
        """Notify the player that asked for a seat when all players of the deal have agreed to the request."""
        sender = None if entry.seat is None else self._waiting.get((entry.seat, entry.player))
        if sender is None or entry.seat is None or not entry.agree:
            return
        if not missing_for_seat(self._table, sender, entry.player, entry.seat, now_ms):
            del self._waiting[entry.seat, entry.player]
            newcomer = Player(entry.player, self._presence.names.get(entry.player, ""))
            self._tell(sender, "agreed", entry.seat, newcomer, "all players of the deal have agreed")

    def deal_over(self, now_ms: int) -> None:
        """Forget all requests for the players' consent, because the deal is over and needs none any more.

        The notices for players that lost a seat and are absent are forgotten, too.
        """
        self._waiting.clear()
        self._asked_ms = {
            key: asked for key, asked in self._asked_ms.items() if now_ms - max(asked.values()) < KNOCK_MS
        }
        self._untold.clear()

    def after_hosting(self, host: str, before: tuple[Chair, ...]) -> None:
        """Notify the players that lost or got a seat by a request of the host or of a director.

        `host` is the id of the host or director that sent the request and needs no notice. `before` are the
        seats of the table before the request. A player that is absent gets the last notice on coming back in
        the same deal: otherwise the host could change the seat unnoticed while the player reloads the page.
        """
        after = self._table.chairs
        for seat, (old, chair) in enumerate(zip(before, after, strict=False)):
            if old == chair:
                continue
            occupant = Player(chair.player or "", chair.name)
            if chair.player is not None and chair.player not in (old.player, host):
                self._tell_of_seat(chair.player, seat, occupant, "the host has given you a seat")
            for player, _ in old.people:
                if player != host and player not in rights(after):
                    self._tell_of_seat(player, seat, occupant, "the host has taken your seat")

    def _tell_of_seat(self, player: str, seat: int, occupant: Player, words: str) -> None:
        if player in self._presence.names:
            self._tell(player, "seat", seat, occupant, words)
        else:
            self._untold.pop(player, None)
            self._untold[player] = self._notice("seat", seat, occupant, words)
            if len(self._untold) > MOST_UNTOLD:
                del self._untold[next(iter(self._untold))]

    def greet(self, listener: Listener, player: str, now_ms: int) -> None:
        """Send a connection that begins to follow the table what its player has missed.

        These are the notice of a change of the player's seat, and the questions of newcomers that still wait
        for the player's consent: a question may have come while the player reloaded the page, or just after
        the player had taken the seat.
        """
        notice = self._untold.pop(player, None)
        if notice is not None:
            self._presence.tell_few(notice, (listener,))
        for (seat, newcomer), asked in self._asked_ms.items():
            sender = self._waiting.get((seat, newcomer))
            if sender is None or player not in asked:
                continue
            if player in missing_for_seat(self._table, sender, newcomer, seat, now_ms):
                named = Player(newcomer, self._presence.names.get(newcomer, ""))
                self._presence.tell_few(self._question(seat, named), (listener,))

    def _tell(self, player: str, kind: _Kind, seat: int, about: Player, words: str) -> None:
        notice = self._notice(kind, seat, about, words)
        self._presence.tell_few(notice, self._presence.listeners_of(player))

    def _notice(self, kind: _Kind, seat: int, about: Player, words: str) -> Notice:
        return Notice(
            kind=kind,
            table=self._table.id,
            message=words,
            seat=seat,
            player=about.id or None,
            name=self._shown(about),
        )

    def _shown(self, player: Player) -> str:
        """Return a player's name with the mark that tells the player apart from people with the same name.

        Without the mark, a player that is asked for consent could take a guest with a partner's name for the
        partner.
        """
        return with_mark(player.name, self._presence.mark_of(player)) if player.name else ""
