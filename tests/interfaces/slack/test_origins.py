"""Whose an address is."""

import pytest

from app.interfaces.slack.origins import Origins

SLACK = Origins("https://slack.com/api")
OWN = Origins("http://127.0.0.1:4000/api")


@pytest.mark.parametrize(
    ("url", "answers", "files", "sockets"),
    [
        ("https://hooks.slack.com/actions/T/1/x", True, True, False),
        ("https://files.slack.com/files-pri/T-F/a.pdf", False, True, False),
        ("https://kwasi.slack.com/x", False, True, False),
        ("https://hooks.slack-gov.com/x", True, True, False),
        ("wss://wss-primary.slack.com/link/?ticket=1", False, False, True),
        ("https://slack.com/x", True, True, False),  # the configured API's own
        ("http://files.slack.com/x", False, False, False),
        ("https://files.slack.com:8443/x", False, False, False),
        ("https://files.slack.com@evil.example/x", False, False, False),
        ("https://evil.example/files.slack.com", False, False, False),
        ("https://evilslack.com/", False, False, False),
        ("https://slack.com.evil.example/", False, False, False),
        ("ws://wss-primary.slack.com/", False, False, False),
        ("https://[::1", False, False, False),
        ("https://files.slack.com:99999/", False, False, False),
        ("", False, False, False),
    ],
)
def test_only_slacks_own_hosts_are(url: str, answers: bool, files: bool, sockets: bool) -> None:
    assert (SLACK.takes_answers(url), SLACK.holds_files(url), SLACK.opens_sockets(url)) == (answers, files, sockets)


def test_a_gateway_is_known_by_its_origin_and_its_sockets_by_its_host() -> None:
    assert OWN.takes_answers("http://127.0.0.1:4000/x")
    assert OWN.holds_files("http://127.0.0.1:4000/x")
    assert not OWN.holds_files("http://127.0.0.1:4001/x")
    assert not OWN.holds_files("https://127.0.0.1:4000/x")
    assert OWN.opens_sockets("ws://127.0.0.1:5000/link")
    assert not OWN.opens_sockets("ws://127.0.0.2:5000/link")
    assert not OWN.opens_sockets("wss://127.0.0.1:5000/link")
