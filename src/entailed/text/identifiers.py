"""Identifiers in plain text: addresses, versions, record and part numbers, statutes, code names.

An identifier is right or wrong as a whole: `1.2` is not `1.20`. Two spellings of the same one
("Art. 5" and "Article 5", "v1.2" and "version 1.2") have the same `canonical`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Identifier", "Kind", "read_identifiers"]

Kind = Literal[
    "url",
    "email",
    "domain",
    "path",
    "uuid",
    "publication",  # DOI, ISBN, ISSN, PMID, arXiv
    "account",  # IBAN
    "phone",
    "package",  # org.example:pump-core, @scope/name
    "code",  # names in source code, command-line flags, environment variables
    "version",
    "statute",  # articles, sections, clauses, regulations
    "record",  # order, case, ticket, serial and part numbers, hashes
    "label",  # short codes that name a thing: B12, COVID-19, A320
]


@dataclass(frozen=True, slots=True)
class Identifier:
    """One identifier; `canonical` is equal exactly for spellings of the same identifier."""

    span: Span
    text: str
    kind: Kind
    canonical: str


Canonical = Callable[[re.Match[str]], str | None]


def _folded(m: re.Match[str]) -> str:
    return m.group(0).casefold()


def _compact(m: re.Match[str]) -> str:
    return re.sub(r"[\s\-–.:()]", "", m.group(0)).casefold()


def _url(m: re.Match[str]) -> str:
    bare = re.sub(r"^(?:https?|ftp)://(?:www\.)?|^www\.", "", m.group(0), flags=re.IGNORECASE)
    host, slash, rest = bare.partition("/")
    return host.casefold() + slash * bool(rest) + rest.rstrip("/")


def _digits(m: re.Match[str]) -> str | None:
    digits = re.sub(r"\D", "", m.group(0))
    return digits.removeprefix("00") if 6 <= len(digits) <= 15 else None


def _publication(m: re.Match[str]) -> str:
    number = re.sub(r"[\s\-]", "", m["n"]).casefold().rstrip(".")
    return f"{m['k'].casefold().rstrip(':').replace('-13', '').replace('-10', '')} {number}"


def _doi(m: re.Match[str]) -> str:
    return "doi " + m["n"].casefold().rstrip(".")


def _code(m: re.Match[str]) -> str:
    return re.sub(r"\(.{0,80}\)$", "", m.group(0)).rstrip(".")


def _version(m: re.Match[str]) -> str:
    return re.sub(r"\s", "", m["n"]).casefold()


_STATUTE_WORDS: dict[str, str] = {
    word: canonical
    for canonical, words in {
        "article": "article articles art. art artt. artikel artículo articolo artigo статья "
        "статьи ст.",
        "section": "section sections sec. sec § §§ s. abschnitt sección sezione seção",
        "clause": "clause clauses cl. klausel cláusula clausola пункт пункта п.",
        "paragraph": "paragraph paragraphs para. para paras. absatz abs. paragraphe párrafo "
        "paragrafo",
        "rule": "rule rules regel règle regla",
        "regulation": "regulation regulations reg. verordnung règlement reglamento regolamento",
        "directive": "directive richtlinie directiva direttiva",
        "schedule": "schedule",
        "annex": "annex anhang annexe anexo allegato",
        "appendix": "appendix",
        "part": "part teil",
        "title": "title",
        "chapter": "chapter ch. chap. kapitel chapitre capítulo capitolo глава",
        "amendment": "amendment",
        "form": "form formular",
        "step": "step schritt",
        "exhibit": "exhibit",
    }.items()
    for word in words.split()
}


def _statute(m: re.Match[str]) -> str:
    word = re.sub(r"\s*\((?:EU|EC|EG|UE|CE)\)|\s+(?:No|Nr|n°)\.?$", "", m["k"].casefold().strip())
    kind = _STATUTE_WORDS.get(word.split()[0] if word else word, word)
    return f"{kind} {re.sub(r'[^0-9a-z./()-]', '', m['n'].casefold()).rstrip('.')}"


def _us_code(m: re.Match[str]) -> str:
    return f"{m['t']} {re.sub(r'[^a-z]', '', m['c'].casefold())} {m['n'].casefold()}"


_NOT_CODES = lazy(
    r"(?:[QH][1-4]|[QH][1-4][-–/][QH][1-4]|\d[-–]D|FY\d{2,4}(?:[-–/]\d{2,4})?|[1-4][QH]\d{0,4}|(?:EUR|USD|CHF|GBP|JPY|AUD|CAD|INR|CNY|SEK|NOK|DKK"
    r"|PLN"
    r"|US|RS|NT|HK|No|Nr|Vol|pp?)[\d.]+|X{1,3}|T\d\d|(?:Under|Over|Top|Pre|Post|Mid|Sub)[-–]\d+(?:['’]?s)?)$",
    re.IGNORECASE,
)


def _label(m: re.Match[str]) -> str | None:
    text = m.group(0)
    return None if _NOT_CODES.match(text) else re.sub(r"[\s\-–]", "", text).casefold()


def _numbered(m: re.Match[str]) -> str:
    return m["n"].casefold()


def _hash(m: re.Match[str]) -> str | None:
    text = m.group(0)
    mixed = any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    return text.casefold() if mixed and not re.fullmatch(r"\d+e\d+", text) else None


_TLD = (
    "com|org|net|io|gov|edu|int|mil|info|biz|dev|ai|app|co|me|tv|cloud|online|site|store|shop|blog"
    "|example|test|invalid|local|internal|lan|eu|uk|us|ca|au|nz|ie|de|at|ch|fr|be|nl|lu|es|pt|it|se"
    "|no|dk|fi|is|pl|cz|sk|hu|ro|bg|gr|tr|ru|ua|by|cn|jp|kr|tw|hk|sg|in|br|mx|ar|cl|za|ng|ke|eg|il"
    "|ae|id|my|th|vn|ph"
)
_EXTENSION = (
    "pdf|docx?|xlsx?|pptx?|txt|md|rst|csv|tsv|jsonl?|ya?ml|toml|ini|cfg|conf|xml|html?|css|jsx?|tsx?"
    "|py|ipynb|rb|go|rs|java|kt|cs?|h|cpp|hpp|sh|bash|sql|log|lock|zip|tar|gz|png|jpe?g|gif|svg|mp[34]"
    "|wav|exe|dll|so|bin|env|db|sqlite|parquet|proto|tf"
)
_NUMBER = r"\d{1,4}(?:\.\d{1,4}){0,4}[a-z]?(?:-\d{1,4}[a-z]?)?(?:\s?\([0-9a-zA-Z]{1,4}\)){0,4}"
_STATUTE = (
    r"(?:(?:Articles?|Artikel|Artículo|Articolo|Artigo|Artt?\.?|Sections?|Secs?\.?|Sección|Sezione"
    r"|Seção|Abschnitt|Clauses?|Cl\.|Klausel|Cláusula|Clausola|Paragraphs?|Paras?\.?|Absatz|Abs\."
    r"|Paragraphe|Párrafo|Paragrafo|Rules?|Schedule|Annexe?|Anhang|Anexo|Allegato|Appendix|Chapter"
    r"|Chap\.|Kapitel|Chapitre|Capítulo|Capitolo|Amendment|Exhibit|Form|Статья|статьи|статья|ст\."
    r"|пункта?|п\.|глава)\s|§§?\s?)"
)
_LAW = (
    r"(?:(?:Regulation|Verordnung|Règlement|Reglamento|Regolamento|Directive|Richtlinie|Directiva"
    r"|Direttiva|Decision)s?(?:\s\((?:EU|EC|EG|UE|CE)\))?(?:\s(?:No|Nr|n°)\.?)?\s)"
)
_RECORD_WORDS = (
    r"(?:order|invoice|ticket|case|claim|policy|account|serial|part|model|item|sku|reference|ref\.?"
    r"|permit|patent|docket|docket|report|incident|issue|bug|pull request|pr|request|contract"
    r"|licen[cs]e"
    r"|registration|tracking|customer|member|booking|confirmation|batch|lot|file|flight|rechnung"
    r"|auftrag|bestellung|facture|commande|pedido|factura|fattura|ordine)"
)
_VERSION_NUMBER = (
    r"\d{1,5}(?:\.\d{1,5}){0,4}(?:\.x)?(?:[-+.]?(?:rc|beta|alpha|dev|post|pre|a|b|p)[.-]?\d{1,3})?"
)

# The last column is what a text must have for the form: one of these characters, where "0" is any
# digit, "." a full stop inside a word and "" nothing.
_FORMS: tuple[tuple[Kind, re.Pattern[str], Canonical, str], ...] = (
    (
        "url",
        lazy(
            r"(?:https?|ftp)://[^\s<>\"'“”’）】」]{1,2000}|(?<![\w.@])www\.[^\s<>\"'“”’）】」]{1,2000}",
            re.IGNORECASE,
        ),
        _url,
        ":.",
    ),
    (
        "email",
        lazy(r"(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"),
        _folded,
        "@",
    ),
    (
        "uuid",
        lazy(r"(?<![\w-])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![\w-])"),
        _folded,
        "-",
    ),
    (
        "publication",
        lazy(r"(?<![\w/])(?:doi:?\s?)?(?P<n>10\.\d{4,9}/[^\s<>\"',;()]{1,100})", re.IGNORECASE),
        _doi,
        "/",
    ),
    (
        "publication",
        lazy(
            r"(?<!\w)(?P<k>ISBN(?:-1[03])?|ISSN|PMID|PMCID|arXiv|CAS|NCT|OCLC):?\s?(?:No\.?\s)?"
            r"(?P<n>(?:PMC)?\d[\d.-]{2,20}[\dXx]?(?:v\d)?)(?!\w)"
        ),
        _publication,
        "0",
    ),
    (
        "account",
        lazy(r"(?<!\w)[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?(?!\w)"),
        _compact,
        "0",
    ),
    (
        "package",
        lazy(
            r"(?<![\w./:@-])(?:[A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,8}(?::[A-Za-z][\w.-]{0,80}){1,2}"
            r"(?::\d[\w.-]{0,20})?|@[a-z0-9][\w.-]{0,60}/[a-z0-9][\w.-]{0,60}"
            r"|[a-z][\w-]{0,40}:[a-z][\w]{0,40}-[\w-]{1,40})(?![\w:@-])"
        ),
        _folded,
        ":@",
    ),
    (
        "path",
        lazy(
            r"(?<![\w/.:~-])(?:(?:~|\.{1,2})?(?:/[\w.@-]{1,100}){2,20}/?|(?:~"
            r"|\.{1,2})/[\w.@-]{1,100}/?"
            rf"|[A-Za-z]:\\[\w\\. -]{{1,200}}"
            rf"|(?:[\w-]{{1,80}}/){{0,10}}[\w-]{{1,80}}(?:\.[\w-]{{1,30}}){{0,3}}\.(?:{_EXTENSION}))(?!\w"
            rf"|\.\w)"
        ),
        lambda m: m.group(0).rstrip("/."),
        "/\\.",
    ),
    (
        "domain",
        lazy(
            rf"(?<![\w.@/-])(?!\d{{1,4}}\.)[A-Za-z0-9][A-Za-z0-9-]{{0,62}}(?:\.[A-Za-z0-9-]{{1,63}}){{0,4}}\.(?:{_TLD})(?![\w-]"
            rf"|\.\w)"
        ),
        lambda m: m.group(0).casefold().removeprefix("www."),
        ".",
    ),
    ("code", lazy(r"(?<![\w-])--[A-Za-z][\w-]{1,60}"), _folded, "-"),
    (
        "code",
        lazy(
            r"(?<![\w$.-])\$?_{0,2}[A-Za-z][A-Za-z0-9]{0,60}(?:_{1,2}[A-Za-z0-9]{1,60}){1,12}_{0,2}"
            r"(?:\([^()\n]{0,80}\))?(?!\w)"
        ),
        _code,
        "_",
    ),
    (
        "code",
        lazy(
            r"(?<![\w.-])(?:[A-Za-z][A-Za-z0-9]{0,60}\.){0,6}(?:[a-z]{2,30}(?:[A-Z][a-z0-9]{1,30}){1,8}"
            r"(?:\([^()\n]{0,80}\))?"
            r"|[A-Za-z][A-Za-z0-9]{1,60}\((?:[a-z]\w{0,40}=[^()\n]{0,60})?\))(?!\w)"
        ),
        _code,
        "",
    ),
    (
        "phone",
        lazy(
            r"(?<![\w+./-])(?:(?!\+\d{1,3}(?:[ .]\d{3})+(?![\d\s-]))\+\d{1,3}[\s.-]?"
            r"(?:\(\d{1,4}\)[\s.-]?)?\d{1,12}(?:[\s./-]\d{1,8}){0,5}"
            r"|\+\d{8,15}|(?<!\d\s)0\d{2,5}(?:[ -]\d{2,8}){1,4}"
            r"|\(\d{2,5}\)\s?\d{2,5}(?:[\s.-]\d{2,5}){1,3}|\d{3}[-.]\d{3}[-.]\d{4}"
            r"|\d{3}-\d{4})(?![\w/-]|[.,]\d)"
        ),
        _digits,
        "0",
    ),
    (
        "statute",
        lazy(
            rf"(?<![\w.])(?P<t>\d{{1,3}})\s(?P<c>U\.?\s?S\.?\s?C\.?"
            rf"|C\.?\s?F\.?\s?R\.?)\s(?:§{{1,2}}\s?)?"
            rf"(?P<n>{_NUMBER})",
        ),
        _us_code,
        "0",
    ),
    (
        "statute",
        lazy(rf"(?<!\w)(?P<k>{_LAW})(?P<n>\d{{1,4}}/\d{{1,4}}(?:/E[CUG])?)", re.IGNORECASE),
        _statute,
        "0",
    ),
    (
        "statute",
        lazy(rf"(?<![\w§])(?P<k>{_STATUTE})(?P<n>{_NUMBER})(?!\w)", re.IGNORECASE),
        _statute,
        "0",
    ),
    (
        "version",
        lazy(
            r"(?<!\w)(?:version|versions|ver\.?|release|releases|versión|versione|versão|v\.?"
            rf"|build|firmware|версия|バージョン|版本)\s?(?P<n>{_VERSION_NUMBER})(?!\w|\.\d)",
            re.IGNORECASE,
        ),
        _version,
        "0",
    ),
    (
        "version",
        lazy(
            r"(?<![\w.,$€£§/-])(?!\d\d?\.\d\d?\.(?:19"
            r"|20)\d\d(?!\.?\d))(?P<n>\d{1,4}(?:\.\d{1,4}){2,4}(?:-?(?:rc|beta"
            r"|alpha)[.-]?\d{0,3})?)(?![\w/]|\.\d)"
        ),
        _version,
        "0",
    ),
    (
        "record",
        lazy(
            rf"(?<!\w){_RECORD_WORDS}\s(?:number\s|no\.?\s|nr\.?\s|id:?\s"
            rf"|code\s)?(?P<n>[#№]?\d{{3,20}})(?![\w%]|[.,/]\d|\s?[%€$])",
            re.IGNORECASE,
        ),
        lambda m: m["n"].lstrip("#№"),
        "0",
    ),
    ("record", lazy(r"(?<![\w&#])#(?P<n>\d{1,12}|[A-Z0-9]{2,6}-\d{1,10})(?!\w)"), _numbered, "0"),
    (
        "record",
        lazy(
            r"(?<![\w/.-])(?=[A-Za-z]{0,10}[-–/]?[A-Z0-9–/-]{0,60}\d)(?:[A-Z][A-Za-z]{0,9}|[A-Z0-9]{1,12})"
            r"(?:[-–/][A-Z0-9]{1,12}){1,5}(?![\w/]|[.,]\d|-\w)"
        ),
        lambda m: _label(m) if re.search(r"[A-Z]", m.group(0)) else None,
        "0",
    ),
    (
        "label",
        lazy(
            r"(?<![\w./$€£-])[A-Z][A-Za-z]{0,5}-?\d{1,5}(?:\.\d{1,2})?[A-Za-z]{0,2}(?![\w/]"
            r"|[.,]\d|-\w)"
        ),
        _label,
        "0",
    ),
    ("record", lazy(r"(?<![\w.-])[0-9a-f]{7,64}(?![\w-]|\.\d)"), _hash, "0"),
    (
        "record",
        lazy(r"(?<![\w.-])(?=[A-Z0-9]{0,19}\d)(?=[A-Z0-9]{0,19}[A-Z])[A-Z0-9]{6,20}(?![\w-])"),
        _label,
        "0",
    ),
)
_TRIM = ".,;:!?)]}'\"”’»*_`"


_DIGIT = lazy(r"\d")
_INNER_STOP = lazy(r"\.\S")


def _marks(text: str) -> set[str]:
    """The characters of a text that forms ask for."""
    marks = {c for c in "@:/\\-_" if c in text}
    if _DIGIT.search(text):
        marks.add("0")
    if _INNER_STOP.search(text):
        marks.add(".")
    return marks


@lru_cache(maxsize=2048)
def read_identifiers(text: str) -> tuple[Identifier, ...]:
    """The identifiers of `text` in order, without overlap; spans are in `text`.

    Quantities, dates and plain names are none. Cached; deterministic; empty for empty text.
    """
    taken: list[Identifier] = []
    used = bytearray(len(text))
    marks = _marks(text)
    for kind, pattern, canonical, needed in _FORMS:
        if needed and marks.isdisjoint(needed):
            continue
        for match in pattern.finditer(text):
            found = _make(text, kind, match, canonical)
            if found and used.find(1, found.span.start, found.span.end) < 0:
                used[found.span.start : found.span.end] = b"\x01" * len(found.span)
                taken.append(found)
    return tuple(sorted(taken, key=lambda i: i.span.start))


def _make(text: str, kind: Kind, match: re.Match[str], canonical: Canonical) -> Identifier | None:
    name = canonical(match)
    if not name:
        return None
    start, end = match.span()
    if kind in {"url", "path", "publication", "domain", "package"}:
        while end > start + 1 and text[end - 1] in _TRIM and not _closes(text[start:end]):
            end -= 1
        if kind in {"url", "domain", "package"}:
            name = name[: len(name) - (match.end() - end)]
    return Identifier(Span(start, end), text[start:end], kind, name.rstrip("/"))


def _closes(text: str) -> bool:
    """Whether a final ")" belongs to a bracket opened inside, as in ".../Pump_(device)"."""
    return text.endswith(")") and text.count("(") >= text.count(")")
