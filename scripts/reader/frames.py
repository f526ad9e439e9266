"""Words round an order that make it none, or keep it one: "my sister reckons I should {imp}", "{any}? nah" (`frames/*.txt`).

A line is `kind hole: text with {hole}`. In the hole stands an order of the written sentences, in the form the hole asks for; around it an
`order` stays what it is, and an `aside` or `keep` takes all of it. So the reader learns the words around, whatever is ordered.
"""

import random
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from sentences import Part, Sentence, shifted

FOLDER = Path(__file__).parent / "frames"
ORDERS = frozenset(
    "set_reminder add_tasks delete_tasks complete_tasks cancel_reminder save_note clear_list delete_note edit_task change_reminder "
    "quiet_hours pause create_list forget schedule append_note rename_list save_journal save_later set_alert "
    "send_mail reply_mail forward_mail file_mail delete_mail add_event change_event delete_event answer_event".split()
)
HOLES = frozenset(("any", "imp", "he", "past", "ing", "pp", "inf"))
_FRAME = re.compile(r"(?P<kind>aside|order|keep) (?P<hole>[a-z]+): (?P<before>.*)\{(?P=hole)\}(?P<behind>.*)\Z")
_FIRST = re.compile(r"(?:please |pls |kindly |just |stp |s'il te plaît )?(?P<verb>[^\W\d_]+)(?=[ -])", re.IGNORECASE)
_TO_ME = re.compile(r"-(?:moi|nous)\b", re.IGNORECASE)
_HIS = {"me": "him", "my": "his", "mine": "his", "myself": "himself", "i": "he"}
_MINE = re.compile(r"\b(?:me|my|mine|myself|i)\b", re.IGNORECASE)
# An imperative's form behind "I" long ago, behind "keep" and behind "have".
_ENGLISH = {
    "put": ("put", "putting", "put"), "take": ("took", "taking", "taken"), "make": ("made", "making", "made"),
    "write": ("wrote", "writing", "written"), "set": ("set", "setting", "set"), "get": ("got", "getting", "got"),
    "forget": ("forgot", "forgetting", "forgotten"), "tell": ("told", "telling", "told"), "give": ("gave", "giving", "given"),
    "wake": ("woke", "waking", "woken"), "keep": ("kept", "keeping", "kept"), "send": ("sent", "sending", "sent"),
    "stick": ("stuck", "sticking", "stuck"), "buy": ("bought", "buying", "bought"), "cut": ("cut", "cutting", "cut"),
    "throw": ("threw", "throwing", "thrown"), "strike": ("struck", "striking", "struck"), "begin": ("began", "beginning", "begun"),
    "bring": ("brought", "bringing", "brought"), "find": ("found", "finding", "found"), "read": ("read", "reading", "read"),
    "drop": ("dropped", "dropping", "dropped"), "scrap": ("scrapped", "scrapping", "scrapped"), "stop": ("stopped", "stopping", "stopped"),
    "bin": ("binned", "binning", "binned"), "jot": ("jotted", "jotting", "jotted"), "chuck": ("chucked", "chucking", "chucked"),
    "swap": ("swapped", "swapping", "swapped"), "cancel": ("cancelled", "cancelling", "cancelled"), "ping": ("pinged", "pinging", "pinged"),
}  # fmt: skip
_REGULAR = frozenset(
    "add remind note delete remove change move tick nudge wipe empty clear rename start cross pause push log record schedule save "
    "postpone shift bump create edit erase mark finish alert list".split()
)
_FRENCH = {
    "mets": ("mettre", "mis"), "remets": ("remettre", "remis"), "fais": ("faire", "fait"), "prends": ("prendre", "pris"),
    "écris": ("écrire", "écrit"), "inscris": ("inscrire", "inscrit"), "préviens": ("prévenir", "prévenu"), "ouvre": ("ouvrir", "ouvert"),
    "rappelle": ("rappeler", "rappelé"), "jette": ("jeter", "jeté"), "enlève": ("enlever", "enlevé"), "complète": ("compléter", "complété"),
    "crée": ("créer", "créé"), "avance": ("avancer", "avancé"), "efface": ("effacer", "effacé"),
}  # fmt: skip
_FRENCH_REGULAR = frozenset(
    "ajoute rajoute note enlève annule supprime oublie vire retire décale change repousse laisse vide coche garde coupe renomme ôte "
    "passe raye barre programme déplace marque arrête".split()
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before and behind an order, what it makes of it, and the form the order takes."""

    kind: str
    hole: str
    before: str
    behind: str


def frames(folder: Path = FOLDER) -> dict[str, list[Frame]]:
    """The frames of each language. Raises ValueError for a line that is none."""
    found = dict[str, list[Frame]]()
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = _FRAME.match(line)
            if match is None:
                raise ValueError(f"{path.name}:{number}: no frame")
            if match["hole"] not in HOLES:
                raise ValueError(f"{path.name}:{number}: no such hole")
            found.setdefault(path.stem, []).append(Frame(*match.groups()))
    return found


class Framed:
    """Orders with other words around."""

    def __init__(self, known: Mapping[str, list[Frame]], orders: Collection[str] = ORDERS) -> None:
        self._frames, self._orders = known, orders

    def one(self, sentence: Sentence, chance: random.Random) -> Sentence:
        """The sentence in a frame that takes its form, or as it is where it is no order or none of some frames fits."""
        parts = sentence.parts
        if len(parts) > 2 or sentence.language not in self._frames:
            return sentence
        if not all(part.intent in self._orders for part in parts):
            return sentence
        for frame in chance.sample(self._frames[sentence.language], 3):
            first = parts[0] if frame.hole == "any" else _formed(parts[0], frame.hole, sentence.language)
            if first is not None:
                return replace(sentence, parts=_around(frame, (first, *parts[1:])))
        return sentence


def _around(frame: Frame, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    before, behind = frame.before, frame.behind
    if frame.kind != "order":
        said = " ".join(part.text for part in parts).rstrip(" .!")
        return (Part(frame.kind, f"{_elided(before, said)}{said}{behind}"),)
    first = shifted(parts[0], _elided(before, parts[0].text))
    parts = (first, *parts[1:])
    last = parts[-1]
    return (*parts[:-1], replace(last, text=f"{last.text.rstrip(' .!') if behind else last.text}{behind}"))


def _elided(before: str, said: str) -> str:
    """ "de ajouter" is said "d'ajouter"."""
    return (
        f"{before[:-2]}'"
        if before.endswith((" de ", " que ")) and said[:1].casefold() in "aeéèêiouyœ" and said
        else before
    )


def _formed(part: Part, hole: str, language: str) -> Part | None:
    """The part with its first verb in the form of a hole; None where it begins with no verb that is known here."""
    match = _FIRST.match(part.text)
    if match is None:
        return None
    verb, forms = match["verb"].casefold(), _forms(match["verb"].casefold(), language)
    if not forms or hole not in forms:
        return None
    start, end, form = match.start("verb"), match.end("verb"), forms[hole]
    if language == "fr" and hole != "imp" and (to_me := _TO_ME.match(part.text, end)):
        end, form = to_me.end(), f"me {form}" if hole == "inf" else form
    changed = _cut(part, 0, end, form if form != verb else part.text[start:end].lower())
    return _of_him(changed) if hole == "he" else changed


def _forms(verb: str, language: str) -> dict[str, str]:
    if language == "fr":
        known = _FRENCH.get(verb) or ((f"{verb}r", f"{verb[:-1]}é") if verb in _FRENCH_REGULAR else None)
        return {"imp": verb, "inf": known[0], "pp": known[1]} if known else {}
    past, ing, done = _ENGLISH.get(verb) or _regular(verb)
    return {"imp": verb, "he": verb, "past": past, "ing": ing, "pp": done} if past else {}


def _regular(verb: str) -> tuple[str, str, str]:
    if verb not in _REGULAR:
        return "", "", ""
    if verb.endswith("y"):
        return f"{verb[:-1]}ied", f"{verb}ing", f"{verb[:-1]}ied"
    stem = verb.removesuffix("e")
    return f"{stem}ed", f"{stem}ing", f"{stem}ed"


def _cut(part: Part, start: int, end: int, words: str) -> Part:
    """The part with words in the place of some others, before all its spans."""
    by = len(words) - (end - start)
    if any(span.start < end for span in part.spans):
        return part
    spans = tuple(replace(span, start=span.start + by, end=span.end + by) for span in part.spans)
    return Part(part.intent, f"{part.text[:start]}{words}{part.text[end:]}", spans)


def _of_him(part: Part) -> Part:
    """Said of another; its spans go, since such words ask for nothing."""
    return Part(part.intent, _MINE.sub(lambda found: _HIS[found[0].casefold()], part.text))
