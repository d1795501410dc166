"""Turns of a conversation, each with its own evidence."""
