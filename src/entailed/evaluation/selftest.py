"""Proof that the gate can fail: answers known to be right must pass it, planted ones must not.

The right answers are sentences of the suite's own passages, word for word. Each planted answer is
one of them with a single lie put in: another number, a quotation nobody wrote, a made-up source,
the opposite. To these come the answers that the suite itself knows to be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from entailed.errors import RequestError
from entailed.evaluation.gate import Gate, decide_gate
from entailed.evaluation.results import Result
from entailed.evaluation.running import Evaluation
from entailed.evaluation.runs import Run
from entailed.evaluation.suites import Category, Expectation, Scenario, Suite, Turn
from entailed.evaluation.systems import Answered, RecordedAnswers
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.text.segment import sentences
from entailed.types import Evidence, Passage

__all__ = ["CONDITION", "PLANTS", "PlantedRow", "SelfTest", "self_test"]

CONDITION = "faulty_answer_rate > 2%"
"""The gate that is tested where the user names none."""
_PER_KIND = 5
_MOST_WORDS = 40
_LEAST_WORDS = 5


@dataclass(frozen=True, slots=True)
class PlantedRow:
    """How many of the answers with one kind of lie were found to be wrong."""

    kind: str
    caught: int
    planted: int
    missed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The gate's decisions on the right answers and on each kind of planted ones.

    `clean_flagged` are right answers that the verifier found fault with.
    """

    clean: Gate
    planted: Gate
    rows: tuple[PlantedRow, ...]
    clean_answers: int
    clean_flagged: tuple[str, ...]

    @property
    def blind(self) -> tuple[str, ...]:
        """Kinds of lies of which not one was found."""
        return tuple(row.kind for row in self.rows if row.planted and not row.caught)

    @property
    def proven(self) -> bool:
        """Whether the gate passes the right answers, stops the planted ones, and is not blind."""
        stops = self.clean.verdict == "passed" and self.planted.verdict == "failed"
        return stops and not self.blind


# --- lies ------------------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<![\w.,:])\d{1,3}(?:,\d{3})+(?![\w])|(?<![\w.,:])\d+(?![\w]|[.,:]\d)")
_IS = re.compile(r"\b(is|are|was|were|may|can|must|has|have|had)\b(?! not)")


def _other_number(sentence: str, passage: Passage) -> str | None:
    """Another number in the place of the first one."""
    found = _NUMBER.search(sentence)
    if found is None:
        return None
    digits = found[0].replace(",", "")
    other = str(int(digits) * 3 + 17)
    if other in passage.text:
        return None
    lie = f"{sentence[: found.start()]}{other}{sentence[found.end() :]}"
    return _cited(lie, passage.id)


def _made_up_quotation(sentence: str, passage: Passage) -> str | None:
    """Words in quotation marks that stand nowhere."""
    words = "nothing of this was ever meant to be written down by anyone"
    return f'{_cited(sentence, passage.id)} The text says: "{words.capitalize()}" [{passage.id}].'


def _made_up_source(sentence: str, passage: Passage) -> str | None:
    """A citation of a passage that is not there."""
    return _cited(sentence, "S99") if passage.id != "S99" else None


def _made_up_person(sentence: str, passage: Passage) -> str | None:
    """A person nobody mentions, with a date and a sum."""
    lie = "Professor Ulrica Vandersteen approved it on 27 February 1877 for 918,273 dollars."
    return f"{_cited(sentence, passage.id)} {_cited(lie, passage.id)}"


def _opposite(sentence: str, passage: Passage) -> str | None:
    """The verb denied."""
    found = _IS.search(sentence)
    if found is None or re.search(r"\b(?:not|no|never|only|none)\b", sentence):
        return None
    return _cited(f"{sentence[: found.end()]} not{sentence[found.end() :]}", passage.id)


def _cited(sentence: str, passage_id: str) -> str:
    """The sentence with a citation before its full stop."""
    return f"{sentence[:-1]} [{passage_id}]."


Plant = Callable[[str, Passage], "str | None"]
PLANTS: tuple[tuple[str, Plant], ...] = (
    ("another number", _other_number),
    ("a quotation nobody wrote", _made_up_quotation),
    ("a source that does not exist", _made_up_source),
    ("a person nobody mentions", _made_up_person),
    ("the opposite", _opposite),
)
_UNGROUNDED = "an answer without any source"
_KNOWN = "answers the suite knows to be wrong"


# --- the test --------------------------------------------------------------------------------


def self_test(
    suite: Suite, verifier: Verifier, conditions: Sequence[str] = (), *, workers: int = 1
) -> SelfTest:
    """Run the gate on right and on planted answers made from the suite's own passages.

    Deterministic. Raises RequestError where no passage of the suite has a sentence to use.
    """
    gates = tuple(conditions) or (CONDITION,)
    chosen = list(_sentences(_passages(suite)))
    if not chosen:
        raise RequestError(
            f"suite {suite.name!r}: expected passages with whole sentences to plant lies in; "
            "give the suite evidence of its own"
        )
    right = [(f"right-{n}", s, (p,)) for n, (s, p) in enumerate(chosen[:30])]
    clean = _run(
        suite, verifier, [(i, _cited(s, p[0].id), freeze(p)) for i, s, p in right], workers
    )
    groups = dict(_planted(suite, chosen))
    rows: list[PlantedRow] = []
    results: list[Result] = []
    for kind, answers in groups.items():
        made = _run(suite, verifier, answers, workers)
        rows.append(_row(kind, made.results))
        results += made.results
    planted = Run(clean.head, tuple(results))
    flagged = tuple(r.answered.text for r in clean.results if r.faulty or not r.evaluated)
    return SelfTest(
        clean=_decided(clean, gates),
        planted=_decided(planted, gates),
        rows=tuple(rows),
        clean_answers=len(clean.results),
        clean_flagged=flagged,
    )


def _decided(run: Run, conditions: Sequence[str]) -> Gate:
    head = run.head
    counted = type(head)(
        head.suite, head.suite_digest, head.system, head.system_digest, head.policy,
        head.components, len(run.results),
    )  # fmt: skip
    return decide_gate(Run(counted, run.results), conditions)


_Answer = tuple[str, str, Evidence]


def _planted(
    suite: Suite, chosen: Sequence[tuple[str, Passage]]
) -> Iterator[tuple[str, list[_Answer]]]:
    """For each kind of lie its answers, each with an id and its evidence."""
    for kind, plant in PLANTS:
        made = [(plant(sentence, passage), passage) for sentence, passage in chosen]
        texts = [(text, freeze((passage,))) for text, passage in made if text is not None]
        yield kind, [(f"{kind}-{n}", *row) for n, row in enumerate(texts[:_PER_KIND])]
    nothing = freeze([])
    yield (
        _UNGROUNDED,
        [
            (f"{_UNGROUNDED}-{n}", sentence, nothing)
            for n, (sentence, _) in enumerate(chosen[:_PER_KIND])
        ],
    )
    known = [s for s in suite.scenarios if s.bad_answer]
    if known:
        yield (
            _KNOWN,
            [
                (s.id, s.bad_answer, s.evidence if s.evidence is not None else suite.evidence)
                for s in known
            ],
        )


def _row(kind: str, results: Sequence[Result]) -> PlantedRow:
    missed = tuple(r.answered.text for r in results if not r.faulty)
    return PlantedRow(kind, len(results) - len(missed), len(results), missed)


def _run(suite: Suite, verifier: Verifier, answers: Sequence[_Answer], workers: int) -> Run:
    category: Category = "answerable"
    scenarios = tuple(
        Scenario(name, category, (Turn("", None, Expectation("either")),), evidence)
        for name, _, evidence in answers
    )
    planted = Suite(f"{suite.name} (self-test)", scenarios, suite.evidence)
    recorded = RecordedAnswers({(name, 0): Answered(text) for name, text, _ in answers})
    return Evaluation(planted, recorded, verifier, workers).run()


def _passages(suite: Suite) -> list[Passage]:
    """The passages of the suite and of its scenarios, each once."""
    found = {p.digest: p for p in suite.evidence}
    for scenario in suite.scenarios:
        found.update({p.digest: p for p in scenario.evidence or ()})
    return list(found.values())


def _sentences(passages: Sequence[Passage]) -> Iterator[tuple[str, Passage]]:
    """Plain sentences that stand alone, the passages taking turns."""
    columns = [
        [
            s.text
            for s in sentences(p.text)
            if s.kind == "paragraph"
            and _LEAST_WORDS <= len(s.text.split()) <= _MOST_WORDS
            and s.text.endswith(".")
            and '"' not in s.text
        ]
        for p in passages
    ]
    for n in range(max(map(len, columns), default=0)):
        for passage, column in zip(passages, columns, strict=True):
            if n < len(column):
                yield column[n], passage
