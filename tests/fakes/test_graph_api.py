"""The Graph API server against pywa, which others wrote: its client posts to it, and reads each webhook that it makes."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from pywa import types as sync_types
from pywa import utils
from pywa_async import WhatsApp, types
from pywa_async.types.templates import BodyText, TemplateLanguage

from app.interfaces.whatsapp import bodies
from app.messages import Button
from tests.fakes.graph_api import GraphApiServer, Person, Refuse, graph_api

OGG = b"OggS" + bytes(60)


@pytest.fixture
async def server() -> AsyncIterator[GraphApiServer]:
    async with graph_api(faults=True) as made:
        yield made


@pytest.fixture
def ada(server: GraphApiServer) -> Person:
    person = server.person()
    person.text("hello")
    return person


@pytest.fixture
async def pywa(server: GraphApiServer) -> AsyncIterator[WhatsApp]:
    async with httpx.AsyncClient(trust_env=False) as session:
        client = WhatsApp(phone_id=server.world.number_id, token=server.world.token, session=session)
        session.base_url = server.url  # the library sets its own when it is made
        yield client


def said(body: Any) -> Any:
    """A body with what says nothing left out: what is off or none unless it is said."""
    if isinstance(body, dict):
        return {name: said(value) for name, value in body.items() if value not in (None, False)}
    return [said(each) for each in body] if isinstance(body, list | tuple) else body


async def same(server: GraphApiServer, ours: dict[str, Any]) -> None:
    """pywa's last body is what we would have sent."""
    assert said(server.world.calls[-1][1]) == said(ours)
    assert server.world.faults == []


async def test_text_by_number_and_by_id(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    for address in (ada.number, ada.user_id):
        await pywa.send_message(to=address, text="hello")
        await same(server, bodies.text(address, "hello"))
    assert [each.text for each in ada.sees] == ["hello", "hello"]


async def test_reply_buttons_and_a_list(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    ours = [Button(f"Do {number}", "confirm", f"a{number}") for number in range(5)]
    theirs = [types.Button(each.label, f"c:{each.target}") for each in ours[:3]]
    await pywa.send_message(to=ada.user_id, text="Sure?", buttons=theirs)
    await same(server, bodies.choices(ada.user_id, "Sure?", ours[:3]))
    rows = [types.SectionRow(each.label, f"c:{each.target}") for each in ours]
    await pywa.send_message(
        to=ada.user_id,
        text="Which?",
        buttons=types.SectionList("Options", [types.Section(title=None, rows=rows)]),
    )
    await same(server, bodies.choices(ada.user_id, "Which?", ours))
    assert list(ada.sees[-1].buttons) == [each.label for each in ours]


async def test_files_and_a_voice_note(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    upload = (await pywa.upload_media(OGG, "audio/ogg", "a.ogg")).id
    await pywa.send_voice(to=ada.number, voice=upload)
    await same(server, bodies.voice(ada.number, upload))
    picture = (await pywa.upload_media(b"png", "image/png", "a.png")).id
    await pywa.send_image(to=ada.number, image=picture, caption="so")
    await same(server, bodies.image(ada.number, picture, "so"))
    plan = (await pywa.upload_media(b"x", "text/plain", "a.txt")).id
    await pywa.send_document(to=ada.number, document=plan, filename="a.txt")
    await same(server, bodies.document(ada.number, plan, "a.txt"))
    assert [(each.kind, each.voice, each.name) for each in ada.sees] == [
        ("audio", True, ""),
        ("image", False, ""),
        ("document", False, "a.txt"),
    ]


async def test_a_template(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    text = BodyText("For you: {{1}}", "x")
    await pywa.send_template(
        to=ada.number, name="for_you", language=TemplateLanguage.ENGLISH, params=[text.params("tea")]
    )
    theirs = server.world.calls[-1][1]["template"]["components"][0]
    assert theirs["type"] == "BODY"  # Meta's own examples have it in small letters
    theirs["type"] = "body"
    await same(server, bodies.template(ada.number, "for_you", "en", "tea"))
    assert ada.sees[-1].text == "For you: tea"


async def test_pywa_asks_for_a_template_by_its_name(server: GraphApiServer, pywa: WhatsApp) -> None:
    server.world.statuses["for_you"] = "REJECTED"
    listed = await pywa.api.get_templates(
        waba_id=server.world.account, filters={"name": "for_you"}, fields=("name", "status", "language")
    )
    [found] = listed["data"]
    assert (found["name"], found["language"], types.templates.TemplateStatus(found["status"]).name) == (
        "for_you",
        "en",
        "REJECTED",
    )


async def test_read_and_typing(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    await pywa.mark_message_as_read("wamid.x")
    await same(server, bodies.read("wamid.x", typing=False))
    await pywa.indicate_typing("wamid.x")
    await same(server, bodies.read("wamid.x", typing=True))
    assert server.world.read == [("wamid.x", False), ("wamid.x", True)]


async def test_pywa_knows_the_errors_by_their_codes(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    from pywa import errors

    server.world.order("messages", Refuse(131056, 429), Refuse(131047))
    for kind in (errors.TooManyMessages, errors.ReEngagementMessage):
        with pytest.raises(kind):
            await pywa.send_message(to=ada.number, text="hello")


async def test_pywa_downloads_what_somebody_sent(server: GraphApiServer, ada: Person, pywa: WhatsApp) -> None:
    sent = ada.speaks(OGG)
    media = await pywa.get_media_url(sent["audio"]["id"])
    assert await pywa.get_media_bytes(media.url) == OGG


def test_pywa_reads_every_message_and_loses_nothing(server: GraphApiServer, ada: Person) -> None:
    reader: Any = sync_types_reader()
    hooks = server.webhooks
    read = sync_types.Message.from_update(reader, hooks.payload(ada.text("hi")))
    assert (read.text, read.from_user.bsuid, read.from_user.wa_id) == ("hi", ada.user_id, ada.number)
    voice = sync_types.Message.from_update(reader, hooks.payload(ada.speaks(OGG)))
    assert voice.voice is not None
    photo = sync_types.Message.from_update(reader, hooks.payload(ada.file("image", b"x", "image/jpeg", caption="look")))
    assert (photo.caption, photo.image is not None) == ("look", True)
    assert sync_types.Message.from_update(reader, hooks.payload(ada.forwards("x"))).forwarded
    replied = sync_types.Message.from_update(reader, hooks.payload(ada.replies("x", "wamid.1"))).reply_to_message
    assert replied is not None
    assert replied.id == "wamid.1"
    reaction = sync_types.Message.from_update(reader, hooks.payload(ada.reacts("👍", "wamid.1"))).reaction
    assert reaction is not None
    assert reaction.emoji == "👍"
    moved = sync_types.PhoneNumberChange.from_update(reader, hooks.moved(ada, "33699999999"))
    assert (moved.old_wa_id, moved.new_wa_id) == ("33612345678", "33699999999")


def test_pywa_reads_taps_and_statuses(server: GraphApiServer, ada: Person) -> None:
    reader: Any = sync_types_reader()
    server.posted(bodies.choices(ada.number, "?", [Button("Yes", "confirm", "a1")]))
    tap = sync_types.CallbackButton.from_update(reader, server.webhooks.payload(ada.taps("Yes")))
    assert (tap.data, tap.title) == ("c:a1", "Yes")
    many = [Button(f"Do {number}", "confirm", f"a{number}") for number in range(4)]
    server.posted(bodies.choices(ada.number, "?", many))
    row = sync_types.CallbackSelection.from_update(reader, server.webhooks.payload(ada.taps("Do 3")))
    assert (row.data, row.title) == ("c:a3", "Do 3")
    for state in ("sent", "delivered", "read", "failed"):
        told = server.webhooks.status(ada, "wamid.1", state, code=131047 if state == "failed" else 0)
        status = sync_types.MessageStatus.from_update(reader, told)
        assert (status.status, status.from_user.bsuid) == (state, ada.user_id)
        assert (status.error.code if status.error else 0) == (131047 if state == "failed" else 0)


def test_pywa_accepts_the_signature(server: GraphApiServer, ada: Person) -> None:
    body, headers = server.webhooks.signed(server.webhooks.payload(ada.text("hi")))
    assert utils.webhook_updates_validator(
        app_secret=server.world.app_secret, request_body=body, x_hub_signature=headers["x-hub-signature-256"]
    )


@pytest.mark.parametrize(
    "body",
    [
        {"type": "text", "text": {"body": ""}},
        {"type": "text", "text": {"body": "x" * 4097}},
        {"type": "text", "text": {"body": "x", "markup": True}},
        {"type": "text", "text": {"body": "x"}, "messaging_product": "other"},
        {"type": "image", "text": {"body": "x"}},
        {"type": "text", "text": {"body": "x"}, "to": None},
        {"type": "audio", "audio": {"id": "nothing"}},
    ],
)
def test_what_meta_refuses_is_refused(server: GraphApiServer, ada: Person, body: dict[str, Any]) -> None:
    from tests.fakes.graph_api.server import Problem

    whole = {"messaging_product": "whatsapp", "to": ada.number, **body}
    with pytest.raises(Problem):
        server.posted(whole)
    assert ada.sees == []


def sync_types_reader() -> Any:
    from pywa import WhatsApp as SyncWhatsApp

    return SyncWhatsApp(phone_id="1", token="t")
