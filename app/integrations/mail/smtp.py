"""Handing a mail to a server (SMTP), and what came of it: taken, refused for good, not taken this time, or nobody knows.

Invariant: only what ends after the message itself was handed over is unknown; everything before that leaves nothing sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import SecretStr

from app.errors import AccountAway, AccountClosed, SendRefused, SendUnknown
from app.integrations.mail.server import Security, Server
from app.tls import trusted

if TYPE_CHECKING:
    from aiosmtplib import SMTP

_SECONDS = 30.0
_CLOSED = "{host} no longer takes the password of {user}. Connect the account again."
_AWAY = "{host} doesn't take mail just now: {why}. I'll try again."
_REFUSED = "{host} refused the mail: {why}"
_UNKNOWN = "The connection to {host} ended just as the mail was handed over, so I can't tell whether it went out."
_TRY_AGAIN = range(400, 500)


@dataclass(frozen=True, slots=True)
class Login:
    """Who signs in, with a password or an access token."""

    user: str
    secret: SecretStr
    is_token: bool = False


async def hand_over(server: Server, login: Login, message: bytes, *, sender: str, recipients: Sequence[str]) -> None:
    """Hand one mail over. Raises SendRefused, SendUnknown, AccountAway or AccountClosed, each with a sentence."""
    import aiosmtplib

    client = _client(server)
    try:
        await client.connect()
        await _sign_in(client, login)
        await _envelope(client, sender, recipients)
    except aiosmtplib.SMTPAuthenticationError as problem:
        raise AccountClosed(_CLOSED.format(host=server.host, user=login.user)) from problem
    except aiosmtplib.SMTPException as problem:
        client.close()
        raise _refusal(server, problem) from problem
    except OSError as problem:
        client.close()
        raise AccountAway(_AWAY.format(host=server.host, why=type(problem).__name__)) from problem
    try:
        await client.data(message)
    except aiosmtplib.SMTPResponseException as problem:
        raise _refusal(server, problem) from problem
    except (aiosmtplib.SMTPException, OSError) as problem:
        raise SendUnknown(_UNKNOWN.format(host=server.host)) from problem
    finally:
        client.close()


async def check(server: Server, login: Login) -> None:
    """Sign in and leave again. Raises AccountAway or AccountClosed."""
    import aiosmtplib

    client = _client(server)
    try:
        await client.connect()
        await _sign_in(client, login)
    except aiosmtplib.SMTPAuthenticationError as problem:
        raise AccountClosed(_CLOSED.format(host=server.host, user=login.user)) from problem
    except (aiosmtplib.SMTPException, OSError) as problem:
        raise AccountAway(_AWAY.format(host=server.host, why=type(problem).__name__)) from problem
    finally:
        client.close()


def _client(server: Server) -> "SMTP":
    from aiosmtplib import SMTP  # only who sends needs it

    return SMTP(
        hostname=server.host,
        port=server.port,
        use_tls=server.security is Security.TLS,
        start_tls=server.security is Security.STARTTLS,
        timeout=_SECONDS,
        tls_context=trusted(),
    )


async def _sign_in(client: "SMTP", login: Login) -> None:
    await client.ehlo()  # says whether it asks for a password at all
    if login.is_token:
        await client.auth_xoauth2(login.user, login.secret.get_secret_value())
    elif client.supports_extension("auth"):
        await client.login(login.user, login.secret.get_secret_value())


async def _envelope(client: "SMTP", sender: str, recipients: Sequence[str]) -> None:
    """All recipients or none: a mail that half of them get is worse than one that nobody gets yet."""
    await client.mail(sender)
    for one in recipients:
        await client.rcpt(one)


def _refusal(server: Server, problem: Exception) -> AccountAway | SendRefused:
    code, why = getattr(problem, "code", 421), " ".join(str(getattr(problem, "message", problem)).split())[:200]
    if code in _TRY_AGAIN:
        return AccountAway(_AWAY.format(host=server.host, why=why or type(problem).__name__))
    return SendRefused(_REFUSED.format(host=server.host, why=why))
