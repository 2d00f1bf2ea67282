"""The measures of the operators and their list of words, as one hub knows them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from server.hub.observers import Observers
from server.moderation.measures import Measure, Measures, decode, encode, has_ended
from server.moderation.words import WordList, read_words
from server.store.measures_and_audit import MeasuresAndAudit
from server.text import text_fields

log = logging.getLogger("kibitz.moderation")

LOOK_S = 0.3
"""The time (s) after which a hub looks if another one has changed the measures."""
KEPT_MS = 3_600_000
"""The time (ms) for which the store keeps a measure that has ended.

A measure is not removed at its end, because another hub may be storing its next one under the same key.
"""


class Moderation:
    """The measures and the word list that a hub applies; without a store and a file, there are none.

    Every hub of a store has the same measures: a hub reads them again within `LOOK_S` of a change at another
    hub. Each hub has the word list of its own file `words_file`. `now_ms` returns the present time. Observers
    of `changed` are called after every change of the measures.
    """

    def __init__(
        self,
        stored: MeasuresAndAudit | None = None,
        words_file: str = "",
        now_ms: Callable[[], int] = lambda: 0,
    ) -> None:
        self.changed: Observers[[]] = Observers("the operators' measures")
        self.measures = Measures()
        self.words = WordList()
        self._stored = stored
        self._words_file = words_file
        self._now_ms = now_ms
        self._version: int | None = None

    def check_player(self, player: str) -> None:
        """Raise Banned if a player is banned now."""
        self.measures.check_player(player, self._now_ms())

    def is_banned(self, player: str) -> bool:
        """Return True if a player is banned now."""
        return self.measures.ban_of(player, self._now_ms()) is not None

    def check_address(self, address: str) -> None:
        """Raise Banned if a client address is banned now."""
        self.measures.check_address(address, self._now_ms())

    def is_address_banned(self, address: str) -> bool:
        """Return True if a client address is banned now."""
        return self.measures.ban_of_address(address, self._now_ms()) is not None

    def check_speech(self, player: str, text: str) -> None:
        """Raise Refusal if a player may not write a line of chat or a note with this text."""
        self.measures.check_speech(player, self._now_ms())
        self.words.check("a line of chat or a note", text)

    def check_action(self, action: Struct) -> None:
        """Raise Refusal if a text in an action, such as an explanation, has a forbidden word."""
        if not self.words or not text_fields(type(action), frozenset()):
            return
        for text in _texts(msgspec.to_builtins(action)):
            self.words.check("a text at the table", text)

    def name_of(self, player: str, chosen: str) -> str:
        """Return the name of a player that has chosen the name `chosen`; an operator may have changed it."""
        return self.measures.names.get(player, chosen)

    def reload_words(self) -> int:
        """Read the word list again, and return the number of its entries.

        Raises ValueError if the file cannot be read or has a line that is not one word; then the earlier list
        stays.
        """
        if self._words_file:
            self.words = _read_file(self._words_file)
        return len(self.words)

    def reload_words_and_log(self) -> None:
        """Read the word list again, and log the number of its entries or the fault of the file."""
        try:
            number = self.reload_words()
        except ValueError as error:
            log.error("the list of words could not be read again, the earlier one stays: %s", error)
        else:
            log.warning("the list of words was read again: %d entries", number)

    async def put(self, measure: Measure) -> None:
        """Store a measure for all hubs, and apply it here. Raises OSError if the store does not answer."""
        await self._store.put_measure(measure.key, encode(measure))
        await self.load()

    async def remove(self, measure: Measure) -> None:
        """End a measure at all hubs. Raises OSError if the store does not answer."""
        await self._store.remove_measure(measure.key)
        await self.load()

    @property
    def _store(self) -> MeasuresAndAudit:
        assert self._stored is not None, "expected a store for the measures"
        return self._stored

    async def load(self) -> None:
        """Read the measures from the store, and apply them. Raises OSError if the store does not answer."""
        self._version = await self._store.measures_version()
        found = (decode(packed) for packed in (await self._store.measures()).values())
        measures = Measures(each for each in found if each is not None)
        if measures.every != self.measures.every:
            self.measures = measures
            self.changed.notify()

    async def follow(self) -> None:
        """Read the measures again when another hub has changed them, and remove those that ended long ago."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                if await self._store.measures_version() != self._version:
                    await self.load()
                past_ms = self._now_ms() - KEPT_MS
                for each in [each for each in self.measures.every if has_ended(each, past_ms)]:
                    await self.remove(each)
            except OSError:
                continue  # The hub holds while the store does not answer.


def _texts(value: object) -> Iterator[str]:
    """Yield all texts within a value of plain lists and objects, without the names of fields."""
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _texts(each)
        case list() | tuple():
            for each in value:
                yield from _texts(each)


def _read_file(name: str) -> WordList:
    try:
        return read_words(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"expected a file of words, {name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"expected a file of words in UTF-8, got {name}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
