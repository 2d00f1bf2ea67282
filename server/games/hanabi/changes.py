"""The fields that an ordinary play, discard or clue changes in the views of a Hanabi table.

To list the fields that a move changes takes a fraction of the time of building and comparing the views of all
seats. The function `changes` returns None for every move that may change other fields; then the server builds
the views and compares them. The tests of every game compare the listed changes with those of fully built
views, byte by byte.
"""

from __future__ import annotations

from protocol.v1.hanabi import Card, ColorClue, Discard, PlayCard, RankClue
from server.games.base import Changes, Fields
from server.games.hanabi import moves
from server.games.hanabi.piles import direction
from server.games.hanabi.state import HanabiState


def changes(before: HanabiState, after: HanabiState, action: object) -> Changes | None:
    """Return the fields of the views that an ordinary move changes, or None if other fields may change, too.

    A move in Hanabi may change more fields of the views if characters limit the cards that a player sees, if
    the variant hides the piles, or if the move ends the game and so shows the deck.
    """
    seat, next_seat = before.seat, after.seat
    if before.characters or before.variant.hole or after.ended is not None or seat == next_seat:
        return None
    public: Fields = {"turns": after.turn}
    others: Fields = {}
    match action:
        case PlayCard() | Discard() if action.card < before.drawn:
            others["cards"] = _add_card(before, after, action.card, public)
        case ColorClue() | RankClue():
            _add_clue(before, after, before.hands[action.to], public)
        case _:
            return None
    public["turn"] = next_seat
    if after.end_turn != before.end_turn:
        public["end_turn"] = after.end_turn
    public["last"] = after.event
    # All other seats share one dictionary, which is never changed.
    own = [others] * len(after.hands)
    own[seat] = {"plays": None, "discards": None, "clues": None}
    plays, discards, clues = moves.choices(after, next_seat)
    own[next_seat] = {**others, "plays": plays, "discards": discards, "clues": clues}
    return Changes(public, own, seat, next_seat)


def _add_card(before: HanabiState, after: HanabiState, order: int, public: Fields) -> dict[int, Card | None]:
    """Add to `public` the fields that change when a card leaves a hand and the player draws another.

    `order` is the index in the deck of the card that left. Returns the entries of `own.cards` by which the
    other players see the new card and no longer see the old one.
    """
    card = after.deck[order]
    public["hands"] = after.hands
    public["cards"] = {order: card}
    public["fates"] = {order: after.fates[order]}
    drawn = {number: after.deck[number] for number in range(before.drawn, after.drawn)}
    public["possible"] = {number: after.possible[number] for number in drawn} | {order: None}
    _add_tokens(before, after, public)
    if drawn:
        public["left"] = len(after.deck) - after.drawn
    if after.piles is not before.piles:
        _add_piles(before, after, card.suit, public)
    if after.strikes != before.strikes:
        public["strikes"] = after.strikes
    if after.piles is not before.piles:
        public["score"] = after.score
    if after.max_score != before.max_score:
        public["best"] = after.max_score
    return {**drawn, order: None}


def _add_piles(before: HanabiState, after: HanabiState, suit: int, public: Fields) -> None:
    """Add to `public` the fields about piles that change when a card is played on the pile of `suit`."""
    public["piles"] = after.piles
    variant, ranks = after.variant, after.ranks
    if direction(variant, ranks[suit], suit) != direction(variant, ranks[suit][:-1], suit):
        public["directions"] = tuple([direction(variant, pile, each) for each, pile in enumerate(ranks)])


def _add_clue(before: HanabiState, after: HanabiState, hand: tuple[int, ...], public: Fields) -> None:
    """Add to `public` the fields that a clue changes.

    These are the list of clues, and the suits and ranks that the receiver's cards can now have.
    """
    if after.hands != before.hands:
        public["hands"] = after.hands
    number = len(before.clues)
    clue = after.clues[number]
    public["given"] = {number: clue}
    earlier, possible = before.possible, after.possible
    narrowed = {order: possible[order] for order in sorted(hand) if possible[order] != earlier[order]}
    if narrowed:
        public["possible"] = narrowed
    _add_tokens(before, after, public)


def _add_tokens(before: HanabiState, after: HanabiState, public: Fields) -> None:
    if after.tokens != before.tokens:
        public["clues"] = after.tokens / after.clue_cost
