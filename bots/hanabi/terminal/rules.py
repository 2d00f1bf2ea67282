"""The special rules of a Hanabi table in words: its variant, its options, its characters."""

from __future__ import annotations

from collections.abc import Iterator

from bots.hanabi.terminal.characters import rule_words
from bots.hanabi.terminal.names import Names, listed, seat_name, suit_letters
from protocol.v1.hanabi import HanabiPub, Options, SpecialRank, Suit, Variant
from protocol.words import with_count

COLORS = {"all": "every colour touches {it}", "none": "no colour touches {it}"}
RANKS = {"all": "every rank touches {it}", "none": "no rank touches {it}"}
TOUCHES = {
    "odd_even": "a clue of 1 touches all odd cards, a clue of 2 all even ones",
    "up_to": "a rank clue touches all cards of that rank and below",
    "from": "a rank clue touches all cards of that rank and above",
}
VARIANTS = {
    "blind_colors": "colour clues are legal but touch no card",
    "blind_ranks": "rank clues are legal but touch no card",
    "synesthesia": "each colour clue also touches one rank: the first colour 1, the second colour 2, ...",
    "scarce_ones": "there are two 1s in each suit",
    "half_clues": "a discard gives half a clue, and so does a finished suit",
    "alternating": "colour and rank clues must alternate",
    "up_or_down": "a suit goes up from its 1 or START, or down from its 5 or START (S)",
    "hole": "played cards stay hidden, and so do misplays; a finished suit gives no clue",
    "moo": "clues show only their type: moo is a colour, oink a rank",
    "quack": "clues show only the touched cards",
}
OPTIONS = {
    "speedrun": "the game ends when a perfect score is out of reach",
    "card_cycle": "after giving a clue, a player moves their oldest unclued card to slot 1",
    "deck_plays": "the last card of the deck may be played from the deck",
    "empty_clues": "a clue is legal even if it touches no card",
    "one_extra_card": "each hand has one extra card",
    "one_less_card": "each hand has one card less",
    "all_or_nothing": "there is no last round, and only a perfect score counts",
    "detrimental_characters": "each player has a character with a rule for this player alone",
}


def rules_words(pub: HanabiPub, names: Names) -> list[str]:
    """Return one line for each special rule, and a last line with options for a table with the same rules."""
    seats = enumerate(pub.characters)
    return [
        *variant_words(pub.variant),
        *_options(pub.options),
        *(f"{seat_name(names, seat)} is {rule_words(pub.variant, each)}" for seat, each in seats),
        f"options for a table with the same rules: {typed(pub.options)}",
    ]


def variant_words(variant: Variant) -> Iterator[str]:
    """Yield lines about the variant's suits, its legal clues, and each other difference from plain suits."""
    letters = zip(suit_letters(variant), variant.suits, strict=True)
    yield f"{variant.name}: {', '.join(f'{letter} {suit.name}' for letter, suit in letters)}"
    clues = (*map(str.lower, variant.colors), *map(str, variant.ranks))
    yield f"clues: {' '.join(clues)}"
    for suit in variant.suits:
        words = suit_words(suit, variant)
        if words:
            yield f"{suit.name}: {words}"
    if variant.special is not None:
        yield _special(variant.special)
    if variant.touch != "equal":
        yield TOUCHES[variant.touch]
    if variant.single_rank is not None:
        yield f"there is only one {variant.single_rank} in each suit"
    if variant.sudoku:
        cards = with_count(variant.stack, "card")
        yield f"each suit starts at a different rank, has {cards}, and continues with 1 after the highest"
    yield from (words for field, words in VARIANTS.items() if getattr(variant, field))


def suit_words(suit: Suit, variant: Variant) -> str:
    """Return the special rules of a suit in words, or "" if it has none."""
    words = [
        table[special].format(it="it")
        for table, special in ((COLORS, suit.by_color), (RANKS, suit.by_rank))
        if special != "usual"
    ]
    if suit.prism:
        words.append(
            "each rank is touched by one colour: rank 1 by the first colour, rank 2 by the second, ..."
        )
    if suit.colors and suit.colors != (suit.name.removesuffix(" Reversed"),):
        verb = "touches" if len(suit.colors) == 1 else "touch"
        words.append(f"{listed(map(str.lower, suit.colors))} {verb} it")
    words += ["one card of each rank"] if suit.single else []
    words += ["a play discards its card, and a discard plays it"] if suit.inverted else []
    words += ["its pile goes down from 5 to 1"] if suit.reversed and not variant.sudoku else []
    return "; ".join(words)


def _special(special: SpecialRank) -> str:
    it = f"a {special.rank}"
    if special.deceptive:
        return f"{it} is touched by only one rank, a different rank in each suit"
    words = [
        table[each].format(it=it)
        for table, each in ((COLORS, special.by_color), (RANKS, special.by_rank))
        if each != "usual"
    ]
    return "; ".join(words)


def _options(options: Options) -> Iterator[str]:
    yield from (words for field, words in OPTIONS.items() if getattr(options, field))
    if options.games:
        yield f"games: {options.games}"


def typed(options: Options) -> str:
    """Return the options of a table as the command `kibitz open` takes them, without the seed."""
    words = [f"players={options.players}", f"variant='{options.variant}'"]
    words += [f"{field}=yes" for field in OPTIONS if getattr(options, field)]
    return " ".join(words)


def is_special(pub: HanabiPub) -> bool:
    """Return True if the table has special rules."""
    options = pub.options
    return pub.variant.id != 0 or any(getattr(options, field) for field in OPTIONS)
