"""Retrievers: adapters for those of others, and one over a folder of documents."""
