"""A watcher's browser never holds a card that the watcher may not see: not in a frame, not on the page."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import Stage, bid, four_people, play_cards
from tests.browser.site import Site

CARD = re.compile(r'"([SHDC][2-9TJQKA])"')
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def test_a_watcher_finds_no_hidden_card_in_the_frames_in_the_page_or_in_its_storage(
    site: Site, visit: Visit
) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage)
        frames: list[str] = []
        page = visit("#/", site.guest("Wanda"))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
        page.goto(f"{site.address}/#/table/{table}")
        page.reload()
        page.wait_for_selector("[data-seat='0']")
        bid(stage, table, people, 0, "P", "P", "1NT", "P", "P", "P")
        play_cards(stage, table, people, 9)
        hands = [set(company.table(guest, table).view.own.hand) for guest in people]
        dummy = set(company.table(people[2], table).view.pub.dummy)
        hidden = {str(card) for hand in hands for card in hand if card not in dummy}
        assert len(hidden) == 52 - 9 - len(dummy), "expected to know the cards that a watcher may not see"
        last = site.view(table)["version"]
        page.wait_for_selector(".card")
        assert last > 1 and frames, "expected the watcher to follow the play"
        for text in (*frames, page.content(), storage(page)):
            assert not hidden & set(CARD.findall(text))
        assert not hidden & shown_cards(page)


def storage(page: Any) -> str:
    kept: str = page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    return kept


def shown_cards(page: Any) -> set[str]:
    return {each.get_attribute("data-card") for each in page.locator("[data-card]").all()}
