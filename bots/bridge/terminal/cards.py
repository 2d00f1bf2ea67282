"""The commands for convention cards at a terminal: show a card, save it, set a card from a file."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from bots.convention_card import ConventionCard
from bots.sheets.sheet import TableClient
from protocol.v1.bridge import LayCard

LAYING = "card NAME: text | card NAME < FILE (sets your side's convention card, before the first call)"


async def typed_card(client: TableClient, table: str, rest: str) -> str | None:
    """Carry out the command `card`, with `rest` as the words after `card`.

    Return the text to show to the player.

    If the words after `card` are a convention card as text (`Acol: 12-14 notrump`), do nothing and return
    None.

    Raises Refused if the server refuses the command. Raises ValueError if a word is missing or a file cannot
    be read or written.
    """
    opened = re.fullmatch(r"(ns|ew)(?:\s+save(?:\s+(.+))?)?", rest.strip(), re.IGNORECASE)
    if opened:
        saving = "save" in rest.lower()
        if saving and not opened[2]:
            raise ValueError("expected the name of a file to save to, as in `card NS save card.txt`")
        return await _open(client, table, opened[1].upper(), opened[2])
    name, laid, path = rest.partition("<")
    if not laid or ":" in name:
        return None
    if not name.strip() or not path.strip():
        raise ValueError("expected `card NAME < FILE`, as in `card Acol < acol.pdf`")
    file = await client.upload_card(table, name.strip(), await asyncio.to_thread(_read, path))
    await client.act(table, LayCard(name.strip(), file=file), None)
    return f"Your side's convention card is now {name.strip()}"


async def _open(client: TableClient, table: str, side: str, path: str | None) -> str:
    card = await client.card(table, side)
    if path is not None:
        await asyncio.to_thread(_save, path, card.data)
        return f"The convention card {card.name} of {side} is saved to {path}"
    return f"{side}: {card.name}\n{_words(card, side)}"


def _words(card: ConventionCard, side: str) -> str:
    size = f"{len(card.data) / 1024:.0f} KiB"
    return card.text or f"a file ({card.kind}, {size}): `card {side} save FILE` saves it"


def _read(path: str) -> bytes:
    try:
        return Path(path.strip()).expanduser().read_bytes()
    except OSError as error:
        raise ValueError(f"expected a file to read, got {path.strip()!r}: {error.strerror}") from None


def _save(path: str, data: bytes) -> None:
    """Write the data to a new file. Raises ValueError if the file exists or cannot be written."""
    try:
        with Path(path).expanduser().open("xb") as file:
            file.write(data)
    except OSError as error:
        raise ValueError(f"expected a new file to write, got {path!r}: {error.strerror}") from None
