"""`kibitz deal`: boards of bridge, or a deck of Hanabi, from a seed or by chance."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from protocol.v1.hanabi import START
from server.cli.ending import failure
from server.games.bridge.rules import BRIDGE

if TYPE_CHECKING:
    from protocol.v1.hanabi import Deal, Options
    from server.games.hanabi.state import HanabiState

Seed = Annotated[
    str | None, typer.Option(help="The same seed gives the same deals; without one they are secret.")
]


def deal(
    game: Annotated[Literal["bridge", "hanabi"], typer.Option(help="What is played.")] = "bridge",
    boards: Annotated[int | None, typer.Option(min=1, max=10_000, help="Bridge: how many; 1.")] = None,
    first: Annotated[
        int | None, typer.Option(min=1, max=9999, help="Bridge: the number of the first board; 1.")
    ] = None,
    seed: Seed = None,
    players: Annotated[int | None, typer.Option(min=2, max=6, help="Hanabi: how many play; 3.")] = None,
    variant: Annotated[str | None, typer.Option(help='Hanabi: the variant; "No Variant".')] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Hanabi: print one JSON object.")] = False,
) -> None:
    """Deal boards of bridge as PBN, to be played with `kibitz serve --boards FILE`; or a deck of Hanabi.

    A seed of Hanabi is one of Hanabi Live, as p3v0s1: players, the number of the variant, and any word; the
    deck is the one that it gives there. With --json it is one object: game, seed, variant, players, and the
    deck from its top.
    """
    if game == "bridge":
        if as_json or players is not None or variant is not None:
            raise failure("boards of bridge are dealt as PBN: --json, --players and --variant are for Hanabi")
        _deal_bridge(boards or 1, first or 1, seed)
    elif boards is not None or first is not None:
        raise failure("a deck of Hanabi is dealt: --boards and --first are for bridge")
    else:
        _deal_hanabi(seed, players, variant, as_json)


def _deal_bridge(boards: int, first: int, seed: str | None) -> None:
    from protocol.v1.bridge import Deal
    from server.games.bridge.state import BridgeState
    from server.records.bridge import pbn
    from server.records.bridge.from_game import record_of_deal

    rng = SystemRandom() if seed is None else Random(seed)
    drawn = (BRIDGE.chance(BridgeState(board=number), rng) for number in range(first, first + boards))
    typer.echo(pbn.dumps([record_of_deal(deal) for deal in drawn if isinstance(deal, Deal)]), nl=False)


def _deal_hanabi(seed: str | None, players: int | None, variant: str | None, as_json: bool) -> None:
    from server.errors import IllegalAction
    from server.games.hanabi.rules import HANABI

    try:
        before = HANABI.start(_options(seed, players, variant))
    except (IllegalAction, LookupError, msgspec.ValidationError) as error:
        raise failure(error) from None
    drawn = HANABI.chance(before, SystemRandom())
    assert drawn is not None, "expected a deck before the game"
    if as_json:
        typer.echo(_plain(before, drawn))
    else:
        typer.echo(_told(HANABI.apply(before, None, drawn)))


def _options(seed: str | None, players: int | None, variant: str | None) -> Options:
    """The table that is dealt for: players and variant are those of a whole seed, unless others are named."""
    from protocol.v1.hanabi import Options
    from server.games.hanabi.seeds import seeds
    from server.games.hanabi.variants import catalogue

    try:
        seats, number = seeds.parted(seed or "")
    except ValueError:
        seats, number = 3, 0
    wish = {
        "players": seats if players is None else players,
        "variant": catalogue.variant(number).name if variant is None else variant,
        "seed": seed,
    }
    return msgspec.convert(wish, Options)


def _plain(before: HanabiState, drawn: Deal) -> str:
    told = {
        "game": "hanabi",
        "seed": drawn.seed or None,
        "variant": before.variant.name,
        "players": before.options.players,
        "deck": [{"suitIndex": card.suit, "rank": card.rank} for card in drawn.deck],
    }
    return msgspec.json.encode(told).decode()


def _told(state: HanabiState) -> str:
    """The deck in words: whose cards the first ones are, and what is drawn then."""
    seed = f"{state.seed}: " if state.seed else ""
    head = f"{seed}{state.variant.name}, {state.options.players} players, {len(state.deck)} cards"
    hands = (f"seat {seat}: {_cards(state, hand)}" for seat, hand in enumerate(state.hands))
    return "\n".join((head, *hands, f"deck: {_cards(state, range(state.drawn, len(state.deck)))}"))


def _cards(state: HanabiState, orders: Iterable[int]) -> str:
    cards = (state.deck[order] for order in orders)
    names = {START: "START"}
    return ", ".join(
        f"{state.variant.suits[card.suit].name} {names.get(card.rank, card.rank)}" for card in cards
    )
