"""Proper names in plain text, found by capitals and structure, without a model.

A capital at the start of a sentence proves nothing, and in German every noun has one; such
words are names only when something else says so. Chinese and Japanese names are not read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from entailed.text.calendar_words import MONTHS, ORDINALS, ROMAN, WEEKDAYS
from entailed.text.closed import AUXILIARIES, LANGUAGES, VERBS
from entailed.text.common_words import is_common, is_contracted, is_function_word
from entailed.text.lazy import lazy
from entailed.text.roots import root
from entailed.text.verb_forms import PAST, verb_forms
from entailed.types import Span

__all__ = [
    "LEGAL_FORMS",
    "Definition",
    "Kind",
    "Name",
    "is_german",
    "name_key",
    "read_definitions",
    "read_names",
]

Kind = Literal["name", "person", "ruler", "organisation", "acronym", "term", "adjective"]


@dataclass(frozen=True, slots=True)
class Name:
    """One proper name.

    `words` are its telling words, folded, without titles, articles and possessive endings.
    `regnal` is the number of a ruler ("Aldric III" and "Aldric the Third": 3). A `term` is a
    single everyday word in capitals ("the Company"); an `adjective` a nationality or language.
    """

    span: Span
    text: str
    kind: Kind
    words: tuple[str, ...]
    regnal: int | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """A short form explained in the text: "Tidal Rescue Mission (TRM)"."""

    short: str
    words: tuple[str, ...]
    span: Span


_TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady king queen prince princess emperor "
    "empress pope saint st president senator governor mayor judge justice captain colonel general "
    "major lieutenant sergeant admiral rev reverend father sister brother bishop cardinal "
    "chancellor minister secretary ceo chairman chairwoman chair director chief herr frau doktor "
    "könig königin kaiser papst monsieur madame mme señor señora don doña rey reina roi reine re "
    "regina signor signora senhor senhora rei dom tsar czar sultan duke duchess count countess "
    "baron earl graf fürst herzog coach officer detective inspector king's queen's".split()
)
_PERSONAL = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady king queen prince princess herr frau "
    "könig königin kaiser papst pope emperor señor señora monsieur madame senator judge "
    "captain".split()
)
_JOINTS = lazy(
    r"\s(?:of(?:\sthe)?|de(?:\sla|\slos|\slas|l)?|du|des|van(?:\sde[rn]?)?|von(?:\sder)?|zu|di|da"
    r"|dos?|das"
    r"|della|del|la|le|el|al|bin|ibn|y|&|for|on|in(?:\sthe)?)\s"
)
_STRONG_JOINTS = frozenset("de del du des van von zu di da do dos das della bin ibn & of".split())
_ORGANISATIONS = frozenset(
    "gmbh ag kg ohg se ltd limited inc incorporated corp corporation llc llp plc co company sa "
    "sarl "
    "spa srl bv nv ab oy as aps university institute college bank foundation association society "
    "council committee commission ministry department agency bureau union group holdings museum "
    "hospital school club party press trust fund authority board court".split()
)
LEGAL_FORMS = frozenset(
    "gmbh ag kg ohg se ltd limited inc corp llc llp plc sarl srl bv nv ab oy aps".split()
)
_ADJECTIVE = lazy(
    r"(?:american|african|asian|european|british|english|irish|scottish|welsh|french|german|dutch"
    r"|spanish|portuguese|italian|greek|swiss|swedish|danish|norwegian|finnish|polish|czech|slovak"
    r"|hungarian|turkish|arabic|arab|hebrew|jewish|muslim|islamic|christian|catholic|buddhist|hindu"
    r"|protestant|latin|hindi|urdu|thai|mandarin|cantonese|filipino|victorian|roman|viking|celtic"
    r"|[a-zäöü]{4,}(?:ese|ish|nian|sian|lian|rian|dian|ican|ean)|indian|argentine|rican"
    r"|belgian|egyptian|croatian|latvian|bolivian|peruvian|serbian|colombian|georgian|hawaiian"
    r"|cuban|moroccan|scandinavian|libyan|kenyan|iraqi|israeli|pakistani|saudi|icelandic|afghan"
    r"|german-speaking|spaniard|frenchman|dutchman|scotsman|englishman|irishman|welshman)s?$"
)
_TOKEN = lazy(
    r"(?:[^\W\d_]\.){2,8}|[A-Z][A-Za-z]{0,3}&[A-Z]{1,4}(?!\w)"
    r"|(?<!\d)[^\W\d_]\w{0,60}(?:['’‐\-–]\w{1,40}){0,6}"
)
_END = lazy(r"(?:[.!?…:;|•\n。！？]['\"”’»)\]*]{0,3}|^|[-–—*]\s?)\s*['\"“‘«„(\[*]{0,3}$")
_TECHNICAL = lazy(
    r"(?:ic|al|ive|ous|ary|oid|ated|ing|tion|sion|ism|ist|ity|ment|ness|less|ful|able|ible|ase"
    r"|ine|ide"
    r"|cyte|gen|ant|ent|like|wise|ular|ure|ology|ography|ed|ly|in|ol|one)s?$"
)
_ONLY_ENGLISH = LANGUAGES["en"] - LANGUAGES["de"] - {"in", "an", "so", "was", "will", "am"}
_ONLY_GERMAN = (LANGUAGES["de"] - LANGUAGES["en"]) | frozenset(
    "dieser diese dieses steht stehen leider nichts dazu durch gegen noch schon seine ihren über "
    "unter zwischen sowie bzw etwa sehr mehr als wie so dass weil kann muss darf soll jede jeder "
    "jedes dabei daher damit beim vom zum zur ins ans im am".split()
)
_PART = 4  # letters of each half of a word put together
_QUOTE_OPENS = "\"“„«'‘「『"
_SHORTENED = frozenset(
    "mr mrs ms dr prof st sr jr rev gen col capt lt sgt no vs art fig eq nr approx dept est ca cf "
    "e.g i.e u.s inc ltd co corp bros".split()
)
_IGNORED = frozenset({"unk", "i", "ok", "a", "o", "am", "pm"})


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    folded: str
    start: int
    end: int
    capital: bool
    first: bool


_POSSESSIVE = lazy(r"['’]s?$")


@lru_cache(maxsize=65536)
def name_key(word: str) -> str:
    """A word without case, accents, dots and possessive ending, for comparing names."""
    bare = _POSSESSIVE.sub("", word.casefold())
    if not bare.isascii():
        marks = unicodedata.normalize("NFKD", bare)
        bare = "".join(c for c in marks if not unicodedata.combining(c))
    return bare.replace(".", "").replace("’", "'").replace("‐", "-").replace("–", "-")


@lru_cache(maxsize=2048)
def read_names(text: str) -> tuple[Name, ...]:
    """The names of `text` in order, without overlap; spans are in `text`.

    Cached; deterministic; empty for a text without capitals or in a script without them.
    """
    tokens = _tokens(text)
    if not tokens or _shouting(tokens):
        return ()
    german = _german(tokens)
    inside = {t.folded for t in tokens if t.capital and not t.first}
    lower = {t.folded for t in tokens if not t.capital}
    headline = _headline(tokens)
    names: list[Name] = []
    at = 0
    while at < len(tokens):
        stop = _run(text, tokens, at, headline)
        if stop > at:
            alone = stop == at + 1 and tokens[at].first and tokens[at].folded not in inside
            if not alone or _subject(text, tokens, at):
                made = _name(text, tokens[at:stop], inside, lower, german, headline)
                names.extend(_weakened(made, tokens, at))
        at = max(stop, at + 1)
    return tuple(names)


_FOREIGN_ARTICLES = frozenset(
    "le la les du des au aux l el los las del al il lo gli i della dello o os as do da dos das der "
    "die das dem den".split()
)


def _weakened(made: list[Name], tokens: Sequence[_Token], at: int) -> list[Name]:
    """Outside English a lone capitalised noun after an article is an institution: "le Conseil"."""
    if not made or made[0].kind != "name" or len(made[0].words) > 1:
        return made
    first = next(i for i in range(at, len(tokens)) if tokens[i].start >= made[0].span.start)
    led = first > 0 and tokens[first - 1].folded in _FOREIGN_ARTICLES
    return [replace(made[0], kind="term")] if led else made


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _TOKEN.finditer(text):
        word = match.group(0)
        before = text[max(0, match.start() - 6) : match.start()]
        first = _starts(text, match.start(), before, found[-1].folded if found else "")
        found.append(
            _Token(word, word.casefold(), match.start(), match.end(), word[0].isupper(), first)
        )
    return found


def _starts(text: str, start: int, before: str, previous: str) -> bool:
    """Whether a word at `start` opens a sentence, a clause after a colon or a quotation."""
    if not before:
        return True
    if before[-1] in _QUOTE_OPENS:
        return True
    if before.endswith(". ") and (previous.rstrip(".") in _SHORTENED or len(previous) == 1):
        return False
    return bool(_END.search(before))


def _shouting(tokens: Sequence[_Token]) -> bool:
    """Whether the text is set in capitals throughout."""
    long = [t for t in tokens if len(t.text) > 2]
    return len(long) >= 4 and sum(t.text.isupper() for t in long) > 0.6 * len(long)


def _headline(tokens: Sequence[_Token]) -> bool:
    """Whether nearly every word has a capital, as in a title."""
    if any(t.folded in AUXILIARIES and not t.capital for t in tokens):
        return False
    telling = [t for t in tokens if not is_function_word(t.folded) and len(t.text) > 2]
    return len(telling) >= 4 and sum(t.capital for t in telling) >= 0.85 * len(telling)


@lru_cache(maxsize=4096)
def is_german(text: str) -> bool:
    """Whether a text most likely is German, where every noun has a capital. Cached."""
    return _german(_tokens(text))


def _german(tokens: Sequence[_Token]) -> bool:
    words = [t.folded for t in tokens]
    german = sum(w in _ONLY_GERMAN for w in words)
    english = sum(w in _ONLY_ENGLISH for w in words)
    umlaut = any(c in "äöüß" for w in words for c in w)
    return german + umlaut > english and german >= 1


def _run(text: str, tokens: Sequence[_Token], at: int, headline: bool) -> int:
    """End of the run of capitalised words that begins at `at` (or `at`)."""
    if not tokens[at].capital or tokens[at].folded in _IGNORED or is_contracted(tokens[at].folded):
        return at
    stop = at + 1
    while stop < len(tokens):
        gap = text[tokens[stop - 1].end : tokens[stop].start]
        last = tokens[stop - 1]
        if last.text.endswith(("'s", "’s")) or not _joined(gap, last, tokens[stop]):
            joint = _after_joint(text, tokens, stop)
            if joint is None or last.text.endswith(("'s", "’s")):
                break
            stop = joint
            continue
        if not tokens[stop].capital or (headline and is_common(tokens[stop].folded)):
            break
        stop += 1
    return stop


def _subject(text: str, tokens: Sequence[_Token], at: int) -> bool:
    """Whether a single word at the start of a sentence stands like a subject, not like a verb.

    Nor like a word that says of what sort the subject is ("Salt deposits were").
    """
    if _is_acronym(tokens[at]) or at + 1 == len(tokens):
        return True
    following = tokens[at + 1]
    gap = text[tokens[at].end : following.start]
    if gap.strip() in {",", "(", "and"} or tokens[at].text.endswith(("'s", "’s")):
        return True
    word, head = following.folded, tokens[at].folded
    if _agents(head) or _is_noun(tokens, at + 1):
        return False
    return gap == " " and (
        word in AUXILIARIES
        or word in {"and", "also", "never", "still", "und", "et", "y", "e"}
        or (
            word.endswith(("s", "ed"))
            and not is_function_word(word)
            and not _TECHNICAL.search(head)
        )
        or root(word) in VERBS
    )


def _agents(folded: str) -> bool:
    """Whether a plural says of people what they do, put together of two words ("beekeepers")."""
    if not folded.endswith("ers"):
        return False
    cuts = range(_PART, len(folded) - len("ers") - 1)
    return any(is_common(folded[:cut]) and is_common(folded[cut:]) for cut in cuts)


def _is_noun(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a word in -s is no verb: by its ending, or by the verb that follows it."""
    word = tokens[at].folded
    if tokens[at].capital or word in AUXILIARIES or not word.endswith("s"):
        return False
    if word.endswith(("ss", "is", "us")):
        return True
    following = tokens[at + 1].folded if at + 1 < len(tokens) else ""
    return following in AUXILIARIES or PAST in verb_forms(following)


def _joined(gap: str, last: _Token, token: _Token) -> bool:
    if not token.capital:
        return False
    if gap in (" ", "\u00a0"):
        return True
    initial = len(last.text) == 1 or last.folded in _SHORTENED
    return gap in (". ", ".") and initial


def _after_joint(text: str, tokens: Sequence[_Token], stop: int) -> int | None:
    """Index after the capitalised word that a joint ("of", "van der", "the" + ordinal) leads to."""
    end = tokens[stop - 1].end
    if tokens[stop].folded == "the" and stop + 1 < len(tokens) and text[end] == " ":
        following = tokens[stop + 1]
        ordinal = following.capital and following.folded in ORDINALS
        return stop + 2 if ordinal else None
    match = _JOINTS.match(text, end)
    if not match:
        return None
    word = match.group(0).split()[0]
    if word not in _STRONG_JOINTS:
        return None
    for index in range(stop, min(stop + 3, len(tokens))):
        if tokens[index].start == match.end():
            return index + 1 if tokens[index].capital else None
    return None


def _name(
    text: str,
    run: Sequence[_Token],
    inside: set[str],
    lower: set[str],
    german: bool,
    headline: bool,
) -> list[Name]:
    """The name a run of capitalised words makes, after its doubtful first word is dealt with."""
    run = list(run)
    while run and _droppable(run, inside, lower, headline):
        run.pop(0)
    while (
        run
        and (is_function_word(run[-1].folded) or not run[-1].capital)
        and not _is_acronym(run[-1])
    ):
        run.pop()
    if not run or _calendar(run) or not any(_telling(t) for t in run):
        return []
    if german and not _german_name(run):
        return []
    return [_make(text, run)]


def _droppable(run: Sequence[_Token], inside: set[str], lower: set[str], headline: bool) -> bool:
    """Whether the first word has its capital only from its place."""
    head = run[0]
    if not head.capital:
        return True
    if is_function_word(head.folded) and not _is_acronym(head):
        return True
    if head.folded in _IGNORED:
        return True
    if not (head.first or headline) or _is_acronym(head):
        return False
    if head.folded in _TITLES and len(run) > 1:
        return False
    if head.folded in inside:
        return False
    return is_common(head.folded) or head.folded in lower


def _is_acronym(token: _Token) -> bool:
    letters = token.text.replace(".", "").replace("&", "")
    return token.text.isupper() and 2 <= len(letters) <= 8


def _telling(token: _Token) -> bool:
    """Whether a word can carry a name: not a letter ("vitamin D") and not a code ("Q3")."""
    letters = token.text.replace(".", "")
    return token.capital and len(letters) > 1 and not any(c.isdigit() for c in letters)


def _calendar(run: Sequence[_Token]) -> bool:
    keys = [name_key(t.text) for t in run]
    return all(key in MONTHS or key in WEEKDAYS for key in keys)


def _german_name(run: Sequence[_Token]) -> bool:
    """Among German nouns only acronyms, titled and multi-word names are taken for names."""
    if len(run) == 1:
        return _is_acronym(run[0])
    return any(t.folded in LEGAL_FORMS or _is_acronym(t) for t in run) or (
        not any(is_function_word(t.folded) for t in run)
    )


def _make(text: str, run: Sequence[_Token]) -> Name:
    start, end = run[0].start, run[-1].end
    capital = [t for t in run if t.capital]
    regnal = _regnal(capital)
    telling = capital[: len(capital) - (regnal is not None)]
    while len(telling) > 1 and telling[0].folded in _TITLES:
        telling.pop(0)
    keys = [name_key(t.text) for t in telling]
    words = tuple(k for k in keys if len(k) > 1 or len(keys) == 1)
    return Name(
        Span(start, end), text[start:end], _kind(capital, regnal), words or tuple(keys), regnal
    )


def _regnal(run: Sequence[_Token]) -> int | None:
    if len(run) < 2:
        return None
    last = run[-1]
    if last.text in ROMAN and (last.text != "I" or len(run) > 1):
        return ROMAN[last.text]
    return ORDINALS.get(last.folded) if last.folded in ORDINALS and last.text[0].isupper() else None


def _kind(run: Sequence[_Token], regnal: int | None) -> Kind:
    folded = [name_key(t.text) for t in run]
    if regnal is not None:
        return "ruler"
    if any(f in LEGAL_FORMS for f in folded[1:]) or (
        len(run) > 1 and any(f in _ORGANISATIONS for f in folded)
    ):
        return "organisation"
    if all(any(_ADJECTIVE.match(part) for part in f.split("-")) for f in folded):
        return "adjective"
    if len(run) == 1:
        if _is_acronym(run[0]):
            return "acronym"
        return "term" if is_common(run[0].folded) else "name"
    return "person" if folded[0] in _PERSONAL else "name"


_LONG_SHORT = lazy(r"\(\s?[\"“]?(?P<s>[A-Z][A-Za-z&.\-]{1,11})[\"”]?s?(?:[,;][^()]{0,40})?\)")
_SHORT_LONG = lazy(r"(?<!\w)(?P<s>[A-Z][A-Z&.\-]{1,10})s?\s\((?P<l>[^()]{4,100})\)")
_STANDS_FOR = lazy(
    r"(?<!\w)(?P<s>[A-Z][A-Z&.\-]{1,10})\s(?:stands for|is short for|means|steht für|signifie"
    r"|, or)\s"
    r"[\"“]?(?P<l>[^.;,()\"”]{4,100})"
)
_WORD = lazy(r"\w+(?:['’]\w+)?")


@lru_cache(maxsize=2048)
def read_definitions(text: str) -> tuple[Definition, ...]:
    """The short forms that `text` explains, in order; initials must fit. Cached."""
    found = []
    for match in _LONG_SHORT.finditer(text):
        before = list(_WORD.finditer(text, max(0, match.start() - 120), match.start()))
        words = _fitting(match["s"], [w.group(0) for w in before])
        if words:
            start = before[-len(words)].start()
            found.append(_definition(match["s"], words, Span(start, match.end())))
    for pattern in (_SHORT_LONG, _STANDS_FOR):
        for match in pattern.finditer(text):
            spelled = _WORD.findall(match["l"])
            for size in range(len(spelled), 1, -1):
                words = _fitting(match["s"], spelled[:size])
                if words and len(words) == size:
                    found.append(_definition(match["s"], words, Span(*match.span())))
                    break
    return tuple(found)


def _definition(short: str, words: Sequence[str], span: Span) -> Definition:
    return Definition(name_key(short), tuple(name_key(w) for w in words), span)


def _fitting(short: str, words: Sequence[str]) -> list[str]:
    """The last of `words` whose initials spell `short` (small words may be skipped), or none."""
    letters = [c for c in short.casefold() if c.isalpha()]
    at = len(words)
    for letter in reversed(letters):
        at -= 1
        while (
            at >= 0
            and not words[at].casefold().startswith(letter)
            and is_function_word(words[at].casefold())
        ):
            at -= 1
        if at < 0 or not words[at].casefold().startswith(letter):
            return []
    return list(words[at:])
