"""Mail for tests: a real Dovecot with a real SMTP server that files into it, a person with an account there, and messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pydantic import SecretStr

from app.bootstrap.services import Services
from app.integrations.mail.connecting import MailLogin, connect_mail
from app.integrations.mail.server import Security, Server
from app.memory.records import Account
from tests.servers.dovecot import Dovecot, dovecot
from tests.servers.smtp import SmtpServer, smtp_server

ANA, PASSWORD = "ana@example.org", "swordfish-7351"


@dataclass
class Post:
    """Both servers, with Ana's account."""

    box: Dovecot
    smtp: SmtpServer

    def login(self, password: str = PASSWORD) -> MailLogin:
        """What Ana gives to connect it."""
        imap = Server("127.0.0.1", self.box.port, Security.NONE)
        return MailLogin(ANA, SecretStr(password), imap=imap, smtp=Server("127.0.0.1", self.smtp.port, Security.NONE))

    async def connected(self, house: Services) -> Account:
        """Ana's account, connected by the house's owner."""
        return await connect_mail(house.accounts, house.owner.id, self.login())

    def comes(self, sender: str, subject: str, body: str, *, number: int = 1, hour: int = 9) -> None:
        """A mail for Ana."""
        head = f"From: {sender}\r\nTo: {ANA}\r\nSubject: {subject}\r\nMessage-ID: <{number}@example.net>\r\n"
        date = f"Date: Wed, 10 Mar 2027 {hour:02}:00:00 +0000\r\n"
        self.box.deliver(ANA, f"{head}{date}\r\n{body}\r\n".encode())


@contextmanager
def post() -> Iterator[Post]:
    """Both servers, running."""
    with dovecot() as box, smtp_server(box, PASSWORD) as smtp:
        box.add_user(ANA, PASSWORD)
        yield Post(box, smtp)
