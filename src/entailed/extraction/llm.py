"""Claims by a language model: one statement each, short, and understandable alone.

The rules read the answer first; they know its lists, tables, questions and asides. The model only
cuts sentences of prose into claims, and what it wrote counts only where it can be traced back:
each claim in the words of its sentence, all of them together using every word. Any other sentence
keeps the claims of the rules, and the report says why. So a model that invents, drops or obeys
the answer it was to read can cost time, but never a claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from entailed.canonical import digest_of
from entailed.dialogue import Completion, Wish
from entailed.errors import ConfigurationError, ModelError
from entailed.extraction import lexicon as lex
from entailed.extraction.coverage import complete
from entailed.extraction.rules import RuleExtractor
from entailed.extraction.tokens import tokens
from entailed.extraction.tracing import Traced, trace
from entailed.extraction.units import Unit, shared, units
from entailed.prompts import EXTRACTION_SCHEMA, PROMPTS, Prompts, extraction_messages, new_mark
from entailed.protocols import ChatModel, Extractor
from entailed.recent import Recent
from entailed.structured import read_object, reply_text
from entailed.types import Claim, Evidence, Extraction, Finding, Reason, Span

__all__ = ["LLMExtractor"]

# What came back was of no use, and another sentence may fare better; any other kind of error is
# the endpoint's, and another request would fail like the first.
_CONTENT = frozenset({"refused", "truncated", "empty", "malformed"})
_MOST_CLAIMS = 20  # of one sentence; a model that writes more has lost its way
_MOST_EARLIER = 1_000  # characters of the answer before the sentences asked about

Written = tuple[tuple[str, ...], ...]  # the claims of each sentence of a request


class LLMExtractor:
    """Splits the sentences of an answer with a `ChatModel`, and the rest by rules.

    `fallback` reads the answer first, and its claims stay wherever the model's cannot be used:
    a reply that is refused, cut off, late or not what was asked for, a claim that says what its
    sentence does not, a sentence of which words were left out. Each is a finding of the
    extraction (outcome "note"), so that the report shows it. Where the model's claims stand,
    those of the fallback become `guards`: what a check finds wrong with one of them fails the
    model's claims in its place.

    `sentences_per_request` sentences go into one request of at most `timeout` seconds; at most
    `requests` are made for one answer, and what is beyond is read by the rules. `cache_size`
    replies are kept (0 keeps none). Deterministic as far as the model is.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        fallback: Extractor | None = None,
        prompts: Prompts = PROMPTS,
        sentences_per_request: int = 12,
        requests: int = 8,
        timeout: float | None = 60.0,
        max_tokens: int | None = None,
        cache_size: int = 256,
    ) -> None:
        if not callable(getattr(model, "complete", None)):
            raise ConfigurationError(
                f"extractor: expected a model with complete(messages, wish), got "
                f"{type(model).__name__}"
            )
        for name, value, least in (
            ("sentences_per_request", sentences_per_request, 1),
            ("requests", requests, 1),
            ("cache_size", cache_size, 0),
        ):
            if value < least:
                raise ConfigurationError(
                    f"extractor {name}: expected at least {least}, got {value}"
                )
        self._model = model
        self._fallback = fallback if fallback is not None else RuleExtractor()
        self._prompts = prompts
        self._size = sentences_per_request
        self._requests = requests
        self._wish = Wish(
            max_tokens=max_tokens, temperature=0.0, timeout=timeout, schema=EXTRACTION_SCHEMA
        )
        self._cache: Recent[tuple[str, ...], Written] = Recent(cache_size)

    @property
    def name(self) -> str:
        """ "llm", the name of the model, and that of the fallback."""
        return f"llm:{self._model.name}+{self._fallback.name}"

    @property
    def version(self) -> str:
        """Changes with the prompts and with the fallback."""
        told = digest_of([self._prompts.split, self._prompts.sentences])
        return f"1-{told[7:15]}-{self._fallback.version}"

    def extract(self, answer: str, evidence: Evidence, question: str) -> Extraction:
        """Claims in order, ids "c1", "c2", ...; segments tile `answer`.

        The model is not shown the evidence or the question: what they say is no claim of the
        answer. Raises what the fallback raises; the model's errors become findings.
        """
        base = self._fallback.extract(answer, evidence, question)
        every = units(answer, base)
        if not every:
            return base
        groups = [every[at : at + self._size] for at in range(0, len(every), self._size)]
        cut: dict[Span, tuple[Claim, ...]] = {}
        findings: list[Finding] = []
        for group in groups[: self._requests]:
            try:
                written = self._written(answer, group)
            except Exception as error:  # the model may be a stranger's; the rules stand in for it
                findings.append(_not_read(group, error))
                if not isinstance(error, ModelError) or error.kind not in _CONTENT:
                    break
                continue
            for unit, claims in zip(group, written, strict=True):
                made = _made(answer, unit, claims)
                if isinstance(made, Finding):
                    findings.append(made)
                else:
                    cut[unit.span] = made
        if len(groups) > self._requests:
            findings.append(_beyond(groups[self._requests :]))
        return _assembled(answer, base, every, cut, findings)

    def _written(self, answer: str, group: Sequence[Unit]) -> Written:
        """What the model wrote for each sentence of `group`. Raises ModelError."""
        shown = [unit.body.text for unit in group]
        earlier = _earlier(answer, group[0].span.start)
        key = (earlier, *shown)
        if (hit := self._cache.get(key)) is not None:
            return hit
        mark = new_mark(*key)
        messages = extraction_messages(shown, mark, self._prompts, earlier=earlier)
        written = _read(self._model.complete(messages, self._wish), len(group))
        self._cache.put(key, written)
        return written


def _earlier(answer: str, end: int) -> str:
    """The answer before `end`, from the beginning of a line or a word on."""
    start = max(0, end - _MOST_EARLIER)
    text = answer[start:end].strip()
    return text.partition(" ")[2] if start else text


def _read(completion: Completion, count: int) -> Written:
    """The claims of sentences 1 to `count`, none for one that the model left out.

    Raises ModelError unless the completion is one object of the form that was asked for.
    """
    data = read_object(reply_text(completion))
    _require(set(data) == {"sentences"}, 'the one key "sentences"', sorted(data))
    rows = data["sentences"]
    _require(isinstance(rows, list), "a list of sentences", rows)
    found: dict[int, tuple[str, ...]] = {}
    for row in rows:
        fields = isinstance(row, dict) and set(row) == {"sentence", "claims"}
        _require(fields, "sentence and claims", row)
        number, claims = row["sentence"], row["claims"]
        whole = isinstance(number, int) and not isinstance(number, bool)
        _require(whole and 1 <= number <= count, f"a sentence from 1 to {count}", number)
        _require(number not in found, "each sentence once", f"sentence {number} twice")
        texts = isinstance(claims, list) and all(isinstance(c, str) for c in claims)
        _require(texts and len(claims) <= _MOST_CLAIMS, "a short list of claims", claims)
        found[number] = tuple(claims)
    return tuple(found.get(number, ()) for number in range(1, count + 1))


def _require(holds: bool, expected: str, got: Any) -> None:
    if not holds:
        raise ModelError(f"claims: expected {expected}, got {str(got)[:120]}", kind="malformed")


def _made(answer: str, unit: Unit, claims: Sequence[str]) -> tuple[Claim, ...] | Finding:
    """The model's claims as claims of `unit`, or the finding that says why they are not used."""
    if not claims:
        return _note(unit.span, "coverage_gap", "the model left this sentence out")
    earlier = answer[: unit.span.start]
    traced: list[Traced] = []
    for claim in dict.fromkeys(claims):
        found = trace(claim, unit.body, earlier)
        if isinstance(found, str):
            return _note(unit.span, "stage_failed", f"of the claim {claim[:120]!r}: {found}")
        if not _states(found.body.text, unit.body.text):
            return _note(unit.span, "stage_failed", f"the claim {claim[:120]!r} is no statement")
        traced.append(found)
    made = shared(answer, unit, traced)
    return (
        _note(unit.span, "coverage_gap", f"of the claims: {made}")
        if isinstance(made, str)
        else made
    )


def _states(text: str, sentence: str) -> bool:
    """Whether a text is a statement as far as its sentence is one.

    It has a word that can be a verb after its first word, and begins with no preposition, unless
    the sentence is like that.
    """
    if not _has_verb(text) and _has_verb(sentence):
        return False
    first, own = tokens(sentence)[:1], tokens(text)[:1]
    opens = bool(own) and own[0].lower in lex.PREPOSITIONS
    return not opens or (bool(first) and first[0].lower == own[0].lower)


def _has_verb(text: str) -> bool:
    return any(t.lower in lex.AUXILIARIES or lex.verb_forms(t.lower) for t in tokens(text)[1:])


def _note(span: Span, reason: Reason, why: str) -> Finding:
    message = f"the model's claims are not used here, the rules' are: {why}"
    return Finding("extract", "note", span, reason, message=message)


def _not_read(group: Sequence[Unit], error: Exception) -> Finding:
    kind = error.kind if isinstance(error, ModelError) else type(error).__name__
    return _note(_over(group), "stage_failed", f"{kind}: {error}")


def _beyond(groups: Sequence[Sequence[Unit]]) -> Finding:
    every = [unit for group in groups for unit in group]
    why = f"{len(every)} sentences are beyond the limit on requests to the model"
    return _note(_over(every), "limit_reached", why)


def _over(group: Sequence[Unit]) -> Span:
    return Span(group[0].span.start, group[-1].span.end)


def _plain(claim: Claim) -> str:
    return claim.text.rstrip(".!?。 ")


def _assembled(
    answer: str,
    base: Extraction,
    every: Sequence[Unit],
    cut: dict[Span, tuple[Claim, ...]],
    findings: Sequence[Finding],
) -> Extraction:
    """The base extraction with the claims of `cut` in the place of the rules' own."""
    replaced = [claim for unit in every if unit.span in cut for claim in unit.claims]
    gone = {claim.id for claim in replaced}
    claims = [c for c in base.claims if c.id not in gone]
    claims += [claim for made in cut.values() for claim in made]
    claims.sort(key=lambda claim: claim.span)
    numbered = tuple(replace(c, id=f"c{n}") for n, c in enumerate(claims, start=1))
    said = {(claim.span, _plain(claim)) for claim in numbered}
    guards = [c for c in replaced if (c.span, _plain(c)) not in said]
    segments = tuple(s for s in base.segments if s.kind == "not_checkable")
    whole, gaps = complete(answer, replace(base, claims=numbered, segments=segments))
    notes = [_note(gap, "coverage_gap", "no claim covers this") for gap in gaps]
    return replace(
        whole,
        declined=base.declined,
        findings=(*base.findings, *findings, *notes),
        guards=tuple(replace(c, id=f"g{n}") for n, c in enumerate(guards, start=1)),
    )
