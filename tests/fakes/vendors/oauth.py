"""A fake of ours of Microsoft's sign-in server (v2.0), with rotating refresh tokens and device codes, and of as much of Graph as says who it is.

What it checks: our client's id (and secret, where it has one), that a code comes back with the redirect address it was given for, its S256
verifier and only once, that a refresh token is used once only (a second use ends the whole family, RFC 9700 4.14.2), the device grant's own
answers (RFC 8628). Microsoft itself lets an old refresh token live on: this is stricter unless told otherwise. It signs in one person, Ana, who allows what she is
told to, and knows no consent of administrators, no tenants' policies, no id tokens. Held to Microsoft's own client library (msal) in
`tests/fakes/test_oauth.py`. Listens in a thread, so that several processes can come.
"""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

CLIENT_ID, ANA = "11111111-2222-3333-4444-555555555555", "ana@outlook.example"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
Answer = tuple[int, dict[str, Any]]


@dataclass
class MicrosoftServer:
    """Where it listens, what it was asked, and how it is to behave."""

    url: str = ""
    secret: str = ""  # the client's, where it has one
    allows: frozenset[str] | None = None  # the scopes that Ana allows; None for all that are asked for
    seconds: int = 3600  # that an access token holds
    away: bool = False  # every answer is 503
    garbled: bool = False  # every answer is no JSON
    slow: float = 0.0  # seconds before a refresh is answered
    is_strict: bool = True  # a refresh token is for one use
    asked: threading.Event = field(default_factory=threading.Event)  # a refresh has come in
    device_seconds: int = 900  # that a device's code is for
    device_interval: int = 5  # seconds between two questions about it
    device_says: list[str] = field(default_factory=list)  # errors before a device's code is entered, in their order
    refreshes: int = 0
    polls: int = 0
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    access: dict[str, str] = field(default_factory=dict)  # token → family
    refresh: dict[str, dict[str, str]] = field(default_factory=dict)  # token → family, scope
    spent: dict[str, str] = field(default_factory=dict)  # token → family
    ended: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def agree(self, link: str, error: str = "") -> str:
        """What Ana does at the page behind `link`: where her browser is sent afterwards."""
        asked = dict(parse_qsl(urlsplit(link).query))
        assert urlsplit(link).path == "/common/oauth2/v2.0/authorize"
        assert (asked["client_id"], asked["response_type"]) == (CLIENT_ID, "code")
        assert (asked["code_challenge_method"], len(asked["code_challenge"])) == ("S256", 43)
        if error:
            return f"{asked['redirect_uri']}?{urlencode({'error': error, 'state': asked['state']})}"
        code = f"0.{secrets.token_urlsafe(24)}"
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state'], 'session_state': 'x'})}"

    def take_back(self) -> None:
        """End every permission."""
        self.ended |= {row["family"] for row in self.refresh.values()}

    def answer(self, path: str, form: dict[str, str], bearer: str) -> Answer:
        """One request."""
        match path.rsplit("/", 1)[-1]:
            case "openid-configuration":
                return 200, self._configuration()
            case "devicecode":
                return self._device(form)
            case "token":
                return self._token(form)
            case "me":
                return self._me(bearer)
        return 404, {"error": "not_found"}

    def _configuration(self) -> dict[str, Any]:
        """With Microsoft's own addresses, which its client insists on."""
        base = "https://login.microsoftonline.com/common/oauth2/v2.0"
        return {
            "issuer": "https://login.microsoftonline.com/{tenantid}/v2.0",
            "authorization_endpoint": f"{base}/authorize",
            "token_endpoint": f"{base}/token",
            "device_authorization_endpoint": f"{base}/devicecode",
        }

    def lets_in(self, bearer: str) -> bool:
        """Whether that access token opens anything."""
        return bearer in self.access and self.access[bearer] not in self.ended

    def _me(self, bearer: str) -> Answer:
        if not self.lets_in(bearer):
            return 401, {"error": {"code": "InvalidAuthenticationToken", "message": "Access token is not valid."}}
        return 200, {"displayName": "Ana Mensah", "mail": None, "userPrincipalName": ANA}

    def _device(self, form: dict[str, str]) -> Answer:
        if form.get("client_id") != CLIENT_ID:
            return 400, {"error": "unauthorized_client"}
        code = secrets.token_urlsafe(24)
        self.codes[code] = {"scope": form["scope"]}
        return 200, {
            "device_code": code,
            "user_code": "F2QX7GLMN",
            "verification_uri": "https://microsoft.example/devicelogin",
            "expires_in": self.device_seconds,
            "interval": self.device_interval,
            "message": "To sign in, open the page and enter the code F2QX7GLMN to authenticate.",
        }

    def _token(self, form: dict[str, str]) -> Answer:
        if form.get("client_id") != CLIENT_ID or form.get("client_secret", "") != self.secret:
            return 401, {"error": "invalid_client", "error_description": "AADSTS7000215"}
        if form.get("grant_type") == "refresh_token":
            return self._refreshed(form)
        if form.get("grant_type") == DEVICE_GRANT:
            self.polls += 1
            if self.device_says:
                return 400, {"error": self.device_says.pop(0), "error_description": "AADSTS70016"}
            return self._given(self.codes.pop(form["device_code"])["scope"], secrets.token_hex(8))
        return self._coded(form)

    def _coded(self, form: dict[str, str]) -> Answer:
        begun = self.codes.pop(form.get("code", ""), None)
        if form.get("grant_type") != "authorization_code" or begun is None:
            return 400, {"error": "invalid_grant", "error_description": "AADSTS70008"}
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        proven = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == begun["code_challenge"]
        if not proven or form.get("redirect_uri") != begun["redirect_uri"]:
            return 400, {"error": "invalid_grant", "error_description": "AADSTS501481"}
        return self._given(begun["scope"], secrets.token_hex(8))

    def _refreshed(self, form: dict[str, str]) -> Answer:
        self.asked.set()
        time.sleep(self.slow)
        with self.lock:
            self.refreshes += 1
            token = form.get("refresh_token", "")
            row = self.refresh.pop(token, None) if self.is_strict else self.refresh.get(token)
            if token in self.spent:
                self.ended.add(self.spent[token])
            if row is None or row["family"] in self.ended:
                return 400, {"error": "invalid_grant", "error_description": "AADSTS700082"}
            if self.is_strict:
                self.spent[token] = row["family"]
            return self._given(row["scope"], row["family"])

    def _given(self, scope: str, family: str) -> Answer:
        asked = scope.split()
        granted = [one for one in asked if one != "offline_access" and (self.allows is None or one in self.allows)]
        access = f"Ew{secrets.token_urlsafe(24)}"
        self.access[access] = family
        given = {"token_type": "Bearer", "scope": " ".join(granted), "expires_in": self.seconds, "access_token": access}
        if "offline_access" in asked:
            refresh = f"M.C5_{secrets.token_urlsafe(24)}"
            self.refresh[refresh] = {"family": family, "scope": scope}
            given["refresh_token"] = refresh
        return 200, given


@contextmanager
def microsoft() -> Iterator[MicrosoftServer]:
    """One that listens on a free loopback port."""
    made = MicrosoftServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            assert self.headers["Content-Type"].startswith("application/x-www-form-urlencoded")
            self._answer(dict(parse_qsl(body)))

        def _answer(self, form: dict[str, str]) -> None:
            bearer = self.headers.get("Authorization", "").removeprefix("Bearer ")
            does_nothing = made.away or made.garbled
            status, said = (200, {}) if does_nothing else made.answer(urlsplit(self.path).path, form, bearer)
            status = 503 if made.away else status
            body = b"<html>" if made.garbled else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
