"""What the tests of streams share: texts, evidence, verifiers, and what must hold of any stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from entailed import Report, Verifier, build_verifier, freeze
from entailed.checks.citations import citations
from entailed.checks.numbers import numbers
from entailed.checks.quotes import quotes
from entailed.streaming import (
    DoneEvent,
    Event,
    FindingEvent,
    Mode,
    ReleaseEvent,
    ReplaceEvent,
    RetractEvent,
    StreamVerifier,
    apply_events,
)

EVIDENCE = freeze(
    {
        "S1": "The library opens at 9:00 on weekdays. It closes at 17:00. It is closed on Mondays. "
        "The garden and the hall are open all year.",
        "S2": "Membership costs 5 euros a year. Children do not pay. A guest said: “The rooms are "
        "bright and warm.” 图书馆周一闭馆。费用是40.5元。",
        "policy-7": "The policy does not cover flood. Refunds are paid within 30 days.",
    }
)
QUESTION = "What does membership cost?"

ANSWER = """The library opens at 9:00 on weekdays [S1]. It closes at 18:00. In winter, the hall is \
open [S1]. A guest said: “The rooms are bright and warm.” Membership costs 5 euros a year.

The policy does not cover:

- **Flood**: damage by water [policy-7]
- Storms [S2]
- 图书馆周一闭馆。费用是40.5元。

## Fees

| Person | Fee |
|---|---|
| Adult | 5 euros |
| Child | 7 euros |

```python
fee = 5  # euros [S9]
```

1. Refunds are paid within 60 days.
2. Children do not pay. 👩‍🔬 Dr. Hale opened it at 5 p.m. on Mondays.
"""

TEXTS = {
    "answer": ANSWER,
    "windows": ANSWER.replace("\n", "\r\n"),
    "prose": "It opens at 9:00. It closes at 17:00 [S1][S2]. [1] Membership is free. Yes.",
    "marker lines": "Membership costs 5 euros a year\n\n[S2]\n\nChildren do not pay\n[S2]\n",
    "yes": "Yes. No. Thank you!",
    "no words": " \n\n---\n\n***\n",
    "cjk": "图书馆周一闭馆。费用是40.5元。图书馆很大[S1]。\n\n开放时间：\n- 周二\n- 周三",
    "quotes": 'He said: "It opens at 9:00. It closes at 17:00." Then “Children do not pay” came.',
    "open ends": "It opens at **9:00. It closes at `17:00. Members (pay 5 euros. Children [do.",
    "references": "It opens at 9:00 [1].\n\nSources:\n[1] Town chronicle, 1931\n[2] handbook.pdf\n",
    "footnotes": "It opens at 9:00.[^1] Children do not pay.[^2]\n\n[^1]: Town chronicle.\n",
    "late table": "The fees are listed. All are yearly.\nPerson | Fee\n---|---\nAdult | 5 euros\n",
    "fences": "Look:\n```\nThe fee is 5 euros. It is due.\n```\nThen:\n~~~\nx = 1\n",
    "lines": "Membership Fees\nAdult: 5 euros\nChild: 0 euros\n(a) first\n(b) second\n• third\n",
    "nested": "The hall:\n- Open\n  - all year [S1]\n  - not on Mondays\n- Closed\n\n  at night\n",
    "inline list": "Do this: 1. Open the door. 2. Close it at 17:00. 3. Pay 5 euros.",
    "combining": "Cafe\u0301 Ro\u0308sti opens at 9:00. 🇩🇪🇫🇷 It closes at 17:00 ❤️. 1️⃣ Pay 5 euros.",
    "html": "It <b>opens at 9:00.</b> It closes<sup>1</sup>.<br>Children <cite id='S2'>pay</cite>.",
    "declined": "The sources do not say when the library was built.",
    "empty": "",
}

POLICIES = ("audit", "flag", "plain flag", "suppress", "plain suppress", "repair", "strict")


@cache
def verifier(policy: str = "plain flag") -> Verifier:
    """A verifier with the lexical scorer; "plain" policies attach no citations.

    "quick" is a plain `flag` with few checks, for tests that run it hundreds of times.
    """
    if policy == "quick":
        few = (citations, numbers, quotes)
        return build_verifier("flag", scorer="lexical", attach_citations=False, checks=few)
    plain = {"attach_citations": False} if policy.startswith("plain ") else {}
    return build_verifier(policy.removeprefix("plain "), scorer="lexical", **plain)


@cache
def batch(text: str, policy: str = "plain flag", question: str = "") -> Report:
    """The report of the batch path, without its timings."""
    return replace(verifier(policy).verify(text, EVIDENCE, question), timings=())


def cut(text: str, places: Iterable[int]) -> list[str]:
    """`text` in pieces, cut at `places`."""
    edges = [0, *sorted(places), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


def streamed(
    pieces: Sequence[object], mode: Mode = "hold", policy: str = "plain flag", question: str = ""
) -> list[Event]:
    """All events of a stream fed piece by piece."""
    stream = StreamVerifier(verifier(policy), EVIDENCE, question, mode)
    events: list[Event] = []
    for piece in pieces:
        events.extend(stream.feed(piece))
    return [*events, *stream.flush()]


def check_equal(events: Sequence[Event], wanted: Report) -> None:
    """The stream ends with the batch path's text, report and verdicts."""
    done = events[-1]
    assert isinstance(done, DoneEvent)
    assert (done.outcome, done.report) == ("complete", wanted)
    assert apply_events(events) == done.text == wanted.repaired_answer
    told = {e.verdict.claim.id: e.verdict for e in events if isinstance(e, FindingEvent)}
    assert tuple(told[v.claim.id] for v in wanted.verdicts) == wanted.verdicts


def check_held(events: Sequence[Event], wanted: Report) -> None:
    """Nothing was shown that the final text does not begin with, or whose verdict was not known."""
    shown, end = "", 0
    told: dict[str, object] = {}
    for event in events:
        assert not isinstance(event, (RetractEvent, ReplaceEvent))
        if isinstance(event, FindingEvent):
            told[event.verdict.claim.id] = event.verdict
        if isinstance(event, ReleaseEvent):
            assert (event.shown.start, event.answer.start) == (len(shown), end)
            shown, end = shown + event.text, event.answer.end
            assert wanted.repaired_answer.startswith(shown)
            for verdict in wanted.verdicts:
                begun = verdict.claim.span.start < end and bool(wanted.repaired_answer)
                assert not begun or told[verdict.claim.id] == verdict
