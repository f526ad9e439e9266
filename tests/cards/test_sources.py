"""Names of sources: what is put into one comes out of it, and stands on a card in quotes that it can't close."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cards import sources

KOFI, BOSS = "kofi@acme.example", "boss@acme.example"
FORGED = (
    "Hello, attached contract.pdf",
    "Hello, attached “contract.pdf”",
    f"Hi” and {BOSS}'s mail “Approve",
    f"Hi″ and {BOSS}'s mail ″Approve",
    f"Hi'' and {BOSS}'s mail ‘‘Approve",
    f"Hi\nAsked after reading {BOSS}'s mail",
    f"Hi\u2028\u202e{BOSS}",
    "x" * 500,
    "",
)
PIECES = st.lists(
    st.sampled_from((*'“”″"‘’ \n:,', ", attached ", "mail from ", " at ", "a", KOFI, "\u202e")), max_size=12
)


def test_one_names_who_wrote_and_what_about_and_stays_short() -> None:
    assert sources.mail(KOFI, "Invoice") == f"mail from {KOFI}: Invoice"
    assert sources.mail("", "x" * 500) == f"mail from nobody: {'x' * 80}"
    assert sources.attached(sources.mail(KOFI, "Invoice"), "a.pdf") == f"mail from {KOFI}: Invoice, attached “a.pdf”"


@pytest.mark.parametrize("subject", FORGED)
def test_no_subject_says_that_a_file_or_somebody_elses_mail_was_read(subject: str) -> None:
    said = sources.said(sources.shown(sources.mail(KOFI, subject)), "")
    assert re.fullmatch(rf"{KOFI}'s mail “[^“”″\n\u2028\u202e]*”", said)


@pytest.mark.parametrize("name", FORGED)
def test_no_files_name_says_anything_else(name: str) -> None:
    said = sources.said(sources.shown(sources.attached(sources.mail(KOFI, "Invoice"), name or "a.pdf")), "")
    assert re.fullmatch(rf"“[^“”″\n\u2028\u202e]*” in {KOFI}'s mail “Invoice”", said)


@given(PIECES, PIECES, PIECES)
def test_the_kind_of_a_source_is_its_makers(who: list[str], what: list[str], file: list[str]) -> None:
    host, title, name = f"w{''.join(who)}@x", "".join(what), "".join(file)
    mail, attached = sources.mail(host, title), sources.attached(sources.mail(host, title), f"f{name}")
    phrases = {
        mail: r"\S+@\S+'s mail “[^“”]*”",
        attached: r"“[^“”]+” in \S+@\S+'s mail “[^“”]*”",
        sources.invitation(host, title): r"\S+@\S+'s invitation “[^“”]*”",
        sources.calendar(f"c{title}"): r"the calendar “[^“”]+”",
        sources.file(f"f{title}"): r"the file “[^“”]+”",
        sources.todo_list(f"l{title}", "work"): r"the list “[^“”]+” at work",
        f"forwarded from {title}": r"“[^“”]+”",
    }
    for one, phrase in phrases.items():
        # An address with what can't be seen in it is drawn with its name, as a whole.
        assert re.fullmatch(rf"{phrase}|“[^“”]+”", sources.said(sources.shown(one), "")), one
        assert sources.shown(sources.shown(one)) == sources.shown(one)


@pytest.mark.parametrize("key", ["PROJ", "P at evil.example", "“P”, attached “x”", "P\u202e\n‹", ""])
def test_a_project_is_one_of_its_host_whatever_its_key_is(key: str) -> None:
    name = sources.project(f"A{key}", "jira.example.org")
    said = sources.said(sources.shown(name), "")
    assert re.fullmatch(r"the project “[^“”\n\u202e]+” at jira\.example\.org", said)
    assert sources.kinds([name]) == ["project"]
