"""What the reader reads of mail: from the slots of a part to the arguments of a mail tool. Pure."""

import re
from dataclasses import replace
from typing import Any

from app.language.choosing import mail, read_events
from app.language.cues import says
from app.language.dialogue.pointed import chosen
from app.language.dialogue.state import Before
from app.language.names import without_possessive
from app.language.orders import speech
from app.language.orders.arguments import KINDS
from app.language.orders.plan import Clause
from app.language.pointing import places, points
from app.language.reader.reading import Part
from app.language.rewording import asking_too

Arguments = dict[str, Any]


_INVITATION = re.compile(r"\binvitation\b", re.IGNORECASE)
# The number of a mail stands behind its kind, and may be read as an hour.
_NUMBERED = re.compile(
    r"\b(?:e-?mail|mail|message|courriel) (?:#|no\.? ?|number |numéro |n° ?)?(?P<number>\d{1,6})\b(?![:.h]\d)",
    re.IGNORECASE,
)


_ANY_MAIL = re.compile(r"(?:(?:the|that|this|le|ce|cet) )?(?:e-?mail|mail|message|courriel)", re.IGNORECASE)


def _which_mail(part: Part, before: Before) -> str:
    """The mail that is meant, by its number where it was shown, else by the words that tell it."""
    if numbered := _NUMBERED.search(part.text):
        return f"#{numbered['number']}"
    said = "" if _ANY_MAIL.fullmatch(part.one("ref")) else part.one("ref")
    named = " ".join(
        words
        for words in (without_possessive(part.one("person")), part.one("topic"))
        if words and not read_events.is_unnamed(words)
    )
    named = named or (_sender_behind(part) if said and places(said) else "")
    if _INVITATION.search(part.text) and not said:
        named = f"invitation {named}".strip()
    if said and (places(said) or points(said)) and not named:
        return mail.meant(said, before) if not places(said) else chosen(said, before, "mail")
    if not (said or named):
        return mail.meant("", before)
    last = f"{said} " if places(said) else ""
    words = f"{last}{named}" if named else said
    return mail.meant(words.strip(), before)


def _sender_behind(part: Part) -> str:
    """ "The last mail of DHL": whose it is."""
    found = _OF_SENDER.search(part.text)
    return found["who"] if found else ""


_OF_SENDER = re.compile(
    r"\b(?:e-?mail|mail|message|letter|courriel|lettre)s? (?:de|from|by|of) (?P<who>[\w'’.-]+(?: [A-ZÀ-Ý][\w'’.-]*)*)",
    re.IGNORECASE,
)


def names_mail(part: Part) -> bool:
    """Whether it says by its words which mail is meant, and does not only point."""
    return any(words and not read_events.is_unnamed(words) for words in (part.one("person"), part.one("topic")))


def _account(part: Part) -> Arguments:
    named = part.one("account")
    return {"account": named} if named else {}


def search(part: Part, clause: Clause, _: Before) -> Arguments:
    day = KINDS["day"](part.all("when"), clause, part) if part.one("when") else ""
    stretch = {"since": day} if day and says("since", part.text) else {"since": day, "until": day} if day else {}
    person = without_possessive(part.one("person")) or _writer(part)
    named: Arguments = {"sender": person} if person and not read_events.is_unnamed(person) else {}
    if topic := part.one("topic") or part.one("title"):
        named["words"] = topic
    unread = {"unread": True} if says("unread", part.text) and not named else {}
    return {**named, **stretch, **unread, **_account(part)}


def _writer(part: Part) -> str:
    """Whose mails are asked for, where the reader saw nobody: "which of my mails are from the school", "what Awa m'a écrit"."""
    found = next(filter(None, (pattern.search(part.text) for pattern in _WRITERS)), None)
    return "" if found is None or part.one("topic") else found["who"].strip(" ?.!,")


_WRITERS = (
    re.compile(
        r"\b(?:from|by|de la part de) (?:the |my |our |mon |ma |le |la |l['’])?(?P<who>[^,.;?!]{2,60}?)(?= (?:since|about|on|in|this|last|yesterday|today|depuis|hier)\b|\W*\Z)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<![\w'’])(?:qu['’])?(?P<who>[A-ZÀ-Ý][\w-]+(?: [A-ZÀ-Ý][\w-]+)?) (?:m['’]a|nous a) (?:écrit|envoyé|dit|demandé)"
    ),
    re.compile(
        r"(?<![\w'’])(?P<who>[A-ZÀ-Ý][\w-]+(?: [A-ZÀ-Ý][\w-]+)?) (?:has |had )?(?:written|wrote|write|sent|send|mailed|emailed)\b"
    ),
)


def read_one(part: Part, _: Clause, before: Before) -> Arguments:
    return {"mail": _which_mail(part, before)}


def attached(part: Part, clause: Clause, before: Before) -> Arguments:
    """Which mail's, and which of several: "the second attachment", "the pdf"."""
    which = _WHICH_FILE.search(clause.text)
    files = [slot for slot in part.slots if slot.name in ("ref", "topic") and _FILE.fullmatch(slot.text.strip())]
    kind = next((slot.text.strip() for slot in files if _FILE_KIND.fullmatch(slot.text.strip())), "")
    named = which["which"] if which else kind
    rest = replace(part, slots=tuple(slot for slot in part.slots if slot not in files))
    return {"mail": _which_mail(rest, before), **({"attachment": named} if named else {})}


_WHICH_FILE = re.compile(
    r"\b(?P<which>first|second|third|fourth|last|pdf|picture|photo|spreadsheet|premi[eè]re|deuxi[eè]me|troisi[eè]me|derni[eè]re) (?:attachment|attached file|file|pièce jointe)\b",
    re.IGNORECASE,
)
# Words that mean a file and no mail; and those of them that say which.
_FILE_KIND = re.compile(r"pdf|picture|photo|image|spreadsheet|presentation|\S+\.[a-z][a-z0-9]{1,4}", re.IGNORECASE)
_FILE = re.compile(
    rf"(?:(?:the|its|that|le|la|l['’]|un|une)\s*)?(?:(?:\w+ )?(?:attachments?|attached file|file|document|pièce jointe|fichier)|{_FILE_KIND.pattern})",
    re.IGNORECASE,
)


def asked(part: Part, clause: Clause, before: Before) -> Arguments:
    return {"about": speech.bare(clause.text)}


def reply(part: Part, clause: Clause, before: Before) -> Arguments:
    everyone = {"everyone": True} if says("to_all", clause.text) else {}
    return {"mail": _which_mail(part, before), "body": _body(part), **everyone}


def _body(part: Part) -> str:
    words = asking_too(_LED.sub("", part.one("text").strip(' ,:"“”')))
    return f"{words[:1].upper()}{words[1:]}" if words else ""


# "reply that Friday is fine", and not "tell him that works".
_LED = re.compile(
    r"\A(?:that (?!(?:is|was|were|works?|sounds|suits|would|will|should|can|could|one|day|date|time)\b)|(?:que |qu['’])(?=\S))",
    re.IGNORECASE,
)


def send(part: Part, _: Clause, __: Before) -> Arguments | None:
    to = read_events.people_in(part, "to")
    if not to or read_events.is_unnamed(part.one("to")):
        return None
    body, title = _body(part), part.one("title") or part.one("topic")
    return {"to": to, "subject": title or mail.subject_of(body), "body": body}


def forward(part: Part, _: Clause, before: Before) -> Arguments:
    text = part.one("text") or ((said := _WITH_WORDS.search(part.text)) and said["text"]) or ""
    body = {"body": f"{text[:1].upper()}{text[1:]}"} if text else {}
    return {"mail": _which_mail(part, before), "to": read_events.people_in(part, "to"), **body}


_WITH_WORDS = re.compile(
    r"\b(?:with the (?:words?|note|message)|and (?:say|write)|saying|avec les mots|en disant)[: ]+(?P<text>.{2,400}?)\W*\Z",
    re.IGNORECASE,
)
_FOLDER = re.compile(r" (?:mail )?(?:folder|label)\Z|\A(?:le |the )?(?:dossier|label|folder) ", re.IGNORECASE)


def file(part: Part, _: Clause, before: Before) -> Arguments:
    under = next(
        (slot for slot in part.slots if slot.name == "person" and _UNDER.search(part.text[: slot.start - part.start])),
        None,
    )
    named = _FOLDER.sub("", part.one("list") or (under.text if under else ""))
    part = replace(part, slots=tuple(slot for slot in part.slots if slot is not under))
    folder = {"folder": named} if named and not says("archives", named) else {}
    return {"mail": _which_mail(part, before), **folder}


_UNDER = re.compile(r"\b(?:under|into|in|sous|dans) (?:the |my |le |la |mon |ma )?\Z", re.IGNORECASE)


def mark(part: Part, clause: Clause, before: Before) -> Arguments:
    unread = {"unread": True} if says("as_unread", clause.text) else {}
    return {"mail": _which_mail(part, before), **unread}
