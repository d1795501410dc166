"""The decision: findings and entailment to one verdict. A truth table, total, first row wins.

| row | condition | label |
|---|---|---|
| 1 | a check failed with label `contradicted` (not withdrawn) | `contradicted` |
| 2 | a check failed with another label (not withdrawn) | that label |
| 3 | a stage failed for this claim | `unchecked` |
| 4 | the claim is a whole sentence of the evidence that nothing takes back | `supported` |
| 5 | no evidence sentence shares a content word with it | `missing` |
| 6 | a check confirmed all it states (see below), and its other words are found | `supported` |
| 7 | a language the model does not read: overlap >= t_words | `supported`, else row 11, 12 |
| 8 | its scores are missing | `unchecked` |
| 9 | contradiction >= t_contra on a premise about the claim | `contradicted` |
| 10 | support >= t_support (more where its words come from elsewhere, see below) | `supported` |
| 11 | overlap >= t_related | `related` |
| 12 | otherwise | `missing` |

A failed check stands above a failed stage, since it is certain whatever the scorer would have
said. A number or date failure is withdrawn when the arithmetic behind the figure was found.
A derived figure ("nine years" from two dates, "a third" from 10 of 30) or a quotation is a part
of the claim and confirms a value; it meets row 6 only where the sentences that it rests on have
the claim's other words too, every name among them, and the claim neither denies nor orders
anything ("before", "more than").

Row 10 asks for 0.1 more than t_support where fewer than four in ten of the claim's content words
stand in the sentences that were aligned with it, in the question, or in what a check confirmed; and
for 0.55 at least where words come from the question alone, since a leading question is no source
(0.7 where the claim has no other content words than the question).

`support` is the calibrated combination of `Calibration`: model scores and word overlap.
"""

from entailed.decision.table import Calibration, DecisionTable

__all__ = ["Calibration", "DecisionTable"]
