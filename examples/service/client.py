"""A client of the service: verify, stream, look the record up, replay it. Plain HTTP, no library.

    ENTAILED_URL=http://127.0.0.1:8000 ENTAILED_KEY=ent_... python examples/service/client.py

needs `pip install httpx`; `run.py` beside it starts a service and this client in one go.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import httpx

PASSAGES = {
    "returns": "Unused items can be returned within 30 days of delivery. Gift cards are excluded.",
    "approvals": "Refunds above 500 EUR require approval by a support manager.",
}
ANSWER = (
    "You can return unused items within 60 days of delivery [returns]. Refunds above 500 EUR need "
    "the approval of a support manager [approvals]."
)


def main() -> None:
    """Ask the service for everything once."""
    key = os.environ.get("ENTAILED_KEY", "")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    url = os.environ.get("ENTAILED_URL", "http://127.0.0.1:8000")
    with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
        verify(client)
        stream(client)
        records(client)
        replay(client)


def verify(client: httpx.Client) -> None:
    """One answer; its record gets an id of ours."""
    body = {
        "answer": ANSWER,
        "passages": PASSAGES,
        "policy": "repair",
        "record_id": "ticket-1001",
        "attributes": {"ticket": "1001"},
    }
    made = client.post("/v1/verify", json=body).raise_for_status().json()
    report = made["report"]
    print(f"verified: {report['status']}, {report['action']}, record {made['record_id']}")
    for verdict in report["verdicts"]:
        print(f"  {verdict['label']:<12} {verdict['claim']['text']}")
    print(f"shown instead: {report['repaired_answer']}")


def stream(client: httpx.Client) -> None:
    """The same answer while it is written, word by word."""

    def lines() -> Iterator[bytes]:
        head = {"passages": PASSAGES, "policy": "repair", "record_id": "ticket-1002"}
        yield json.dumps(head).encode() + b"\n"
        for word in ANSWER.split(" "):
            yield json.dumps(f"{word} ").encode() + b"\n"

    print("streamed:")
    headers = {"Content-Type": "application/x-ndjson"}
    with client.stream("POST", "/v1/verify/stream", content=lines(), headers=headers) as reply:
        reply.raise_for_status()
        for line in reply.iter_lines():
            if line.startswith("data: "):
                event = json.loads(line.removeprefix("data: "))
                if event["event"] in ("release", "retract", "replace", "done"):
                    print(f"  {event['event']:<8} {event.get('text', '').strip()}")


def records(client: httpx.Client) -> None:
    """What the ledger has kept for this key's tenant, the oldest first."""
    found = client.get("/v1/records", params={"newest_first": False, "texts": False})
    for record in found.raise_for_status().json()["records"]:
        print(f"record {record['sequence']} of {record['tenant']}: {record['id']}")


def replay(client: httpx.Client) -> None:
    """Verify a record again, with its passages as they were frozen."""
    made = client.post("/v1/records/ticket-1001/replay").raise_for_status().json()
    print(f"replayed: {'the same' if made['same'] else made['differences']}")


if __name__ == "__main__":
    main()
