"""A conversation: questions, doubts and requests for sources, each with its own passages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from entailed.answering import Answerer, CitedPassage, Outcome, Past, Progress
from entailed.answering.judging import citations, stands
from entailed.answering.running import Step, arun_step, run_step
from entailed.conversation.history import history, trimmed
from entailed.conversation.quoting import as_lines, quotes_of
from entailed.conversation.rechecking import Recheck, Steps, evidence_of
from entailed.conversation.recognising import Recogniser, question_part, recognise
from entailed.conversation.stores import MemoryStore, TurnStore
from entailed.conversation.topics import meant, search_for, shared
from entailed.conversation.turns import Standing, Turn, standing
from entailed.conversation.wording import WORDING, Wording
from entailed.dialogue import Message
from entailed.errors import InputError, UnsupportedError
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.text.words import content_stems
from entailed.types import Passage, Report, Verdict

__all__ = ["Conversation"]

T = TypeVar("T")
Told = Callable[[Progress], None]


class Conversation:
    """One conversation over an answerer, or over a verifier for answers that come from elsewhere.

    `ask` takes any message. A question goes to the answerer, with what it leans on in the search
    and the trimmed history before the model. A doubt about an earlier answer is never searched
    for: the answer is verified again against the passages of its own turn, and held with their
    words or corrected at once. A request for the source is answered from the stored turn. `add`
    takes a question with an answer that was made elsewhere.

    `store` keeps the turns (in memory by default) under `name`; a conversation that is there is
    gone on with. `system` are messages kept at the head of every history, which holds at most
    `history_turns` turns and `history_characters` code points (see `trimmed`). `recogniser` tells
    a question from a doubt, `wording` holds the replies no model writes.

    One message at a time: of messages sent at once none sees the other. Several conversations may
    share an answerer and a store. Every method raises StoreError where the store fails, and
    InputError for blank text.
    """

    def __init__(
        self,
        answers: Answerer | Verifier,
        store: TurnStore | None = None,
        name: str = "conversation",
        *,
        system: Sequence[str] = (),
        history_turns: int = 6,
        history_characters: int = 8_000,
        recogniser: Recogniser = recognise,
        wording: Wording = WORDING,
    ) -> None:
        trimmed((), history_turns, history_characters)
        self.name = name
        self.store: TurnStore = MemoryStore() if store is None else store
        self._answerer = answers if isinstance(answers, Answerer) else None
        self._verifier = answers.verifier if isinstance(answers, Answerer) else answers
        self._system = tuple(system)
        self._bounds = (history_turns, history_characters)
        self._recogniser = recogniser
        self._wording = wording
        self._kept: tuple[Turn, ...] = ()

    # --- what a user does --------------------------------------------------------------------

    def ask(self, text: str, deadline: float | None = None, progress: Told | None = None) -> Turn:
        """The turn that `text` makes, whatever it is; see `Answerer.ask` for the rest.

        Raises UnsupportedError for a question to a conversation over a verifier.
        """
        return _run(self._ask(text, deadline, progress))

    async def aask(
        self, text: str, deadline: float | None = None, progress: Told | None = None
    ) -> Turn:
        """The same, with the event loop kept free."""
        return await _arun(self._ask(text, deadline, progress))

    def challenge(self, text: str, about: int | None = None) -> Turn:
        """`text` taken as a doubt, about question `about` or the one it fits best.

        Raises InputError where `about` is no question of this conversation.
        """
        return _run(self._challenge(text, about))

    async def achallenge(self, text: str, about: int | None = None) -> Turn:
        """The same, with the event loop kept free."""
        return await _arun(self._challenge(text, about))

    def source(self, text: str, about: int | None = None) -> Turn:
        """`text` taken as a request for the source; raises as `challenge` does."""
        return _run(self._source(text, about))

    async def asource(self, text: str, about: int | None = None) -> Turn:
        """The same, with the event loop kept free."""
        return await _arun(self._source(text, about))

    def add(self, question: str, answer: str, passages: object) -> Turn:
        """The turn of an answer that was made elsewhere, verified under the verifier's policy.

        `passages` is anything `entailed.freeze` takes; a challenge is checked against them.
        """
        return _run(self._add(question, answer, passages))

    async def aadd(self, question: str, answer: str, passages: object) -> Turn:
        """The same, with the event loop kept free."""
        return await _arun(self._add(question, answer, passages))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns so far, in order."""
        return _run(self._turns())

    def history(self) -> tuple[Message, ...]:
        """What the model is told before the next question."""
        return self._history(self.turns)

    # --- the three kinds of message ----------------------------------------------------------

    def _ask(self, text: str, deadline: float | None, progress: Told | None) -> Steps[Turn]:
        _require(text)
        turns = yield from self._turns()
        kind = self._recogniser(text, turns)
        if kind == "challenge":
            return (yield from self._challenge(text, None, deadline, progress))
        if kind == "source":
            return (yield from self._source(text, None))
        question = question_part(text, turns)
        search, follows = search_for(question, turns)
        carried = () if follows is None else _cited(standing(turns, follows))
        past = Past(search, self._history(turns), carried)
        outcome = yield self._asking(question, past, deadline, progress)
        return (yield from self._keep(_of_outcome(outcome, text, question, search, follows)))

    def _challenge(
        self,
        text: str,
        about: int | None,
        deadline: float | None = None,
        progress: Told | None = None,
    ) -> Steps[Turn]:
        _require(text)
        turns = yield from self._turns()
        subject = self._subject(text, about, turns)
        if subject is None:
            return (yield from self._keep(self._nothing("challenge", text)))
        again = self._again(subject, turns, deadline, progress)
        recheck = Recheck(self._verifier, self._wording, subject, text, again)
        return (yield from self._keep((yield from recheck.steps())))

    def _source(self, text: str, about: int | None) -> Steps[Turn]:
        _require(text)
        turns = yield from self._turns()
        subject = self._subject(text, about, turns)
        if subject is None:
            return (yield from self._keep(self._nothing("source", text)))
        return (yield from self._keep(_sourced(text, subject, self._wording)))

    def _add(self, question: str, answer: str, passages: object) -> Steps[Turn]:
        _require(question)
        evidence = freeze(passages)
        verifier = self._verifier
        report: Report = yield Step(lambda: verifier.verify(answer, evidence, question))
        shown = report
        if report.action in ("repair", "suppress") and report.repaired_answer != answer:
            kept = report.repaired_answer
            shown = yield Step(lambda: verifier.verify(kept, evidence, question))
        return (yield from self._keep(_of_report(question, report, shown)))

    # --- parts of them -----------------------------------------------------------------------

    def _asking(
        self, question: str, past: Past, deadline: float | None, progress: Told | None
    ) -> Step:
        answerer = self._answerer
        if answerer is None:
            raise UnsupportedError(
                "this conversation is over a verifier, which writes no answers: pass an Answerer "
                "(entailed.build_answerer) to ask, or record the answer with add()"
            )
        return Step(
            lambda: answerer.ask(question, deadline, progress, past),
            lambda: answerer.aask(question, deadline, progress, past),
        )

    def _again(
        self,
        subject: Standing,
        turns: Sequence[Turn],
        deadline: float | None,
        progress: Told | None,
    ) -> Callable[[], Step] | None:
        """How to ask again what has no answer: once, or as often as a part has failed before.

        Asking until something passes would turn a stubborn user into a search for a mistake of
        the verifier.
        """
        root = subject.root
        asked = any(t.about == root.number and t.kind == "challenge" and t.search for t in turns)
        if self._answerer is None or not root.search:
            return None
        if asked and not root.broken:
            return None
        before = [t for t in turns if t.number < root.number]
        carried = () if root.about is None else _cited(standing(before, root.about))
        past = Past(root.search, self._history(before), carried)
        return lambda: self._asking(root.question, past, deadline, progress)

    def _subject(self, text: str, about: int | None, turns: Sequence[Turn]) -> Standing | None:
        number = meant(text, turns) if about is None else about
        if number is None:
            return None
        try:
            return standing(turns, number)
        except KeyError:
            known = ", ".join(str(t.number) for t in turns if t.kind == "question") or "none"
            raise InputError(
                f"about: expected the number of a question ({known}), got {number}"
            ) from None

    def _history(self, turns: Sequence[Turn]) -> tuple[Message, ...]:
        return trimmed(history(turns, self._system), *self._bounds)

    def _nothing(self, kind: str, text: str) -> Turn:
        reply = self._wording.fill("nothing")
        return Turn("challenge" if kind == "challenge" else "source", text, reply, "nothing")

    def _turns(self) -> Steps[tuple[Turn, ...]]:
        """All turns; those already read are not read again."""
        known = self._kept
        new: tuple[Turn, ...] = yield Step(lambda: self.store.turns(self.name, len(known)))
        self._kept = (*known, *new)
        return self._kept

    def _keep(self, turn: Turn) -> Steps[Turn]:
        kept: Turn = yield Step(lambda: self.store.append(self.name, turn))
        return kept


# --- turns of what came ----------------------------------------------------------------------


def _of_outcome(
    outcome: Outcome, text: str, question: str, search: str, follows: int | None
) -> Turn:
    report = outcome.report
    answer = outcome.text if outcome.status == "verified" else ""
    if outcome.because == "flagged" and report is not None:
        answer = report.answer  # without the marks, so that it can be verified again
    return Turn(
        kind="question",
        text=text,
        reply=outcome.text,
        status=outcome.status,
        about=follows,
        question=question,
        search=search,
        answer=answer,
        report=report,
        evidence=evidence_of(outcome),
        because=outcome.because,
        removed=tuple(verdict.claim.text for verdict in outcome.removed),
        failures=outcome.failures,
    )


def _of_report(question: str, report: Report, shown: Report) -> Turn:
    """`shown` is the report on the text to show where the policy took something away."""
    if stands(shown):
        status, answer = "verified", shown.answer
    elif report.status in ("declined", "no_evidence"):
        status, answer = ("declined" if report.status == "declined" else "ungrounded"), ""
    else:
        status, answer = "unsupported", "" if report.action == "block" else shown.answer
    return Turn(
        kind="question",
        text=question,
        reply=report.repaired_answer,
        status=status,  # type: ignore[arg-type]  # one of the three above
        question=question,
        answer=answer,
        report=shown,
        evidence=report.evidence,
        failures=report.failures,
    )


def _sourced(text: str, subject: Standing, wording: Wording) -> Turn:
    """The places that the standing answer rests on; those of the claim that is named, if one is."""
    last = subject.last
    verdicts = _named(text, last.report.verdicts if last.report is not None else ())
    supported = [v for v in verdicts if v.label == "supported"]
    quotes = quotes_of(supported, last.evidence) if last.answer else ()
    missing = [v.claim.text for v in verdicts if v.label != "supported"] if last.answer else []
    name = "quoted" if quotes else "unsourced"
    reply = wording.fill(name, quotes=as_lines(quotes), wrong=" ".join(missing))
    return Turn(
        kind="source",
        text=text,
        reply=reply,
        status="quoted" if quotes else "unsourced",
        about=subject.root.number,
        question=subject.root.question,
        answer=last.answer,
        report=last.report,
        evidence=last.evidence,
    )


def _named(text: str, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """The verdicts of the claims that `text` names, all where it names none."""
    scores = [shared(text, content_stems(verdict.claim.text)) for verdict in verdicts]
    best = max(scores, default=0.0)
    if best == 0.0:
        return verdicts
    return [v for v, score in zip(verdicts, scores, strict=True) if score == best]


def _cited(subject: Standing) -> tuple[Passage, ...]:
    """The passages that the verified answer rests on: it is given only together with them."""
    last = subject.last
    if last.report is None or last.status not in ("verified", "held", "corrected"):
        return ()
    found: tuple[CitedPassage, ...] = citations(last.report)
    return tuple(cited.passage for cited in found)


def _require(text: object) -> None:
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"expected text, got {text!r}")


# --- running ---------------------------------------------------------------------------------


def _run(steps: Steps[T]) -> T:
    try:
        step = next(steps)
        while True:
            step = steps.send(run_step(step))
    except StopIteration as end:
        made: T = end.value
        return made


async def _arun(steps: Steps[T]) -> T:
    try:
        step = next(steps)
        while True:
            step = steps.send(await arun_step(step))
    except StopIteration as end:
        made: T = end.value
        return made
