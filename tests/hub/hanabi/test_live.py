"""Hanabi at a live table: views, inverted cards, votes, and games that outlive a hub."""

from __future__ import annotations

from itertools import count

import msgspec

from protocol.v1.codes import Code
from protocol.v1.hanabi import Discard, PlayCard
from protocol.v1.requests import Chat, Delay, NoClock, Policy, Watch
from protocol.v1.updates import Done, Refused
from server.games.hanabi.seeds import seeds
from server.games.hanabi.variants import catalogue
from server.table import events
from server.table.events import Acted
from tests.hub.hanabi.four import Four, four
from tests.rooms import House
from tests.virtual import passes, until, virtual

ORANGE = "Orange (5 Suits)"
LIVE = Policy(clock=NoClock(), pause_ms=0, hands="live")


def inverted(table: Four, *, wanted: bool) -> int:
    """Return the first card of the player in turn whose suit is inverted, or is not inverted."""
    state = table.state
    suits = state.variant.suits
    return next(o for o in state.hands[state.seat] if suits[state.deck[o].suit].inverted is wanted)


async def until_somebody_holds(table: Four, *, wanted: bool) -> int:
    while True:
        try:
            return inverted(table, wanted=wanted)
        except StopIteration:
            await table.discards()


async def log_of(house: House, table: str) -> list[events.Entry]:
    stored = await house.store.load(table)
    assert stored is not None
    return [events.decode(entry) for entry in stored.entries]


@virtual
async def test_every_player_sees_all_hands_but_its_own() -> None:
    async with House() as house:
        table = await four(house)
        for seat in range(4):
            mine = set(table.state.hands[seat])
            assert set(table.of(seat).own["cards"]) == set(range(16)) - mine
            assert table.of(seat).pub["cards"] == {}


@virtual
async def test_playing_an_inverted_card_discards_it_and_the_log_holds_the_effect() -> None:
    async with House() as house:
        table = await four(house, variant=ORANGE)
        card = await until_somebody_holds(table, wanted=True)
        await table.acts({"t": "play", "card": card})
        assert table.of(0).pub["fates"][card]["how"] == "discarded"
        last = (await log_of(house, table.table))[-1]
        assert isinstance(last, Acted)
        assert (last.action, last.asked) == ({"t": "discard", "card": card}, {"t": "play", "card": card})


@virtual
async def test_discarding_an_inverted_card_plays_it_even_with_all_clues() -> None:
    variant = catalogue.variant_named(ORANGE)
    decks = ((str(number), seeds.deck_from(f"p4v{variant.id}s{number}", variant)) for number in count(1))
    seed = next(number for number, deck in decks if deck[0].suit == 4)
    async with House() as house:
        table = await four(house, variant=ORANGE, seed=seed)
        await table.acts({"t": "discard", "card": 0})
        assert table.of(0).pub["fates"][0]["how"] in ("played", "misplayed")


@virtual
async def test_an_action_with_another_effect_is_recognised_as_sent_even_after_a_restart() -> None:
    async with House() as first:
        table = await four(first, variant=ORANGE)
        card = await until_somebody_holds(table, wanted=True)
        seat = table.state.seat
        player, sent = table.players[seat], {"t": "play", "card": card}
        n, decision = table.next_n(player), table.of(seat).own["decision"]
        await table.acts(sent)
        player.forget()
        player.act(table.table, n, sent, decision)
        await until(lambda: player.of(Done, Refused))
        assert isinstance(player.of(Done, Refused)[0], Done)
        player.forget()
        player.act(table.table, n, {"t": "discard", "card": card}, decision)
        await until(lambda: player.of(Refused))
        assert player.refusal() == Code.N_TAKEN
    async with House(first.store) as second:
        again = second.person(player.player.name)
        await again.watch(table.table, "seat")
        again.act(table.table, n, sent, decision)
        await until(lambda: again.of(Refused) or any(done.n == n for done in again.of(Done)))
        assert not again.of(Refused)


@virtual
async def test_a_refusal_does_not_reveal_an_inverted_card() -> None:
    async with House() as house:
        table = await four(house, variant=ORANGE)
        player = table.players[table.state.seat]
        theirs = table.state.hands[(table.state.seat + 1) % 4]
        said = set()
        for card in (*theirs, 40, 49):
            for sent in ({"t": "play", "card": card}, {"t": "discard", "card": card}):
                player.forget()
                player.act(table.table, table.next_n(player), sent)
                await until(lambda: player.of(Refused))
                (refused,) = player.of(Refused)
                said.add((refused.code, refused.message.replace(str(card), "N")))
        assert said == {(Code.ILLEGAL_ACTION, "card N is not in your hand")}


@virtual
async def test_the_game_goes_on_unchanged_after_its_hub_was_killed() -> None:
    async with House() as first:
        table = await four(first, detrimental_characters=True, card_cycle=True)
        for _ in range(12):
            await table.discards()
        before, shown = table.state, [table.of(seat).pub for seat in range(4)]
    async with House(first.store) as second:
        north = second.person("North")
        await north.watch(table.table, "seat")
        assert second.room(table.table).table.state == before
        assert north.tables[table.table].pub == shown[0]


@virtual
async def test_watchers_see_what_the_tables_policy_allows() -> None:
    async with House() as house:
        hidden, live = await four(house), await four(house, LIVE)
        eve = house.person("Eve")
        refused = await eve.ask(watch(hidden, "all"))
        assert isinstance(refused, Refused)
        public = await eve.watch(hidden.table)
        assert (public.own, public.pub["cards"]) == (None, {})
        every = await eve.watch(live.table, "all")
        assert set(every.own["cards"]) == set(range(16))
        shadow = await eve.watch(live.table, 2)
        assert shadow.own["cards"] == live.of(2).own["cards"]


def watch(table: Four, as_: str) -> msgspec.Struct:
    return Watch(id=77_001, table=table.table, as_=as_)  # type: ignore[arg-type]


@virtual
async def test_delayed_watchers_may_see_every_hand() -> None:
    async with House() as house:
        table = await four(house, Policy(clock=NoClock(), pause_ms=0, delay=Delay(ms=30_000)))
        eve = house.person("Eve")
        eve.tell_plain({"t": "watch", "table": table.table, "as": "all"})
        await table.discards()
        await passes(20_000)
        assert table.table not in eve.tables or not eve.tables[table.table].pub["given"]
        await passes(20_000)
        shown = eve.tables[table.table]
        assert (shown.pub["turns"], len(shown.own["cards"])) == (1, 16)


@virtual
async def test_chat_to_opponents_is_refused_where_all_players_are_on_one_side() -> None:
    async with House() as house:
        table = await four(house)
        answer = await table.players[0].ask(Chat(id=77_002, table=table.table, text="ha", to="opponents"))
        assert isinstance(answer, Refused)
        assert (answer.code, "on one side" in answer.message) == (Code.FORBIDDEN, True)


@virtual
async def test_half_of_the_players_end_a_game_by_their_votes() -> None:
    async with House() as house:
        table = await four(house)
        await table.acts({"t": "vote"}, 3)
        assert table.of(0).pub["votes"] == [3]
        await table.acts({"t": "vote", "end": False}, 3)
        await table.acts({"t": "vote"}, 1)
        assert table.of(0).pub["result"] is None
        await table.acts({"t": "vote"}, 2)
        pub = table.of(0).pub
        assert (pub["result"]["end"], pub["result"]["score"], pub["phase"]) == (10, 0, "over")
        assert len(pub["deck"]) == 50


@virtual
async def test_a_vote_answers_no_decision_and_makes_none_stale() -> None:
    async with House() as house:
        table = await four(house)
        decision = table.of(0).own["decision"]
        await table.acts({"t": "vote"}, 2)
        assert table.of(0).own["decision"] == decision
        await table.discards()
        assert table.of(0).pub["turns"] == 1


@virtual
async def test_the_host_ends_an_unfinished_game_and_all_viewers_see_the_deck() -> None:
    async with House() as house:
        table = await four(house)
        await table.host(house.person("Host"), terminate=True)
        pub = table.of(0).pub
        assert (pub["result"]["end"], pub["result"]["seat"], pub["result"]["score"]) == (4, None, 0)
        assert (len(pub["deck"]), table.of(0).own.get("decision")) == (50, None)


@virtual
async def test_an_action_names_its_decision_and_answers_no_other() -> None:
    async with House() as house:
        table = await four(house)
        east, card = table.players[1], table.state.hands[1][0]
        for decision, code in (("0.1", "stale_decision"), ("0.0", "not_your_turn")):
            east.forget()
            east.act(table.table, 1, {"t": "play", "card": card}, decision)
            await until(lambda: east.of(Refused))
            assert east.refusal() == code
        await table.discards()
        await table.acts({"t": "play", "card": card}, 1)
        assert table.of(0).pub["fates"][card]["seat"] == 1


@virtual
async def test_a_chosen_seed_is_marked_for_all_viewers_and_revealed_after_the_game() -> None:
    async with House() as house:
        table = await four(house, seed="p4v0s1")
        eve = house.person("Eve")
        await eve.watch(table.table)
        everybody = (*table.players, eve)
        for person in everybody:
            pub = person.tables[table.table].pub
            assert pub["seeded"]
            assert (pub["seed"], pub["deck"], pub["options"].get("seed")) == (None, None, None)
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        assert {person.tables[table.table].pub["seed"] for person in everybody} == {"p4v0s1"}


def test_the_log_omits_the_sent_action_if_its_effect_is_the_same() -> None:
    entry = events.encode(Acted(at_ms=1, seat=0, player="p", n=1, action=PlayCard(3)))
    assert b"asked" not in entry
    turned = events.encode(Acted(at_ms=1, seat=0, player="p", n=1, action=Discard(3), asked=PlayCard(3)))
    assert b"asked" in turned
