"""What Kwasi says is said in the language it is spoken to, and the words of its user stay theirs."""

import ast
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.clock import ManualClock
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.language.questions import CONFIRMED, spoken, spoken_in
from app.language.saying import MOST_READ, in_language
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in, tell
from tests.servers.dav import ANA, PASSWORD
from tests.servers.post import post
from tests.servers.radicale import radicale

APP = Path(__file__).parents[2] / "app"
_PIECES = re.compile(
    r"\{[a-z]+\d?\}|\b1 item\b|: |, (?=due|on|and|unread)| (?:is|are) |\. |(?<=calls) | (?=time\b)|(?<=items) |✓ | \(|[“”]|\A- |(?<=\)), |(?=; )|(?= for your)| \[|(?<=you when) | in (?=\{text\} \(#)|(?<=Nothing) |(?<=Free) |(?<=then) (?=between)|(?<=no way back, )(?=what|that)| (?=in the next)"
)


@pytest.mark.parametrize(
    ("said", "french"),
    [
        (
            "I'll remind you every other Tuesday at 20:00, next time tomorrow at 20:00 (Tuesday 24 November), UTC time: the bins (#2). Then"
            " Tuesday 8 and Tuesday 22 December.",
            "Je te le rappelle un mardi sur deux à 20:00, prochaine fois demain à 20:00 (mardi 24 novembre), heure UTC : the bins (#2). Puis"
            " mardi 8 et mardi 22 décembre.",
        ),
        (
            "Added salt and pepper (#1) and rice (#2) to your shopping list.",
            "Ajouté à ta liste shopping : salt and pepper (#1) et rice (#2).",
        ),
        (
            "Your to-do list:\n- call mum, due today (#3)\n- milk ✓ (#4)",
            "Ta liste de tâches :\n- call mum, pour aujourd'hui (#3)\n- milk ✓ (#4)",
        ),
        (
            'I can\'t find a note called "vélo". You have no notes yet.',
            "Je ne trouve pas de note « vélo ». Tu n'as pas encore de notes.",
        ),
        (
            "Note #1 now says: Cancelled: the bus, tomorrow.",
            "La note #1 dit maintenant : Cancelled: the bus, tomorrow.",
        ),
        ("Quite another sentence. Done: milk (#1).", "Quite another sentence. Done: milk (#1)."),
        ("Saved note #3: Done. Removed milk (#1).", "Note #3 enregistrée : Done. Removed milk (#1)."),
        ("I'll remember: mon code est 4412. The gate is 4.", "C'est retenu : mon code est 4412. The gate is 4."),
        ("- meet May, April and June, tomorrow at 09:00 (#3)", "- meet May, April and June, demain à 09:00 (#3)"),
        ("Your name is May.", "Your name is May."),
        ("Saved note #2: {braces} stay.", "Note #2 enregistrée : {braces} stay."),
        ("Saved note #4: reminder.", "Note #4 enregistrée : reminder."),
        (
            "- Esi: Lunch, tomorrow, yesterday at 10:00 (Tuesday 9 March), unread, work (#1)",
            "- Esi: Lunch, tomorrow, hier à 10:00 (mardi 9 mars), non lu, work (#1)",
        ),
        (
            "From: Kofi <kofi@acme.example>\nSubject: Today\nReceived: today at 09:00\nTo: ana@example.org\nIt has no text.\n\nToday:\n\n"
            "From: Esi\nDone.\n\nAttached: a.pdf (1,200 bytes)",
            "De : Kofi <kofi@acme.example>\nObjet : Today\nReçu : aujourd'hui à 09:00\nÀ : ana@example.org\nIl n'a pas de texte.\n\nToday:\n\n"
            "From: Esi\nDone.\n\nPièce jointe : a.pdf (1,200 octets)",
        ),
        ("Esi, today at 10:00 (#1): Lunch\nToday:\nDone.", "Esi, aujourd'hui à 10:00 (#1) : Lunch\nToday:\nDone."),
        (
            "Tomorrow (Thursday 11 March):\n- All day [Home] Market (#1)\n- 22:00–02:00 Friday [Home] Shift, tomorrow (not certain) (#2)",
            "Demain (jeudi 11 mars) :\n- Toute la journée [Home] Market (#1)\n- 22:00–02:00 vendredi [Home] Shift, tomorrow (pas certain) (#2)",
        ),
        ("- All day hike (#3)", "- All day hike (#3)"),
        (
            "- PROJ-3 Pay the rent (by May) (Task, To Do, for nobody, Medium, tomorrow at 12:00 (Friday 27 November))",
            "- PROJ-3 Pay the rent (by May) (Task, To Do, pour personne, Medium, demain à 12:00 (vendredi 27 novembre))",
        ),
        (
            "- kofi/api#2 Docs for open issues (pull request, open, by kofi, today at 09:18, for ana)",
            "- kofi/api#2 Docs for open issues (demande de fusion, ouvert, par kofi, aujourd'hui à 09:18, pour ana)",
        ),
        (
            "Issue, closed, by kofi, updated today at 09:19.\n\nana, today at 09:19:\n> Closed, by me today.",
            "Ticket, fermé, par kofi, mis à jour aujourd'hui à 09:19.\n\nana, aujourd'hui à 09:19 :\n> Closed, by me today.",
        ),
        (
            "- ben, today at 09:18: Done: today. [#garden/1796030339.000001]",
            "- ben, aujourd'hui à 09:18 : Done: today. [#garden/1796030339.000001]",
        ),
        ("kofi/api#1 is closed, labelled bug now.", "kofi/api#1 est maintenant : fermé, étiqueté bug."),
        (
            "What I did today:\n- 3 earlier ones\n- 09:18 Done: milk (#1). (taken back)\n- Mon 30 Nov 09:19 I'll remind you tomorrow at 09:00, UTC time: the bus (#1). Then Mon…\n"
            "I answered 3 messages besides.",
            "Ce que j'ai fait aujourd'hui :\n- 3 choses plus tôt\n- 09:18 C'est fait : milk (#1). (repris)\n- Mon 30 Nov 09:19 Je te le rappelle demain à 09:00, heure UTC : the bus (#1). …\n"
            "En plus, j'ai répondu à 3 messages.",
        ),
        ("- 09:18 Done: milk (#1).", "- 09:18 Done: milk (#1)."),  # an event of that name, and nothing that was done
        (
            "forget for good, with no way back, what mentions “milk today”:\n– 2 facts: #1 the facts; #2 a note",
            "oublier pour de bon, sans retour, ce qui mentionne « milk today » :\n– 2 faits : #1 the facts; #2 a note",
        ),
        (
            "Which event? [Home] Friday, today, 15:00–16:00, repeats (#3); Market, Friday 12 March, all day, Accra (#4).",
            "Quel rendez-vous ? [Home] Friday, aujourd'hui, 15:00–16:00, se répète (#3); Market, vendredi 12 mars, toute la journée, Accra (#4).",
        ),
        (
            "In your calendar: [Home] Offsite, Friday 12 March, until Sunday 14 March (#5).",
            "Dans ton agenda : [Home] Offsite, vendredi 12 mars, jusqu'au dimanche 14 mars (#5).",
        ),
        (
            "[Home] Budget, today, 15:00–16:00 (#3)\nGuests: Ana <ana@acme.example> (accepted), kofi@acme.example (needs action)",
            "[Home] Budget, aujourd'hui, 15:00–16:00 (#3)\nInvités : Ana <ana@acme.example> (vient), kofi@acme.example (pas encore répondu)",
        ),
        ("There are no 1 hour and 30 minutes free then.", "Tu n'as pas 1 heure et 30 minutes de libre à ce moment-là."),
        ("- Phone: the plumber (#2)", "- Phone: the plumber (#2)"),
        (
            "Every day at 08:00, not on 11 March, Paris time, I'll do “water it” (#1). Next: Friday 12 and Saturday 13 March.",
            "Chaque jour à 08:00, sauf le 11 mars, heure Paris, je ferai « water it » (#1). Prochaines fois : vendredi 12 et samedi 13 mars.",
        ),
        ("Every day I rest, I'll do nothing (#1).", "Every day I rest, I'll do nothing (#1)."),
        (
            "There is: #6 run, every day at 08:00, next time tomorrow at 08:00 (Thursday 11 March), #1 call, today at 17:00 and 3 more.",
            "Il y a : #6 run, chaque jour à 08:00, prochaine fois demain à 08:00 (jeudi 11 mars), #1 call, aujourd'hui à 17:00 et 3 de plus.",
        ),
        (
            "Quiet from 22:00 to 07:00: I won't speak first then. At most 3 messages a day that you didn't ask for.",
            "Silence de 22:00 à 07:00 : je ne parlerai pas de moi-même. Au plus 3 messages par jour que tu n'as pas demandés.",
        ),
        (
            "work: mail.acme.example doesn't answer just now (timeout). Try again in a moment.",
            "work : mail.acme.example ne répond pas en ce moment (délai dépassé). Réessaie dans un moment.",
        ),
        ("Deleted what I wrote below acme/site#12.", "Supprimé ce que j'avais écrit sous acme/site#12."),
        ("PROJ-12 is as it was before.", "PROJ-12 est comme avant."),
        (
            "#3 (Merge “a/b#1”) waits for your OK, so nothing of it has happened; “no” leaves it.",
            "#3 (Merge “a/b#1”) attend ton accord, donc rien n'en est fait ; « non » le laisse.",
        ),
        ("Deleted what I wrote in #garden.", "Supprimé ce que j'avais écrit dans #garden."),
        (
            "Good evening, Ama. Nothing else due today.\n\nTomorrow:\n- 09:00 Tomorrow\n\nOverdue:\n- Pay rent, since Friday 20 November\n\nWaiting for"
            " you on GitHub:\n- Overdue: (a/b#1)\n\nOthers:\n- x",
            "Bonsoir, Ama. Rien d'autre de prévu aujourd'hui.\n\nDemain :\n- 09:00 Tomorrow\n\nEn retard :\n- Pay rent, depuis le vendredi 20 novembre\n\nT'attend"
            " sur GitHub :\n- Overdue: (a/b#1)\n\nOthers:\n- x",
        ),
        ("Yours: Good morning.\nOverdue:\n- x", "Yours: Good morning.\nOverdue:\n- x"),
        (
            "“Trip” at work is kept the same as your to-do list already. Stop that first.",
            "« Trip » chez work suit déjà ta liste de tâches. Arrête cela d'abord.",
        ),
    ],
)
def test_a_sentence_of_ours_is_said_in_french(said: str, french: str) -> None:
    assert in_language(said, "fr") == french


def test_what_no_row_says_and_what_is_long_stays_as_it_is() -> None:
    assert in_language("Removed milk (#1).", "xx") == "Removed milk (#1)."
    assert in_language("", "fr") == ""
    long = f"Removed {'x' * MOST_READ} (#1)."
    assert in_language(long, "fr") == long


def test_every_row_is_said_by_something() -> None:
    """A sentence that is worded anew where it is said must be found here too."""
    told = (files("app.language.words") / "answers_fr.toml", files("app.language.orders") / "talk.toml")
    ours = "Sur ta liste to-do" + "".join(file.read_text(encoding="utf-8") for file in told)
    ours += "\n".join(
        node.value
        for path in APP.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    rows = tomllib.loads((files("app.language.words") / "said_fr.toml").read_text(encoding="utf-8"))["sentences"]
    pieces = {said: max(_PIECES.split(said), key=len) for said in rows}
    assert [said for said, piece in pieces.items() if piece.strip(" .:?,!") not in ours] == []


DAY = (
    "bonjour",
    "rappelle-moi d'appeler maman demain à 17h",
    "rappelle-moi de sortir les poubelles tous les mardis à 20h",
    "quels sont mes rappels ?",
    "non plutôt 18h",
    "annule le rappel des poubelles",
    "annule ça",
    "ajoute du lait, des œufs et du pain à la liste de courses",
    "j'ai acheté le lait",
    "montre la liste de courses",
    "vide la liste de courses",
    "annule",
    "note : le code du portail est 4521",
    "qu'est-ce que j'ai noté sur le portail ?",
    "supprime la note du vélo",
    "ma sœur Awa habite à Dakar",
    "où habite Awa ?",
    "que sais-tu de moi ?",
    "ne me dérange pas de 22h à 7h",
    "quel temps fait-il ?",
    "blablabla trucmuche",
    "fais-moi un point sur ma journée",
    "mon récap du soir",
    "donne-moi le récap de la semaine",
    "merci",
)


async def test_a_french_day_is_answered_in_french(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        said = {text: (await tell(house, text)).text for text in DAY}
    assert {text: reply for text, reply in said.items() if spoken(reply) == "en" or not reply} == {}


EVENT = """BEGIN:VCALENDAR
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
ACCOUNTS = {
    "quoi de neuf dans mes mails ?": "aujourd'hui à 09:00, non lu",
    "lis le premier": "Objet : Facture 214",
    "archive le mail de Kofi": "Mis dans les archives",
    "annule": "De retour dans la boîte de réception",
    "réponds à Kofi que je paierai vendredi": "Cela attend ton accord",
    "confirme 7": "Ceci attend ton accord :\n#1",
    "confirme 1": "Part dans 20 secondes à kofi@acme.example",
    "annule ça": "Pas envoyé.",
    "confirme 8": "Rien n'attend ton accord.",
    "écris à Yaw que je suis en retard": "Je ne connais pas d'adresse de Yaw.",
    "qu'est-ce que j'ai dans mon agenda demain ?": "Demain (jeudi 11 mars) :\n- 09:00–09:15 [Maison] Point",
    "qu'est-ce que j'ai dans mon agenda dimanche ?": "Rien dans ton agenda dimanche.",
    "mets dentiste dans mon agenda demain à 15h": "Dans ton agenda : [Maison] Dentiste, demain (jeudi 11 mars), 15:00–16:00",
    "déplace-le à 16h": "Modifié : [Maison] Dentiste, demain",
    "suis-je libre demain à 16h15 ?": "Tu n'es pas libre à ce moment-là : [Maison] Dentiste",
    "quand suis-je libre vendredi ?": "Libre entre 08:00 et 19:00 :\n- vendredi 12 mars : 08:00–09:00",
    "annule la réunion Point": "« Point » se répète.",
    "seulement cette fois": "Cela attend ton accord",
    "non merci": "Laissé comme c'est.",
    "cherche Yaw dans mes contacts": "personne qui s'appelle « Yaw »",
    "arrête de synchroniser ma liste de courses": "n'est synchronisée avec rien",
    "quels comptes sont connectés ?": "ça marche",
}


async def test_mail_and_calendars_are_answered_in_french(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, time_zone="UTC")
    with post() as mail, radicale() as dav:
        mail.comes("Kofi <kofi@acme.example>", "Facture 214", "Merci de payer avant vendredi.\r\nDone.")
        dav.put(f"{dav.add_calendar('home', 'Maison')}point.ics", EVENT)
        dav.add_calendar("shopping", "Courses", holds="VTODO")
        dav.add_book("people", "Contacts")
        async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
            await mail.connected(house)
            await connect_dav(house.accounts, house.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=dav.url))
            said = {text: (await tell(house, text)).text for text in ACCOUNTS}
    assert {text: reply for text, reply in said.items() if ACCOUNTS[text] not in reply} == {}
    assert {text: reply for text, reply in said.items() if spoken(reply) == "en"} == {}
    assert "\nDone." in said["lis le premier"]


def test_what_is_confirmed_says_nothing_of_the_language_that_is_spoken() -> None:
    assert (
        spoken_in(("rappelle-moi d'appeler maman", f"{CONFIRMED}put this into the calendar with the others", "ok"))
        == "fr"
    )
    assert spoken_in(("ok",)) == "en"


async def test_what_was_asked_in_french_is_answered_as_it_was_asked(tmp_path: Path) -> None:
    """What is said next is read against what was said in English."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await tell(house, "rappelle-moi d'appeler le garage demain à 17h")
        await tell(house, "rappelle-moi de rappeler le garage vendredi à 9h")
        which = await tell(house, "annule le rappel du garage")
        assert "De quoi parles-tu ?" in which.text
        assert "rappeler le garage" in (await tell(house, "le deuxième")).text


def test_what_was_taken_back_at_work_is_said_in_french() -> None:
    """A row with a slot of no known kind would let every answer in its language fail."""
    for said, own in (
        ("Deleted what I wrote below ana/garden#3.", "Supprimé ce que j'avais écrit sous ana/garden#3."),
        ("Deleted what I wrote in #garden.", "Supprimé ce que j'avais écrit dans #garden."),
        ("PROJ-12 is as it was before.", "PROJ-12 est comme avant."),
    ):
        assert in_language(said, "fr") == own
