"""A deleted player has a pseudonym wherever others read an event, and nothing else changes."""

from __future__ import annotations

import msgspec

from server.events.commands import AnswerCall, CallDirector, Enrol, Named, Offer, Substitute
from server.events.entries import Erased
from server.events.erasure import people_of, shown_ids, with_pseudonym, without_erased
from server.events.event import Version
from server.events.people import Person
from server.events.schedule import TableReport, learned
from server.events.shown import about, ranking, results
from server.events.standings import players_of
from tests.events.tuesday import Tuesday, named, scored

GONE = "gone-1"


def table_id(round: int, table: int) -> str:
    return f"e-{round}-{table}"


def reported(tuesday: Tuesday, *names: str) -> None:
    """Let the first table report both boards, played by these players."""
    told = {deal: (deal + 1, scored(deal + 1, 100)) for deal in range(2)}
    report = TableReport(told, dict.fromkeys(told, names), False)
    tuesday.takes(learned(tuesday.event, 0, {1: report}, tuesday.now_ms))


def erase(tuesday: Tuesday, player: str) -> None:
    tuesday.takes((Erased(player=player, pseudonym=GONE, at_ms=tuesday.event.time_ms),))


def read(tuesday: Tuesday, player: str) -> str:
    """Return all that a person sees of the event, as the server sends it."""
    event = without_erased(tuesday.event)
    parts = about(event, player, table_id, 0), ranking(event, player), results(event, player)
    return "".join(msgspec.json.encode(each).decode() for each in parts)


def test_everybody_reads_the_pseudonym_of_a_deleted_player_in_place_of_the_name_and_the_id() -> None:
    tuesday = Tuesday.started()
    reported(tuesday, "1N", "2N", "1S", "2S")
    for table in (2, 3):
        tuesday.reports(table, {0: 50, 1: 50})
    tuesday.passes(0)
    before = {player: read(tuesday, player) for player in ("", "p-1S", "p-Dora")}
    erase(tuesday, "p-1N")
    for player, text in before.items():
        assert '"1N"' in text and '"p-1N"' in text
        hidden = text.replace('"p-1N"', f'"{GONE}"').replace('"1N"', f'"{GONE}"').replace("1N –", f"{GONE} –")
        assert read(tuesday, player) == hidden, "the ranking and the results are as before"
        assert "1N" not in hidden


def test_results_that_a_table_reports_later_have_the_pseudonym_and_namesakes_keep_their_names() -> None:
    tuesday = Tuesday.opened(5)
    tuesday.asks("Dora", Enrol(players=(named("6N"), Named("p-Other", "1N"))))
    tuesday.starts()
    erase(tuesday, "p-1N")
    reported(tuesday, "1N", "2N", "1S", "2S")
    names = {each.players for each in _versions(tuesday)}
    assert names == {(GONE, "2N", "1S", "2S")}
    other = without_erased(tuesday.event).entrants["6"].players[1]
    assert (other.id, other.name) == ("p-Other", "1N")


def _versions(tuesday: Tuesday) -> list[Version]:
    table = without_erased(tuesday.event).rounds[0].tables[1]
    return [each for versions in table.results.values() for each in versions]


def test_a_deleted_player_with_a_substitute_is_named_no_more_for_the_boards_before() -> None:
    tuesday = Tuesday.started()
    reported(tuesday, "1N", "2N", "1S", "2S")
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1N", player=named("Sub")))
    erase(tuesday, "p-1N")
    event = without_erased(tuesday.event)
    assert set(players_of(event).values()) >= {(GONE, "2N", "1S", "2S")}
    assert [each.name for each in event.entrants["1"].former] == [GONE]
    assert "1N" not in read(tuesday, "")


def test_a_director_that_is_deleted_has_the_pseudonym_in_rulings_too() -> None:
    tuesday = Tuesday.started()
    tuesday.asks("1N", CallDirector())
    tuesday.asks("Dora", AnswerCall(call=1, done=True))
    erase(tuesday, "p-Dora")
    event = without_erased(tuesday.event)
    assert event.directors == (Person(GONE, GONE),) and event.calls[1].taken_by == GONE
    assert not event.is_director("p-Dora") and tuesday.event.is_director("p-Dora")


def test_a_deleted_player_that_is_absent_is_told_by_the_pseudonym() -> None:
    tuesday = Tuesday.started()
    erase(tuesday, "p-1N")
    away = shown_ids(tuesday.event, frozenset({"p-1N", "p-2S"}))
    shown = about(without_erased(tuesday.event), "p-Dora", table_id, 0, away)
    assert shown.away == (GONE, "p-2S")


def test_an_event_without_deleted_players_is_shown_as_it_is() -> None:
    tuesday = Tuesday.started()
    assert without_erased(tuesday.event) is tuesday.event
    assert people_of(tuesday.event) == {"p-Dora"} | {f"p-{n}{at}" for n in range(1, 7) for at in "NS"}
    erase(tuesday, "p-1N")
    assert with_pseudonym(tuesday.event, Person("p-1N", "1N")) == Person("p-1N", GONE)
    assert with_pseudonym(tuesday.event, Person("p-1S", "1S")) == Person("p-1S", "1S")


def test_a_deleted_player_offers_to_play_no_more_and_is_not_named_as_absent() -> None:
    tuesday = Tuesday.started()
    tuesday.asks("Ann", Offer())
    assert "p-Ann" in people_of(tuesday.event)
    erase(tuesday, "p-Ann")
    assert not tuesday.event.pool
    erase(tuesday, "p-1N")
    for player in ("p-Dora", "p-1S"):
        away = frozenset({"p-1N", "p-2N"})
        shown = about(without_erased(tuesday.event), player, table_id, 0, away)
        assert "p-1N" not in shown.away and "p-1N" not in msgspec.json.encode(shown).decode()
