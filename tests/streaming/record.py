"""Record streams of a real model as fixtures: every chunk as it came, and what it was asked.

    python tests/streaming/record.py --url http://127.0.0.1:8000/v1

The endpoint is any OpenAI-compatible one; `tests/small_model_server.py` serves a small model. The
requests are below. Each writes `recorded/NAME.json`: messages, passages, model, and the chunks, of
which only `choices` is kept.
"""

from __future__ import annotations

import argparse
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "recorded"
PASSAGES = {
    "S1": "The Birch Library opens at 9:00 on weekdays and closes at 17:00. It is closed on "
    "Mondays.",
    "S2": "Membership of the Birch Library costs 5 euros a year. Children do not pay. Overdue "
    "items are charged 20 cents a day.",
    "S3": "The reading room has 102 seats and 3 printers. A printed page costs 10 cents.",
}
ASKED = {
    "prose": "When is the library open, and what does membership cost?",
    "list": "List the opening hours and all the fees of the library as a Markdown bullet list.",
    "steps": "Write numbered steps, 1. to 4., for becoming a member and printing a page.",
    "cited": "How many seats does the reading room have? Cite the passage as [S3].",
    "emoji": "Welcome a new member of the library with emoji, and tell them the opening hours.",
}
# A model this small writes code, tables and other languages only where nothing else is asked.
PLAIN = {
    "code": "Write a Python function that adds two numbers, with an example, and explain it.",
    "table": "Make a Markdown table of three fruits with the columns Fruit, Color and Price.",
    "outline": "Write a short outline of a visit to a library with headings and bullet points.",
    "german": "Schreibe drei Sätze über eine Bibliothek auf Deutsch.",
    "chinese": "用中文写三句关于图书馆的话。",
}
TOKENS = 140


def chunks(url: str, model: str, messages: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """The chunks of one streamed completion."""
    body = {"model": model, "messages": messages, "max_tokens": TOKENS, "stream": True}
    request = urllib.request.Request(
        f"{url}/chat/completions", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=600) as response:
        for raw in response:
            line = raw.decode().strip().removeprefix("data:").strip()
            if line == "[DONE]":
                return
            if line:
                yield json.loads(line)


def record(url: str, model: str, name: str, messages: list[dict[str, str]]) -> None:
    """Ask one question and write what came."""
    came = [{"choices": chunk["choices"]} for chunk in chunks(url, model, messages)]
    data = {"model": model, "messages": messages, "passages": PASSAGES, "chunks": came}
    text = json.dumps(data, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
    print(name, len(came), repr("".join(c["choices"][0]["delta"].get("content", "") for c in came)))


def requests() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Every request, by name."""
    sources = "\n".join(f"[{id_}] {text}" for id_, text in PASSAGES.items())
    contract = {"role": "system", "content": "Answer only from the sources. Cite them like [S1]."}
    for name, question in ASKED.items():
        asked = f"Sources:\n{sources}\n\nQuestion: {question}"
        yield name, [contract, {"role": "user", "content": asked}]
    for name, question in PLAIN.items():
        yield name, [{"role": "user", "content": question}]


def main() -> None:
    """Record every request that has no fixture yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", default="smollm2-135m-instruct")
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name, messages in requests():
        if not (FOLDER / f"{name}.json").exists():
            record(options.url, options.model, name, messages)


if __name__ == "__main__":
    main()
