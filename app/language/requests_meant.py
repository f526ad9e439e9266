"""Which of the requests that wait words decide, where they name it: "cancel the clinic form", "confirm the last one", "yes to the mail to Ama". Pure.

Every word must name it: what kind of thing it is, its host, a word of it, or its place in what was shown. Only words that are its user's or ours
say yes; other people's can do no more than make it one of several.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from app.language.decisions import Decision, Verb, bare, decision_in, fits, pieces
from app.language.words.tokens import fold

_LONGEST, _MOST_WORDS, _MOST_NAMED = 120, 14, 6
_LETTERS, _IN_HOST = 5, 3  # of a word that may be misspelt; that is part of the name of a host
_POLITE = r"(?:(?:ok|okay|please|pls|plz|now|and|actually|then|oh|well|so|right|great|good|also|alors|bon|et|stp|svp|kwasi|can you|could you|i want to|i d like to) )*"
# What begins a decision, the longest first: firm words have no other meaning beside what waits; loose ones may be about something else of theirs.
_HEADS: tuple[tuple[str, Verb, str], ...] = (
    ("firm", "confirm", r"(?:yes |yeah |yep |i )?(?:confirm|approve|authori[sz]e|confirme|confirmer|approuve|approuver|valide|valider)"),
    ("firm", "confirm", r"(?:yes|yeah|yep|yup|ok|okay|sure|oui|d accord|ja) (?:to|for|with|on|pour|à|au|zu)|(?:go ahead|go on|proceed|carry on) with|agree(?:d)? to|vas y pour"),
    ("act", "confirm", r"(?:yes |yeah |yep |oui )?(?:(?P<act>send|submit|envoie|envoyer|envoyez)(?: off)?)"),
    ("taken", "confirm", r"(?:yes |i )?(?:accept|accepte)"),
    ("firm", "cancel", r"(?:no |nope |nah |i )?(?:cancel|reject|discard|abort|withdraw|dismiss|annule|annuler|annulez|refuse|refuser|abandonne)"),
    ("firm", "cancel", r"(?:no|nope|nah|non|nein) (?:to|for|with|pour|à|au|zu)|(?:no )?(?:don ?t|do not|never) (?:send|submit|confirm|approve|run|go (?:ahead|on) with)|n envoie pas|ne confirme pas"),
    ("taken", "cancel", r"(?:no )?decline"),
    ("loose", "cancel", r"(?:no |nah )?(?:drop|scrap|skip|forget|forget about|leave|bin|ditch|kill|never ?mind|get rid of|call off|laisse tomber|oublie|laisse)"),
    ("loose", "confirm", r"yes|yeah|yep|yup|oui|do"),
    ("loose", "cancel", r"not|pas"),
)  # fmt: skip
_BEGINS: tuple[tuple[str, Verb, re.Pattern[str]], ...] = tuple(
    (kind, verb, re.compile(rf"{_POLITE}(?:{words}) (?P<rest>\S.*)")) for kind, verb, words in _HEADS
)
_ENDS = re.compile(
    r"(?P<rest>(?:the|that|this|my|le|la|l|ce|cette) .*\S) (?:is |c est )?(?:(?P<yes>yes|yeah|ok|okay|confirm|confirmed|approved|go ahead|send it|oui|d accord)|"
    r"(?P<no>no|nope|cancel|cancelled|cancel it|drop it|don ?t|non|annule))(?: please| pls| thanks| stp| svp| merci)*"
)
_TAIL = re.compile(
    r"(?: (?:please|pls|plz|thanks|thank you|thx|now|then|instead|for me|too|as well|only|just|after all|off|away|out|stp|svp|merci|s il te plaît|maintenant|plutôt|finalement|"
    r"that (?:is|s) waiting|that waits|waiting|pending|qui attend))+\Z"
)
_REASON = re.compile(r"[,.;:–—-]\s+(?=(?:i|we|he|she|it|that|they|my|je|j|on|il|elle|c|ça)\b)", re.IGNORECASE)
_ORDERS = re.compile(
    r"\b(?:please|but|instead|say|tell|make|change|add|ask|remind|put|send|do|mais|plutôt|dis|rappelle|mets)\b"
)
_AND = re.compile(r" (?:and|et|&|und) ")
_IT_SAYS = re.compile(r"\be mails?\b")
_ANY = frozenset("a an another new some any un une no other's again if when unless until".split())
_THE = frozenset("only just the that this those these my our your le la les l ce cet cette ces mon ma mes".split())
_SMALL = _THE | frozenset(
    "to for at of about with from on in by i you asked made wanted which is was du de des d à au aux pour avec sur chez dans".split()
)
ONES = frozenset(
    "one ones request requests card cards thing things action celui celle ceux celles demande demandes truc".split()
)
_EVERY = frozenset("both all every each tous toutes deux".split())
_FIRST, _LAST, _OTHER = 0, -1, 99
_PLACES = {
    **dict.fromkeys("first 1st oldest top earliest premier première 1er 1ère".split(), _FIRST),
    **dict.fromkeys("second 2nd deuxième seconde 2e 2ème".split(), 1),
    **dict.fromkeys("third 3rd troisième 3e".split(), 2),
    **dict.fromkeys("fourth 4th quatrième".split(), 3),
    **dict.fromkeys("fifth 5th cinquième".split(), 4),
    **dict.fromkeys("last latest newest bottom recent dernier dernière".split(), _LAST),
    **dict.fromkeys("other autre".split(), _OTHER),
}  # fmt: skip
# What people call the things that wait, as the words in the names of the tools that make them.
_KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("form forms application registration signup formulaire formulaires inscription".split(), ("form",)),
    **dict.fromkeys("mail mails email emails letter courriel courriels mél".split(), ("mail",)),
    **dict.fromkeys("message messages".split(), ("mail", "worker")),
    **dict.fromkeys("reply replies answer réponse".split(), ("reply", "answer")),
    **dict.fromkeys("forward transfert".split(), ("forward",)),
    **dict.fromkeys("booking reservation réservation".split(), ("form", "event")),
    **dict.fromkeys("event events meeting meetings appointment invite invitation rdv rendez-vous réunion événement".split(), ("event", "invitation")),
    **dict.fromkeys("reminder rappel".split(), ("reminder",)),
    **dict.fromkeys("task tasks todo tâche tâches".split(), ("task", "tasks")),
    **dict.fromkeys("note".split(), ("note",)),
    **dict.fromkeys("alert alerte".split(), ("alert",)),
    **dict.fromkeys("schedule".split(), ("schedule",)),
    **dict.fromkeys("plan".split(), ("plan",)),
}  # fmt: skip
_NOTHING_ELSE = frozenset("form forms formulaire formulaires request requests card cards demande demandes".split())
_LEAVES = (
    "form",
    "mail",
    "plan",
)  # what is made of these is nowhere before it is confirmed: a no to them can't be about another
_TAKES_AWAY = ("delete_", "cancel_", "forget_", "clear_", "empty_", "dismiss_", "stop_", "unfollow_", "move_", "mark_")
_WORD = re.compile(r"\w+")
_HOST = re.compile(r"https?://(?:www\.)?([^\s/:?#]+)|\b([a-z0-9-]+(?:\.[a-z0-9-]+)+)\b")


@dataclass(frozen=True, slots=True)
class Request:
    """One that waits: the tool it calls, what of it are its user's words or ours, and what may be other people's."""

    number: int
    tool: str
    own: str
    others: str = ""

    def is_called(self, kinds: Sequence[str]) -> bool:
        """Whether one of what words call it is what its tool makes."""
        return bool(set(kinds) & set(self.tool.split("_")))


@dataclass(frozen=True, slots=True)
class One:
    """What words say of one request. `is_one`: they call it a thing and no more; `every`: all that are so are meant."""

    kinds: tuple[str, ...] = ()
    place: int | None = None
    words: tuple[str, ...] = ()
    is_one: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A decision about requests that words name. `head`: how plain it is that it is one ("firm", "act", "taken", "loose"); `certain`: it can be
    about nothing else than what waits."""

    verb: Verb
    head: str
    named: tuple[One, ...] = field(default=())
    act: str = ""
    certain: bool = False

    @property
    def by_place(self) -> bool:
        """Whether it counts on what was shown."""
        return any(one.place is not None or not (one.kinds or one.words) for one in self.named)


def named_in(text: str) -> Named | None:
    """What a whole message decides by name; None for what asks, orders anything else or names nothing."""
    if "?" in text or len(text) > _LONGEST:
        return None
    reason = _REASON.search(text)
    if reason and not _ORDERS.search(text[reason.end() :].casefold()):
        named = _named(text[: reason.start()])
        if named and named.verb == "cancel":
            return named
    return _named(text)


def several_in(text: str) -> tuple[Decision | Named, ...]:
    """What a message decides of several requests in several ways: "confirm 3 and cancel 1, 2 and 4", "approve the form and cancel the mail". None for
    any that says more than that, or leaves out which."""
    found = tuple(_numbered(one) or named_in(one) for one in pieces(text))
    return tuple(one for one in found if one is not None) if all(found) else ()


def _numbered(text: str) -> Decision | None:
    decision = decision_in(text)
    return decision if decision and decision.explicit and decision.numbers else None


def _named(text: str) -> Named | None:
    said = _IT_SAYS.sub("mail", bare(text).replace("'", " "))
    if len(said.split()) > _MOST_WORDS:
        return None
    if found := _ENDS.fullmatch(said):
        verb: Verb = "confirm" if found["yes"] else "cancel"
        return _of(found["rest"], verb, "firm", "")
    for head, of, pattern in _BEGINS:
        if found := pattern.fullmatch(said):
            return _of(found["rest"], of, head, found.groupdict().get("act") or "")
    return None


def _of(rest: str, verb: Verb, head: str, act: str) -> Named | None:
    rest = _TAIL.sub("", f" {rest}").strip()
    words = rest.split()
    is_definite = head == "firm" or bool(words and words[0] in _THE | _EVERY | _PLACES.keys())
    named = tuple(map(_one, _AND.split(rest)[:_MOST_NAMED])) if is_definite and not _ANY.intersection(words) else ()
    found = tuple(one for one in named if one is not None)
    if not found or len(found) != len(named):
        return None
    return Named(verb, head, found, act, certain=head == "firm" and bool(_NOTHING_ELSE.intersection(words)))


def is_kind(word: str) -> bool:
    """Whether a word says what kind of thing waits."""
    return word in _KINDS


def about(words: str) -> One | None:
    """What words say of one request: "the clinic form", "the mail to Ama"; None where they name none."""
    return _one(_IT_SAYS.sub("mail", bare(words).replace("'", " ")))


def _one(words: str) -> One | None:
    said = [word.removesuffix("’s") for word in words.split() if word not in _SMALL and word != "s"]
    places = [_PLACES[word] for word in said if word in _PLACES]
    kinds = tuple(kind for word in said for kind in _KINDS.get(word, ()))
    known = _PLACES.keys() | _KINDS.keys() | ONES | _EVERY | {"most"}
    rest = tuple(word for word in said if word not in known)
    is_one = any(word in ONES for word in said)
    every = any(word in _EVERY for word in said)
    if not said or len(places) > 1 or not (kinds or places or rest):
        return None
    return One(kinds, places[0] if places else None, rest, is_one, every)


def meant(one: One, requests: Sequence[Request], *, own: bool) -> list[Request]:
    """Those that all words say they are, in their order; `own`: by no word but its user's and ours."""
    return [request for request in requests if _is_so(one, request, own)]


def may_be(named: Named, one: One, request: Request) -> bool:
    """Whether a decision can be about a request at all, and not about what it is to change: "cancel the reminder" is no answer to its deletion."""
    if named.act and not fits(named.act, request.tool):
        return False
    if one.place is not None or (one.is_one and not one.kinds):
        return True
    if named.verb == "confirm":
        return request.is_called(_LEAVES) if named.head == "taken" else named.head != "loose" or bool(one.kinds)
    if request.tool.startswith(_TAKES_AWAY):
        return one.is_one
    needs_kind = bool(one.kinds) or one.is_one
    return needs_kind and (request.is_called(_LEAVES) or named.head == "firm")


def _is_so(one: One, request: Request, own: bool) -> bool:
    if one.kinds and not request.is_called(one.kinds) and not _says_all(one.kinds, request.own):
        return False
    texts = request.own if own else f"{request.own} {request.others}"
    known = {*_WORD.findall(fold(texts)), *request.tool.split("_"), str(request.number)}
    hosts = " ".join("".join(found) for found in _HOST.findall(texts.casefold()))
    return all(_stands(fold(word), known, hosts) for said in one.words for word in _WORD.findall(said))


def _says_all(words: Sequence[str], text: str) -> bool:
    said = set(_WORD.findall(fold(text)))
    return all(word in said for word in words)


def _stands(word: str, known: set[str], hosts: str) -> bool:
    if word in known or (len(word) >= _IN_HOST and word in hosts):
        return True
    return len(word) >= _LETTERS and bool(get_close_matches(word, known, 1, 0.84))


def placed(one: One, order: Sequence[Request], last: Sequence[Request]) -> list[Request]:
    """The one at the place that words name in an order; `last` are those that were shown last."""
    if one.place == _OTHER:
        others = [request for request in order if request not in last]
        return others if len(order) == 2 and len(others) == 1 else []
    if one.place == _LAST:
        shown = [request for request in last if request in order]
        return shown[-1:] or [*order[-1:]]
    return [*order[one.place : one.place + 1]] if one.place is not None else [*order]
