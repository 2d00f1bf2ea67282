"""The catalogue of the detrimental characters of Hanabi Live, with their rules."""

from __future__ import annotations

from protocol.rules.hanabi.characters import DRAWN, FOLLOWER
from protocol.v1.hanabi.actions import Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.characters.character import UNSET, CharacterRules, Moment, Move, Touched


def _is_clue(move: Move) -> bool:
    return isinstance(move, ColorClue | RankClue)


def _fuming(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    forbidden = isinstance(clue, ColorClue) and clue.color != moment.metadata
    return (
        f"may give only the colour clue {moment.state.variant.colors[moment.metadata]}" if forbidden else None
    )


def _dumbfounded(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    forbidden = isinstance(clue, RankClue) and clue.rank != moment.metadata
    return f"may give only the rank clue {moment.metadata}" if forbidden else None


def _inept(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    forbidden = any(moment.state.deck[order].suit == moment.metadata for order in touched)
    return (
        f"may not clue cards of the suit {moment.state.variant.suits[moment.metadata].name}"
        if forbidden
        else None
    )


def _awkward(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    forbidden = any(moment.state.deck[order].rank == moment.metadata for order in touched)
    return f"may not clue a card of rank {moment.metadata}" if forbidden else None


def _conservative(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    return None if len(touched) == 1 else "must clue exactly one card"


def _greedy(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    return None if len(touched) >= 2 else "must clue two cards or more"


def _picky(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    odd = clue.color % 2 == 0 if isinstance(clue, ColorClue) else clue.rank % 2 == 1
    return None if odd else "may clue only odd ranks and the first, third and fifth colour"


def _spiteful(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    after = (moment.seat + 1) % len(moment.state.hands)
    return "may not clue the next player" if clue.to == after else None


def _insolent(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    before = (moment.seat - 1) % len(moment.state.hands)
    return "may not clue the previous player" if clue.to == before else None


def _vindictive(moment: Moment, move: Move) -> str | None:
    return (
        "has received a clue and must give a clue now"
        if moment.memory != UNSET and not _is_clue(move)
        else None
    )


def _miser(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    return "may give no clue with fewer than 4 clue tokens" if moment.clues < 4 else None


def _compulsive(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    hand = moment.state.hands[clue.to]
    ends = {*hand[:1], *hand[-1:]}
    return None if ends & {*touched} else "must clue the newest or the oldest card of the hand"


def _kind(clue: Clue) -> int:
    return 0 if isinstance(clue, ColorClue) else 1


def _mood(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    return "must alternate between colour clues and rank clues" if moment.memory == _kind(clue) else None


def _last_mood(moment: Moment, move: Move, touched: Touched) -> int:
    return _kind(move) if isinstance(move, ColorClue | RankClue) else moment.memory


def _insisting(moment: Moment) -> Touched:
    """Return the cards that the last clue of an Insistent player touched.

    The player's next clue must touch one of them. Returns () if the Insistent player has given no clue, or if
    a card of the last clue has left its hand.
    """
    if moment.memory == UNSET:
        return ()
    given = moment.state.clues[moment.memory]
    held = {*moment.state.hands[given.to]}
    return given.cards if held.issuperset(given.cards) else ()


def _insistent(moment: Moment, move: Move) -> str | None:
    if not _insisting(moment) or _is_clue(move):
        return None
    return "must clue a card of the last clue again, while all cards of that clue are still in the hand"


def _insistent_clue(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    cards = _insisting(moment)
    return None if not cards or {*cards} & {*touched} else "must clue a card of the last clue again"


def _last_clue(moment: Moment, move: Move, touched: Touched) -> int:
    return len(moment.state.clues) if _is_clue(move) else moment.memory


def _vulnerable(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    forbidden = isinstance(clue, RankClue) and clue.rank in (2, 5)
    return "may not receive a clue of rank 2 or 5" if forbidden else None


def _color_blind(moment: Moment, clue: Clue, touched: Touched) -> str | None:
    return "may not receive a colour clue" if isinstance(clue, ColorClue) else None


def _impulsive(moment: Moment, move: Move) -> str | None:
    plays = isinstance(move, PlayCard) and move.card == moment.newest
    forbidden = moment.memory != UNSET and not plays
    return "must play the newest card after a clue has touched it" if forbidden else None


def _touched_newest(moment: Moment, clue: Clue, touched: Touched) -> int:
    return 0 if moment.newest in touched else moment.memory


def _indolent(moment: Moment, card: int) -> str | None:
    return "may not play a card on two turns in a row" if moment.memory != UNSET else None


def _has_played(moment: Moment, move: Move, touched: Touched) -> int:
    return 0 if isinstance(move, PlayCard) else UNSET


def _hesitant(moment: Moment, card: int) -> str | None:
    return "may not play the newest card" if card == moment.newest else None


def _anxious(moment: Moment, card: int) -> str | None:
    return "may not discard while the number of clue tokens is even" if moment.clues % 2 == 0 else None


def _traumatized(moment: Moment, card: int) -> str | None:
    return "may not discard while the number of clue tokens is odd" if moment.clues % 2 == 1 else None


def _wasteful(moment: Moment, card: int) -> str | None:
    return "may not discard with 2 or more clue tokens" if moment.clues >= 2 else None


def _genius(moment: Moment, move: Move) -> str | None:
    if moment.memory != UNSET:
        second = isinstance(move, RankClue) and move.to == moment.memory
        return None if second else "must follow the colour clue with a rank clue to the same player"
    if isinstance(move, RankClue):
        return "must give a colour clue before the rank clue"
    if isinstance(move, ColorClue) and moment.clues < 2:
        return "needs two clue tokens, for a colour clue and a rank clue"
    return None


def _half_given(moment: Moment, move: Move, touched: Touched) -> int:
    return move.to if isinstance(move, ColorClue) else UNSET


def _panicky(moment: Moment, move: Move) -> str | None:
    forbidden = moment.memory != UNSET and not isinstance(move, Discard)
    return "must discard a second card" if forbidden else None


def _panic(moment: Moment, move: Move, touched: Touched) -> int:
    # Count the clue token that this discard gives back, too.
    state, first = moment.state, isinstance(move, Discard) and moment.memory == UNSET
    return 0 if first and state.tokens + state.clue_gain <= 4 * state.clue_cost else UNSET


def _stubborn(moment: Moment, move: Move) -> str | None:
    forbidden = moment.memory == _action_kind(move)
    return "may not make the same kind of move as the previous player" if forbidden else None


def _action_kind(move: Move) -> int:
    return 2 if _is_clue(move) else 0 if isinstance(move, PlayCard) else 1


def _kind_seen(moment: Moment, move: Move) -> int:
    return _action_kind(move)


def _no_clue_left(moment: Moment) -> bool:
    return moment.memory != UNSET and moment.clues < 1


def _cannot_insist(moment: Moment) -> bool:
    return bool(_insisting(moment)) and moment.clues < 1


def _given_a_clue(moment: Moment, clue: Clue, touched: Touched) -> int:
    return 0


CONTRARIAN, BLIND_SPOT, OBLIVIOUS, SLOW_WITTED = 27, 29, 30, 33

CHARACTERS: dict[int, CharacterRules] = {
    character.id: character
    for character in (
        CharacterRules(0, "Fuming", clue=_fuming, metadata=DRAWN[0]),
        CharacterRules(1, "Dumbfounded", clue=_dumbfounded, metadata=DRAWN[1]),
        CharacterRules(2, "Inept", clue=_inept, metadata=DRAWN[2]),
        CharacterRules(3, "Awkward", clue=_awkward, metadata=DRAWN[3]),
        CharacterRules(4, "Conservative", clue=_conservative),
        CharacterRules(5, "Greedy", clue=_greedy),
        CharacterRules(6, "Picky", clue=_picky),
        CharacterRules(7, "Spiteful", clue=_spiteful, for_two=False),
        CharacterRules(8, "Insolent", clue=_insolent, for_two=False),
        CharacterRules(9, "Vindictive", move=_vindictive, received=_given_a_clue, stuck=_no_clue_left),
        CharacterRules(10, "Miser", clue=_miser),
        CharacterRules(11, "Compulsive", clue=_compulsive),
        CharacterRules(12, "Mood Swings", clue=_mood, acted=_last_mood),
        CharacterRules(
            13, "Insistent", move=_insistent, clue=_insistent_clue, acted=_last_clue, stuck=_cannot_insist
        ),
        CharacterRules(14, "Vulnerable", receive=_vulnerable),
        CharacterRules(15, "Color-Blind", receive=_color_blind),
        CharacterRules(17, "Impulsive", move=_impulsive, received=_touched_newest),
        CharacterRules(18, "Indolent", play=_indolent, acted=_has_played),
        CharacterRules(19, "Hesitant", play=_hesitant),
        CharacterRules(21, "Anxious", discard=_anxious),
        CharacterRules(22, "Traumatized", discard=_traumatized),
        CharacterRules(23, "Wasteful", discard=_wasteful),
        CharacterRules(24, "Genius", move=_genius, acted=_half_given, again=lambda memory: memory != UNSET),
        CharacterRules(26, "Panicky", move=_panicky, acted=_panic, again=lambda memory: memory != UNSET),
        CharacterRules(CONTRARIAN, "Contrarian", for_two=False),
        CharacterRules(28, "Stubborn", move=_stubborn, seen=_kind_seen),
        CharacterRules(BLIND_SPOT, "Blind Spot", for_two=False),
        CharacterRules(OBLIVIOUS, "Oblivious", for_two=False),
        CharacterRules(FOLLOWER, "Follower"),
        CharacterRules(SLOW_WITTED, "Slow-Witted"),
        CharacterRules(34, "Quacker"),
    )
}
"""All detrimental characters by id, in the order that the random draw of characters uses."""
