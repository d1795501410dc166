"""Retrievers: adapters for those of others, and one over a folder of documents."""

from entailed.retrieval.adapters import AdaptedRetriever, as_retriever
from entailed.retrieval.documents import Document
from entailed.retrieval.files import Bounds, Problem
from entailed.retrieval.folder import FolderRetriever
from entailed.retrieval.splitting import Sizes

__all__ = [
    "AdaptedRetriever",
    "Bounds",
    "Document",
    "FolderRetriever",
    "Problem",
    "Sizes",
    "as_retriever",
]
