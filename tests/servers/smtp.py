"""A real SMTP server (aiosmtpd) on a free loopback port that asks for a password and files what it takes into a Dovecot's inboxes.

`break_at` lets it misbehave: "before" closes the connection before the message is taken, "after" takes it and closes without an answer,
"refuse" and "busy" answer 550 and 451.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.servers.dovecot import Dovecot, free_port


@dataclass
class SmtpServer:
    """What it took, in order, and how it behaves."""

    dovecot: Dovecot
    password: str
    port: int = 0
    break_at: str = ""
    taken: list[tuple[str, tuple[str, ...], bytes]] = field(default_factory=list)

    async def handle_MAIL(self, _: SMTP, session: Session, envelope: Envelope, address: str, __: list[str]) -> str:  # noqa: N802
        """Only who has signed in may send."""
        if not session.authenticated:
            return "530 5.7.0 sign in first"
        envelope.mail_from = address
        return "250 ok"

    async def handle_DATA(self, server: SMTP, _: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        """File it, or misbehave."""
        if self.break_at == "refuse":
            return "550 5.7.1 not wanted"
        if self.break_at == "busy":
            return "451 4.3.0 later"
        if self.break_at == "before":
            server.transport.abort()
            return ""
        message: Any = envelope.content
        self.taken.append((str(envelope.mail_from), tuple(envelope.rcpt_tos), message))
        for one in envelope.rcpt_tos:
            self.dovecot.deliver(one, message)
        if self.break_at == "after":
            server.transport.abort()
            return ""
        return "250 taken"

    def login(self, *given: Any) -> AuthResult:
        """Whoever has the password."""
        said = given[-1]
        return AuthResult(success=isinstance(said, LoginPassword) and said.password.decode() == self.password)


@contextmanager
def smtp_server(dovecot: Dovecot, password: str) -> Iterator[SmtpServer]:
    """One that runs in a thread of its own."""
    handler = SmtpServer(dovecot, password)
    controller = Controller(
        handler,
        hostname="127.0.0.1",
        port=free_port(),
        authenticator=handler.login,
        auth_require_tls=False,
    )
    controller.start()
    handler.port = controller.port
    try:
        yield handler
    finally:
        controller.stop()
