"""Line charts as SVG: several charts above each other over the same time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

from msgspec import Struct

WIDTH, HEIGHT, LEFT, TOP, GAP = 900, 170, 70, 40, 58
COLORS = ("#1f6fb4", "#c1440e", "#3a7d34", "#7a4ea3")


class Curve(Struct):
    """One line: a name, and the points (time in seconds, value); None interrupts the line."""

    name: str
    points: list[tuple[float, float | None]]


class Chart(Struct):
    """One chart with its unit; with `limit` a dashed line at that value."""

    title: str
    unit: str
    curves: list[Curve]
    limit: float | None = None


def svg(title: str, charts: Sequence[Chart]) -> str:
    """Return the charts as one picture."""
    end_s = max((at for chart in charts for curve in chart.curves for at, _ in curve.points), default=1.0)
    height = TOP + len(charts) * (HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + LEFT + 30} {height}"'
        ' font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="16">{escape(title)}</text>',
    ]
    for number, chart in enumerate(charts):
        parts += _chart(chart, TOP + number * (HEIGHT + GAP) + 20, max(end_s, 1.0))
    return "\n".join([*parts, "</svg>", ""])


def _chart(chart: Chart, top: int, end_s: float) -> list[str]:
    values = [value for curve in chart.curves for _, value in curve.points if value is not None]
    most = nice(max([*values, chart.limit or 0.0, 1e-9]))

    def x(seconds: float) -> float:
        return LEFT + WIDTH * seconds / end_s

    def y(value: float) -> float:
        return top + HEIGHT * (1 - value / most)

    parts = [f'<text x="{LEFT}" y="{top - 7}" font-weight="bold">{escape(chart.title)}</text>']
    for step in range(5):
        value = most * step / 4
        parts.append(
            f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    for step in range(6):
        at = end_s * step / 5
        parts.append(f'<text x="{x(at):.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{at:.0f} s</text>')
    if chart.limit is not None:
        parts.append(
            f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(chart.limit):.1f}" y2="{y(chart.limit):.1f}"'
            ' stroke="#888" stroke-dasharray="6 4"/>'
        )
    for number, curve in enumerate(chart.curves):
        color = COLORS[number % len(COLORS)]
        parts += [
            f'<polyline fill="none" stroke="{color}" stroke-width="1.3" points="{line}"/>'
            for line in _lines(curve, x, y)
        ]
        label = f"{curve.name} ({chart.unit})"
        parts.append(
            f'<text x="{LEFT + WIDTH - 10 - 190 * (len(chart.curves) - 1 - number)}" y="{top - 7}"'
            f' text-anchor="end" fill="{color}">{escape(label)}</text>'
        )
    return parts


def _lines(curve: Curve, x, y) -> list[str]:  # type: ignore[no-untyped-def]
    """Return the points of each uninterrupted part of a curve."""
    lines: list[list[str]] = [[]]
    for at, value in curve.points:
        if value is None:
            lines.append([])
        else:
            lines[-1].append(f"{x(at):.1f},{y(value):.1f}")
    return [" ".join(line) for line in lines if line]


def nice(value: float) -> float:
    """Return the least of 1, 2, 4, 5 or 8 times a power of ten that is not below the value."""
    power = 10.0 ** floor(log10(value))
    return next(power * step for step in (1, 2, 4, 5, 8, 10) if power * step >= value)
