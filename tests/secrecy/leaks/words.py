"""Leaks of what is said and asked out of somebody's hearing; two are of the design's list of twenty."""

from __future__ import annotations

import logging
from typing import Any

from pytest import MonkeyPatch

from protocol.v1.bridge import Grant, Question, Remark, Seat
from protocol.v1.updates import Knock
from server.errors import IllegalAction
from server.games.base import Audience, Kibitzer, Public, Seated
from server.games.bridge import view as views
from server.games.bridge.conduct import alerts, undo
from server.games.bridge.state import BridgeState
from server.hub import chat, room_handle
from server.hub.chat import TableChat
from server.hub.feeds import Feeds, Prepared
from server.hub.presence import Presence
from server.table import chat_scope
from server.table.chat_scope import Addressed, Line, SameView
from server.table.player import Player
from server.table.table import Table
from tests.secrecy.leaks.planting import leak


@leak("an alert to partner")
def alert_partner(patch: MonkeyPatch) -> None:
    """Partner is not told what a call means, but that it means something."""
    shown = alerts.visible_remarks

    def leaky(state: BridgeState, seat: Seat | None) -> dict[int, Remark] | None:
        told = shown(state, seat) or {}
        for each in () if seat is None else state.call_remarks:
            if each.alert and each.seat is seat.partner and not each.question:
                told.setdefault(4 * each.call + each.seat, Remark(each.seat, True, ""))
        return told or None

    patch.setattr(alerts, "visible_remarks", leaky)


@leak("a claim or undo prompt to a non-voter")
def prompt_everybody(patch: MonkeyPatch) -> None:
    """Who is not asked is prompted to grant what somebody asks to take back, too."""
    patch.setattr(undo, "to_answer", lambda state, seat: any(each.seat is not seat for each in state.undos))


@leak("a grant refused in other words")
def refuse_as_it_is(patch: MonkeyPatch) -> None:
    """Who grants without being asked is told whether there is anything to grant."""
    grant = undo.grant

    def leaky(state: BridgeState, seat: Seat, action: Grant) -> BridgeState:
        if any(each.seat is action.seat and each.seat.side is seat.side for each in state.undos):
            raise IllegalAction("it is the opponents who grant this")
        return grant(state, seat, action)

    patch.setattr(undo, "grant", leaky)


@leak("an explanation across the screen")
def speak_through_the_screen(patch: MonkeyPatch) -> None:
    """With screens both opponents are told, as without."""
    patch.setattr(
        alerts,
        "may_read",
        lambda state, listener, remark: listener is remark.seat or listener.side is not remark.seat.side,
    )


@leak("a question to the asker's partner")
def ask_for_the_side(patch: MonkeyPatch) -> None:
    """A question is a side's, so partner sees it, too."""
    asked = alerts.questions

    def leaky(state: BridgeState, seat: Seat | None) -> dict[int, Question] | None:
        mine = asked(state, seat) or {}
        return mine or None if seat is None else {**(asked(state, seat.partner) or {}), **mine} or None

    patch.setattr(alerts, "questions", leaky)


@leak("a private act in `last`")
def tell_that_something_was_said(patch: MonkeyPatch) -> None:
    """After a late explanation nothing is shown as what has happened last."""
    last = views._last
    patch.setattr(
        views,
        "_last",
        lambda state: None if state.call_remarks and state.call_remarks[-1].late else last(state),
    )


@leak("a version for everybody")
def tell_everybody_of_nothing(patch: MonkeyPatch) -> None:
    """When something is asked every seat's view gets a new version, and an empty patch."""
    prepare = Feeds.prepare

    def leaky(self: Feeds, table: Table, *more: Any) -> Prepared:
        before = self.table.state
        if isinstance(before, BridgeState) and len(table.state.call_remarks) != len(before.call_remarks):
            for feed in self._feeds.values():
                feed.built_own = None
        return prepare(self, table, *more)

    patch.setattr(Feeds, "prepare", leaky)


@leak("a convention card for whoever asks")
def open_every_card(patch: MonkeyPatch) -> None:
    """By HTTP a card is given to anybody, as it lies on the table."""
    patch.setattr(room_handle, "_sides", lambda room, player, request: ("NS", "EW"))


@leak("chat to opponents in partner's one-hand kibitzer room")
def let_kibitzers_hear_the_table(patch: MonkeyPatch) -> None:
    """Who watches a hand of the table hears what is said at the table."""
    hears = chat_scope.hears

    def leaky(table: Table, line: Line, player: str, place: Audience) -> bool:
        opponents = isinstance(line.circle, Addressed) and line.said.to == "opponents"
        return hears(table, line, player, place) or (opponents and isinstance(place, Kibitzer))

    patch.setattr(chat, "hears", leaky)


@leak("a watcher's words to a seat")
def let_seats_hear_watchers(patch: MonkeyPatch) -> None:
    """Players hear the watchers who have no more to tell than is public."""
    hears = chat_scope.hears

    def leaky(table: Table, line: Line, player: str, place: Audience) -> bool:
        public = isinstance(line.circle, SameView) and line.circle.audience == Public()
        return hears(table, line, player, place) or (public and isinstance(place, Seated))

    patch.setattr(chat, "hears", leaky)


@leak("commentary to a one-hand watcher")
def let_everybody_hear_commentators(patch: MonkeyPatch) -> None:
    """Commentators are heard by all who see any hidden hand."""
    hears = chat_scope.hears

    def leaky(table: Table, line: Line, player: str, place: Audience) -> bool:
        return hears(table, line, player, place) or (
            line.said.role == "commentator" and isinstance(place, Kibitzer)
        )

    patch.setattr(chat, "hears", leaky)


@leak("what a player says to the director")
def echo_calls_for_the_director(patch: MonkeyPatch) -> None:
    """Whoever is told that the director is called for is told why, in the player's words."""
    hears = chat_scope.hears

    def leaky(table: Table, line: Line, player: str, place: Audience) -> bool:
        return hears(table, line, player, place) or line.said.to == "director"

    patch.setattr(chat, "hears", leaky)


@leak("a knock at every door")
def knock_everywhere(patch: MonkeyPatch) -> None:
    """All players are told who wants to look into whose hand."""
    knock = Presence.knock

    def leaky(self: Presence, player: Player, seat: int) -> None:
        knock(self, player, seat)
        players = [each for chair in self.table.chairs for each in self.listeners_of(chair.player or "")]
        self.tell(Knock(table=self.table.id, player=player.id, name=player.name), players)

    patch.setattr(Presence, "knock", leaky)


@leak("a word in the log")
def log_what_is_said(patch: MonkeyPatch) -> None:
    """A line for debugging, that nobody sees by default."""
    keep = TableChat._keep

    def leaky(self: TableChat, *arguments: Any) -> Line:
        line = keep(self, *arguments)
        logging.getLogger("kibitz.talk").debug("%s", line)
        return line

    patch.setattr(TableChat, "_keep", leaky)
