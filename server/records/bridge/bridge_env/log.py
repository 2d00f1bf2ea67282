"""bridge_env's game log: boards with auction, play and result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from protocol.v1.bridge import SEATS, Call, Seat
from server.games.tricks import winner
from server.records.bridge.bridge_env import writing
from server.records.bridge.bridge_env.reading import boards, starts
from server.records.bridge.json_boards.missing_fields import MissingFields, tables_of_fields
from server.records.bridge.record import BoardRecord, Info, sound

__all__ = ["boards", "dumps", "loads", "looks_like"]

_LISTED = re.compile(rb'[^{\[]*+\{\s*+"logs"\s*+:')
_SIGN = re.compile(rb'"(?:bid_history|play_history|taken_trick)"\s*+:|"players"\s*+:\s*+\{\s*+"[NESW]"\s*+:')


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are of a game log, or of an item of one."""
    return starts(head) and (_LISTED.match(head) is not None or _SIGN.search(head) is not None)


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a log, a bare list of its items, or one alone; of settings as well.

    Raises BadRecord, with line, column and JSON path, for the first that cannot be read.
    """
    return sound(boards(text))


def dumps(records: Sequence[BoardRecord]) -> str:
    """The boards as a game log, valid against bridge_env's schema with `score_type` a string.

    What a record does not tell is completed by the rules where they tell it; a number of tricks that is not
    known is null. bridge_env's reader of logs wants a contract or a pass-out of every board. So one that has
    neither, as a mere deal, stands in a list of `board_settings` beside the `logs`, or instead of them where
    no board has one. Its calls stand there, too: bridge_env's reader of settings passes over them.
    """
    items = [_item(each, place) for place, each in enumerate(records, 1)]
    lists = {
        name: [item for where, item in items if where == name]
        for name in ("logs", "board_settings")
        if any(where == name for where, _ in items)
    }
    return writing.listed(lists or {"logs": []})


def _item(record: BoardRecord, place: int) -> tuple[str, writing.Json]:
    """Return the list in which a board stands, and what stands there."""
    item = _log(record, place)
    if item["contract"]:
        return "logs", item
    empty = [name for name in ("bid_history", "play_history") if not item[name]]
    left_out = (*_OF_RESULTS, *empty)
    return "board_settings", {name: each for name, each in item.items() if name not in left_out}


_OF_RESULTS = ("contract", "declarer", "taken_trick")


def _log(record: BoardRecord, place: int) -> writing.Json:
    told = writing.whole(record, place)
    facts = not writing.tells_all(record)
    untold = MissingFields(
        explanations=True, name=facts, number=facts, claimed=True, continues=True, position=True
    )
    return {
        **_players(record),
        **writing.setting(told, writing.board_id(record, place)),
        **_outcome(told),
        **writing.dda(record.double_dummy),
        **writing.info({**_rest(record), **tables_of_fields(record, untold)}),
    }


def _players(record: BoardRecord) -> writing.Json:
    if not any(record.players):
        return {}
    return {"players": {seat.letter: record.players[seat] or "" for seat in SEATS}}


def _outcome(told: BoardRecord) -> writing.Json:
    contract, scoring = told.contract, told.info.get("Scoring")
    outcome: writing.Json = {
        "bid_history": [_call(each.call) for each in told.calls],
        "contract": _contract(told),
        "declarer": None if contract is None else contract.declarer.letter,
        "play_history": None if told.passed_out else _tricks(told),
        "taken_trick": told.tricks,
    }
    if isinstance(scoring, str):
        outcome["score_type"] = scoring
    if told.scores is not None:
        outcome["scores"] = {"NS": told.scores[0], "EW": told.scores[1]}
    return outcome


def _call(call: Call) -> str:
    return "Pass" if call is Call.PASS else call.value


def _contract(told: BoardRecord) -> str:
    if told.passed_out:
        return "Passed_out"
    return "" if told.contract is None else str(told.contract)


def _tricks(told: BoardRecord) -> list[writing.Json]:
    """The tricks, each with the hand that leads it: whose card it is, or who must lead by the rules."""
    holder = {card: seat for seat in SEATS for card in told.hands[seat]}
    leader = None if told.contract is None else Seat((told.contract.declarer + 1) % 4)
    tricks: list[writing.Json] = []
    for at in range(0, len(told.cards), 4):
        cards = told.cards[at : at + 4]
        leads = holder.get(cards[0], leader)
        tricks.append({**({} if leads is None else {"leader": leads.letter}), "cards": cards})
        if leads is not None and told.contract is not None:
            leader = Seat((leads + winner(cards, told.contract.strain.trumps)) % 4)
    return tricks


def _rest(record: BoardRecord) -> Info:
    """The tags that have no place of their own."""
    return {key: each for key, each in record.info.items() if key != "Scoring" or not isinstance(each, str)}
