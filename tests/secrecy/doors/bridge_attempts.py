"""Attempts at a table of bridge: the host, a player or a friend tries to see a hand by a second guest."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from protocol.v1 import requests
from protocol.v1.cards import DECK
from protocol.v1.requests import Delay, PerMove, Policy
from server.hub import operating
from server.store.waiting_players import SETTLED_MS
from tests.hub.test_match import BOARDS
from tests.secrecy.doors.stage import PLAYED, Stage
from tests.virtual import passes, until

NORTH, EAST, SOUTH, WEST = range(4)
LIVE = replace(PLAYED, hands="live")
ROBOT = "plain"


# Chairs


async def placed_in_a_players_chair_and_put_back(stage: Stage) -> None:
    await stage.deals()
    host, second, north = stage["Host"], stage["second"], stage["North"]
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    await second.watches("seat")
    await host.hosts(place={NORTH: north.id})
    assert stage.now().seat_of(north.id) == NORTH


async def sits_down_where_the_host_has_removed_the_player(stage: Stage) -> None:
    await stage.deals()
    host, second = stage["Host"], stage["second"]
    await host.hosts(place={NORTH: None}, seats={NORTH: ROBOT})
    assert await second.sits(NORTH) == "forbidden"
    await host.hosts(invited=(second.id,))
    assert await second.sits(NORTH) == "forbidden"
    await host.hosts(seats={NORTH: None})
    assert await second.sits(NORTH) == "forbidden"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"


async def sits_down_where_the_host_has_removed_the_player_invited_before_the_deal(stage: Stage) -> None:
    await stage.deals(before={"invited": ("second",)})
    host, second = stage["Host"], stage["second"]
    await host.hosts(place={NORTH: None}, seats={NORTH: ROBOT})
    assert await second.sits(NORTH) == "forbidden"


async def opens_a_chair_by_a_shorter_hold(stage: Stage) -> None:
    await stage.deals()
    host, second = stage["Host"], stage["second"]
    await host.hosts(policy=replace(PLAYED, hold_ms=0))
    stage["North"].drops()
    for pause_ms in (0, 1_000, 5_000):
        await passes(pause_ms)
        assert await second.sits(NORTH) == "forbidden"


async def waits_for_a_short_drop_with_no_hold_at_all(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, hold_ms=0), before={"invited": ("second",)})
    stage["North"].drops()
    for pause_ms in (0, 1_000, 5_000):
        await passes(pause_ms)
        assert await stage["second"].sits(NORTH) == "forbidden"


async def sits_down_in_an_absent_players_chair_uninvited(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, hold_ms=1_000))
    stage["North"].drops()
    await passes(120_000)
    assert await stage["second"].sits(NORTH) == "forbidden"
    await stage["Host"].hosts(invited=(stage["second"].id,))
    assert await stage["second"].sits(NORTH) == "forbidden"


async def sits_down_where_a_player_has_stood_up(stage: Stage) -> None:
    await stage.deals()
    await stage["North"].stands()
    for name in ("second", "player's second"):
        assert await stage[name].sits(NORTH) == "forbidden"
    await stage["Host"].hosts(invited=(stage["second"].id,))
    assert await stage["second"].sits(NORTH) == "forbidden"


async def sits_down_where_the_only_player_has_stood_up(stage: Stage) -> None:
    await stage.deals(seats=dict.fromkeys((EAST, SOUTH, WEST), ROBOT))
    host, second = stage["Host"], stage["second"]
    await stage["North"].stands()
    assert await second.sits(NORTH) == "forbidden"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"


async def sits_down_where_the_hosts_only_opponent_has_stood_up(stage: Stage) -> None:
    await stage.deals(south="Host", seats=dict.fromkeys((EAST, WEST), ROBOT))
    host, second = stage["Host"], stage["second"]
    await stage["North"].stands()
    await host.asks(requests.Consent, player=second.id, office="seat", seat=NORTH)
    assert await second.sits(NORTH) == "forbidden"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"


async def a_host_gives_the_table_away_and_agrees_as_a_player(stage: Stage) -> None:
    short = replace(PLAYED, hold_ms=0)
    await stage.deals(short, south="Host", seats=dict.fromkeys((EAST, WEST), ROBOT))
    host, second = stage["Host"], stage["second"]
    stage["North"].drops()
    await passes(120_000)
    assert await host.hosts(host=stage["player's second"].id) == "done"
    await host.asks(requests.Consent, player=second.id, office="seat", seat=NORTH)
    assert await second.sits(NORTH) == "forbidden"
    assert await stage["player's second"].hosts(place={NORTH: second.id}) == "forbidden"


async def chairs_are_left_and_asked_for_over_http(stage: Stage) -> None:
    await stage.deals(seats=dict.fromkeys((EAST, WEST), ROBOT))
    at = f"/v1/tables/{stage.table}"
    assert (await stage["North"].fetches("POST", f"{at}/stand", {}))[0] == 200
    for guest in (stage["second"], stage["player's second"]):
        assert (await guest.fetches("POST", f"{at}/sit", {"seat": NORTH}))[0] == 403
        assert (await guest.fetches("POST", f"{at}/sit", {"seat": EAST}))[0] == 403
    assert (await stage["North"].fetches("POST", f"{at}/sit", {"seat": EAST}))[0] == 403


async def a_host_reserves_a_seat_for_a_program_in_mid_deal(stage: Stage) -> None:
    await stage.deals(seats=dict.fromkeys((EAST, WEST), ROBOT))
    host = stage["Host"]
    path = f"/v1/tables/{stage.table}/teams"
    for seat in (NORTH, EAST):
        answered = await host.fetches("POST", path, {"seats": [seat]})
        assert answered[0] == 403, answered
    await stage["North"].stands()
    status, told = await host.fetches("POST", path, {"seats": [NORTH]})
    assert status == 403, told
    # Before a deal, anybody may come; only the host reserves the seat.
    assert (await stage["second"].fetches("POST", path, {"seats": [NORTH]}))[0] == 403


async def the_only_player_left_agrees_to_the_own_second_guest(stage: Stage) -> None:
    await stage.deals(seats=dict.fromkeys((EAST, WEST), ROBOT))
    stage.suspect("South", SOUTH)
    second = stage["player's second"]
    await stage["North"].stands()
    await stage["South"].asks(requests.Consent, player=second.id, office="seat", seat=NORTH)
    assert await second.sits(NORTH) == "forbidden"
    assert await stage["Host"].hosts(place={NORTH: second.id}) == "forbidden"
    for office in ("director", "commentator"):
        await stage["South"].asks(requests.Consent, player=second.id, office=office)
        assert await stage["Host"].hosts(**{f"{office}s": (second.id,)}) == "forbidden"
    assert await stage["North"].sits(NORTH) == "done"


async def an_officer_is_named_when_the_only_opponent_has_stood_up(stage: Stage) -> None:
    await stage.deals(south="Host", seats=dict.fromkeys((EAST, WEST), ROBOT))
    host, second = stage["Host"], stage["second"]
    await stage["North"].stands()
    for field in ("directors", "commentators"):
        assert await host.hosts(**{field: (second.id,)}) == "forbidden"
    assert await host.hosts(host=second.id) == "done"
    for office in ("director", "commentator"):
        await host.asks(requests.Consent, player=stage["player's second"].id, office=office)
        assert await second.hosts(**{f"{office}s": (stage["player's second"].id,)}) == "forbidden"


async def waits_for_a_short_drop_of_the_only_player(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, hold_ms=0), seats=dict.fromkeys((EAST, SOUTH, WEST), ROBOT))
    stage["North"].drops()
    for pause_ms in (0, 1_000, 5_000):
        await passes(pause_ms)
        assert await stage["second"].sits(NORTH) == "forbidden"
        assert await stage["second"].sits(EAST) == "forbidden"


async def sits_down_in_a_robots_chair_in_mid_deal(stage: Stage) -> None:
    await stage.deals(seats={EAST: ROBOT})
    assert await stage["second"].sits(EAST) == "forbidden"
    assert await stage["Host"].hosts(place={EAST: stage["second"].id}) == "forbidden"
    await stage["Host"].hosts(seats={EAST: None})
    assert await stage["second"].sits(EAST) == "forbidden"


async def a_player_stands_up_and_takes_another_chair(stage: Stage) -> None:
    await stage.deals()
    stage.suspect("West", WEST)
    await stage["North"].stands()
    await stage["West"].stands()
    assert await stage["West"].sits(NORTH) == "forbidden"
    assert await stage["Host"].hosts(place={NORTH: stage["West"].id}) == "forbidden"
    assert await stage["West"].asks(requests.Sit, seat=NORTH, move=True) == "forbidden"


async def two_players_change_seats_in_mid_deal(stage: Stage) -> None:
    await stage.deals()
    for name, seat in (("North", NORTH), ("East", EAST)):
        stage.suspect(name, seat)
    north, east = stage["North"], stage["East"]
    assert await stage["Host"].hosts(place={NORTH: east.id, EAST: north.id}) == "forbidden"
    assert await north.asks(requests.Sit, seat=EAST, move=True) == "forbidden"


async def a_host_who_plays_takes_another_chair(stage: Stage) -> None:
    await stage.deals(south="Host")
    host = stage["Host"]
    await stage["North"].stands()
    assert await host.hosts(place={NORTH: host.id}) == "forbidden"
    assert await host.asks(requests.Sit, seat=NORTH, move=True) == "forbidden"
    assert await host.hosts(place={NORTH: stage["second"].id}) == "forbidden"


async def a_new_host_seats_the_new_host(stage: Stage) -> None:
    await stage.deals()
    second = stage["second"]
    assert await stage["Host"].hosts(host=second.id) == "done"
    assert await second.hosts(place={NORTH: second.id}) == "forbidden"
    assert await second.hosts(directors=(second.id,)) == "forbidden"
    await second.hosts(place={NORTH: None})
    assert await second.sits(NORTH) == "forbidden"


async def consents_only_by_guests_of_the_host(stage: Stage) -> None:
    await stage.deals(south="Host")
    host, second = stage["Host"], stage["second"]
    await host.hosts(place=dict.fromkeys((NORTH, EAST, WEST)))
    for guest in (host, second, stage["player's second"]):
        for office in ("director", "commentator"):
            await guest.asks(requests.Consent, player=second.id, office=office)
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    assert await host.hosts(directors=(second.id,)) == "forbidden"
    assert await host.hosts(commentators=(second.id,)) == "forbidden"


async def one_player_agrees_and_the_others_do_not(stage: Stage) -> None:
    await stage.deals()
    host, second = stage["Host"], stage["second"]
    for office in ("director", "commentator"):
        await stage["West"].asks(requests.Consent, player=second.id, office=office)
        field = f"{office}s"
        assert await host.hosts(**{field: (second.id,)}) == "forbidden"
    agrees: dict[str, Any] = {"player": second.id, "office": "seat", "seat": NORTH}
    assert await stage["West"].asks(requests.Consent, **agrees) == "done"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    for name in ("North", "East", "South"):
        assert await stage[name].asks(requests.Consent, **agrees | {"seat": EAST}) == "done"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    for name in ("North", "East", "South"):
        assert await stage[name].asks(requests.Consent, **agrees) == "done"
    assert await stage["East"].asks(requests.Consent, **agrees, agree=False) == "done"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"


# Offices


async def a_director_is_named_in_mid_deal(stage: Stage) -> None:
    await stage.deals()
    host, second = stage["Host"], stage["second"]
    for field in ("directors", "commentators"):
        for named in (second.id, host.id):
            assert await host.hosts(**{field: (named,)}) == "forbidden"


async def a_director_who_has_seen_hands_seats_a_second_guest(stage: Stage) -> None:
    await stage.deals(before={"directors": ("Host",)})
    host, second = stage["Host"], stage["second"]
    await host.watches("director")
    del stage.suspects[host]
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    await host.hosts(place={NORTH: None})
    assert await second.sits(NORTH) == "forbidden"


async def a_director_who_plays_rules_or_looks(stage: Stage) -> None:
    await stage.deals(south="Host", before={"directors": ("Host",)})
    host = stage["Host"]
    for ruling in (
        {"t": "roll_back", "calls": 0},
        {"t": "tricks", "tricks": 7},
        {"t": "go_on"},
        {"t": "artificial", "north_south": "average", "east_west": "average"},
        {"t": "assign", "outcomes": [{"weight": 100}]},
    ):
        assert await host.asks(requests.Rule, ruling=ruling) != "done", ruling
    assert await host.watches("director") == "forbidden"
    assert await host.hosts(place={NORTH: stage["second"].id}) == "forbidden"


async def a_robot_takes_over_from_a_player_without_time(stage: Stage) -> None:
    clocked = Policy(clock=PerMove(1_000), pause_ms=60_000, expiry="robot", sits="anybody", tempo_ms=100)
    await stage.deals(clocked)
    await passes(3_000)
    assert stage.now().chairs[NORTH].relief is not None
    for name in ("second", "player's second"):
        assert await stage[name].sits(NORTH) == "forbidden"
    assert await stage["Host"].hosts(place={NORTH: stage["second"].id}) == "forbidden"


async def reserved_chairs_are_opened_in_mid_deal(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, sits="invited"))
    await stage["North"].stands()
    assert await stage["second"].sits(NORTH) == "forbidden"
    await stage["Host"].hosts(policy=PLAYED)
    assert await stage["second"].sits(NORTH) == "forbidden"


async def a_watcher_rules(stage: Stage) -> None:
    await stage.deals()
    for guest in (stage["second"], stage["Host"]):
        for ruling in ({"t": "go_on"}, {"t": "roll_back", "calls": 0}, {"t": "tricks", "tricks": 7}):
            assert await guest.asks(requests.Rule, ruling=ruling) == "forbidden"


async def a_director_leaves_the_office_to_play(stage: Stage) -> None:
    await stage.deals(before={"directors": ("player's second",)})
    director = stage["player's second"]
    await director.watches("director")
    del stage.suspects[director]
    before = len(director.told)
    await stage["Host"].hosts(directors=())
    await stage["North"].stands()
    assert await director.sits(NORTH) == "forbidden"
    assert before


# The policy and the lists of people


async def hands_are_opened_in_mid_deal(stage: Stage) -> None:
    await stage.deals()
    for policy in (LIVE, replace(PLAYED, delay=Delay()), replace(PLAYED, delay=Delay(ms=1))):
        assert await stage["Host"].hosts(policy=policy) == "forbidden"
        await passes(100)


async def a_delay_is_made_shorter_in_mid_deal(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, delay=Delay(ms=600_000)))
    for policy in (LIVE, replace(PLAYED, delay=Delay(ms=1)), replace(PLAYED, delay=Delay())):
        assert await stage["Host"].hosts(policy=policy) == "forbidden"
    await passes(1_000)


async def watchers_are_let_in_to_open_hands_in_mid_deal(stage: Stage) -> None:
    closed = replace(LIVE, access="invited")
    await stage.deals(closed, watchers=())
    host = stage["Host"]
    second = await stage.guest("second")
    stage.suspects = {second: frozenset()}
    assert await host.hosts(invited=(*stage.now().roles.invited, second.id)) == "forbidden"
    assert await host.hosts(onlookers=(second.id,)) == "forbidden"
    for policy in (LIVE, replace(LIVE, access="private")):
        assert await host.hosts(policy=policy) == "forbidden"


async def watchers_are_allowed_at_open_hands_in_mid_deal(stage: Stage) -> None:
    await stage.deals(replace(LIVE, watchers=False), watchers=())
    second = await stage.guest("second")
    stage.suspects = {second: frozenset()}
    assert await stage["Host"].hosts(policy=LIVE) == "forbidden"


async def an_unwelcome_guest_is_pardoned_at_open_hands_in_mid_deal(stage: Stage) -> None:
    await stage.guest("second")
    await stage.deals(LIVE, watchers=(), before={"unwelcome": ("second",)})
    second = stage["second"]
    stage.suspects = {second: frozenset()}
    assert await stage["Host"].hosts(unwelcome=()) == "forbidden"


async def an_onlooker_becomes_a_player_in_mid_deal(stage: Stage) -> None:
    await stage.deals(before={"onlookers": ("second",)})
    second = stage["second"]
    await stage["North"].stands()
    assert await second.sits(NORTH) == "forbidden"
    await stage["Host"].hosts(onlookers=(), invited=(second.id,))
    assert await second.sits(NORTH) == "forbidden"


async def options_are_changed_in_mid_deal(stage: Stage) -> None:
    await stage.deals()
    assert await stage["Host"].hosts(options={"undo": "none"}) == "forbidden"


async def the_table_is_paused_given_time_and_ended_in_mid_deal(stage: Stage) -> None:
    await stage.deals()
    host = stage["Host"]
    assert await host.hosts(pause=True) == "done"
    await stage.everything_is_tried()
    assert await host.hosts(pause=False) == "done"
    await host.hosts(add_ms=1_000)
    assert await host.hosts(terminate=True) == "done"
    assert stage.now().closed


async def an_operator_takes_a_chair_away_and_a_second_guest_sits_down(stage: Stage) -> None:
    await stage.deals(before={"invited": ("second",)})
    assert await operating.unseat(stage.house.hub, stage["North"].id) == (stage.table,)
    assert stage.now().seat_of(stage["North"].id) is None
    for name in ("second", "player's second"):
        assert await stage[name].sits(NORTH) == "forbidden"
    await stage.everything_is_tried()


async def an_operator_changes_a_name_and_ends_the_table_in_mid_deal(stage: Stage) -> None:
    await stage.deals()
    assert await operating.rename(stage.house.hub, stage["North"].id, "Nora") == (stage.table,)
    await stage.everything_is_tried()
    await operating.close_table(stage.house.hub, stage.table, "a reason")
    assert stage.now().closed
    await stage.everything_is_tried()


# Watching


async def asks_for_every_view(stage: Stage) -> None:
    await stage.deals()
    second = stage["second"]
    assert await second.watches("seat") == "not_seated"
    for as_ in ("all", "director", "commentator", NORTH, EAST, SOUTH, WEST, 7):
        assert await second.watches(as_) == "forbidden", as_
    await second.asks(requests.Unwatch)
    assert await second.watches() == "done"


async def resumes_the_view_of_another(stage: Stage) -> None:
    await stage.deals()
    shown = stage["North"].wire.tables[stage.table]
    for as_ in ("seat", "public", NORTH, "all"):
        for version in (shown.version, shown.version - 1, 0):
            await stage["second"].watches(as_, epoch=shown.epoch, version=version)
    await stage["North"].calls("1C")


async def a_hand_is_shown_and_then_another_is_held(stage: Stage) -> None:
    await stage.deals()
    watcher = stage["player's second"]
    assert await stage["West"].asks(requests.Show, player=watcher.id) == "done"
    assert await watcher.watches(WEST) == "done"
    stage.suspects[watcher] = stage.hand(WEST)
    assert await watcher.watches(EAST) == "forbidden"
    await stage["North"].stands()
    assert await watcher.sits(NORTH) == "forbidden"
    assert await stage["Host"].hosts(place={NORTH: watcher.id}) == "forbidden"
    assert await stage["West"].asks(requests.Show, player=watcher.id, hand=False) == "done"
    assert await watcher.watches(WEST) == "forbidden"


async def a_hand_is_shown_by_the_wrong_person(stage: Stage) -> None:
    await stage.deals()
    host, second = stage["Host"], stage["second"]
    for guest in (host, second):
        assert await guest.asks(requests.Show, player=second.id) == "not_seated"
    stage.suspect("East", EAST)
    assert await stage["North"].asks(requests.Show, player=stage["East"].id) == "forbidden"


async def a_player_stands_up_to_watch_open_hands(stage: Stage) -> None:
    await stage.deals(LIVE, watchers=())
    stage.suspects = {}
    stage.suspect("West", WEST)
    west = stage["West"]
    await west.stands()
    for as_ in ("all", NORTH, EAST, SOUTH):
        assert await west.watches(as_) == "forbidden", as_


async def reads_open_hands_over_http_and_sits_down(stage: Stage) -> None:
    await stage.deals(LIVE, watchers=(), before={"invited": ("reader",)})
    stage.suspects = {}
    reader = stage["reader"]
    for as_ in ("all", EAST):
        status, shown = await reader.fetches("GET", f"/v1/tables/{stage.table}", **{"as": as_})
        assert status != 200 or reader.id in stage.now().hand_access.seen_by, shown
    await reader.fetches("GET", f"/v1/tables/{stage.table}/stream", for_ms=50, **{"as": "all"})
    assert reader.id in stage.now().hand_access.seen_by
    await stage["North"].stands()
    assert await reader.sits(NORTH) == "forbidden"


async def a_watcher_of_open_hands_sits_down(stage: Stage) -> None:
    await stage.deals(LIVE, watchers=())
    stage.suspects = {}
    watcher = await stage.guest("player's second")
    await watcher.watches(EAST)
    await stage["North"].stands()
    assert await watcher.sits(NORTH) == "forbidden"
    await stage["Host"].hosts(place={NORTH: watcher.id})
    assert stage.now().seat_of(watcher.id) is None


# Talk


async def talk_about_hands_reaches_only_people_that_see_them(stage: Stage) -> None:
    await stage.deals(before={"commentators": ("Carl",)}, watchers=("second", "player's second", "Carl"))
    carl = stage["Carl"]
    del stage.suspects[carl]
    await carl.watches("commentator")
    stage.words += ["zqcarl", "zqwest", "zqkibitz"]
    await carl.asks(requests.Chat, text="zqcarl: the ace of spades is West's")
    watcher = await stage.guest("West's kibitzer")
    assert await watcher.watches() == "done"
    assert await stage["West"].asks(requests.Show, player=watcher.id) == "done"
    assert await watcher.watches(WEST) == "done"
    await watcher.asks(requests.Chat, text="zqwest: a poor hand", to="kibitzers")
    await watcher.asks(requests.Chat, text="zqkibitz: a poor hand")
    assert await stage["West"].asks(requests.Chat, text="zqpartner", to="partner") == "forbidden"
    stage.words += ["zqopponents", "zqdirector", "zqpartner"]
    assert await stage["West"].asks(requests.Chat, text="zqopponents", to="opponents") == "done"
    await stage["West"].asks(requests.Chat, text="zqdirector", to="director")
    assert await stage["North"].asks(requests.Chat, text="good luck", to="table") == "done"


async def partner_hears_no_alert_by_a_second_guest(stage: Stage) -> None:
    await stage.deals()
    stage.words += ["zqalert", "zqasked", "zqanswer"]
    assert await stage["North"].acts({"t": "system", "name": "Acol", "text": "weak"}) == "done"
    dealer = stage.now().to_act[0]
    assert dealer == NORTH
    said = await stage["North"].calls("2D", alert=True, explanation="zqalert")
    assert said == "done"
    assert await stage["East"].acts({"t": "ask", "call": 0, "text": "zqasked"}) == "done"
    assert await stage["North"].acts({"t": "explain", "call": 0, "text": "zqanswer"}) == "done"
    stage.suspect("South", SOUTH)


async def a_lead_that_lies_face_down_is_looked_at(stage: Stage) -> None:
    await stage.deals(options={"face_down_lead": True})
    for name, call in zip(("North", "East", "South", "West"), ("1NT", "P", "P", "P"), strict=True):
        assert await stage[name].calls(call) == "done"
    card = min(stage.hand(1))
    assert await stage["East"].acts({"t": "play", "card": card}, stage.now().decision) == "done"
    assert stage.now().state.lead is not None
    for guest in ("second", "Host", "South", "East"):
        assert await stage[guest].acts({"t": "no_questions"}, stage.now().decision) != "done"
    assert await stage["West"].acts({"t": "no_questions"}, stage.now().decision) == "done"
    for name, seat in (("North", 0), ("South", 2), ("West", 3)):
        stage.suspect(name, seat)


async def a_watcher_acts_for_a_player(stage: Stage) -> None:
    await stage.deals()
    for guest in (stage["second"], stage["Host"]):
        for action in (
            {"t": "call", "call": "P"},
            {"t": "play", "card": "C2"},
            {"t": "claim", "tricks": 13},
            {"t": "vote", "accept": True},
            {"t": "play_on"},
            {"t": "undo"},
            {"t": "grant", "seat": 0, "accept": True},
            {"t": "ask", "call": 0},
            {"t": "explain", "call": 0, "text": "strong"},
            {"t": "system", "name": "Acol"},
        ):
            assert await guest.acts(action, stage.now().decision) != "done", action
        asked = {"n": 1, "action": {"t": "call", "call": "P"}, "decision": stage.now().decision}
        status, _ = await guest.fetches("POST", f"/v1/tables/{stage.table}/act", asked)
        assert status == 403
    stage.suspects = {guest: own | {"C2"} for guest, own in stage.suspects.items()}


async def partner_hears_no_undo_claim_or_vote_that_shows_cards(stage: Stage) -> None:
    await stage.deals(options={"undo": "consent"})
    await stage["North"].calls("1C")
    await stage["North"].acts({"t": "undo", "reason": "zqreason"})
    await stage["East"].acts({"t": "grant", "seat": NORTH, "accept": False})
    for name in ("North", "West"):
        await stage[name].acts({"t": "claim", "tricks": 13, "line": "zqline"})
        await stage[name].acts({"t": "vote", "accept": True})


async def the_archive_gives_nothing_of_a_deal_that_goes_on(stage: Stage) -> None:
    await stage.deals()
    for name in ("North", "East", "South"):
        await stage[name].calls("P")
    for seat, name in enumerate(("North", "East", "South", "West")):
        stage.suspect(name, seat)
    await stage.everything_is_tried()


async def a_reopened_deal_is_played_on_by_its_own_players_only(stage: Stage) -> None:
    await stage.deals(before={"directors": ("Dora",)}, watchers=("second", "player's second", "Dora"))
    for name in ("North", "East", "South", "West"):
        await stage[name].calls("P")
    assert stage.now().over
    dora = stage["Dora"]
    assert await dora.asks(requests.Rule, ruling={"t": "roll_back", "calls": 0}) == "done"
    stage.suspects = {}
    await stage["North"].stands()
    assert await stage["second"].sits(NORTH) == "forbidden"
    assert await stage["Host"].hosts(place={NORTH: stage["second"].id}) == "forbidden"
    assert stage.now().seat_of(stage["second"].id) is None


# Matches


async def comes_to_the_finished_room_in_the_pause(stage: Stage) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    host, second = stage["Host"], stage["second"]
    await stage["open North"].stands()
    assert await second.sits(NORTH) == "forbidden"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    for field in ("directors", "commentators"):
        assert await host.hosts(**{field: (second.id,)}) == "forbidden"
    await stage.everything_is_tried()
    await until(lambda: stage.now().deal == 1, 100_000)
    stage.suspects[second] = frozenset(DECK)
    assert await second.sits(NORTH) == "done"
    assert (await second.fetches("GET", f"/v1/games/{stage.table}"))[0] == 404
    assert (await second.fetches("GET", f"/v1/games/{stage.table}.1", turn=0, **{"as": "all"}))[0] == 404


async def a_player_of_the_other_room_asks_for_the_finished_deal(stage: Stage) -> None:
    await stage.deals_match()
    for seat, name in enumerate(("closed North", "closed East")):
        stage.suspects[stage[name]] = frozenset(
            str(card) for card in stage.now(stage.rooms["closed"]).state.hands[seat]
        )
    await stage.plays_out("open")
    for name in ("closed North", "closed East"):
        assert await stage[name].sits(NORTH) == "forbidden"
        assert await stage["Host"].hosts(place={NORTH: stage[name].id}) == "forbidden"
        assert await stage["Host"].hosts(directors=(stage[name].id,)) == "forbidden"


async def a_player_of_the_finished_room_goes_to_the_other(stage: Stage) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    there, north = stage.rooms["closed"], stage["open North"]
    await stage["closed North"].stands(there)
    await north.stands()
    assert await north.sits(NORTH, there) == "forbidden"
    assert await stage["Host"].hosts(there, place={NORTH: north.id}) == "forbidden"


async def a_host_who_plays_in_one_room_changes_the_other(stage: Stage) -> None:
    await stage.deals_match(south="Host")
    host, there = stage["Host"], stage.rooms["closed"]
    for changes in (
        {"place": {NORTH: stage["second"].id}},
        {"place": {NORTH: None}},
        {"directors": (stage["second"].id,)},
        {"directors": (host.id,)},
        {"policy": LIVE},
        {"options": {}},
    ):
        assert await host.hosts(there, **changes) == "forbidden", changes
    stage.suspects[host] = stage.hand(SOUTH)


async def the_second_guest_watches_a_match_with_open_hands(stage: Stage) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    for table in stage.rooms.values():
        for as_ in ("all", NORTH, "public"):
            await stage["second"].watches(as_, table)
    await passes(30_000)


# Sets of boards


async def comes_to_a_finished_table_of_a_set_in_the_pause(stage: Stage) -> None:
    await stage.deals_set()
    await stage.plays_out("one")
    await stage.plays_out("two")
    host, second = stage["Host"], stage["second"]
    await stage["one North"].stands()
    assert await second.sits(NORTH) == "forbidden"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    for field in ("directors", "commentators"):
        assert await host.hosts(**{field: (second.id,)}) == "forbidden"
    await stage.everything_is_tried()
    await until(lambda: stage.now().deal == 1, 100_000)
    stage.suspects[second] = frozenset(DECK)
    assert await second.sits(NORTH) == "done"
    assert (await second.fetches("GET", f"/v1/games/{stage.table}"))[0] == 404


async def a_player_of_another_table_of_the_set_asks_for_the_finished_deal(stage: Stage) -> None:
    await stage.deals_set()
    for seat, name in enumerate(("two North", "two East")):
        hands = stage.now(stage.rooms["two"]).state.hands
        stage.suspects[stage[name]] = frozenset(map(str, hands[seat]))
    await stage.plays_out("one")
    await stage.plays_out("three")
    for name in ("two North", "two East"):
        assert await stage[name].sits(NORTH) == "forbidden"
        assert await stage["Host"].hosts(place={NORTH: stage[name].id}) == "forbidden"
        assert await stage["Host"].hosts(directors=(stage[name].id,)) == "forbidden"


async def a_player_of_a_finished_table_goes_to_another_of_the_set(stage: Stage) -> None:
    await stage.deals_set()
    await stage.plays_out("one")
    north = stage["one North"]
    await north.stands()
    for room in ("two", "three"):
        there = stage.rooms[room]
        await stage[f"{room} North"].stands(there)
        assert await north.sits(NORTH, there) == "forbidden"
        assert await stage["Host"].hosts(there, place={NORTH: north.id}) == "forbidden"
        assert await stage["Host"].hosts(there, commentators=(north.id,)) == "forbidden"


async def a_host_who_plays_in_a_set_changes_another_table(stage: Stage) -> None:
    await stage.deals_set(south="Host")
    host, there = stage["Host"], stage.rooms["three"]
    for changes in (
        {"place": {NORTH: stage["second"].id}},
        {"place": {NORTH: None}},
        {"directors": (stage["second"].id,)},
        {"commentators": (host.id,)},
        {"terminate": True},
        {"policy": LIVE},
        {"options": {}},
    ):
        assert await host.hosts(there, **changes) == "forbidden", changes
    stage.suspects[host] = stage.hand(SOUTH)


async def the_second_guest_watches_every_table_of_a_set_with_open_hands(stage: Stage) -> None:
    await stage.deals_set(policy=replace(LIVE, pause_ms=60_000))
    await stage.plays_out("one")
    await stage.plays_out("two")
    for table in stage.rooms.values():
        for as_ in ("all", NORTH, "public"):
            await stage["second"].watches(as_, table)
    await passes(30_000)


async def the_comparison_of_a_set_is_asked_for_before_its_last_table_has_played(stage: Stage) -> None:
    await stage.deals_set(boards=BOARDS, name="Evening")
    await stage.plays_out("one")
    await stage.plays_out("two", "1NT")
    for name in ("second", "three North", "one East"):
        status, shown = await stage[name].fetches("GET", f"/v1/sets/{stage.board_set}", scoring="mp")
        assert status == 200 and shown["boards"] == [] and shown["comparison"] is None
        for form in ("text", "html"):
            assert (await stage[name].fetches("GET", f"/v1/sets/{stage.board_set}", format=form))[0] == 403
    for kind in (requests.OpenSet, requests.Match):
        fields = {"tables": 2} if kind is requests.OpenSet else {}
        assert await stage["second"].asks(kind, game="bridge", name="Evening", **fields) == "done"
    body = {"game": "bridge", "tables": 2, "name": "Evening"}
    status, _ = await stage["second"].fetches("POST", "/v1/sets", body)
    assert status == 201


async def a_board_of_a_set_is_hurried_or_held(stage: Stage) -> None:
    await stage.deals_set(policy=replace(PLAYED, next_ms=0))
    await stage.plays_out("one")
    for name in ("one North", "one South", "second", "Host"):
        for kind in (requests.Next, requests.Wait):
            assert await stage[name].asks(kind, stage.rooms["one"]) in ("forbidden", "not_seated")
    assert stage.now(stage.rooms["one"]).deal == 0, "the countdown of the host does not count in a set"
    await passes(120_000)


# Deals that are played again


async def _play_again(stage: Stage, deal: str, *names: str) -> None:
    """Let each of these guests ask for a table that plays a deal again, which must be refused."""
    for name in names:
        for moves in (0, 3):
            again = requests.PlayAgain(deal=deal, moves=moves, seat=SOUTH)
            wish = {"game": "bridge", "again": again, "seats": {0: ROBOT, 1: ROBOT, 3: ROBOT}}
            assert await stage[name].asks(requests.Open, **wish) == "forbidden", (name, deal)


async def a_deal_that_goes_on_is_played_again(stage: Stage) -> None:
    await stage.deals()
    for deal in (f"{stage.table}.1", stage.table):
        await _play_again(stage, deal, "second", "player's second", "North", "Host")


async def a_deal_is_played_again_before_delayed_watchers_have_seen_it(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, delay=Delay(ms=120_000)), watchers=("second",))
    await stage.ends_the_deal()
    await passes(60_000)
    await _play_again(stage, f"{stage.table}.1", "second", "North", "Host")


async def a_deal_of_a_private_table_is_played_again_by_an_uninvited_guest(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, access="invited"), watchers=())
    second = await stage.guest("second")
    stage.suspects = {second: frozenset()}
    await stage.ends_the_deal()
    await _play_again(stage, f"{stage.table}.1", "second")


async def a_board_of_a_set_is_played_again_before_all_tables_have_played_it(stage: Stage) -> None:
    await stage.deals_set()
    await stage.plays_out("one")
    await stage.plays_out("two")
    for deal in (f"{stage.rooms['one']}.1", stage.rooms["two"]):
        await _play_again(stage, deal, "one North", "one South", "three North", "second", "Host")


async def a_board_that_moves_to_another_table_is_asked_for_when_its_round_is_over(stage: Stage) -> None:
    rooms = ("one", "two", "three")
    round_over = {"pause_s": 0, "break_s": 9_000, "correction_s": 0}
    await stage.deals_event("bridge", rooms=rooms, rounds=3, boards=1, moving=True, **round_over)
    # The players of the other tables have played boards of their own, with the same 52 cards.
    stage.suspects = {stage[name]: frozenset() for name in ("second", "player's second")}
    for room in rooms:
        await stage.plays_out(room)
    await until(lambda: all(stage.now(table).closed for table in stage.rooms.values()))
    _, shown = await stage["Host"].fetches("GET", f"/v1/events/{stage.event}")
    assert shown["rounds"][0]["stage"] == "scored" and len(shown["rounds"]) == 2
    for deal in (f"{stage.table}.1", stage.table):
        await _play_again(stage, deal, "one North", "one South", "two East", "second", "Host")
    for name in ("two North", "three East"):
        for path in (f"{stage.table}.1", stage.table, f"{stage.table}.1/analysis"):
            assert (await stage[name].fetches("GET", f"/v1/games/{path}"))[0] >= 400, (name, path)
        assert (await stage[name].fetches("GET", f"/v1/events/{stage.event}/results"))[1]["boards"] == []
    assert (await stage["one East"].fetches("GET", f"/v1/games/{stage.table}.1"))[0] == 200


async def a_board_of_a_match_is_played_again_before_the_other_room_has_played_it(stage: Stage) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    await _play_again(stage, f"{stage.table}.1", "open North", "open South", "closed East", "second", "Host")


# The next deal


async def watchers_and_second_guests_ask_for_the_next_deal(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, access="invited"), watchers=())
    second = await stage.guest("second")
    stage.suspects = {second: frozenset()}
    for name in ("second", "North", "Host"):
        for kind in (requests.Next, requests.Wait):
            assert await stage[name].asks(kind) in ("forbidden", "not_seated")
    await stage.ends_the_deal()
    for kind in (requests.Next, requests.Wait):
        assert await second.asks(kind) == "not_seated"
    assert await stage["South"].asks(requests.Wait) == "done"
    for name in ("North", "East", "West"):
        assert await stage[name].asks(requests.Next) == "done"
    await passes(600_000)
    assert stage.now().deal == 0, "South holds the next deal"


# Other tables


async def later_boards_of_an_uploaded_set_are_asked_for(stage: Stage) -> None:
    wish = {"boards": BOARDS, "options": {"undo": "consent"}, "name": "a set"}
    await stage.deals(**wish)
    second = stage["second"]
    for game in (f"{stage.table}.2", f"{stage.table}.1"):
        assert (await second.fetches("GET", f"/v1/games/{game}", format="pbn"))[0] == 404
    assert await second.asks(requests.Open, game="bridge", name="the same set") == "done"
    await second.asks(requests.Lobby, text="a set", game="bridge")


async def a_second_table_is_opened_with_the_same_name(stage: Stage) -> None:
    await stage.deals()
    second = stage["second"]
    for kind in (requests.Open, requests.Match):
        assert await second.asks(kind, game="bridge", name="copy") == "done"
    assert await second.asks(requests.Open, game="replay", name=stage.table) == "done"
    await second.asks(requests.Lobby, text=stage.table)
    status, _ = await second.fetches("POST", "/v1/tables", {"game": "bridge", "name": stage.table})
    assert status == 201
    await second.fetches("GET", "/v1/tables", text=stage.table, game="bridge")
    status, _ = await second.fetches("POST", "/v1/matches", {"game": "bridge"})
    assert status == 201


# The queue


async def waits_in_the_queue_for_the_table_that_is_played(stage: Stage) -> None:
    """Two guests of one person may meet between boards, as at any open table, but not in mid-deal."""
    players = await stage.deals_from_the_queue()
    waiting = [stage["second"], stage["player's second"]]
    await passes(SETTLED_MS)
    for guest in waiting:
        guest.waits()
    await passes(3_000)
    await players[NORTH].stands()
    await passes(3_000)
    players[EAST].drops()
    await passes(150_000)
    assert [stage.now().seat_of(guest.id) for guest in waiting] == [None, None]
    assert await waiting[0].asks(requests.Unqueue) == "done"


# Invitations


async def an_invitation_is_read_in_mid_deal(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, access="private"))
    await stage["Host"].watches()
    for guest in stage.suspects:
        status, told = await guest.fetches("GET", f"/v1/tables/{stage.table}/invitation")
        assert status == 200 and told["host"] == "Host"
        assert set(told) == {"table", "name", "game", "host", "access", "options"}


# Codes for another device


async def a_second_guest_becomes_a_player_by_a_code(stage: Stage) -> None:
    await stage.deals()
    second = stage["second"]
    assert (await second.fetches("POST", "/v1/tokens", {"code": "00000-00000"}))[0] == 403
    north = await stage.takes_a_code("second", of="North")
    stage.suspect("second as North", NORTH)
    assert await north.sits(EAST) == "forbidden"
    for as_ in ("all", "director", EAST, SOUTH, WEST):
        assert await north.watches(as_) == "forbidden"
    assert await stage["Host"].hosts(place={EAST: north.id}) == "forbidden"
    await stage["East"].stands()
    for guest in (north, second):
        assert await guest.sits(EAST) == "forbidden"
    assert (await stage["West"].fetches("DELETE", "/v1/tokens", which="others"))[0] == 200


async def a_friend_who_has_seen_a_hand_comes_back_by_a_code(stage: Stage) -> None:
    await stage.deals()
    friend = stage["player's second"]
    assert await stage["East"].asks(requests.Show, player=friend.id) == "done"
    again = await stage.takes_a_code("second", of="player's second")
    stage.suspects[friend] = stage.suspects[again] = stage.hand(EAST)
    await stage["North"].stands()
    for guest in (again, friend, stage["second"]):
        assert await guest.sits(NORTH) == "forbidden"
    assert await again.watches(SOUTH) == "forbidden"
    assert (await stage["East"].fetches("DELETE", "/v1/tokens", which="others"))[0] == 200


# Lists of finished deals


async def the_lists_of_the_players_of_a_set_are_asked_for_before_its_last_table_has_played(
    stage: Stage,
) -> None:
    await stage.deals_set()
    hand = stage.hand(NORTH)
    for room in ("one", "two"):
        await stage.plays_out(room)
    await stage.archives()
    assert await stage.lists("one North") == [f"{stage.rooms['one']}.1"]
    for name in ("second", "Host", "three North", "two North", "one East"):
        for about in ("one North", "two West", "three South"):
            for query in (
                {},
                {"limit": 1, "game": "bridge"},
                {"since": "2000-01-01", "until": "2100-01-01"},
                {"before": f"9000000000000-{stage.rooms['one']}-0"},
            ):
                assert await stage.lists(name, about, **query) == []
        own = [f"{stage.rooms[room]}.1" for room in ("one", "two") if name.startswith(room)]
        assert await stage.exports(name) == own
    again = await stage.takes_a_code("second", of="three North")
    stage.suspects[again] = stage.suspects[stage["three North"]] = hand


async def the_lists_of_the_players_of_a_match_are_asked_for_before_both_rooms_have_played(
    stage: Stage,
) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    await stage.archives()
    for name in ("second", "player's second", "Host", "closed North", "closed East"):
        for about in ("open North", "open East"):
            for query in (
                {},
                {"limit": 1, "game": "bridge"},
                {"since": "2000-01-01", "until": "2100-01-01"},
                {"before": f"9000000000000-{stage.rooms['open']}-0"},
            ):
                assert await stage.lists(name, about, **query) == []
        assert await stage.exports(name) == []
    mine = [f"{stage.rooms['open']}.1"]
    assert (await stage.lists("open North"), await stage.exports("open North")) == (mine, mine)
    await stage["open North"].stands()
    assert (await stage.lists("open North"), await stage.exports("open North")) == ([], [])


async def a_closed_private_table_is_asked_for_when_only_the_archive_has_it(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, access="invited"), watchers=())
    second = await stage.guest("second")
    stage.suspects = {second: frozenset()}
    await stage.ends_the_deal()
    assert await stage["Host"].hosts(terminate=True) == "done"
    await stage.retires()
    assert (await second.fetches("GET", f"/v1/games/{stage.table}"))[0] == 403
    assert (await second.fetches("GET", f"/v1/tables/{stage.table}"))[0] == 403
    assert await stage.lists("second", "North") == []
    await stage.house.hub.room(stage.table)
    assert await second.watches() == "forbidden"
    assert await stage.lists("North") == [f"{stage.table}.1"]
    assert (await stage["North"].fetches("GET", f"/v1/games/{stage.table}"))[0] == 200


async def a_deal_that_goes_on_is_looked_for_in_lists(stage: Stage) -> None:
    await stage.deals()
    await stage.archives()
    for name in ("second", "player's second", "Host", "North"):
        for about in ("North", "East", "me"):
            for query in ({}, {"limit": 50, "game": "bridge", "since": "2000-01-01", "until": "2100-01-01"}):
                assert await stage.lists(name, about, **query) == []
    assert await stage.lists("second", "North", before=f"9000000000000-{stage.table}-0") == []


async def a_player_is_deleted_for_a_second_guest(stage: Stage) -> None:
    await stage.deals()
    north, second, host = stage["North"], stage["second"], stage["Host"]
    assert (await second.fetches("DELETE", "/v1/players/me", confirm=north.id))[0] == 400
    status, _ = await north.fetches("DELETE", "/v1/players/me", confirm=north.id)
    assert status == 200
    for pause_ms in (0, 1_000, 120_000):
        await passes(pause_ms)
        assert await second.sits(NORTH) == "forbidden"
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
