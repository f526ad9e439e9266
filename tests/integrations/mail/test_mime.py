"""Messages of every kind become letters: text or a reason, what they carry, and what has to be said of them."""

import base64
import random
from datetime import datetime, timedelta, timezone

import pytest

from app.integrations.mail.letter import Address, Attachment
from app.integrations.mail.mime import attachment, calendar_part, heading, read_letter
from tests.integrations.mail.messages import HEAD, leaf, message, multi

PDF = leaf(b"%PDF-1.7 x", 'application/pdf; name="plan.pdf"', "Content-Disposition: attachment", coded=True)
PAGE = leaf("<p>Hello <b>there</b></p>", "text/html; charset=utf-8")
PLAIN = leaf("Hello plain")
INNER = leaf(b"Subject: =?utf-8?q?Caf=C3=A9?=\nFrom: b@x.example\n\nInner words", "message/rfc822")


def test_a_simple_letter_is_read_whole() -> None:
    head = (
        HEAD
        + b"Message-ID: <1@x>\nIn-Reply-To: <0@x>\nReferences: <a@x> <b@x>\nCc: Efua <efua@x.example>, yaw@x.example\n"
    )
    letter = read_letter(message(PLAIN, head))
    assert (letter.message_id, letter.in_reply_to, letter.references) == ("<1@x>", "<0@x>", ("<a@x>", "<b@x>"))
    assert letter.sender == Address("Ama Mensah", "ama@shop.example")
    assert letter.cc == (Address("Efua", "efua@x.example"), Address("", "yaw@x.example"))
    assert letter.date == datetime(2026, 1, 5, 10, tzinfo=timezone(timedelta(hours=1)))
    assert (letter.subject, letter.text, letter.quoted, letter.notes) == ("Lunch", "Hello plain", "", ())
    assert heading(head).subject == "Lunch"


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (multi("alternative", PLAIN, PAGE), "Hello plain"),
        (multi("alternative", leaf(" \n"), PAGE), "Hello there"),
        (multi("alternative", PAGE), "Hello there"),
        (multi("alternative", leaf("See the page."), leaf("<p>" + "word " * 90, "text/html")), ("word " * 90).strip()),
        (multi("mixed", PLAIN, leaf("And more")), "Hello plain\n\nAnd more"),
        (multi("mixed", PLAIN, leaf("a,b", "text/plain; name=notes.txt")), "Hello plain"),
        (multi("related", PAGE, leaf(b"GIF", "image/gif", coded=True)), "Hello there"),
        (
            multi(
                "related",
                leaf(b"G", "image/gif"),
                leaf("Start", "text/plain", "Content-ID: <s>"),
                options='; start="<s>"',
            ),
            "Start",
        ),
        (
            multi("mixed", multi("alternative", PLAIN, multi("related", PAGE, PDF, boundary="D"), boundary="C"), PDF),
            "Hello plain",
        ),
        (multi("appledouble", PLAIN, leaf(b"x", "application/applefile")), "Hello plain"),
        (b"Content-Type: multipart/mixed\n\n--X\n\nguessed\n--X--\n", "guessed"),
        (b"Content-Type: multipart/mixed; boundary=Y\n\n--X\n\nguessed\n--X--\n", "guessed"),
        (b'Content-Type: multipart/mixed; boundary="Y"\n\nno parts at all', "no parts at all"),
        (b"Content-Type: multipart/mixed; boundary=B\n\n--B\n\nnever closed", "never closed"),
        (b"Content-Type: text\n\nno subtype", "no subtype"),
        (b"Content-Type: nonsense; charset\n\nx", ""),
        (b"Content-Type: text/plain; charset=klingon\n\n\xc3\xa9t\xc3\xa9", "été"),
        (b"Content-Type: text/plain; charset=us-ascii\n\nna\xefve caf\xe9 \xe0 Paris", "naïve café à Paris"),
        (b"Content-Type: text/plain; charset=koi8-r\n\n" + "Привет".encode("koi8-r"), "Привет"),
        (b"Content-Type: text/plain; charset=iso-8859-1\n\n\x93quoted\x94 \x80", "“quoted” €"),
        (b"Content-Type: text/html\n\n<meta charset=windows-1251><p>" + "Привет".encode("cp1251"), "Привет"),
        (b"Content-Transfer-Encoding: quoted-printable\n\na=C3=A9 soft=\n break =ZZ", "aé soft break =ZZ"),
        (b"Content-Transfer-Encoding: base64\n\n*aGVsbG8=\nd29y!bGQ", "helloworld"),
        (b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n#86)C\n\xff\xff\n`\nend\n", "abc"),
        (b'Content-Type: text/plain; format="flowed"\n\nOne \ntwo.\n\n> old \n> words\n', "One two."),
        (b"Content-Type: text/plain; format=flowed; delsp=yes\n\nOne  \ntwo.\n", "One two."),
    ],
)
def test_the_text_is_found_wherever_it_lies(part: bytes, text: str) -> None:
    letter = read_letter(message(part))
    assert letter.text == text
    assert letter.text or letter.notes


def test_links_stand_below_the_text_and_only_real_ones() -> None:
    page = '<a href="https://a.example/x">our page</a> <a href="javascript:x">no</a> <a href="http:///">none</a> <a href="https://b.example">b.example</a>'
    letter = read_letter(
        message(multi("mixed", leaf(page, "text/html"), leaf('<a href="mailto:c@d.example">write</a>', "text/html")))
    )
    assert (
        letter.text == "our page [1] no none b.example\n\nwrite [2]\n\n[1] https://a.example/x\n[2] mailto:c@d.example"
    )


def test_attachments_are_listed_and_found_again_by_their_path() -> None:
    nested = multi(
        "mixed",
        PLAIN,
        multi("related", PAGE, PDF, boundary="C"),
        INNER,
        leaf("BEGIN:VCALENDAR", "text/calendar; method=REQUEST"),
    )
    data = message(nested)
    letter = read_letter(data)
    assert letter.attachments == (
        Attachment("plan.pdf", "application/pdf", 10, "2.2"),
        Attachment("Café", "message/rfc822", 61, "3"),
        Attachment("unnamed", "text/calendar", 15, "4"),
    )
    assert "Inner words" not in letter.text
    for one in letter.attachments:
        found = attachment(data, one.part)
        assert found is not None
        assert (found[0], len(found[1])) == (one, one.size)
    assert attachment(data, "2") is None
    assert attachment(data, "9") is None


def test_a_message_that_is_one_file_has_that_file() -> None:
    letter = read_letter(message(PDF))
    assert (letter.text, letter.notes) == ("", ("It has no text, only attachments.",))
    assert attachment(message(PDF), "1") == (letter.attachments[0], b"%PDF-1.7 x")


ENVELOPED = bytes.fromhex("308006092a864886f70d010703a080")
OPAQUE = bytes.fromhex("308006092a864886f70d010702a080")


@pytest.mark.parametrize(
    ("part", "note", "text"),
    [
        (
            leaf(ENVELOPED, "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", coded=True),
            "It is encrypted (S/MIME), so I can't read it.",
            "",
        ),
        (leaf(ENVELOPED, "application/x-pkcs7-mime", coded=True), "It is encrypted (S/MIME), so I can't read it.", ""),
        (
            leaf(OPAQUE, "application/pkcs7-mime", coded=True),
            "It is signed in a way that wraps its text up (S/MIME), so I can't read it.",
            "",
        ),
        (
            multi("signed", PLAIN, leaf(b"x", "application/pkcs7-signature; name=smime.p7s")),
            "It is signed (S/MIME); I haven't checked the signature.",
            "Hello plain",
        ),
        (
            multi("signed", PLAIN, leaf(b"x", "application/pgp-signature")),
            "It is signed (PGP); I haven't checked the signature.",
            "Hello plain",
        ),
        (
            multi("encrypted", leaf("Version: 1", "application/pgp-encrypted"), leaf(b"x", "application/octet-stream")),
            "It is encrypted (PGP), so I can't read it.",
            "",
        ),
        (
            leaf("Hi\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\nBye"),
            "It is encrypted (PGP), so I can't read it.",
            "Hi\nBye",
        ),
        (
            leaf(
                "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHi\n- -- dash\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n"
            ),
            "It is signed (PGP); I haven't checked the signature.",
            "Hi\n-- dash",
        ),
        (
            multi("mixed", PLAIN, leaf(b"x", "application/ms-tnef; name=winmail.dat")),
            "It carries a winmail.dat, in which Outlook wraps things up; I can't open that.",
            "Hello plain",
        ),
        (
            leaf("piece", 'message/partial; id="a"; number=2; total=3'),
            "It is piece 2 of 3 of a longer message that was sent in pieces.",
            "piece",
        ),
        (
            leaf("x", 'message/external-body; access-type=URL; URL="https://x.example/f"'),
            "Part of it isn't in it but lies elsewhere (https://x.example/f); I haven't fetched that.",
            "",
        ),
        (leaf(b"\x00\x01\x02" * 50, "text/plain"), "Part of its text is no text that I can read.", ""),
        (leaf(""), "It has no text.", ""),
    ],
)
def test_what_cannot_be_read_is_said(part: bytes, note: str, text: str) -> None:
    letter = read_letter(message(part))
    assert note in letter.notes
    assert letter.text == text


def test_a_bounce_says_to_whom_and_why() -> None:
    status = (
        "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 No such\n user.\n\n"
        "Final-Recipient: rfc822; b@x.example\nAction: delayed\nStatus: 4.4.1\n"
    )
    letter = read_letter(message(multi("report", PLAIN, leaf(status, "message/delivery-status"), INNER)))
    assert letter.notes == (
        "It could not be delivered to a@x.example: 550 No such user.",
        "It has not been delivered to b@x.example yet: 4.4.1.",
    )
    assert [one.name for one in letter.attachments] == ["Café"]


def test_history_is_folded_and_answers_between_its_lines_are_not() -> None:
    letter = read_letter(message(leaf("Yes.\n\nOn Mon, 5 Jan 2026, Kofi wrote:\n> Lunch?\n> At one?\n")))
    assert (letter.text, letter.quoted) == ("Yes.", "On Mon, 5 Jan 2026, Kofi wrote:\n> Lunch?\n> At one?")
    inline = "On Mon, Kofi wrote:\n> Lunch?\nYes.\n> At one?\nTwo."
    assert read_letter(message(leaf(inline))).text == inline


def test_what_is_long_is_cut_and_said() -> None:
    letter = read_letter(message(leaf("word " * 50_000)), most_characters=1_000)
    assert 900 < len(letter.text) <= 1_000
    assert letter.notes == ("It is long: I read its first 1,000 characters.",)


def test_headers_can_put_nothing_into_a_line() -> None:
    head = (
        b"From: =?utf-8?q?Ama=0D=0ABcc:_x=40y=00=E2=80=AE?= <ama@x.example>\nSubject: =?utf-8?b?"
        + base64.b64encode("a\r\nb\u202e\u2066c\x00".encode())
        + b"?=\n"
    )
    part = leaf(b"x", 'application/pdf; name="..\\..\\a/b\x0bexe\u202efdp\x00.pdf"', "Content-Disposition: attachment")
    letter = read_letter(head + part)
    assert letter.sender == Address("Ama Bcc: x@y", "ama@x.example")
    assert letter.subject == "a bc"
    assert letter.attachments[0].name == "b exefdp.pdf"
    long = read_letter(b"Subject: " + b"x" * 100_000 + b"\n" + leaf(b"x", f"application/pdf; name={'n' * 3000}.pdf"))
    assert len(long.subject) == 500
    assert len(long.attachments[0].name) == 120
    assert long.attachments[0].name.endswith("….pdf")


def test_lists_and_programs_are_known() -> None:
    head = (
        HEAD
        + b"List-Unsubscribe: <https://x.example/u>, <mailto:u@x.example>, <ftp://x>\nAuto-Submitted: auto-generated\n"
    )
    letter = read_letter(message(PLAIN, head))
    assert (letter.list_unsubscribe, letter.automatic) == (("https://x.example/u", "mailto:u@x.example"), True)
    assert not read_letter(message(PLAIN)).automatic


def test_a_sender_who_is_named_by_another_address_and_two_senders_are_said() -> None:
    letter = read_letter(b'From: "help@bank.example" <x@evil.example>\nFrom: b@c.example\n\nhi')
    assert letter.notes == (
        "It names several senders, so that programs show different ones.",
        'The name says "help@bank.example", but it was sent from x@evil.example.',
    )


@pytest.mark.parametrize("depth", [100, 119, 2_000])
def test_nesting_is_bounded(depth: int) -> None:
    part = leaf("at the bottom")
    for level in range(depth):
        part = multi("mixed", part, boundary=f"b{level}")
    letter = read_letter(message(part))
    assert letter.text
    assert (letter.text == "at the bottom") == (depth < 120)
    assert any("nested so deeply" in note for note in letter.notes) == (depth >= 120)


@pytest.mark.parametrize("part", [PLAIN, b"", leaf(b"x", "image/png"), multi("mixed", PLAIN, boundary="C")])
def test_ten_thousand_parts_are_bounded(part: bytes) -> None:
    letter = read_letter(message(multi("mixed", PLAIN, *[part] * 10_000)))
    assert letter.text.startswith("Hello plain")
    assert len(letter.attachments) <= 200
    if part:
        assert any("so many parts" in note for note in letter.notes)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n\n",
        b"\x00" * 1_000,
        bytes(range(256)) * 20,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500,
        b"no headers at all",
        b": no name\n\nx",
        b" starts with a continuation\nSubject: x\n\nx",
        b"From x@y Mon Jan 5 10:00:00 2026\nSubject: x\n\nbody",
        b"\xef\xbb\xbfSubject: x\n\nbody",
        b"Subject: x\rTo: y\r\rbody",
        b"Subject: x",
        b"From: " + b"(" * 20_000 + b"\n\nx",
        b"From: " + b"<" * 20_000 + b'"\n\nx',
        b"Subject: " + b"=?utf-8?q?" * 4_000 + b"\n\nx",
        b"Content-Type: text/plain" + b';a="' * 5_000 + b"\n\nx",
        b"Content-Type: multipart/mixed; boundary=\n\n--\nx\n----\n",
        b"Content-Type: text/html\n\n" + b"<div>" * 30_000,
    ],
)
def test_any_bytes_make_a_letter(data: bytes) -> None:
    letter = read_letter(data)
    assert letter.text or letter.notes
    assert heading(data).subject == letter.subject


def test_damaged_messages_make_letters() -> None:
    chance = random.Random(7)
    whole = message(
        multi(
            "mixed",
            multi("alternative", PLAIN, PAGE, boundary="C"),
            PDF,
            INNER,
            leaf("é" * 50, "text/plain; charset=utf-8", coded=True),
        )
    )
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 20)):
            at = chance.randrange(len(data))
            data[at : at + chance.choice((0, 1, 40))] = chance.choice(
                (b"\x00", b"\n\n", b'"', b"--B", b"=?", b"\xff", b"<", b";")
            )
        letter = read_letter(bytes(data))
        assert letter.text or letter.notes
        assert all(attachment(bytes(data), one.part) for one in letter.attachments)


def test_the_part_for_calendars_is_the_first_and_none_that_is_larger_than_any_invitation() -> None:
    kind = "text/calendar; method=REQUEST"
    two = multi("mixed", leaf("Hello"), leaf("BEGIN:ONE", kind), leaf("BEGIN:TWO", kind))
    assert (calendar_part(message(two)) or b"").strip() == b"BEGIN:ONE"
    assert calendar_part(message(leaf("Hello"))) is None
    assert calendar_part(message(leaf("x" * 256_001, kind))) is None
