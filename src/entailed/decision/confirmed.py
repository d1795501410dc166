"""What the checks confirmed, and what that leaves for the model to judge.

A check that passes has compared a value exactly ("240 cm" is "2.4 m"; 40 % follows from 10.0 and
14.0). The model must not be asked the same question again, since small models read figures
badly: confirmed words count as covered, and a confirmed value is put to the model in the words
of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from entailed.decision.told import DERIVED_SHARE, QUOTED_SHARE, told_beside
from entailed.text.endings import phase
from entailed.text.lazy import lazy
from entailed.text.normalize import fold, unspaced
from entailed.text.words import Word, words
from entailed.types import Alignment, Claim, Evidence, Finding, Span, Window

__all__ = [
    "carrying",
    "confirmed_values",
    "covered_share",
    "echoes_question",
    "hypothesis",
    "leans_on_question",
    "overlap_with",
    "without_still",
]

_STILL = lazy(r"(?<=\w)\s(?:still|to this day)(?=\s)", re.IGNORECASE)
_TODAY = lazy(
    r"\b(?:today|currently|now|at present|presently|still|as of (?:today|now)|to date|nowadays)\b",
    re.IGNORECASE,
)
_VALUE_CHECKS = ("numbers", "dates")
# A pass of these confirms what the claim says of its things.
_RELATION_CHECKS = frozenset(
    "changes comparisons constancy endings exclusions listings negation participants "
    "proportions rewordings tables terms thresholds transfers values".split()
)


def carrying(
    claim: Claim, alignment: Alignment, findings: Sequence[Finding], evidence: Evidence
) -> tuple[Finding, ...]:
    """The passes that confirm the relation the claim states, not only a part of it.

    A derived figure or a quotation does where its check says so of the whole claim, or where the
    sentences it rests on account for the words around it (see `entailed.decision.told`).
    """
    passed = [f for f in findings if f.outcome == "pass"]
    return tuple(
        f
        for f in passed
        if f.check in _RELATION_CHECKS or _carries(claim, alignment, f, passed, evidence)
    )


def _carries(
    claim: Claim,
    alignment: Alignment,
    finding: Finding,
    passed: Sequence[Finding],
    evidence: Evidence,
) -> bool:
    """Whether a derived figure or a quotation confirms all that the claim says of it."""
    if finding.reason == "arithmetic_derived":
        least = DERIVED_SHARE
    elif finding.check == "quotes":
        least = QUOTED_SHARE
    else:
        return False
    whole = claim.locate(0, len(claim.text))
    if finding.claim_span.start <= whole.start and whole.end <= finding.claim_span.end:
        return True
    return told_beside(claim, alignment, finding, passed, evidence) >= least


def confirmed_values(findings: Iterable[Finding]) -> int:
    """How many values of the claim (numbers, dates) the evidence states, at most 2.

    A value that stands in a sentence about the same thing is evidence of support by itself:
    what models invent rarely has the right figure. So is one that follows from stated figures.
    """
    return min(2, sum(map(_is_value, findings)))


def _is_value(finding: Finding) -> bool:
    if finding.outcome != "pass":
        return False
    derived = finding.reason == "arithmetic_derived" and bool(finding.evidence)
    return finding.check in _VALUE_CHECKS or derived


def hypothesis(claim: Claim, findings: Sequence[Finding]) -> str:
    """The claim's text with each confirmed value in the words of the evidence."""
    text = claim.text
    places = sorted(_replacements(claim, findings), key=lambda r: -r[0])
    last = len(text)
    for start, end, stated in places:
        if end <= last:
            text = text[:start] + stated + text[end:]
            last = start
    return text


def without_still(text: str, windows: Sequence[Window]) -> str:
    """A claim without its "still" where every window speaks of today and of no end.

    What is so today is still so; that it has not ended is for the check of endings, and small
    models read the word as a difference.
    """
    if not windows or not _STILL.search(text):
        return text
    for window in windows:
        ended = phase(window.text, Span(0, len(window.text)))[0] == "ended"
        if ended or not _TODAY.search(window.text):
            return text
    return _STILL.sub("", text)


def _replacements(claim: Claim, findings: Sequence[Finding]) -> list[tuple[int, int, str]]:
    found = []
    for f in findings:
        if f.outcome != "pass" or f.check not in _VALUE_CHECKS or f.reason is not None:
            continue
        if not f.stated or fold(f.stated).text == fold(f.claimed).text:
            continue
        at = _place(claim, f)
        if at >= 0:
            found.append((at, at + len(f.claimed), f.stated))
    return found


def _place(claim: Claim, finding: Finding) -> int:
    """Where in the claim's text the value of a finding stands, or -1.

    The same words may stand in it twice ("Room 5 costs 5 euros"); only those at the finding's own
    place of the answer are meant.
    """
    wanted = finding.claimed
    at = claim.text.find(wanted) if wanted else -1
    while at >= 0 and not claim.locate(at, at + len(wanted)).overlaps(finding.claim_span):
        at = claim.text.find(wanted, at + 1)
    return at


def overlap_with(
    claim: Claim,
    window: Window,
    findings: Sequence[Finding],
    given: str = "",
    *,
    inflected: bool = False,
) -> float:
    """The window's overlap in [0, 1], confirmed and given words counted as found.

    With `inflected`, so are words that share their beginning, are parts of compounds, or whose
    ideographs all stand there: for languages that the stemmer does not know.
    """
    content = _content(claim)
    missing = _not_in(content, _stems_of(window))
    if not missing:
        return window.overlap
    if inflected:
        stems = _stems_of(window)
        missing = [w for w in missing if not _akin(w.stem, stems, window.text)]
    if not missing:
        return 1.0
    settled = _confirmed(claim, missing, findings) + _in(missing, _stems(given))
    if inflected:
        return 1 - (len(missing) - min(settled, len(missing))) / len(content)
    return min(1.0, window.overlap + (1 - window.overlap) * settled / len(missing))


_LEAST_STEM = 4


def _akin(stem: str, stems: set[str], text: str) -> bool:
    """Whether a word stands in `text` in another form."""
    if unspaced(stem[0]):
        return all(c in text for c in stem if "\u3400" <= c <= "\u9fff")
    if len(stem) < _LEAST_STEM or not stem.isalpha():
        return False
    opening = stem[: max(_LEAST_STEM, (2 * len(stem) + 2) // 3)]
    return any(s.startswith(opening) or s.endswith(stem) for s in stems)


def covered_share(claim: Claim, alignment: Alignment, findings: Sequence[Finding]) -> float:
    """Share in [0, 1] of the claim's content words that are confirmed, given or aligned."""
    content = _content(claim)
    if not content:
        return 1.0
    missing = _not_in(content, _stems(alignment.given) | _stems_in(alignment))
    return 1 - (len(missing) - _confirmed(claim, missing, findings)) / len(content)


def leans_on_question(claim: Claim, alignment: Alignment) -> bool:
    """Whether the claim has a content word that only the question gives."""
    given = _stems(alignment.given)
    if not given:
        return False
    return any(w.stem in given for w in _not_in(_content(claim), _stems_in(alignment)))


def echoes_question(claim: Claim, alignment: Alignment) -> bool:
    """Whether every content word of the claim is the question's.

    "Yes, it is true that they called the prices fair" takes its answer from who asked.
    """
    return not _not_in(_content(claim), _stems(alignment.given))


def _content(claim: Claim) -> list[Word]:
    return [w for w in words(claim.text) if w.content and w.kind != "punctuation"]


def _stems(text: str) -> set[str]:
    return {w.stem for w in words(text) if w.kind != "punctuation"} if text else set()


def _stems_of(window: Window) -> set[str]:
    return _stems(window.text)


def _stems_in(alignment: Alignment) -> set[str]:
    return {stem for window in alignment.windows for stem in _stems_of(window)}


def _not_in(content: Iterable[Word], stems: set[str]) -> list[Word]:
    return [w for w in content if w.stem not in stems]


def _in(content: Iterable[Word], stems: set[str]) -> int:
    return sum(w.stem in stems for w in content)


def _confirmed(claim: Claim, content: Iterable[Word], findings: Sequence[Finding]) -> int:
    """How many of these words lie in a span that a check confirmed."""
    spans: list[Span] = [f.claim_span for f in findings if f.outcome == "pass"]
    return sum(
        any(s.overlaps(claim.locate(w.span.start, w.span.end)) for s in spans) for w in content
    )
