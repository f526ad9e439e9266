"""Where somebody wants to be told things first: "send my reminders on WhatsApp", "stop pinging me on Slack, use Telegram". Pure.

Read by sentences in `channels.toml`, else by the few parts that any such sentence has: one channel that isn't refused, the assistant's words
to them (writing to me, my reminders), and that it is meant to last or preferred; no task, no time, nobody else. A wrong channel costs more
than one that is missed, so whatever has something besides is left to the other readers.
"""

import re

from app.language import channels
from app.language.choosing import sentences
from app.language.cues import cues
from app.language.orders.plan import Call, Clause, Reading
from app.language.time.recurrence import spans
from app.language.words.tokens import fold, tokenize

SET = "set_channel"
OPEN = "any"
_LONGEST = 160  # characters
_STATE = f"{SET}{sentences.SUFFIX}state"
# Sentences that name a place by no channel's name.
_KINDS = {"", "state", "here", "any"}
_PLACES = {f"{SET}{sentences.SUFFIX}here": channels.HERE, f"{SET}{sentences.SUFFIX}any": OPEN}
_IS_CHOICE = frozenset(("reaches_me", "names_all_told"))
_APP = f"(?:{'|'.join(channels.TITLES)})"
_NEXT = re.compile(r" ?[,;:\n–—]| - | (?:and|but|so|et|mais|donc)\b(?! not\b)", re.IGNORECASE)
# Where one piece of a sentence ends besides, and with it what "stop" and "not" refuse.
_PIECES = re.compile(
    r"[.!?]|(?=\b(?:instead of|rather than|not|pas|plutôt que|au lieu de|use|utilise)\b)", re.IGNORECASE
)
# What is left behind, or less liked: "from Slack to Telegram", "prefer Telegram to Slack".
_LEFT = re.compile(
    rf"\b(?:from|de) {_APP}\b|(?<=\bprefer )(?P<kept>{_APP}) (?:to|over) {_APP}\b|(?P<best>{_APP}) over {_APP}\b",
    re.IGNORECASE,
)
_ABLE = re.compile(
    r"\W*(?:can|could|are|will|would) you\b|\W*(?:est-ce que )?(?:tu peux|peux-tu|pourrais-tu)\b", re.IGNORECASE
)
_NAMES_PLACE = re.compile(r"channel|canal|\b(?:here|ici|this|ce|cette|where(?:ver)?|où)\b", re.IGNORECASE)
_SHORT = 45  # characters of a message that is about an app and nothing else
# What is no time here, though it may be read as one.
_NO_TIME = re.compile(
    r"\b(?:from now(?: on)?|from here on|from today(?: on)?|now|always|(?:the |my |your )?(?:daily|morning|evening)|every ?time|whenever|first|these days"
    r"|à partir de maintenant|à partir d'aujourd'hui|désormais|dorénavant|maintenant|toujours|du matin|ces jours-ci)\b",
    re.IGNORECASE,
)


def read(clause: Clause) -> Reading | None:
    """The call; None where it is none of these, or names no channel that is known."""
    if SET not in clause.tools or len(clause.text) > _LONGEST:
        return None
    said = channels.spelt(clause.text)
    written = _written(said)
    cued = cues(written)
    if _is_question(said) and not cued & {"names_all_told", "lasts_or_prefers", "leaves_channel_open"}:
        return None
    found = _sentence(said) if _may_be(said) else None
    if found is not None:
        return found
    channel = _read(said, written, cued)
    only_refused = not channel and "reaches_me" in cued and _refuses(written)
    if not (channel or only_refused) or _names_other(said) or spans(_NO_TIME.sub(" ", said), clause.now):
        return None
    return Reading((Call(SET, {"channel": channel} if channel else {}),))


def _refuses(written: str) -> bool:
    """Whether a channel is refused and none is named in its place: what else there is is told, and nothing changed."""
    pieces = _PIECES.split(written)
    return any("denies_channel" in cues(piece) and channels.mentions(piece) for piece in pieces)


def _is_question(said: str) -> bool:
    """Whether it asks what the assistant is able to do."""
    return said.rstrip().endswith("?") and _ABLE.match(said) is not None


def _sentence(said: str) -> Reading | None:
    texts = (sentences.tidy(said), said.strip(" .,!"))  # "tell me things …", of which the first has only the things
    known = sentences.templates("channels")
    match = next(filter(None, (sentences.best(text, _KINDS, known) for text in texts)), None)
    if match is None:
        return None
    channel = _PLACES.get(match.name) or channels.named(sentences.slots(match).get("channel", ""))
    if not channel and match.name != _STATE:
        return None
    return Reading((Call(SET, {"channel": channel} if channel else {}),))


def _may_be(text: str) -> bool:
    """Whether it names a channel or a place, or asks for one: other messages are not looked at."""
    return bool(channels.mentions(text)) or _NAMES_PLACE.search(text) is not None


def _read(said: str, written: str, cued: frozenset[str]) -> str:
    """The channel that the parts of a sentence choose; "" where they choose none."""
    is_theirs = bool(cued & _IS_CHOICE)
    is_of_app = "about_apps" in cued and len(said) <= _SHORT and "?" not in said and not _says_more(written)
    if "leaves_channel_open" in cued and (is_theirs or is_of_app):
        return OPEN
    return _chosen(written) if is_theirs and "lasts_or_prefers" in cued else ""


def _written(said: str) -> str:
    """The text with each channel by its name, and a full stop where a part of a sentence ends."""
    for one in reversed(channels.mentions(said)):
        said = f"{said[: one.start]}{one.channel}{said[one.end :]}"
    return _NEXT.sub(". ", said)


def _chosen(written: str) -> str:
    """The one channel that no piece of the sentence refuses; "" where there is none, or several, or something is said besides."""
    pieces = _PIECES.split(_LEFT.sub(lambda found: found["kept"] or found["best"] or " ", written))
    kept = {
        one.channel
        for piece in pieces
        for one in channels.mentions(piece)
        if "denies_channel" not in cues(piece) and _is_way(piece[: one.start])
    }
    says_more = any(_says_more(piece) for piece in pieces if cues(piece) & _IS_CHOICE or _is_kept(piece))
    return kept.pop() if len(kept) == 1 and not says_more else ""


def _is_kept(piece: str) -> bool:
    return "denies_channel" not in cues(piece) and bool(channels.mentions(piece))


def _is_way(before: str) -> bool:
    """Whether a channel behind these words is a way to somebody, and not what is spoken of: "about Slack"."""
    words = [token.folded for token in tokenize(before) if token.folded[:1].isalnum()]
    return not words or words[-1] in _WAYS


def _says_more(piece: str) -> bool:
    """Whether a piece has words besides those by which channels are chosen."""
    return any(
        part not in _PLAIN
        for token in tokenize(piece)
        if token.folded[:1].isalpha()
        for part in re.split(r"['’-]", token.folded)
    )


def _names_other(said: str) -> bool:
    """Whether somebody or something is named besides: "tell Ama to …"."""
    rest = re.sub(r"\A\W*\w+", "", said)
    names = [
        found[0] for found in _CAPITAL.finditer(rest) if not said[: found.start()].rstrip().endswith((".", "!", "?"))
    ]
    return any(not channels.named(name) for name in names)


_WAYS = frozenset(
    "check on to via by over through thru using in with use onto into prefer make set my way app be keep only just sur par avec dans vers utilise utilisez "
    "prefere pour c'est est is now please instead want like then".split()
)
# Words that such sentences are made of.
_PLAIN = frozenset(
    fold(word)
    for word in (
        "telegram whatsapp slack wa tg app apps channel channels i m d ll ve s t re you u your me my mine it that this those these the a an of for to from on via by "
        "over through thru in into onto with using and or as at is are be been was will would could can should shall must may might do does don dont doesn not no never "
        "always only just please pls plz kindly rather instead better best easier handier more often most first now then there here so if when whenever whatever whichever "
        "wherever where anywhere anything something everything all any every each time times way ways one default main preferred usual daily morning evening weekly briefing briefings brief "
        "message messages reminder reminders notification notifications notifs alert alerts update updates nudge nudges ping pings stuff things thing heads up "
        "write writing text texting texted reach reaching contact contacting contacted notify notifying notified tell telling told remind reminding reminded warn warning "
        "talk talking speak bother bug poke buzz get getting got give have has having had hear say send sending sent deliver delivered delivering put putting move moving bring "
        "switch switching swap change changing route redirect direct push shift use using used go going come coming goes keep keeping stop quit start starting begin avoid stick "
        "want need like love prefer preferred wish find catch live look work works working good fine great ok okay okey let's let lets us our ours anymore forward future going permanently "
        "henceforth today on also too back again much lot set make making happy handy hit messaging messaged pinging pinged rest thanks thank hey hi kwasi "
        "je tu te toi moi me m t j d l n s c qu vous nous on il faut mes tes ses mon ton ma ta les le la des de du un une et ou à au aux en sur par avec dans pour vers via que qui "
        "quand si ce c' est es sont ça ca cela y là bas dessus ne pas plus jamais rien tout tous toute toutes toujours désormais dorénavant maintenant partir plutôt mieux bien "
        "préfère préférerais préférable pratique défaut canal principal préféré appli application rappel rappels rappelle rappelles rappeler notification notifications alerte alertes "
        "message messages briefing matin soir jour point récap brief petit chose choses truc trucs quelque as ai a avoir recevoir reçois veux voudrais voudrait aimerais aimerait aime souhaite peux pourrais "
        "devrais dois écris écrire écrives écrit parle parler parles préviens prévenir préviennes prévenez avertis avertir avertisses alerter notifie notifier contacte contacter contactes "
        "joindre joins dis dire dises envoie envoies envoyer envoyez envoi mets mettre mettez passe passer passes passez bascule basculer déplace change changer changes utilise utiliser "
        "utilises utilisez prends arrête cesse fini finis soient arrivent arriver viennent vienne aille fois chaque dès merci stp svp plaît plait souvent beaucoup lieu même besoin rester alors "
        "check open suis am place forget what said about we matter matters care mind no peu importe importent égal égale préférence which where où choisis choose up facile simple seulement uniquement surtout infos nouvelles tien tiens tienne"
    ).split()
)
_CAPITAL = re.compile(r"(?<![\w'])[A-Z][\w]+")
