"""What comes and goes beside words, on every channel that takes it: files, pictures, voices."""

import re

from pydantic_ai.messages import ModelMessage, ModelResponse

from app.charts.png import png
from app.messages import Document, OutboundMessage
from app.models.media import Media
from app.models.speech.choice import Ears, Speech, Voice
from app.models.speech.embedded import Encoder
from app.models.speech.ports import Transcript
from tests.charts.drawn import week
from tests.house import says, scripted
from tests.interfaces.contract.places import Place, on
from tests.interfaces.contract.test_words import asked, settled
from tests.interfaces.telegram.house import until
from tests.models.speech.engines import ScriptedEars, ScriptedVoice

NOTE, SPOKEN = b"OggS\0\2 is there tea", b"OggS\0\2 there is"
HEARS = {NOTE: Transcript("ok", text="Is there tea in the blue tin?")}
ICS = Document("days.ics", "text/calendar", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")


def repeats(messages: list[ModelMessage]) -> ModelResponse:
    """Says what it was told."""
    return says(f"I read: {' '.join(re.findall('[a-z]+', asked(messages)))}.")


@on(lambda row: row.files)
async def test_the_words_of_a_file_are_read(place: Place) -> None:
    async with place.open(scripted(repeats)):
        await place.side.sends("list.txt", "text/plain", b"oolong and darjeeling", "what is in it?")
        await until(lambda: place.side.count("oolong and darjeeling"))
        assert await place.side.count("what is in it") == 1


@on(lambda row: row.typing or row.pushed)
async def test_a_file_and_a_picture_go_out_after_their_words(place: Place) -> None:
    async with place.open(scripted(repeats)) as house:
        await place.side.says("hello")
        await until(lambda: place.side.count("I read: hello."))
        await settled(place, house)
        [last] = await house.services.database.fetch("SELECT channel, address FROM outbox ORDER BY id DESC LIMIT 1")
        said = OutboundMessage(
            house.owner, last["channel"], "k1", "Here are your days.", address=last["address"], kind="notice", charts=(week(),),
            files=(ICS,),
        )  # fmt: skip
        await house.services.conversation.mailroom.say(said, house.services.clock.now())
        await until(lambda: place.side.count("Here are your days."))
        await settled(place, house)
        shown = await place.side.shows()
        files = [one for one in shown if one.kind == "file"]
        pictures = [one for one in shown if one.kind == "picture"]
        if not place.side.can.files:
            assert await place.side.count(ICS.name) == 1
            return
        assert [one.name for one in files] == [ICS.name]
        assert all(one.data in (b"", ICS.data) for one in files)
        assert len(pictures) == 1
        assert pictures[0].data in (b"", png(week())) or b"<svg" in pictures[0].data


@on(lambda row: row.voice)
async def test_a_voice_note_is_heard_and_answered_aloud(place: Place) -> None:
    ears, voice = ScriptedEars(HEARS), ScriptedVoice(SPOKEN)
    place.overrides["media"] = Media(Speech(Ears([ears]), Voice([voice]), None, Encoder()))
    async with place.open(scripted(repeats)) as house:
        await place.side.speaks(NOTE)
        await until(lambda: place.side.count("tea in the blue tin"))
        await settled(place, house)
        assert [one.kind for one in await place.side.shows()] == ["words", "voice"]
        await place.side.says("and by hand?")
        await until(lambda: place.side.count("and by hand"))
        await settled(place, house)
        assert [one.kind for one in await place.side.shows()] == ["words", "voice", "words"]
    assert [recording for recording, _ in ears.heard] == [NOTE]
    assert len(voice.said) == 1
