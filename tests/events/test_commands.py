"""The requests of players and directors to an event."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from server.errors import IllegalAction
from server.events.commands import (
    MOST_CARRIED,
    Adjust,
    Announce,
    AnswerCall,
    CallDirector,
    Carry,
    Change,
    CheckIn,
    Claim,
    Close,
    Command,
    DropDraw,
    Enrol,
    Enter,
    Extend,
    Finish,
    Hold,
    Join,
    Leave,
    MakeDraw,
    Named,
    OpenEntries,
    Publish,
    Remove,
    Start,
    Substitute,
    Swap,
)
from server.events.conditions import Conditions
from server.events.shown import about
from tests.events.tuesday import PLAIN, Tuesday, named

# Entries


def test_a_pair_has_entered_once_the_partner_has_accepted() -> None:
    tuesday = Tuesday.opened()
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    pair = tuesday.event.entrants["1"]
    assert not pair.complete and tuesday.event.ready() == ()
    tuesday.asks("Bob", Join("1"))
    assert tuesday.event.entrants["1"].complete and len(tuesday.event.ready()) == 1


def test_a_declined_invitation_lets_both_players_enter_again() -> None:
    tuesday = Tuesday.opened()
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    tuesday.asks("Bob", Leave())
    assert tuesday.event.entrant_of("p-Bob") is None
    tuesday.asks("Ann", Leave())
    assert tuesday.event.entrants["1"].gone == "withdrawn"
    tuesday.asks("Bob", Enter(partners=(named("Ann"),)))
    assert tuesday.event.entrants["2"].has("p-Ann")


def test_a_player_without_a_partner_is_joined_by_another() -> None:
    tuesday = Tuesday.opened()
    tuesday.asks("Ann", Enter())
    tuesday.asks("Carl", Join("1"))
    assert [each.name for each in tuesday.event.entrants["1"].players] == ["Ann", "Carl"]
    assert "wants no partner" in tuesday.refusal("Bob", Join("1"))


@pytest.mark.parametrize(
    ("name", "command", "reason"),
    [
        ("1N", Enter(), "1N has entered already"),
        ("Ann", Enter(partners=(named("1S"),)), "1S has entered already"),
        ("Ann", Enter(partners=(named("Ann"),)), "each player once"),
        ("Ann", Enter(partners=(named("Bob"), named("Carl"))), "expected 2 players, got 3"),
        ("Dora", Enter(), "Dora directs the event"),
        ("Ann", Enter(partners=(named("Dora"),)), "Dora directs the event"),
        ("Ann", Leave(), "you have not entered"),
        ("Ann", Join("9"), "there is no entrant 9"),
    ],
)
def test_an_entry_that_cannot_be_is_refused(name: str, command: Command, reason: str) -> None:
    assert reason in Tuesday.opened(2).refusal(name, command)


def test_nobody_enters_before_the_event_is_open() -> None:
    assert "accepts no entries now" in Tuesday().refusal("Ann", Enter())


def test_only_players_that_have_checked_in_are_drawn() -> None:
    tuesday = Tuesday.opened(0, replace(PLAIN, check_in=True))
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    assert "accept the invitation" in tuesday.refusal("Bob", CheckIn())
    tuesday.asks("Bob", Join("1"))
    tuesday.asks("Ann", CheckIn())
    assert tuesday.event.ready() == ()
    tuesday.asks("Bob", CheckIn())
    assert tuesday.asks("Bob", CheckIn()) == ()
    assert [each.id for each in tuesday.event.ready()] == ["1"]


def test_a_late_pair_plays_from_the_next_round_on() -> None:
    tuesday = Tuesday.started(5, replace(PLAIN, late_until=1))
    tuesday.asks("Dora", Enrol(players=(named("6N"), named("6S"))))
    tuesday.plays_round()
    tuesday.asks("Dora", MakeDraw())
    assert tuesday.event.round is not None
    assert "6" in {id for each in tuesday.event.round.draw.meetings for id in each.entries}
    assert tuesday.event.round.draw.byes == ()


def test_after_the_last_round_for_late_entries_nobody_enters() -> None:
    assert "accepts no more entries" in Tuesday.started(6).refusal("Ann", Enter())


def test_a_withdrawn_pair_is_not_drawn_again() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("3N", Leave())
    tuesday.plays_round()
    tuesday.asks("Dora", MakeDraw())
    assert tuesday.event.round is not None
    assert "3" not in {id for each in tuesday.event.round.draw.meetings for id in each.entries}
    assert len(tuesday.event.round.draw.byes) == 1


def test_a_substitute_plays_from_the_next_board_on() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1S", player=named("Sub")))
    tuesday.asks("Dora", Substitute(entrant="2", out="p-2S", robot="plain"))
    assert "has entered already" in tuesday.refusal(
        "Dora", Substitute(entrant="1", out="p-1N", player=named("2N"))
    )
    tuesday.plays_round()
    tuesday.starts()
    playing = tuesday.event.playing
    assert playing is not None
    seated = {each.name for table in playing.tables.values() for each in table.seating.chairs.values()}
    assert "Sub" in seated and "plain" in seated and not seated & {"1S", "2S"}


# Directors


DIRECTORS: tuple[Command, ...] = (
    Change(name="Mine"),
    OpenEntries(),
    Enrol(players=(named("Ann"), named("Bob"))),
    Remove(entrant="1"),
    Substitute(entrant="1", out="p-1N", player=named("Ann")),
    MakeDraw(),
    Swap(one="1", other="2"),
    DropDraw(),
    Publish(),
    Start(),
    Hold(),
    Extend(seconds=60),
    Close(),
    Adjust(round=1, table=1, board=1, awards=(6000, 4000)),
    Announce(text="Hello"),
    AnswerCall(call=1),
    Finish(cancel=True),
)


@pytest.mark.parametrize("command", DIRECTORS, ids=lambda command: type(command).__name__)
def test_only_a_director_directs(command: Command) -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("1N", CallDirector(text="a revoke"))
    for name in ("1N", "Ann"):
        assert tuesday.refusal(name, command).startswith("forbidden: only a director")
    assert tuesday.refusal("", command).startswith("forbidden")


def test_of_two_directors_at_once_one_meets_a_conflict() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Change(directors=(named("Dora"), named("Dan"))))
    seen = tuesday.event.version
    tuesday.asks("Dan", Adjust(round=1, table=1, board=1, awards=(6000, 4000), expect=seen))
    second = Adjust(round=1, table=1, board=1, awards=(5000, 5000), expect=seen)
    assert tuesday.refusal("Dora", second).startswith("conflict: another director")
    tuesday.reports(2, {0: 110})
    tuesday.asks("Dora", replace(second, expect=seen + 1))


def test_a_repeated_request_is_done_once() -> None:
    tuesday = Tuesday.opened(2)
    seen = tuesday.event.version
    enrol = Enrol(players=(named("Ann"), named("Bob")), id=7, expect=seen)
    assert tuesday.asks("Dora", enrol)
    hold = Hold(id=8, expect=tuesday.event.version)
    assert tuesday.asks("Dora", hold) and tuesday.asks("Dora", hold) == ()
    assert len(tuesday.event.entrants) == 3


def test_a_draw_is_thrown_away_and_made_again_until_the_round_begins() -> None:
    tuesday = Tuesday.opened(6)
    assert "no round has been drawn" in tuesday.refusal("Dora", Publish())
    tuesday.asks("Dora", MakeDraw())
    first = tuesday.event.round
    tuesday.asks("Dora", Swap(one="1", other="4"))
    assert first is not None and tuesday.event.round is not None
    assert tuesday.event.round.draw.meetings[0].sides == ("4", "2") != first.draw.meetings[0].sides
    tuesday.asks("Dora", DropDraw())
    assert tuesday.event.round is None
    tuesday.starts()
    assert "a round is being played" in tuesday.refusal("Dora", MakeDraw())


def test_the_conditions_are_frozen_with_the_first_draw() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", Change(conditions=replace(PLAIN, rounds=2)))
    tuesday.asks("Dora", MakeDraw())
    assert "cannot change once" in tuesday.refusal("Dora", Change(conditions=PLAIN))


def test_the_size_of_a_team_is_frozen_with_the_first_entry() -> None:
    teams = Conditions(form="teams", movement="swiss", scoring="match", check_in=False)
    assert "the size of their teams" in Tuesday.opened(2).refusal("Dora", Change(conditions=teams))


def test_a_player_does_not_become_a_director() -> None:
    assert "so cannot direct" in Tuesday.opened(2).refusal("Dora", Change(directors=(named("1N"),)))


def test_a_ruling_is_a_new_version_and_the_old_ones_stay() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.asks(
        "Dora", Adjust(round=1, table=1, board=1, awards=("plus", "minus"), law="12C2", reason="late")
    )
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1))
    assert tuesday.event.playing is not None
    versions = tuesday.event.playing.tables[1].results[0]
    assert [each.kind for each in versions] == ["played", "artificial", "cancelled"]
    assert (versions[1].law, versions[1].by) == ("12C2", "p-Dora")
    assert tuesday.reports(1, {0: 420}) == (), "the table tells nothing new"
    assert tuesday.reports(1, {0: 450}) and tuesday.event.playing.tables[1].newest(0) is not None


def worth(score: int) -> dict[str, object]:
    """Return the result of a board with this score, as a director sends it."""
    return {"board": 1, "vulnerable": "None", "result": {"score_ns": score}}


@pytest.mark.parametrize("award", [2**70, -(10**12), "best"])
def test_an_award_that_no_log_could_hold_or_add_up_is_refused(award: object) -> None:
    sent = {"t": "adjust", "round": 1, "table": 1, "board": 1, "awards": [award, 0]}
    with pytest.raises(msgspec.ValidationError, match="awards"):
        msgspec.convert(sent, Command)


@pytest.mark.parametrize(
    ("adjust", "reason"),
    [
        (Adjust(round=2, table=1, board=1, awards=(1, 2)), "no table 1 in round 2"),
        (Adjust(round=1, table=9, board=1, awards=(1, 2)), "no table 9 in round 1"),
        (Adjust(round=1, table=1, board=7, awards=(1, 2)), "has no board 7"),
        (Adjust(round=1, table=1, board=1, awards=(1,)), "an award for each side"),
        (Adjust(round=1, table=1, board=1, result={"board": "one"}), "in `result`"),
        (Adjust(round=1, table=1, board=1, result="4SX W +2"), "`vul NS` after it"),
        (Adjust(round=1, table=1, board=1, result={**worth(50), "board": 2}), "expected board 1, got 2"),
        (Adjust(round=1, table=1, board=1, awards=(1, 2), result=worth(50)), "got both"),
        (Adjust(round=1, table=1, board=1, result=worth(10**7)), "numbers of at most 1000000"),
        (Adjust(round=1, table=1, board=1, result=worth(-(2**70))), "numbers of at most 1000000"),
    ],
)
def test_a_ruling_on_what_is_not_there_is_refused(adjust: Adjust, reason: str) -> None:
    assert reason in Tuesday.started(6).refusal("Dora", adjust)


def test_a_call_is_taken_and_answered() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("1N", CallDirector(text="a revoke"))
    tuesday.asks("Dora", AnswerCall(call=1))
    tuesday.asks("Dora", AnswerCall(call=1, done=True, text="one trick"))
    call = tuesday.event.calls[1]
    assert (call.entrant, call.taken_by, call.done, call.ruling) == ("1", "p-Dora", True, "one trick")
    for _ in range(10):
        tuesday.asks("1N", CallDirector())
    assert tuesday.refusal("1S", CallDirector()).startswith("rate_limited")


def two_directors() -> Tuesday:
    """Return an event that Dora and Dan direct, in whose first round a player has called a director."""
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Change(directors=(named("Dora"), named("Dan"))))
    tuesday.asks("1N", CallDirector(text="a revoke"))
    return tuesday


def test_the_ruling_of_a_call_stays_when_a_second_director_answers_it() -> None:
    tuesday = two_directors()
    seen = tuesday.event.version
    tuesday.asks("Dora", AnswerCall(call=1, done=True, text="one trick", expect=seen))
    for expect in (seen, None, tuesday.event.version):
        answer = AnswerCall(call=1, expect=expect)
        assert tuesday.refusal("Dan", answer).startswith("conflict")
    assert tuesday.event.calls[1].ruling == "one trick" and tuesday.event.calls[1].done


def test_a_call_that_one_director_has_taken_goes_to_another_who_knows_of_it() -> None:
    tuesday = two_directors()
    tuesday.asks("Dora", AnswerCall(call=1))
    assert "has taken call 1" in tuesday.refusal("Dan", AnswerCall(call=1))
    tuesday.asks("Dan", AnswerCall(call=1, expect=tuesday.event.version))
    assert tuesday.event.calls[1].taken_by == "p-Dan"


def test_of_two_directors_that_enter_the_same_pair_one_meets_a_conflict() -> None:
    tuesday = Tuesday.opened(2)
    tuesday.codes = ("ABCDE12345", "ABCDE12346")
    request = Enrol(players=(Named(name="Ann"), Named(name="Bob")), expect=tuesday.event.version)
    tuesday.asks("Dora", request)
    assert tuesday.refusal("Dora", request).startswith("conflict")


def test_a_finished_event_changes_no_more() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1))
    assert "a round is being played" in tuesday.refusal("Dora", Finish())
    tuesday.plays_round()
    tuesday.asks("Dora", Finish())
    assert tuesday.event.stage == "final"
    assert "results are final" in tuesday.refusal("Dora", Adjust(round=1, table=1, board=1))
    assert tuesday.reports(1, {0: -50}) == ()


def test_an_event_without_a_played_round_ends_only_by_being_cancelled() -> None:
    tuesday = Tuesday.opened(6)
    assert "no round has been played" in tuesday.refusal("Dora", Finish())
    tuesday.asks("Dora", MakeDraw())
    assert "no round has been played" in tuesday.refusal("Dora", Finish())
    tuesday.asks("Dora", Finish(cancel=True))
    assert tuesday.event.stage == "cancelled"


def names_alone() -> Tuesday:
    """Return an event with a pair of which one player is a name alone."""
    tuesday = Tuesday.opened(1)
    tuesday.codes = ("ABCDE12345",)
    tuesday.asks("Dora", Enrol(players=(Named(name="Ann"), named("2S"))))
    return tuesday


def test_a_name_becomes_a_player_by_the_code_of_its_place_once() -> None:
    tuesday = names_alone()
    entrant = tuesday.event.entrants["2"]
    assert not entrant.complete and [each.id for each in tuesday.event.ready()] == ["1"]
    wrong = tuesday.refusal("Guest", Claim(code="ABCDE12346"))
    tuesday.asks("Guest", Claim(code="abcde-i2345"))
    entrant = tuesday.event.entrants["2"]
    assert [(each.id, each.name) for each in entrant.players] == [("p-Guest", "Ann"), ("p-2S", "2S")]
    assert entrant.complete and tuesday.event.entrant_of("p-Guest") == entrant
    assert tuesday.refusal("Other", Claim(code="ABCDE12345")) == wrong, (
        "a used code tells no more than a guess"
    )


def test_a_player_of_the_event_or_a_director_claims_no_other_place() -> None:
    tuesday = names_alone()
    for name in ("1N", "2S", "Dora"):
        assert "forbidden" in tuesday.refusal(name, Claim(code="ABCDE12345"))
    tuesday.asks("Dora", Remove(entrant="2"))
    assert "no place" in tuesday.refusal("Guest", Claim(code="ABCDE12345"))


def test_only_directors_see_the_code_of_a_place() -> None:
    event = names_alone().event
    for player in ("p-Dora", "p-2S", "p-Guest", ""):
        shown = about(event, player, lambda round, table: "", 0)
        codes = [person.code for entrant in shown.entrants for person in entrant.players if person.code]
        assert codes == (["ABCDE-12345"] if player == "p-Dora" else [])


def test_partners_directors_and_substitutes_need_an_id() -> None:
    tuesday = names_alone()
    ann = Named(name="Ann")
    assert "partners" in tuesday.refusal("Guest", Enter(partners=(ann,)))
    assert "directors" in tuesday.refusal("Dora", Change(directors=(ann,)))
    assert "player" in tuesday.refusal("Dora", Substitute(entrant="1", out="p-1N", player=ann))
    with pytest.raises(msgspec.ValidationError, match="the id or the name"):
        msgspec.convert({}, Named)


def test_only_a_director_adds_points_to_a_total_and_says_why() -> None:
    tuesday = Tuesday.started(6)
    late = Carry(entrant="1", hundredths=-40, reason="Late")
    assert tuesday.refusal("1N", late).startswith("forbidden")
    assert "no entrant 9" in tuesday.refusal("Dora", Carry(entrant="9", hundredths=-40, reason="Late"))
    seen = tuesday.event.version
    tuesday.asks("Dora", late)
    assert tuesday.refusal("Dora", Carry(entrant="1", hundredths=5, reason="Cake", expect=seen)).startswith(
        "conflict"
    ), "another director may be about to rule on the same fault"
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"t": "carry", "entrant": "1", "hundredths": -40, "reason": ""}', type=Command)


def test_points_of_the_same_origin_count_once_however_often_they_are_carried() -> None:
    tuesday = Tuesday.opened(6)
    carried = Carry(entrant="1", hundredths=250, reason="Monday", origin="e-monday")
    assert len(tuesday.asks("Dora", carried)) == 1
    assert tuesday.asks("Dora", carried) == ()
    tuesday.asks("Dora", replace(carried, hundredths=300))
    assert [each.hundredths for each in tuesday.event.carried] == [300]
    tuesday.asks("Dora", Carry(entrant="1", hundredths=-40, reason="Late"))
    tuesday.asks("Dora", Carry(entrant="1", hundredths=-40, reason="Late again"))
    assert [each.hundredths for each in tuesday.event.carried] == [300, -40, -40]


def test_points_added_to_a_total_have_a_limit_and_are_refused_where_totals_decide_nothing() -> None:
    tuesday = Tuesday.opened(6)
    for _ in range(MOST_CARRIED):
        tuesday.asks("Dora", Carry(entrant="1", hundredths=-1, reason="Late"))
    assert "already" in tuesday.refusal("Dora", Carry(entrant="1", hundredths=-1, reason="Late"))
    knock_out = Tuesday.opened(4, replace(PLAIN, movement="knock_out", rounds=2))
    assert "knock-out" in knock_out.refusal("Dora", Carry(entrant="1", hundredths=-1, reason="Late"))
    over = Tuesday.started(6, replace(PLAIN, rounds=1))
    over.plays_round()
    over.asks("Dora", Finish())
    assert "final" in over.refusal("Dora", Carry(entrant="1", hundredths=-1, reason="Late"))


def contract(**facts: object) -> dict[str, object]:
    """Return 3NT by North, made, as a director sends it."""
    bid = {"level": 3, "strain": "NT", "declarer": 0, "doubled": 1}
    return {**facts, "result": {"score_ns": 0, "contract": bid, "tricks": 9}}


def test_a_ruling_is_scored_with_the_vulnerability_of_its_board() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(2, {0: 420})
    wrong = Adjust(round=1, table=1, board=1, result=contract(vulnerable="Both"))
    assert "expected vulnerable None, got Both in `result`" in tuesday.refusal("Dora", wrong)
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, result=contract()))
    assert tuesday.event.playing is not None
    version = tuesday.event.playing.tables[1].results[0][-1]
    assert (version.result.board, version.result.result.score_ns) == (1, 400)


def test_the_vulnerability_of_a_board_that_no_table_has_finished_must_be_told() -> None:
    tuesday = Tuesday.started(6)
    without = Adjust(round=1, table=1, board=1, result=contract())
    assert "missing required field `vulnerable`" in tuesday.refusal("Dora", without)
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, result=contract(vulnerable="None")))


def test_a_director_writes_a_result_as_a_text_of_the_game() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(2, {0: 420})
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, result="4sx w -2"))
    assert tuesday.event.playing is not None
    result = tuesday.event.playing.tables[1].results[0][-1].result
    assert (result.board, result.result.score_ns, result.result.tricks) == (1, 300, 8)
    with pytest.raises(IllegalAction, match=r"expected a contract .* got 4SX"):
        tuesday.asks("Dora", Adjust(round=1, table=1, board=1, result="4SX"))
