"""Identifiers in plain text and their canonical forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.identifiers import read_identifiers


@pytest.mark.parametrize(
    ("text", "kind", "canonical"),
    [
        ("See https://www.Example.org/a/b.", "url", "example.org/a/b"),
        ("mail Ana.B@x.org now", "email", "ana.b@x.org"),
        ("quillpad.example had visitors", "domain", "quillpad.example"),
        ("run src/main.py", "path", "src/main.py"),
        ("open /etc/hosts", "path", "/etc/hosts"),
        ("550e8400-e29b-41d4-a716-446655440000", "uuid", "550e8400-e29b-41d4-a716-446655440000"),
        ("DOI 10.1000/xyz123.", "publication", "doi 10.1000/xyz123"),
        ("ISBN 978-3-16-148410-0", "publication", "isbn 9783161484100"),
        ("PMID: 111", "publication", "pmid 111"),
        ("DE89 3704 0044 0532 0130 00", "account", "de89370400440532013000"),
        ("+49 30 1234567", "phone", "49301234567"),
        ("call 555-123-4567", "phone", "5551234567"),
        ("add org.example:pump-core.", "package", "org.example:pump-core"),
        ("open_valve(timeout=30)", "code", "open_valve"),
        ("call getUserName() first", "code", "getUserName"),
        ("pass --retries", "code", "--retries"),
        ("set MAX_RETRIES", "code", "MAX_RETRIES"),
        ("version 1.20", "version", "1.20"),
        ("v1.2.3", "version", "1.2.3"),
        ("release 3.4", "version", "3.4"),
        ("Art. 5 of the bylaw", "statute", "article 5"),
        ("Article 5(2)", "statute", "article 5(2)"),
        ("§ 12", "statute", "section 12"),
        ("Section 3.2(a)", "statute", "section 3.2(a)"),
        ("42 U.S.C. § 1983", "statute", "42 usc 1983"),
        ("Regulation (EU) 2016/679", "statute", "regulation 2016/679"),
        ("invoice INV-2024-001", "record", "inv2024001"),
        ("order 48213", "record", "48213"),
        ("ticket #4411", "record", "4411"),
        ("hash 7fa1b20c", "record", "7fa1b20c"),
        ("vitamin B12", "label", "b12"),
        ("COVID-19", "record", "covid19"),
    ],
)
def test_each_sort_is_read(text, kind, canonical):
    """One identifier a text, with its sort and canonical form."""
    (found,) = read_identifiers(text)
    assert (found.kind, found.canonical) == (kind, canonical)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Art. 5", "Article 5"),
        ("v1.2", "version 1.2"),
        ("§ 7", "Section 7"),
        ("http://example.com/", "https://www.example.com"),
        ("COVID-19", "COVID–19"),
        ("+49 30 1234567", "+49 (30) 1234567"),
    ],
)
def test_spellings_of_one_identifier_are_equal(one, other):
    """Other spellings have the same canonical form."""
    assert read_identifiers(one)[0].canonical == read_identifiers(other)[0].canonical


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("version 1.2", "version 1.20"),
        ("Article 5(2)", "Article 52"),
        ("INV-2024-001", "INV-2024-010"),
        ("org.example:pump-kit", "org.example:pump-core"),
        ("B12", "B6"),
    ],
)
def test_a_prefix_or_a_neighbour_is_another_identifier(one, other):
    """What only looks alike is not equal."""
    assert read_identifiers(one)[0].canonical != read_identifiers(other)[0].canonical


@pytest.mark.parametrize(
    "text",
    [
        "opened in 2016.It closed",
        "e.g. barley and/or wheat",
        "60 km/h",
        "Q3 2024 and FY24",
        "on 2024-03-05 at 14:10",
        "the 7-2 vote",
        "1,234.5 tonnes",
        "GitHub and JavaScript",
        "the 1990s",
        "CHF1250",
        "24/7 support",
        "a T-cell and an X-ray",
        "on 10.12.2024",
        "5 p.m.",
        "the case 7 of 9",
        "two-step login",
        "Ph.D.",
        "the Under-16 team",
        "a Top-10 list",
    ],
)
def test_quantities_dates_and_words_are_none(text):
    """Ordinary words, quantities and dates are no identifiers."""
    assert read_identifiers(text) == ()


@given(st.text(max_size=200))
def test_any_text_gives_ordered_spans_inside_it(text):
    """Spans never overlap, stay inside the text and hold what they say."""
    last = 0
    for found in read_identifiers(text):
        assert last <= found.span.start < found.span.end <= len(text)
        assert found.text == found.span.of(text)
        assert found.canonical
        last = found.span.end


@pytest.mark.parametrize("piece", ["a.b", "A1-", "_x", "/a", "1.", "(555)", "x@", "AB12 "])
def test_long_hostile_text_is_read(piece):
    """Nine thousand characters of one pattern do no harm."""
    assert read_identifiers(piece * (9_000 // len(piece))) is not None
