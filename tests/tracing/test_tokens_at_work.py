"""What opens an account of work, and addresses that a vendor signed, stand in no span, log line, prompt, answer or stored row, whatever the account's
server does: answers, refuses with the token in its words, leads elsewhere, breaks off, never answers.

The server is a fake of ours for all vendors at once: it has no more of each than the shapes that a call needs to come as far as a signed address.
"""

import base64
import gc
import json
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolReturnPart

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.integrations import calls as asking
from app.integrations.accounts import PASSWORD
from app.integrations.oauth.tokens import TOKEN, KeptToken
from app.observability import LOG_FILE, start_logging
from app.tracing.spans import Span
from app.tracing.tracing import Tracing
from tests.gate.work.office import Everything
from tests.house import calls, done_calls, open_house, says, scripted, settings_in, tell

SECRETS = {
    name: f"Qz7{name}Vt5xPw9Kj2" for name in ("github", "gitea", "jira", "slack", "webdav", "google", "microsoft")
}
SIGNED = "Sg8NtRe4ZyLm6Hb1"
MODES = ("well", "400", "403", "404", "500", "elsewhere", "odd", "breaks", "hangs", "401")
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("github_notifications", {"account": "github"}),
    ("read_github_item", {"item": "ana/api#1", "account": "github"}),
    ("github_repository", {"repo": "ana/api", "account": "gitea"}),
    ("jira_search", {"account": "jira"}),
    ("jira_get", {"ticket": "GAR-1", "account": "jira"}),
    ("slack_read", {"channel": "garden", "account": "slack"}),
    ("slack_files", {"account": "slack"}),
    ("read_slack_file", {"file": "plan.txt", "account": "slack"}),
    ("search_files", {"words": "plan", "account": "webdav"}),
    ("read_file", {"file": "plan.txt", "account": "webdav"}),
    ("search_files", {"words": "plan", "account": "google"}),
    ("read_file", {"file": "plan.txt", "account": "google"}),
    ("list_recent_files", {"account": "microsoft"}),
    ("read_file", {"file": "plan.txt", "account": "microsoft"}),
)


@dataclass
class Vendor:
    """Where it listens, how it answers, and who was asked with what opens an account."""

    url: str = ""
    mode: str = "well"
    let_in: set[str] = field(default_factory=set)
    signed: int = 0

    def answer(self, path: str, given: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; `given` is what the request was signed with."""
        if self.mode == "well":
            return self._well(path)
        said = f"bad credentials {given} {self.url}/x?sig={SIGNED}"
        words = {
            "ok": False,
            "error": given,
            "needed": given,
            "message": said,
            "errorMessages": [said],
            "errors": {"a": said},
        }
        words |= {"error_description": said, "value": [], "issues": []}
        headers = {
            "www-authenticate": f'Bearer error="{given}"',
            "x-request": given,
            "content-type": "application/json",
        }
        if self.mode == "elsewhere":
            headers["location"] = f"{self.url}/signed?token={given}&tempauth={SIGNED}"
        status = {"elsewhere": 302, "odd": 200}.get(self.mode) or int(self.mode)
        return status, headers, json.dumps(words).encode()

    def _well(self, path: str) -> tuple[int, dict[str, str], bytes]:
        kind = {"content-type": "application/json"}
        signed = f"{self.url}/signed?tempauth={SIGNED}"
        row = {
            "id": "F1",
            "name": "plan.txt",
            "url_private": signed,
            "url_private_download": signed,
            "mimetype": "text/plain",
        }
        item = {
            "id": "I1",
            "name": "plan.txt",
            "file": {"mimeType": "text/plain"},
            "@microsoft.graph.downloadUrl": signed,
        }
        listed = {"id": "D1", "name": "plan.txt", "mimeType": "text/plain", "webContentLink": signed}
        slack = {"files.list": {"files": [row]}, "files.info": {"file": row}, "users.list": {"members": []}}
        slack |= {"conversations.list": {"channels": [{"id": "C1", "name": "garden", "is_member": True}]}}
        if path.startswith("/signed"):
            self.signed += 1
            return 200, {"content-type": "text/plain"}, b"Rent the hall"
        if path.startswith("/slack/"):
            method = path.removeprefix("/slack/").partition("?")[0]
            return 200, kind, json.dumps({"ok": True, **slack.get(method, {})}).encode()
        if path.endswith("/content"):
            return 302, {"location": signed}, b""
        if "/items/root/search" in path or path.endswith("/children"):
            return 200, kind, json.dumps({"value": [item]}).encode()
        if path.endswith("/me/drive"):
            return 200, kind, b'{"id": "d1"}'
        if "/items/I1" in path:
            return 200, kind, json.dumps(item).encode()
        if "alt=media" in path:
            return 200, {"content-type": "text/plain"}, b"Rent the hall"
        return 200, kind, json.dumps({**listed, "files": [listed]}).encode()


@contextmanager
def vendor() -> Iterator[Vendor]:
    """One on loopback."""
    kept = Vendor()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            given = self.headers.get("authorization", "").partition(" ")[2]
            kept.let_in.add(given)
            if kept.mode == "hangs":
                time.sleep(0.4)
            if kept.mode in ("breaks", "hangs"):
                self.wfile.write(f"HTTP/1.1 200 OK\r\ncontent-length: 999\r\nx: {given}\r\n\r\n{given}".encode())
                self.close_connection = True
                return
            status, headers, body = kept.answer(self.path, given)
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_PROPFIND = do_OPTIONS = _serve  # noqa: N815 - the library's names

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    kept.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()


async def connected(house: Services, url: str) -> None:
    """An account at each vendor, all at that server."""
    for name, secret in SECRETS.items():
        is_oauth = name in ("google", "microsoft")
        kept = KeptToken(secret, f"{secret}refresh", house.clock.now().timestamp() + 30_000, "client")
        secrets = {TOKEN: kept.sealed()} if is_oauth else {PASSWORD: SecretStr(secret)}
        settings = {"api": f"{url}/{name}/", "user": "ana", **({"offers": ["files"]} if is_oauth else {})}
        await house.accounts.keep(
            house.owner.id, name, f"ana@{name}.example", secrets=secrets, settings=settings, label=name
        )


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Path]:
    """The log file, at debug; the root logger is as it was afterwards."""
    root = logging.getLogger()
    before, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    start_logging("debug", "file", tmp_path / "log")
    yield tmp_path / "log" / LOG_FILE
    for handler in root.handlers:
        handler.close()
    root.handlers[:], logging.raiseExceptions = before, raises
    root.setLevel(level)
    logging.captureWarnings(False)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # anyio's connect_tcp, given up as it has just connected
@pytest.mark.parametrize("content", [True, False], ids=["with words", "without"])
async def test_no_token_and_no_signed_address_is_told_or_kept(
    tmp_path: Path, logged: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    spans, prompts, answers = list[Span](), list[str](), list[str]()
    wanted: list[tuple[str, dict[str, Any]]] = []

    class Kept(Tracing):
        @property
        def record(self):  # noqa: ANN202 - a function
            return spans.append

    def script(messages: list[ModelMessage]) -> ModelResponse:
        prompts.append(repr(messages))
        if not done_calls(messages):
            return calls(wanted[0][0], **wanted[0][1])
        return says("\n".join(str(part.content) for part in messages[-1].parts if isinstance(part, ToolReturnPart)))

    monkeypatch.setattr(asking, "SECONDS", 0.2)
    with vendor() as server:
        house = open_house(
            tmp_path,
            settings=settings_in(tmp_path),
            model=scripted(script),
            tracing=Kept(content=content),
            agents=Everything(),
            serves=True,
        )
        async with house as services:
            await connected(services, server.url)
            for mode in MODES:
                server.mode = mode
                for one in ASKED:
                    asking.RESTING.clear()
                    wanted[:] = [one]
                    reply = await tell(services, "Please do it.")
                    answers.append(as_one_text(reply.text, reply.cards))
    gc.collect()  # what was given up warns here

    assert any(span.name.startswith("execute_tool") for span in spans)
    assert server.signed  # the addresses were used
    opened = server.let_in | {base64.b64decode(one + "==").decode("utf-8", "replace") for one in server.let_in}
    assert [name for name, secret in SECRETS.items() if not any(one.endswith(secret) for one in opened)] == []
    stored = b"".join(one.read_bytes() for one in sorted(tmp_path.glob("*.db*")))
    assert b"Please do it." in stored
    log = logged.read_text(encoding="utf-8")
    assert "account.refused" in log
    told = {"spans": repr(spans), "log": log, "prompts": "\n".join(prompts), "answers": "\n".join(answers)}
    told["stored"] = stored.decode("utf-8", "replace")
    hidden = [*server.let_in - {""}, *SECRETS.values(), SIGNED]
    found = {
        (where, secret, text[max(0, at - 120) : at + 60])
        for where, text in told.items()
        for secret in hidden
        if (at := text.find(secret)) >= 0
    }
    assert found == set()
