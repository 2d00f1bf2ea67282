"""The parser of lines that a Spades player types: bids, cards, passes, a look at the hand."""

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
from protocol.words import with_count

MOST = 17
PLAIN = str.maketrans("♠♥♦♣", "SHDC")
NAMED = {"BIG": Card.BJ, "BIGJOKER": Card.BJ, "LITTLE": Card.LJ, "LITTLEJOKER": Card.LJ}
HELLO = "Type a bid as 4, nil, blind nil, a card as SA, h10; ? lists all commands; q leaves"
PLAY_OUT = "there are no claims at Spades: every card is played"
SILENT = "there are no alerts, questions or explanations at Spades"
ABSENT = {
    **dict.fromkeys(("claim", "concede", "accept", "refuse"), PLAY_OUT),
    **dict.fromkeys(("undo", "grant", "deny"), "no bid or card can be taken back at Spades"),
    **dict.fromkeys(("alert", "ask", "explain", "card", "record"), SILENT),
    **dict.fromkeys(("rule", "times"), "there are no rulings at Spades"),
}
"""Commands of bridge, with the reasons why there are no such commands at Spades."""


def read_command(text: str) -> Reveal | None:
    """Return the action of a look at the hand for the line `reveal` or `look`, or None for other lines."""
    return Reveal() if text.strip().lower() in ("reveal", "look") else None


def read_answer(text: str, own: SpadesOwn) -> Action:
    """Return the bid, card or cards that the typed text means, for the decision in `own`, legal or not.

    Raises ValueError with an example if the typed text does not answer the decision. The first word of `bid
    4`, `keep HQ`, `pass SA HK` and `play C2` is optional.

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
            f"expected {with_count(own.passing or 0, 'different card')}, as in `pass SA HK`, got {text!r}"
        )
    return Pass(cards)


def _play(text: str, own: SpadesOwn) -> PlayCard:
    return PlayCard(_card(text, own.cards or (), EXAMPLES["play"]))


def _card(text: str, among: Hand, expected: str) -> Card:
    """Return the card that a typed text means.

    A rank or suit alone is enough if only one of the cards `among` has this rank or suit.
    """
    typed = "".join(text.upper().translate(PLAIN).split()).replace("10", "T")
    for card in CARDS:
        if typed in (card.value, card.value[::-1]):
            return card
    if typed in NAMED:
        return NAMED[typed]
    named = [card for card in among if card not in JOKERS and typed in (card.value[1], card.suit.value)]
    if len(named) > 1:
        raise ValueError(f"{text!r} is ambiguous; type {' or '.join(named)}")
    if not named:
        raise ValueError(f"expected {expected}, got {text!r}")
    return named[0]


Read = Callable[[str, SpadesOwn], Action]
READ: dict[str, Read] = {"keep": _keep, "bid": _bid, "pass": _pass, "play": _play}
EXAMPLES = {
    "keep": "the card to keep, such as HQ or `keep HQ`",
    "bid": "a bid such as 4, nil, blind nil or blind 6",
    "pass": "the cards to pass, such as SA HK or `pass SA HK`",
    "play": "a card such as SA, h10, 7♦, BJ or LJ",
}
LATER = {
    "keep": "there is no drawn card to keep now",
    "bid": "you can bid only once in each hand, before the play",
    "pass": "there is no pass as a bid; players pass cards only after the bidding, if one has bid nil",
    "play": "you can play a card only after the bidding",
}


def question(pub: SpadesPub, own: SpadesOwn) -> str:
    """Return the prompt for the decision that this seat has to make now."""
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
    """Return all legal answers of this seat, in the form in which a player types them.

    Blind bids are listed after all other bids.
    """
    if own.drawn is not None:
        return [" ".join(own.drawn) + "   (the card to keep; the other is laid away face down)"]
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
    """Yield a line of help for each command that the player can use now, without bids and cards."""
    if own is not None and "reveal" in own.may:
        yield "reveal (shows your hand; after that you cannot bid blind)"
