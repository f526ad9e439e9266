"""Connections in HTML: what becomes a link, what is counted, and what is said at the end."""

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.interfaces.web.accounts import AccountsPage, Said, gone, linked, shown_identity
from app.interfaces.web.pages import Assets
from app.memory.records import Account, AccountHoldings
from tests.house import settings_in
from tests.interfaces.web.house import START

ANA = Account(7, "owner", "imap", "home", "ana@example.org", {}, [], "ok", "", None, None, None, START, START)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a & <b>", "a &amp; &lt;b&gt;"),
        (
            "from https://x.example/a?b=1&c (on).",
            'from <a href="https://x.example/a?b=1&amp;c" rel="noreferrer">https://x.example/a?b=1&amp;c</a> (on).',
        ),
        ("with ./scripts/run connect google.", 'with <a href="/connect/google">Connect Google</a>.'),
        ("./scripts/run connect imap", "./scripts/run connect imap"),
        ("http://x.example javascript:alert(1)", "http://x.example javascript:alert(1)"),
        (
            'https://x.example/"><script>',
            '<a href="https://x.example/&quot;" rel="noreferrer">https://x.example/&quot;</a>&gt;&lt;script&gt;',
        ),
    ],
)
def test_words_become_html_with_addresses_and_ways_as_links(text: str, made: str) -> None:
    assert linked(text) == made


@pytest.mark.parametrize(
    ("holdings", "says"),
    [
        (AccountHoldings(0, 0, 0), "so there is no list of them"),
        (AccountHoldings(1, 0, 0), "1 mail. It stays at the provider."),
        (AccountHoldings(1_200, 1, 1), "1,200 mails and 1 event. They stay at the provider."),
        (AccountHoldings(0, 2, 1), "1 mail that waits to go out will not be sent."),
        (AccountHoldings(0, 2, 3), "3 mails that wait to go out will not be sent."),
    ],
)
def test_what_goes_is_counted(holdings: AccountHoldings, says: str, tmp_path: Path) -> None:
    assert says in AccountsPage(settings_in(tmp_path), Assets()).leaving(ANA, holdings)


def test_what_is_left_to_do_elsewhere_is_said_after_letting_go() -> None:
    assert "app password" in gone("imap")
    assert "app password" in gone("caldav")
    assert "https://myaccount.google.com/connections" in gone("google")
    assert "nobody but you" in gone("microsoft")
    assert gone("ics") == "Disconnected. What opened it is gone from here."


def test_a_link_is_shown_by_its_host() -> None:
    assert shown_identity(replace(ANA, provider="ics", identity="cal.example/0123456789")) == "cal.example"
    assert shown_identity(ANA) == "ana@example.org"


def test_only_the_form_that_failed_is_open_and_says_why(tmp_path: Path) -> None:
    page = AccountsPage(settings_in(tmp_path), Assets())
    shown = page.listed(
        [ANA], ZoneInfo("Africa/Accra"), Said(problem="No & no.", place="dav", given={"address": "ana"})
    )
    assert shown.count("No &amp; no.") == 1
    assert 'id="dav" open' in shown
    assert 'id="mail" open' not in shown
    assert 'value="ana"' in shown
