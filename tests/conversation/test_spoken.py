"""What is asked for an OK, and what came of it, is said in the language of the conversation."""

import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.cards.card import ENDED, Card
from app.cards.drawing import as_one_text, choices_in_words, in_full
from app.cards.wording import WORDINGS
from app.clock import ManualClock
from app.conversation.cards import card_of
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.tokens import TokenLogin, connect_token
from tests.conversation.conftest import NOON
from tests.conversation.test_cards import held
from tests.fakes.vendors.jira import EMAIL, TOKEN, jira_cloud
from tests.fakes.vendors.jira.world import World, status
from tests.house import open_house, settings_in, tell
from tests.servers.dav import ANA, PASSWORD
from tests.servers.post import post
from tests.servers.radicale import radicale

SERIES = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VEVENT
UID:standup@example.org
DTSTAMP:20270301T080000Z
DTSTART:20270301T090000Z
DTEND:20270301T091500Z
RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
SUMMARY:Point
END:VEVENT
END:VCALENDAR
"""


def phrases() -> Iterator[str]:
    yield from ENDED.values()
    for row in WORDINGS.values():
        yield from filter(None, (row.title, row.plain, *row.labels.values()))


def test_every_phrase_of_a_card_is_there_in_french_with_its_slots() -> None:
    known = tomllib.loads((files("app.language.words") / "said_fr.toml").read_text(encoding="utf-8"))["cards"]
    assert [phrase for phrase in phrases() if phrase not in known] == []
    slots = {phrase: sorted(part.partition("}")[0] for part in phrase.split("{")[1:]) for phrase in known}
    assert [phrase for phrase, own in known.items() if any(f"{{{slot}}}" not in own for slot in slots[phrase])] == []


@pytest.mark.parametrize(
    ("summary", "french"),
    [
        (
            "send from ana@example.org (first mail to kofi@acme.example)",
            "envoyer depuis ana@example.org (premier message à kofi@acme.example)",
        ),
        (
            "reply from ana@example.org to kofi@acme.example, about “May, not on Monday” (copy to esi@acme.example)",
            "répondre depuis ana@example.org à kofi@acme.example, au sujet de « May, not on Monday » (copie à esi@acme.example)",
        ),
        (
            "put into your calendar: Lunch, Friday 12 March, 13:00–14:00 (inviting kofi@acme.example) (at that time there is “Call”, 13:30–14:30)",
            "mettre dans ton agenda : Lunch, vendredi 12 mars, 13:00–14:00 (en invitant kofi@acme.example) (à ce moment-là il y a “Call”, 13:30–14:30)",
        ),
        (
            "change [Home] Friday call, Friday 12 March, all day, repeats to [Home] Friday call, Saturday 13 March, 09:00–10:00 (from Friday 12 March on)",
            "changer [Home] Friday call, vendredi 12 mars, toute la journée, se répète en [Home] Friday call, samedi 13 mars, 09:00–10:00 (à partir du vendredi 12 mars)",
        ),
        ("throw away the note: remove milk. Done.", "jeter la note : remove milk. Done."),
        ("take back: Moved to the archive: Kofi: Done.", "reprendre : Mis dans les archives : Kofi: Done."),
    ],
)
def test_a_tools_sentence_is_said_in_french_and_what_others_wrote_stays(summary: str, french: str) -> None:
    assert card_of(held("some_tool", summary), "fr").fields[0].value == french


def test_a_moment_in_figures_is_told_in_words_and_a_note_of_figures_stays() -> None:
    card = card_of(held("set_reminder", text="2027-03-12", when="2027-03-12T15:00"), "fr")
    assert [(field.name, field.value) for field in card.fields] == [
        ("", "2027-03-12"),
        ("Quand", "vendredi 12 mars à 15:00"),
    ]
    assert card_of(held("add_tasks", titles=["milk"], due="2028-03-12")).fields[-1].value == "Sunday 12 March 2028"
    assert card_of(held("set_reminder", text="x", when="tomorrow")).fields[-1].value == "tomorrow"


def test_what_was_read_is_named_by_who_and_what_and_stays_short() -> None:
    mails = tuple(f"mail from kofi@acme.example: Invoice {number}” and nothing else" for number in range(3))
    card = Card("a", "Send mail", read_in=tuple(one.replace("”", "'") for one in mails), more_read=4, language="fr")
    drawn = in_full([card])
    assert drawn.count("kofi@acme.example") == 3
    assert "et 4 de plus" in drawn
    assert choices_in_words([card]) == "/confirm 0  /cancel 0  /edit 0 <changement>"


async def test_what_waits_is_asked_and_ends_in_french(tmp_path: Path) -> None:
    with post() as mail, radicale() as dav:
        mail.comes("Kofi <kofi@acme.example>", "Facture 214", "Merci de payer avant vendredi.")
        dav.put(f"{dav.add_calendar('home', 'Maison')}point.ics", SERIES)
        async with open_house(
            tmp_path, settings=settings_in(tmp_path, time_zone="UTC"), clock=ManualClock(NOON)
        ) as house:
            await mail.connected(house)
            await connect_dav(house.accounts, house.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=dav.url))
            await tell(house, "quoi de neuf dans mes mails ?")
            reply = await tell(house, "réponds à Kofi que je paierai vendredi")
            answered = _drawn(reply)
            told = await _tap(house, reply, "cancel")
            deleted = _drawn(await tell(house, "supprime le mail de Kofi"))
            await tell(house, "annule la réunion Point")
            series = _drawn(await tell(house, "celle-ci et les suivantes"))
    assert told == "Laissé comme c'est."
    assert [button["label"] for button in answered["buttons"]] == ["Confirmer", "Annuler", "Modifier"]
    assert answered["card"].startswith("En attente de ton accord (#1) : Répondre")
    assert "répondre depuis ana@example.org à kofi@acme.example, au sujet de « Facture 214 »" in answered["card"]
    assert "En attente de ton accord (#2) : Mettre un message à la corbeille" in deleted["card"]
    assert "Demandé après lecture : le message « Facture 214 » de kofi@acme.example" in deleted["card"]
    assert (
        "[Maison] Point, demain (jeudi 11 mars), 09:00–09:15, se répète (à partir du jeudi 11 mars)" in series["card"]
    )
    assert "de kofi@acme.example, ton courrier" in series["card"]


def _drawn(reply: Any) -> dict[str, Any]:
    return {"card": in_full(reply.cards), "buttons": [asdict(button) for button in reply.buttons]}


async def _tap(house: Any, reply: Any, verb: str) -> str:
    return await house.conversation.decide(house.owner.id, verb, reply.cards[0].action)


AT_WORK = {
    "quels sont les tickets de PROJ ?": "(Task, To Do, pour personne, Medium, ",
    "montre-moi PROJ-1": "signalé par Ana Mensah, mis à jour ",
    "quels sont mes tickets ?": "Aucun ticket ne correspond.",
    "passe PROJ-1 à Fini": "Possible : In Progress",
    "commente PROJ-1 : je m'en occupe demain": "Commenter “PROJ-1”",
    "non": "Laissé comme c'est.",
    "crée un bug dans PROJ : L'export est lent": "Que faut-il mettre ?",
    "haute": "créer dans PROJ : Bug",
    "oui": "PROJ-3 créé : L'export est lent",
    "montre-moi PROJ-99": "Je ne vois pas de ",
    "retiens que ma sœur s'appelle Ama": "quand tu l'auras confirmé",
    "oublie le nom de ma sœur": "– 1 fait : #1 ma sœur s'appelle Ama",
    "annule": "Laissé comme c'est.",
    "qu'est-ce que tu as fait aujourd'hui ?": "PROJ-3 créé : L'export est lent",
}


async def test_a_day_with_tickets_is_answered_in_french(tmp_path: Path) -> None:
    with jira_cloud() as cloud:
        cloud.world = World()
        for title in ("Export is slow", "Login fails"):
            cloud.world.add(title, status=status("To Do"))
        async with open_house(tmp_path, settings=settings_in(tmp_path, time_zone="UTC"), clock=ManualClock(NOON)) as house:  # fmt: skip
            await connect_token(house.accounts, house.owner.id, TokenLogin("jira", SecretStr(TOKEN), url=cloud.url, user=EMAIL))  # fmt: skip
            replies = [(text, await tell(house, text)) for text in AT_WORK]
    said = {text: as_one_text(reply.text, reply.cards) for text, reply in replies}
    assert {text: reply for text, reply in said.items() if AT_WORK[text] not in reply} == {}
