"""Charts have round axes with units, named limits and moments, and no text upon another."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from tests.bench.charts import (
    HEIGHT,
    LEFT,
    WIDTH,
    Chart,
    Curve,
    Limit,
    Mark,
    decades,
    nice,
    quarters,
    svg,
    times,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*charts: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(svg("A < B", ["fast"], charts, "time since the start"))


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def points(picture: ElementTree.Element) -> list[list[tuple[float, float]]]:
    return [
        [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]  # type: ignore[misc]
        for line in picture.iter(f"{SVG}polyline")
    ]


def test_a_curve_with_a_gap_is_drawn_in_two_parts() -> None:
    gap = Curve("p99", [(0.0, 1.0), (1.0, 2.0), (2.0, None), (3.0, 4.0), (4.0, 5.0)])
    assert len(points(drawn(Chart("Latency in ms", [gap])))) == 2


def test_a_single_point_between_gaps_is_drawn_as_a_dot() -> None:
    (dot,) = points(drawn(Chart("Latency", [Curve("p99", [(0.0, None), (1.0, 2.0), (2.0, None)])])))
    assert len(dot) == 2 and dot[0] == dot[1]


@pytest.mark.parametrize(("value", "axis"), [(0.7, 0.8), (1.0, 1.0), (43.0, 50.0), (1_700.0, 2_000.0)])
def test_an_axis_ends_at_a_round_number(value: float, axis: float) -> None:
    assert nice(value) == pytest.approx(axis)
    assert quarters([value])[-1] == pytest.approx(axis)


@pytest.mark.parametrize(
    ("end_s", "first", "last", "count"),
    [(39.0, 5.0, 35.0, 8), (59.0, 10.0, 50.0, 6), (600.0, 60.0, 600.0, 11), (1_800.0, 300.0, 1_800.0, 7)],
)
def test_the_times_of_an_axis_are_round(end_s: float, first: float, last: float, count: int) -> None:
    made = times(end_s)
    assert (made[0], made[1], made[-1], len(made)) == (0.0, first, last, count)


def test_seconds_and_minutes_are_named_and_thousands_are_divided() -> None:
    said = texts(drawn(Chart("Load", [Curve("actions", [(0.0, 0.0), (600.0, 9_000.0)])])))
    assert {"0 min", "1 min", "10 min", "10,000", "2,500"} <= set(said)
    assert said[:2] == ["A < B", "fast"] and said[-1] == "time since the start"


def test_an_axis_of_few_minutes_is_in_seconds_throughout() -> None:
    said = texts(drawn(Chart("Load", [Curve("actions", [(0.0, 0.0), (130.0, 9.0)])])))
    assert {"0 s", "60 s", "120 s"} <= set(said)


def test_a_logarithmic_axis_has_the_powers_of_ten_around_all_values() -> None:
    assert decades([0.3, 700.0]) == pytest.approx([0.1, 1.0, 10.0, 100.0, 1_000.0])
    assert decades([10.0]) == pytest.approx([10.0, 100.0])
    assert decades([]) == pytest.approx([1.0, 10.0])


def test_each_power_of_ten_has_the_same_height_and_zero_is_drawn_at_the_bottom() -> None:
    curve = Curve("p99", [(0.0, 1.0), (1.0, 10.0), (2.0, 100.0), (3.0, 0.0)])
    ((one, ten, hundred, zero),) = points(drawn(Chart("Latency", [curve], logarithmic=True)))
    assert one[1] - ten[1] == pytest.approx(HEIGHT / 2) == pytest.approx(ten[1] - hundred[1])
    assert zero[1] == one[1]


def test_a_limit_and_a_moment_are_drawn_dashed_and_have_their_names() -> None:
    chart = Chart(
        "Latency", [Curve("p99", [(0.0, 5.0), (10.0, 9.0)])], Limit(15.0, "budget"), [Mark(5.0, "loss")]
    )
    picture = drawn(chart)
    assert {"budget", "loss"} <= set(texts(picture))
    dashed = [line for line in picture.iter(f"{SVG}line") if "stroke-dasharray" in line.attrib]
    limit, mark, legend = dashed
    assert float(legend.attrib["y1"]) < float(mark.attrib["y1"]) < float(limit.attrib["y1"])
    assert limit.attrib["y1"] == limit.attrib["y2"]
    assert float(mark.attrib["x1"]) == float(mark.attrib["x2"]) == LEFT + WIDTH / 2


def test_a_chart_of_one_curve_needs_no_legend_and_names_of_several_do_not_meet() -> None:
    names = ["p50 of each second", "p99 of each second", "worst"]
    curves = [Curve(name, [(0.0, 1.0), (1.0, 2.0)]) for name in names]
    assert names[0] not in texts(drawn(Chart("Latency", curves[:1])))
    names.append("budget of all: 50 ms")
    several = drawn(Chart("Latency in ms", curves, Limit(50.0, names[-1])))
    legend = [text for text in several.iter(f"{SVG}text") if text.text in names]
    spans = sorted(
        (float(text.attrib["x"]), float(text.attrib["x"]) + 6 * len(text.text or "")) for text in legend
    )
    assert len(spans) == 4
    assert spans[0][0] > LEFT + 6 * len("Latency in ms")
    assert all(left[1] < right[0] for left, right in pairwise(spans))
    assert spans[-1][1] <= LEFT + WIDTH


def test_a_picture_has_a_size_so_that_a_browser_shows_all_of_it() -> None:
    two = drawn(*[Chart("Load", [Curve("actions", [(0.0, 1.0)])])] * 2)
    _, _, width, height = map(float, two.attrib["viewBox"].split())
    assert (float(two.attrib["width"]), float(two.attrib["height"])) == (width, height)
    assert height > 2 * HEIGHT
    assert re.fullmatch(r"\d+", two.attrib["height"])
