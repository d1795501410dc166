"""Measurements: speed, robustness, accuracy, and the fits behind the constants."""
