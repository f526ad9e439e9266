"""What came of a meeting, by rules: decisions, who does what by when, questions left open; in English and French."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.meetings import insights, is_transcript, is_unnamed, meeting_title

NOW = datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("Africa/Accra"))  # a Monday
FRIDAY = date(2026, 11, 27)


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    who: str = "Ana Mensah"


@pytest.mark.parametrize(
    ("text", "who", "what", "due"),
    [
        ("I'll send the figures by Friday.", "Ana Mensah", "Send the figures", FRIDAY),
        ("Okay, so I will call the bank before Friday", "Ana Mensah", "Call the bank", FRIDAY),
        ("I'm going to write the minutes.", "Ana Mensah", "Write the minutes", None),
        ("Kofi will book the hall for 3 December.", "Kofi Boateng", "Book the hall", date(2026, 12, 3)),
        ("Kofi, can you check the price?", "Kofi Boateng", "Check the price", None),
        ("Ama, please bring the keys tomorrow.", "Ama Owusu", "Bring the keys", date(2026, 11, 24)),
        ("Action item: Kofi will order chairs", "Kofi", "Order chairs", None),
        ("TODO: clean the kitchen", "", "Clean the kitchen", None),
        ("Je vais envoyer le contrat vendredi.", "Ana Mensah", "Envoyer le contrat", FRIDAY),
        ("Kofi va réserver la salle.", "Kofi Boateng", "Réserver la salle", None),
        ("Merci, et je m'occupe du traiteur.", "Ana Mensah", "Du traiteur", None),
    ],
)
def test_who_does_what_by_when(text: str, who: str, what: str, due: date | None) -> None:
    [found] = insights([Said(text), Said("Fine with me.", "Kofi Boateng")], NOW, ["Ama Owusu"])
    assert (found.kind, found.who, found.what, found.due, found.at) == ("action", who, what, due, 0)


@pytest.mark.parametrize(
    "text",
    [
        "We've decided to go with the blue logo.",
        "Agreed: the December call is cancelled.",
        "Let's go with the smaller venue.",
        "So we will postpone the launch.",
        "On a décidé de reporter le lancement.",
        "C'est validé pour la salle.",
    ],
)
def test_what_was_decided(text: str) -> None:
    [found] = insights([Said(text)], NOW)
    assert (found.kind, found.words) == ("decision", text)


@pytest.mark.parametrize(
    ("texts", "open_"),
    [
        (["Who pays for the music?", "I don't know yet."], ["Who pays for the music?"]),
        (["Who pays for the music?", "The school does, as always."], []),
        (["What about the budget?"], ["What about the budget?"]),
        (["The price is still to be decided."], ["The price is still to be decided."]),
        (["We haven't decided that, sadly."], ["We haven't decided that, sadly."]),
        (["Can you hear me now?"], []),
        (["Qui paie la salle ?", "On verra."], ["Qui paie la salle ?"]),
    ],
)
def test_what_was_left_open(texts: list[str], open_: list[str]) -> None:
    lines = [Said(text, "Ana" if number % 2 == 0 else "Kofi") for number, text in enumerate(texts)]
    assert [one.words for one in insights(lines, NOW) if one.kind == "question"] == open_


@pytest.mark.parametrize(
    "text",
    [
        "I'll be right back in a moment.",
        "I'll share my screen now.",
        "I'll say it again for Kofi.",
        "The weather will be nice on Friday.",
        "I'll just start with the first slide.",
        "Everybody likes the new hall.",
    ],
)
def test_what_is_only_talk_is_nothing(text: str) -> None:
    assert insights([Said(text), Said("Yes it is so.", "Kofi Boateng")], NOW) == []


def test_two_things_in_one_sentence_are_two() -> None:
    found = insights(
        [
            Said("Kofi will write the minutes by tomorrow, and we will go with the small venue."),
            Said("Good idea then.", "Kofi"),
        ],
        NOW,
    )
    assert [(one.kind, one.what) for one in found] == [
        ("action", "Write the minutes"),
        ("decision", "we will go with the small venue."),
    ]


def test_no_more_than_a_page_is_found() -> None:
    assert len(insights([Said("I'll send the figures by Friday. " * 100)] * 50, NOW)) == 60


@pytest.mark.parametrize(
    ("name", "is_one", "title"),
    [
        ("Weekly sync - 2026/11/28 10:00 GMT - Transcript", True, "Weekly sync"),
        ("Weekly sync (2026-11-28 10:00 GMT) – Notes by Gemini", True, "Weekly sync"),
        ("Réunion budget - Transcription.docx", True, "Réunion budget"),
        ("board_2026-11-20.vtt", True, "board"),
        ("GMT20261120-Recording.srt", True, "GMT20261120-Recording"),
        ("transcripts of genes.pdf", False, "transcripts of genes"),
        ("plan.md", False, "plan"),
    ],
)
def test_a_transcript_is_known_by_its_name(name: str, is_one: bool, title: str) -> None:
    assert (is_transcript(name), meeting_title(name)) == (is_one, title)


@pytest.mark.parametrize(
    "title", ["Meeting", "Recording 3", "GMT20260504-0900_Recording", "video1234", "Réunion", "zoom_0"]
)
def test_some_titles_name_no_meeting(title: str) -> None:
    assert is_unnamed(title)


@pytest.mark.parametrize("title", ["Weekly sync", "Board meeting", "Recording of the band", "Callum"])
def test_any_other_title_names_one(title: str) -> None:
    assert not is_unnamed(title)
