"""Titles of works, courses, episodes and products: as written, they must be in the evidence."""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.common_words import is_function_word
from entailed.text.lazy import lazy
from entailed.text.normalize import contains
from entailed.text.quoted import Quoted, read_quoted
from entailed.text.words import words
from entailed.types import Alignment, Claim, Evidence, Finding, Passage

__all__ = ["titles"]

NEAR = 0.5
_MOST_WORDS = 16
_CUE = lazy(
    r"(?<!\w)(?:titled|entitled|called|named|known as|dubbed|headed|episodes?|courses?|books?"
    r"|novels?"
    r"|novellas?|series|films?|movies?|songs?|singles?|albums?|articles?|papers?|chapters?|guides?"
    r"|shows?|podcasts?|essays?|poems?|plays?|paintings?|lectures?|talks?|modules?|units?|lessons?"
    r"|workshops?|exhibitions?|games?|magazines?|newsletters?|stories|story|operas?|musicals?"
    r"|documentar(?:y|ies)|memoirs?|sculptures?|symphon(?:y|ies)|webinars?|videos?|programmes?"
    r"|programs?"
    r"|apps?|products?|brands?|Buch|Roman|Artikel|Film|Kurs|Folge|Kapitel|Lied|livres?|romans?"
    r"|libros?"
    r"|novelas?|curs[oi]|libri|titres?|títulos?|intitulée?|titulad[oa]|intitolat[oa]|namens"
    r"|книг[аеиу]"
    r"|фильм[ае]?|статья|роман)[\s,:]{0,3}$",
    re.IGNORECASE,
)
_SAID = lazy(
    r"(?:(?<!\w)(?:says?|said|states?|stated|writes?|wrote|reads?|notes?|noted|adds?|added"
    r"|explains?"
    r"|explained|according to|word for word|verbatim|sagt|schreibt|steht|heißt|dit|écrit|dice"
    r"|escribe)"
    r"(?!\w)[^.!?]{0,30}|:)\s*$",
    re.IGNORECASE,
)
_ABSENT = lazy(
    r"(?<!\w)(?:not|no|never|none|nothing|without|cannot|unable|neither|nor|lacks?|nicht"
    r"|kein\w{0,2}"
    r"|pas|aucune?|ningun[oa]?|ningún|nessun[oa]?|não|нет|не)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)
_EDGES = " \t.,;:!?…\"'“”„‘’«»*_`()[]–—-"
_ARTICLE = lazy(
    r"^(?:the|an?|der|die|das|ein|eine|le|la|les|l'|un|une|el|los|las|una|il|lo|gli|i|o|os|as)\s",
    re.I,
)


@check(name="titles", version="1")
def titles(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`title_missing` for a title in quotation marks that no passage holds; `pass` for one found.

    Compared after folding, without edge punctuation and a leading article. Titles of the question
    are given; a claim that something is *not* in the sources is left alone.
    """
    if _ABSENT.search(claim.text):
        return ()
    found = []
    for quoted in read_quoted(claim.text):
        if _is_title(quoted, claim.text) and not _given(quoted, alignment):
            found.append(_examine(claim, quoted, alignment, evidence))
    return tuple(found)


def _is_title(quoted: Quoted, text: str) -> bool:
    """Whether a cue word or its capitals make a quoted stretch a title."""
    inner = quoted.text.strip(_EDGES)
    parts = inner.split()
    if not 1 <= len(parts) <= _MOST_WORDS or not any(c.isalpha() for c in inner):
        return False
    if not quoted.closed or _SAID.search(quoted.cue):
        return False
    if _CUE.search(quoted.cue):
        return True
    telling = [w for w in parts if w[0].isalpha() and not is_function_word(w.casefold())]
    capital = [w for w in telling if w[0].isupper()]
    return len(telling) >= 2 and len(capital) == len(telling)


def _given(quoted: Quoted, alignment: Alignment) -> bool:
    return bool(alignment.given) and _holds(quoted.text, alignment.given)


def _holds(title: str, text: str) -> bool:
    """Whether the text has the title, with or without its leading article."""
    bare = title.strip(_EDGES)
    return bool(contains(bare, text)) or bool(contains(_ARTICLE.sub("", bare), text))


def _examine(claim: Claim, quoted: Quoted, alignment: Alignment, evidence: Evidence) -> Finding:
    span = claim.locate(quoted.span.start, quoted.span.end)
    title = quoted.text.strip()
    for passage in evidence:
        if _holds(title, passage.text) or (passage.title and _holds(title, passage.title)):
            return Finding(
                check="titles",
                outcome="pass",
                claim_span=span,
                message=f"{title} is in {passage.id}",
                claimed=title,
                stated=title,
            )
    if any(_worded(title, p.text) or _nearly(title, p) for p in evidence):
        return Finding(
            check="titles",
            outcome="note",
            claim_span=span,
            message=f"{title} is worded otherwise in the evidence",
            claimed=title,
        )
    return Finding(
        check="titles",
        outcome="fail",
        claim_span=span,
        reason="title_missing",
        label="related" if alignment.overlap >= NEAR else "missing",
        message=f"no passage has the title {title}",
        claimed=title,
    )


def _worded(title: str, text: str) -> bool:
    """Whether the title's telling words stand in the text in order and near one another."""
    wanted, have = _telling(title), _telling(text)
    if len(wanted) < 2:
        return False
    first = wanted[0]
    return any(
        _in_order(wanted, have[at : at + len(wanted) + 1])
        for at, stem in enumerate(have)
        if stem == first
    )


def _nearly(title: str, passage: Passage) -> bool:
    """Whether a title that the passage has is within the claim's, as a song is told by its refrain.

    One of two telling words or of three words may be the same; "Rain" is not "Red Rain".
    """
    mine, run = _telling(title), _plain_words(title)
    for quoted in (*read_quoted(passage.text), *read_quoted(f'"{passage.title or ""}"')):
        theirs, whole = _telling(quoted.text), _plain_words(quoted.text)
        if len(theirs) >= 2 and len(mine) <= 2 * len(theirs) and _in_order(theirs, mine):
            return True
        if len(whole) >= 3 and len(run) <= 2 * len(whole) and _within(whole, run):
            return True
    return False


def _within(few: list[str], many: list[str]) -> bool:
    return any(many[at : at + len(few)] == few for at in range(len(many) - len(few) + 1))


def _plain_words(text: str) -> list[str]:
    return [w.text for w in words(_SHORTENED.sub(" have", text)) if w.kind != "punctuation"]


def _telling(text: str) -> list[str]:
    """Stems of the content words, with "should've" as "should have"."""
    plain = _SHORTENED.sub(" have", text)
    return [w.stem for w in words(plain) if w.content and w.kind != "punctuation"]


_SHORTENED = lazy(r"(?<=\w)['’]ve(?!\w)", re.IGNORECASE)


def _in_order(wanted: list[str], have: list[str]) -> bool:
    rest = iter(have)
    return all(any(stem == other for other in rest) for stem in wanted)
