"""The same input gives the same report, byte for byte, in every process."""

import os
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).parent / "field_cases" / "own.jsonl"
SCRIPT = """
import hashlib, json, sys
from dataclasses import replace
from entailed import build_verifier, dumps

verifier = build_verifier("repair", scorer="lexical")
for line in open(sys.argv[1], encoding="utf-8"):
    case = json.loads(line)
    report = verifier.verify(case["answer"], case["passages"], case.get("question", ""))
    text = dumps(replace(report, timings=()))
    print(case["id"], hashlib.sha256(text.encode()).hexdigest())
"""


def reports(seed: str) -> list[str]:
    """Digests of the reports on all cases, in a process with this hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", SCRIPT, str(CASES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_reports_do_not_depend_on_the_hash_seed() -> None:
    """Sets give their members in another order in another process; nothing may depend on it."""
    first, second, third = (reports(seed) for seed in ("1", "22", "333"))
    assert len(first) > 600
    differing = [a for a, b, c in zip(first, second, third, strict=True) if not a == b == c]
    assert not differing
