"""Ask the questions of the handbook and report what may be shown, by kind of question.

    python -m benchmarks.answering --script good|bad|turn [--policy NAME] [--results FOLDER]
    python -m benchmarks.answering --model NAME --model-url URL [--max-tokens N] [--passages N]

The documents are `examples/handbook`, the questions `examples/handbook-questions.jsonl`: six
kinds, five of each. `--script` takes the answers written beside the questions: the good ones, the
bad ones whatever is asked, or the bad one first and the good one when asked again. Else any
OpenAI-compatible endpoint writes them (`pip install 'entailed[llm]'`; the key, if it needs one, is
OPENAI_API_KEY). Every text shown as verified is verified once more, from nothing but the text and
the passages: what fails then was displayed unsupported. The texts are listed, since a verifier
cannot count its own misses. Exit code 1 when anything unsupported, or known to be false, was
displayed.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.machine import describe, heading, table, write
from entailed.answering import Answerer, Outcome
from entailed.assembly import build_answerer, build_verifier
from entailed.chat import OpenAIModel
from entailed.dialogue import Message, Wish
from entailed.pipeline import Verifier
from entailed.protocols import ChatModel
from entailed.retrieval import FolderRetriever
from entailed.testing import ScriptedModel
from entailed.types import Verdict

EXAMPLES = Path(__file__).parent.parent / "examples"
KINDS = ("answerable", "false_premise", "attribution", "role_play", "out_of_scope", "numbers")


@dataclass(frozen=True)
class Question:
    """A question of the handbook; `sources` are the files that answer it, none if none does."""

    id: str
    kind: str
    question: str
    sources: tuple[str, ...]
    good: str
    bad: str


@dataclass(frozen=True)
class Row:
    """What came of one question. `misses` are the claims displayed that do not hold."""

    question: Question
    outcome: Outcome
    seconds: float
    found: bool
    misses: tuple[Verdict, ...]

    @property
    def false(self) -> bool:
        """Whether the answer known to be bad is shown as it is."""
        return self.outcome.because == "stood" and self.outcome.text == self.question.bad


def read_questions(path: Path) -> list[Question]:
    """The questions of a JSON Lines file."""
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    questions = [Question(**{**row, "sources": tuple(row["sources"])}) for row in rows]
    # One of each kind after the other, so that a run that ends early has some of all.
    return sorted(questions, key=lambda q: (int(q.id.rpartition("-")[2]), KINDS.index(q.kind)))


def scripted(name: str, questions: Sequence[Question]) -> ScriptedModel:
    """A model that knows the answers by the question in its request."""

    def asked(question: Question, messages: Sequence[Message]) -> bool:
        return question.question in messages[-1].content

    def answer(question: Question, messages: Sequence[Message]) -> str:
        again = "earlier answer was withheld" in messages[-1].content
        return question.good if name == "good" or (name == "turn" and again) else question.bad

    rules = [(lambda m, q=q: asked(q, m), lambda m, q=q: answer(q, m)) for q in questions]
    return ScriptedModel(rules=rules, name=f"script ({name})")


def ask(
    answerer: Answerer,
    verifier: Verifier,
    retriever: FolderRetriever,
    question: Question,
    seconds: float | None = None,
) -> Row:
    """Ask one question, within `seconds`, and look at what is shown."""
    began = time.perf_counter()
    outcome = answerer.ask(question.question, seconds)
    took = time.perf_counter() - began
    found = {p.source for p in retriever.retrieve(question.question, 5).passages}
    return Row(
        question,
        outcome,
        took,
        found >= set(question.sources),
        tuple(misses(outcome, verifier)),
    )


def misses(outcome: Outcome, verifier: Verifier) -> Iterator[Verdict]:
    """The claims of a text shown as verified that its passages do not support."""
    if outcome.status == "verified" and outcome.report is not None:
        again = verifier.verify(outcome.text, outcome.report.evidence, outcome.question)
        yield from (verdict for verdict in again.verdicts if not verdict.clean)


def summarise(rows: Sequence[Row], script: bool) -> dict[str, object]:
    """The figures of some rows."""
    causes = Counter(row.outcome.because for row in rows)
    statuses = Counter(row.outcome.status for row in rows)
    times = [row.seconds for row in rows]
    return {
        "questions": len(rows),
        "found": sum(row.found for row in rows),
        "verified": causes["stood"],
        "repaired": causes["repaired"],
        "declined": causes["abstained"],
        "failed": statuses["declined"] - causes["abstained"],
        "ungrounded": statuses["ungrounded"],
        "withheld": statuses["unsupported"],
        "second_tries": sum(len(row.outcome.attempts) > 1 for row in rows),
        "claims_displayed": sum(
            len(row.outcome.report.verdicts)
            for row in rows
            if row.outcome.status == "verified" and row.outcome.report is not None
        ),
        "unsupported_displayed": sum(len(row.misses) for row in rows),
        "false_displayed": sum(row.false for row in rows) if script else "-",
        "seconds_median": median(times) if times else 0.0,
        "seconds_most": max(times, default=0.0),
        "causes": dict(causes),
    }


def told(row: Row) -> dict[str, object]:
    """One row as plain data."""
    outcome = row.outcome
    return {
        "id": row.question.id,
        "kind": row.question.kind,
        "question": row.question.question,
        "status": outcome.status,
        "because": outcome.because,
        "text": outcome.text,
        "citations": [cited.passage.id for cited in outcome.citations],
        "answers": [attempt.answer for attempt in outcome.attempts],
        "failures": [f"{f.stage}: {f.error}: {f.message}"[:300] for f in outcome.failures],
        "sources_found": row.found,
        "unsupported_displayed": [verdict.claim.text for verdict in row.misses],
        "seconds": round(row.seconds, 2),
    }


_COLUMNS = (
    "questions found verified repaired declined failed ungrounded withheld second_tries "
    "claims_displayed "
    "unsupported_displayed false_displayed seconds_median"
).split()


def page(
    figures: Mapping[str, Mapping[str, object]], rows: Sequence[Row], model: str, machine: str
) -> str:
    """The results as Markdown, every text that was shown among them."""
    body = [[kind, *(data[c] for c in _COLUMNS)] for kind, data in figures.items()]
    names = [c.replace("_", " ") for c in _COLUMNS]
    parts = [
        "# Answering",
        machine,
        f"Model: {model}. Documents: `examples/handbook`.",
        "`found`: the files that answer the question are among the first five passages. "
        "`verified`: the answer stood as it came. `repaired`: what was left of it did. `declined`: "
        "the model said that the sources do not tell. `failed`: no usable answer came (cut off at "
        "the token limit, an echo of the prompt, an error). `ungrounded`: nothing was found. "
        "`withheld`: an answer came and nothing of it could be shown. `unsupported displayed`: "
        "claims shown as verified that fail when the text is verified again. `false displayed`: "
        "answers of the script that are known to be false and were shown as they are (`-`: no "
        "script knows). Seconds a question.",
        table(["kind", *names], body),
        "## Every text shown as verified",
        "To be read by eye: the verifier cannot count what it misses.",
    ]
    shown = [row for row in rows if row.outcome.status == "verified"]
    parts += [_entry(row) for row in shown] or ["None."]
    parts += ["## The others"]
    parts += [_entry(row) for row in rows if row.outcome.status != "verified"] or ["None."]
    return "\n\n".join(parts)


def _entry(row: Row) -> str:
    """One question with what was shown and what the model had written."""
    outcome = row.outcome
    lines = [
        f"**{row.question.id}** {row.question.question}",
        f"*{outcome.status}, {outcome.because}* {_line(outcome.text)}",
    ]
    lines += [f"{failure.message}" for failure in outcome.failures]
    for attempt in outcome.attempts:
        if attempt.answer.strip() and attempt.answer.strip() != outcome.text.strip():
            lines.append(f"the model, try {attempt.number}: {_line(attempt.answer)}")
    return "  \n".join(lines)


def _line(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= 600 else short[:600] + " ..."


def main() -> None:
    """Ask, write the results, and fail when anything unsupported was displayed."""
    options = _options()
    machine = describe()
    questions = read_questions(EXAMPLES / "handbook-questions.jsonl")[:: options.every]
    model: ChatModel
    if options.script:
        model, name = scripted(options.script, questions), f"answering-{options.script}"
    else:
        model = OpenAIModel(options.model, base_url=options.model_url, timeout=options.seconds)
        name = "answering"
    retriever = FolderRetriever(EXAMPLES / "handbook")
    wish = Wish(max_tokens=options.max_tokens, temperature=0.0, seed=1)
    answerer = build_answerer(
        retriever,
        model,
        options.policy,
        wish=wish,
        passages=options.passages,
        scorer=options.scorer,
    )
    verifier = build_verifier("audit", scorer=options.scorer)
    rows = list(_asked(answerer, verifier, retriever, questions, options.seconds))
    script = options.script is not None
    by_kind = {kind: [row for row in rows if row.question.kind == kind] for kind in KINDS}
    figures = {kind: summarise(some, script) for kind, some in by_kind.items()}
    figures["all"] = summarise(rows, script)
    text = page(
        figures,
        rows,
        f"{model.name}, policy `{options.policy}`, scorer `{options.scorer}`, "
        f"{options.passages} passages",
        heading(machine),
    )
    data = {
        "machine": machine,
        "model": model.name,
        "policy": options.policy,
        "passages": options.passages,
        "max_tokens": options.max_tokens,
        "figures": figures,
        "rows": [told(row) for row in rows],
    }
    write(name, data, text, *([options.results] if options.results else []))
    print(text)
    sys.exit(1 if any(row.misses or row.false for row in rows) else 0)


def _asked(
    answerer: Answerer,
    verifier: Verifier,
    retriever: FolderRetriever,
    questions: Sequence[Question],
    seconds: float,
) -> Iterator[Row]:
    """A row for each question; a signal to stop ends the run early and keeps what there is."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for question in questions:
            row = ask(answerer, verifier, retriever, question, seconds)
            print(f"{question.id}: {row.outcome.status}, {row.seconds:.1f} s", flush=True)
            yield row
    except KeyboardInterrupt:
        print("interrupted; the rest is not asked", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--script", choices=["good", "bad", "turn"])
    chosen.add_argument("--model", help="the name of a model")
    parser.add_argument("--model-url", help="its endpoint, up to /v1")
    parser.add_argument("--policy", default="regenerate")
    parser.add_argument("--scorer", default="embedded")
    parser.add_argument("--max-tokens", type=int, default=160)
    parser.add_argument("--passages", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=120.0, help="the time of one question")
    parser.add_argument("--every", type=int, default=1, help="ask every n-th question only")
    parser.add_argument("--results", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
