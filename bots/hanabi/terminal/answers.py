"""The parser of typed moves at a Hanabi seat: plays, discards, clues, votes, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bots.hanabi.terminal.names import Names, listed, suit_letters
from protocol.v1.hanabi import (
    Action,
    Clue,
    ColorClue,
    Discard,
    HanabiOwn,
    HanabiPub,
    PlayCard,
    RankClue,
    Variant,
    Vote,
)

EXAMPLE = "`play 2`, `discard 5` or `clue Bob red`"
HELLO = (
    "Slot 1 is the newest card. Type `play 2`, `discard 5`, `clue Bob red`; ? lists all commands; q leaves"
)
ABSENT = {
    **dict.fromkeys(("claim", "concede", "accept", "refuse"), "there are no claims at Hanabi"),
    **dict.fromkeys(("undo", "grant", "deny"), "no move can be taken back at Hanabi"),
    **dict.fromkeys(
        ("alert", "ask", "explain", "card", "record"),
        "there are no alerts, questions or explanations at Hanabi",
    ),
    **dict.fromkeys(("rule", "times"), "there are no rulings at Hanabi"),
    "scores": "each game of Hanabi has its own score; there is no running total",
    "reveal": "players do not see their own hands at Hanabi",
}
"""Commands of other games, with the reasons why there are no such commands at Hanabi."""


def read_command(line: str) -> Vote | None:
    """Return the action for `vote end` or `vote back` (which withdraws the vote), or None for other lines.

    >>> read_command("vote end"), read_command("play 2")
    (Vote(end=True), None)
    """
    word, *rest = line.lower().split()
    if word != "vote":
        return None
    if rest not in (["end"], ["back"]):
        raise ValueError(f"expected `vote end` or `vote back`, got {line!r}")
    return Vote(end=rest == ["end"])


def read_answer(text: str, pub: HanabiPub, own: HanabiOwn, names: Names) -> Action:
    """Return the move that the typed text means, legal or not.

    Raises ValueError for a text that is no move of Hanabi.
    """
    if own.seat is None:
        raise ValueError("It is not your turn.")
    found = re.fullmatch(r"(p|play|d|discard)\s*(\S+)", text.strip().lower())
    place = None if found is None else re.fullmatch(r"(?:slot)?(\d+)|(deck|top)", found[2])
    if found is not None and place is not None:
        order = _top(pub, own) if place[2] else order_at(pub, own.seat, int(place[1]))
        return PlayCard(order) if found[1] in ("p", "play") else Discard(order)
    if text.strip().lower() in ("p", "play", "d", "discard"):
        raise ValueError(
            f"expected a slot from 1 (the newest card) to {len(pub.hands[own.seat])}, as in `play 2`"
        )
    return _clue(text, pub, own.seat, names)


def order_at(pub: HanabiPub, seat: int, slot: int) -> int:
    """Return the deck index of the card in a slot of a hand; slot 1 is the newest card.

    Raises ValueError if the hand has no such slot.
    """
    hand = pub.hands[seat] if pub.hands else ()
    if not 1 <= slot <= len(hand):
        raise ValueError(f"expected a slot from 1 (the newest card) to {len(hand)}, got {slot}")
    return hand[-slot]


def _top(pub: HanabiPub, own: HanabiOwn) -> int:
    """Return the index of the last card of the deck, to be played without drawing it.

    Raises ValueError if the rules do not allow a play from the deck now.
    """
    held = pub.hands[own.seat or 0]
    top = [order for order in (*(own.plays or ()), *(own.discards or ())) if order not in held]
    if not top:
        allowed = pub.options.deck_plays
        raise ValueError(
            f"you may play from the deck only when one card is left, and {pub.left} are left"
            if allowed
            else "this table has no option to play a card from the deck"
        )
    return top[0]


def _clue(text: str, pub: HanabiPub, seat: int, names: Names) -> Clue:
    """Return the clue that a typed line such as `clue Bob red`, `c Bob 3` or `red to 2` means.

    In a game of two players, the typed line does not need the name of the clue's receiver.
    """
    words = text.split()
    asked = words[0].lower() in ("clue", "c") and (len(words) > 2 or len(pub.hands) == 2)
    words = words[1:] if asked else words
    to = next((place for place, word in enumerate(words) if word.lower() == "to"), None)
    if to is not None:
        return _given(pub, seat, names, " ".join(words[to + 1 :]), " ".join(words[:to]))
    if len(words) == 1 and len(pub.hands) == 2 and (asked or not words[0].isdecimal()):
        return _given(pub, seat, names, str(1 - seat), words[0])
    bare = words[0].lower() == "clue" or all(word.isdecimal() for word in words)
    if len(words) < 2 or (bare and not asked):
        raise ValueError(f"expected {EXAMPLE}, got {text!r}")
    first, rest = words[0], " ".join(words[1:])
    if _value(first, pub.variant) is not None and _value(words[-1], pub.variant) is None:
        return _given(pub, seat, names, rest, first)
    return _given(pub, seat, names, " ".join(words[:-1]), words[-1])


def _given(pub: HanabiPub, seat: int, names: Names, who: str, what: str) -> Clue:
    to, value = read_seat(who, pub, names), _value(what, pub.variant)
    if to == seat:
        raise ValueError("you cannot give a clue to yourself")
    if value is None:
        clues = listed((*map(str.lower, pub.variant.colors), *pub.variant.ranks))
        raise ValueError(f"expected a clue of {clues}, got {what!r}")
    kind, number = value
    return ColorClue(to, number) if kind == "color" else RankClue(to, number)


def read_seat(text: str, pub: HanabiPub, names: Names) -> int:
    """Return a player's seat from the typed seat number or beginning of the player's name.

    Raises ValueError for a text that names no player or several players.
    """
    typed = text.strip().lower()
    number = typed.removeprefix("seat").strip()
    if number.isdecimal() and int(number) < pub.options.players:
        return int(number)
    called = {seat: name.lower() for seat, name in names.items()}
    found = [seat for seat, name in called.items() if name == typed]
    found = found or [seat for seat, name in called.items() if typed and name.startswith(typed)]
    if len(found) != 1:
        known = ", ".join(
            f"{seat} {names[seat]}" if seat in names else str(seat) for seat in range(pub.options.players)
        )
        raise ValueError(f"expected a player ({known}), got {text!r}")
    return found[0]


def _value(text: str, variant: Variant) -> tuple[str, int] | None:
    """Return what a typed word means: a colour or a rank, with the number of the colour or rank.

    The letter of a suit, such as `r`, stands for the suit's colour. The result is None for a word that means
    no colour or rank, or several colours.
    """
    typed = text.strip().lower()
    if typed.isdecimal():
        return ("rank", int(typed)) if 1 <= int(typed) <= 7 else None
    colors = [color.lower() for color in variant.colors]
    letters = {
        suit.name.lower(): letter.lower()
        for letter, suit in zip(suit_letters(variant), variant.suits, strict=True)
    }
    found = [place for place, color in enumerate(colors) if typed in (color, letters.get(color))]
    found = found or [place for place, color in enumerate(colors) if typed and color.startswith(typed)]
    return ("color", found[0]) if len(found) == 1 else None


def list_answers(pub: HanabiPub, own: HanabiOwn, names: Names) -> list[str]:
    """Return all legal moves of this seat, in the form in which a player types them."""
    lines = [
        f"{word} {' '.join(_slots(pub, own, cards))}"
        for word, cards in (("play", own.plays), ("discard", own.discards))
        if cards
    ]
    for seat in range(len(pub.hands)):
        values = [_words(clue, pub.variant) for clue in own.clues or () if clue.to == seat]
        if values:
            lines.append(f"clue {names.get(seat, seat)} {' | '.join(values)}")
    return lines


def _slots(pub: HanabiPub, own: HanabiOwn, cards: tuple[int, ...]) -> Iterator[str]:
    hand = pub.hands[own.seat or 0]
    yield from (str(slot) for slot in range(1, len(hand) + 1) if hand[-slot] in cards)
    if any(order not in hand for order in cards):
        yield "deck"


def _words(clue: Clue, variant: Variant) -> str:
    return variant.colors[clue.color].lower() if isinstance(clue, ColorClue) else str(clue.rank)


def question(pub: HanabiPub, own: HanabiOwn) -> str:
    """Return the prompt for the decision of this seat, such as `Play, discard or clue`."""
    kinds = {"Play": own.plays, "discard": own.discards, "clue": own.clues}
    words = [word for word, answers in kinds.items() if answers]
    *first, last = words or ["Your move"]
    asked = f"{', '.join(first)} or {last}" if first else last
    return asked[0].upper() + asked[1:]


def list_commands(own: HanabiOwn | None) -> Iterator[str]:
    """Yield a line of help for each command that the player can use now, without plays, discards, clues."""
    if own is not None and "vote" in own.may:
        yield "vote end (votes to end the game) | vote back (withdraws the vote)"


def read_note(text: str, pub: HanabiPub, seat: int | None, names: Names) -> tuple[int, str]:
    """Return the card and the text of a note that a player has typed.

    `3 maybe red` is a note on slot 3 of the player's own hand, `Bob 3 save` on slot 3 of Bob's hand, and `1/3
    save` on slot 3 of the hand of seat 1. A note without text deletes the earlier note on the card.
    """
    words = re.sub(r"^(\d+)/", r"seat\1 ", text.strip()).split()
    place = next((place for place, word in enumerate(words) if word.isdecimal()), None)
    if place is None or (place == 0 and seat is None):
        raise ValueError("expected a slot and a note, as in `note 3 maybe red` or `note Bob 3 save`")
    holder = seat if place == 0 else read_seat(" ".join(words[:place]), pub, names)
    order = order_at(pub, holder or 0, int(words[place]))
    return order, " ".join(words[place + 1 :])
