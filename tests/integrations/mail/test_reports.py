"""What mail systems report, in sentences."""

import base64

import pytest

from app.integrations.mail.headers import read_headers
from app.integrations.mail.reports import delivery, failed_recipients, receipt

FAILED = b"Final-Recipient: rfc822; a@x.example\nAction: failed\nDiagnostic-Code: smtp; 550 5.1.1 Unknown\n"


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (b"Reporting-MTA: dns; x\n\n" + FAILED, ("It could not be delivered to a@x.example: 550 5.1.1 Unknown.",)),
        (b"Final-Recipient: a@x.example\n", ("It could not be delivered to a@x.example.",)),
        (b"Original-Recipient: rfc822;a@x.example\nAction: delivered\n", ("It was delivered to a@x.example.",)),
        (
            b"X: y\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(FAILED),
            ("It could not be delivered to a@x.example: 550 5.1.1 Unknown.",),
        ),
        (b"\xff\x00 nonsense", ()),
        (b"", ()),
    ],
)
def test_a_delivery_report_says_to_whom_and_why(report: bytes, said: tuple[str, ...]) -> None:
    assert delivery(report) == said


def test_reports_are_bounded() -> None:
    assert len(delivery((FAILED + b"\n") * 5_000)) == 20


def test_a_receipt_and_the_old_header_are_read() -> None:
    notification = b"Final-Recipient: rfc822; a@x.example\nDisposition: manual-action/MDN-sent-manually; displayed\n"
    assert receipt(notification) == ("It is a receipt: your message was shown to a@x.example.",)
    assert receipt(b"x") == ()
    assert failed_recipients(read_headers(b"X-Failed-Recipients: a@x.example, b@x.example")) == (
        "It could not be delivered to a@x.example.",
        "It could not be delivered to b@x.example.",
    )
