"""Write the goldens anew: `python -m tests.golden`, then read the difference before committing it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from protocol.v1 import schema
from server.games.base import Game
from server.games.registry import GAMES
from server.web import asyncapi, openapi
from server.web.spades_rest import extension
from tests import page_variants
from tests.games.playthroughs import FOLDER, Playthrough, read, record
from tests.games.random_games import play_game
from tests.protocol.frames import files as frames
from tests.web.described import all_parts

Files = Iterator[tuple[Path, bytes]]


def playthroughs() -> Files:
    """Every recorded playthrough with the outcomes of today's rules; a random one for a game without any."""
    recorded = {path: read(path) for path in sorted(FOLDER.glob("*.jsonl"))}
    for path, played in recorded.items():
        yield path, record(played).encode()
    for game in GAMES.values():
        if all(played.game is not game for played in recorded.values()):
            yield FOLDER / f"{game.name}.random.jsonl", record(_random_playthrough(game)).encode()


def _random_playthrough(game: Game) -> Playthrough:
    """One deal under the default options, always the same."""
    played = play_game(game, game.options_type(), Random(game.name), deals=1)
    return Playthrough(game, "played at random", played.options, played.deals[0].log)


def protocol_schema() -> Files:
    """The JSON Schema that is served; the frozen copy in `tests/protocol` is another one, and stays."""
    yield Path(schema.__file__).with_name("schema.json"), schema.text()


def openapi_document() -> Files:
    """The OpenAPI documents that are served: of protocol v1, and of the old Spades API."""
    parts = all_parts()
    yield Path(openapi.__file__).with_name("openapi.json"), openapi.text(parts[0])
    old = openapi.extension_text(f"{extension.PREFIX}openapi.json", parts)
    yield Path(extension.__file__).with_name("openapi.json"), old


def asyncapi_document() -> Files:
    """The AsyncAPI document that is served: the messages of the websocket and of the stream."""
    yield Path(asyncapi.__file__).with_name("asyncapi.json"), asyncapi.text()


def variants_of_the_page() -> Files:
    """The names of the variants of Hanabi in the page for the browser."""
    yield page_variants.FILE, page_variants.text().encode()


STEPS: tuple[Callable[[], Files], ...] = (
    playthroughs,
    protocol_schema,
    asyncapi_document,
    openapi_document,
    frames.written_anew,
    variants_of_the_page,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Take every step and tell which files are not what they were."""
    argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__).parse_args(arguments)
    for step in STEPS:
        for path, content in step():
            same = path.exists() and path.read_bytes() == content
            if not same:
                path.write_bytes(content)
            print(f"{'unchanged' if same else 'written'}  {path.relative_to(Path(__file__).parents[1])}")


if __name__ == "__main__":
    main()
