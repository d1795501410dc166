"""The loop from a question to a verified answer."""
