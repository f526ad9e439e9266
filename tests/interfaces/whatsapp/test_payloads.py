"""Webhook calls as events: who, what, when, whose words, in which order."""

import json
from datetime import timedelta
from typing import Any

import pytest

from app.clock import ManualClock
from app.interfaces.pushed.incoming import Command, Ignored, Sender, Unread
from app.interfaces.whatsapp.incoming import Heard, Moved, Said, Status, Tap
from app.interfaces.whatsapp.payloads import events_of
from app.messages import Attachment
from tests.fakes.graph_api import GraphApiServer, Person
from tests.interfaces.whatsapp.conftest import NOON

CODE = "AbCdEfGhIjKlMnOpQrStUvWxYz-_0123"


def heard(server: GraphApiServer, *messages: dict[str, Any]) -> list[Any]:
    return events_of(server.webhooks.payload(*messages), server.world.number_id)


def test_words_with_who_said_them_and_when(server: GraphApiServer, ada: Person) -> None:
    sent = ada.text("hi\nthere")
    [said] = heard(server, sent)
    assert said == Said(
        sender=Sender(ada.user_id, "Ada", (ada.number,)),
        address=ada.user_id,
        message=sent["id"],
        original_id=sent["id"],
        sent_at=NOON,
        text="hi\nthere",
    )
    assert heard(server, sent) == [said]


def test_somebody_without_a_number_and_somebody_without_an_id(server: GraphApiServer, ada: Person) -> None:
    ada.number = ""
    [said] = heard(server, ada.text("hi"))
    assert said.sender == Sender(ada.user_id, "Ada", ())
    old = {"from": "+33 6", "id": "wamid.1", "timestamp": "1800000000", "type": "text", "text": {"body": "hi"}}
    value = {"contacts": [{"wa_id": "336", "profile": {"name": "Bo"}}], "messages": [old]}
    [said] = events_of(server.webhooks.change(value))
    assert (said.sender, said.address) == (Sender("336", "Bo", ("336",)), "336")


def test_each_message_of_a_batch_has_its_own_contact_and_its_place_in_time(
    server: GraphApiServer, ada: Person, clock: ManualClock
) -> None:
    bo = server.person("Bo", "44700900900", "GB.77")
    first = bo.text("first")
    clock.advance(timedelta(seconds=5))
    later = ada.text("later")
    one, other = server.webhooks.payload(later), server.webhooks.payload(first)
    both = {**one, "entry": [*one["entry"], *other["entry"]]}
    assert [(each.text, each.sender.name) for each in events_of(both)] == [("first", "Bo"), ("later", "Ada")]
    assert [each.text for each in heard(server, later, first)] == ["first", "later"]


def test_a_contact_that_contradicts_is_nobodys(server: GraphApiServer, ada: Person) -> None:
    payload = server.webhooks.payload(ada.text("hi"))
    payload["entry"][0]["changes"][0]["value"]["contacts"] = [{"wa_id": "1", "user_id": "US.1"}]
    [said] = events_of(payload)
    assert (said.sender.id, said.sender.name) == (ada.user_id, "")


@pytest.mark.parametrize(
    ("kind", "more", "name", "media_type"),
    [
        ("audio", {"mime_type": "audio/ogg; codecs=opus", "voice": True}, "", "audio/ogg"),
        ("audio", {"mime_type": "audio/mpeg", "voice": False}, "audio.ogg", "audio/mpeg"),
        ("image", {"mime_type": "image/png"}, "photo.jpg", "image/png"),
        ("video", {}, "video.mp4", "video/mp4"),
        (
            "document",
            {"filename": "../../plan\u202e.pdf", "mime_type": "application/pdf"},
            "plan.pdf",
            "application/pdf",
        ),
        ("document", {"mime_type": "no type"}, "document", "application/octet-stream"),
    ],
)
def test_a_file_is_a_reference(
    server: GraphApiServer, ada: Person, kind: str, more: dict[str, Any], name: str, media_type: str
) -> None:
    [said] = heard(server, ada.message(kind, {"id": "77", "caption": "look", **more}))
    assert said.attachments == (Attachment(name, media_type, b"", reference="whatsapp:77"),)
    assert (said.text, said.untrusted) == ("look", "")


@pytest.mark.parametrize(
    ("kind", "content", "text", "untrusted"),
    [
        ("sticker", {"id": "1", "animated": False}, "(sticker)", ""),
        ("location", {"latitude": 1.5, "longitude": -2}, "(location: 1.500000, -2.000000)", ""),
        ("location", {"latitude": "x"}, "(location)", ""),
        (
            "location",
            {"latitude": 1, "longitude": 2, "name": "Home", "address": "A Street\n1"},
            "(place: Home, A Street 1; location: 1.000000, 2.000000)",
            "a place's entry",
        ),
        (
            "contacts",
            [
                {"name": {"formatted_name": "Bo B"}, "phones": [{"phone": "+1 5"}, {"wa_id": "17"}]},
                {"name": {"first_name": "Cy"}},
            ],
            "(contacts: Bo B, +1 5, 17; Cy)",
            "a contact card",
        ),
        ("contacts", [{}], "(contact: no name)", "a contact card"),
        ("image", {"caption": "look"}, "look\n(photo that WhatsApp didn't hand over)", ""),
    ],
)
def test_what_is_no_file_is_told(
    server: GraphApiServer, ada: Person, kind: str, content: Any, text: str, untrusted: str
) -> None:
    [said] = heard(server, ada.message(kind, content))
    assert (said.text, said.untrusted) == (text, untrusted)


def test_what_is_passed_on_is_not_the_senders_and_commands_nothing(server: GraphApiServer, ada: Person) -> None:
    for words in ("/forget all", f"link {CODE}", "hello"):
        [said] = heard(server, ada.forwards(words))
        assert (said.text, said.untrusted) == (words, "forwarded")
    [often] = heard(server, ada.text("hi", context={"frequently_forwarded": True}))
    assert often.untrusted == "forwarded"


def test_a_reply_says_to_what(server: GraphApiServer, ada: Person) -> None:
    [said] = heard(server, ada.replies("yes", "wamid.9"))
    assert (said.text, said.replies_to) == ("yes", "wamid.9")


@pytest.mark.parametrize(
    ("words", "name", "rest"),
    [
        ("/Tasks", "tasks", ""),
        ("/add milk\nand tea", "add", "milk\nand tea"),
        (f"link {CODE}", "link", CODE),
        (f" Link  {CODE}\n", "link", CODE),
        (f"/link {CODE}", "link", CODE),
    ],
)
def test_commands(server: GraphApiServer, ada: Person, words: str, name: str, rest: str) -> None:
    [called] = heard(server, ada.text(words))
    assert isinstance(called, Command)
    assert (called.name, called.arguments) == (name, rest)


@pytest.mark.parametrize("words", ["/etc/hosts", "link me", f"link {CODE}x", f"please link {CODE}", "// no"])
def test_words_that_are_no_command(server: GraphApiServer, ada: Person, words: str) -> None:
    [said] = heard(server, ada.text(words))
    assert isinstance(said, Said)
    assert said.text == words


def test_a_tap_on_a_button_of_ours_and_on_anothers(server: GraphApiServer, ada: Person) -> None:
    sent = ada.taps_again("c:a1", "wamid.5")
    [tap] = heard(server, sent)
    assert tap == Tap(
        id=sent["id"],
        sender=Sender(ada.user_id, "Ada", (ada.number,)),
        address=ada.user_id,
        message="wamid.5",
        data="c:a1",
        sent_at=NOON,
    )
    [said] = heard(server, ada.taps_again("theirs", "wamid.5", "Yes please"))
    assert (said.text, said.replies_to) == ("Yes please", "wamid.5")
    [template] = heard(server, ada.message("button", {"payload": "x:a1", "text": "No"}))
    assert (template.verb, template.target) == ("cancel", "a1")


def test_a_form_is_told(server: GraphApiServer, ada: Person) -> None:
    reply = {"response_json": '{"size": "big", "flow_token": "x", "deep": {"a": 1}}', "body": "Sent"}
    [said] = heard(server, ada.message("interactive", {"type": "nfm_reply", "nfm_reply": reply}))
    assert (said.text, said.untrusted) == ("(filled in a form: size: big; a: 1)", "a form that isn't mine")


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"topics": ["a", "b"], "agree": True, "news": False}, "topics: a, b; agree: yes; news: no"),
        ({"values": {"city": "Mumbai", "flow_token": "x"}, "rating": 4.5}, "city: Mumbai; rating: 4.5"),
        ({"none": None, "empty": [], "deep": {"a": {"b": {"c": {"d": {"e": 1}}}}}}, "Sent"),
        (
            {f"a{each}": each for each in range(42)},
            "; ".join(f"a{each}: {each}" for each in range(40)) + "; and 2 more",
        ),
    ],
)
@pytest.mark.parametrize("packed", [json.dumps, dict])
def test_each_kind_of_answer_in_a_form_is_told(
    server: GraphApiServer, ada: Person, packed: Any, answers: dict[str, Any], words: str
) -> None:
    reply = {"response_json": packed(answers), "body": "Sent"}
    [said] = heard(server, ada.message("interactive", {"type": "nfm_reply", "nfm_reply": reply}))
    assert said.text == f"(filled in a form: {words})"


def test_an_order_is_told_with_what_stands_beside_it(server: GraphApiServer, ada: Person) -> None:
    items = [
        {"product_retailer_id": "p1", "quantity": 2, "item_price": 30.5, "currency": "USD"},
        {"product_retailer_id": "p2", "quantity": "1"},
        {},
    ]
    [said] = heard(server, ada.message("order", {"text": "for Friday", "product_items": items}))
    assert said.text == "for Friday\n(order: 2 × p1 at 30.5 USD; 1 × p2; 1 × a product)"
    assert said.untrusted == "a catalogue's entry"
    [said] = heard(server, ada.message("order", {"product_items": items[1:2] * 31}))
    assert said.text.endswith("1 × p2; and 1 more)")
    [said] = heard(server, ada.message("order", {"text": "the usual"}))
    assert (said.text, said.untrusted) == ("the usual", "")


def test_what_a_question_is_about_stands_beside_it(server: GraphApiServer, ada: Person) -> None:
    message = ada.text("Is it there?") | {"context": {"referred_product": {"product_retailer_id": "p1"}}}
    [said] = heard(server, message)
    assert (said.text, said.untrusted) == ("Is it there?\n(about the product p1)", "a catalogue's entry")


def test_a_place_whose_numbers_are_written_out_is_told(server: GraphApiServer, ada: Person) -> None:
    [said] = heard(server, ada.message("location", {"latitude": "12.5", "longitude": "-3.25"}))
    assert said.text == "(location: 12.500000, -3.250000)"


def test_a_row_of_a_list_is_told_with_what_stands_under_it(server: GraphApiServer, ada: Person) -> None:
    reply = {"type": "list_reply", "list_reply": {"id": "fast", "title": "Express", "description": "Next day"}}
    [said] = heard(server, ada.message("interactive", reply))
    assert said.text == "Express\nNext day"


def test_a_contact_card_is_told_whole(server: GraphApiServer, ada: Person) -> None:
    firm = {"org": {"company": "Pipes Ltd", "title": "Plumber"}, "phones": [{"phone": "+33 1"}]}
    home = {"name": {"formatted_name": "Bo"}, "birthday": "1999-01-23", "urls": [{"url": "https://bo.org"}]}
    home["addresses"] = [{"street": "1 Road", "city": "Paris", "zip": "75001", "country": "France"}]
    [said] = heard(server, ada.message("contacts", None, contacts=[firm, home, {"phones": [{"phone": "1"}]}]))
    told = "Plumber, Pipes Ltd, +33 1; Bo, 1 Road 75001 Paris France, https://bo.org, born 1999-01-23; no name, 1"
    assert said.text == f"(contacts: {told})"


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"text": {"body": "hi"}}, "hi"),
        ({"type": None, "text": {"body": "hi"}}, "hi"),
        ({"type": "tomorrows_kind", "text": {"body": "hi"}}, "hi"),
        ({"image": {"id": "7", "caption": "look"}}, "look"),
        ({"voice": {"id": "7"}}, ""),
        ({"contacts": [{"name": {"formatted_name": "Bo"}}]}, "(contact: Bo)"),
        ({"interactive": {"button_reply": {"id": "x", "title": "Tea"}}}, "Tea"),
        ({"edit": {"original_message_id": "wamid.1", "message": {"text": {"body": "better"}}}}, "better"),
    ],
)
def test_a_message_that_does_not_say_its_kind_is_read_by_what_it_holds(
    server: GraphApiServer, ada: Person, sent: dict[str, Any], text: str
) -> None:
    message = {**ada.text("x"), **sent}
    for name in {"type", "text"} - set(sent):
        del message[name]
    [said] = heard(server, message)
    assert (said.text, said.sender.id) == (text, ada.user_id)


@pytest.mark.parametrize("depth", range(5))
def test_a_call_is_read_however_much_of_its_envelope_there_is(server: GraphApiServer, ada: Person, depth: int) -> None:
    whole = server.webhooks.payload(ada.text("hi"))
    [entry] = whole["entry"]
    [change] = entry["changes"]
    wrapped = {
        "entry": [{"changes": [{"field": "messages", "value": {"whatsapp_business_api_data": change["value"]}}]}]
    }
    [said] = events_of((whole, entry, change, change["value"], wrapped)[depth], server.world.number_id)
    assert said == events_of(whole, server.world.number_id)[0]


def test_a_message_without_a_time_is_of_when_it_came(server: GraphApiServer, ada: Person) -> None:
    message = {key: value for key, value in ada.text("hi").items() if key != "timestamp"}
    [said] = events_of(server.webhooks.payload(message), at=NOON)
    assert isinstance(said, Said)
    assert (said.text, said.sent_at) == ("hi", NOON)


def test_a_message_without_a_name_has_the_same_in_each_delivery(server: GraphApiServer, ada: Person) -> None:
    message = {key: value for key, value in ada.text("hi").items() if key != "id"}
    [first], [again] = heard(server, message), heard(server, dict(reversed(message.items())))
    [other] = heard(server, message | {"text": {"body": "ho"}})
    assert first.external_id == again.external_id != other.external_id
    assert heard(server, {**message, "timestamp": None}) == [Ignored("unreadable")]


@pytest.mark.parametrize("kind", ["reaction", "request_welcome", "poll_update"])
def test_what_needs_no_answer_is_heard_all_the_same(server: GraphApiServer, ada: Person, kind: str) -> None:
    assert heard(server, ada.message(kind, {})) == [
        Heard(kind, Sender(ada.user_id, "Ada", (ada.number,)), ada.user_id, NOON)
    ]


@pytest.mark.parametrize("kind", ["order", "unsupported", "poll", "ephemeral", "tomorrows_kind"])
def test_what_somebody_sent_and_nobody_reads_is_told_as_that(server: GraphApiServer, ada: Person, kind: str) -> None:
    sent = ada.message(kind, {})
    [event] = heard(server, sent)
    assert isinstance(event, Unread)
    assert (event.kind, event.external_id, event.sender.id) == (kind, sent["id"], ada.user_id)


def test_a_change_of_a_message_is_told_by_its_own_name(server: GraphApiServer, ada: Person) -> None:
    inner = {"type": "text", "text": {"body": "better"}}
    sent = ada.message("edit", {"original_message_id": "wamid.1", "message": inner})
    [said] = heard(server, sent)
    assert (said.text, said.original_id, said.external_id, said.edited) == (
        "better",
        "wamid.1",
        f"wamid.1:{sent['id']}",
        True,
    )
    assert heard(server, ada.message("revoke", {"original_message_id": "wamid.1"})) == [Ignored("revoke")]


def test_a_change_of_what_was_passed_on_is_no_more_the_senders_own(server: GraphApiServer, ada: Person) -> None:
    """Wherever it says so: beside the change or in it."""
    inner = {"type": "text", "text": {"body": "better"}}
    sent = ada.message("edit", {"original_message_id": "wamid.1", "message": inner})
    [said] = heard(server, {**sent, "context": {"forwarded": True}})
    assert said.untrusted == "forwarded"


def test_a_number_that_changed(server: GraphApiServer, ada: Person) -> None:
    assert events_of(server.webhooks.moved(ada, "33699")) == [Moved((ada.user_id, "33612345678"), ("33699",), NOON)]
    assert heard(server, ada.message("system", {"type": "customer_identity_changed"})) == [Ignored("system")]


@pytest.mark.parametrize("state", ["sent", "delivered", "read", "played"])
def test_what_became_of_ours(server: GraphApiServer, ada: Person, state: str) -> None:
    told = events_of(server.webhooks.status(ada, "wamid.1", state))
    assert told == [Status("wamid.1", state, NOON, ada.user_id)]


def test_why_one_failed(server: GraphApiServer, ada: Person) -> None:
    told = events_of(server.webhooks.status(ada, "wamid.1", "failed", code=131047))
    assert told == [Status("wamid.1", "failed", NOON, ada.user_id, 131047, "Re-engagement message")]
    assert events_of(server.webhooks.status(ada, "wamid.1", "warning")) == [Ignored("status warning")]


def test_what_is_not_for_us(server: GraphApiServer, ada: Person) -> None:
    hooks, message = server.webhooks, ada.text("hi")
    assert events_of(hooks.payload(message, number_id="99"), server.world.number_id) == [Ignored("another number")]
    assert heard(server, ada.text("hi", group_id="g")) == [Ignored("group")]
    assert events_of(hooks.change({}, "account_update")) == [Ignored("account_update")]
    assert events_of(hooks.change({"errors": [{"code": 130429}]})) == [Ignored("error 130429")]
    assert events_of({**hooks.payload(message), "object": "page"}) == [Ignored("object")]
    assert events_of(hooks.change({"messages": [{**message, "from": None, "from_user_id": None}]})) == [
        Ignored("no sender")
    ]


def test_text_that_no_database_keeps_is_mended(server: GraphApiServer, ada: Person) -> None:
    [said] = heard(server, ada.text("a\x00b\ud800"))
    assert said.text == "a\ufffdb\ufffd"


def test_what_a_foreign_button_says_is_a_strangers(server: GraphApiServer, ada: Person) -> None:
    [said] = heard(server, ada.taps_again("theirs", "wamid.0", label="Confirm"))
    assert (said.text, said.untrusted) == ("Confirm", "a button that isn't mine")
