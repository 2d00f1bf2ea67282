"""The validation of a recorded game of Hanabi: every action is played by the rules."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from protocol.rules.hanabi.deck import ranks_of
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
from server.games.hanabi.characters import CHARACTERS, is_stuck
from server.games.hanabi.deck import counts_of, deck_of
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
"""The ways in which a game of Hanabi ends, by the number in its end-game action; 0 means by a player."""
ENDS = (END, END_BY_VOTE)
STATED = (*STOPS.values(), HowEnded.VOTED)
"""The ways to end a game of Hanabi without a move, which therefore only an end-game action records."""


class Fault(Struct, frozen=True):
    """The first error in a recorded game of Hanabi: its JSON path and its text."""

    path: str
    error: str


class RecordWarning(Struct, frozen=True):
    """A warning about a recorded game of Hanabi that keeps the rules: its JSON path and its text."""

    path: str
    error: str


class Validation(Struct, frozen=True):
    """The result of validating a game of Hanabi: last state, number of valid actions, and error, if any.

    If a record has actions after the end of the game, `state` and `turns` do not include these actions, and
    `warnings` report them.
    """

    state: HanabiState | None
    turns: int
    fault: Fault | None = None
    warnings: tuple[RecordWarning, ...] = ()


class Invalid(Exception):
    """The error that a recorded game breaks the rules of Hanabi, with the JSON path of the fault."""

    def __init__(self, path: str, error: str) -> None:
        super().__init__(error)
        self.fault = Fault(path, error)


def validate(record: GameRecord, each: Callable[[HanabiState], None] = lambda state: None) -> Validation:
    """Play a recorded game of Hanabi by the rules up to its end, and return the result of the validation.

    `each` is a function that is called with the state after the deal and after each action.
    """
    state, turns = None, 0
    try:
        state = after_deal(record)
        each(state)
        for index, action in enumerate(record.actions):
            if _is_over(state, action):
                return Validation(state, turns, warnings=_after_end(state, record.actions, index))
            state = apply_recorded(state, action, f"$.actions[{index}]")
            turns += 1
            each(state)
    except Invalid as invalid:
        return Validation(state, turns, invalid.fault)
    return Validation(state, turns)


def after_deal(record: GameRecord) -> HanabiState:
    """Return the state of a recorded game after the deal.

    Raises Invalid if the recorded deck or its deal is impossible.
    """
    options = options_of(record)
    _check_variant(options.variant)
    try:
        state = HANABI.start(options)
    except IllegalAction as error:
        raise Invalid("$.options", str(error)) from None
    variant = state.variant
    _check_deck(record.deck, variant)
    _check_notes(record, variant)
    deck = tuple(Card(card.suit_index, card.rank) for card in record.deck)
    deal = Deal(deck, record.seed or "", _characters(record, variant))
    try:
        return HANABI.apply(state, None, deal)
    except IllegalAction as error:
        raise Invalid("$.deck", str(error)) from None


def options_of(record: GameRecord) -> Options:
    """Return the options that a table needs for playing a recorded game.

    Raises Invalid for an impossible number of players or an impossible starting player.
    """
    players, recorded = len(record.players), record.options
    if not 2 <= players <= MOST_PLAYERS:
        raise Invalid("$.players", f"expected 2 to {MOST_PLAYERS} players, got {players}")
    if not 0 <= recorded.starting_player < players:
        error = f"expected a seat from 0 to {players - 1}, got {recorded.starting_player}"
        raise Invalid("$.options.startingPlayer", error)
    return Options(
        players=players,
        variant=recorded.variant,
        starting_player=recorded.starting_player,
        speedrun=recorded.speedrun,
        card_cycle=recorded.card_cycle,
        deck_plays=recorded.deck_plays,
        empty_clues=recorded.empty_clues,
        # As on Hanabi Live, the options for one more card and for one card less cancel each other.
        one_extra_card=recorded.one_extra_card and not recorded.one_less_card,
        one_less_card=recorded.one_less_card and not recorded.one_extra_card,
        all_or_nothing=recorded.all_or_nothing,
        detrimental_characters=recorded.detrimental_characters,
    )


def _check_variant(name: str) -> None:
    try:
        catalogue.variant_named(name)
    except LookupError as error:
        raise Invalid("$.options.variant", str(error)) from None


def _check_deck(deck: tuple[DeckCard, ...], variant: Variant) -> None:
    expected = len(deck_of(variant))
    if len(deck) != expected:
        raise Invalid(
            "$.deck", f"expected the {expected} cards of the variant {variant.name}, got {len(deck)}"
        )
    left = dict(counts_of(variant))
    for index, card in enumerate(deck):
        path = f"$.deck[{index}]"
        if not 0 <= card.suit_index < len(variant.suits):
            suits = len(variant.suits)
            raise Invalid(
                f"{path}.suitIndex", f"expected a suit from 0 to {suits - 1}, got {card.suit_index}"
            )
        if card.rank not in ranks_of(variant):
            ranks = ", ".join(map(str, ranks_of(variant)))
            raise Invalid(f"{path}.rank", f"expected one of the ranks {ranks}, got {card.rank}")
        known = Card(card.suit_index, card.rank)
        if not left[known]:
            name, count = f"{variant.suits[known.suit].name} {known.rank}", counts_of(variant)[known]
            times = "once" if count == 1 else f"{count} times"
            raise Invalid(path, f"expected the card {name} only {times} in the deck, got it again")
        left[known] -= 1


def _check_notes(record: GameRecord, variant: Variant) -> None:
    players, most = len(record.players), len(record.deck) + len(variant.suits)
    if record.notes and len(record.notes) != players:
        raise Invalid("$.notes", f"expected the notes of {players} players, got notes of {len(record.notes)}")
    for seat, notes in enumerate(record.notes):
        if len(notes) > most:
            raise Invalid(
                f"$.notes[{seat}]", f"expected notes on at most {most} cards, got notes on {len(notes)}"
            )


def _characters(record: GameRecord, variant: Variant) -> tuple[Character, ...]:
    """Return the players' characters, or () if the game is played without characters."""
    players = len(record.players)
    if not record.options.detrimental_characters:
        return ()
    if len(record.characters) != players:
        raise Invalid(
            "$.characters", f"expected characters for {players} players, got {len(record.characters)}"
        )
    return tuple(_character(record, variant, seat) for seat in range(len(record.characters)))


def _character(record: GameRecord, variant: Variant, seat: int) -> Character:
    recorded, path = record.characters[seat], f"$.characters[{seat}]"
    character = next(
        (character for character in CHARACTERS.values() if character.name == recorded.name),
        None,
    )
    if character is None:
        raise Invalid(
            f"{path}.name", f"expected the name of a character on Hanabi Live, got {recorded.name!r}"
        )
    if not character.for_two and len(record.players) == 2:
        raise Invalid(
            f"{path}.name", f"expected a character that a game of two players allows, got {recorded.name}"
        )
    if character.metadata is not None:
        _check_metadata(character.metadata, recorded.metadata, variant, f"{path}.metadata")
    return Character(character.id, character.name, recorded.metadata if character.metadata else -1)


def _check_metadata(kind: str, number: int, variant: Variant, path: str) -> None:
    """Raise Invalid unless the variant has the colour, suit or rank `number`.

    In a variant without colours the only valid colour number is -1.
    """
    known = {"color": range(len(variant.colors)), "suit": range(len(variant.suits)), "rank": range(1, 6)}
    expected = known[kind] or range(-1, 0)
    if number not in expected:
        words = f"{kind} of {expected[0]} to {expected[-1]}".replace("color", "colour")
        raise Invalid(path, f"expected the number of a {words}, got {number}")


def _after_end(state: HanabiState, actions: tuple[GameAction, ...], start: int) -> tuple[RecordWarning, ...]:
    """Return warnings about the actions after the end of a game; `start` is the index of the first.

    `state` is the state of the recorded game at its end. Earlier versions of Hanabi Live played the last
    round to its end even if no card could score any more, and stored an end-game action after every end.
    Raises Invalid for an action after the end of a game that earlier versions of Hanabi Live did not allow.
    """
    assert state.ended is not None, "expected a game that has ended"
    later, stated, closed = state, None, False
    for at, action in enumerate(actions[start:], start):
        path = f"$.actions[{at}]"
        if closed or (action.type in ENDS and state.ended.end in STATED):
            end = "an end-game action" if closed else _end_name(state.ended.end)
            raise Invalid(
                path,
                f"expected no action after the end of the game ({end}), got an action of type {action.type}",
            )
        if action.type in ENDS:
            stated, closed = _stated(action, len(state.hands), path), True
        else:
            later = _played_on(later, action, path)
    warning = RecordWarning(f"$.actions[{start}]", _left_uncounted(state, actions[start:]))
    if stated in (None, state.ended.end):
        return (warning,)
    error = f"expected the end to which the moves lead, {state.ended.end:d} ({_end_name(state.ended.end)})"
    last = f"$.actions[{len(actions) - 1}]"
    return warning, RecordWarning(last, f"{error}, got {stated:d} ({_end_name(stated)})")


def _played_on(state: HanabiState, recorded: GameAction, path: str) -> HanabiState:
    """Return the state after a move that was made by Hanabi Live's older rule for the end of a game.

    By the older rule of Hanabi Live a game ended only with its last round. Raises Invalid if the older rule
    for the end of a game does not allow the move.
    """
    ended = state.ended
    if ended is None or ended.end is not HowEnded.NORMAL or state.turn == state.end_turn:
        return apply_recorded(state, recorded, path)
    try:
        return apply_recorded(replace(state, ended=None), recorded, path)
    except Invalid as invalid:
        end = _end_name(ended.end)
        error = (
            f"expected no action after the end of the game ({end}), or an action that the older rule allows"
        )
        raise Invalid(invalid.fault.path, f"{error}: {invalid.fault.error}") from None


def _stated(recorded: GameAction, players: int, path: str) -> HowEnded | None:
    """Return the reason for the end of a game that its recorded end-game action gives, or None.

    Raises Invalid for an end-game action with an end condition or a seat that does not exist.
    """
    if not -1 <= recorded.target < players:
        raise Invalid(
            f"{path}.target",
            f"expected a seat from 0 to {players - 1}, or -1 for no seat, got {recorded.target}",
        )
    conditions = {each.value: each for each in HowEnded}
    if recorded.value and recorded.value not in conditions:
        most = max(conditions)
        raise Invalid(
            f"{path}.value", f"expected the number of an end condition, 0 to {most}, got {recorded.value}"
        )
    return conditions.get(recorded.value)


def _left_uncounted(state: HanabiState, behind: tuple[GameAction, ...]) -> str:
    assert state.ended is not None, "expected a game that has ended"
    moves = sum(action.type not in ENDS for action in behind)
    parts = [f"{moves} move{'s' * (moves > 1)}"] * (moves > 0)
    parts += ["an end-game action"] * (moves < len(behind))
    got = " and ".join(parts)
    return (
        f"expected no action after the end of the game ({_end_name(state.ended.end)}, {state.moves} actions),"
        f" got {got}, which did not count"
    )


def _is_over(state: HanabiState, recorded: GameAction) -> bool:
    """Return True if the game of Hanabi ended before the action `recorded`, which comes too late."""
    return state.ended is not None and not (_awaits_vote(state) and recorded.type in ENDS)


def apply_recorded(state: HanabiState, recorded: GameAction, path: str) -> HanabiState:
    """Return the state of a game after one recorded action; `path` is the JSON path of the action.

    Raises Invalid if the rules of Hanabi do not allow the action.
    """
    if _awaits_vote(state) and recorded.type in ENDS:
        state = replace(state, ended=None)
    if state.ended is not None:
        end = _end_name(state.ended.end)
        raise Invalid(
            path,
            f"expected no action after the end of the game ({end}), got an action of type {recorded.type}",
        )
    if recorded.type == END_BY_VOTE:
        return _ended_by_vote(state, recorded, path)
    if recorded.type == END:
        return _ended_by_action(state, recorded, path)
    try:
        return HANABI.apply(state, state.seat, _move(state, recorded, path))
    except IllegalAction as error:
        got = _action_text(recorded)
        fault = f"expected an action that the rules allow seat {state.seat}, got {got}: {error}"
        raise Invalid(path, fault) from None


def _awaits_vote(state: HanabiState) -> bool:
    """Return True if a game of Hanabi has ended only because its next player has no legal action.

    On Hanabi Live, a game in which no action is legal continues until the players vote to end it.
    """
    ended = state.ended
    if ended is None or ended.end is not HowEnded.CHARACTER_SOFTLOCK or ended.seat is None:
        return False
    return not is_stuck(state, ended.seat)


def _move(state: HanabiState, recorded: GameAction, path: str) -> Action:
    match recorded.type:
        case 0 | 1 if recorded.value != 0:
            raise Invalid(
                f"{path}.value", f"expected the value 0 for a play or a discard, got {recorded.value}"
            )
        case 0 | 1 if not 0 <= recorded.target < len(state.deck):
            most = len(state.deck) - 1
            raise Invalid(
                f"{path}.target",
                f"expected the index of a card of the deck, 0 to {most}, got {recorded.target}",
            )
        case 2 | 3 if not 0 <= recorded.target < len(state.hands):
            most = len(state.hands) - 1
            raise Invalid(f"{path}.target", f"expected a seat, 0 to {most}, got {recorded.target}")
        case 2 if not 0 <= recorded.value < len(state.variant.colors):
            colors = len(state.variant.colors)
            raise Invalid(f"{path}.value", f"expected a colour from 0 to {colors - 1}, got {recorded.value}")
        case 3 if recorded.value not in state.variant.ranks:
            ranks = ", ".join(map(str, state.variant.ranks))
            raise Invalid(
                f"{path}.value", f"expected a clue of one of the ranks {ranks}, got {recorded.value}"
            )
        case 0:
            return PlayCard(recorded.target)
        case 1:
            return Discard(recorded.target)
        case 2:
            return ColorClue(recorded.target, recorded.value)
        case 3:
            return RankClue(recorded.target, recorded.value)
        case _:
            raise Invalid(f"{path}.type", f"expected a type of action from 0 to 5, got {recorded.type}")


def _ended_by_action(state: HanabiState, recorded: GameAction, path: str) -> HanabiState:
    if not -1 <= recorded.target < len(state.hands):
        most = len(state.hands) - 1
        raise Invalid(
            f"{path}.target", f"expected a seat from 0 to {most}, or -1 for no seat, got {recorded.target}"
        )
    if recorded.value not in STOPS:
        raise Invalid(
            f"{path}.value", f"expected the number of an end condition, 3, 4 or 6, got {recorded.value}"
        )
    return state.stopped(STOPS[recorded.value], None if recorded.target < 0 else recorded.target)


def _ended_by_vote(state: HanabiState, recorded: GameAction, path: str) -> HanabiState:
    if recorded.target != -1:
        raise Invalid(
            f"{path}.target", f"expected the target -1 for an end of the game by vote, got {recorded.target}"
        )
    if recorded.value not in (0, HowEnded.VOTED):
        raise Invalid(
            f"{path}.value",
            f"expected the end condition 10 for an end of the game by vote, got {recorded.value}",
        )
    for seat in range(len(state.hands)):
        if state.ended is None:
            state = HANABI.apply(state, seat, Vote())
    return state


def _action_text(recorded: GameAction) -> str:
    cards = {PLAY: "a play of card", DISCARD: "a discard of card"}
    names = {**cards, COLOR: "a colour clue to", RANK: "a rank clue to"}
    value = f" ({recorded.value})" if recorded.type in (COLOR, RANK) else ""
    return f"{names[recorded.type]} {recorded.target}{value}"


def _end_name(end: HowEnded) -> str:
    return end.name.lower().replace("_", " ")
