"""A recorded game of Hanabi judged by the rules: every action done again, in words what cannot be."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.hanabi import (
    Action,
    Card,
    Character,
    ColorClue,
    Deal,
    Discard,
    Options,
    PlayCard,
    RankClue,
    Variant,
    Vote,
)
from protocol.v1.hanabi import End as HowEnded
from server.errors import IllegalAction
from server.games.hanabi.characters import CHARACTERS, stuck
from server.games.hanabi.deck import counts_of, deck_of, ranks_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from server.records.hanabi.record import (
    COLOR,
    DISCARD,
    END,
    END_BY_VOTE,
    PLAY,
    RANK,
    DeckCard,
    GameAction,
    GameRecord,
)

MOST_PLAYERS = 6
STOPS: dict[int, HowEnded] = {
    0: HowEnded.TERMINATED,
    **{each: each for each in (HowEnded.TIMEOUT, HowEnded.TERMINATED, HowEnded.IDLE_TIMEOUT)},
}
"""The end conditions that an action may state; one that states none is a player's termination."""
ENDS = (END, END_BY_VOTE)
STATED = (*STOPS.values(), HowEnded.VOTED)
"""The ends that only an action brings about, never a move."""


class Fault(Struct, frozen=True):
    """What is wrong in a record, and the JSON path there."""

    path: str
    what: str


class RecordWarning(Struct, frozen=True):
    """What a reader should know of a record that keeps the rules, and the JSON path there."""

    path: str
    what: str


class Judged(Struct, frozen=True):
    """The outcome of a record: its last state, the number of actions that count, and the fault, if any.

    `state` and `turns` are those of the end where actions stand behind it; `warnings` tell of these.
    """

    state: HanabiState | None
    turns: int
    fault: Fault | None = None
    warnings: tuple[RecordWarning, ...] = ()


class Wrong(Exception):
    """A record is not as the rules want it: what is wrong, and where."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(what)
        self.fault = Fault(path, what)


def judge(record: GameRecord, each: Callable[[HanabiState], None] = lambda state: None) -> Judged:
    """Play a recorded game again up to its end; `each` is told of every state, the first after the deal."""
    state, turns = None, 0
    try:
        state = dealt(record)
        each(state)
        for place, action in enumerate(record.actions):
            if _is_over(state, action):
                return Judged(state, turns, warnings=_behind_the_end(state, record.actions, place))
            state = done(state, action, f"$.actions[{place}]")
            turns += 1
            each(state)
    except Wrong as wrong:
        return Judged(state, turns, wrong.fault)
    return Judged(state, turns)


def dealt(record: GameRecord) -> HanabiState:
    """The state after the deal. Raises Wrong for what cannot be dealt."""
    options = options_of(record)
    _check_variant(options.variant)
    try:
        state = HANABI.start(options)
    except IllegalAction as error:
        raise Wrong("$.options", str(error)) from None
    variant = state.variant
    _check_deck(record.deck, variant)
    _check_notes(record, variant)
    deck = tuple(Card(card.suit_index, card.rank) for card in record.deck)
    deal = Deal(deck, record.seed or "", _characters(record, variant))
    try:
        return HANABI.apply(state, None, deal)
    except IllegalAction as error:
        raise Wrong("$.deck", str(error)) from None


def options_of(record: GameRecord) -> Options:
    """The options of a table on which a recorded game could have been played. Raises Wrong."""
    players, told = len(record.players), record.options
    if not 2 <= players <= MOST_PLAYERS:
        raise Wrong("$.players", f"expected 2 to {MOST_PLAYERS} players, got {players}")
    if not 0 <= told.starting_player < players:
        what = f"expected a seat below {players}, got {told.starting_player}"
        raise Wrong("$.options.startingPlayer", what)
    return Options(
        players=players,
        variant=told.variant,
        starting_player=told.starting_player,
        speedrun=told.speedrun,
        card_cycle=told.card_cycle,
        deck_plays=told.deck_plays,
        empty_clues=told.empty_clues,
        # as on Hanabi Live, one more and one less together are neither
        one_extra_card=told.one_extra_card and not told.one_less_card,
        one_less_card=told.one_less_card and not told.one_extra_card,
        all_or_nothing=told.all_or_nothing,
        detrimental_characters=told.detrimental_characters or bool(record.characters),
    )


def _check_variant(name: str) -> None:
    try:
        catalogue.named(name)
    except LookupError as error:
        raise Wrong("$.options.variant", str(error)) from None


def _check_deck(deck: tuple[DeckCard, ...], variant: Variant) -> None:
    expected = len(deck_of(variant))
    if len(deck) != expected:
        raise Wrong("$.deck", f"expected the {expected} cards of {variant.name}, got {len(deck)}")
    left = dict(counts_of(variant))
    for place, card in enumerate(deck):
        path = f"$.deck[{place}]"
        if not 0 <= card.suit_index < len(variant.suits):
            suits = len(variant.suits)
            raise Wrong(f"{path}.suitIndex", f"expected a suit below {suits}, got {card.suit_index}")
        if card.rank not in ranks_of(variant):
            raise Wrong(f"{path}.rank", f"expected a rank of {ranks_of(variant)}, got {card.rank}")
        known = Card(card.suit_index, card.rank)
        if not left[known]:
            name = f"{variant.suits[known.suit].name} {known.rank}"
            raise Wrong(path, f"expected {counts_of(variant)[known]} of {name} in the deck, got one more")
        left[known] -= 1


def _check_notes(record: GameRecord, variant: Variant) -> None:
    players, most = len(record.players), len(record.deck) + len(variant.suits)
    if record.notes and len(record.notes) != players:
        raise Wrong("$.notes", f"expected the notes of {players} players, got {len(record.notes)}")
    for seat, notes in enumerate(record.notes):
        if len(notes) > most:
            raise Wrong(f"$.notes[{seat}]", f"expected notes on at most {most} cards, got {len(notes)}")


def _characters(record: GameRecord, variant: Variant) -> tuple[Character, ...]:
    players = len(record.players)
    wanted = record.options.detrimental_characters or bool(record.characters)
    if wanted and len(record.characters) != players:
        raise Wrong("$.characters", f"expected {players} characters, got {len(record.characters)}")
    return tuple(_character(record, variant, seat) for seat in range(len(record.characters)))


def _character(record: GameRecord, variant: Variant, seat: int) -> Character:
    told, path = record.characters[seat], f"$.characters[{seat}]"
    nature = next((nature for nature in CHARACTERS.values() if nature.name == told.name), None)
    if nature is None:
        raise Wrong(f"{path}.name", f"expected a character of Hanabi Live, got {told.name!r}")
    if not nature.for_two and len(record.players) == 2:
        raise Wrong(f"{path}.name", f"expected a character for two players, got {told.name}")
    if nature.metadata is not None:
        _check_metadata(nature.metadata, told.metadata, variant, f"{path}.metadata")
    return Character(nature.id, nature.name, told.metadata if nature.metadata else -1)


def _check_metadata(kind: str, number: int, variant: Variant, path: str) -> None:
    """A character has a colour or suit of the variant, or a rank; no colour where the variant has none."""
    known = {"color": range(len(variant.colors)), "suit": range(len(variant.suits)), "rank": range(1, 6)}
    expected = known[kind] or range(-1, 0)
    if number not in expected:
        words = f"{kind} of {expected[0]} to {expected[-1]}".replace("color", "colour")
        raise Wrong(path, f"expected a {words}, got {number}")


def _behind_the_end(
    state: HanabiState, actions: tuple[GameAction, ...], place: int
) -> tuple[RecordWarning, ...]:
    """Return the warnings for the actions from `place` on, all behind the end that `state` has reached.

    Earlier versions of Hanabi Live played the last round to its end though no card could score any more, and
    stored an end-game action behind every end. Raises Wrong for moves that they did not allow either.
    """
    assert state.ended is not None, "expected a game that has ended"
    later, stated, closed = state, None, False
    for at, action in enumerate(actions[place:], place):
        path = f"$.actions[{at}]"
        if closed or (action.type in ENDS and state.ended.end in STATED):
            end = "an end-game action" if closed else _end(state.ended.end)
            raise Wrong(path, f"expected no action after the end ({end}), got type {action.type}")
        if action.type in ENDS:
            stated, closed = _stated(action, len(state.hands), path), True
        else:
            later = _played_on(later, action, path)
    warning = RecordWarning(f"$.actions[{place}]", _left_uncounted(state, actions[place:]))
    if stated in (None, state.ended.end):
        return (warning,)
    what = f"expected the end condition {state.ended.end:d} ({_end(state.ended.end)}), which counts"
    last = f"$.actions[{len(actions) - 1}]"
    return warning, RecordWarning(last, f"{what}, got {stated:d} ({_end(stated)})")


def _played_on(state: HanabiState, told: GameAction, path: str) -> HanabiState:
    """Return the game after one move more by the older rule, which knew no end before the last round's.

    Raises Wrong.
    """
    ended = state.ended
    if ended is None or ended.end is not HowEnded.NORMAL or state.turn == state.end_turn:
        return done(state, told, path)
    try:
        return done(replace(state, ended=None), told, path)
    except Wrong as wrong:
        what = f"expected no action after the end ({_end(ended.end)}), or one that the older rule allows"
        raise Wrong(wrong.fault.path, f"{what}: {wrong.fault.what}") from None


def _stated(told: GameAction, players: int, path: str) -> HowEnded | None:
    """Return the end condition that an action behind the end states, None for none. Raises Wrong."""
    if not -1 <= told.target < players:
        raise Wrong(f"{path}.target", f"expected a seat, 0 to {players - 1}, or -1, got {told.target}")
    conditions = {each.value: each for each in HowEnded}
    if told.value and told.value not in conditions:
        most = max(conditions)
        raise Wrong(f"{path}.value", f"expected an end condition of 0 to {most}, got {told.value}")
    return conditions.get(told.value)


def _left_uncounted(state: HanabiState, behind: tuple[GameAction, ...]) -> str:
    assert state.ended is not None, "expected a game that has ended"
    moves = sum(action.type not in ENDS for action in behind)
    parts = [f"{moves} move{'s' * (moves > 1)}"] * (moves > 0)
    parts += ["an end-game action"] * (moves < len(behind))
    got = " and ".join(parts)
    return (
        f"expected no action after the end ({_end(state.ended.end)}, {state.moves} actions),"
        f" got {got}, kept but not counted"
    )


def _is_over(state: HanabiState, told: GameAction) -> bool:
    """Return whether the game has ended before a recorded action."""
    return state.ended is not None and not (_waits(state) and told.type in ENDS)


def done(state: HanabiState, told: GameAction, path: str) -> HanabiState:
    """The game after one recorded action; `path` is where it stands. Raises Wrong for what cannot be."""
    if _waits(state) and told.type in ENDS:
        state = replace(state, ended=None)
    if state.ended is not None:
        raise Wrong(path, f"expected no action after the end ({_end(state.ended.end)}), got type {told.type}")
    if told.type == END_BY_VOTE:
        return _voted(state, told, path)
    if told.type == END:
        return _stopped(state, told, path)
    try:
        return HANABI.apply(state, state.seat, _move(state, told, path))
    except IllegalAction as error:
        what = f"expected what the rules allow seat {state.seat}, got {_shown(told)}: {error}"
        raise Wrong(path, what) from None


def _waits(state: HanabiState) -> bool:
    """Whether the game has ended as its next player may do nothing; Hanabi Live would wait for a vote."""
    ended = state.ended
    if ended is None or ended.end is not HowEnded.CHARACTER_SOFTLOCK or ended.seat is None:
        return False
    return not stuck(state, ended.seat)


def _move(state: HanabiState, told: GameAction, path: str) -> Action:
    match told.type:
        case 0 | 1 if told.value != 0:
            raise Wrong(f"{path}.value", f"expected 0 for a play or discard, got {told.value}")
        case 0 | 1 if not 0 <= told.target < len(state.deck):
            most = len(state.deck) - 1
            raise Wrong(f"{path}.target", f"expected a card of the deck, 0 to {most}, got {told.target}")
        case 2 | 3 if not 0 <= told.target < len(state.hands):
            most = len(state.hands) - 1
            raise Wrong(f"{path}.target", f"expected a seat, 0 to {most}, got {told.target}")
        case 2 if not 0 <= told.value < len(state.variant.colors):
            colors = len(state.variant.colors)
            raise Wrong(f"{path}.value", f"expected a colour below {colors}, got {told.value}")
        case 3 if told.value not in state.variant.ranks:
            ranks = state.variant.ranks
            raise Wrong(f"{path}.value", f"expected a clue of rank {ranks}, got {told.value}")
        case 0:
            return PlayCard(told.target)
        case 1:
            return Discard(told.target)
        case 2:
            return ColorClue(told.target, told.value)
        case 3:
            return RankClue(told.target, told.value)
        case _:
            raise Wrong(f"{path}.type", f"expected a type of 0 to 5, got {told.type}")


def _stopped(state: HanabiState, told: GameAction, path: str) -> HanabiState:
    if not -1 <= told.target < len(state.hands):
        most = len(state.hands) - 1
        raise Wrong(f"{path}.target", f"expected a seat, 0 to {most}, or -1, got {told.target}")
    if told.value not in STOPS:
        raise Wrong(f"{path}.value", f"expected an end condition of 3, 4 or 6, got {told.value}")
    return state.stopped(STOPS[told.value], None if told.target < 0 else told.target)


def _voted(state: HanabiState, told: GameAction, path: str) -> HanabiState:
    if told.target != -1:
        raise Wrong(f"{path}.target", f"expected -1 for an end by vote, got {told.target}")
    if told.value not in (0, HowEnded.VOTED):
        raise Wrong(f"{path}.value", f"expected the end condition 10 for an end by vote, got {told.value}")
    for seat in range(len(state.hands)):
        if state.ended is None:
            state = HANABI.apply(state, seat, Vote())
    return state


def _shown(told: GameAction) -> str:
    cards = {PLAY: "a play of card", DISCARD: "a discard of card"}
    names = {**cards, COLOR: "a colour clue to", RANK: "a rank clue to"}
    value = f" ({told.value})" if told.type in (COLOR, RANK) else ""
    return f"{names[told.type]} {told.target}{value}"


def _end(end: HowEnded) -> str:
    return end.name.lower().replace("_", " ")
