"""Reproducible training of the entailment model that ships with Entailed."""
