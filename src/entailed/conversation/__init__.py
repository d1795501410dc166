"""Conversations: turns with their own evidence, challenges checked again, history trimmed."""

from entailed.conversation.conversation import Conversation
from entailed.conversation.history import trimmed
from entailed.conversation.recognising import Recogniser, recognise
from entailed.conversation.stores import MemoryStore, SQLiteStore, TurnStore
from entailed.conversation.turns import (
    Turn,
    TurnKind,
    TurnStatus,
    dump_turn,
    load_turn,
    turn_from_dict,
    turn_to_dict,
)
from entailed.conversation.wording import WORDING, Wording

__all__ = [
    "WORDING",
    "Conversation",
    "MemoryStore",
    "Recogniser",
    "SQLiteStore",
    "Turn",
    "TurnKind",
    "TurnStatus",
    "TurnStore",
    "Wording",
    "dump_turn",
    "load_turn",
    "recognise",
    "trimmed",
    "turn_from_dict",
    "turn_to_dict",
]
