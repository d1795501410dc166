"""Chat models: any OpenAI-compatible endpoint, and any function of the user's."""

from entailed.chat.callables import CallableModel
from entailed.chat.openai import OpenAIModel

__all__ = ["CallableModel", "OpenAIModel"]
