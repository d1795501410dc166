"""What each stage must look like: one method each. Any object with the method will do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from entailed.dialogue import Completion, Message, Retrieval, Wish
from entailed.types import (
    Action,
    Alignment,
    Claim,
    Entailment,
    Evidence,
    Extraction,
    Failure,
    Finding,
    Judgement,
    Pair,
    Verdict,
)

__all__ = [
    "Aligner",
    "ChatModel",
    "Check",
    "Decider",
    "Enforcer",
    "Extractor",
    "FunctionCheck",
    "Retriever",
    "Scorer",
    "StreamingModel",
    "check",
]


@runtime_checkable
class Extractor(Protocol):
    """Splits an answer into claims and accounts for every character of it.

    An extractor may also have `settled(answer, evidence, question, before)`: the claims of an
    unfinished answer that stay whatever is appended, with segments that tile its beginning up
    to where they are settled. `before` is what it gave for a shorter one.
    """

    @property
    def name(self) -> str:
        """Stable name, used in reports."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another result."""
        ...

    def extract(self, answer: str, evidence: Evidence, question: str) -> Extraction:
        """Claims with spans, and segments that tile `answer`. No claims for an empty answer."""
        ...


@runtime_checkable
class Aligner(Protocol):
    """Finds, for each claim, the evidence sentences and premises to check it against."""

    @property
    def name(self) -> str:
        """Stable name, used in reports."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another result."""
        ...

    def align(
        self, claims: Sequence[Claim], evidence: Evidence, question: str
    ) -> tuple[Alignment, ...]:
        """One alignment a claim, same order."""
        ...


@runtime_checkable
class Check(Protocol):
    """A pure function of claim, alignment and evidence: no network, no clock, no model."""

    @property
    def name(self) -> str:
        """Stable name, used in findings and reports."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another finding."""
        ...

    def __call__(
        self, claim: Claim, alignment: Alignment, evidence: Evidence
    ) -> tuple[Finding, ...]:
        """Findings, in answer order; empty when the check has nothing to say."""
        ...


@runtime_checkable
class Scorer(Protocol):
    """Scores entailment in batches."""

    @property
    def name(self) -> str:
        """Stable name, used in reports."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another result."""
        ...

    @property
    def digest(self) -> str:
        """Tagged digest of the weights ("sha256:..."), or "" for a scorer without weights."""
        ...

    def score(self, pairs: Sequence[Pair]) -> Sequence[Entailment | Failure]:
        """Same length and order as `pairs`; independent of batch size. Raises ScorerError.

        A pair that could not be scored while others could has a `Failure` in its place.
        """
        ...


@runtime_checkable
class Decider(Protocol):
    """Turns findings and scores into one verdict. Total and deterministic."""

    @property
    def name(self) -> str:
        """Stable name, used in reports."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another result."""
        ...

    @property
    def digest(self) -> str:
        """Digest of thresholds and weights."""
        ...

    def pairs(
        self, claim: Claim, alignment: Alignment, findings: Sequence[Finding], evidence: Evidence
    ) -> tuple[Pair, ...]:
        """What the scorer has to be asked about this claim; empty when nothing."""
        ...

    def decide(
        self,
        claim: Claim,
        alignment: Alignment,
        findings: Sequence[Finding],
        scores: Sequence[Entailment] | Failure | None,
        evidence: Evidence,
        failures: Sequence[Failure] = (),
    ) -> Verdict:
        """The verdict; `scores` follow `pairs`.

        `unchecked` where a failure left nothing to decide by.
        """
        ...


@runtime_checkable
class Enforcer(Protocol):
    """Applies a policy to a judged answer.

    An enforcer may also have `early(judgement)`, a `Shown`: the beginning of the text that `act`
    gives for every answer that begins as the settled one judged here; and `draft(judgement)`, the
    text to show of it for now.
    """

    @property
    def name(self) -> str:
        """The policy's name."""
        ...

    @property
    def digest(self) -> str:
        """Digest of the policy's data."""
        ...

    def act(self, judgement: Judgement, judge: Callable[[str], Judgement]) -> tuple[Action, str]:
        """What was done, and the text to show. `judge` verifies a changed text again."""
        ...


@runtime_checkable
class ChatModel(Protocol):
    """A language model that completes a chat.

    A model may also have `async acomplete(messages, wish)`; async callers use it where it is
    there and run `complete` in a thread where not.
    """

    @property
    def name(self) -> str:
        """Name of the model, used in reports."""
        ...

    def complete(self, messages: Sequence[Message], wish: Wish = ...) -> Completion:
        """The model's answer. Raises ModelError when there is none."""
        ...


@runtime_checkable
class StreamingModel(Protocol):
    """A language model whose answer can be read while it is written.

    A model may also have `astream(messages, wish)`, an async iterator of the same.
    """

    def stream(self, messages: Sequence[Message], wish: Wish = ...) -> Iterator[str]:
        """Pieces of the answer; joined they are its text. Raises ModelError, also half way."""
        ...


@runtime_checkable
class Retriever(Protocol):
    """Finds passages for a question.

    A retriever may also have `async aretrieve(question, limit)`.
    """

    @property
    def name(self) -> str:
        """Stable name, used in reports."""
        ...

    def retrieve(self, question: str, limit: int) -> Retrieval:
        """At most `limit` passages, best first; none when nothing fits. Raises RetrieverError."""
        ...


CheckFunction = Callable[[Claim, Alignment, Evidence], tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class FunctionCheck:
    """A function with a name and a version: the usual form of a `Check`."""

    name: str
    version: str
    function: CheckFunction

    def __call__(
        self, claim: Claim, alignment: Alignment, evidence: Evidence
    ) -> tuple[Finding, ...]:
        """Run the function."""
        return self.function(claim, alignment, evidence)


def check(name: str, version: str) -> Callable[[CheckFunction], FunctionCheck]:
    """Attach a name and a version to a check function; registers nothing."""

    def wrap(function: CheckFunction) -> FunctionCheck:
        return FunctionCheck(name, version, function)

    return wrap
