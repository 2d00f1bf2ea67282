"""The rules of Hanabi's detrimental characters in words."""

from __future__ import annotations

from protocol.rules.hanabi.characters import DRAWN
from protocol.v1.hanabi import Character, Variant

RULES = {
    0: "may give any rank, but no colour except {drawn}",
    1: "may give any colour, but no rank except {drawn}",
    2: "may give no clue that touches {drawn}",
    3: "may give no clue that touches a {drawn}",
    4: "may give only clues that touch exactly one card",
    5: "may give only clues that touch two cards or more",
    6: "may give only odd ranks, and only the first, third, fifth ... colour",
    7: "may give no clue to the next player",
    8: "may give no clue to the previous player",
    9: "must give a clue if they have received a clue since their previous turn",
    10: "may give no clue while fewer than 4 clues are available",
    11: "may give only clues that touch the newest or the oldest card of a hand",
    12: "must give colours and ranks alternately",
    13: "must clue the cards of their previous clue again, until one of them has left the hand",
    14: "cannot be given a clue of rank 2 or 5",
    15: "cannot be given a colour clue",
    17: "must play the newest card after a clue has touched it",
    18: "must not play a card on two turns in a row",
    19: "must not play slot 1",
    21: "must not discard while the number of available clues is even",
    22: "must not discard while the number of available clues is odd",
    23: "must not discard while 2 or more clues are available",
    24: "must give two clues at once, a colour and then a rank, to the same player",
    26: "must discard twice while 4 or fewer clues are available",
    27: "reverses the direction of play with each turn",
    28: "must not make the same kind of move (play, discard or clue) as the previous player",
    29: "does not see the cards of the next player",
    30: "does not see the cards of the previous player",
    31: "misplays a card unless two cards of its rank lie on the piles",
    33: "does not see slot 1 of any player",
    34: "only quacks: the value of this player's clues is hidden",
}


def drawn_words(variant: Variant, character: Character) -> str:
    """Return the colour, rank or suit that was drawn for a character, or "" for a character without one."""
    match DRAWN.get(character.id):
        case "color" if character.metadata < len(variant.colors):
            return variant.colors[character.metadata].lower()
        case "suit" if character.metadata < len(variant.suits):
            return variant.suits[character.metadata].name
        case "rank":
            return str(character.metadata)
        case _:
            return ""


def character_words(variant: Variant, character: Character) -> str:
    """Return a character's name and drawn value: `Awkward: 3`, `Hesitant`."""
    drawn = drawn_words(variant, character)
    return f"{character.name}: {drawn}" if drawn else character.name


def rule_words(variant: Variant, character: Character) -> str:
    """Return a character's rule, such as `Awkward: may give no clue that touches a 3`."""
    rule = RULES.get(character.id, "has a rule that this program does not know")
    return f"{character.name}: {rule.format(drawn=drawn_words(variant, character))}"
