"""The parser of a typed call or card."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, Call, MakeCall, PlayCard
from protocol.v1.cards import DECK, Card

WORDS = {
    Call.PASS: ("P", "PASS", "-"),
    Call.DOUBLE: ("X", "D", "DBL", "DOUBLE"),
    Call.REDOUBLE: ("XX", "R", "RDBL", "REDOUBLE"),
}
SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")


def read_answer(text: str, own: BridgeOwn) -> MakeCall | PlayCard:
    """Return the call or card that the typed `text` names, legal or not.

    Raises ValueError for a text that names neither a call nor a card.

    `!` after a call alerts the call. Words after `!` or `:` explain the call: `1NT! 15-17 balanced`,
    `2C: natural`.

    >>> read_answer("1n", BridgeOwn(calls=(Call.PASS,))) == MakeCall(Call.ONE_NOTRUMP)
    True
    >>> read_answer("10♠", BridgeOwn(cards=()))
    PlayCard(card=<Card.ST: 'ST'>)
    """
    if own.calls is None:
        return PlayCard(_card(_shortened(text), text, own))
    called, mark, words = _divide(text)
    return MakeCall(_call(_shortened(called), text), alert=mark == "!", explanation=words)


def _divide(text: str) -> tuple[str, str, str]:
    """Divide a text at its first `!` or `:` (the separator).

    Return the text before the separator, the separator, which is "" if there is none, and the words after it.
    """
    for place, letter in enumerate(text):
        if letter in "!:":
            return text[:place], letter, text[place + 1 :].strip()
    return text, "", ""


def _shortened(text: str) -> str:
    return "".join(text.upper().translate(SYMBOLS).split()).replace("10", "T")


def _call(typed: str, text: str) -> Call:
    for call in Call:
        names = WORDS.get(call, (call.value, call.value.removesuffix("T")))
        if typed in names:
            return call
    raise ValueError(f"expected a call such as 1NT, 4S, P, X or XX, got {text!r}")


def _card(typed: str, text: str, own: BridgeOwn) -> Card:
    for card in DECK:
        if typed in (card.value, card.value[::-1]):
            return card
    named = [card for card in own.cards or () if typed in (card.rank.value, card.suit.value)]
    if len(named) == 1:
        return named[0]
    if len(named) > 1:
        raise ValueError(f"{text!r} is ambiguous; type {' or '.join(named)}")
    raise ValueError(f"expected a card such as SA, h10 or 7♦, got {text!r}")


def list_answers(own: BridgeOwn) -> str:
    """Return all legal answers in one line, in the form in which a player types them."""
    if own.votes is not None:
        return "accept refuse"
    if own.play_on:
        return "play on"
    if own.no_questions:
        return "no questions"
    return " ".join(own.calls if own.calls is not None else own.cards or ())
