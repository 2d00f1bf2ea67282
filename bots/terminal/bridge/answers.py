"""What a person types for a call or a card, read liberally."""

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
    """The call or card that `text` names, whether or not it is legal. ValueError for what is neither.

    >>> read_answer("1n", BridgeOwn(calls=(Call.PASS,))), read_answer("10♠", BridgeOwn(cards=()))
    (MakeCall(call=<Call.ONE_NOTRUMP: '1NT'>, alert=False, explanation=''), PlayCard(card=<Card.ST: 'ST'>))
    """
    typed = "".join(text.upper().translate(SYMBOLS).split()).replace("10", "T")
    return MakeCall(_call(typed, text)) if own.calls is not None else PlayCard(_card(typed, text, own))


def _call(typed: str, text: str) -> Call:
    for call in Call:
        names = WORDS.get(call, (call.value, call.value.removesuffix("T")))
        if typed in names:
            return call
    raise ValueError(f"expected a call as 1NT, 4S, P, X or XX, got {text!r}")


def _card(typed: str, text: str, own: BridgeOwn) -> Card:
    for card in DECK:
        if typed in (card.value, card.value[::-1]):
            return card
    named = [card for card in own.cards or () if typed in (card.rank.value, card.suit.value)]
    if len(named) == 1:
        return named[0]
    if len(named) > 1:
        raise ValueError(f"{text!r} may be {' or '.join(named)}")
    raise ValueError(f"expected a card as SA, h10 or 7♦, got {text!r}")


def list_answers(own: BridgeOwn) -> str:
    """The legal answers in one line, as they may be typed."""
    return " ".join(own.calls if own.calls is not None else own.cards or ())
