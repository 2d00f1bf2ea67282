"""The special rules of a Hanabi table in words."""

from __future__ import annotations

from bots.hanabi.terminal.rules import rules_words
from protocol.v1.hanabi import Options
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from tests.bots.hanabi.terminal.drawn import NAMES
from tests.games.hanabi.dealt import THREE, game


def test_the_special_rules_of_a_table_are_described() -> None:
    characters = "Awkward 3, Miser, Picky"
    state = game(*THREE, variant="White & Prism (5 Suits)", card_cycle=True, characters=characters)
    lines = rules_words(HANABI.pub(state), NAMES)
    assert lines[:2] == [
        "White & Prism (5 Suits): R Red, G Green, B Blue, W White, I Prism",
        "clues: red green blue 1 2 3 4 5",
    ]
    assert "White: no colour touches it" in lines
    assert "Ann is Awkward: may give no clue that touches a 3" in lines
    assert lines[-1] == (
        "options for a table with the same rules: players=3 variant='White & Prism (5 Suits)' card_cycle=yes "
        "detrimental_characters=yes"
    )


def test_every_special_variant_has_described_rules_and_plain_variants_have_none() -> None:
    silent = set()
    for number in range(len(catalogue.ids())):
        variant = catalogue.variant(number)
        options = Options(variant=variant.name)
        if len(rules_words(HANABI.pub(HanabiState(variant=variant, options=options)), {})) == 3:
            silent.add(variant.name)
    mute = {f"{kind} Mute ({suits} Suits)" for kind in ("Color", "Number") for suits in (3, 4, 5, 6)}
    assert silent == {"No Variant", "6 Suits", "4 Suits", "3 Suits"} | mute
