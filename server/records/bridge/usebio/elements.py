"""Texts of XML elements, and the sections in which the elements of an event stand."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element


def text(element: Element | None, *names: str) -> str:
    """Return the text of the first child with one of these names that has a text, on one line, or ""."""
    if element is None:
        return ""
    for name in names:
        for child in element.findall(name):
            found = " ".join("".join(child.itertext()).split())
            if found:
                return found
    return ""


def told(element: Element, name: str) -> str:
    """Return the text of a child or, without one, of an attribute."""
    return text(element, name) or " ".join(element.get(name, "").split())


def anywhere(element: Element, name: str) -> str:
    """Return the text of the first descendant of a name that has one, or ""."""
    return next((found for each in element.iter(name) if (found := (each.text or "").strip())), "")


def in_sections(element: Element, wanted: str, section: str = "") -> Iterator[tuple[str, Element]]:
    """Yield the elements of a name with the id of their section, in the order of the document.

    Elements inside a found element are not looked at. If an event has several sessions, their numbers are
    part of the id.
    """
    for child in element:
        if child.tag == wanted:
            yield section, child
        elif child.tag in ("SESSION", "SECTION"):
            own = told(child, f"{child.tag}_ID")
            several = len(element.findall(child.tag)) > 1
            inner = f"{section}{own}" if several else section
            yield from in_sections(child, wanted, inner)
