"""Leaks in the changes that a game lists for an ordinary move or a deal, of which no whole view is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest import MonkeyPatch

from server.games.base import Changes
from server.games.bridge import changes as bridge
from server.games.hanabi import changes as hanabi
from server.games.spades import changes as spades
from tests.secrecy.leaks.hanabi import HANDS as HANABI_HANDS
from tests.secrecy.leaks.planting import leak
from tests.secrecy.leaks.spades import BLIND as SPADES_BLIND
from tests.secrecy.leaks.spades import HANDS as SPADES_HANDS


def _patch_changes(patch: MonkeyPatch, module: Any, changed: Callable[[Any, Changes], None]) -> None:
    """Let the listed changes of a game be as `changed` makes them."""
    built = module.changes

    def leaky(before: Any, after: Any, action: object) -> Changes | None:
        listed: Changes | None = built(before, after, action)
        if listed is not None:
            changed(after, listed)
        return listed

    patch.setattr(module, "changes", leaky)


@leak("a listed turn only if the next hand has spades", listed=True)
def list_turn_by_spades(patch: MonkeyPatch) -> None:
    """A field is in the patch or not, as a hidden hand has it."""

    def changed(after: Any, listed: Changes) -> None:
        seat = listed.next_actor
        if seat is not None and any(card.suit == "S" for card in after.hands[seat]):
            listed.public["turn"] = after.turn

    _patch_changes(patch, bridge, changed)


@leak("partner's legal cards in a listed change", listed=True)
def list_cards_to_partner(patch: MonkeyPatch) -> None:
    """What the next player may play is listed for partner, too."""

    def changed(after: Any, listed: Changes) -> None:
        seat = listed.next_actor
        if seat is not None and "cards" in listed.own[seat]:
            listed.own[(seat + 2) % 4]["cards"] = listed.own[seat]["cards"]

    _patch_changes(patch, bridge, changed)


@leak("partner's hand in a listed deal", listed=True)
def list_dealt_hand_to_partner(patch: MonkeyPatch) -> None:
    """The dealer's partner is sent the dealer's hand as its own when the cards are dealt."""

    def changed(after: Any, listed: Changes) -> None:
        if listed.actor is None:
            dealer = after.deal.dealer
            listed.own[(dealer + 2) % 4]["hand"] = listed.own[dealer]["hand"]

    _patch_changes(patch, bridge, changed)


@leak("the four hands in a listed card before the last", listed=True)
def list_all_hands_too_early(patch: MonkeyPatch) -> None:
    """The hands that the last card of a board opens are listed when one trick is left to play."""

    def changed(after: Any, listed: Changes) -> None:
        if len(after.plays) == 48:
            listed.public["hands"] = after.deal.hands

    _patch_changes(patch, bridge, changed)


@leak("a listed hand to the next player", SPADES_HANDS, listed=True)
def list_hand_to_next(patch: MonkeyPatch) -> None:
    """The next player is sent the hand of the player who has moved, as its own."""

    def changed(after: Any, listed: Changes) -> None:
        if listed.ordinary and listed.actor != listed.next_actor and "hand" in listed.own[listed.actor]:
            listed.own[listed.next_actor]["hand"] = listed.own[listed.actor]["hand"]

    _patch_changes(patch, spades, changed)


@leak("a listed deal to the next player", SPADES_HANDS, listed=True)
def list_dealt_hand_to_next(patch: MonkeyPatch) -> None:
    """Each player is sent the hand that is dealt to the next one."""

    def changed(after: Any, listed: Changes) -> None:
        if listed.actor is None:
            for seat, fields in enumerate(listed.own):
                fields["hand"] = after.hands[(seat + 1) % len(after.hands)]

    _patch_changes(patch, spades, changed)


@leak("a listed deal to a blind bidder", SPADES_BLIND, listed=True)
def list_dealt_hand_to_blind_bidder(patch: MonkeyPatch) -> None:
    """A player that may bid blind is sent the hand with the deal."""

    def changed(after: Any, listed: Changes) -> None:
        if listed.actor is None:
            for seat, fields in enumerate(listed.own):
                fields["hand"] = after.hands[seat]

    _patch_changes(patch, spades, changed)


@leak("the drawn card to its own player, listed", HANABI_HANDS, listed=True)
def list_drawn_card(patch: MonkeyPatch) -> None:
    """A player is sent the card that replaces the card which left the hand."""

    def changed(after: Any, listed: Changes) -> None:
        seen = listed.own[listed.next_actor].get("cards")
        if seen is not None:
            listed.own[listed.actor]["cards"] = seen

    _patch_changes(patch, hanabi, changed)
