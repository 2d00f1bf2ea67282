"""Record golden logs: `python -m tests.golden_logs [NAME ...]`.

Files that exist stay as they are: they are what an earlier server wrote, and are never recorded again because
the server has changed. `--overwrite` is for a table that has not been committed yet.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from tests.golden_logs import (
    bridge_tables,
    files,
    folding,
    hanabi_tables,
    product,
    replay_tables,
    spades_tables,
)
from tests.golden_logs.story import Story
from tests.virtual import now_ms, passes

TABLES: dict[str, Callable[[Story], Awaitable[None]]] = {
    **bridge_tables.TABLES,
    **spades_tables.TABLES,
    **hanabi_tables.TABLES,
    **replay_tables.TABLES,
}


def record(redis: Any, name: str) -> tuple[Any, Any]:
    """Play one story; return the log's file, and that of the views."""
    logged: dict[str, Any] = {}

    async def play() -> None:
        beats: dict[str, int] = {}
        async with contextlib.AsyncExitStack() as ending:

            async def begin(word: str) -> product.Server:
                served = product.serving(redis, word, f"{name} {word}", beats)
                return await ending.enter_async_context(served)

            story = Story(await begin("gold"), name)

            async def restart(seconds: float) -> None:
                await ending.aclose()
                await passes(seconds * 1000)
                story.server = await begin("silver")

            story.restart = restart  # type: ignore[method-assign]  # the recorder ends and starts servers
            await TABLES[name](story)
            await passes(50)
            logged["what"] = (TABLES[name].__doc__ or "").strip()
            logged["tables"] = story.tables
            logged["now_ms"] = now_ms()
            logged["keys"] = files.keys_of(redis, [*story.tables, *story.sets])

    redis.ask("FLUSHALL")
    product.run_at(None, play)
    return logged, fold(redis, logged)


def fold(redis: Any, logged: Any) -> Any:
    """Return what a server that starts on the recorded keys makes of them."""
    found: dict[str, Any] = {}

    async def look() -> None:
        async with product.serving(redis, "reader", "reader") as server:
            found.update(await folding.facts(server, logged["keys"], logged["tables"], folding.ADDED))

    redis.ask("FLUSHALL")
    files.put_keys(redis, logged["keys"])
    product.run_at(logged["now_ms"], look)
    return found


def main(arguments: list[str] | None = None) -> None:
    """Record what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden_logs", description=__doc__)
    parser.add_argument("names", nargs="*", help="which tables; without one all that have no file yet")
    parser.add_argument(
        "--overwrite", action="store_true", help="record tables anew that have not been committed"
    )
    wishes = parser.parse_args(arguments)
    existing = set(files.names())
    wanted = wishes.names or [name for name in TABLES if wishes.overwrite or name not in existing]
    unknown = sorted(set(wanted) - TABLES.keys())
    if unknown:
        parser.error(f"expected names among {', '.join(TABLES)}; got {', '.join(unknown)}")
    kept = sorted(existing & set(wanted))
    if kept and not wishes.overwrite:
        parser.error(f"these are recorded already and stay as they are: {', '.join(kept)}")
    with product.redis_server() as redis:
        for name in wanted:
            logged, folded = record(redis, name)
            files.write(files.LOGS / f"{name}.json", logged)
            files.write(files.VIEWS / f"{name}.json", folded)
            print(name, sum(len(value.get("stream", ())) for value in logged["keys"].values()), "entries")


if __name__ == "__main__":
    main()
