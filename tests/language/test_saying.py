"""What Kwasi says is said in the language it is spoken to, and the words of its user stay theirs."""

import ast
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.language.questions import spoken
from app.language.saying import MOST_READ, in_language
from tests.conversation.conftest import NOON
from tests.house import open_house, tell

APP = Path(__file__).parents[2] / "app"
_PIECES = re.compile(
    r"\{[a-z]+\d?\}|\b1 item\b|: |, (?=due|on|and)| (?:is|are) |\. |(?<=calls) | (?=time\b)|(?<=items) |✓ "
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
    assert [said for said, piece in pieces.items() if piece.strip(" .:?") not in ours] == []


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
    "merci",
)


async def test_a_french_day_is_answered_in_french(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        said = {text: (await tell(house, text)).text for text in DAY}
    assert {text: reply for text, reply in said.items() if spoken(reply) == "en" or not reply} == {}


async def test_what_was_asked_in_french_is_answered_as_it_was_asked(tmp_path: Path) -> None:
    """What is said next is read against what was said in English."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await tell(house, "rappelle-moi d'appeler le garage demain à 17h")
        await tell(house, "rappelle-moi de rappeler le garage vendredi à 9h")
        which = await tell(house, "annule le rappel du garage")
        assert "De quoi parles-tu ?" in which.text
        assert "rappeler le garage" in (await tell(house, "le deuxième")).text
