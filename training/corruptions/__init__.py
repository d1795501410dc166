"""Minimal pairs made from evidence sentences: the unchanged claim and a corrupted one."""
