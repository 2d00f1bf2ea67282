"""The sampler's card play: it searches for the best card, and chooses among equal cards by its agreements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bots.bridge.robot.memory import Memory
from bots.bridge.robot.play import choose_card as plain_card
from bots.bridge.robot.table import Seen, seen
from bots.bridge.sampler.bits import codes_in, held, held_codes
from bots.bridge.sampler.carding import STANDARD, Carding
from bots.bridge.sampler.effort import Effort
from bots.bridge.sampler.layouts import Hidden
from bots.bridge.sampler.opening import card_from, merits
from bots.bridge.sampler.questions import auctioned_of, card_question, hidden_of
from bots.bridge.sampler.search import Reading, best_cards, equal_groups
from bots.bridge.sampler.technique import finished, signals
from bots.thinking import Think
from protocol.v1.bridge import BridgeOwn, BridgePub
from protocol.v1.cards import DECK, Card

OPENING_PRIOR, PRIOR = 5.0, 2.0
"""The number of solved layouts that a card's score by rules is worth in the search: first for the opening
lead, then for later cards.
"""
SIGNAL_COST = 0.15
"""The most IMPs that a defender gives up in order to play a better signal."""
OTHERS = -0.6
"""The score by rules, in IMPs, of a card that the plain robot would not play."""


async def choose_card(
    pub: BridgePub,
    own: BridgeOwn,
    readings: tuple[Reading, Reading],
    effort: Effort,
    seed: int,
    think: Think,
    carding: Carding = STANDARD,
) -> Card:
    """Return the card to play, one of `own.cards`. The chosen card depends only on the arguments.

    `readings` tells by which systems the calls of North-South and of East-West are interpreted. `pub.calls`
    and `pub.plays` must hold all calls and cards of the board, also those that the view no longer shows. If
    `think` has no result, or the solver is missing, the card is chosen by rules.
    """
    memory = Memory()
    memory.see(pub)
    facts = seen(pub, own, memory)
    if len(facts.legal) == 1 or own.seat is None or own.hand is None:
        return facts.legal[0]
    hidden = hidden_of(facts, own.seat, own.hand)
    groups = groups_of(facts, hidden)
    rated = _rated(facts, groups, carding)
    chosen = max(rated, key=lambda each: each[1])[0]
    # A substitute has perhaps not seen all cards of the board.
    complete = len(hidden.cards) == sum(hidden.rooms)
    group: tuple[int, ...] = next(group for group in groups if chosen in group)
    if len(groups) > 1 and complete:
        prior = PRIOR if facts.plays else OPENING_PRIOR
        limits = _limits(effort, len(facts.plays))
        label = f"{seed} {pub.board} {len(facts.plays)}"
        question = card_question(pub, facts, own.seat, hidden, readings, rated, prior, carding, limits, label)
        found = await think(partial(best_cards, question))
        if found is not None:
            best = min(found.best, key=lambda place: rated[place][0] % 13)
            group = _as_good(facts, groups, best, found.values)
    return DECK[finished(facts, group, carding)]


def _as_good(
    facts: Seen, groups: Sequence[tuple[int, ...]], best: int, values: Sequence[float]
) -> tuple[int, ...]:
    """Return the best group of equal cards, together with small cards that signal and cost almost nothing."""
    group = groups[best]
    if not facts.plays or not signals(facts, group[0]):
        return group
    return tuple(
        code
        for other, value in zip(groups, values, strict=True)
        if other[0] // 13 == group[0] // 13 and value >= values[best] - SIGNAL_COST
        for code in other
        if signals(facts, code)
    )


def _limits(effort: Effort, played: int) -> Effort:
    """Return the limits of the search for one card: more positions for the lead and the first two tricks."""
    if played == 0:
        return replace(effort, nodes=effort.lead)
    return replace(effort, nodes=effort.nodes * 3 // 2) if played < 8 else effort


def groups_of(facts: Seen, hidden: Hidden) -> list[tuple[int, ...]]:
    """Return the legal cards in groups of equal cards, such as the king and the queen of one hand."""
    others = [code for seat, hand in enumerate(hidden.known) if seat != facts.turn for code in codes_in(hand)]
    cards = [card.deck_index for card in facts.legal]
    return equal_groups(cards, held_codes([*others, *hidden.cards, *_trick(facts)]))


def _trick(facts: Seen) -> list[int]:
    return [play.card.deck_index for play in facts.trick]


def _rated(facts: Seen, groups: Sequence[tuple[int, ...]], carding: Carding) -> list[tuple[int, float]]:
    """Return one card of each group of equal cards, with the score that the rules of play give it."""
    if not facts.plays:
        return _opening_merits(facts, groups, carding)
    plain = plain_card(facts).deck_index
    return [(plain, 0.0) if plain in group else (group[0], OTHERS) for group in groups]


def _opening_merits(
    facts: Seen, groups: Sequence[tuple[int, ...]], carding: Carding
) -> list[tuple[int, float]]:
    """Return one card of each group with the score of its suit for an opening lead.

    The score is lower if the agreements on leads ask for another card of the suit.
    """
    auctioned, hand = auctioned_of(facts), held(facts.hand)
    worth = merits(hand, auctioned)
    most = max(worth.values())
    rated = []
    for group in groups:
        suit = group[0] // 13
        agreed = card_from(hand, suit, auctioned, carding)
        merit = worth[suit] - most
        rated.append((agreed, merit) if agreed in group else (group[0], merit - 1.5))
    return rated
