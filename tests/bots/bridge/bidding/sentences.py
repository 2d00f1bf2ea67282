"""The sentences that the writer of explanations must write, as a file that tests the page's writer, too.

`python -m tests.bots.bridge.bidding.sentences` writes the file anew.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from msgspec.json import encode

from bots.bridge.bidding.auction import merged
from bots.bridge.bidding.bidder import Explanation, rules_for
from bots.bridge.bidding.system import SYSTEMS
from bots.bridge.bidding.writer import written
from bots.bridge.robot.explanations import meaning as plain_meaning
from protocol.v1.bridge import SEATS, Meaning, Vulnerability
from protocol.v1.bridge.meanings import Agreement, Holding, LongerSuit
from protocol.v1.cards import Suit
from tests.bots.bridge.bidding.tables import bid_out, calls, deal

FILE = Path(__file__).with_name("written.json")
DEALS, MANY = 12, 150
"""The number of deals for each of the four systems, after whose calls the file has every meaning."""
SELDOM = (
    Meaning(basis="none"),
    Meaning(basis="judgement", made=False),
    Meaning(),
    Meaning(artificial=True, force="round"),
    Meaning((Agreement("Support for *", (Suit.HEARTS,)), Agreement("Our own gadget"))),
    Meaning(hand=Holding(longer=(LongerSuit(Suit.CLUBS, Suit.SPADES, 2),))),
    Meaning(hand=Holding(longer=(LongerSuit(Suit.CLUBS, Suit.SPADES, -1),))),
)
"""Meanings that few deals have."""
PLAIN = tuple(
    plain_meaning(SEATS[0], calls(auction))
    for auction in ("1NT", "1H X", "1C 1S", "1H P 2H", "1D", "1H X P 1S", "1D P 1S P 2C P 2D", "1S P 2C P 2S")
)
"""Meanings of the plain robot, which has rules of its own."""


def explained(deals: int) -> list[Explanation]:
    """Return the explanation of every legal call after every call of some deals, each of them once."""
    found: dict[str, Explanation] = {}
    for system in SYSTEMS.values():
        rng = Random(f"{system.name} explains")
        for number in range(deals):
            dealer, vulnerable = SEATS[number % 4], list(Vulnerability)[number // 4 % 4]
            made = [choice.call for _, choice in bid_out(system, deal(rng), dealer, vulnerable)]
            for length in range(len(made)):
                rules = rules_for(system, dealer, vulnerable, made[:length])
                for call in dict.fromkeys(rule.call for rule in rules if rule.ruled):
                    told = Explanation(merged([rule for rule in rules if rule.call is call and rule.ruled]))
                    found.setdefault(told.words, told)
    return list(found.values())


def sentences() -> list[dict[str, object]]:
    """Return the meanings of the file with their sentences in English."""
    meanings = [each.meaning for each in explained(DEALS)][::7]
    return [
        {"meaning": json.loads(encode(meaning)), "english": written(meaning)}
        for meaning in (*SELDOM, *PLAIN, *meanings)
    ]


def agreements() -> list[str]:
    """Return the names of all agreements that the robots have in many deals, in the order of the alphabet."""
    meanings = [*PLAIN, *SELDOM[:-3], *(each.meaning for each in explained(MANY))]
    return sorted({agreement.name for meaning in meanings for agreement in meaning.agreements})


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file of sentences."""
    name = "python -m tests.bots.bridge.bidding.sentences"
    argparse.ArgumentParser(prog=name, description=__doc__).parse_args(arguments)
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in sentences())
    names = json.dumps(agreements())
    FILE.write_text(f'{{"sentences": [\n{lines}\n],\n"agreements": {names}}}\n')


if __name__ == "__main__":
    main()
