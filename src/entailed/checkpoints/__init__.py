"""What the scorers of model checkpoints share: finding, reading, fitting and running them.

Everything that needs torch or transformers imports it inside functions; the base install does
without.
"""

from entailed.checkpoints.logistic import Logistic, fit_logistic

__all__ = ["Logistic", "fit_logistic"]
