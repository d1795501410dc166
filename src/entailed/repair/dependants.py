"""What only makes sense together with a deleted statement before it.

"This led to a loss" says something else once the sentence before it is gone: "this" would be
whatever stands there now. Where no name can be put in, such a statement goes as well. To keep it
would make the repaired text say what neither the answer nor the evidence says.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from entailed.repair.task import Item, Task
from entailed.repair.wording import connective_length, is_dummy, name_for_pronoun, pronoun_length
from entailed.text.lazy import lazy
from entailed.text.verb_forms import BASE, PAST, THIRD, verb_forms
from entailed.text.words import content_stems
from entailed.types import Span

__all__ = ["article_for", "with_dependants"]

_CONTENT_FREE = frozenset({"separator", "citation", "claim"})
# What was said before is the condition, or the time, of what follows.
_CONDITIONAL = lazy(
    r"(?:and |but |or )?(?:in (?:that|this|such a|either|both|which) cases?|otherwise|if so|if not|"
    r"failing (?:that|this)|until (?:then|that|this)|before (?:then|that|this)|"
    r"under (?:these|those|such|this|that) (?:conditions?|circumstances|rules?|terms)|"
    r"sonst|andernfalls|in diesem fall|sinon|dans ce cas|de lo contrario|en ese caso)\b",
    re.IGNORECASE,
)
_PICKED = lazy(r"\bthe (?:former|latter)\b", re.IGNORECASE)
_PAIR = lazy(r"(?:both|neither|either)(?: of (?:them|these|those))?\s+(\w+)", re.IGNORECASE)
_DEMONSTRATIVE = lazy(r"(this|that|these|those|such)(?:\s+([\w\-]+))?(?=\W|$)", re.IGNORECASE)
_BARE = lazy(r"(?:dies|cela|ceci|ça|esto|eso|ciò|isto|isso|это)(?=\s)", re.IGNORECASE)
_NOT_ONLY = lazy(r"not only\b", re.IGNORECASE)
_AUXILIARIES = frozenset(
    """is was are were has have had will would can could may might must should does do did isn't
    wasn't aren't weren't won't doesn't don't didn't can't cannot also only alone""".split()
)


def with_dependants(task: Task) -> Task:
    """`task` with every kept claim deleted that hangs on a deleted one right before it."""
    items = list(task.items)
    gone: list[Item] = []
    stands: Item | None = None
    end = 0
    said = [s.span for s in task.segments if s.role not in _CONTENT_FREE]
    for at, item in enumerate(items):
        if _parted(said, end, item.claim.span.start):
            gone, stands = [], None
        end = max(end, item.claim.span.end)
        depends = _half(task, items, at) or (gone and _depends(task, item, gone, stands))
        if not item.deleted and depends:
            items[at] = item = replace(item, treatment="delete")
        if item.deleted:
            gone = [item, *gone]
        else:
            gone, stands = [], item
    return replace(task, items=tuple(items))


def _parted(said: Sequence[Span], start: int, end: int) -> bool:
    """Whether something that is no claim (`said`, in order) is said between two claims."""
    after = bisect_right(said, start, key=lambda span: span.end)
    return start < end and after < len(said) and said[after].start < end


def _half(task: Task, items: Sequence[Item], at: int) -> bool:
    """Whether a "not only" has lost its "but also"."""
    item = items[at]
    if item.deleted or _NOT_ONLY.match(task.answer, item.claim.span.start) is None:
        return False
    rest = [i for i in items[at + 1 :] if i.claim.sentence == item.claim.sentence]
    return any(other.deleted for other in rest)


def _depends(task: Task, item: Item, gone: Sequence[Item], stands: Item | None) -> bool:
    raw = task.answer[item.claim.span.start : item.claim.span.end].lstrip('*_~`"“ ')
    texts = [raw, item.claim.text]
    if any(_CONDITIONAL.match(text) or _PICKED.search(text) for text in texts):
        return True
    text = item.claim.text[connective_length(item.claim.text) :]
    if _BARE.match(text):
        return True
    pair = _PAIR.match(text)
    if pair is not None and _finite(pair[1], plural=True):
        return True
    pointed = _DEMONSTRATIVE.match(text)
    if pointed is not None:
        ambiguous = stands is not None and _shares(pointed[2] or "", [stands])
        return ambiguous or article_for(text, gone) is None
    return _personal(task, item, gone, stands)


def _personal(task: Task, item: Item, gone: Sequence[Item], stands: Item | None) -> bool:
    """Whether a pronoun would now seem to mean someone that is kept before it.

    It does not where what was deleted began with a pronoun itself or was an item of a list: then
    whom they mean is said before. Items mean what their list is about, or the item above them.
    """
    start = item.claim.span.start
    start += connective_length(task.answer[start : item.claim.span.end])
    length = pronoun_length(item.claim, task.answer, start)
    if not length or is_dummy(task.answer, start):
        return False
    if name_for_pronoun(item.claim, task.answer, start, [g.claim for g in gone]) is not None:
        return False
    if item.claim.kind == "list_item":
        return any(_heads(task, above, item) for above in gone)
    return stands is not None and not all(
        g.claim.kind == "list_item" or pronoun_length(g.claim, task.answer, g.claim.span.start)
        for g in gone
    )


def _heads(task: Task, above: Item, item: Item) -> bool:
    """Whether `item` stands in a list under the list item `above`."""
    own = task.layout.line_at(item.claim.span.start)
    head = task.layout.line_at(above.claim.span.start)
    return head.kind == own.kind == "item" and head.indent < own.indent


def article_for(text: str, gone: Sequence[Item]) -> int | None:
    """Length of a leading "this" that "the" can replace: its noun is in what is gone.

    None where it stands for the statement itself, or for a thing that nobody has named.
    """
    found = _DEMONSTRATIVE.match(text)
    if found is None or found[2] is None or found[1].lower() == "such":
        return None
    if _finite(found[2], plural=found[1].lower() in ("these", "those")):
        return None
    return len(found[1]) if _shares(found[2], gone) else None


def _shares(word: str, items: Sequence[Item]) -> bool:
    """Whether a word stands in one of the claims, in whatever form."""
    return any(content_stems(word) & content_stems(item.claim.text) for item in items)


def _finite(word: str, *, plural: bool) -> bool:
    """Whether a word after a pronoun can be its verb."""
    forms = verb_forms(word.lower())
    wanted = {BASE, PAST} if plural else {THIRD, PAST}
    return word.lower() in _AUXILIARIES or bool(forms & wanted)
