"""EVOLUTION.md: complete tables, correct numbers, and conversations of this protocol."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import protocol
from protocol.v1.codec import (
    JSON,
    MAX_DEPTH,
    MAX_FRAME_BYTES,
    MAX_UPDATE_BYTES,
    convert,
    decode_request,
    decode_update,
)
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Act, Hello, Open, Policy, Sit, ToServer, Watch
from protocol.v1.updates import Done, Patch, Refused, ToClient, View, Welcome
from server.games.hanabi.knowledge import all_cards
from server.games.hanabi.variants import catalogue
from server.games.registry import GAMES
from server.hub.lobby import LISTINGS, PAGE
from server.settings import Settings
from server.web.requests import MAX_REQUEST
from tests import conversations
from tests.patching import Shown
from tests.protocol.patch_rule import merged

TEXT = Path(protocol.__file__).with_name("EVOLUTION.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("## A conversation for each game")[2].partition("\n## ")[0]
CONVERSATIONS = {
    part.partition("`")[0]: re.findall(r"^([<>]) (\{.*\})$", part, re.MULTILINE)
    for part in SECTION.split("\n### `")[1:]
}
"""The lines of each conversation, each with the side that sent it."""


def first_cells(heading: str) -> list[str]:
    """Return the first column of the table under a heading."""
    section = TEXT.partition(f"## {heading}")[2].partition("\n## ")[0]
    return [row.split("|")[1].strip(" `") for row in section.splitlines() if row.startswith("|")][2:]


def test_every_code_of_refusal_is_explained() -> None:
    assert first_cells("Why a request is refused") == list(Code)


def test_every_close_code_is_explained() -> None:
    assert first_cells("Why a connection is closed") == [str(int(code)) for code in CloseCode]


def test_the_limits_of_frames_are_documented() -> None:
    told = f"at most {MAX_FRAME_BYTES >> 10} KiB to the server and {MAX_UPDATE_BYTES >> 20} MiB to the client"
    assert told in " ".join(TEXT.split())
    assert f"nested at most {MAX_DEPTH} levels deep" in " ".join(TEXT.split())


def test_every_subprotocol_is_named() -> None:
    assert all(f"`{name}`" in TEXT for name in protocol.SUBPROTOCOLS)


def test_the_default_settings_are_documented() -> None:
    settings, text = Settings(), " ".join(TEXT.split())
    assert f"A player may have {settings.tables_per_player} tables open at the same time" in text
    assert f"all players of one address {settings.tables_per_address}" in text
    assert f"removed {settings.unplayed_minutes} minutes after the last person left" in text
    assert f"it is removed {settings.prepared_hours} hours after the last person left" in text
    assert f"has begun ends {settings.left_days} days after the last person left" in text
    assert f"(by default {Policy().correction_ms // 60_000} minutes)" in text
    assert f"at most {MAX_REQUEST >> 10} KiB, not counting `boards`" in text
    assert f"at most {PAGE} in one answer" in text
    assert f"keeps the {LISTINGS} lists that were used last" in text


def test_the_bits_of_a_set_of_hanabi_cards_are_documented() -> None:
    bits = max(all_cards(catalogue.variant(number)).bit_length() for number in range(len(catalogue.ids())))
    assert f"so the number has at most {bits} bits" in " ".join(TEXT.split())
    assert 32 < bits < 53


def test_every_game_of_the_protocol_has_a_conversation() -> None:
    assert sorted(CONVERSATIONS) == sorted(GAMES)
    assert all(said for said in CONVERSATIONS.values())


def test_the_script_records_every_conversation_and_introduces_it_with_the_same_words() -> None:
    assert list(conversations.CONVERSATIONS) == list(CONVERSATIONS)
    text = " ".join(TEXT.split())
    for game, conversation in conversations.CONVERSATIONS.items():
        assert f"### `{game}` {conversation.about} ``` > " in text


@pytest.mark.parametrize("game", GAMES)
def test_a_conversation_is_of_this_protocol_and_every_request_has_one_answer(game: str) -> None:
    requests, answers = messages_of(game)
    assert isinstance(requests[0], Hello) and isinstance(answers[0], Welcome)
    asked = [getattr(request, "id", 0) for request in requests[1:]]
    assert all(asked) and len(set(asked)) == len(asked)
    assert [answer.id for answer in answers if isinstance(answer, Done | Refused)] == asked


@pytest.mark.parametrize("game", GAMES)
def test_a_conversation_opens_a_table_sits_down_and_watches_at_once(game: str) -> None:
    lines = CONVERSATIONS[game]
    requests, _ = messages_of(game)
    (opened,) = [request for request in requests if isinstance(request, Open)]
    assert opened.game == game
    sent = [decode_request(JSON, text.encode()) if side == ">" else None for side, text in lines]
    assert any(
        isinstance(sat, Sit) and isinstance(watched, Watch) and watched.as_ == "seat"
        for sat, watched in pairwise(sent)
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_conversation_has_a_refusal_and_the_patch_of_ones_own_action_before_its_done(game: str) -> None:
    refused, done = answers_to_acts(game)
    (words,) = [answer for answer in refused if isinstance(answer, Refused)]
    assert (len(refused), words.code) == (1, Code.ILLEGAL_ACTION)
    patch, answer = done
    assert isinstance(patch, Patch) and isinstance(answer, Done)
    assert words.n == answer.n == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_conversation_ends_with_what_another_player_does(game: str) -> None:
    _, answers = messages_of(game)
    mine = min(place for place, answer in enumerate(answers) if isinstance(answer, Done) and answer.n == 1)
    assert any(isinstance(answer, Patch) for answer in answers[mine:])


def messages_of(game: str) -> tuple[list[ToServer], list[ToClient]]:
    """Return the requests and the updates of a game's conversation."""
    said = CONVERSATIONS[game]
    requests = [decode_request(JSON, text.encode()) for side, text in said if side == ">"]
    return requests, [decode_update(JSON, text.encode()) for side, text in said if side == "<"]


def answers_to_acts(game: str) -> list[list[ToClient]]:
    """Return the table's messages between each act of a conversation and its answer, the answer included."""
    came: list[list[ToClient]] = []
    waits = False
    for side, text in CONVERSATIONS[game]:
        if side == ">":
            waits = isinstance(decode_request(JSON, text.encode()), Act)
            came += [[]] if waits else []
            continue
        update = decode_update(JSON, text.encode())
        if waits and isinstance(update, View | Patch | Done | Refused):
            came[-1].append(update)
            waits = isinstance(update, View | Patch)
    return came


@pytest.mark.parametrize("game", GAMES)
def test_the_patch_rule_alone_keeps_a_view_true(game: str) -> None:
    """Check that the halves fit the game's types and equal those of a client that knows the maps."""
    pub: dict[str, Any] = {}
    own: dict[str, Any] | None = None
    shown: Shown | None = None
    patches = 0
    for update in messages_of(game)[1]:
        if isinstance(update, View):
            shown = Shown(update)
            pub, own = shown.halves
        elif isinstance(update, Patch):
            assert shown is not None
            shown.take(update)
            patches += 1
            pub = merged(pub, update.pub) if isinstance(update.pub, dict) else pub
            if isinstance(update.own, dict):
                own = update.own if own is None else merged(own, update.own)
            elif update.own is None:
                own = None
        if shown is None:
            continue
        assert shown.halves == (pub, own)
        assert type(convert(pub, GAMES[game].pub_type, JSON)) is GAMES[game].pub_type
        assert own is None or type(convert(own, GAMES[game].own_type, JSON)) is GAMES[game].own_type
    assert patches >= 2
