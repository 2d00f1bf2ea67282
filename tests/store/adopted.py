"""A server that keeps a table in its private Redis until it is killed.

It runs as `python -m tests.store.adopted DATA`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from server.store.embedded import Embedded
from server.store.redis import connect_to_redis
from tests.store.tables import opened


async def main(data: Path) -> None:
    embedded = Embedded(data, "always")
    await embedded.start()
    owner = await opened(await connect_to_redis(embedded.url))
    await owner.appends(b"one")
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
