"""Boards as people might have recorded them: played by the rules, up to some card, with whatever was said."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Call, MakeCall, PlayCard, Vulnerability
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scoring import result as score_of
from server.games.bridge.state import BridgeState
from server.records.bridge.from_game import record_of
from server.records.bridge.record import BoardRecord, CardNote, Comment, DoubleDummy

WORDS = st.text(
    st.characters(
        codec="latin-1", exclude_categories=("Cc", "Zl", "Zp", "Zs"), exclude_characters='{}|[]";%\\,'
    )
    | st.just(" "),
    min_size=1,
    max_size=20,
).map(lambda text: " ".join(text.split()).strip("?- ") or "x")
"""Text that every format can hold, if it can hold text at all; `?` and `-` alone tell nothing in PBN."""

TAGS = ("Event", "Site", "Room", "Stage", "HomeTeam", "VisitTeam", "Competition")


@st.composite
def records(draw: st.DrawFn) -> BoardRecord:
    """One board: dealt at random, bid and played by the rules up to some point, perhaps claimed then."""
    rng = Random(draw(st.integers(0, 2**32)))
    played = _played(rng, draw(st.integers(1, 99)), draw(st.sampled_from((0, 3, 4, 7, 25, 51, 52))))
    record = _ended(played, rng)
    record = replace(record, calls=_remarked(draw, record), players=_players(draw))
    record = replace(record, comments=_comments(draw, record), card_notes=_card_notes(draw, record))
    if draw(st.booleans()):
        record = replace(record, double_dummy=DoubleDummy(tuple(_row(rng) for _ in SEATS)))
    return replace(record, info=_info(draw))


def sittings(most: int = 3) -> st.SearchStrategy[tuple[BoardRecord, ...]]:
    """Several boards, each with a number of its own, as one file holds them."""
    lists = st.lists(records(), min_size=1, max_size=most, unique_by=lambda record: record.number)
    return lists.map(tuple)


def _played(rng: Random, number: int, cards: int) -> BridgeState:
    state = BridgeState(board=number)
    deal = BRIDGE.chance(state, rng)
    assert deal is not None
    state = BRIDGE.apply(state, None, replace(deal, vulnerable=rng.choice(list(Vulnerability))))
    while state.phase == "auction":
        state = BRIDGE.apply(state, state.actor, _some_call(state, rng))
    while state.phase == "play" and len(state.plays) < cards:
        seat = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(
            state, seat, rng.choice([a for a in BRIDGE.legal_actions(state, seat) if isinstance(a, PlayCard)])
        )
    return state


def _some_call(state: BridgeState, rng: Random) -> MakeCall:
    legal = [
        each.call
        for each in BRIDGE.legal_actions(state, BRIDGE.to_act(state)[0])
        if isinstance(each, MakeCall)
    ]
    low = [call for call in legal if call is not Call.PASS][:4]
    return MakeCall(rng.choice(low) if low and rng.random() < 0.45 else Call.PASS)


def _ended(state: BridgeState, rng: Random) -> BoardRecord:
    """The record of a board, which was claimed where it was not played to its end."""
    record, contract, deal = record_of(state), state.contract, state.deal
    if contract is None or deal is None:
        return replace(record, scores=(0, 0))
    won = state.tricks[contract.declarer % 2]
    tricks = won + rng.randint(0, 13 - sum(state.tricks)) if state.phase == "play" else won
    score = score_of(contract, tricks, deal.vulnerable).score_ns
    assert score is not None
    return replace(record, tricks=tricks, claimed=state.phase == "play", scores=(score, -score))


def _remarked(draw: st.DrawFn, record: BoardRecord) -> tuple[object, ...]:
    said = draw(
        st.dictionaries(st.integers(0, len(record.calls) - 1), st.tuples(st.booleans(), WORDS | st.just("")))
    )
    return tuple(
        replace(each, alert=said[at][0], explanation=said[at][1]) if at in said else each
        for at, each in enumerate(record.calls)
    )


def _players(draw: st.DrawFn) -> tuple[str | None, ...]:
    names = draw(st.none() | st.tuples(WORDS, WORDS, WORDS, WORDS))
    return (None,) * 4 if names is None else names


def _comments(draw: st.DrawFn, record: BoardRecord) -> tuple[Comment, ...]:
    """In the order in which they were written; one that comes in the play comes after the auction."""
    moments = st.tuples(st.integers(0, len(record.calls) + len(record.cards)), WORDS)
    written = sorted(draw(st.lists(moments, max_size=3)), key=lambda each: each[0])
    calls = len(record.calls)
    return tuple(Comment(text, min(at, calls), max(at - calls, 0)) for at, text in written)


def _card_notes(draw: st.DrawFn, record: BoardRecord) -> tuple[CardNote, ...]:
    if not record.cards:
        return ()
    noted = draw(st.dictionaries(st.integers(0, len(record.cards) - 1), WORDS, max_size=2))
    return tuple(CardNote(at, text) for at, text in sorted(noted.items()))


def _row(rng: Random) -> tuple[int, int, int, int, int]:
    first, second, third, fourth, fifth = (rng.randint(0, 13) for _ in range(5))
    return first, second, third, fourth, fifth


def _info(draw: st.DrawFn) -> dict[str, str]:
    told = draw(st.dictionaries(st.sampled_from(TAGS), WORDS, max_size=3))
    return {**told, **({"Room": draw(st.sampled_from(("Open", "Closed")))} if "Room" in told else {})}
