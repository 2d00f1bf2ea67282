"""Permission to open a convention card: Law 40B2, and its row in the table of permissions."""

from __future__ import annotations

import msgspec

from protocol.v1.bridge import LayCard
from protocol.v1.requests import Consent, Host, Policy, Stand, Watch
from protocol.v1.updates import Done
from server.web.cards import SAFE
from tests.rooms import QUIET, play_on
from tests.virtual import virtual
from tests.web.cards.club import ACOL, PDF, club, code

NOT_NOW = {
    "t": "refused",
    "code": "forbidden",
    "message": "this side has no convention card that you may open now",
}


# What is opened


@virtual
async def test_a_card_downloads_as_uploaded_and_cannot_run_in_a_browser() -> None:
    async with club() as here:
        table, (north, east, *_) = await here.four()
        uploaded = (await north.uploads(table)).json()
        await north.does(table, LayCard('Acol "♠"\r\nX: y', file=uploaded["file"]))
        await here.bid(table, [north, east], "P")
        answer = await east.opens(table, "NS")
        assert (answer.status_code, answer.content) == (200, PDF)
        assert answer.headers["content-type"] == "application/pdf"
        named = "attachment; filename*=UTF-8''Acol%20%22%E2%99%A0%22%20X%3A%20y.pdf"
        assert answer.headers["content-disposition"] == named
        assert {name: answer.headers[name] for name in SAFE} == {
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox",
            "Cache-Control": "no-store",
        }


@virtual
async def test_a_card_of_text_downloads_as_plain_text() -> None:
    async with club() as here:
        table, (north, east, *_) = await here.four()
        await north.lays(table, text="<b>Acol</b> ♠")
        await here.bid(table, [north, east], "P")
        answer = await east.opens(table, "NS")
        assert (answer.text, answer.headers["content-type"]) == ("<b>Acol</b> ♠", "text/plain; charset=utf-8")
        assert answer.headers["content-disposition"].endswith("Acol.txt")
        assert all(name in answer.headers for name in SAFE)


@virtual
async def test_the_newest_card_of_a_side_counts_whichever_partner_laid_it() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text="Acol")
        await members[2].lays(table, text="Precision")
        await here.bid(table, members, "P")
        assert (await members[1].opens(table, "NS")).text == "Precision"


@virtual
async def test_a_file_that_was_never_uploaded_or_is_too_old_is_not_there() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, file="0" * 64)
        await here.bid(table, members, "P")
        answer = await members[1].opens(table, "NS")
        assert code(answer) == (404, "forbidden")
        assert code(await members[3].opens(table, "NS")) == (403, "forbidden"), "West may not ask yet"


# Permission to open a card, by the phase of the board


@virtual
async def test_in_the_auction_the_opponents_open_a_card_at_their_own_turn() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text=ACOL)
        seen = [await here.may_open(table, "NS", members)]
        for _ in range(3):
            await here.bid(table, members, "P")
            seen.append(await here.may_open(table, "NS", members))
        assert seen == ["", "E", "", "W"]


@virtual
async def test_in_the_clarification_period_opponents_open_it_and_the_declaring_side_its_own() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text=ACOL)
        await members[1].lays(table, text="Precision")
        await here.bid(table, members, "1NT P P P")
        assert await here.may_open(table, "NS", members) == "NESW"
        assert await here.may_open(table, "EW", members) == "NS"


@virtual
async def test_in_the_play_opponents_open_a_card_at_their_turn_and_no_player_opens_the_own_card() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text=ACOL)
        await members[1].lays(table, text="Precision")
        await here.bid(table, members, "1NT P P P")
        await here.leads(table, members)
        assert await here.may_open(table, "NS", members) == ""
        assert await here.may_open(table, "EW", members) == "N", "declarer's turn, who plays for dummy"
        await here.leads(table, members)
        assert await here.may_open(table, "NS", members) == "W"


@virtual
async def test_between_boards_all_people_at_the_table_open_every_card() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text=ACOL)
        await here.bid(table, members, "P P P P")
        assert await here.may_open(table, "NS", members) == "NESW"


@virtual
async def test_where_the_options_say_so_players_open_their_own_card_at_any_time() -> None:
    async with club() as here:
        table, members = await here.four(options={"own_card": True})
        await members[0].lays(table, text=ACOL)
        assert await here.may_open(table, "NS", members) == "NS"
        await here.bid(table, members, "1NT P P P")
        await here.leads(table, members)
        assert await here.may_open(table, "NS", members) == "NS"


@virtual
async def test_the_public_opens_no_card() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text=ACOL)
        eve = await here.member("Eve")
        for calls in ("", "P", "P P P"):
            await here.bid(table, members, calls)
            assert code(await eve.opens(table, "NS")) == (403, "forbidden")
            assert code(await members[1].opens(table, "NS", **{"as": "public"})) == (403, "forbidden")


@virtual
async def test_a_watcher_of_one_hand_may_open_every_card() -> None:
    live = msgspec.to_builtins(Policy(hands="live", clock=QUIET.clock))
    async with club() as here:
        table, members = await here.four(policy=live)
        await members[0].lays(table, text=ACOL)
        eve = await here.member("Eve")
        assert code(await eve.opens(table, "NS", **{"as": "0"})) == (403, "forbidden"), (
            "she does not watch yet"
        )
        assert isinstance(await eve.wire.ask(Watch(table=table, as_=0, id=3)), Done)
        assert (await eve.opens(table, "NS", **{"as": "0"})).text == ACOL
        assert code(await eve.opens(table, "NS")) == (403, "forbidden")


@virtual
async def test_the_director_opens_every_card() -> None:
    async with club() as here:
        table, members = await here.four()
        await members[0].lays(table, text=ACOL)
        dora = await here.member("Dora")
        as_director = {"as": "director"}
        assert code(await dora.opens(table, "NS", **as_director)) == (403, "forbidden")
        for member in members[1:]:
            agrees = Consent(table=table, player=dora.wire.player.id, id=4)
            assert isinstance(await member.wire.ask(agrees), Done)
        named = Host(table=table, directors=(dora.wire.player.id,), id=4)
        assert isinstance(await members[0].wire.ask(named), Done)
        assert isinstance(await dora.wire.ask(Watch(table=table, as_="director", id=5)), Done)
        assert (await dora.opens(table, "NS", **as_director)).text == ACOL


@virtual
async def test_a_player_who_stands_up_may_not_open_cards() -> None:
    async with club() as here:
        table, members = await here.four(options={"own_card": True})
        await members[0].lays(table, text=ACOL)
        assert (await members[2].opens(table, "NS")).text == ACOL
        assert isinstance(await members[2].wire.ask(Stand(table=table, id=6)), Done)
        assert code(await members[2].opens(table, "NS")) == (403, "forbidden")
        assert code(await members[2].opens(table, "NS", **{"as": "seat"})) == (403, "not_seated")


@virtual
async def test_a_missing_card_and_a_closed_card_get_the_same_answer() -> None:
    async with club() as here:
        table, members = await here.four()
        empty = [(await member.opens(table, "NS")).content for member in members]
        await members[0].lays(table, text=ACOL)
        shut = [(await member.opens(table, "NS")).content for member in members]
        nowhere = [(await members[1].opens(table, side)).content for side in ("EW", "N", "ns", "%00")]
        assert set(empty) == set(shut) == set(nowhere) and len(set(empty)) == 1
        assert msgspec.json.decode(empty[0]) == NOT_NOW


@virtual
async def test_no_view_contains_a_cards_text_or_file() -> None:
    async with club() as here:
        table, members = await here.four()
        sha = (await members[0].uploads(table)).json()["file"]
        await members[0].lays(table, file=sha)
        await members[1].lays(table, text=ACOL)
        await play_on(here.house, table, [member.wire for member in members], 4)
        heard = "".join(str(update) for member in members for update in member.wire.heard)
        assert "auction" in heard and sha not in heard and ACOL not in heard
