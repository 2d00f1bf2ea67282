"""People play Spades in the browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from protocol.v1.spades import Options
from server.games.spades.settled import rules_of
from tests.browser import spades_views
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.site import ROOT, Site

PAGE = ROOT / "bots/browser"
AXE = PAGE / "node_modules/axe-core/axe.min.js"
BLIND = {"blind_nil_behind": 0}
PAD = ".sp-bidding [data-bid]"
CARDS = ".sp-bottom .hand button.card"
TASK = ".sp-bottom"


def sit(site: Site, visit: Visit, options: dict[str, Any], *, seat: int = 0, **look: Any) -> Any:
    """Open a table with robots in all seats but one, and return the page of the player in this seat."""
    ann = site.guest("Ann")
    players = rules_of(msgspec.convert(options, Options)).players
    robots = {str(each): "plain" for each in range(players) if each != seat}
    table = site.open(
        ann, "spades", options=options, seats=robots, policy={"robot_ms": 0, "pause_ms": 60_000}
    )
    page = visit(f"#/table/{table}?seat={seat}", ann, **look)
    page.wait_for_selector(".sp-table:not([data-phase=deal])")
    return page


def do_until(page: Any, aim: str, steps: Sequence[tuple[str, Callable[[], None]]]) -> None:
    """Take the first of the steps whose selector is shown, again and again until `aim` is shown."""
    end = time.monotonic() + 30
    while page.locator(aim).count() == 0:
        assert time.monotonic() < end, f"expected {aim}, got {page.locator('.sp-table').inner_text()}"
        for selector, act in steps:
            if page.locator(selector).count():
                act()
                break
        page.wait_for_timeout(30)


def playing(page: Any) -> None:
    """Look, bid the lowest number and pass the first cards, until it is the player's turn to play a card."""
    do_until(page, f"[data-phase=play] {CARDS}", preparing(page))


def preparing(page: Any) -> list[tuple[str, Callable[[], None]]]:
    return [
        (".sp-sure [data-act=sure]", lambda: page.locator(".sp-sure [data-act=sure]").press("Enter")),
        (
            ".sp-blind [data-act=look]",
            lambda: page.evaluate("document.querySelector('[data-act=look]')?.click()"),
        ),
        (PAD, lambda: page.evaluate(f"document.querySelector('{PAD}')?.click()")),
        (
            ".sp-draw button.card",
            lambda: page.evaluate("document.querySelector('.sp-draw button.card')?.click()"),
        ),
        (".sp-exchange", lambda: pass_first(page)),
    ]


def pass_first(page: Any) -> None:
    page.evaluate(f"[...document.querySelectorAll('{CARDS}')].slice(0, 2).forEach((card) => card.click())")
    page.wait_for_timeout(30)
    page.evaluate("document.querySelector('[data-act=pass]')?.click()")


def cards_of(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        ".sp-bottom .hand [data-card]", "all => all.map((each) => each.dataset.card)"
    )
    return found


def test_four_people_play_a_hand_with_a_blind_nil_and_its_exchange(visit: Visit, site: Site) -> None:
    people = [site.guest(name) for name in ("North", "Ann", "South", "Ben")]
    table = site.open(people[0], "spades", options=BLIND, policy={"pause_ms": 60_000})
    pages = [visit(f"#/table/{table}?seat={seat}", guest) for seat, guest in enumerate(people)]
    north, ann, south, ben = pages

    ann.wait_for_selector(".sp-blind [data-bid=blind_nil]")
    assert cards_of(ann) == [], "expected a hand face down"
    expect(ann.locator(".sp-back")).to_have_count(13)
    ann.click("[data-bid=blind_nil]")
    assert "200" in ann.locator(".sp-sure").inner_text()
    ann.click("[data-act=back]")
    assert site.view(table)["pub"]["bids"] == {}, "expected no bid before its confirmation"
    ann.click("[data-bid=blind_nil]")
    ann.click("[data-act=sure]")
    ann.wait_for_selector(".sp-bottom .hand [data-card]")

    south.click("[data-act=look]")
    south.click("[data-act=sure]")
    south.click(f"{PAD}[data-bid='3']")
    ben.wait_for_selector(PAD)
    assert ben.locator(".sp-blind").count() == 0, "expected one blind nil a side"
    assert "blind nil" in ben.locator(".sp-bidding").inner_text()
    ben.click(f"{PAD}[data-bid='5']")
    north.click("[data-act=look]")
    north.click("[data-act=sure]")
    north.click(f"{PAD}[data-bid='2']")

    given = {}
    for giver, taker in ((ann, ben), (ben, ann)):
        giver.wait_for_selector(".sp-exchange")
        hand = cards_of(giver)
        for card in hand[:3]:
            giver.click(f"{CARDS}[data-card={card}]")
        assert giver.locator(f"{CARDS}[aria-pressed=true]").count() == 2, "expected no third card"
        giver.click("[data-act=pass]")
        giver.wait_for_selector(".sp-exchanged")
        taker.wait_for_selector(".sp-exchanged")
        given[giver] = hand[:2]
        for other in (north, south):
            assert other.locator(".sp-exchanged").count() == 0, "expected the opponents to see no passed card"
    for card in given[ben]:
        ann.wait_for_selector(f".sp-bottom .hand [data-card={card}]")
    assert len(cards_of(ann)) == 13

    end = time.monotonic() + 90
    while not all(page.locator(".sp-over").count() for page in pages):
        assert time.monotonic() < end, "expected the hand to end"
        for page in pages:
            if page.locator(CARDS).count():
                page.evaluate(f"document.querySelector('{CARDS}')?.click()")
        ann.wait_for_timeout(20)

    result = site.view(table)["pub"]["result"]
    assert sum(result["tricks"]) == 13
    for page in pages:
        for side, ended in enumerate(result["sides"]):
            account = page.locator(f".sp-over [data-side='{side}']")
            change = account.locator("[data-change]").get_attribute("data-change")
            assert int(change) == ended["after"]["points"] - ended["before"]["points"]
        nil = page.locator(".sp-over [data-side='1'] [data-line=nil]").inner_text()
        assert "Ann: blind nil" in nil
        assert ("failed" in nil) == (result["tricks"][1] > 0)


def test_every_action_is_possible_with_the_keyboard_alone(visit: Visit, site: Site) -> None:
    page = sit(site, visit, BLIND)
    page.wait_for_selector(".sp-blind [data-bid=blind_nil]")
    page.keyboard.type("bn")
    page.wait_for_selector(".sp-sure")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sp-exchange")
    first, second = cards_of(page)[:2]
    page.keyboard.type(first.lower())
    page.wait_for_selector(f"{CARDS}[data-card={first}][aria-pressed=true]")
    page.keyboard.type((second[1] + second[0]).lower())
    page.wait_for_selector("[data-act=pass]:enabled")
    page.keyboard.type("pass")
    page.wait_for_selector(f"[data-phase=play] {CARDS}")
    card = page.locator(CARDS).first.get_attribute("data-card")
    page.keyboard.type(card.lower())
    page.wait_for_selector(f".sp-bottom .hand [data-card={card}]", state="detached")

    page = sit(site, visit, BLIND)
    page.wait_for_selector(".sp-blind [data-bid=blind_nil]")
    page.keyboard.type("look")
    page.wait_for_selector(".sp-sure")
    page.keyboard.press("Enter")
    page.wait_for_selector(PAD)
    page.keyboard.type("3")
    page.wait_for_selector(PAD, state="detached")
    assert "3" in page.locator("[data-seat='0'] .sp-told").inner_text()

    page = sit(site, visit, {"players": 2}, seat=1)
    page.wait_for_selector(".sp-draw button.card")
    card = page.locator(".sp-draw button.card").first.get_attribute("data-card")
    page.keyboard.type(card.lower())
    page.wait_for_selector(f".sp-bottom .hand [data-card={card}]")

    page = sit(site, visit, {"blind_bid": 6, "blind_bid_behind": 0, "blind_nil": 0}, seat=1)
    page.wait_for_selector(".sp-blind")
    page.keyboard.type("b7")
    page.wait_for_selector(".sp-sure")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sp-sure", state="detached")
    assert "blind 7" in page.locator("[data-seat='1'] .sp-told").inner_text()

    page = sit(site, visit, {}, seat=1)
    page.wait_for_selector(PAD)
    page.keyboard.type("nil")
    page.wait_for_selector(PAD, state="detached")
    assert "nil" in page.locator("[data-seat='1'] .sp-told").inner_text()


def test_the_focus_stays_at_the_hand_when_its_buttons_change(visit: Visit, site: Site) -> None:
    page = sit(site, visit, {}, seat=1)
    page.wait_for_selector(PAD)
    page.locator(PAD).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(PAD, state="detached")
    assert page.evaluate("document.activeElement.closest('.sp-bottom') !== null")


def test_every_action_is_possible_with_a_finger_on_a_phone(visit: Visit, site: Site) -> None:
    page = sit(site, visit, BLIND, phone=True)
    blind = ".sp-blind [data-bid=blind_nil]"
    do_until(page, "[data-act=sure]", [(blind, lambda: page.tap(blind))])
    page.tap("[data-act=sure]")
    page.wait_for_selector(".sp-exchange")
    for card in cards_of(page)[-2:]:
        page.tap(f"{CARDS}[data-card={card}]")
    page.tap("[data-act=pass]")
    page.wait_for_selector(f"[data-phase=play] {CARDS}")
    card = page.locator(CARDS).first.get_attribute("data-card")
    page.tap(f"{CARDS}[data-card={card}]")
    page.wait_for_selector(f".sp-bottom .hand [data-card={card}]", state="detached")

    page = sit(site, visit, BLIND, phone=True)
    # A robot that bids in between moves the button under the finger, so that a tap may miss it.
    do_until(page, "[data-act=sure]", [("[data-act=look]", lambda: page.tap("[data-act=look]"))])
    page.tap("[data-act=sure]")
    page.tap(f"{PAD}[data-bid='1']")
    page.wait_for_selector(PAD, state="detached")

    page = sit(site, visit, {}, seat=1, phone=True)
    page.tap(f"{PAD}[data-bid=nil]")
    page.wait_for_selector(PAD, state="detached")
    assert "nil" in page.locator("[data-seat='1'] .sp-told").inner_text()

    page = sit(site, visit, {"blind_bid": 6, "blind_bid_behind": 0, "blind_nil": 0}, seat=1, phone=True)
    page.tap(".sp-blind [data-bid=blind_7]")
    page.tap("[data-act=sure]")
    page.wait_for_selector(".sp-sure", state="detached")
    assert "blind 7" in page.locator("[data-seat='1'] .sp-told").inner_text()

    page = sit(site, visit, {"players": 2}, seat=1, phone=True)
    card = page.locator(".sp-draw button.card").first.get_attribute("data-card")
    page.tap(f".sp-draw button.card[data-card={card}]")
    page.wait_for_selector(f".sp-bottom .hand [data-card={card}]")


def test_a_player_who_wants_it_confirms_bids_and_cards_with_a_second_tap(visit: Visit, site: Site) -> None:
    page = sit(site, visit, {}, seat=1, confirm=True)
    page.click(f"{PAD}[data-bid='4']")
    assert "4" in page.locator(".sp-bidding header").inner_text()
    expect(page.locator(f"{PAD}[data-bid='4'][aria-pressed=true]")).to_have_count(1)
    page.click(f"{PAD}[data-bid='4']")
    page.wait_for_selector(PAD, state="detached")
    assert "4" in page.locator("[data-seat='1'] .sp-told").inner_text()


SIZES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four in pairs": {},
    "four alone": {"preset": "solo"},
    "five": {"players": 5},
    "six in pairs": {"players": 6},
    "six alone": {"players": 6, "sides": "solo"},
}
WINDOWS = {"desk": DESK, "phone": PHONE, "tablet": {"width": 820, "height": 1180}}
BOXES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const box = each.getBoundingClientRect();
  return { name: `${each.className} ${each.dataset.place ?? ""}`, left: box.left, right: box.right,
           top: box.top, bottom: box.bottom };
})"""
PARTS = ".sp-seat, .sp-cards .sp-played, .sp-bottom, .sp-head, .sp-chip, .sp-note"
INSIDE = ".sp-bottom .card, .sp-bottom button, .sp-head button, .sp-seat p"
"""What stands within the parts, where it may overlap, such as the cards of a hand."""


def overlapping(boxes: Sequence[dict[str, Any]]) -> list[str]:
    """Return the pairs of boxes that share more than a pixel, except cards of the same trick."""
    found = []
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            if "sp-played" in one["name"] and "sp-played" in other["name"]:
                continue
            wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
            high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            if wide > 1 and high > 1:
                found.append(f"{one['name']} / {other['name']}: {wide:.0f} x {high:.0f}")
    return found


@pytest.mark.parametrize("device", WINDOWS)
@pytest.mark.parametrize("size", SIZES)
def test_a_table_of_each_size_shows_all_seats_without_overlap(
    visit: Visit, site: Site, size: str, device: str
) -> None:
    page = sit(site, visit, SIZES[size], phone=device != "desk")
    players = rules_of(msgspec.convert(SIZES[size], Options)).players
    window = WINDOWS[device]
    page.set_viewport_size(window)
    tabs = page.locator(".people-tabs").bounding_box()
    bottom = window["height"] if tabs is None else tabs["y"]
    for step in ("bids", "first card", "second card"):
        if step == "bids":
            page.wait_for_selector(f"{PAD}, .sp-draw button.card, .sp-blind")
        else:
            playing(page)
        page.wait_for_timeout(700)
        boxes = page.evaluate(BOXES, PARTS)
        assert len([box for box in boxes if "sp-seat" in box["name"]]) == players
        assert overlapping(boxes) == [], step
        for box in [*boxes, *page.evaluate(BOXES, INSIDE)]:
            assert box["left"] >= 0, (step, box)
            assert box["right"] <= window["width"] + 0.5, (step, box)
            assert box["top"] >= 0, (step, box)
            assert box["bottom"] <= bottom + 0.5, (step, box)
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], step
        if step != "bids":
            page.evaluate(f"document.querySelector('{CARDS}')?.click()")
            page.wait_for_timeout(100)


def test_buttons_and_cards_are_large_enough_for_a_finger(visit: Visit, site: Site) -> None:
    page = sit(site, visit, {}, seat=1, phone=True)
    page.wait_for_selector(PAD)
    small = page.evaluate(
        "[...document.querySelectorAll('.sp-table button')].map((each) => [each.textContent, each"
        ".getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44)"
    )
    assert small == []


def test_the_table_keeps_its_place_while_the_turn_goes_round(visit: Visit, site: Site) -> None:
    page = sit(site, visit, {}, phone=True)
    playing(page)
    tops = (
        "['felt', 'bottom'].map((each) => document.querySelector('.sp-' + each).getBoundingClientRect().top)"
    )
    before = page.evaluate(tops)
    for _ in range(6):
        page.evaluate(f"document.querySelector('{CARDS}')?.click()")
        page.wait_for_timeout(60)
        assert page.evaluate(tops) == before
        playing(page)
        assert page.evaluate(tops) == before


def test_the_last_trick_the_scores_and_the_rules_open(visit: Visit, site: Site) -> None:
    page = sit(site, visit, {"preset": "whiz", "target": 300})
    playing(page)
    page.evaluate(f"document.querySelector('{CARDS}').click()")
    playing(page)
    page.click("[data-open=last]")
    expect(page.locator(".sp-last [data-card]")).to_have_count(4)
    expect(page.locator(".sp-last .sp-wins")).to_have_count(1)
    page.keyboard.press("Escape")
    page.click("[data-open=rules]")
    told = page.locator("dialog").inner_text()
    assert "Whiz, with one change" in told
    assert page.locator("[data-rule=target]").inner_text().replace("\n", " ").startswith("Points to win 300")
    page.keyboard.press("Escape")
    do_until(
        page, ".sp-over", [(CARDS, lambda: page.evaluate(f"document.querySelector('{CARDS}')?.click()"))]
    )
    page.click("[data-open=scores]")
    expect(page.locator(".sp-sheet tbody tr")).to_have_count(1)
    expect(page.locator("dialog .sp-account")).to_have_count(2)


def test_the_second_partners_plate_has_the_total_and_the_tricks_of_both(visit: Visit, site: Site) -> None:
    page = sit(site, visit, {"preset": "seed", "nil": 0, "blind_nil": 0, "blind_nil_pass": 0}, phone=True)
    for _ in range(3):
        playing(page)
        page.evaluate(f"document.querySelector('{CARDS}')?.click()")
    playing(page)
    table = page.url.split("/table/")[1].split("?")[0]
    plates = page.locator(".sp-seats .sp-told")

    def totals() -> list[str]:
        """Return what the plates must tell after the tricks that the server has now."""
        pub = site.view(table)["pub"]
        assert pub["numbers"] != [None, None]
        return [f"together {sum(pub['tricks'][side::2])} of {pub['numbers'][side]}" for side in (0, 1)]

    end = time.monotonic() + 15
    while sorted(text for text in plates.all_inner_texts() if text.startswith("together")) != sorted(
        totals()
    ):
        assert time.monotonic() < end, "expected the plates to tell the tricks of both partners"
        page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sum("(bid " in text for text in plates.all_inner_texts()) == 2


def test_watchers_find_no_hand_in_the_page(visit: Visit, site: Site) -> None:
    ann = site.guest("Ann")
    table = site.open(ann, "spades", seats={str(seat): "plain" for seat in (1, 2, 3)}, policy={"robot_ms": 0})
    mine = visit(f"#/table/{table}?seat=0", ann)
    frames: list[str] = []
    watcher = visit("#/")
    watcher.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame)))
    )
    watcher.reload()
    watcher.goto(f"{site.address}/#/table/{table}")
    watcher.wait_for_selector(".sp-table")
    playing(mine)
    hand = cards_of(mine)
    assert hand
    assert watcher.locator(".sp-bottom [data-card], .sp-open").count() == 0
    plays = {play["card"] for play in site.view(table)["pub"]["plays"].values()}
    text = " ".join(frames) + watcher.content()
    assert [card for card in hand if card not in plays and f'"{card}"' in text] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table_of_spades(visit: Visit, site: Site, theme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed; run make page")
    page = sit(site, visit, BLIND, theme=theme)
    axe = AXE.read_text()
    for step in ("face down", "bids", "play", "scores", "rules"):
        if step == "bids":
            page.click("[data-act=look]")
            page.click("[data-act=sure]")
            page.wait_for_selector(PAD)
        elif step == "play":
            playing(page)
        elif step in ("scores", "rules"):
            page.keyboard.press("Escape")
            page.click(f"[data-open={step}]")
        else:
            page.wait_for_selector(".sp-blind")
        page.wait_for_timeout(400)
        page.evaluate(axe)
        faults = page.evaluate(
            "axe.run('.game').then((found) => found.violations.map((each) =>"
            " [each.id, each.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3)]))"
        )
        assert faults == [], step


def test_the_recorded_views_of_the_page_are_those_that_the_server_makes() -> None:
    expected = "the record of `python -m tests.browser.spades_views`"
    assert spades_views.RECORD.read_text() == spades_views.written(), f"expected {expected}"


def test_the_server_accepts_whatever_the_form_of_options_can_make() -> None:
    beside = Path(sys.executable).parent / "deno"
    deno = str(beside) if beside.exists() else shutil.which("deno")
    if deno is None:
        pytest.skip("there is no deno; run make page")
    done = subprocess.run(
        [deno, "run", "-A", "test/spades_forms.ts"],
        cwd=PAGE,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    uses = json.loads(done.stdout)
    assert len(uses) > 100
    for use in uses:
        rules = rules_of(msgspec.convert(use["options"], Options))
        assert msgspec.to_builtins(rules) == use["rules"], use["options"]
