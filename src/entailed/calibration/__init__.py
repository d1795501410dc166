"""Thresholds with a promise, from labelled claims.

Pure functions of trials (score, label, kind of claim); `entailed.labelled` runs a verifier over
labelled claims to get them, `entailed.calibration.drift` compares later claims, and
`entailed.calibration.plots` draws.
"""

from entailed.calibration.aims import PRESETS, RISKS, Aim, Risk
from entailed.calibration.control import Control, control
from entailed.calibration.curves import (
    Reliability,
    ReliabilityBin,
    Stratum,
    ThresholdCurve,
    ThresholdPoint,
)
from entailed.calibration.fitting import calibrate
from entailed.calibration.kinds import KINDS, kinds_of
from entailed.calibration.probability import ProbabilityMap, fit_probability
from entailed.calibration.result import CalibrationResult, Labels, Sample
from entailed.calibration.trials import Trial

__all__ = [
    "KINDS",
    "PRESETS",
    "RISKS",
    "Aim",
    "CalibrationResult",
    "Control",
    "Labels",
    "ProbabilityMap",
    "Reliability",
    "ReliabilityBin",
    "Risk",
    "Sample",
    "Stratum",
    "ThresholdCurve",
    "ThresholdPoint",
    "Trial",
    "calibrate",
    "control",
    "fit_probability",
    "kinds_of",
]
