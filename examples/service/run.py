"""A service and its client in two processes: a key, a ledger, requests, an orderly end, a proof.

    python examples/service/run.py [--scorer lexical]

needs `pip install 'entailed[serve]'`. Nothing is left behind.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

ENTAILED = (sys.executable, "-m", "entailed")


def main() -> int:
    """Exit code 0 when everything worked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scorer", default="embedded")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keys, ledger = folder / "keys.json", folder / "ledger.db"
        add = (*ENTAILED, "serve", "keys", "add", "shop", "--keys", str(keys))
        made = subprocess.run(add, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        key = made.stdout.decode().strip()

        port = free_port()
        url = f"http://127.0.0.1:{port}"
        command = (*ENTAILED, "serve", "--port", str(port), "--keys", str(keys))
        command += ("--ledger", str(ledger), "--scorer", options.scorer)
        with (folder / "log").open("wb") as log:
            service = subprocess.Popen(command, stderr=log)
        try:
            wait_for(url, service)
            print("the service is ready", flush=True)
            client = (sys.executable, str(Path(__file__).with_name("client.py")))
            environment = {**os.environ, "ENTAILED_URL": url, "ENTAILED_KEY": key}
            done = subprocess.run(client, env=environment, check=False).returncode
        finally:
            service.send_signal(signal.SIGTERM)  # it answers and records what it has accepted
            service.wait(60)
        print("the service has ended", flush=True)
        proof = (*ENTAILED, "ledger", "verify", "--ledger", str(ledger))
        return done or subprocess.run(proof, check=False).returncode


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for(url: str, service: subprocess.Popen[bytes]) -> None:
    """Return when the service can work."""
    for _ in range(600):
        if service.poll() is not None:
            raise SystemExit("the service did not start")
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit("the service was not ready within a minute")


if __name__ == "__main__":
    raise SystemExit(main())
