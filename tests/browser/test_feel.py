"""How the page feels: moves that wait for the server, motion, the size of text, printing, and speech."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from protocol.v1 import bridge
from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.proxy import Network
from tests.browser.scenes import Stage, bid, event_boards, four_people, play_cards, replayed, spades
from tests.browser.site import Site

SOUTH = 2
PENDING = ".br-played.pending"


@pytest.fixture
def network(site: Site) -> Iterator[Network]:
    """A network between the browser and the server that can be cut."""
    with Network(site.port) as between:
        yield between


@pytest.fixture
def stage(site: Site) -> Iterator[Stage]:
    with Company(site.address) as company:
        yield Stage(site, company)


def declared(stage: Stage, cards: int = 1) -> tuple[str, list[Any]]:
    """A table where South declares three notrump, after some cards; with one card, dummy is in turn."""
    table, people = four_people(stage)
    bid(stage, table, people, 0, "P", "P", "1NT", "P", "3NT", "P", "P", "P")
    play_cards(stage, table, people, cards)
    return table, people


def test_a_card_lies_on_the_table_at_once_says_that_it_waits_and_is_drawn_back_if_refused(
    stage: Stage, network: Network, visit: Visit
) -> None:
    table, people = declared(stage)
    page = visit(f"#/table/{table}", people[SOUTH], address=network.address)
    hand = page.locator(".br-side.top")
    card = hand.locator("button[data-card]").last
    card.wait_for()
    name = card.get_attribute("data-card")
    place = page.locator(".br-felt").bounding_box()
    network.silence()
    card.click()
    expect(page.locator(f"{PENDING} [data-card='{name}']")).to_be_visible(timeout=500)
    expect(hand.locator("button[data-card]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(f"{PENDING} .waits")).to_be_visible(timeout=1_500)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("alert")).to_contain_text("does not answer", timeout=3_000)
    assert page.locator(".br-felt").bounding_box() == place, "expected the news to move nothing"
    assert len(stage.site.view(table)["pub"]["plays"]) == 1
    # The page sends the move again once it is connected, and the server refuses it at a paused table.
    stage.company.do(people[0], lambda client: client.host(table, pause=True))
    network.mend()
    expect(page.locator(PENDING)).to_have_count(0)
    expect(hand.locator(f"button[data-card='{name}']")).to_be_visible()
    stage.company.do(people[0], lambda client: client.host(table, pause=False))
    hand.locator(f"button[data-card='{name}']").click()
    expect(page.locator(f".br-played:not(.pending) [data-card='{name}']")).to_be_visible()


def test_the_beginning_of_a_board_is_said_in_order_and_the_focus_stays_at_the_table(
    stage: Stage, visit: Visit
) -> None:
    people = [stage.site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    table = stage.site.open(people[0], "bridge", policy={"pause_ms": 600_000})
    page = visit(f"#/table/{table}?seat=2", people[SOUTH])
    page.locator(".br-side.bottom").wait_for()
    for seat in (0, 1, 3):
        stage.company.sit(people[seat], table, seat)
    stage.company.act(people[0], table, bridge.MakeCall(bridge.Call("1NT")))
    stage.company.act(people[1], table, bridge.MakeCall(bridge.Call("P")))
    said = page.get_by_role("log").locator("p")
    expect(said).to_have_text(
        [
            "Board 1. Dealer North. Neither side vulnerable.",
            re.compile("^Your hand: Spades .*; Hearts .*; Clubs .*; Diamonds .*"),
            "North: 1 notrump",
            "East: Pass",
            "Your turn to call",
        ],
    )
    page.keyboard.type("1c")
    expect(said.last).to_have_text("1 club: not allowed now")
    page.keyboard.type("3nt")
    expect(said.last).to_have_text("South: 3 notrump")
    page.get_by_role("button", name="Score", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.tagName") != "BODY"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_trick_moves_to_its_winner_unless_the_person_prefers_no_motion(
    stage: Stage, visit: Visit, motion: str
) -> None:
    table, people = declared(stage, 4)
    page = visit("#/", people[SOUTH])
    page.emulate_media(reduced_motion=motion)
    page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.moved = [];
            Element.prototype.animate = function (frames, options) {
                window.moved.push([this.className, frames.flatMap(Object.keys).sort()]);
                return animate.call(this, frames, options);
            };
        }"""
    )
    page.evaluate(f"location.hash = '#/table/{table}'")
    page.locator(".br-trick[data-complete='true']").wait_for()
    page.wait_for_function(
        "performance.getEntriesByType('resource').some((file) => /effects/.test(file.name))"
    )
    page.wait_for_timeout(400)
    page.evaluate("window.moved = []")
    play_cards(stage, table, people, 1)
    expect(page.locator(".br-played")).to_have_count(1)
    moved = page.evaluate("window.moved")
    if motion == "reduce":
        assert moved == []
    else:
        assert sorted(("swept" in name, keys) for name, keys in moved) == [
            (False, ["opacity", "transform"]),
            *4 * [(True, ["opacity", "transform"])],
        ]
        expect(page.locator(".swept")).to_have_count(0)


@pytest.mark.parametrize(("width", "height", "font"), [(1280, 800, 32), (390, 844, 32), (844, 390, 16)])
def test_text_follows_the_font_size_of_the_reader_and_a_low_window_shows_hand_and_moves(
    stage: Stage, visit: Visit, width: int, height: int, font: int
) -> None:
    at, ann = spades(stage, 0, blind_nil_behind=0)
    page = visit("#/", ann)
    page.set_viewport_size({"width": width, "height": height})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": font}})
    page.locator("main h1").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "expected the lobby to fit"
    page.evaluate(f"location.hash = '{at}'")
    last = page.locator(".sp-bottom .card").last
    last.wait_for()
    assert page.evaluate("getComputedStyle(document.body).fontSize") == f"{font}px"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if height < width:
        for part in (last, page.locator(".sp-task button").last, page.get_by_role("button", name="Chat")):
            box = part.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, box


def test_on_paper_a_replay_has_the_deal_and_nothing_to_press(stage: Stage, visit: Visit) -> None:
    at, guest = replayed(stage)
    page = visit(at, guest, theme="dark")
    page.locator(".replay-hand").first.wait_for()
    page.emulate_media(media="print")
    expect(page.locator(".replay-hand:visible")).to_have_count(4)
    expect(page.locator(".replay-auction")).to_be_visible()
    for hidden in ("header.head", ".replay-transport", "main .button"):
        expect(page.locator(f"{hidden}:visible")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


PAPER_PX = 703
"""The width of A4 between the margins of the style sheet, in CSS pixels."""
CUT_OFF = """boxes => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1 ||
    box.scrollHeight > box.clientHeight + 1 || box.getBoundingClientRect().right > innerWidth + 1).length"""


def test_on_paper_a_ranking_and_the_travellers_are_whole_and_have_nothing_to_press(
    stage: Stage, visit: Visit
) -> None:
    boards, dora = event_boards(stage)
    page = visit(boards, dora, theme="dark")
    first = page.locator(".events-traveller").first
    first.locator("tbody tr").first.wait_for()
    first.locator("summary").click()
    expect(first.locator("tbody tr")).to_have_count(0)
    page.set_viewport_size({"width": PAPER_PX, "height": 1000})
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".events-traveller tbody tr:visible")).to_have_count(6)
    assert page.locator(".events-scroll").evaluate_all(CUT_OFF) == 0
    page.evaluate("location.hash = location.hash.replace('/boards', '/ranking')")
    expect(page.locator(".events-lists tbody tr:visible")).to_have_count(6)
    assert page.locator(".events-scroll").evaluate_all(CUT_OFF) == 0
    expect(page.locator("header.head:visible, main button:visible, main .button:visible")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
