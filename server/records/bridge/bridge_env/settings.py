"""The reader and writer of bridge_env's board settings: deals with id, dealer, vulnerability and analysis."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from server.records.bridge.bridge_env import writing
from server.records.bridge.bridge_env.reading import boards, starts_list_or_object
from server.records.bridge.json_boards.missing_fields import MissingFields, tables_of_fields
from server.records.bridge.record import BoardRecord, readable_boards

__all__ = ["boards", "dumps", "loads", "looks_like"]

_LISTED = re.compile(rb'[^{\[]*+\{\s*+"board_settings"\s*+:')
_SIGN = re.compile(rb'"deal"\s*+:\s*+\{\s*+"[NESW]"\s*+:|"board_id"\s*+:')


def looks_like(head: bytes) -> bool:
    """Return True if a file begins like bridge_env's board settings, or like a board from any of its files.

    Some game logs also begin like board settings, so a file must be tested for a game log first.
    """
    return starts_list_or_object(head) and (_LISTED.match(head) is not None or _SIGN.search(head) is not None)


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """Return the boards of a file that holds bridge_env's board settings, a list of boards, or one board.

    A file with a game log of bridge_env is accepted as well as board settings.

    Raises BadRecord, with line, column and JSON path, if a board of the file cannot be read.
    """
    return readable_boards(boards(text))


def dumps(records: Sequence[BoardRecord]) -> str:
    """Return the deals as bridge_env's board settings, valid against its schema.

    The auction, the play and the result of a deal are not written, because board settings have no fields for
    them.
    """
    items = [_setting(each, position) for position, each in enumerate(records, 1)]
    return writing.listed({"board_settings": items})


def _setting(record: BoardRecord, position: int) -> writing.Json:
    deal = BoardRecord(hands=record.hands, number=record.number, name=record.name)
    facts = not writing.id_has_number_and_name(record)
    dealt = replace(deal, dealer=record.dealer, vulnerable=record.vulnerable)
    return {
        **writing.setting(writing.completed_with_number(dealt, position), writing.board_id(record, position)),
        **writing.dda(record.double_dummy),
        **writing.info({**record.info, **tables_of_fields(deal, MissingFields(name=facts, number=facts))}),
    }
