"""A hub's measures and words: each hub learns of a change at another one, and of a new file when told."""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from pathlib import Path

import pytest

from protocol.v1.bridge import Action, Call, Claim, Explain, LayCard, MakeCall, Meaning, PlayCard
from protocol.v1.bridge.meanings import Agreement
from protocol.v1.cards import Card
from server.errors import Refusal
from server.moderation.measures import Banned
from server.moderation.moderation import KEPT_MS, LOOK_S, Moderation
from server.store.memory import MemoryMeasuresAndAudit
from tests.moderation.test_measures import ban_at, ban_of, name_of
from tests.virtual import EPOCH_MS, now_ms, passes, virtual


def test_without_a_store_and_a_file_nothing_is_forbidden() -> None:
    moderation = Moderation()
    moderation.check_player("ann")
    moderation.check_address("192.0.2.7")
    moderation.check_speech("ann", "anything")
    assert moderation.name_of("ann", "Ann") == "Ann" and moderation.reload_words() == 0


@virtual
async def test_a_hub_learns_of_a_measure_of_another_hub_within_a_moment() -> None:
    stored = MemoryMeasuresAndAudit()
    here, there = (Moderation(stored, now_ms=now_ms) for _ in range(2))
    changes: list[int] = []
    there.changed.subscribe(lambda: changes.append(now_ms()))
    following = asyncio.create_task(there.follow())
    await here.put(ban_of("ann", EPOCH_MS * 2))
    await here.put(ban_at("192.0.2.7/32", EPOCH_MS * 2))
    await here.put(name_of("bob", "Bobby"))
    with pytest.raises(Banned):
        here.check_player("ann")
    there.check_player("ann")
    await passes(LOOK_S * 1000 + 1)
    with pytest.raises(Banned):
        there.check_player("ann")
    assert there.is_banned("ann") and there.is_address_banned("192.0.2.7")
    assert there.name_of("bob", "Bob") == "Bobby"
    await here.remove(ban_of("ann"))
    await passes(LOOK_S * 1000 + 1)
    assert not there.is_banned("ann") and len(changes) == 2
    await passes(10_000)
    assert len(changes) == 2, "expected no notice without a change"
    following.cancel()


@virtual
async def test_a_measure_that_ended_long_ago_is_removed_from_the_store() -> None:
    stored = MemoryMeasuresAndAudit()
    moderation = Moderation(stored, now_ms=now_ms)
    await moderation.put(ban_of("ann", now_ms() + 1_000))
    following = asyncio.create_task(moderation.follow())
    await passes(KEPT_MS)
    assert [*await stored.measures()] == ["ban:ann"]
    await passes(2_000)
    assert await stored.measures() == {}
    following.cancel()


@virtual
async def test_a_hub_goes_on_to_look_when_the_store_was_away() -> None:
    class Away(MemoryMeasuresAndAudit):
        away = False

        async def measures_version(self) -> int:
            if self.away:
                raise OSError("away")
            return await super().measures_version()

    stored = Away()
    here, there = (Moderation(stored, now_ms=now_ms) for _ in range(2))
    following = asyncio.create_task(there.follow())
    await here.put(ban_of("ann", EPOCH_MS * 2))
    stored.away = True
    await passes(2_000)
    assert not there.is_banned("ann")
    stored.away = False
    await passes(1_000)
    assert there.is_banned("ann")
    following.cancel()


@pytest.mark.parametrize(
    ("action", "is_refused"),
    [
        (Explain(0, "darn strong"), True),
        (LayCard("Acol", text="1NT 12-14, d4rn"), True),
        (MakeCall(Call.PASS, meaning=Meaning((Agreement("Darn good"),))), True),
        (Claim(3, "all high"), False),
        (MakeCall(Call.ONE_CLUB, True, "strong", Meaning((Agreement("Strong club"),))), False),
        (PlayCard(Card.SA), False),
    ],
)
def test_a_text_at_the_table_may_not_have_a_forbidden_word(
    tmp_path: Path, action: Action, is_refused: bool
) -> None:
    moderation = Moderation(words_file=str(tmp_path / "words"))
    moderation.check_action(action)
    (tmp_path / "words").write_text("darn\n")
    moderation.reload_words()
    with pytest.raises(Refusal, match="a text at the table") if is_refused else nullcontext():
        moderation.check_action(action)


def test_the_words_are_read_again_and_stay_if_the_file_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "words"
    file.write_text("darn\nheck\n")
    moderation = Moderation(words_file=str(file))
    assert moderation.reload_words() == 2 and moderation.words.forbids("heck")
    file.write_text("darn\n")
    with caplog.at_level(logging.WARNING):
        moderation.reload_words_and_log()
    assert not moderation.words.forbids("heck") and "1 entries" in caplog.text
    file.write_text("two words\n")
    moderation.reload_words_and_log()
    assert moderation.words.forbids("darn") and "line 1: expected one word" in caplog.text


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing, binary = tmp_path / "missing", tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for file, expected in ((missing, "No such file"), (binary, "expected a file of words in UTF-8")):
        with pytest.raises(ValueError, match=expected):
            Moderation(words_file=str(file)).reload_words()
