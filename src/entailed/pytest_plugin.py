"""For tests of applications: is this answer grounded in these passages?

Installed with the package; pytest finds it by itself (`-p no:entailed` leaves it out).

    def test_refund_answer(assert_grounded):
        assert_grounded(my_application("How long?"), ["Refunds are accepted within 30 days."])

The fixture uses one verifier for the whole session. `entailed_scorer` in the configuration chooses
its scorer, and a fixture `entailed_verifier` of one's own replaces it. The function can also be
imported: `from entailed.pytest_plugin import assert_grounded`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # the plugin is loaded in every test session: nothing else may be
    from entailed.pipeline import Verifier
    from entailed.types import Report, Verdict

__all__ = ["assert_grounded", "explain"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The scorer's name, for projects that want the tests quicker or stricter."""
    parser.addini(
        "entailed_scorer",
        "Scorer of the assert_grounded fixture: embedded (default), lexical, none, a plug-in's.",
        default="embedded",
    )


@pytest.fixture(scope="session")
def entailed_verifier(pytestconfig: pytest.Config) -> Verifier:
    """The verifier behind `assert_grounded`; define a fixture of this name to use another."""
    from entailed.assembly import build_verifier

    return build_verifier("audit", scorer=str(pytestconfig.getini("entailed_scorer")))


@pytest.fixture(name="assert_grounded")
def _assert_grounded(entailed_verifier: Verifier) -> Callable[..., Report]:
    """`assert_grounded(answer, passages, question="")` with the session's verifier."""

    def check(
        answer: str, passages: object, question: str = "", *, allow_declined: bool = True
    ) -> Report:
        __tracebackhide__ = True
        return assert_grounded(
            answer, passages, question, allow_declined=allow_declined, verifier=entailed_verifier
        )

    return check


def assert_grounded(
    answer: str,
    passages: object,
    question: str = "",
    *,
    allow_declined: bool = True,
    verifier: Verifier | None = None,
) -> Report:
    """The report on `answer`; an AssertionError unless every claim of it is supported.

    `passages` is anything `entailed.freeze` takes. An answer that only abstains is right with
    `allow_declined`. An answer that could not be checked is not: no news is not good news.
    The message names each claim that failed, why, and the places in answer and passages. Raises
    InputError for what cannot be verified at all.
    """
    __tracebackhide__ = True
    if verifier is None:
        from entailed.assembly import build_verifier

        verifier = build_verifier("audit")
    report = verifier.verify(answer, passages, question)
    if not report.passed and not (report.status == "declined" and allow_declined):
        raise AssertionError(explain(report))
    return report


def explain(report: Report) -> str:
    """What is not grounded in an answer, in words: claim, reasons, and the places on both sides.

    Spans are code-point offsets, half-open, in the answer and in the passage named.
    """
    from entailed.report.marking import STATUS_WORDS, problems, summary, visible

    lines = [f"{STATUS_WORDS[report.status]}: {summary(report)}"]
    for number, verdict in problems(report):
        lines += ["", *_claim(report, number, verdict)]
    lines += [f"  {failure.stage} failed: {failure.message}" for failure in report.failures]
    lines += ["", f"answer: {report.answer}"]
    return visible("\n".join(lines))


def _claim(report: Report, number: int, verdict: Verdict) -> list[str]:
    from entailed.report.marking import LABEL_WORDS, place_text, reason_words, shown_places

    span = verdict.claim.span
    lines = [f"claim {number}, {LABEL_WORDS[verdict.label]}: {verdict.claim.text}"]
    lines += [f"  {reason_words(f)}" for f in verdict.reasons if f.outcome == "fail"]
    lines.append(f"  answer [{span.start}, {span.end}): {span.of(report.answer)!r}")
    places = shown_places(report, verdict)
    lines += [
        f"  passage {p.passage_id} [{p.span.start}, {p.span.end}): {place_text(report, p)!r}"
        for p in places
    ]
    return lines if places else [*lines, "  no passage is about it"]
