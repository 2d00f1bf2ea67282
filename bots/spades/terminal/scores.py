"""The results of Spades hands, the score of the game and its rules in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import asdict

from bots.spades.terminal.names import seat_letter, side_letters, side_name
from protocol.rules.spades.sides import seats_of
from protocol.v1.spades import PRESETS, HandResult, Rules, Score, SideResult, SpadesPub
from protocol.words import with_count


def score_words(score: Score) -> str:
    """Return a side's score in words, such as `191 points, 4 bags`, with the number of sets, if any."""
    words = f"{with_count(score.points, 'point')}, {with_count(score.bags, 'bag')}"
    return words + (f", {with_count(score.sets, 'set')}" if score.sets else "")


def result_words(rules: Rules, result: HandResult) -> Iterator[str]:
    """Yield a line for each side, such as `Hand 2, NS: 8 of 7, +71 with 1 bag; now 191 points, 4 bags`."""
    for side, ended in enumerate(result.sides):
        yield f"Hand {result.hand}, {side_letters(rules, side)}: {_side_words(rules, result, side, ended)}"


def _side_words(rules: Rules, result: HandResult, side: int, ended: SideResult) -> str:
    won = with_count(ended.tricks, "trick") if ended.bid is None else f"{ended.tricks} of {ended.bid}"
    nils = "".join(f", {words}" for words in _nil_words(rules, result, side))
    down = ", set" if ended.set else ""
    bags = f" with {with_count(ended.bags, 'bag')}" if ended.bags else ""
    penalty = f", {-ended.penalty:+d} for bags" if ended.penalty else ""
    gained = ended.after.points - ended.before.points - ended.points + ended.penalty
    gift = f", {gained:+d} for the bags of opponents" if gained else ""
    return f"{won}{nils}{down}, {ended.points:+d}{bags}{penalty}{gift}; now {score_words(ended.after)}"


def _nil_words(rules: Rules, result: HandResult, side: int) -> Iterator[str]:
    """Yield the result of each nil in words: `N's nil made`, `S's blind nil failed by 2`."""
    if not result.bids:
        return
    for seat in seats_of(rules, side):
        bid, won = result.bids[seat], result.tricks[seat]
        if bid.nil:
            owner = f"{seat_letter(rules, seat)}'s " if rules.sides == "pairs" else ""
            yield f"{owner}{bid} {f'failed by {won}' if won else 'made'}"


def winner_words(pub: SpadesPub) -> str:
    """Return the winner, such as `North-South win the game; NS: 512, EW: 380`, or "" before the game ends."""
    if pub.winner is None:
        return ""
    rules = pub.rules
    name, verb = side_name(rules, pub.winner), "win" if rules.sides == "pairs" else "wins"
    return f"{name} {verb} the game; {points_words(rules, pub.scores)}"


def points_words(rules: Rules, scores: Iterable[Score]) -> str:
    """Return the points of all sides in words, such as `NS: 512, EW: 380`."""
    return ", ".join(f"{side_letters(rules, side)}: {score.points}" for side, score in enumerate(scores))


def scores_words(pub: SpadesPub) -> list[str]:
    """Return lines with the result of each side in each hand so far, and then the sides' scores."""
    lines = [
        line for _, each in sorted((pub.results or {}).items()) for line in result_words(pub.rules, each)
    ]
    now = [f"{side_name(pub.rules, side)}: {score_words(score)}" for side, score in enumerate(pub.scores)]
    return [*lines, *now, *filter(None, [winner_words(pub)])]


def rules_words(rules: Rules) -> list[str]:
    """Return rules as options of the command `kibitz open`: the most similar preset and all differences."""
    said = asdict(rules)
    differing = {
        preset: {key: value for key, value in said.items() if getattr(known, key) != value}
        for preset, known in PRESETS.items()
    }
    preset = min(differing, key=lambda each: len(differing[each]))
    words = [f"{key}={_value_words(value)}" for key, value in differing[preset].items()]
    return [f"preset={preset}" + (f", and {' '.join(words)}" if words else "")]


def _value_words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
