"""From "milk, eggs and a torch" to three items, and from "call mum and dad" to one.

Pure. Things are split at every comma and "and"; doings ("call …", "book …") only where each part is a doing of its own.
"""

import re

from app.language.orders import speech

_SPACES = re.compile(r"[^\S\n]+")
_COMMA = re.compile(r" ?(?:,|;|\n|•| [-*]\s)\s*(?:(?:and|plus|also|&)\s+)?", re.IGNORECASE)
_BULLET = re.compile(r"\A[-*•·]\s+")
_AND = re.compile(r" (?:and(?: also)?|plus|as well as|&) ", re.IGNORECASE)
# Names that hold an "and" of their own.
_PAIRS = re.compile(
    r"\b(mac(?:aroni)?(?= (?:and|&) cheese)|fish(?= (?:and|&) chips)|gin(?= (?:and|&) tonic)|bread(?= (?:and|&) butter)|ham(?= (?:and|&) cheese)|cookies(?= (?:and|&) cream)|"
    r"peanut butter(?= (?:and|&) jelly)|rum(?= (?:and|&) coke)|bits(?= (?:and|&) bobs)|odds(?= (?:and|&) ends)|rock(?= (?:and|&) roll)|black(?= (?:and|&) white)|pen(?= (?:and|&) paper)|"
    r"head(?= (?:and|&) shoulders)|half(?= (?:and|&) half)|pork(?= (?:and|&) beans)|rice(?= (?:and|&) peas)|salt(?= (?:and|&) vinegar)|sweet(?= (?:and|&) sour)) (?:and|&) (\w+)\b",
    re.IGNORECASE,
)
_GETTING = re.compile(r"\A(?:to )?(?:buy|get|purchase|pick up|grab)\s+", re.IGNORECASE)
_DOINGS = frozenset(
    "add apply arrange ask attend back book borrow bring brush build buy call cancel change charge check choose clean clear "
    "close collect come complete contact cook copy cut decide deliver deposit dig do donate download draft draw drink drive drop "
    "dust eat edit email empty exercise feed fetch figure file fill find finish fix fold follow get give go grab grade greet hang "
    "help hire hoover install invite iron join jog keep learn leave lend listen load lock look mail make measure meditate meet "
    "message mop move mow notify open order organise organize pack paint park pay phone pick plan plant polish post practice "
    "practise prepare print pull purchase push put read rebook recycle refill refund register rehearse renew rent repair repay "
    "replace reply report request reschedule research reserve respond return review ring run schedule scrub sell send set sew "
    "ship shop shred sign sort speak spend start stop study submit sweep swim take talk teach tell test text thank throw tidy "
    "train transfer translate trim try turn unpack update upload use vacuum visit walk wash watch water weed wipe withdraw work "
    "wrap write "
    "acheter aller amener annuler appeler apporter arroser balayer changer chercher commander commencer confirmer contacter couper "
    "cuisiner demander déposer dire donner écrire emmener emprunter envoyer essayer étendre étudier faire fermer finir imprimer inscrire "
    "installer inviter jeter laver lire louer mettre monter nettoyer ouvrir passer payer planter poster prendre préparer prévenir "
    "promener ranger rappeler rapporter récupérer regarder relancer relire remplacer remplir rendre renouveler réparer repasser répondre "
    "réserver résilier retourner retirer réviser signer sortir tailler télécharger téléphoner terminer tondre trier trouver vendre "
    "vérifier vider visiter voir".split()
)


def split_items(text: str, *, things: bool = False) -> list[str]:
    """The items of an enumeration. `things` says that the list holds things (shopping), so that "and" always splits."""
    text = _SPACES.sub(" ", text)
    quoted = speech.quoted_parts(text)
    if quoted:
        return [part.strip() for part in quoted]
    kept = _PAIRS.sub("\\1\x00\\2", _GETTING.sub("", text) if things else text)
    parts = _parts(kept)
    if not things and is_doing(kept) and not all(map(is_doing, parts)):
        parts = [kept]
    return [item for item in map(_item, parts) if item]


def _parts(text: str) -> list[str]:
    return [piece for part in _COMMA.split(text) for piece in _AND.split(part) if piece.strip()]


def is_doing(text: str) -> bool:
    """Whether the words begin with something to do ("call mum") and not with a thing ("milk")."""
    words = text.strip().split(maxsplit=1)
    return bool(words) and words[0].casefold().strip(",.'\"") in _DOINGS


def joined(items: list[str]) -> str:
    """ "milk, eggs and bread"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _item(part: str) -> str:
    said = _BULLET.sub("", part.strip()).replace("\x00", " and ").strip(' \t\n.,;:!?"')
    return said if is_doing(said) else speech.without_article(said)
