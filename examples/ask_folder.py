"""Ask questions about a folder of documents, and print only what they support.

    python examples/ask_folder.py "Can I return an opened kettle?" \
        --documents examples/handbook --model-url http://localhost:11434/v1 --model NAME

needs `pip install 'entailed[llm,documents]'` and an OpenAI-compatible endpoint (a local one, or a
hosted one with OPENAI_API_KEY set). Without `--model` nothing is generated: the passages that
would be put before the model are printed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import entailed
from entailed.chat import OpenAIModel
from entailed.retrieval import FolderRetriever


def main() -> int:
    """Answer one question; exit code 0 when the answer is verified, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("question")
    parser.add_argument("--documents", type=Path, default=Path(__file__).parent / "handbook")
    parser.add_argument("--model")
    parser.add_argument("--model-url")
    options = parser.parse_args()

    retriever = FolderRetriever(options.documents)
    if options.model is None:
        for passage in retriever.retrieve(options.question, 5).passages:
            print(f"[{passage.id}] {passage.title or ''}\n{passage.text}\n")
        return 0

    model = OpenAIModel(options.model, base_url=options.model_url)
    answerer = entailed.build_answerer(retriever, model)
    outcome = answerer.ask(
        options.question, progress=lambda step: print(f"... {step.message}", file=sys.stderr)
    )

    print(outcome.text)
    for cited in outcome.citations:
        print(f"  [{cited.passage.id}] {cited.passage.title or cited.passage.source}")
    for verdict in outcome.removed:
        print(f"  left out ({verdict.label}): {verdict.claim.text}")
    print(f"{outcome.status} ({outcome.because}), {len(outcome.attempts)} generation(s)")
    return 0 if outcome.status == "verified" else 1


if __name__ == "__main__":
    sys.exit(main())
