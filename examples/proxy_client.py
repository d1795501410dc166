"""Ask a model through the proxy, with the official client, and see what was verified.

In one terminal the service, in front of any OpenAI-compatible endpoint:

    entailed serve --upstream http://localhost:11434/v1 --policy repair

In another this client:

    python examples/proxy_client.py "Can I return an opened kettle?" --model NAME [--stream]

needs `pip install 'entailed[serve,llm]'`. The passages are those of the request file beside it; the
service is the only thing that the client talks to.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import openai

REQUEST = Path(__file__).parent / "refund" / "request.json"


def main() -> int:
    """Ask one question; exit code 0 when the answer is grounded, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("question")
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url", default="http://127.0.0.1:8000/v1")
    parser.add_argument("--policy", help="one that the service knows; else its own")
    parser.add_argument("--stream", action="store_true")
    options = parser.parse_args()

    passages = json.loads(REQUEST.read_text(encoding="utf-8"))["passages"]
    extra: dict[str, Any] = {"documents": passages}
    if options.policy:
        extra["grounding"] = {"policy": options.policy}
    client = openai.OpenAI(
        base_url=options.base_url, api_key=os.environ.get("ENTAILED_KEY", "none")
    )
    asked = {
        "model": options.model,
        "messages": [{"role": "user", "content": options.question}],
        "extra_body": extra,
    }
    try:
        found = streamed(client, asked) if options.stream else whole(client, asked)
    except openai.APIError as error:
        print(f"no answer: {error.message}", file=sys.stderr)
        return 1

    print(f"\n{found['status']} ({found['action']}, policy {found['policy']})")
    for claim in found["claims"]:
        place = "" if claim["span"] else ", not shown"
        why = f": {', '.join(claim['reasons'])}" if claim["reasons"] else ""
        print(f"  {claim['label']}{place}{why}: {claim['text'] or '(withheld)'}")
    return 0 if found["status"] == "grounded" else 1


def whole(client: openai.OpenAI, asked: dict[str, Any]) -> dict[str, Any]:
    """Print the answer; its grounding."""
    made = client.chat.completions.create(**asked)
    print(made.choices[0].message.content)
    return made.grounding


def streamed(client: openai.OpenAI, asked: dict[str, Any]) -> dict[str, Any]:
    """Print the answer as it is verified; its grounding."""
    found: dict[str, Any] = {}
    for chunk in client.chat.completions.create(**asked, stream=True):
        if chunk.choices:
            print(chunk.choices[0].delta.content or "", end="", flush=True)
        found = getattr(chunk, "grounding", None) or found
    print()
    return found


if __name__ == "__main__":
    sys.exit(main())
