"""Messages of our own, read back by the standard library."""

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy

import pytest

from app.errors import ToolProblem
from app.integrations.mail.letter import Attachment
from app.integrations.mail.mime import read_letter
from app.integrations.mail.writing import Draft, File, address, answer, as_message, forward

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
CAME = (
    b"From: Kofi <kofi@b.org>\r\nReply-To: billing@b.org\r\nTo: ana@a.org, esi@c.org\r\nCc: yaw@d.org\r\n"
    b"Subject: Re: Invoice\r\nMessage-ID: <2@b.org>\r\nReferences: <1@b.org>\r\nDate: Wed, 10 Mar 2027 09:00:00 +0000\r\n\r\nplease pay\r\n"
)


def test_an_answer_goes_where_answers_are_wanted_and_never_to_ourselves() -> None:
    letter = read_letter(CAME)
    one = answer(letter, "Yes", ["ana@a.org"], everyone=False)
    every = answer(letter, "Yes", ["ana@a.org"], everyone=True)
    assert (one.to, one.cc, one.subject) == (("billing@b.org",), (), "Re: Invoice")
    assert every.recipients == ("billing@b.org", "esi@c.org", "yaw@d.org")
    assert one.body.startswith("Yes\n\nOn 10 March 2027")
    assert "> please pay" in one.body


def test_a_message_is_read_back_as_it_was_meant() -> None:
    draft = answer(read_letter(CAME), "Ça marche – à vendredi", ["ana@a.org"], everyone=True)
    message = message_from_bytes(
        as_message(draft, "ana@a.org", message_id="x@a.org", at=NOON, name="Ana"), policy=policy.default
    )
    assert message["From"] == "Ana <ana@a.org>"
    assert message["To"] == "billing@b.org"
    assert message["Message-ID"] == "<x@a.org>"
    assert message["In-Reply-To"] == "<2@b.org>"
    assert message["References"].split() == ["<1@b.org>", "<2@b.org>"]
    assert "Ça marche – à vendredi" in message.get_content()


def test_a_subject_begins_no_header_of_its_own() -> None:
    draft = Draft(("kofi@b.org",), "Hi\r\nBcc: eve@evil.example", "text")
    message = message_from_bytes(
        as_message(draft, "ana@a.org", message_id="x@a.org", at=NOON, name="A\nB"), policy=policy.default
    )
    assert message["Bcc"] is None
    assert message["Subject"] == "Hi Bcc: eve@evil.example"


def test_a_mail_is_passed_on_with_whose_it_is() -> None:
    draft = forward(read_letter(CAME), ["esi@c.org"], "look")
    assert draft.subject == "Fwd: Re: Invoice"
    assert draft.body.startswith("look\n\n---------- Forwarded message")
    assert "From: Kofi <kofi@b.org>" in draft.body


def test_what_is_attached_goes_with_it_and_the_rest_is_named() -> None:
    letter = replace(
        read_letter(CAME),
        attachments=(Attachment("bill.pdf", "application/pdf", 4, "1"), Attachment("film.mp4", "video/mp4", 9, "2")),
    )
    files = [
        File("bill.pdf", "application/pdf", b"%PDF"),
        File("a\r\nBcc: eve@evil.example.eml", "message/rfc822", b"x"),
    ]
    draft = forward(letter, ["esi@c.org"], "look", files)
    message = message_from_bytes(as_message(draft, "ana@a.org", message_id="x@a.org", at=NOON), policy=policy.default)
    assert [(one.get_content_type(), one.get_content()) for one in message.iter_attachments()] == [
        ("application/pdf", b"%PDF"),
        ("application/octet-stream", b"x"),
    ]
    assert message["Bcc"] is None
    assert "(Not forwarded: film.mp4)" in draft.body


@pytest.mark.parametrize(
    "said",
    [
        "Ama",
        "ama@",
        "@b.org",
        "a@b.org@evil.example",
        "a@b.org?cc=eve@evil.example",
        "a@b.org\r\nBcc: eve@evil.example",
        "a b@c.org, d@e.org",
        "a@b;c",
    ],
)
def test_what_is_no_address_is_not_written_to(said: str) -> None:
    with pytest.raises(ToolProblem):
        address(said)


def test_an_address_is_taken_out_of_its_name() -> None:
    assert address(" Ama Boateng <ama@b.org> ") == "ama@b.org"
