"""The order of the stages: freeze, extract, align, check, score, decide, act.

The pipeline is handed every stage, times it, and turns what goes wrong in a stage into a
`Failure` on the report: the other verdicts stand, and the claim concerned is `unchecked`, never
supported.
"""

from entailed.pipeline.progress import Advance, Progress
from entailed.pipeline.verifier import Verifier, require_text

__all__ = ["Advance", "Progress", "Verifier", "require_text"]
