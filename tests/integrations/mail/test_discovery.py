"""Where the mail of an address is."""

import pytest

from app.integrations.mail.discovery import places, server
from app.integrations.mail.server import Security, Server


def test_a_known_provider_has_its_own_servers_and_wants_its_own_password() -> None:
    [gmail] = places("Ana@GMAIL.com")
    assert (gmail.imap, gmail.keeps_sent) == (Server("imap.gmail.com", 993), True)
    assert "app password" in gmail.password
    [outlook] = places("ana@hotmail.com")
    assert "no longer takes passwords" in outlook.only


def test_any_other_is_tried_under_the_usual_names() -> None:
    assert [one.imap.host for one in places("ana@acme.example")][:2] == ["imap.acme.example", "mail.acme.example"]
    assert places("ana") == places("ana@") == places("@acme.example")[:0] == ()


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("mail.acme.example", Server("mail.acme.example", 993)),
        ("mail.acme.example:143", Server("mail.acme.example", 143, Security.STARTTLS)),
        ("127.0.0.1:1143:none", Server("127.0.0.1", 1143, Security.NONE)),
    ],
)
def test_a_server_is_read_as_it_is_written(said: str, wanted: Server) -> None:
    assert server(said) == wanted
    assert Server.from_json(wanted.as_json()) == wanted


@pytest.mark.parametrize("said", ["", ":993", "a b", "host:0", "host:70000", "host:993:ssl", "https://host", "host:x"])
def test_what_is_no_server_is_refused(said: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever wording
        server(said)
