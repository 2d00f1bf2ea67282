"""The reader and writer of bridge_env's game logs: boards with auction, play and result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Call, Seat
from server.records.bridge.bridge_env import writing
from server.records.bridge.bridge_env.reading import boards, starts_list_or_object
from server.records.bridge.json_boards.missing_fields import MissingFields, tables_of_fields
from server.records.bridge.record import BoardRecord, Info, readable_boards

__all__ = ["boards", "dumps", "loads", "looks_like"]

_LISTED = re.compile(rb'[^{\[]*+\{\s*+"logs"\s*+:')
_SIGN = re.compile(rb'"(?:bid_history|play_history|taken_trick)"\s*+:|"players"\s*+:\s*+\{\s*+"[NESW]"\s*+:')


def looks_like(head: bytes) -> bool:
    """Return True if a file begins like a game log of bridge_env, or like boards from a game log."""
    return starts_list_or_object(head) and (_LISTED.match(head) is not None or _SIGN.search(head) is not None)


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """Return the boards of a file that holds a game log, a list of boards from a game log, or one such board.

    A file of bridge_env's board settings is accepted as well as a game log. Raises BadRecord, with line,
    column and JSON path, if a board of the file cannot be read.
    """
    return readable_boards(boards(text))


def dumps(records: Sequence[BoardRecord]) -> str:
    """Return the boards as a game log of bridge_env; `score_type` is a text, as bridge_env describes it.

    Apart from `score_type`, for which bridge_env's schema has another type, the game log is valid against
    that schema. Values that a record does not have, such as the contract, are written if they follow from the
    rules. An unknown number of tricks is written as null. The reader of bridge_env requires a contract or a
    pass-out for every logged board. A board without a contract or a pass-out is written into the list
    `board_settings`, because bridge_env cannot read it as a game log; its calls, which bridge_env ignores
    there, are written too. If some boards of a file are written into `board_settings`, and their order
    therefore changes, the key `order` names the list of each board.
    """
    items = [_item(each, position) for position, each in enumerate(records, 1)]
    lists = {
        name: [item for list_name, item in items if list_name == name]
        for name in ("logs", "board_settings")
        if any(list_name == name for list_name, _ in items)
    }
    order = [name for name, _ in items]
    changed = order != [name for name in lists for _ in lists[name]]
    return writing.listed(lists or {"logs": []}, order if changed else ())


def _item(record: BoardRecord, position: int) -> tuple[str, writing.Json]:
    """Return the name of the JSON list (`logs` or `board_settings`) for a board, and the board as JSON."""
    item = _log(record, position)
    if item["contract"]:
        return "logs", item
    empty = [name for name in ("bid_history", "play_history") if not item[name]]
    left_out = (*_RESULT_FIELDS, *empty)
    return "board_settings", {name: each for name, each in item.items() if name not in left_out}


_RESULT_FIELDS = ("contract", "declarer", "taken_trick")


def _log(record: BoardRecord, position: int) -> writing.Json:
    whole_record = writing.completed_with_number(record, position)
    facts = not writing.id_has_number_and_name(record)
    missing = MissingFields(
        explanations=True, name=facts, number=facts, claimed=True, continues=True, position=True
    )
    return {
        **_players(record),
        **writing.setting(whole_record, writing.board_id(record, position)),
        **_outcome(whole_record),
        **writing.dda(record.double_dummy),
        **writing.info({**_rest(record), **tables_of_fields(record, missing)}),
    }


def _players(record: BoardRecord) -> writing.Json:
    if not any(record.players):
        return {}
    return {"players": {seat.letter: record.players[seat] or "" for seat in SEATS}}


def _outcome(whole_record: BoardRecord) -> writing.Json:
    contract, scoring = whole_record.contract, whole_record.info.get("Scoring")
    outcome: writing.Json = {
        "bid_history": [_call(each.call) for each in whole_record.calls],
        "contract": _contract(whole_record),
        "declarer": None if contract is None else contract.declarer.letter,
        "play_history": None if whole_record.passed_out else _tricks(whole_record),
        "taken_trick": whole_record.tricks,
    }
    if isinstance(scoring, str):
        outcome["score_type"] = scoring
    if whole_record.scores is not None:
        outcome["scores"] = {"NS": whole_record.scores[0], "EW": whole_record.scores[1]}
    return outcome


def _call(call: Call) -> str:
    return "Pass" if call is Call.PASS else call.value


def _contract(whole_record: BoardRecord) -> str:
    if whole_record.passed_out:
        return "Passed_out"
    return "" if whole_record.contract is None else str(whole_record.contract)


def _tricks(whole_record: BoardRecord) -> list[writing.Json]:
    """Return the tricks of a play, each with the hand that led to it.

    The leader to a trick is the hand that holds the first card of the trick. If no known hand holds the first
    card of a trick, the hand that led to the trick is computed by the rules.
    """
    holder = {card: seat for seat in SEATS for card in whole_record.hands[seat]}
    leader = None if whole_record.contract is None else Seat((whole_record.contract.declarer + 1) % 4)
    tricks: list[writing.Json] = []
    for at in range(0, len(whole_record.cards), 4):
        cards = whole_record.cards[at : at + 4]
        leads = holder.get(cards[0], leader)
        tricks.append({**({} if leads is None else {"leader": leads.letter}), "cards": cards})
        if leads is not None and whole_record.contract is not None:
            leader = Seat((leads + winner(cards, whole_record.contract.strain.trumps)) % 4)
    return tricks


def _rest(record: BoardRecord) -> Info:
    """Return the PBN tags of a record without `Scoring`, which a game log stores in a field of its own."""
    return {key: each for key, each in record.info.items() if key != "Scoring" or not isinstance(each, str)}
