"""Transcripts of several programs' making as lines; captions are held to webvtt-py, which others wrote, and nothing hostile costs much."""

import io

import pytest
import webvtt

from app.integrations.meetings.transcripts import Line, read_transcript

TEAMS = """WEBVTT

NOTE made by a program

STYLE
::cue { color: lime }

one
00:00:01.000 --> 00:00:04.000 align:start
<v Ana Mensah>Okay, can you hear me?</v>

00:00:05.000 --> 00:00:08.500
<v.loud Kofi Boateng>I&amp;Co will send <i>the figures</i></v>

00:00:08.500 --> 00:00:10.000
<v Kofi Boateng>by Friday.</v>

01:02:03.400 --> 01:02:04.000
<v Ana Mensah>Good.</v>
<v Kofi Boateng>Bye.</v>
"""
ZOOM = """1
00:00:01,000 --> 00:00:04,000
Ana Mensah: Hello.

2
00:00:05,250 --> 00:00:06,000
Kofi: Who pays
for the hall?
"""
ROLLING = """WEBVTT

00:00.000 --> 00:02.000
we go

00:02.000 --> 00:04.000
we go with the blue

00:04.000 --> 00:06.000
the blue

00:06.000 --> 00:08.000
one.

00:50.000 --> 00:52.000
Next.
"""
MEET = """Weekly sync - 2026/11/28 10:00 GMT - Transcript
Attendees
Ana Mensah, Kofi Boateng
Transcript
00:00:00

**Ana Mensah:** Hello everyone.
Kofi Boateng: Hi.
it goes on
00:05:00
Ana Mensah: Note this: one: two.
"""
OTTER = """Ana Mensah  0:12
Je vais envoyer le contrat.

Zoé  1:02:07
Oui.
"""
STAMPED = """[00:00:03] Ana: One.
(1:05) Kofi Boateng: Two.
Esi (00:02:00): Three.
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            TEAMS,
            [
                ("0:01", "Ana Mensah", "Okay, can you hear me?"),
                ("0:05", "Kofi Boateng", "I&Co will send the figures by Friday."),
                ("1:02:03", "Ana Mensah", "Good."),
                ("1:02:03", "Kofi Boateng", "Bye."),
            ],
        ),
        (ZOOM, [("0:01", "Ana Mensah", "Hello."), ("0:05", "Kofi", "Who pays for the hall?")]),
        (ROLLING, [("0:00", "", "we go with the blue one."), ("0:50", "", "Next.")]),
        (
            MEET,
            [
                ("0:00", "Ana Mensah", "Hello everyone."),
                ("0:00", "Kofi Boateng", "Hi."),
                ("0:00", "Kofi Boateng", "it goes on"),
                ("5:00", "Ana Mensah", "Note this: one: two."),
            ],
        ),
        (OTTER, [("0:12", "Ana Mensah", "Je vais envoyer le contrat."), ("1:02:07", "Zoé", "Oui.")]),
        (STAMPED, [("0:03", "Ana", "One."), ("1:05", "Kofi Boateng", "Two."), ("2:00", "Esi", "Three.")]),
        ("Dear all,\nthis is a letter: nothing more.\n", []),
        ("", []),
        ("WEBVTT\n\nnot a time --> nothing\nwords\n", []),
    ],
)
def test_each_line_has_who_and_when(text: str, told: list[tuple[str, str, str]]) -> None:
    assert [(one.clock, one.who, one.text) for one in read_transcript(text)] == told
    assert [(one.clock, one.who, one.text) for one in read_transcript(text.replace("\n", "\r\n"))] == told


@pytest.mark.parametrize(("text", "format_"), [(TEAMS, "vtt"), (ZOOM, "srt")])
def test_captions_are_those_that_webvtt_py_reads(text: str, format_: str) -> None:
    theirs = webvtt.from_buffer(io.StringIO(text), format=format_)
    words = " ".join(" ".join(caption.text.split()) for caption in theirs)
    ours = read_transcript(text)
    assert ours[0].at == theirs[0].start_in_seconds
    for one in ours:
        assert any(int(one.at or 0) == int(caption.start_in_seconds) for caption in theirs)
    spoken = " ".join(f"{one.who}: {one.text}" if format_ == "srt" else one.text for one in ours)
    assert spoken.replace("I&Co", "I&amp;Co").replace("&amp;", "&") == words.replace("&amp;", "&")


@pytest.mark.parametrize(
    "piece", ["00:00:01.000 --> ", "<v ", "Ana: ", "[1:02:03] ", "A" * 50, "a-b'c.", "\n\n", "12:34:56 "]
)
def test_what_is_hostile_ends(piece: str) -> None:
    assert len(read_transcript(piece * 20_000)) <= 20_000


def test_a_line_without_a_time_has_no_clock() -> None:
    assert Line("x").clock == ""
