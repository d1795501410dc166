"""`entailed chat`: a conversation with a folder of documents, one message a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from entailed.cli.io import UNDECIDED, colored, errors, progress, screen_width, write
from entailed.cli.models import (
    BAND,
    CAP,
    ExtractorName,
    Extractors,
    JudgeBand,
    JudgeCap,
    JudgeModel,
    JudgeUrl,
    Readers,
)
from entailed.cli.options import (
    AnswerModel,
    Documents,
    KeyVariable,
    MaxTokens,
    MinSupport,
    ModelUrl,
    PassageCount,
    ScorerName,
    Timeout,
    policy_of,
)
from entailed.dialogue import Wish

if TYPE_CHECKING:
    from entailed.conversation import Conversation

__all__ = ["chat"]

_PROMPT = "> "
_LEAVE = ("/quit", "/exit", "/q")


def chat(
    documents: Documents,
    model: AnswerModel,
    model_url: ModelUrl = None,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    policy: Annotated[str, typer.Option(metavar="NAME|FILE", help="As for ask.")] = "regenerate",
    min_support: MinSupport = None,
    scorer: ScorerName = "embedded",
    extractor: ExtractorName = Extractors.rules,
    judge_model: JudgeModel = None,
    judge_url: JudgeUrl = None,
    judge_band: JudgeBand = BAND,
    judge_cap: JudgeCap = CAP,
    passages: PassageCount = 5,
    max_tokens: MaxTokens = None,
    timeout: Timeout = 60.0,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Deadline for each message, in seconds.")
    ] = None,
    history_turns: Annotated[
        int, typer.Option(min=0, help="Earlier turns that the model is told of.")
    ] = 6,
    history_characters: Annotated[
        int, typer.Option(min=0, help="Characters of them, at most.")
    ] = 8_000,
    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the turns in this SQLite file, and go on there."),
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="The conversation's name in the file.")
    ] = "chat",
) -> None:
    """Talk with a folder of documents: ask, doubt ("are you sure?"), ask for the source.

    One message a line, from the keyboard or a pipe, until its end or /quit. Exit code: 0 the
    conversation ended; 2 usage; 3 where the last message could not be dealt with.
    """
    broken = False
    with errors():
        readers = Readers(extractor, judge_model, judge_url, judge_band, judge_cap)
        from entailed.conversation import MemoryStore, SQLiteStore  # deferred, as in ask

        kept = MemoryStore() if store is None else SQLiteStore(store)
        try:
            from entailed.assembly import build_answerer
            from entailed.chat import OpenAIModel
            from entailed.conversation import Conversation
            from entailed.retrieval import FolderRetriever

            key = os.environ.get(key_variable)
            asked = OpenAIModel(model, base_url=model_url, api_key=key, timeout=timeout)
            answerer = build_answerer(
                FolderRetriever(documents), asked, policy_of(policy, min_support),
                scorer=scorer, passages=passages, widened=2 * passages,
                wish=Wish(max_tokens=max_tokens), **readers.options(model, model_url, key_variable),
            )  # fmt: skip
            talk = Conversation(
                answerer, kept, name, history_turns=history_turns,
                history_characters=history_characters,
            )  # fmt: skip
            broken = _loop(talk, seconds)
        finally:
            if isinstance(kept, SQLiteStore):
                kept.close()
    raise typer.Exit(UNDECIDED if broken else 0)


def _loop(talk: Conversation, seconds: float | None) -> bool:
    """Answer every message; whether a part failed at the last one."""
    from entailed.conversation.view import turn_to_terminal

    broken = False
    for text in _messages():
        turn = talk.ask(text, seconds, progress())
        shown = turn_to_terminal(turn, width=screen_width(None), color=colored())
        write(shown + "\n", None)
        broken = turn.broken
    return broken


def _messages() -> Iterator[str]:
    """The lines that say something: prompted for at a terminal, echoed from a pipe."""
    person = sys.stdin.isatty()
    while True:
        try:
            line = input(_PROMPT if person else "")
        except EOFError:
            return
        except KeyboardInterrupt:
            typer.echo(err=True)
            return
        except UnicodeDecodeError as error:
            from entailed.errors import RequestError

            raise RequestError(f"stdin: expected UTF-8 text: {error}") from error
        if line.strip() in _LEAVE:
            return
        if line.strip():
            if not person:
                from entailed.report.marking import visible

                write(f"{_PROMPT}{visible(line.strip())}\n", None)
            yield line.strip()
