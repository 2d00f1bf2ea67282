"""What must hold of every scene: the worlds look alike to the observer, and nothing hidden leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from protocol.v1.codec import JSON, MAX_UPDATE_BYTES, MSGPACK
from server.games.bridge.state import BridgeState
from tests.secrecy.scenes.hearing import may_open
from tests.secrecy.scenes.knowledge import seen_in
from tests.secrecy.scenes.worlds import Cards, Scene
from tests.secrecy.staging.lines import Heard, Transcript, cards_named
from tests.secrecy.staging.stage import perform

WORD = re.compile(r"zq[0-9]{3}q*")
HAND = re.compile(r"(?:[AKQJT2-9]*\.){3}[AKQJT2-9]*")
"""Four suits as PBN writes a hand; only five cards or more are taken for one."""
IN_FILES = (re.compile(r"S[AKQJT2-9]*H[AKQJT2-9]*D[AKQJT2-9]*C[AKQJT2-9]*"), re.compile(r'"rank":\s*"\w+"'))
"""A hand as LIN writes it, and a card as endplay does."""
BETWEEN_HUBS = ("from owner", "from edge")
"""Through what the messages between two hubs are heard."""
SAMPLE = '{"suit": "spades", "rank": "10"}'
"""What the seed's API says of how a card is written."""


@dataclass(frozen=True)
class Performed:
    """A scene with what the observer heard in each of its worlds."""

    scene: Scene
    one: Transcript
    other: Transcript


def performed(scene: Scene, *, elsewhere: bool = False) -> Performed:
    """Both worlds of a scene, by the server as it is now, also with the observer at another hub."""
    return Performed(
        scene, perform(scene, elsewhere=elsewhere), perform(scene, other=True, elsewhere=elsewhere)
    )


def suspicions(both: Performed) -> list[str]:
    """Everything that could tell a hidden card."""
    scene, one, other = both.scene, both.one, both.other
    found = [*differences(one, other)]
    found += [*whispers(scene, 0, one), *whispers(scene, 1, other)]
    return found if scene.has_unseen else [*found, *told_apart(one, other)]


def strays(both: Performed) -> list[str]:
    """Where the server did not do what the script says, in any world."""
    return [told.strayed for told in (both.one, both.other) if told.strayed]


def faults(both: Performed) -> list[str]:
    """What the server itself logged as an error, in any world."""
    logs = [text for _, text in (*both.one.logs, *both.other.logs)]
    return [text for text in logs if " ERROR " in text or " CRITICAL " in text]


def differences(one: Transcript, other: Transcript) -> Iterator[str]:
    """The first thing that the observer hears otherwise, or at another time, in the other world."""
    mine = [(heard.at_ms, heard.through, heard.what) for heard in one.heard]
    yours = [(heard.at_ms, heard.through, heard.what) for heard in other.heard]
    for here, there in zip(mine, yours, strict=False):
        if here != there:
            yield f"heard in one world {here}, in the other {there}"
            return
    if len(mine) != len(yours):
        rest = (mine if len(mine) > len(yours) else yours)[min(len(mine), len(yours))]
        yield f"heard in one world only: {rest}"


def told_apart(one: Transcript, other: Transcript) -> Iterator[str]:
    """What the server writes down differently where nothing but hidden cards differs."""
    for (_, here), (_, there) in zip(one.logs, other.logs, strict=False):
        if here != there:
            yield f"logged in one world {here!r}, in the other {there!r}"
            return
    if len(one.logs) != len(other.logs):
        yield f"{len(one.logs)} log records in one world, {len(other.logs)} in the other"
    for here, there in zip(one.metrics.splitlines(), other.metrics.splitlines(), strict=False):
        if here != there:
            yield f"counted in one world {here!r}, in the other {there!r}"
            return


def whispers(scene: Scene, number: int, told: Transcript) -> Iterator[str]:
    """Every hidden card, and private word, that is told to the observer, or to anybody in a log or metric."""
    world, (mine, public) = scene.worlds[number], scene.known[number]
    last = len(world.states) - 1
    for heard in told.heard:
        if heard.through in BETWEEN_HUBS:
            continue  # Its frames are heard again at the connections of the observer.
        position, texts = min(heard.position, last), strings(heard)
        allowed = mine[position] | heard.asked
        if heard.through == "file" and position >= world.first_end:
            # of a deal that is finished; that of another one is not the same bytes
            allowed = frozenset(world.deck)
        for secret in (*named(scene, heard, texts, allowed), *overheard(scene, number, position, texts)):
            yield f"{secret} is told after {position} actions: {heard.what!r}"
    for position, text in told.logs:
        position = min(position, last)
        for secret in (*written(scene, text, public[position]), *words(text)):
            yield f"{secret} is logged after {position} actions: {text!r}"
    for secret in (*written(scene, told.metrics, public[-1]), *words(told.metrics)):
        yield f"{secret} is in the metrics"


def words(text: str) -> list[str]:
    """The words in a text that somebody said in private or in public."""
    found: list[str] = WORD.findall(text)
    return found


def overheard(scene: Scene, number: int, position: int, texts: Sequence[str]) -> Iterator[str]:
    """The words in texts that are not for the observer, at the board as he asked and as he heard."""
    said = [word for text in texts for word in words(text)]
    if not said:
        return
    world = scene.worlds[number]
    states: Sequence[BridgeState] = world.states[max(0, position - 1) : position + 1]
    seen = seen_in(world)[position]
    for word in said:
        about = scene.words[word]
        over = seen.over or states[-1].board > about.board
        opens = about.card is not None and any(
            may_open(state, scene.observer, about.card) for state in states
        )
        if not about.heard and not (about.at_end and over) and not opens:
            yield word


def secrets(texts: Sequence[str], allowed: Cards) -> Iterator[str]:
    """The cards beyond those allowed, and hands, that texts name."""
    for text in texts:
        cards, hands = _cards_and_hands(text)
        yield from (name for name in cards if name not in allowed)
        if len(allowed) < 52:
            yield from hands


@lru_cache(100_000)
def _cards_and_hands(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards and the hands that a text names; most texts, such as the names of fields, come often."""
    hands = (hand for form in (HAND, *IN_FILES) for hand in form.findall(text))
    return tuple(cards_named(text)), tuple(hand for hand in hands if len(hand) > 7)


def named(scene: Scene, heard: Heard, texts: Sequence[str], allowed: Cards) -> Iterator[str]:
    """The cards beyond those allowed in what was heard, whose strings are `texts`."""
    names = scene.worlds[0].kind.names
    if names is None:
        yield from secrets(texts, allowed)
    else:
        yield from (name for name in names(_decoded(heard)) if name not in allowed)


def written(scene: Scene, text: str, allowed: Cards) -> Iterator[str]:
    """The cards beyond those allowed in a text of the server's own."""
    names = scene.worlds[0].kind.names
    yield from secrets([text], allowed) if names is None else (n for n in names(text) if n not in allowed)


def _decoded(heard: Heard) -> object:
    """A message as it is understood, or the bytes of what is none, as a text."""
    kind, _, rest = heard.what.partition(b" ")
    codec = MSGPACK if kind == b"frame" and "msgpack" in heard.through else JSON
    if kind in (b"frame", b"body") and (codec is MSGPACK or rest[:1] in (b"{", b"[")):
        return codec.decode_plain(rest, MAX_UPDATE_BYTES)
    return heard.what.decode()


def strings(heard: Heard) -> list[str]:
    """Every string in what was heard. Raises InvalidMessage for a frame or body that is no message."""
    kind, _, rest = heard.what.partition(b" ")
    if kind == b"body" and heard.through == "seed":
        plain = JSON.decode_plain(rest, MAX_UPDATE_BYTES)
        return [text.replace(SAMPLE, "") for text in (*_strings_in(plain), *_seed_cards_in(plain))]
    if kind == b"frame" and "msgpack" in heard.through:
        return [*_strings_in(MSGPACK.decode_plain(rest, MAX_UPDATE_BYTES))]
    if kind == b"body" and (heard.through == "file" or rest[:1] not in (b"{", b"[", b"\n")):
        return [rest.decode()]  # a finished board, or a convention card as it was laid
    if kind in (b"frame", b"body") and rest.strip():
        return [rest.decode(), *_strings_in(JSON.decode_plain(rest, MAX_UPDATE_BYTES))]
    return [heard.what.decode()]


def _seed_cards_in(plain: object) -> Iterator[str]:
    """The cards as the seed's API writes them, by the names that they have elsewhere."""
    match plain:
        case {"suit": str(suit), "rank": str(rank)}:
            yield suit[0].upper() + {"10": "T"}.get(rank, rank)
        case dict():
            for value in plain.values():
                yield from _seed_cards_in(value)
        case list():
            for value in plain:
                yield from _seed_cards_in(value)


def _strings_in(plain: object) -> Iterator[str]:
    match plain:
        case str():
            yield plain
        case dict():
            for key, value in plain.items():
                yield from _strings_in(key)
                yield from _strings_in(value)
        case list():
            for value in plain:
                yield from _strings_in(value)
