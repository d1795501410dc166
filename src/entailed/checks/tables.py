"""Check `tables`: a claim about one cell of a table against that cell.

A claim that names one row and one column of a table speaks of their cell. It is wrong when it
gives another value in its place, and confirmed when it gives the cell's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entailed.protocols import check
from entailed.text.attributes import is_carrier
from entailed.text.binding import Bound, bindings, keys_of, roots_of
from entailed.text.compare import compare
from entailed.text.date_relations import compare as compare_dates
from entailed.text.dates import DateValue, read_dates
from entailed.text.degrees import read_comparison
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.records import Cell, Row, names_of, rows
from entailed.text.roles import role_of
from entailed.text.words import words
from entailed.types import Alignment, Claim, Evidence, EvidenceSpan, Finding, Span

__all__ = ["tables"]

_DENIED = lazy(
    r"(?<!\w)(?:not|no|never|neither|nor|without|except|cannot|nicht|kein\w{0,2}|pas|sin|senza|não"
    r"|не|нет|without|unlike|than)(?!\w)|n't(?!\w)|[不没無]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Spot:
    """The cell a claim speaks of, and the cells that stand beside and below it."""

    row: Row
    cell: Cell
    passage_id: str
    others: tuple[tuple[Row, Cell], ...]


@dataclass(frozen=True, slots=True)
class _Hit:
    """A value of the claim that stands in some cell."""

    span: Span
    text: str


@check(name="tables", version="1")
def tables(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """One finding where the claim names a single cell of a table and gives a value for it.

    `number_mismatch`, `date_mismatch` or `entity_mismatch` (contradicted) when the value is that
    of another cell or cannot be this one's; a pass when it is the cell's.
    """
    near = {s.passage_id for s in alignment.sentences if s.sentence.kind == "table_row"}
    if not near or read_comparison(claim.text) is not None:
        return ()
    named = names_of(claim.text) | names_of(alignment.given)
    findings: list[Finding] = []
    for passage in evidence:
        if passage.id in near:
            for spots in _spots(rows(passage.text), claim.text, named, passage.id):
                made = [f for spot in spots if (f := _judge(claim, spot)) is not None]
                findings.extend(sorted(made, key=lambda f: f.outcome)[:1])
    # Two tables that say different things settle nothing.
    outcomes = {f.outcome for f in findings}
    return tuple(findings[:1]) if len(outcomes) == 1 else ()


# --- the cell -----------------------------------------------------------------------------------


def _spots(
    every: Sequence[Row], text: str, named: frozenset[str], passage_id: str
) -> Iterator[list[_Spot]]:
    """The cell of each table that the claim names by row and column, or one for each of its values.

    "Invoices are kept for 10 years, timesheets for 2" names two rows.
    """
    for number in sorted({row.table for row in every}):
        table = [row for row in every if row.table == number]
        several = _rows_of_values(table, text)
        one = _written_row(table, text) or _named_row(table, named)
        chosen = several if len(several) > 1 else [] if one is None else [one]
        yield [s for row in chosen if (s := _spot(table, row, named, passage_id)) is not None]


def _spot(table: Sequence[Row], row: Row, named: frozenset[str], passage_id: str) -> _Spot | None:
    """The cell of a row in the one column that is named, or None."""
    column = _named_column(row, named)
    cell = next((c for c in row.cells if c.column == column), None) if column else None
    if cell is None:
        return None
    below = [(r, c) for r in table if r is not row for c in r.cells if c.column == column]
    beside = [(row, c) for c in row.cells if c is not cell]
    return _Spot(row, cell, passage_id, (*below, *beside))


def _rows_of_values(table: Sequence[Row], text: str) -> list[Row]:
    """The rows that the words of one value of the claim name in full."""
    bounds = bindings(text)
    return [row for row in table if sum(_is_of(b, row) for b in bounds) == 1 < len(bounds)]


def _is_of(bound: Bound, row: Row) -> bool:
    """Whether the words of a value name a row in full."""
    keys = names_of(row.name)
    return bool(keys) and keys <= bound.own | bound.head


def _written_row(table: Sequence[Row], text: str) -> Row | None:
    """The one row whose name of several words the claim has word for word ("Lynx 3")."""
    found = [r for r in table if len(r.name.split()) > 1 and _sequence(text, r.name) is not None]
    longest = max((len(r.name) for r in found), default=0)
    found = [r for r in found if len(r.name) == longest]
    return found[0] if len(found) == 1 else None


def _named_row(table: Sequence[Row], named: frozenset[str]) -> Row | None:
    """The one row all of whose name the claim has; the longest name where one holds another."""
    found = [(names_of(r.name), r) for r in table]
    found = [(keys, r) for keys, r in found if keys and keys <= named]
    found = [(k, r) for k, r in found if not any(k < other for other, _ in found)]
    return found[0][1] if len(found) == 1 else None


def _named_column(row: Row, named: frozenset[str]) -> str | None:
    """The one column whose heading the claim names best; None when two are named alike."""
    shares: list[tuple[float, str]] = []
    row_keys = names_of(row.name)
    for column in dict.fromkeys(c.column for c in row.cells):
        keys = names_of(column) - row_keys
        found = keys & named
        if found and 2 * len(found) >= len(keys):
            shares.append((len(found) / len(keys) + len(found) / 10, column))
    shares.sort(reverse=True)
    if not shares or (len(shares) > 1 and shares[0][0] == shares[1][0]):
        return None
    if len(shares) > 1 and not _apart(shares[0][1], shares[1][1], named):
        return None
    return shares[0][1]


def _apart(best: str, next_best: str, named: frozenset[str]) -> bool:
    """Whether the claim has a word of the best heading that the next one lacks, and not so back."""
    one, other = names_of(best), names_of(next_best)
    return bool((one - other) & named) and not (other - one) & named


# --- the value ----------------------------------------------------------------------------------


def _judge(claim: Claim, spot: _Spot) -> Finding | None:
    told = _TOLD.get(spot.cell.text.strip().casefold())
    if told is not None:
        return _judge_told(claim, spot, told)
    if _DENIED.search(claim.text):
        return None
    name = _sequence(claim.text, spot.row.name)
    quantities = [
        b
        for b in bindings(claim.text)
        if _level(claim.text, b) and not (name is not None and name.overlaps(b.quantity.span))
    ]
    own = [b for b in quantities if _is_of(b, spot.row)]
    quantities = own if 0 < len(own) < len(quantities) else quantities
    stated = _bound_in(spot.row, spot.cell)
    if stated is not None:
        label = _label_of(claim.text, spot.cell.column)
        if label is not None and not quantities:
            return _judge_label(claim, spot, label, stated)
        return _judge_number(claim, spot, quantities, stated)
    # A year alone reads as a number.
    dates = read_dates(spot.cell.text) or read_dates(f"in {spot.cell.text}")
    if dates:
        return _judge_date(claim, spot, dates)
    return _judge_words(claim, spot)


_TOLD = {
    **dict.fromkeys("yes y true ✓ ✔ ✅ included ja oui sí si sì sim да 是 有".split(), True),
    **dict.fromkeys("no n false ✗ ✘ ❌ nein non não нет 否 无".split(), False),
}
_PLAIN_NOT = re.compile(r"(?<!\w)(?:not|no|never|cannot|lacks?|without)(?!\w)|n't(?!\w)", re.I)


def _judge_told(claim: Claim, spot: _Spot, told: bool) -> Finding | None:
    """ "The Ibex is (not) waterproof" against yes or no."""
    denials = len(_PLAIN_NOT.findall(claim.text))
    if denials > 1 or read_quantities(claim.text.replace(spot.row.name, "")):
        return None
    idle = names_of(spot.row.name) | names_of(spot.cell.column)
    if sum(k not in idle and not is_carrier(k, _NONE) for k in keys_of(claim.text)) > denials + 1:
        return None
    span = Span(0, len(claim.text))
    right = told != bool(denials)
    return _finding(claim, spot, _Hit(span, claim.text), None if right else "negation_flip")


_NONE = frozenset[str]()


def _label_of(text: str, column: str) -> Quantity | None:
    """The label of the claim that the column is named after ("platform 5")."""
    named = roots_of(column)
    labels = [q for q in read_quantities(text) if q.kind == "label" and q.noun in named]
    return labels[0] if len(labels) == 1 else None


def _judge_label(claim: Claim, spot: _Spot, label: Quantity, stated: Bound) -> Finding:
    right = label.low == stated.quantity.low
    return _finding(claim, spot, _Hit(label.span, label.text), None if right else "number_mismatch")


def _sequence(text: str, name: str) -> Span | None:
    """Where the words of `name` stand one after the other in `text`."""
    wanted = [w.stem for w in words(name) if w.kind != "punctuation"]
    have = [w for w in words(text) if w.kind != "punctuation"]
    for i in range(len(have) - len(wanted) + 1):
        if wanted and [w.stem for w in have[i : i + len(wanted)]] == wanted:
            return Span(have[i].span.start, have[i + len(wanted) - 1].span.end)
    return None


def _level(text: str, bound: Bound) -> bool:
    q = bound.quantity
    return q.kind not in ("ordinal", "multiplier") and role_of(text, q) not in (
        "difference", "change",
    )  # fmt: skip


def _bound_in(row: Row, cell: Cell) -> Bound | None:
    """The quantity that is the cell, with the unit of its heading."""
    inside = [b for b in bindings(row.sentence.text) if cell.span.overlaps(b.quantity.span)]
    if len(inside) != 1:
        return None
    number = inside[0].quantity.number_span
    outside = [
        w
        for w in words(cell.text)
        if w.content and w.kind != "punctuation" and not _covers(inside[0], cell, w.span)
    ]
    return inside[0] if not outside and cell.span.contains(number) else None


def _covers(bound: Bound, cell: Cell, at: Span) -> bool:
    return bound.quantity.span.overlaps(Span(cell.span.start + at.start, cell.span.start + at.end))


def _judge_number(
    claim: Claim, spot: _Spot, claimed: Sequence[Bound], stated: Bound
) -> Finding | None:
    relations = [(b, compare(b.quantity, stated.quantity)) for b in claimed]
    right = [b for b, relation in relations if relation in ("equal", "compatible")]
    if right:
        q = right[0].quantity
        return _finding(claim, spot, _Hit(q.span, q.text), None)
    wrong = [b for b, relation in relations if relation == "different"]
    if len(wrong) != 1 or len(relations) != len(wrong):
        wrong = [b for b in wrong if _stands_in_other(b, spot)]
    if len(wrong) != 1 or wrong[0].quantity.weak or not _one_of_its_sort(wrong[0], claimed):
        return None
    q = wrong[0].quantity
    if q.bare and not _stands_in_other(wrong[0], spot):
        return None
    return _finding(claim, spot, _Hit(q.span, q.text), "number_mismatch")


def _one_of_its_sort(bound: Bound, claimed: Sequence[Bound]) -> bool:
    dimension = bound.quantity.dimension
    return sum(b.quantity.dimension == dimension for b in claimed) == 1


def _stands_in_other(bound: Bound, spot: _Spot) -> bool:
    """Whether another cell of the same row or column has the claimed value."""
    for row, cell in spot.others:
        other = _bound_in(row, cell)
        if other is not None and compare(bound.quantity, other.quantity) == "equal":
            return True
    return False


def _judge_date(claim: Claim, spot: _Spot, stated: Sequence[DateValue]) -> Finding | None:
    row_keys = spot.row.name.casefold()
    claimed = [
        v
        for v in read_dates(claim.text)
        if v.precision == stated[0].precision and v.text.casefold() not in row_keys
    ]
    if len(claimed) != 1 or len(stated) != 1:
        return None
    value = claimed[0]
    relation = compare_dates(value, stated[0])
    if relation == "same":
        return _finding(claim, spot, _Hit(value.span, value.text), None)
    if relation == "different":
        return _finding(claim, spot, _Hit(value.span, value.text), "date_mismatch")
    return None


def _judge_words(claim: Claim, spot: _Spot) -> Finding | None:
    """A cell of words: right when the claim has them all, wrong when it has another cell's."""
    mine = _place_of(claim.text, spot.cell.text)
    if mine is not None:
        return _finding(claim, spot, mine, None)
    if not _telling(spot.cell.text):
        return None
    if names_of(spot.cell.text) & names_of(claim.text):
        return None
    for row, cell in spot.others:
        if cell.column != spot.cell.column or row is spot.row or not _telling(cell.text):
            continue
        hit = _place_of(claim.text, cell.text)
        if hit is not None and cell.text.casefold() != spot.cell.text.casefold():
            return _finding(claim, spot, hit, "entity_mismatch")
    return None


def _telling(cell: str) -> bool:
    """Whether a cell is a short term and no sentence, mark or figure."""
    content = [w for w in words(cell) if w.content]
    return 1 <= len(content) <= 4 and all(w.kind == "word" for w in content)


def _place_of(text: str, cell: str) -> _Hit | None:
    """Where the words of a cell stand in `text`, one after the other."""
    span = _sequence(text, cell) if _telling(cell) else None
    return _Hit(span, span.of(text)) if span is not None else None


def _finding(claim: Claim, spot: _Spot, hit: _Hit, reason: str | None) -> Finding:
    at = spot.row.sentence.body.span(spot.cell.span.start, spot.cell.span.end)
    cell = f"{spot.row.name}, {spot.cell.column}: {spot.cell.text}"
    return Finding(
        check="tables",
        outcome="pass" if reason is None else "fail",
        claim_span=claim.locate(hit.span.start, hit.span.end),
        reason=reason,  # type: ignore[arg-type]
        label=None if reason is None else "contradicted",
        message=cell if reason is None else f"the table has {cell}, not {hit.text}",
        claimed=hit.text,
        stated=spot.cell.text,
        evidence=(EvidenceSpan(spot.passage_id, at),),
    )
