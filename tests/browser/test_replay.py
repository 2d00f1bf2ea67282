"""Replays in the browser: finished games step by step, files that are dropped, replay tables, downloads."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.site import HTTP, Guest, Site
from tests.records.spades.games import long_game, short_text

DATA = Path(__file__).parents[3] / "shared" / "data"
PBN = DATA / "bridge" / "pbn" / "endplay__example1.pbn"
LIN = DATA / "bridge" / "lin" / "vugraph_74801.lin"
HANABI = DATA / "hanabi" / "games" / "cppbot_1889318.json"
QUICK = {"robot_ms": 0, "pause_ms": 0, "correction_ms": 0}
SHAREABLE = """
[Event "Club"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.T98.765.432 T987.AKQ.J98.765 6543.J765.AKQ.T9 2.432.T432.AKQJ8"]
[Auction "N"]
1S Pass 2S Pass
Pass Pass
[Play "E"]
HA H5 H2 H8
HK H6 H3 H9
*
"""
TO_PLAY = """
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ2.AK3.A32.32 T98.QJT.KJT.KQJT 765.9876.Q98.A98 43.542.7654.7654"]

[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:AKQJ2.AK3.A32.32 T98.QJT.KJT.KQJT 765.9876.Q98.A98 43.542.7654.7654"]
"""
"""Two boards that robots never pass out: one hand has 21 points."""
Open = Callable[[str], str]


def over(site: Site, table: str) -> None:
    """Wait until a table of robots has closed."""
    with httpx.stream("GET", f"{site.address}/v1/tables/{table}/stream", timeout=60) as lines:
        assert any('"closing"' in line for line in lines.iter_lines())


@pytest.fixture(scope="module")
def ann(site: Site) -> Guest:
    return site.guest("Ann")


def finished(
    site: Site, ann: Guest, game: str, seats: int, *, deals: str | None = None, **options: Any
) -> str:
    """Return a table at which robots have played to the end, while it was watched."""
    robots = {str(seat): "plain" for seat in range(seats)}
    uploaded = {} if deals is None else {"boards": deals}
    table = site.open(ann, game, options=options, seats=robots, policy=QUICK, **uploaded)
    over(site, table)
    return table


@pytest.fixture(scope="module")
def boards(site: Site, ann: Guest) -> str:
    """A table of robots that has finished two boards of bridge."""
    return finished(site, ann, "bridge", 4, deals=TO_PLAY, boards=2)


def position(site: Site, game: str, turn: int, as_: object = "all") -> Any:
    answer = HTTP.get(f"{site.address}/v1/games/{game}", params={"turn": turn, "as": str(as_)})
    answer.raise_for_status()
    return answer.json()


def at(page: Any, turn: int) -> None:
    """Wait until the page shows the position after so many moves."""
    page.wait_for_selector(f'.replay[data-turn="{turn}"]')


def shown_hands(page: Any) -> list[set[str]]:
    """Return the cards that the diagram shows in each hand, North first."""
    return [
        set(
            page.eval_on_selector_all(
                f".replay-hand.at-{seat} [data-card]:not(.gone)",
                "all => all.map((each) => each.dataset.card)",
            )
        )
        for seat in ("north", "east", "south", "west")
    ]


def drop(page: Any, name: str, content: bytes) -> None:
    """Drag a file over the page, and let it go."""
    page.wait_for_selector("main h1")
    page.evaluate(
        """([name, text]) => {
            const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
            const data = new DataTransfer();
            const type = name.endsWith("json") ? "application/json" : "";
            data.items.add(new File([bytes], name, { type }));
            for (const kind of ["dragenter", "dragover"]) {
                document.body.dispatchEvent(
                    new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
            }
            globalThis.dragged = data;
        }""",
        [name, base64.b64encode(content).decode()],
    )
    page.wait_for_selector(".replay-drop")
    page.evaluate(
        """() => document.body.dispatchEvent(
            new DragEvent("drop", { dataTransfer: globalThis.dragged, bubbles: true, cancelable: true }))"""
    )


# Finished games


def test_every_position_of_a_finished_board_is_what_the_server_says(
    site: Site, visit: Visit, boards: str
) -> None:
    page = visit(f"#/replay/{boards}.1")
    at(page, 0)
    turns = position(site, f"{boards}.1", 0)["turns"]
    for turn in range(turns + 1):
        at(page, turn)
        then = position(site, f"{boards}.1", turn)
        assert shown_hands(page) == [set(hand) for hand in then["own"]["hands"]]
        played = [play["card"] for _, play in sorted(then["pub"]["plays"].items(), key=lambda p: int(p[0]))]
        trick = played[(len(played) - 1) // 4 * 4 :] if played else []
        middle = page.eval_on_selector_all(
            ".replay-played [data-card]", "all => all.map((each) => each.dataset.card)"
        )
        assert middle == trick
        page.keyboard.press("ArrowRight")
    at(page, turns)
    expect(page.locator(".replay-hand .gone")).to_have_count(52)


def test_keys_slider_and_buttons_lead_to_the_same_positions(site: Site, visit: Visit, boards: str) -> None:
    page = visit(f"#/replay/{boards}.1")
    at(page, 0)
    turns = position(site, f"{boards}.1", 0)["turns"]
    calls = len(position(site, f"{boards}.1", turns)["pub"]["calls"])
    page.keyboard.press("End")
    at(page, turns)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("Shift+ArrowRight")
    at(page, calls)
    page.keyboard.press("PageDown")
    at(page, calls + 4)
    page.get_by_role("button", name="One trick back").click()
    at(page, calls)
    page.get_by_role("slider").fill("3")
    at(page, 3)
    page.get_by_role("button", name="One move back").click()
    at(page, 2)


def test_the_replay_plays_by_itself_to_its_end_and_stops(site: Site, visit: Visit, boards: str) -> None:
    turns = position(site, f"{boards}.1", 0)["turns"]
    page = visit(f"#/replay/{boards}.1?turn={turns - 3}")
    at(page, turns - 3)
    page.get_by_role("combobox", name="Speed").select_option("quick")
    page.get_by_role("button", name="Play by itself").click()
    at(page, turns)
    page.get_by_role("button", name="Play by itself").wait_for()


def test_an_address_names_the_position_and_the_eyes(site: Site, visit: Visit, boards: str) -> None:
    page = visit(f"#/replay/{boards}.2?turn=1&as=3")
    at(page, 1)
    page.wait_for_selector(".replay-hand.at-north .replay-hidden")
    west = position(site, f"{boards}.2", 1, 3)["own"]["hand"]
    assert shown_hands(page) == [set(), set(), set(), set(west)]
    page.keyboard.press("ArrowRight")
    at(page, 2)
    assert page.url.endswith(f"#/replay/{boards}.2?turn=2&as=3")
    page.get_by_role("combobox", name="Cards").select_option("all")
    page.wait_for_selector(".replay-hand.at-north .replay-suits")
    assert page.url.endswith(f"#/replay/{boards}.2?turn=2")
    expect(page.locator(".replay-hand-points")).to_have_count(0)
    page.get_by_role("button", name="High-card points").click()
    points = [int(text.split()[0]) for text in page.locator(".replay-hand-points").all_text_contents()]
    assert len(points) == 4 and sum(points) == 40


def test_the_boards_of_a_table_are_a_list_that_leads_from_one_to_the_next(visit: Visit, boards: str) -> None:
    page = visit(f"#/replay/{boards}")
    page.get_by_role("heading", name="Board 1").wait_for()
    choice = page.get_by_role("combobox", name="Boards")
    choice.wait_for()
    assert len(choice.locator("option").all()) == 2
    choice.select_option("2")
    page.get_by_role("heading", name="Board 2").wait_for()
    at(page, 0)


def test_the_marker_of_the_board_is_that_of_the_table(site: Site, visit: Visit, boards: str) -> None:
    page = visit(f"#/replay/{boards}.2")
    at(page, 0)
    marker = page.locator(".replay-board .br-slab")
    expect(marker.locator(".heard")).to_have_text("Board 2, Dealer East, North-South vulnerable")
    assert marker.locator(".vul").all_text_contents() == ["N", "S"]


def test_double_dummy_values_stand_on_the_cards_and_in_a_table(site: Site, visit: Visit, boards: str) -> None:
    answer = HTTP.get(
        f"{site.address}/v1/games/{boards}.1/analysis", headers=site.guest("Reader").header, timeout=60
    )
    page = visit(f"#/replay/{boards}.1")
    at(page, 0)
    if answer.status_code == 501:
        page.get_by_text("This server has no double-dummy solver").wait_for()
        pytest.skip("the double-dummy solver is not installed")
    (analysis,) = answer.json()["boards"]
    page.wait_for_selector(".replay-dd")
    cells = page.eval_on_selector_all(
        ".replay-dd td:not(:empty)", "all => all.map((each) => each.textContent)"
    )
    table = analysis["double_dummy"]
    assert cells == [str(table[seat][strain]) for seat in "NESW" for strain in ("C", "D", "H", "S", "NT")]
    for name in page.locator(".replay-par .heard").all():
        name.evaluate("(name) => name.remove()")
    shown = page.locator(".replay-par").all_text_contents()
    assert shown == [as_shown(contract) for contract in analysis["par"]["contracts"]]
    last = position(site, f"{boards}.1", position(site, f"{boards}.1", 0)["turns"])["pub"]
    page.get_by_role("slider").fill(str(len(last["calls"])))
    at(page, len(last["calls"]))
    level = last["contract"]["level"]
    assert marks(page) == marks_of(analysis["cards"][0]["values"], level)
    page.get_by_role("checkbox", name="Show the value of each card").uncheck()
    page.wait_for_selector(".replay-board [data-mark]", state="detached")


def as_shown(contract: str) -> str:
    """Return a contract of par with the signs of its suit and of its undertricks."""
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}
    seats, bid = contract.split(" ")
    return f"{seats} {bid[0]}{signs[bid[1]]}{bid[2:]}".replace("-", "−")


# Each test has a page of its own: Chromium drops the eleventh download of a page within one second.
@pytest.mark.parametrize("whole", [False, True], ids=["board", "table"])
def test_downloads_are_the_bytes_of_the_server(site: Site, visit: Visit, boards: str, whole: bool) -> None:
    page = visit(f"#/replay/{boards}.2")
    at(page, 0)
    page.get_by_text("Download", exact=True).click()
    formats = page.eval_on_selector_all("[data-format]", "all => all.map((each) => each.dataset.format)")
    assert formats == [
        "pbn",
        "lin",
        "handviewer",
        "endplay",
        "endplay-dialect",
        "bridge_env",
        "board_settings",
    ]
    page.get_by_role("radio", name="The whole table" if whole else "This board").check()
    for format in formats:
        with page.expect_download() as download:
            page.locator(f'[data-format="{format}"]').click()
        game = boards if whole else f"{boards}.2"
        answer = HTTP.get(f"{site.address}/v1/games/{game}", params={"format": format})
        assert download.value.path().read_bytes() == answer.content
        named = answer.headers["content-disposition"].partition("UTF-8''")[2]
        assert download.value.suggested_filename == named


def test_a_game_that_does_not_exist_is_told_and_can_be_left(visit: Visit) -> None:
    page = visit("#/replay/nowhere.1")
    page.get_by_text("There is no finished game at this address").wait_for()
    page.get_by_role("alert").get_by_role("link", name="Replay").click()
    page.get_by_role("heading", name="Replay a file").wait_for()


def test_a_hand_of_spades_is_replayed_at_the_table_of_spades(site: Site, visit: Visit, ann: Guest) -> None:
    table = finished(site, ann, "spades", 4, rounds=1, floor=0, target=0)
    turns = position(site, f"{table}.1", 0)["turns"]
    page = visit(f"#/replay/{table}.1?turn=8")
    at(page, 8)
    for card in {card for hand in position(site, f"{table}.1", 8)["own"]["hands"] for card in hand[:1]}:
        expect(page.get_by_text({"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card[0]]).first).to_be_visible()
    page.keyboard.press("End")
    at(page, turns)
    page.keyboard.press("ArrowLeft")
    at(page, turns - 1)


def test_a_game_of_hanabi_is_replayed_from_any_seat(site: Site, visit: Visit, ann: Guest) -> None:
    table = finished(site, ann, "hanabi", 2, players=2, games=1)
    page = visit(f"#/replay/{table}.1?turn=3&as=1", phone=True)
    at(page, 3)
    # The program that draws Hanabi is loaded after the position: the hands come later than the turn.
    expect(page.locator(".hanabi-hand")).to_have_count(2)
    page.get_by_role("button", name="One move forward").tap()
    at(page, 4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Files


@pytest.mark.parametrize(
    ("file", "game"),
    [(PBN, "bridge"), (LIN, "bridge"), (HANABI, "hanabi")],
    ids=["PBN", "LIN", "JSON"],
)
def test_a_file_that_is_dropped_anywhere_is_replayed(site: Site, visit: Visit, file: Path, game: str) -> None:
    if not file.exists():
        pytest.skip("the folder with real records is not here")
    page = visit("#/", site.guest("Ann"))
    page.wait_for_selector('.shell[data-page="lobby"]')
    drop(page, file.name, file.read_bytes())
    page.wait_for_selector(f'.replay[data-game="{game}"]')
    page.get_by_text("You lead").wait_for()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.get_by_role("heading", name=file.name, level=1).wait_for()


def test_a_file_is_its_openers_until_it_is_shared(site: Site, visit: Visit) -> None:
    if not PBN.exists():
        pytest.skip("the folder with real records is not here")
    page = visit("#/", site.guest("Ann"))
    page.wait_for_selector('.shell[data-page="lobby"]')
    drop(page, PBN.name, PBN.read_bytes())
    page.wait_for_url(re.compile("#/table/"))
    table = page.url.rsplit("/", 1)[1].split("?")[0]
    expect(page.get_by_text("Only people with the link see this file.")).to_be_visible()
    assert table not in site.listed()
    page.get_by_role("button", name="Share it in the lobby").click()
    expect(page.get_by_text("The lobby lists this file for everybody.")).to_be_visible()
    while table not in site.listed():  # The list is made anew once a second.
        page.wait_for_timeout(100)


def test_a_file_that_cannot_be_read_is_refused_in_the_servers_words(visit: Visit, site: Site) -> None:
    page = visit("#/", site.guest("Ann"))
    drop(page, "notes.txt", b'[Deal "N:nonsense"]')
    fault = page.get_by_role("alert")
    fault.wait_for()
    answer = HTTP.post(
        f"{site.address}/v1/tables",
        params={"game": "replay"},
        content=b'[Deal "N:nonsense"]',
        headers={**site.guest("Ben").header, "Content-Type": "text/plain"},
    )
    reason, place, _ = answer.json()["message"].partition(" - at `")
    assert place and reason in fault.inner_text() and place not in fault.inner_text()
    assert "notes.txt" in fault.inner_text()


def test_a_pasted_record_stays_in_its_field_after_a_refusal(visit: Visit, site: Site) -> None:
    page = visit("#/replay", site.guest("Ann"))
    page.get_by_label("paste a record").fill("this is no record")
    page.get_by_role("button", name="Replay it").click()
    page.get_by_role("alert").wait_for()
    assert page.get_by_label("paste a record").input_value() == "this is no record"
    page.get_by_label("paste a record").fill(SHAREABLE)
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_selector('.replay[data-game="bridge"]')


def test_a_pasted_address_of_hanabi_live_is_replayed(visit: Visit, site: Site) -> None:
    addresses = DATA / "hanabi" / "addresses.json"
    if not addresses.exists():
        pytest.skip("the folder with real records is not here")
    page = visit("#/replay", site.guest("Ann"))
    page.get_by_label("paste a record").fill(json.loads(addresses.read_text())["games"][0]["address"])
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_selector('.replay[data-game="hanabi"]')


def test_a_stranger_is_asked_for_a_name_before_a_file_is_opened(visit: Visit) -> None:
    page = visit("#/replay")
    page.get_by_label("paste a record").fill(SHAREABLE)
    page.get_by_role("button", name="Replay it").click()
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector('.replay[data-game="bridge"]')
    page.get_by_text("You lead").wait_for()


def test_the_deals_of_a_file_can_be_played(visit: Visit, site: Site) -> None:
    page = visit("#/replay", site.guest("Ann"))
    page.get_by_label("paste a record").fill(SHAREABLE)
    page.get_by_role("button", name="Play these deals").click()
    page.wait_for_url(re.compile("#/table/"))
    table = page.url.split("/table/")[1].split("?")[0]
    page.wait_for_selector('[data-game="bridge"]')
    assert view_of(site, table)["pub"]["board"] == 1
    page.wait_for_selector('[data-card="S6"]')


# Tables that show a file


def view_of(site: Site, table: str) -> Any:
    """Return the view of a table as a player with its link gets it."""
    return site.view(table, guest=site.guest("Reader"))


def led(visit: Visit, site: Site, content: bytes, name: str) -> tuple[Any, Any, str]:
    """Return the page of a leader, the page of a follower, and the table."""
    leader = visit("#/replay", site.guest("Ann"))
    leader.wait_for_selector('.shell[data-page="replay"]')
    drop(leader, name, content)
    leader.get_by_text("You lead").wait_for()
    leader.wait_for_url(lambda at: "seat" not in at)
    table = leader.url.split("/table/")[1].split("?")[0]
    follower = visit(f"#/table/{table}", site.guest("Ben"), phone=True)
    follower.get_by_text("Ann leads").wait_for()
    return leader, follower, table


def test_everybody_at_a_shown_file_sees_double_dummy_values(visit: Visit, site: Site) -> None:
    leader, follower, table = led(visit, site, SHAREABLE.encode(), "club.pbn")
    answer = HTTP.get(
        f"{site.address}/v1/tables/{table}/analysis", headers=site.guest("Reader").header, timeout=60
    )
    if answer.status_code == 501:
        leader.get_by_text("This server has no double-dummy solver").wait_for()
        pytest.skip("the double-dummy solver is not installed")
    (analysis,) = answer.json()["boards"]
    pub = view_of(site, table)["pub"]
    for page in (leader, follower):
        page.wait_for_selector(".replay-dd")
        cells = page.eval_on_selector_all(
            ".replay-dd td:not(:empty)", "all => all.map((each) => each.textContent)"
        )
        assert cells == [
            str(analysis["double_dummy"][seat][strain])
            for seat in "NESW"
            for strain in ("C", "D", "H", "S", "NT")
        ]
        assert page.locator(".replay-board [data-mark]").count() == 0
    for turn in range(1, pub["auction"] + 1):
        leader.keyboard.press("ArrowRight")
        at(leader, turn)
    level = view_of(site, table)["pub"]["contract"]["level"]
    for page in (leader, follower):
        at(page, pub["auction"])
        assert marks(page) == marks_of(analysis["cards"][0]["values"], level)
    recorded = analysis["cards"][0]["played"]
    other = next(card for card in analysis["cards"][0]["values"] if card != recorded)
    leader.locator(f'.replay-try[data-card="{other}"]').click()
    at(follower, pub["auction"] + 1)
    (tried,) = HTTP.get(
        f"{site.address}/v1/tables/{table}/analysis", headers=site.guest("Reader").header, timeout=60
    ).json()["boards"]
    assert tried["cards"][0]["played"] == other
    for page in (leader, follower):
        page.wait_for_selector(".replay-board [data-mark]")
        assert marks(page) == marks_of(tried["cards"][1]["values"], level)


@pytest.mark.parametrize("width", [390, 820, 1024, 1200, 1280])
def test_each_suit_of_a_shown_hand_stands_in_one_line(visit: Visit, site: Site, width: int) -> None:
    leader, _, _ = led(visit, site, SHAREABLE.encode(), "club.pbn")
    leader.set_viewport_size({"width": width, "height": 800})
    expect(leader.locator(".replay-suits li")).to_have_count(16)
    heights = leader.locator(".replay-suits li").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert max(heights) < 1.5 * min(heights)


def marks(page: Any) -> dict[str, str]:
    """Return the marks on the cards that may be played, by card."""
    return dict(
        page.eval_on_selector_all(
            ".replay-board [data-mark]", "all => all.map((each) => [each.dataset.card, each.dataset.mark])"
        )
    )


def marks_of(values: dict[str, int], level: int) -> dict[str, str]:
    """Return the marks that players write for these numbers of tricks, such as `=`, `+1` or `−2`."""
    beside = {card: tricks - level - 6 for card, tricks in values.items()}
    return {card: f"{over:+d}".replace("-", "−") if over else "=" for card, over in beside.items()}


def test_a_follower_sees_the_card_that_the_leader_tries_and_then_leads(visit: Visit, site: Site) -> None:
    leader, follower, table = led(visit, site, SHAREABLE.encode(), "club.pbn")
    for turn in range(1, 7):
        leader.keyboard.press("ArrowRight")
        at(leader, turn)
    at(follower, 6)
    leader.locator('.replay-try[data-card="HQ"]').click()
    follower.get_by_text("Other moves, tried after move 6").wait_for()
    at(follower, 7)
    assert follower.locator('.replay-played [data-card="HQ"]').is_visible()
    assert "HQ" not in shown_hands(follower)[1]
    at(leader, 7)
    leader.keyboard.type("h7")
    at(follower, 8)
    at(leader, 8)
    leader.keyboard.press("ArrowLeft")
    at(follower, 7)
    pub = view_of(site, table)["pub"]
    assert (pub["tried"], pub["at"], pub["moves"]) == (6, 7, 8)
    leader.get_by_role("button", name="Back to the record").click()
    at(follower, 6)
    leader.get_by_role("button", name="Give up the lead").click()
    follower.get_by_role("button", name="Take the lead").tap()
    follower.get_by_text("You lead").wait_for()
    follower.get_by_role("button", name="One move forward").tap()
    at(leader, 7)
    assert leader.locator('.replay-played [data-card="HA"]').is_visible()


def test_results_of_an_analysis_that_come_late_do_not_move_the_button_that_leads_back_to_the_record(
    visit: Visit, site: Site
) -> None:
    leader = visit("#/replay", site.guest("Ann"))
    leader.wait_for_selector('.shell[data-page="replay"]')
    held: list[Any] = []
    leader.route("**/analysis*", lambda route: held.append(route))
    with leader.expect_request("**/analysis*"):
        drop(leader, "club.pbn", SHAREABLE.encode())
    leader.get_by_role("button", name="Pass", exact=True).last.click()
    back = leader.get_by_role("button", name="Back to the record")
    back.wait_for()
    before = back.bounding_box()
    leader.unroute("**/analysis*")  # What is held goes on, too.
    leader.wait_for_selector(".replay-dd")
    assert held and back.bounding_box() == before


def test_a_leader_tries_another_call_in_the_bidding_box(visit: Visit, site: Site) -> None:
    leader, follower, _ = led(visit, site, SHAREABLE.encode(), "club.pbn")
    leader.keyboard.press("ArrowRight")
    at(leader, 1)
    leader.get_by_role("button", name="Pass", exact=True).last.click()
    at(follower, 2)
    at(leader, 2)
    leader.keyboard.type("3n")
    at(follower, 3)
    follower.get_by_text("tried after move 2").wait_for()


def test_a_phone_tries_a_card_with_a_finger(visit: Visit, site: Site) -> None:
    page = visit("#/replay", site.guest("Ann"), phone=True)
    page.get_by_label("paste a record").fill(SHAREABLE)
    page.get_by_role("button", name="Replay it").tap()
    page.get_by_text("You lead").wait_for()
    page.get_by_role("button", name="One round forward").or_(
        page.get_by_role("button", name="One trick forward")
    ).tap()
    at(page, 6)
    page.get_by_text("Try another card for East").tap()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('.replay-tries button[data-card="CT"]').or_(
        page.locator('.replay-tries button[data-card="C7"]')
    ).first.tap()
    at(page, 7)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_leader_tries_another_move_of_hanabi(visit: Visit, site: Site) -> None:
    if not HANABI.exists():
        pytest.skip("the folder with real records is not here")
    leader, follower, table = led(visit, site, HANABI.read_bytes(), HANABI.name)
    leader.keyboard.press("ArrowRight")
    at(follower, 1)
    pub = view_of(site, table)["pub"]
    assert pub["players"] and pub["tried"] is None
    order = pub["hands"][pub["turn"]][0]
    leader.locator(f'[data-order="{order}"]').first.click()
    leader.get_by_role("button", name=re.compile("^Discard")).click()
    follower.get_by_text("Other moves, tried after move").wait_for()
    at(follower, 2)
    follower.get_by_role("combobox", name="Cards").select_option("0")
    follower.get_by_text("Notes of the players").tap()


def test_a_dropped_record_of_spades_is_led_from_its_deal_to_its_scores(visit: Visit, site: Site) -> None:
    record = short_text(long_game(3, 2, blind_nil_behind=0)).encode()
    leader, follower, table = led(visit, site, record, "club.json")
    leader.keyboard.press("End")
    pub = view_of(site, table)["pub"]
    at(leader, pub["moves"])
    result = view_of(site, table)["pub"]["result"]
    for page in (leader, follower):
        at(page, pub["moves"])
        for side, ended in enumerate(result["sides"]):
            account = page.locator(f".sp-over [data-side='{side}'] [data-change]")
            change = ended["after"]["points"] - ended["before"]["points"]
            assert int(account.get_attribute("data-change")) == change
    leader.get_by_role("button", name="2 of 2").click()
    at(follower, 0)
    assert view_of(site, table)["pub"]["hand"] == 2


@pytest.mark.parametrize("phone", [False, True], ids=["by keyboard", "by touch"])
def test_a_leader_tries_another_bid_and_another_card_of_spades(visit: Visit, site: Site, phone: bool) -> None:
    record = short_text(long_game(3, 1, blind_nil=0, blind_nil_pass=0))
    page = visit("#/replay", site.guest("Ann"), phone=phone)
    page.get_by_label("paste a record").fill(record)
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_selector('.replay[data-game="spades"]')
    page.get_by_text("You lead").wait_for()
    table = page.url.split("/table/")[1].split("?")[0]
    first = view_of(site, table)["pub"]
    assert first["hands"] and first["turn"] == 1
    recorded = json.loads(record)["hands"][0]["bids"][0]["tricks"]
    other = 3 if recorded != 3 else 4
    if phone:
        page.locator(f".replay-tries [data-bid='{other}']").tap()
    else:
        page.keyboard.type(str(other))
    at(page, 1)
    page.get_by_text("Other moves, tried after move 0").wait_for()
    assert next(iter(view_of(site, table)["pub"]["bids"].values()))["tricks"] == other
    page.get_by_role("button", name="Back to the record").click()
    at(page, 0)
    for turn in range(1, 5):
        page.get_by_role("button", name="One move forward").click()
        at(page, turn)
    hand = view_of(site, table)["pub"]["hands"][1]
    played = json.loads(record)["hands"][0]["plays"][0]["card"]
    card = next(each for each in hand if each != played and each[0] != "S")
    if phone:
        page.get_by_text("Try another move for").tap()
        page.locator(f".replay-tries button[data-card='{card}']").tap()
    else:
        page.keyboard.type(card.lower())
    at(page, 5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert view_of(site, table)["pub"]["plays"]["0"]["card"] == card


def test_a_watcher_of_a_replay_of_spades_sees_one_hand_only(visit: Visit, site: Site) -> None:
    record = short_text(long_game(3, 1)).encode()
    _, follower, table = led(visit, site, record, "club.json")
    expect(follower.locator(".sp-open")).to_have_count(4)
    follower.get_by_role("combobox", name="Cards").select_option("2")
    follower.wait_for_selector(".sp-bottom .hand [data-card]")
    shown = follower.eval_on_selector_all(
        ".sp-bottom .hand [data-card]", "all => all.map((each) => each.dataset.card)"
    )
    assert sorted(shown) == sorted(view_of(site, table)["pub"]["hands"][2])
    assert follower.locator(".sp-open").count() == 0


def test_a_comment_and_a_fault_of_a_record_are_shown(visit: Visit, site: Site) -> None:
    wrong = SHAREABLE.replace("HK H6 H3 H9", "{A comment} HK H6 H3 S9")
    page = visit("#/replay", site.guest("Ann"))
    page.get_by_label("paste a record").fill(wrong)
    page.get_by_role("button", name="Replay it").click()
    page.get_by_text("You lead").wait_for()
    page.keyboard.press("End")
    page.get_by_text("The record stops here").wait_for()


def test_the_end_of_a_replay_is_asked_for_twice(visit: Visit, site: Site) -> None:
    leader, follower, _ = led(visit, site, SHAREABLE.encode(), "club.pbn")
    leader.get_by_role("button", name="End the replay").click()
    leader.get_by_role("dialog").get_by_role("button", name="End the replay").click()
    follower.get_by_text("The leader has ended the replay").wait_for()
