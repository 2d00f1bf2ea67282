"""Attempts at tables of Spades, also by the seed's API, and at a table of Hanabi."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1 import requests
from tests.secrecy.doors.stage import PLAYED, Stage
from tests.virtual import passes, until
from tests.web.spades_rest.guests import named

NORTH, EAST, SOUTH, WEST = range(4)
BLIND = {"preset": "seed", "blind_nil_behind": 0}
REFUSED = (400, 403, 404, 409, 410)


# The seed's API


async def the_seeds_host_assigns_a_seat_of_the_game(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    host, second = stage["Host"], stage["second"]
    for seat in ("east", "north"):
        assert await host.posts("assign-seat", playerId=second.id, seat=seat) == 409
        assert await second.posts("sit", seat=seat) == 409
        assert await host.posts("add-bot", seat=seat) == 409
    assert await host.posts("kick", playerId="bot:east") in REFUSED


async def the_seeds_host_kicks_a_player_for_a_second_guest(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    host, second, east = stage["Host"], stage["second"], stage["East"]
    await host.posts("kick", playerId=east.id)
    assert await host.posts("assign-seat", playerId=second.id, seat="east") == 409
    assert await second.posts("sit", seat="east") == 409
    assert await second.sits(EAST) == "forbidden"
    assert await host.hosts(place={EAST: second.id}) == "forbidden"
    _, link = await host.fetches("POST", f"/api/tables/{stage.table}/join-link")
    answer = await second.fetches("POST", f"/api/tables/join-link/{link['token']}", {"seat": "east"})
    assert answer[0] in REFUSED


async def a_player_of_the_seeds_table_leaves_for_a_second_guest(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    assert await stage["East"].posts("stand") == 409
    assert await stage["East"].posts("change-seat", seat="south") == 409
    assert await stage["East"].posts("leave") == 200
    second = stage["second"]
    for path in ("sit", "change-seat"):
        assert await second.posts(path, seat="east") == 409
    assert await stage["Host"].posts("assign-seat", playerId=second.id, seat="east") == 409
    assert await second.sits(EAST) == "forbidden"
    for path in ("stand", "leave", "join", "arrive"):
        await second.posts(path)


async def links_and_invitations_of_the_seed_are_used_in_mid_game(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    host, second = stage["Host"], stage["second"]
    for method in ("POST", "GET"):
        _, link = await host.fetches(method, f"/api/tables/{stage.table}/join-link")
        status, _ = await second.fetches("POST", f"/api/tables/join-link/{link['token']}", {"seat": "east"})
        assert status in REFUSED
    invited, invitation = await host.fetches(
        "POST", f"/api/tables/{stage.table}/invite", {"playerId": second.id}
    )
    assert invited == 200
    token = invitation["token"]
    assert (await second.fetches("POST", f"/api/tables/join-link/{token}", {"seat": "east"}))[0] in REFUSED
    await second.fetches("POST", f"/api/invites/{invitation['inviteId']}/decline")
    _, link = await host.fetches("POST", f"/api/tables/{stage.table}/spectator-link")
    await second.fetches("POST", f"/api/tables/spectator-link/{link['token']}")
    assert await host.posts("visibility", visibility="private") == 200
    assert await host.posts("visibility", visibility="public") == 200


async def the_seeds_host_changes_in_mid_game(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    second = stage["second"]
    assert await stage["Host"].posts("transfer-host", playerId=second.id) == 200
    await second.posts("kick", playerId=stage["East"].id)
    assert await second.posts("assign-seat", playerId=second.id, seat="east") == 409
    assert await second.posts("sit", seat="east") == 409
    assert await second.posts("terminate") == 200


async def an_observer_of_the_seed_plays_for_a_player(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    card = {"suit": "clubs", "rank": "2"}
    for path, body in (
        ("reveal-hand", {}),
        ("bid", {"bid": 4}),
        ("blind-nil-exchange", {"cards": [card, card]}),
        ("play", {"card": card}),
    ):
        assert await stage["second"].posts(path, **body) in REFUSED, path
    stage.suspects = {guest: own | {"C2"} for guest, own in stage.suspects.items()}


async def an_observer_of_the_seed_follows_a_hand(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    names = ("Host", "East", "South", "West")
    stage.suspect("East", EAST)
    stage["East"].joins()
    for name in names:
        await stage[name].posts("reveal-hand")
    for _ in names:
        bidder = stage[names[stage.now().to_act[0]]]
        assert await bidder.posts("bid", bid=3) == 200
    played: set[str] = set()
    for _ in range(5):
        actor = stage.now().to_act[0]
        card = str(stage.now().game.legal_actions(stage.now().state, actor)[0].card)
        assert await stage[names[actor]].posts("play", card=named(card)) == 200
        played.add(card)
        await passes(100)
    stage.suspects = {guest: own | played for guest, own in stage.suspects.items()}


# Spades


async def a_blind_bidders_hand_is_shown_to_the_own_second_guest(stage: Stage) -> None:
    await stage.deals(game="spades", options=BLIND)
    second = stage["player's second"]
    assert stage.now().game.name == "spades"
    for seat, name in enumerate(("North", "East", "South", "West")):
        assert await stage[name].asks(requests.Show, player=second.id) == "done"
        assert await second.watches(seat) == "done"
        assert second.wire.tables[stage.table].own["hand"] is None
        stage.suspects[stage[name]] = frozenset()
        await stage[name].watches("seat")


async def a_revealed_hand_is_seen_by_its_own_player_only(stage: Stage) -> None:
    await stage.deals(game="spades", options=BLIND)
    actor = stage.now().to_act[0]
    name = ("North", "East", "South", "West")[actor]
    assert await stage[name].acts({"t": "reveal"}) == "done"
    stage.suspect(name, actor)
    for other in {"North", "East", "South", "West"} - {name}:
        stage.suspects[stage[other]] = frozenset()


async def a_second_guest_sits_at_a_table_of_spades(stage: Stage) -> None:
    await stage.deals(replace(PLAYED, hold_ms=1_000), game="spades", options={"preset": "seed"})
    host, second = stage["Host"], stage["second"]
    assert await host.hosts(place={NORTH: second.id}) == "forbidden"
    stage["East"].drops()
    await passes(120_000)
    assert await second.sits(EAST) == "forbidden"
    assert await second.acts({"t": "bid", "bid": {"tricks": 3}}, stage.now().decision) == "not_seated"


async def a_hand_of_an_event_is_played_again_before_all_tables_have_played_it(stage: Stage) -> None:
    await stage.deals_event("spades", movement="knock_out")
    await stage.plays_on("one")
    for name in ("one North", "one East", "two South", "second", "Host"):
        for deal in (f"{stage.table}.1", stage.table):
            for moves in (0, 4):
                again = requests.PlayAgain(deal=deal, moves=moves, seat=SOUTH)
                wish = {"game": "spades", "again": again, "seats": {0: "plain", 1: "plain", 3: "plain"}}
                assert await stage[name].asks(requests.Open, **wish) == "forbidden", (name, deal)


async def a_substitute_asks_for_a_hand_of_an_event_that_another_table_has_yet_to_play(stage: Stage) -> None:
    await stage.deals_event("spades", pause_s=0)
    await _second_comes_after_the_deal(stage)


# Hanabi


async def a_substitute_asks_for_a_deck_of_a_race_that_another_team_has_yet_to_play(stage: Stage) -> None:
    race = {"form": "teams", "movement": "race", "options": {"players": 4}}
    await stage.deals_event("hanabi", 1, pause_s=0, **race)
    await _second_comes_after_the_deal(stage)


async def _second_comes_after_the_deal(stage: Stage) -> None:
    """Let a second guest come to the first table after its first deal, and ask for that deal."""
    north, second = stage["one North"], stage["second"]
    del stage.suspects[second]
    player = {"id": second.id, "name": "Sam"}
    await stage.directs("substitute", entrant="1", out=north.id, player=player)
    await stage.plays_on("one")
    await until(lambda: stage.now().deal == 1 and stage.now().seat_of(second.id) == NORTH)
    for path in (f"{stage.table}.1", stage.table):
        assert (await second.fetches("GET", f"/v1/games/{path}"))[0] in REFUSED
        assert (await second.fetches("GET", f"/v1/games/{path}", turn=0, **{"as": "all"}))[0] in REFUSED
    assert (await stage["one East"].fetches("GET", f"/v1/games/{stage.table}.1"))[0] == 200
    assert await stage.lists("second") == []


async def a_players_second_guest_looks_for_the_players_own_hand(stage: Stage) -> None:
    await stage.deals(game="hanabi", options={"players": 4})
    second = stage["player's second"]
    for as_ in ("all", NORTH, EAST, SOUTH, WEST):
        assert await second.watches(as_) == "forbidden"
    assert await stage["Host"].hosts(place={EAST: second.id}) == "forbidden"
    await stage["East"].stands()
    assert await second.sits(EAST) == "forbidden"
    stage.suspect("West", WEST)


async def notes_on_cards_are_read_by_others(stage: Stage) -> None:
    await stage.deals(game="hanabi", options={"players": 4})
    stage.words.append("zqnote")
    card = stage.now().state.hands[NORTH][0]
    assert await stage["East"].asks(requests.Note, card=card, text="zqnote: a red one") == "done"
    for guest in (stage["second"], stage["Host"]):
        assert await guest.asks(requests.Note, card=card, text="mine") == "not_seated"
    stage.suspect("North", NORTH)
    stage.suspect("West", WEST)


async def a_watcher_of_hanabi_acts_and_votes(stage: Stage) -> None:
    await stage.deals(game="hanabi", options={"players": 4})
    for action in (
        {"t": "play", "card": 0},
        {"t": "discard", "card": 0},
        {"t": "color", "seat": 1, "suit": 0},
        {"t": "rank", "seat": 1, "rank": 1},
        {"t": "vote", "accept": True},
    ):
        assert await stage["second"].acts(action, stage.now().decision) != "done", action


async def a_hand_of_hanabi_is_shown_to_a_watcher_who_then_plays(stage: Stage) -> None:
    await stage.deals(game="hanabi", options={"players": 4})
    watcher = stage["player's second"]
    assert await stage["East"].asks(requests.Show, player=watcher.id) == "done"
    assert await watcher.watches(EAST) == "done"
    stage.suspects[watcher] = stage.hand(EAST)
    await stage["North"].stands()
    assert await watcher.sits(NORTH) == "forbidden"
    assert await watcher.watches(WEST) == "forbidden"
