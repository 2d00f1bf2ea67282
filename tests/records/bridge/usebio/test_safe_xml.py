"""Tests of the reader of XML for files of strangers."""

from __future__ import annotations

import pytest

from server.errors import BadRecord
from server.records.bridge.usebio.safe_xml import MOST_BYTES, MOST_DEPTH, parse

BILLION = (
    b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>',
    b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
    b"<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://example.org/p'> %p;]><a/>",
)


@pytest.mark.parametrize("document", BILLION)
def test_a_declared_entity_is_refused(document: bytes) -> None:
    with pytest.raises(BadRecord, match="expected XML without declared entities, got the entity"):
        parse(document)


def test_the_document_type_of_a_file_is_not_fetched() -> None:
    root = parse(b'<?xml version="1.0"?><!DOCTYPE A SYSTEM "http://example.org/none.dtd"><A>x</A>')
    assert (root.tag, root.text) == ("A", "x")


def test_size_and_depth_are_limited() -> None:
    with pytest.raises(BadRecord, match=f"expected at most {MOST_BYTES} bytes of XML"):
        parse(b"<a>" + b" " * MOST_BYTES)
    assert parse(b"<a>" * MOST_DEPTH + b"</a>" * MOST_DEPTH).tag == "A"
    with pytest.raises(BadRecord, match=r"column 37: expected elements at most 12 deep, got a"):
        parse(b"<a>" * (MOST_DEPTH + 1) + b"</a>" * (MOST_DEPTH + 1))


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (b'<?xml version="1.0" encoding="ISO-8859-1"?><a>Caf\xe9 \x96</a>', "Café –"),
        (b'<?xml version="1.0" encoding="utf-8"?><a>Caf\xe9</a>', "Café"),  # Not what it says.
        (b'<?xml version="1.0" encoding="no-such"?><a>Caf\xe9</a>', "Café"),
        ('<?xml version="1.0" encoding="ISO-8859-1"?><a>Café</a>'.encode(), "Café"),  # Nor this.
        ('<?xml version="1.0" encoding="ISO-8859-2"?><a>Łódź</a>'.encode("iso8859-2"), "Łódź"),
        ("\ufeff<a>Café</a>".encode(), "Café"),
        ("<a>Café</a>".encode("utf-16"), "Café"),
        (b"<a>Ann & Bob &eacute; &amp; &#233;</a>", "Ann & Bob é & é"),
        (b"<!DOCTYPE a SYSTEM 'x'><a>&eacute;</a>", "é"),
        (b"<a>a\x01b</a>", "a b"),
        (b"<u:a xmlns:u='x'>b</u:a>", "b"),
    ],
)
def test_texts_of_many_programs_are_read(document: bytes, text: str) -> None:
    assert (parse(document).text, parse(document).tag) == (text, "A")


@pytest.mark.parametrize("document", [b"", b"no xml", b"<a><b></a>", b"<a/>x", b"\xff\xfe"])
def test_what_is_no_xml_is_refused_with_its_place(document: bytes) -> None:
    with pytest.raises(BadRecord, match=r"line \d+, column \d+: expected XML: "):
        parse(document)
