"""The detrimental characters in words."""

from __future__ import annotations

from protocol.v1.hanabi import Character, Variant

COLOR, RANK, SUIT = "color", "rank", "suit"
DRAWN = {0: COLOR, 1: RANK, 2: SUIT, 3: RANK}
"""What was drawn for a character, by its number."""

RULES = {
    0: "gives ranks, and of the colours only {drawn}",
    1: "gives colours, and of the ranks only {drawn}",
    2: "gives no clue that touches {drawn}",
    3: "gives no clue that touches a {drawn}",
    4: "gives clues that touch exactly one card",
    5: "gives clues that touch two cards or more",
    6: "gives odd ranks only, and of the colours every other one from the first",
    7: "gives the next player no clue",
    8: "gives the player before no clue",
    9: "must give a clue when one was given to him since his last turn",
    10: "gives no clue while there are fewer than 4",
    11: "gives clues that touch the newest or the oldest card of a hand",
    12: "gives a colour and a rank in turn",
    13: "must go on to clue the cards of his last clue, until one of them has left",
    14: "may not be given 2 or 5",
    15: "may not be given a colour",
    17: "must play the newest card when a clue has touched it",
    18: "may not play twice in a row",
    19: "may not play slot 1",
    21: "may not discard while the number of clues is even",
    22: "may not discard while the number of clues is odd",
    23: "may not discard while there are 2 clues or more",
    24: "gives a colour and then a rank to the same player, for two clues",
    26: "must discard twice when there are 4 clues or fewer",
    27: "turns the direction of play round with each turn",
    28: "may not do the same as the player before: play, discard or clue",
    29: "does not see the cards of the next player",
    30: "does not see the cards of the player before",
    31: "misplays a card unless two of its rank lie on the piles",
    33: "sees nobody's slot 1",
    34: "only quacks: nobody is told what a clue was",
}


def drawn_words(variant: Variant, character: Character) -> str:
    """The colour, rank or suit that was drawn for a character, "" for none."""
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
    """`Awkward: 3`, `Hesitant`."""
    drawn = drawn_words(variant, character)
    return f"{character.name}: {drawn}" if drawn else character.name


def rule_words(variant: Variant, character: Character) -> str:
    """`Awkward: gives no clue that touches a 3`."""
    rule = RULES.get(character.id, "is not known to this terminal")
    return f"{character.name}: {rule.format(drawn=drawn_words(variant, character))}"
