"""vCards of three versions and of none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.dav.vcard import contacts
from app.integrations.ports import Contact


def _card(*lines: str, version: str = "3.0") -> bytes:
    return "\r\n".join(("BEGIN:VCARD", f"VERSION:{version}", *lines, "END:VCARD", "")).encode()


def _one(data: bytes) -> Contact:
    [found] = contacts(data, "/a.vcf")
    return found


def test_version_4_with_groups_preferences_and_folds() -> None:
    found = _one(
        _card(
            "FN:Ama Men",
            " sah\\, PhD",
            "N:Mensah;Ama;;;PhD",
            'item1.EMAIL;TYPE="home,work";PREF=2:second@example.org',
            "item2.EMAIL;PREF=1:first@example.org",
            "EMAIL:third@example.org",
            "TEL;VALUE=uri;TYPE=cell:tel:+233-20-123",
            "NICKNAME:Mimi,M\\,M",
            "ORG:Acme;Sales\\; West",
            "BDAY:19900420",
            "NOTE:EMAIL:not@one.example",
            version="4.0",
        )
    )
    assert found == Contact(
        id="/a.vcf",
        name="Ama Mensah, PhD",
        addresses=("first@example.org", "second@example.org", "third@example.org"),
        phones=("+233-20-123",),
        organisation="Acme, Sales; West",
        birthday="19900420",
        nicknames=("Mimi", "M,M"),
    )


def test_version_2_1_with_its_encodings() -> None:
    latin = b"BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-8859-1:M\xfcller;J\xfcrgen\nEMAIL;INTERNET;PREF:j@example.de\nEND:VCARD\n"
    quoted = (
        b"BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen =\r\nM=C3=BCller\r\n"
        b"TEL;CELL;VOICE:+49 170\r\nEMAIL;INTERNET:a@example.de\r\nEMAIL;INTERNET;PREF:b@example.de\r\nEND:VCARD\r\n"
    )
    assert (_one(latin).name, _one(latin).addresses) == ("Jürgen Müller", ("j@example.de",))
    assert (_one(quoted).name, _one(quoted).phones) == ("Jürgen Müller", ("+49 170",))
    assert _one(quoted).addresses == ("b@example.de", "a@example.de")


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (("N:Mensah;Ama;Efua;Dr;",), "Dr Ama Efua Mensah"),
        (
            (
                "FN: ",
                "ORG:Acme",
            ),
            "Acme",
        ),
        (("EMAIL:x@example.org",), "x@example.org"),
        (("TEL:112",), "112"),
        (("FN:Two\\nlines\x07",), "Two lines"),
        (("fn;charset=utf-8:Lower",), "Lower"),
        (("FN;CHARSET=NO-SUCH:Odd",), "Odd"),
        (('FN;X="a:b;c":Quoted',), "Quoted"),
        (("FN:First", "FN;PREF=1:Preferred"), "Preferred"),
    ],
)
def test_a_name_is_found(lines: tuple[str, ...], name: str) -> None:
    assert _one(_card(*lines)).name == name


def test_several_cards_and_none() -> None:
    both = _card("FN:A") + b"rubbish\r\n" + _card("FN:B")
    assert [one.name for one in contacts(both, "/x.vcf")] == ["A", "B"]
    assert contacts(_card("NOTE:nobody"), "/x.vcf") == []
    assert contacts(b"BEGIN:VCARD\nFN:Never closed", "/x.vcf") == []
    assert contacts("BEGIN:VCARD\nFN:Wide\nEND:VCARD".encode("utf-16"), "/x.vcf")[0].name == "Wide"


def test_what_is_shown_is_cut() -> None:
    found = _one(_card("FN:" + "n" * 10_000, *(f"EMAIL:{number}@example.org" for number in range(1_000))))
    assert (len(found.name), len(found.addresses)) == (300, 30)


@given(st.binary(max_size=400))
def test_it_never_raises(data: bytes) -> None:
    for text in (data, b"BEGIN:VCARD\n" + data + b"\nFN:x\nEND:VCARD", b"BEGIN:VCARD\nFN;" + data + b"\nEND:VCARD"):
        assert isinstance(contacts(text, ""), list)


@pytest.mark.parametrize(
    "piece",
    [
        b';a="',
        b";",
        b":",
        b"=\r\n",
        b"\r\n ",
        b"FN;ENCODING=QUOTED-PRINTABLE:=\r\n",
        b"BEGIN:VCARD\r\n",
        b"\\",
        b'"a":',
    ],
)
def test_what_repeats_costs_no_more_than_its_length(piece: bytes) -> None:
    data = b"BEGIN:VCARD\nFN" + piece * (400_000 // len(piece)) + b"\nEND:VCARD\n"
    assert isinstance(contacts(data, ""), list)
