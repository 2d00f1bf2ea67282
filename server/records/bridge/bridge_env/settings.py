"""bridge_env's board settings: deals with id, dealer, vulnerability and double-dummy results."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from server.records.bridge.bridge_env import writing
from server.records.bridge.bridge_env.reading import boards, starts
from server.records.bridge.json_boards.missing_fields import MissingFields, tables_of_fields
from server.records.bridge.record import BoardRecord, sound

__all__ = ["boards", "dumps", "loads", "looks_like"]

_LISTED = re.compile(rb'[^{\[]*+\{\s*+"board_settings"\s*+:')
_SIGN = re.compile(rb'"deal"\s*+:\s*+\{\s*+"[NESW]"\s*+:|"board_id"\s*+:')


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are of settings, or of an item of either kind; logs come before."""
    return starts(head) and (_LISTED.match(head) is not None or _SIGN.search(head) is not None)


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a file of settings, a bare list of them, or one alone; of logs as well.

    Raises BadRecord, with line, column and JSON path, for the first that cannot be read.
    """
    return sound(boards(text))


def dumps(records: Sequence[BoardRecord]) -> str:
    """The deals as board settings, valid against bridge_env's schema; auction, play and result stay out."""
    items = [_setting(each, place) for place, each in enumerate(records, 1)]
    return writing.listed({"board_settings": items})


def _setting(record: BoardRecord, place: int) -> writing.Json:
    deal = BoardRecord(hands=record.hands, number=record.number, name=record.name)
    facts = not writing.tells_all(record)
    dealt = replace(deal, dealer=record.dealer, vulnerable=record.vulnerable)
    return {
        **writing.setting(writing.whole(dealt, place), writing.board_id(record, place)),
        **writing.dda(record.double_dummy),
        **writing.info({**record.info, **tables_of_fields(deal, MissingFields(name=facts, number=facts))}),
    }
