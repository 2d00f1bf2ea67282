"""What a person at a Spades seat types: bids, cards, passes, a look at the hand; read liberally."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bots.spades.terminal.names import JOKERS, cards_words, seat_name
from bots.spades.terminal.words import pass_words, second_words
from protocol.v1.spades import (
    CARDS,
    Action,
    Bid,
    Card,
    Hand,
    Keep,
    MakeBid,
    Pass,
    PlayCard,
    Reveal,
    SpadesOwn,
    SpadesPub,
)
from protocol.words import counted

MOST = 17
PLAIN = str.maketrans("♠♥♦♣", "SHDC")
NAMED = {"BIG": Card.BJ, "BIGJOKER": Card.BJ, "LITTLE": Card.LJ, "LITTLEJOKER": Card.LJ}
HELLO = "A bid is typed as 4, nil, blind nil; a card as SA, h10; ? lists all that you may do; q leaves"
PLAY_OUT = "nothing is claimed at Spades: every card is played"
SILENT = "a bid at Spades means what it says: nothing is told, asked or recorded of it"
ABSENT = {
    **dict.fromkeys(("claim", "concede", "accept", "refuse"), PLAY_OUT),
    **dict.fromkeys(("undo", "grant", "deny"), "nothing is taken back at Spades"),
    **dict.fromkeys(("alert", "ask", "explain", "card", "record"), SILENT),
    **dict.fromkeys(("rule", "times"), "there are no rulings at Spades"),
}
"""Words of bridge, and why they do nothing here."""


def read_command(text: str) -> Reveal | None:
    """What answers no decision: to look at one's hand. None for anything else."""
    return Reveal() if text.strip().lower() in ("reveal", "look") else None


def read_answer(text: str, own: SpadesOwn) -> Action:
    """The answer to the decision in `own` that `text` names, whether or not it is legal.

    ValueError for what names none, with an example. A word before it, as in `bid 4`, `keep HQ`,
    `pass SA HK` or `play C2`, may be left out.

    >>> read_answer("blind 6", SpadesOwn(bids=())), read_answer("10♥", SpadesOwn(cards=()))
    (MakeBid(bid=Bid(tricks=6, nil=False, blind=True)), PlayCard(card=<Card.HT: 'HT'>))
    """
    due = next(word for word, asked in _asked(own).items() if asked)
    word, _, rest = text.strip().partition(" ")
    if word.lower() not in READ:
        return READ[due](text.strip(), own)
    if word.lower() != due:
        raise ValueError(f"{LATER[word.lower()]}; expected {EXAMPLES[due]}, got {text!r}")
    return READ[due](rest.strip(), own)


def _asked(own: SpadesOwn) -> dict[str, bool]:
    return {
        "keep": own.drawn is not None,
        "bid": own.bids is not None,
        "pass": own.passing is not None,
        "play": True,
    }


def _keep(text: str, own: SpadesOwn) -> Keep:
    return Keep(_card(text, own.drawn or (), EXAMPLES["keep"]))


def _bid(text: str, own: SpadesOwn) -> MakeBid:
    found = re.fullmatch(r"(b(?:lind)?)?(?:(n(?:il)?)|(\d+))", "".join(text.lower().split()))
    if found is None or int(found[3] or 0) > MOST:
        raise ValueError(f"expected {EXAMPLES['bid']}, got {text!r}")
    return MakeBid(Bid(tricks=int(found[3] or 0), nil=bool(found[2]), blind=bool(found[1])))


def _pass(text: str, own: SpadesOwn) -> Pass:
    words = text.replace(",", " ").split()
    cards = tuple(_card(word, own.hand or (), EXAMPLES["pass"]) for word in words)
    if len(set(cards)) != own.passing:
        raise ValueError(
            f"expected {counted(own.passing or 0, 'different card')}, as in `pass SA HK`, got {text!r}"
        )
    return Pass(cards)


def _play(text: str, own: SpadesOwn) -> PlayCard:
    return PlayCard(_card(text, own.cards or (), EXAMPLES["play"]))


def _card(text: str, among: Hand, expected: str) -> Card:
    """A card; a rank or suit alone where one of those that may be meant has it."""
    typed = "".join(text.upper().translate(PLAIN).split()).replace("10", "T")
    for card in CARDS:
        if typed in (card.value, card.value[::-1]):
            return card
    if typed in NAMED:
        return NAMED[typed]
    named = [card for card in among if card not in JOKERS and typed in (card.value[1], card.suit.value)]
    if len(named) > 1:
        raise ValueError(f"{text!r} may be {' or '.join(named)}")
    if not named:
        raise ValueError(f"expected {expected}, got {text!r}")
    return named[0]


Read = Callable[[str, SpadesOwn], Action]
READ: dict[str, Read] = {"keep": _keep, "bid": _bid, "pass": _pass, "play": _play}
EXAMPLES = {
    "keep": "the card to keep, as HQ or `keep HQ`",
    "bid": "a bid as 4, nil, blind nil or blind 6",
    "pass": "the cards to pass, as SA HK or `pass SA HK`",
    "play": "a card as SA, h10, 7♦, BJ or LJ",
}
LATER = {
    "keep": "no cards are drawn now",
    "bid": "bids are made once a hand, before the play",
    "pass": "nobody passes in the bidding; cards are passed beside a nil, after it",
    "play": "cards are played after the bidding",
}


def question(pub: SpadesPub, own: SpadesOwn) -> str:
    """What is due from this seat."""
    rules = pub.rules
    if own.drawn is not None:
        return f"You have drawn {cards_words(own.drawn)}: which one do you keep?"
    if own.bids is not None:
        hidden = "; your hand is hidden, `reveal` shows it" if own.hand is None else ""
        return f"Your bid{second_words(pub)}{hidden}"
    if own.passing is not None and pub.exchange is not None:
        return f"Pass {pass_words(rules, pub.exchange)}"
    return "Your card"


def list_answers(pub: SpadesPub, own: SpadesOwn) -> list[str]:
    """The answers to the decision, as they may be typed, the plain ones first."""
    if own.drawn is not None:
        return [" ".join(own.drawn) + "   (which one you keep; the other is laid away unseen)"]
    if own.bids is not None:
        plain, blind = ([bid for bid in own.bids if bid.blind is each] for each in (False, True))
        lines = [" ".join(map(str, plain))] if plain else []
        return [*lines, *([" | ".join(map(str, blind))] if blind else [])]
    if own.passing is not None:
        hand = own.hand or ()
        example = " ".join(hand[: own.passing])
        return [f"pass {example}   (or any {own.passing} of your cards, to {_mate(pub)})"]
    return [" ".join(own.cards or ())]


def _mate(pub: SpadesPub) -> str:
    return "partner" if pub.exchange is None else seat_name(pub.rules, pub.exchange.to)


def list_commands(own: SpadesOwn | None) -> Iterator[str]:
    """What may be tried now beside an answer, a line each."""
    if own is not None and "reveal" in own.may:
        yield "reveal (look at your hand; nothing is bid blind then)"
