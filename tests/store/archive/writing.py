"""A process that writes records to an archive, and prints the number of each that the archive has confirmed.

    python -m tests.store.archive.writing URL FOLDER TABLE FIRST LAST

Each record is put with the one before, which the archive has already.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from server.store.archive.opening import open_archive
from tests.store.archive.records import deal, table


async def write(url: str, folder: str, name: str, first: int, last: int) -> None:
    archive = await open_archive(url, Path(folder))
    for number in range(first, last):
        again = [deal(name, number - 1)] if number else []
        await archive.put([*again, deal(name, number)], [table(name, version=number + 1, deal=number)])
        print(number, flush=True)
    await archive.close()


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
