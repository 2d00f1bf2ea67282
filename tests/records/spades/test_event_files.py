"""Tests of the files of an event of Spades."""

from __future__ import annotations

import csv
import io
from random import Random

from protocol.v1.spades import Options
from server.events.ranking import Field, rank
from server.games.base import FieldResult
from server.games.spades.competing import SpadesCompeting
from server.games.spades.rules import SPADES
from server.records.base import EventAbout
from server.records.spades.event_files import SpadesEventFiles

COMPETING = SpadesCompeting()
FILES = SpadesEventFiles()
NAMES = {"1": ("1", ("Ann", "Bob"), ""), "2": ("2", ("Cid", "Dan"), "")}
ABOUT = EventAbout("Thursday", "e-1", "2026-11-28", True, NAMES, {})


def test_a_hand_has_the_bids_the_tricks_and_what_each_side_gained() -> None:
    state = SPADES.start(Options())
    state = SPADES.apply(state, None, COMPETING.drawn(state, 0, Random(5)))
    while not COMPETING.results(state):
        seat = SPADES.to_act(state)[0]
        state = SPADES.apply(state, seat, SPADES.legal_actions(state, seat)[0])
    ((_, hand),) = COMPETING.results(state)
    field = Field("total", ("1", "2"), (FieldResult(0, ("1", "2"), hand),))
    text = FILES.write(FILES.of_event(ABOUT, field, rank(field, COMPETING)), "csv")
    *ranked, line = csv.DictReader(io.StringIO(text, newline=""))
    own, others = hand.sides
    assert (line["tricks_1"], line["tricks_2"]) == (str(own.tricks), str(others.tricks))
    assert (line["bid_1"], line["bid_2"]) == tuple(
        "nil" if each.bid is None else str(each.bid) for each in hand.sides
    )
    assert int(line["gained_1"]) - int(line["gained_2"]) == float(line["points_1"])
    assert {row["number"]: row["total"] for row in ranked} == {"1": line["points_1"], "2": line["points_2"]}
