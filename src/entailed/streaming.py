"""Verification while an answer is being written."""
