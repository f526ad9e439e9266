"""Whether a whole message says yes or no to what was asked, and to which of several. Pure; tables of words.

Every word must be known here, and none may say the opposite: "yes but tomorrow", "cancel my dentist appointment" and "no milk" are
no decisions. Naming what is asked for is a yes to that ("send it", "yes, bin it"), and a no may say why ("nah leave it, I'll ask her").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal

Verb = Literal["confirm", "cancel"]
_LONGEST = 80  # characters
_MOST_WORDS = 14
_LONGEST_WITH_REASON = 240
_LETTERS = 5  # of a word that may be misspelt

# Phrases first, each in place of one word below.
_PHRASES: tuple[tuple[str, str], ...] = (
    (
        "no",
        r"(?:please )?(?:don ?t|do not|dont|never) (?:do|delete|forget|send|run|touch|change|remove|clear) (?:it|that|this|them|anything)",
    ),
    (
        "no",
        r"(?:leave|keep) (?:it|that|this|them|am)(?: be| alone| as (?:it|they) (?:is|are|was)| there)?|let it be|lass (?:es|das)|laisse(?: tomber| ça)?|forget (?:it|that|this)|don ?t bother|ne (?:l )?envoie pas|no don ?t",
    ),
    (
        "no",
        r"never ?mind|not now|no way|better not|rather not|no need|(?:i )?changed? my mind|not (?:this|that) one|scrap (?:that|it)|skip (?:that|it)",
    ),
    (
        "yes",
        r"(?:you|u|tu|vous) (?:can|may|peux|pouvez)(?= (?:send|post|go|do|merge|close|share|envoyer|publier|y aller)\b)|go ahead|go for it|go on|(?<!no )(?<!to )go(?= (?:now|please|pls|then)\b|\Z)|do (?:it|that|this|am|so|the needful)|make it so|mach (?:das|es|mal)|fais le|faites le|vas y|allez y|hazlo|carry on",
    ),
    (
        "yes",
        r"(?:that ?s|that is|it ?s|it is|this is|its|thats) (?:fine|right|correct|ok|okay|good|what i want)|(?:sounds|looks) (?:good|right|fine|great)|of course|d accord|c est (?:bon|parfait|ça|d accord)|très bien|tout bon|that works|works for me",
    ),
)
_SAYS: dict[Verb, frozenset[str]] = {
    "confirm": frozenset(
        "yes y yep yeah yeap yess yup yea yah ya ok okay okey k sure confirm confirmed approve approved accept valide validé validez agreed proceed absolutely definitely "
        "certainly correct affirmative oui ouais ja jawohl si sí claro dale 👍 ✅ 👌 🆗".split()
    ),
    "cancel": frozenset("no n nope nah nay non nein don't dont cancel cancelled reject decline discard abort stop nvm annule annulez annuler refuse déjalo dejalo 👎 ❌ 🛑".split()),
}  # fmt: skip
_NEUTRAL = frozenset(
    "please pls plz thanks thank thx ty you very much kindly kwasi boss chale bro mate dear sir thing madam then now just well so and i am im i'm sure it that this "
    "the request action one all right alright um uh erm hmm oh actually wait hold on second thought thoughts for to me good great fine lovely perfect brilliant excellent nice cool parfait bien super go do nickel bitte merci danke "
    "gracias s'il te plait svp 🙏 🙂 😊 definitely indeed really whatever obviously alors bon of course too also number nr".split()
)
# What an order to do it names, and how the names of the tools begin that do that. A card's own verb says yes to it.
_MAILS = ("send_mail", "reply_to_mail", "forward_mail")
_FORM = "browser_submit_form"
_POSTS = ("slack_post", "slack_reply")
_REVIEW = "review_pull_request"
_REMARKS = ("comment_on_github", "jira_comment")
_ACTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("send envoie envoyer envoyez envoie-le envoie-la".split(), (*_MAILS, *_POSTS, *_REMARKS, _REVIEW, "answer_invitation", _FORM)),
    **dict.fromkeys("post publish poste publie".split(), (*_POSTS, *_REMARKS)),
    **dict.fromkeys("comment commente".split(), _REMARKS),
    **dict.fromkeys("merge fusionne".split(), ("merge_pull_request",)),
    **dict.fromkeys("close reopen ferme rouvre".split(), ("change_github_item", "jira_transition")),
    **dict.fromkeys("share partage".split(), ("share_file",)),
    **dict.fromkeys("submit soumets soumettre".split(), (_FORM, _REVIEW)),
    **dict.fromkeys("reply answer réponds".split(), ("reply_to_mail", "answer_invitation", "slack_reply")),
    **dict.fromkeys("forward transfère".split(), ("forward_mail",)),
    **dict.fromkeys("delete bin trash remove supprime efface".split(), ("delete_",)),
    **dict.fromkeys("invite invites".split(), ("add_event", "change_event")),
    **dict.fromkeys("book add".split(), ("add_event", "import_events")),
    "create": ("add_event", "import_events", "create_github_issue", "jira_create"),
    **dict.fromkeys("move déplace".split(), ("change_event", "change_schedule", "change_alert", "jira_transition", "move_mail")),
    "change": ("change_event", "change_schedule", "change_alert"),
}  # fmt: skip
# Of a tool that does several things, the argument that says which, and what it must say for the deed.
_CLOSED = re.compile(r"clos|done|resolv|finish|complete|ferm|termin|fini", re.IGNORECASE)
_OPENED = re.compile(r"open|to ?do|backlog|progress|faire|cours", re.IGNORECASE)
_WHICH_OF = {
    **dict.fromkeys(("close", "ferme"), _CLOSED),
    **dict.fromkeys(("reopen", "rouvre"), _OPENED),
}
_SAYS_WHICH = {"change_github_item": "state", "jira_transition": "to"}
_TO_ME = re.compile(r"\b(?:it|that|this|them) to me\b")  # "send it to me" is another order
_UNDOES = frozenset("annule annulez annuler".split())
_WHOM = frozenset("him her them am le la les lui leur it both".split())
_EXPLICIT: dict[str, Verb] = {
    **dict.fromkeys("confirm confirmed approve approved accept".split(), "confirm"),
    **dict.fromkeys("cancel cancelled reject decline discard".split(), "cancel"),
}
_IT = frozenset("it that this the request action one please pls plz now kindly i thanks number nr".split())
_ALL = re.compile(
    r"\b(?:to |about |pour |à )?(?:every (?:single )?one of (?:them|those|these)|(?:it |them )?all(?: of (?:them|those|these|it|that|this))?|both(?: of (?:them|those|these))?|everything|them|the (?:whole )?lot|tout|toutes|tous|les deux|aux deux|alles)\b(?! right)"
)
# "Both" alone is a yes to the two that were just shown.
_BESIDE_BOTH = frozenset("please pls now kindly then right alright well um uh stp svp alors bon".split())
_BOTH = re.compile(r"\b(?:both|les deux|aux deux)\b")
# A no to all that was shown, and to the two of it.
_NONE = re.compile(
    r"(?:(?:no|nope|non|please) )*(?:none|neither|aucune?|ni l'une? ni l'autre)(?P<both> of (?:the two|both)| des deux)?(?: of (?:them|those|these))?"
    r"(?: please| thanks| merci| stp| svp)*"
)
# Behind a yes: it is held back.
_HELD_BACK = re.compile(
    r"\b(?:wait|hold on)(?: (?:a|one) (?:sec|second|minute|moment))?(?: (?:please|pls))?\Z|\bsecond thoughts?\Z"
)
_WHICH = re.compile(
    r"\bthe second\b|\bsecond (?:one|request|action)\b"
)  # names one of several, beside "hold on a second"
_THANKS = frozenset("thanks thank thx ty merci danke gracias".split())
_DECISIVE = _SAYS["confirm"] - frozenset("ok okay okey k sure".split())
_REASON_FOLLOWS = re.compile(
    r"([,.;:–—-]\s+|\s+(?=i'll\b|i’ll\b|because\b))(?=(?:i|we|he|she|it|that|they|je|j|on|il|elle|c|because|parce)\b)",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\b(?:please|but|instead|say|tell|make|change|add|ask|remind|put|send|mais|plutôt|dis|rappelle|mets)\b(?! (?:him|her|them))"
)
_THEN = re.compile(r"[,.;!]*\s+(?:and then|and also|then|and|et puis|puis|et|after that)\s+|[.;!,]\s+", re.IGNORECASE)
# What follows a yes and is still about what was asked: done otherwise, later, elsewhere, after something else, or not at all.
_ABOUT_IT = re.compile(
    r"\A\W*(?:(?:please|pls|just|but|and|also|then|only|mais|et)\W+)*(?!(?:comment|note|reply|answer|mention|say) that \w)(?:[\w'’]+(?: (?:it|that|this|them|ça|cela)|-(?:le|la|les))\b(?! (?:i|we|he|she|they|you)\b)"
    r"|(?:cancel|stop|undo|wait|annule|attends)\W*\Z"
    r"|(?:remove|drop|change|replace|rewrite|reword|shorten|translate|correct|fix|add|cut|leave out|retire|enlève|change|remplace|ajoute)\b.{0,40}"
    r"\b(?:lines?|sentences?|words?|paragraphs?|greeting|signature|subject|title|text|body|message|copy|cc|bcc|lignes?|phrases?|mots?|objet|titre|texte|copie)\b)"
    r"|\b(?:instead|rather than|before (?:that|you)|plutôt|à la place|d['’]abord)\b|\b(?:first|avant)\W*\Z",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?:\s+(?:and|but|et|mais)|[,;])\s+(?=(?:confirm|approve|accept|cancel|reject|decline|discard)\b)", re.IGNORECASE
)
_ALL_WAITING = re.compile(
    r"(?:please )?(?:drop|clear|cancel|reject|discard|dismiss|forget|delete|remove|scrap|annule|refuse) (?:all|everything|tout)(?: of)?(?: the| those| ce)?"
    r"(?: ones?| things?| requests?| cards?)?(?: that| which| qui)?(?:'s| is| are)? ?(?:still )?(?:waiting|pending|waits?|attend)(?: for (?:me|my ok))?|"
    r"(?:please )?(?:drop|clear|cancel|reject|discard|dismiss|scrap|annule|refuse) (?:(?:all|every)(?: of)?(?: the| those| these| my| your)?|toutes(?: les| ces| mes| tes)?)"
    r"(?: waiting| pending| open)? (?:requests?|cards?|approvals?|demandes|cartes)(?: please)?"
)
# Of these no other word of ours takes anything back, beside what waits: "drop everything".
_ALL_OF_IT = re.compile(
    r"(?:(?:ok|okay|no|please|actually|just|non|bon|alors) )*(?:drop|scrap|forget about|call off|dismiss|annule[rz]?|annulez|abandonne|refuse|laisse tomber|oublie) "
    r"(?:everything|(?:it |them )?all(?: of)?(?: (?:them|those|these|it|that|this))?|the (?:whole )?lot|tout(?: ça| cela)?|(?:les )?(?:toutes|tous))(?: please| pls| thanks| stp| svp| merci)*"
)
_MARKS = re.compile(r"[.,;!…:“”\"()\-\ufe0f\U0001f3fb-\U0001f3ff]+")
_NUMBERS = re.compile(r"(?<!\S)(?:number |nr )?#?(?P<numbers>\d{1,6}(?:(?: and | & | )#?\d{1,6})*)(?!\S)")
_EMOJI = re.compile(r"([👍👎✅❌👌🆗🛑🙏])")


@dataclass(frozen=True, slots=True)
class Decision:
    """What words decide. `numbers` name the requests; without any, the one that was shown last, or with `every` all that were.
    `explicit`: they say nothing else than that something is decided. `acts`: the words that name what is to be done; not `plain` where no
    other says yes. `waiting`: all that waits, whenever it was shown."""

    verb: Verb
    numbers: tuple[int, ...] = ()
    every: bool = False
    explicit: bool = False
    acts: tuple[str, ...] = ()
    plain: bool = True
    waiting: bool = False
    both: bool = field(default=False, compare=False)  # `every`, of two
    undoes: bool = field(default=False, compare=False)  # its words take back what was done, too: "annule"
    firm: bool = field(default=False, compare=False)  # a yes that takes note of nothing: "yes", and no "ok"

    def fits(self, tool: str, arguments: Mapping[str, Any] | None = None) -> bool:
        """Whether what it names is what that tool does, with these arguments where they are known."""
        return all(fits(act, tool) and _does(act, tool, arguments) for act in self.acts)

    def is_sent(self, tool: str) -> bool:
        """Whether it names the sending of a mail or a form, and that tool sends one: it has no other meaning while one waits."""
        return tool in (*_MAILS, _FORM) and bool(self.acts) and self.fits(tool)


def fits(act: str, tool: str) -> bool:
    """Whether a word that says what is to be done names what that tool does."""
    return tool.startswith(_ACTS.get(act, ()))


def _does(act: str, tool: str, arguments: Mapping[str, Any] | None) -> bool:
    wanted = _WHICH_OF.get(act)
    return wanted is None or arguments is None or wanted.search(str(arguments.get(_SAYS_WHICH[tool], ""))) is not None


def decision_in(text: str) -> Decision | None:
    """What a whole message decides; None for any that says more than that, asks, or says both."""
    if "?" in text or len(text) > _LONGEST_WITH_REASON:
        return None
    said = bare(text)
    if _ALL_WAITING.fullmatch(said):
        return Decision("cancel", every=True, explicit=True, waiting=True)
    decision = _decided(said) if len(text) <= _LONGEST else None
    if decision is None and (none := _NONE.fullmatch(said)):
        return Decision("cancel", every=True, both=bool(none["both"]) or said.endswith(("neither", "ni l'autre")))
    if decision is None and _ALL_OF_IT.fullmatch(said):
        return Decision("cancel", every=True)
    return decision or _with_reason(text)


def pieces(text: str) -> list[str]:
    """The decisions that a message makes one after the other, each as its words; none where it is one at most."""
    found = _BESIDE.split(text) if len(text) <= _LONGEST_WITH_REASON else []
    return found if 1 < len(found) <= _MOST_WORDS else []


def decision_and_rest(text: str) -> tuple[Decision, str] | None:
    """A yes that something else follows: "send it, then remind me at 8". None where the first words are no yes, or only a polite one, and where what
    follows is still about what was asked: "yes, send it to Kofi instead" is no yes to what its card says."""
    found: tuple[Decision, str] | None = None
    for joint in _THEN.finditer(text[: _LONGEST + 1]):
        said, rest = bare(text[: joint.start()]), text[joint.end() :].strip()
        decision = _decided(said)
        if rest and decision is not None and decision.verb == "confirm" and not decision.numbers:
            is_firm = bool(decision.acts) or bool(_DECISIVE.intersection(_words(said)))
            found = (decision, rest) if is_firm else found
    return None if found is None or _ABOUT_IT.search(found[1]) else found


def bare(text: str) -> str:
    """What is said without its marks, in small letters; a thumb stands by itself."""
    return " ".join(_EMOJI.sub(r" \1 ", _MARKS.sub(" ", text.casefold().replace("’", "'"))).split())


def _decided(said: str) -> Decision | None:
    found = _NUMBERS.search(said)
    numbers = tuple(map(int, re.findall(r"\d+", found["numbers"]))) if found else ()
    said = f"{said[: found.start()]} {said[found.end() :]}" if found else said
    every, both = bool(_ALL.search(said)), bool(_BOTH.search(said))
    words = _words(_ALL.sub(" ", said) if every else said)
    if both and all(word in _BESIDE_BOTH for word in words):
        return Decision("confirm", numbers, every=True, plain=False, both=True)
    verb = _verb_of(words)
    if verb == "confirm" and _HELD_BACK.search(said.strip()):
        return None
    if verb is None or (every and not words) or _WHICH.search(said):
        return None
    acts = tuple(word for word in words if word in _ACTS)
    if (acts == ("comment",) and len(words) < 2) or (acts and _TO_ME.search(said)):  # how, in French
        return None
    plain = not acts or any(word in _SAYS[verb] for word in words)
    if numbers and not plain:  # "delete 3" may mean another three
        return None
    explicit = any(word in _EXPLICIT for word in words) and all(word in _EXPLICIT or word in _IT for word in words)
    firm = bool(_DECISIVE.intersection(words))
    undoes = not _UNDOES.isdisjoint(words)
    return Decision(verb, numbers, every, explicit, acts, plain, both=both, undoes=undoes, firm=firm)


def _with_reason(text: str) -> Decision | None:
    """A no that goes on with why: "nah leave it, I'll just ask her later". A bare "no" may begin anything."""
    head, mark, tail = _REASON_FOLLOWS.split(text, 1) if _REASON_FOLLOWS.search(text) else (text, "", "")
    decision = _decided(bare(head)) if mark and len(head) <= _LONGEST else None
    if decision is None or decision.verb != "cancel" or not _is_firm(bare(head)) or _ORDERS.search(bare(tail)):
        return None
    return decision


def _is_firm(said: str) -> bool:
    """Whether it takes something back, and doesn't only disagree."""
    spaced = said.replace("'", " ")
    return any(verb == "no" and re.search(rf"(?<!\w)(?:{phrase})(?!\w)", spaced) for verb, phrase in _PHRASES)


def _words(said: str) -> list[str]:
    said = said.replace("'", " ")
    for word, phrase in _PHRASES:
        said = re.sub(rf"(?<!\w)(?:{phrase})(?!\w)", f" {word} ", said)
    return [_spelt(word) for word in said.replace("don t", "don't").replace("i m ", "i'm ").split()]


def _verb_of(words: list[str]) -> Verb | None:
    """Which of the two they say; None where they say neither, both, or anything more."""
    if not words or len(words) > _MOST_WORDS:
        return None
    says: list[Verb] = [verb for verb, known in _SAYS.items() if any(word in known for word in words)]
    acts = any(word in _ACTS for word in words)
    known = all(
        word in _NEUTRAL or word in _ACTS or (acts and word in _WHOM) or any(word in every for every in _SAYS.values())
        for word in words
    )
    says = says or (["confirm"] if acts else [])
    if len(says) != 1 or not known or (says == ["confirm"] and _is_receipt(words)):
        return None
    return says[0]


def _is_receipt(words: list[str]) -> bool:
    """ "ok thanks" takes note of something, and leaves it at that."""
    return bool(_THANKS.intersection(words)) and not _DECISIVE.intersection(words) and "please" not in words


def _spelt(word: str) -> str:
    """A word of the explicit ones where it is one letter off."""
    if len(word) < _LETTERS or word in _NEUTRAL:
        return word
    near = get_close_matches(word, _EXPLICIT, 1, 0.82)
    return near[0] if near else word
