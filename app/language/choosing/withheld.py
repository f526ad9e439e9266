"""What names an order of work and gives none: forbidden, under a condition, asked about, told of, or wanted by somebody else. Pure.

Only what would change something is looked at; what is to be written down, or stands in quotes, isn't. Where in doubt nothing is done, and that is said.
"""

import re
from collections.abc import Sequence

from app.language.choosing import imperatives
from app.language.choosing.guards import LEFT
from app.language.choosing.guards import forbids as begins_forbidding
from app.language.orders.plan import Call, Reading

CONDITION = "I can't wait for that, so I did nothing. Tell me to do it when it is time."
_CHANGES = frozenset(
    "create_github_issue comment_on_github change_github_item review_pull_request merge_pull_request jira_create jira_update jira_transition "
    "jira_comment slack_post slack_reply slack_react save_file share_file add_meeting_tasks add_meeting_tickets save_meeting_notes".split()
)
_FIXED = frozenset(("state", "verdict"))  # words of ours, which the message has as its order
_OF_TEXT = frozenset("slack_post slack_reply jira_comment comment_on_github".split())
_MAKES = frozenset(
    "create_github_issue jira_create save_file add_meeting_tasks add_meeting_tickets save_meeting_notes".split()
)
_OF_TOLD = frozenset(
    ("add_meeting_tasks", "add_meeting_tickets", "save_meeting_notes")
)  # of what was said and given out there
_ASKED_OF = re.compile(
    r"\b(?:ask|asking|find out|see|demande[rz]?|savoir)\b.{0,120}\b(?:if|whether|when|si|s['’]|quand)", re.IGNORECASE
)
# Another clause that orders something: ", close it", ". Put her on it".
_GOES_ON = re.compile(
    r"(?:[,;.:!?]|\bso\b|\bdonc\b)\s*(?:(?:so|and|then|anyway|please|pls|just|alors|donc)\b,?\s*)*"
    r"(?!(?:it|he|she|they|we|i|you|u|the|but|because|as|that|which|who|if|il|elle|ils|on|je|tu|car|mais|phew|sorry|thanks|though)\b)"
    r"[a-zéè]{2,}(?:\s+(?:it|that|this|her|him|them|me|the|an?|my|le|la|les|une?)\b|-l[ae]s?\b|\s…)",
    re.IGNORECASE,
)
_SHOWS = {"item": "read_github_item", "ticket": "jira_get"}
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")
_KEEPS = re.compile(
    r"\b(?:leave|keep|stays?|remains?)\b[^,;.]{0,60}\bopen\b|\b(?:laisse|garde|reste)\w*\b[^,;.]{0,60}\bouverte?s?\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r",? (?:but|and|mais|et) (?:don['’]?t|do not) [^,.;]{1,80}", re.IGNORECASE)
_FORBIDS = re.compile(
    r"\b(?:do|did|should|must|would|could|ought|need|may)(?:n['’]?t| not)\b(?!\W+(?:forget|let|miss|you|we)\b)"
    r"|\b(?:i|we) ca(?:n['’]?|nno)t\b|\bnever\b(?! ?mind)|\b(?:nobody|no one) (?:should|may|must|can)\b|\blet['’]?s not\b|\A\W*not\b(?! (?:a|an|the)\b)"
    r"|\bno need (?:to|for)\b|\A\W*\w+e[zs]? (?:pas|jamais) "
    r"|\b(?:avoid|refuse to|hold off|under no circumstances|would be wrong|rather you did)\b|\bstop \w+ from\b"
    r"|\bn(?:e |['’])(?!oubli|hésit)\w.{0,60}\b(?:pas|jamais|plus|surtout)\b|\A\W*(?:surtout )?pas (?:encore|tout de suite)\b|\b(?:évite|évitez|interdit) (?:de|d['’])|\bil ne faut pas\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:unless|until|as soon as|(?:as|so) long as|provided|assuming|given that|in case|whenever)\b"
    r"|\b(?:if|when|once)\b(?!\W+(?:more|again|you are|you['’]re)\b)(?!\W+(?:(?:you|u) (?:can|could|may|please|will|would|don['’]?t mind|have|get|want|like|would|\w+ed)|possible|poss|necessary|needed|tu peux|it(?:['’]s| is)?(?: not| isn['’]t|n['’]t)? (?:too much (?:trouble|bother|to ask)|(?:no|any|a) (?:trouble|bother|problem)))\b)"
    r"|\bbefore \w+ing\b|\b(?:after|before) (?:\w+ ){1,4}(?:merges?|deploys?|pass|passes|agrees|approves?|ask|check|(?:is|are) (?:green|done|ready|back|ok|fixed|merged|approved|deployed|reviewed))\b|\bbefore you\b|\bnot before\b"
    r"|\b(?:à condition|pourvu que|au cas où|tant que|avant que|après que|lorsque|aussitôt que|seulement quand|en attendant)\b|\bs['’](?:il|elle|ils|elles|on)\b(?! (?:te|vous) pla[iî]t)"
    r"|\baprès (?:l['’]|la |le )(?:accord|validation|revue|feu vert|mise en prod\w*|déploiement)|\bafter (?:the |an? )?(?:approval|release|review|deploy\w*|go-ahead)\b"
    r"|\b(?:sauf si|à moins|dès que|une fois que|jusqu['’]à ce|seulement si|quand(?! même\b))\b|\bsi (?!tu peux|possible|vous pouvez)",
    re.IGNORECASE,
)
_DONT_LEAVE = re.compile(
    r"\W*(?:please )?(?:don['’]?t|do not) (?:leave|keep|let)\b|\W*ne (?:laisse|garde)\w* pas\b", re.IGNORECASE
)
# What is done at once or not at all, and a time at which it would be, at the beginning or the end of what is said.
_AT_ONCE = frozenset(
    "merge_pull_request review_pull_request change_github_item jira_transition slack_post slack_reply".split()
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_TIME = (
    rf"(?:tomorrow(?: morning| afternoon| evening)?|tonight|later(?: today| on)?|(?:on |next |this |le )?(?:{_DAY})(?: morning| afternoon| evening| prochain| matin| soir)?|next week"
    r"|(?:today |tomorrow )?at (?:noon|midnight|\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|o['’]clock)?)|in (?:an?|\d{1,3}) (?:minutes?|mins?|hours?|days?|weeks?)"
    r"|this (?:evening|afternoon|weekend)|demain(?: matin| soir| midi)?|ce soir|plus tard|la semaine prochaine|à (?:midi|\d{1,2}\s?h(?:eures?)?\s?\d{0,2})|dans (?:une?|\d{1,3}) (?:minutes?|heures?|jours?))"
)
_FIRST = re.compile(rf"\A\W*{_TIME}\W", re.IGNORECASE)
_ALONE = re.compile(rf"\W*(?:{_TIME}\W*)+", re.IGNORECASE)
_LATER = re.compile(
    rf"(?<!since)(?<!from)(?<!until)(?<!depuis) \W{{0,3}}{_TIME}(?:\W*(?:please|pls|stp|svp|thanks|merci))?\W*\Z",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[,;:.!?]\s|\s[-–—]\s")
_WRITTEN_BY = re.compile(r"\b(?!i\b|we\b)\w+ (?:said to\b|(?:says|said|wrote|écrit|dit)\s?:)", re.IGNORECASE)
_SPOKEN = re.compile(r"\A\W*[A-Z][a-z]{1,14}\s?:\s")  # "Kofi: …"
_SERVICE = re.compile(
    r"\A\W*(?:kwasi|jira|slack|github|gitea|drive|ok|okay|hey|please|well|so|also|next|then|todo|task|note|question|update|change|comment|reply|post|message|merge|close|approve|alors|bon)\b",
    re.IGNORECASE,
)
_DONE = r"(?:merged|closed|approved|reopened|moved|posted|shared|assigned|labell?ed)"
_ASKS = re.compile(
    r"\A[\s\"\x27(¿-]*(?:who|why(?! (?:don|not))|what|which|how (?!about)|has|have (?:i|we|you|they)|did|does|do (?:i|we|they)|was|were|should|shall)\b"
    r"|\A[\s\"\x27(¿-]*(?:is|are) (?!you\b|it possible|there any)|\A[\s\"\x27(¿-]*can (?!you\b|we\b|i\b).{1,120} be (?:merged|closed|approved|shipped|released|deployed)\b"
    r"|\A[\s\"\x27(¿-]*can (?!(?:you|u|ya|we|i|someone|somebody)\b)[^\s,]{1,40} (?:edit|see|read|open|access|view)\b"
    r"|\A[\s\"\x27(¿-]*(?:qui|pourquoi|tu as|vous avez|avez-vous|est-ce que (?!tu)|est-ce qu['’]|dois-je|faut-il|as-tu|a-t-il|a-t-elle|a-t-on|devrait-on|devrais-je|qu['’]est-ce que)\b"
    r"|\A[\s\"\x27(¿-]*(?:c['’]est|c['’]était|it was|it is|it['’]s) (?:bien )?(?:toi|vous|lui|elle|you|him|her|[A-Z]\w+|…) (?:qui|who|that)\b"
    # What one would do is a question of opinion; "would you close it, please" is none.
    r"|\A[\s\"\x27(¿-]*(?:\w+,? )?would (?:you|u) (?:really |also )?(?:approve|merge|ship|accept|reject|block)\b(?!.{0,200}\b(?:please|pls|for me)\b)"
    r"|\btu (?!pourr|voudr|aur|ser)\w+erais\b|(?<!\w)(?!pourr|voudr|aur|ser)\w+erais-tu\b|\b(?:do you think|would it be|tu penses|tu crois|à ton avis)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    rf"\A[^,;]*\b(?:was|were|got|has been|have been) (?:already )?{_DONE}\b[^,;]*\Z"
    r"|\A\W*(?:i|we)(?:['’]ve| have)? (?:already|just) \w+ed\b(?!.*(?:[,;]|\b(?:so|and|now|then)\b))"
    r"|\b(?:says|said|thinks|believes) (?:that )?(?:we|i|you) (?:should|must|can|could)\b"
    rf"|\b(?:i|we|he|she|they|nobody|no one|\w+) (?:ha(?:ve|s|d)|is|are|was|were)(?:n['’]?t| not| never) (?:been )?(?:yet )?{_DONE}\b"
    r"|\A\W*\w+ (?:a|ont) (?:déjà |bien )?(?:fusionné|fermé|approuvé|rouvert)e?s?\b[^,;]*\Z"
    r"|\b(?:j['’]ai|on a|il a|elle a|je n['’]ai|on n['’]a|il n['’]a|elle n['’]a)\b.{0,30}\b(?:fusionné|fermé|approuvé|rouvert|déplacé|assigné|publié)e?s?\b"
    r"|\b(?:i|we) (?:wanted|was going|were going|meant|was about|were about) to\b.{0,200}\bbut\b|\b(?:je|j['’]|on|nous) ?(?:voulais|allais|devais|pensais|voulait|allait|devait|pensait|voulions)\b.{0,200}\bmais\b"
    r"|\b(?:m['’]a|nous a|m['’]ont|nous ont) (?:demandé|dit|prié) de\b|\b(?:dit|pense|croit|veut) qu(?:e |['’])(?:je|on|nous|tu)\b"
    r"|\b(?:asked|asks|told|tells|wants) (?:me|us) to\b"
    r"|\A[^,;.]*\b(?:was|were|got|has been|have been) (?:already |just )?(?:taken|put|given|moved|added|removed|assigned|sent|written|set|made|left)\b[^,;]*\Z"
    r"|\A\W*(?:i|we|he|she|they|you|…|[a-z]+) (?:already |just )?(?:wrote|told|gave|took|sent|replied|answered|reacted|commented|moved|assigned|added|removed|labelled)\b[^,;]*\Z"
    r"|\A[^,;]*\b(?:has|have|had|carries|a|porte) (?:the|an?|le|la|l['’]|une?)\s?[^,;]{1,40}(?<!to) (?:label\b|étiquette\b)[^,;]*\Z",
    re.IGNORECASE,
)


_DOUBTS = re.compile(
    r"\A\W*(?:maybe|perhaps|peut-être)\b[^.;]*\b(?:don['’]?t know|no idea|not sure|sais pas|aucune idée)\b",
    re.IGNORECASE,
)
_LONGEST = 300
_VERBS = {
    "merg": "merge",
    "approv": "approve",
    "clos": "close",
    "reopen": "reopen",
    "fusionn": "fusionne",
    "approuv": "approuve",
    "ferm": "ferme",
    "rouv": "rouvre",
}
_ORDER = re.compile(
    r"\b(?P<verb>merg(?:ed?|ing)|approv(?:ed?|ing)|clos(?:ed?|ing)|reopen(?:ed|ing)?|fusionn(?:e[rz]?|ée?s?|erai[st])|approuv(?:e[rz]?|ée?s?|erai[st])|ferm(?:e[rz]?|ée?s?|erai[st])|rouv(?:re|rir|ert))"
    r"(?P<it>-l[ae])?(?:\s+|\Z)(?:(?:surtout|encore|jamais|pas|plus|yet|already|déjà) ){0,3}(?P<rest>[^,;.!?\n]{0,120}(?:\.\w[^,;.!?\n]{0,80})?)",
    re.IGNORECASE,
)
_MOST_WORDS = 5  # of a title
# Values of a word or two, behind which a reader may have taken the rest of the sentence for a part of them.
_SHORT = frozenset(
    "to assignee assign unassign ask_review with_whom priority labels add_labels remove_labels channel".split()
)
_COMMA = re.compile(r"[,;]")
_NO_TITLE = re.compile(
    r"\b(?:lists?|listes?|notes?|calendars?|lanes?|anything|something|everything|quelque chose|rien|tout)\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\A(?:the|my|la|le|l['’])\s*", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s+(?:would|could|might|will|is|was|serait|if|when|once|unless|until|yet|but|because|before|after|as soon as|provided|today|now|si|s['’]il|quand|dès|à moins|avant|après|tant que|mais|sauf|encore|pourvu|à condition|aujourd['’]hui|hier|yesterday)\b",
    re.IGNORECASE,
)


def changes(calls: Sequence[Call]) -> bool:
    """Whether any of the calls changes something."""
    return any(call.tool in _CHANGES for call in calls)


def instead(text: str, calls: Sequence[Call]) -> Reading | None:
    """What to do instead of calls that change something, where the message is no order to do so now; None where it is one."""
    if not changes(calls):
        return None
    said = _bare(text, calls)
    changing = [call.tool for call in calls if call.tool in _CHANGES]
    ordered = [imperatives.is_ordered(tool, said) for tool in changing]
    goes_on = all(ordered) or (False not in ordered and _GOES_ON.search(said) is not None)
    if _is_conditional(said, changing) or (not _AT_ONCE.isdisjoint(changing) and _is_later(said, calls)):
        return Reading(reply=CONDITION)
    if _KEEPS.search(text) or (not goes_on and _FORBIDS.search(_BESIDE.sub(" ", said))):
        return Reading(reply=LEFT)
    is_told = _is_asked(said) or (not goes_on and _TELLS.search(said) and _OF_TOLD.isdisjoint(changing))
    is_told = (
        is_told or (_SPOKEN.match(text) and not _SERVICE.match(text)) or _WRITTEN_BY.search(said) or _DOUBTS.match(said)
    )
    return _shown(calls) if is_told or False in ordered else None


def forbids(text: str) -> bool:
    """Whether a message begins by forbidding what it names and orders nothing behind that, as "don't leave it open, close it" does."""
    left = _DONT_LEAVE.match(text)
    return begins_forbidding(text) and (left is None or _GOES_ON.search(text, left.end()) is None)


def _is_conditional(said: str, changing: Sequence[str]) -> bool:
    """Whether it waits for something. What is written may hold such a word, and so may what is asked of somebody: "ask Kofi if …"."""
    if _OF_TEXT.issuperset(changing) and _ASKED_OF.search(said):
        return False
    found = _CONDITION.search(said)
    return found is not None and (not _MAKES.issuperset(changing) or not said[: found.start()].strip())


def _is_asked(said: str) -> bool:
    """Whether the whole is a question: what is ordered behind one isn't."""
    is_question, end = _ASKS.search(said) is not None, said.find("?")
    return is_question and not (end >= 0 and _GOES_ON.search(said, end))


def _is_later(said: str, calls: Sequence[Call]) -> bool:
    """Whether a time at which to do it stands there: alone between its marks, or beside what is to be done, and not in a reason for it."""
    if _FIRST.match(said):
        return True
    found = _LATER.search(said)
    if found is None:
        return False
    *before, last = _MARKS.split(said[: found.end()].rstrip(" .!?"))
    is_alone = _ALONE.fullmatch(last) is not None
    return not any(before) or is_alone or any(imperatives.names_deed(call.tool, last) for call in calls)


def order_in(text: str) -> str:
    """The words of an order in a text that tells of it, forbids it or waits for something: "close PROJ-1" of "I haven't closed PROJ-1 yet"; "" for none."""
    found = _ORDER.search(_QUOTED.sub(" … ", text[:_LONGEST]))
    if found is None:
        return ""
    verb = next(to for begins, to in _VERBS.items() if found["verb"].casefold().startswith(begins))
    rest = _BEHIND.split(f" {found['rest']}", maxsplit=1)[0].strip(" ?!")
    if found["it"]:
        return f"{verb}{found['it'].casefold()}"
    return f"{verb} {rest}" if rest else ""


def merge_in(text: str) -> Call | None:
    """The merge that such a text names by the words of a title alone, which is nothing that else could be meant by it; None for none."""
    verb, _, title = order_in(text).partition(" ")
    is_one = verb in ("merge", "fusionne") and len(title.split()) <= _MOST_WORDS and not _NO_TITLE.search(title)
    return Call("merge_pull_request", {"item": _ARTICLE.sub("", title)}) if title and is_one else None


def _shown(calls: Sequence[Call]) -> Reading:
    """What such a message is about is looked at."""
    for call in calls:
        for name, tool in _SHOWS.items():
            if call.arguments.get(name):
                return Reading((Call(tool, {name: call.arguments[name]}),))
    return Reading(reply=LEFT)


def _is_verb(name: str, value: object) -> bool:
    """Whether a value is what is to be done rather than what it is done to: the state of "close PROJ-1"."""
    return name in _FIXED or (name == "to" and imperatives.names_deed("jira_transition", str(value)))


def _head(value: str) -> str:
    """A short value without what was taken for its end: "done" of "done when Noor is back"."""
    ends = [found.start() for shape in (_CONDITION, _LATER, _COMMA) if (found := shape.search(value))]
    return value[: min(ends, default=len(value))].strip()


def _bare(text: str, calls: Sequence[Call]) -> str:
    """The message without what is quoted, and without the values of the calls."""
    values = [
        (name, one)
        for call in calls
        for name, value in call.arguments.items()
        if not _is_verb(name, value)
        for one in (value if isinstance(value, list) else [value])
    ]
    words = [_head(one) if name in _SHORT else one for name, one in values if isinstance(one, str)]
    said = _QUOTED.sub(" … ", text)
    for one in sorted(filter(None, words), key=len, reverse=True):
        said = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " … ", said, flags=re.IGNORECASE)
    return " ".join(said.split())
