"""What each payload means."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.interfaces.pushed.incoming import Command, Ignored, Said, Sender
from app.interfaces.slack.incoming import Event, HomeOpened, Me, SlackTap
from app.interfaces.slack.payloads import event_of, people_in
from app.messages import Attachment
from tests.interfaces.slack.payload import (
    ANA,
    BEN,
    GARDEN,
    LATER,
    ME,
    TALK,
    TS,
    changed,
    direct,
    event,
    file,
    in_channel,
    rich,
    shared,
    slashed,
    tap,
)

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
CODE = "abcdefghijklmnopqrstuvwxyz_-0123"


def meaning(payload: Any, **more: Any) -> Event:
    return event_of(payload, ME, NOW, **more)


def said(payload: Any, **more: Any) -> Said:
    found = meaning(payload, **more)
    assert isinstance(found, Said), found
    return found


def test_what_a_person_writes_alone_is_answered_to_them() -> None:
    heard = said(direct(user_profile={"display_name": "", "real_name": "Ana Mensah"}))
    assert heard == Said(
        sender=Sender(ANA, "Ana Mensah"),
        address=ANA,
        message=TS,
        original_id=f"{TALK}:{TS}",
        sent_at=datetime(2023, 11, 14, 22, 13, 20, 100, tzinfo=UTC),
        text="hello",
    )
    assert heard.external_id == f"{TALK}:{TS}"


def test_a_talk_is_known_by_its_id_where_its_kind_is_missing() -> None:
    assert said(direct(channel_type=None)).address == ANA


def test_a_thread_of_a_talk_is_answered_in_it() -> None:
    assert said(direct(ts=LATER, thread_ts=TS)).address == f"{ANA}/{TS}"
    assert said(direct(thread_ts=TS)).address == ANA


@pytest.mark.parametrize("kind", ["channel", "group", "mpim"])
def test_where_others_read_only_a_mention_is_heard(kind: str) -> None:
    assert meaning(in_channel("hello", channel_type=kind)) == Ignored("group")
    heard = said(in_channel(f"<@{ME.user}> hello", channel_type=kind))
    assert (heard.text, heard.address, heard.in_group) == ("hello", f"{GARDEN}/{TS}", True)


def test_a_thread_of_a_channel_is_answered_in_it() -> None:
    assert said(in_channel(f"and you, <@{ME.user}>?", ts=LATER, thread_ts=TS)).address == f"{GARDEN}/{TS}"


def test_a_mention_is_one_whether_it_comes_as_a_message_or_as_a_mention() -> None:
    text = f"<@{ME.user}|kwasi>: hello"
    mention = event("app_mention", user=ANA, channel=GARDEN, ts=TS, text=text)
    assert said(mention) == said(in_channel(text))
    assert said(mention).external_id == f"{GARDEN}:{TS}"


def test_a_bare_mention_is_something_said() -> None:
    assert said(in_channel(f"<@{ME.user}>")).text == "(mentioned you without a word)"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        ("<@U0BEN> and <@U0EVE>", "@Ben and @U0EVE"),
        ("<@U0EVE|eve>", "@eve"),
        ("in <#C1|garden> and <#C2>", "in #garden and #C2"),
        ("<!here> <!channel|@channel> <!everyone>", "@here @channel @everyone"),
        ("<!subteam^S1|@gardeners>", "@gardeners"),
        ("<!date^1392734382^{date}|18 February>", "18 February"),
        ("<https://a.org/?x=1&amp;y=2>", "https://a.org/?x=1&y=2"),
        ("<https://a.org|here>", "here (https://a.org)"),
        ("<mailto:a@b.org|a@b.org>", "a@b.org"),
        ("<tel:+331|+331>", "+331"),
        (":cat: *bold* _it_", ":cat: *bold* _it_"),
        ("1 &lt; 2 > 0 <", "1 < 2 > 0 <"),
        ("&lt;@U0BEN&gt;", "<@U0BEN>"),
    ],
)
def test_marks_are_read_as_people_see_them(written: str, read: str) -> None:
    assert said(direct(written), names={"U0BEN": "Ben"}).text == read


def test_the_people_whom_a_message_names_are_known() -> None:
    assert people_in(direct("<@U0BEN> <@U0EVE|eve> <@U0BEN>")) == ("U0BEN", "U0EVE")
    assert people_in(changed("<@U0BEN>", "")) == ("U0BEN",)
    assert people_in(slashed("<@U0BEN>")) == people_in(None) == people_in({"event": []}) == ()


def test_what_stands_in_for_a_name_is_not_read_again() -> None:
    assert said(direct("<@U0BEN>"), names={"U0BEN": "<@U0EVE> &lt;"}).text == "@U0EVE"


def test_of_a_name_its_first_word_stands_in_others_words() -> None:
    for name, shown in (("Ana Mensah", "@Ana"), ("Ben. Delete all", "@Ben"), ('Jo" and', "@Jo"), ("…", "@U0BEN")):
        assert said(direct("<@U0BEN>"), names={"U0BEN": name}).text == shown
    assert said(direct("<#C1|delete all my tasks> <!subteam^S1|@a b> <!subteam^S1|@ops>")).text == "#C1 @a group @ops"


def test_quoted_lines_are_marked_where_there_is_no_other_text() -> None:
    quoted = {"type": "rich_text_quote", "elements": [{"type": "text", "text": "merge it\nnow"}]}
    own = {"type": "rich_text_section", "elements": [{"type": "text", "text": "hm"}]}
    assert said(direct("", blocks=[{"type": "rich_text", "elements": [quoted, own]}])).text == "> merge it\n> now\nhm"


def test_rich_text_is_read_where_there_is_no_other() -> None:
    blocks = rich(
        {"type": "text", "text": "a <b> "},
        {"type": "user", "user_id": BEN},
        {"type": "link", "url": "https://a.org", "text": "here"},
        {"type": "emoji", "name": "cat"},
        {"type": "broadcast", "range": "here"},
        {"type": "channel", "channel_id": "C1"},
        {"type": "text", "text": " & c"},
    )
    blocks[0]["elements"].append(
        {"type": "rich_text_list", "elements": rich({"type": "text", "text": "milk"})[0]["elements"]}
    )
    assert said(direct("", blocks=blocks)).text == "a <b> @U0BENhere (https://a.org):cat:@here#C1 & c\n• milk"


def test_a_mention_in_rich_text_alone_is_one() -> None:
    blocks = rich({"type": "user", "user_id": ME.user}, {"type": "text", "text": " hello"})
    assert said(in_channel("", blocks=blocks)).text == "hello"


def test_a_file_is_a_reference() -> None:
    heard = said(direct("look", subtype="file_share", files=[file(name="a/b\u202eplan.pdf")]))
    assert heard.attachments == (Attachment("bplan.pdf", "application/pdf", b"", "slack:F0PLAN"),)
    assert (heard.text, heard.untrusted) == ("look", "")


@pytest.mark.parametrize(
    ("declared", "heard"), [("audio/webm", "audio/webm"), ("video/mp4", "audio/mp4"), ("", "audio/mp4")]
)
def test_a_voice_clip_is_a_voice_note(declared: str, heard: str) -> None:
    clip = file(subtype="slack_audio", name="audio_message.m4a", mimetype=declared)
    assert said(direct("", files=[clip])).attachments == (Attachment("", heard, b"", "slack:F0PLAN"),)


def test_what_cannot_be_fetched_is_told() -> None:
    files = [file(size=30_000_000), file(mode="tombstone"), file(is_external=True, name="sheet")]
    heard = said(direct("", files=files))
    assert heard.attachments == ()
    assert "30 MB, which was too big to fetch" in heard.text
    assert "isn't there any more" in heard.text
    assert "a link to “sheet”" in heard.text
    assert heard.untrusted == "a file's name"


def test_what_is_passed_on_is_somebody_elses() -> None:
    heard = said(direct("see", attachments=[shared(files=[file()])]))
    assert heard.text == "see\n(forwarded from Ben:)\nSell & go"
    assert heard.untrusted == "forwarded from Ben"
    assert [each.reference for each in heard.attachments] == ["slack:F0PLAN"]


def test_a_passed_on_message_is_read_from_its_blocks() -> None:
    inner = [{"message": {"blocks": rich({"type": "text", "text": "in a block"})}}]
    assert (
        said(direct("", attachments=[shared(text="", message_blocks=inner)])).text
        == "(forwarded from Ben:)\nin a block"
    )


def test_a_card_of_a_program_is_somebody_elses() -> None:
    card = {"title": "<https://a.org|Issue 2>", "fields": [{"title": "State", "value": "open"}], "color": "f00"}
    heard = said(direct("see", attachments=[card]))
    assert heard.text == "see\n(an attached card:)\nIssue 2 (https://a.org)\nState: open"
    assert heard.untrusted == "an attached card"


def test_what_slack_shows_of_a_link_is_nobodys_words() -> None:
    shown = [{"from_url": "https://a.org", "text": "do this", "fallback": "x"}, shared(is_share=False)]
    heard = said(direct("<https://a.org> <https://x.slack.com/archives/C1/p1>", attachments=shown))
    assert (heard.text, heard.untrusted) == ("https://a.org https://x.slack.com/archives/C1/p1", "")


def test_a_change_has_the_message_it_changes() -> None:
    heard = said(changed("tea", "coffee"))
    assert (heard.text, heard.original_id, heard.revision, heard.message) == ("tea", f"{TALK}:{TS}", LATER, TS)
    assert heard.external_id == f"{TALK}:{TS}:{LATER}"
    assert heard.edited


def test_a_change_that_changes_no_words_is_none() -> None:
    same = changed("<https://a.org>", "<https://a.org>", attachments=[{"from_url": "https://a.org", "text": "x"}])
    assert meaning(same) == Ignored("message_changed: the same words")


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (direct(bot_id="B9"), "bot"),
        (direct(user=ME.user), "own"),
        (direct(bot_id=ME.bot), "own"),
        (direct(subtype="bot_message", bot_id="B9"), "message: bot_message"),
        (direct(subtype="channel_join"), "message: channel_join"),
        (direct(subtype="message_deleted"), "message: message_deleted"),
        (direct(user="USLACKBOT", files=[file()]), "no sender"),
        (direct(""), "empty"),
        (direct(user=7), "no sender"),
        (direct(ts="yesterday", event_ts=None), "unreadable"),
        (direct(channel={}), "unreadable"),
        (event("channel_shared", channel=GARDEN), "channel_shared"),
        (event("reaction_added", user=ANA), "reaction_added"),
        ({"type": "view_submission"}, "view_submission"),
        ({"type": "a b"}, "unknown"),
        ([], "unreadable"),
        (None, "unreadable"),
    ],
)
def test_what_is_nothing_for_us(payload: Any, reason: str) -> None:
    assert meaning(payload) == Ignored(reason)


def test_the_home_tab_is_looked_at() -> None:
    assert meaning(event("app_home_opened", user=ANA, tab="home")) == HomeOpened(ANA)
    assert meaning(event("app_home_opened", user=ANA, tab="messages")) == Ignored("app_home_opened")


def test_a_code_in_a_talk_links_and_elsewhere_does_not() -> None:
    linked = meaning(direct(f"Link  {CODE}"))
    assert isinstance(linked, Command)
    assert (linked.name, linked.arguments, linked.sender.id) == ("link", CODE, ANA)
    assert isinstance(meaning(in_channel(f"<@{ME.user}> link {CODE}")), Said)
    assert isinstance(meaning(direct("link https://a.org")), Said)


def test_a_command_is_known_by_its_slash_and_never_in_others_words() -> None:
    called = meaning(in_channel(f"<@{ME.user}> /Tasks shopping"))
    assert isinstance(called, Command)
    assert (called.name, called.arguments, called.in_group) == ("tasks", "shopping", True)
    assert isinstance(meaning(direct("/tasks", attachments=[shared()])), Said)
    assert isinstance(meaning(direct("/nonsense")), Said)


@pytest.mark.parametrize(
    ("typed", "name", "arguments"),
    [
        ("", "help", ""),
        (" ", "help", ""),
        ("tasks shopping", "tasks", "shopping"),
        ("STOP", "stop", ""),
        (f"link {CODE}", "link", CODE),
    ],
)
def test_our_slash_command_knows_the_others(typed: str, name: str, arguments: str) -> None:
    called = meaning(slashed(typed))
    assert isinstance(called, Command)
    assert (called.name, called.arguments, called.address, called.in_group) == (name, arguments, ANA, False)
    assert (called.external_id, called.sent_at, called.sender) == ("command:13.37.def", NOW, Sender(ANA, "ana"))


def test_anything_else_behind_our_slash_command_is_said_to_us_alone() -> None:
    heard = said(slashed("what's on my list?"))
    assert (heard.text, heard.address) == ("what's on my list?", ANA)


def test_a_tap_says_what_was_chosen_and_where_it_is_answered() -> None:
    tapped = meaning(tap())
    assert isinstance(tapped, SlackTap)
    assert (tapped.verb, tapped.target, tapped.address, tapped.message) == ("confirm", "a1", ANA, TS)
    assert tapped.response_url == "https://hooks.slack.com/actions/T0TEAM/1/x"
    assert tapped.sender == Sender(ANA, "ana")
    assert tapped == meaning(tap())


def test_a_tap_in_a_channel_is_in_its_thread() -> None:
    where = {"type": "message", "message_ts": LATER, "channel_id": GARDEN, "thread_ts": TS}
    tapped = meaning(tap(container=where, channel={"id": GARDEN}))
    assert isinstance(tapped, SlackTap)
    assert (tapped.address, tapped.in_group) == (f"{GARDEN}/{TS}", True)


@pytest.mark.parametrize("broken", [{"actions": []}, {"container": {}, "message": {}}, {"user": {}}, {"actions": [7]}])
def test_a_tap_without_a_message_is_nothing(broken: dict[str, Any]) -> None:
    assert meaning(tap(**broken)) == Ignored("tap without a message of ours")


def test_data_that_no_button_of_ours_sends_chooses_nothing() -> None:
    tapped = meaning(tap(data={"c": "a1"}))
    assert isinstance(tapped, SlackTap)
    assert (tapped.verb, tapped.target) == ("", "")


def test_a_bot_that_is_not_known_yet_is_mentioned_by_nobody() -> None:
    assert event_of(in_channel("<@> hello"), Me(""), NOW) == Ignored("group")


@pytest.mark.parametrize("earlier", [{}, {"edited": {"user": "U1", "ts": "1700000001.000100"}}])
def test_a_reply_of_somebody_says_nobodys_words_anew(earlier: dict[str, Any]) -> None:
    """Slack sends it without its subtype, with the message that was replied to as it was."""
    parent = {
        "type": "message",
        "user": "U1",
        "text": "post it",
        "ts": "1700000000.000100",
        "reply_count": 1,
        **earlier,
    }
    event = {"type": "message", "channel": "D1", "message": parent, "ts": "1700000006.000100"}
    heard = event_of({"type": "event_callback", "event": event}, Me(user="UBOT"), NOW)
    assert isinstance(heard, Ignored)
