"""A mailbox at a real Dovecot, with three mails in it."""

from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from app.integrations.mail.imap import ImapMailbox
from app.integrations.mail.server import Security, Server
from app.integrations.mail.smtp import Login
from tests.servers.post import ANA, PASSWORD, Post, post


@pytest.fixture
def mail() -> Iterator[Post]:
    """Both servers."""
    with post() as servers:
        servers.comes("Kofi Boateng <kofi@acme.example>", "Invoice 214", "please pay 480", number=1, hour=8)
        servers.comes("Esi <esi@home.example>", "Déjeuner", "Tu viens dimanche ?", number=2, hour=9)
        servers.comes("Kofi Boateng <kofi@acme.example>", "Reminder", "the invoice again", number=3, hour=10)
        yield servers


@pytest.fixture
def box(mail: Post) -> ImapMailbox:
    """Ana's."""
    imap = Server("127.0.0.1", mail.box.port, Security.NONE)
    smtp = Server("127.0.0.1", mail.smtp.port, Security.NONE)
    return ImapMailbox(imap, smtp, Login(ANA, SecretStr(PASSWORD)))
