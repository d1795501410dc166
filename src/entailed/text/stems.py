"""A light English stemmer for matching, not for display.

Forms of one word get one key (opens, opened, opening, open; city, cities; ran, run). The key is
no word. Words of other languages lose at most an English-looking ending, on both sides alike.
"""

from __future__ import annotations

from functools import lru_cache

from entailed.text.lazy import lazy

_FORMS = """
be am is are was were been being; have has had having; do does did done; go goes went gone;
run ran; begin began begun; bear bore borne; beat beaten; become became; bend bent; bind bound;
bite bit bitten; blow blew blown; break broke broken; bring brought; build built; burn burnt;
buy bought; catch caught; choose chose chosen; come came; cost costs; creep crept; deal dealt;
dig dug; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen;
feed fed; feel felt; fight fought; find found; flee fled; fly flew flown; forbid forbade forbidden;
forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; grow grew grown;
hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led;
leave left; lend lent; lose lost; make made; mean meant; meet met; pay paid; ride rode ridden;
ring rang rung; rise rose risen; say said; see saw seen; seek sought; sell sold; send sent;
shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung;
sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken; spend spent; spin spun;
stand stood; steal stole stolen; stick stuck; strike struck; swear swore sworn; sweep swept;
swim swam swum; take took taken; teach taught; tear tore torn; tell told; think thought;
throw threw thrown; understand understood; undertake undertook undertaken; wake woke woken;
wear wore worn; weave wove woven; win won; withdraw withdrew withdrawn; write wrote written;
overcome overcame; arise arose arisen; foresee foresaw foreseen; withhold withheld; uphold upheld;
child children; man men; woman women; person people; foot feet; tooth teeth; goose geese;
mouse mice; leaf leaves; life lives; knife knives; half halves; shelf shelves; wolf wolves;
self selves; thief thieves; loaf loaves; wife wives; criterion criteria; phenomenon phenomena;
datum data; medium media; analysis analyses; basis bases; crisis crises; thesis theses;
hypothesis hypotheses; diagnosis diagnoses; axis axes; index indices; matrix matrices;
vertex vertices; appendix appendices; bacterium bacteria; stimulus stimuli; nucleus nuclei;
good better best; bad worse worst; far farther further; bus buses; gas gases;
die dying died dies; lie lying;
tie tying tied ties; use using used; old older oldest; long longer longest; high higher highest;
large larger largest; small smaller smallest; low lower lowest; big bigger biggest;
short shorter shortest; new newer newest; early earlier earliest; late later latest;
high height; wide width; deep depth; long length; strong strength; die death; bear birth;
grow growth; warm warmth; weigh weight; know knowledge; speak speech; sell sale sales;
choose choice; see sight; fly flight; lose loss; give gift; live life alive; sit seat;
succeed success; proceed process; receive receipt; decide decision; permit permission;
admit admission; extend extension; expand expansion; produce production; reduce reduction;
renew renewal; approve approval; arrive arrival; remove removal; refuse refusal; propose proposal;
"""
# Pairs whose meanings drift too far to share a key are left out on purpose (left, saw, found).
_APART = frozenset({"left", "saw", "found", "felt", "bore", "bound", "lives", "leaves", "life"})


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _FORMS.replace("\n", " ").split(";"):
        forms = line.split()
        for form in forms[1:]:
            table.setdefault(form, forms[0])
    return {form: base for form, base in table.items() if form not in _APART}


_IRREGULAR = _table()
_VOWEL = lazy(r"[aeiouyäöüáéíóúàèìòùâêîôû]")
_SIBILANT = ("ches", "shes", "sses", "xes", "zes")
_DOUBLED = lazy(r"([bcdfgjklmnpqrstvwxz])\1$")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The key of a folded `word`; words of up to three letters are kept unless irregular."""
    base = _IRREGULAR.get(word)
    if base is not None:
        return _finish(base)
    if len(word) <= 3 or not word.isalpha():
        return word
    return _finish(_inflection(word))


def _finish(word: str) -> str:
    """Endings that come and go: a doubled consonant, a silent e, y or i."""
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word.endswith("y") and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    return word[:-1] if len(word) > 3 and _DOUBLED.search(word) else word


def _inflection(word: str) -> str:
    word = _singular(word)
    for ending in ("edly", "ingly", "ing", "ed"):
        if word.endswith(ending):
            rest = word[: -len(ending)]
            if len(rest) > 2 and _VOWEL.search(rest) and not (ending == "ed" and rest[-1] == "e"):
                return _verb(rest)
            break
    if word.endswith(("reed", "teed")) and len(word) > 5:
        return word[:-1]
    return _derivation(word)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_SIBILANT) and len(word) > 4:
        return word[:-2]
    if word.endswith("oes") and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _verb(rest: str) -> str:
    if rest.endswith("i"):
        return rest[:-1] + "y"
    return _derivation(rest) if len(rest) > 5 else rest


def _derivation(word: str) -> str:
    if word.endswith("ically") and len(word) > 8:
        return word[:-4]
    if word.endswith("ily") and len(word) > 5:
        return word[:-3] + "y"
    if word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    if word.endswith("ation") and len(word) > 8:
        return word[:-3]
    if word.endswith(("tion", "sion")) and len(word) > 7:
        return word[:-3]
    if word.endswith("ment") and len(word) > 7:
        return word[:-4]
    if word.endswith("ness") and len(word) > 8:
        return word[:-4]
    if word.endswith(("able", "ible")) and len(word) > 7:
        return word[:-4]
    return word
