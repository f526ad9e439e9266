"""Whether the verb of an order stands in a text as an order: "merge it", "could you merge it?", "I want it merged", and not "Kofi merged it", "I might
merge it". Pure, bounded.

What stands left of a verb says whose deed it is. A verb that isn't one of these says nothing here.
"""

import re
from collections.abc import Mapping

_LONGEST = 600  # characters that are read of a text
# What each tool's deed is called: stems whose forms are told apart by what follows them.
_STEMS: Mapping[str, str] = {
    "merge_pull_request": r"merg|squash|fusionn",
    "review_pull_request": r"approv|approuv",
    "change_github_item": r"clos|shut|reopen|merg|ferm|clor|rouvr|fusionn|approuv",
    "jira_transition": r"clos|reopen|mov|transition|ferm|rouvr|déplac|bascul|remett",
    "slack_post": r"post|publi|announc|annonc",
    "slack_reply": r"repl|respond|répond",
    "jira_comment": r"comment",
    "comment_on_github": r"comment",
    "jira_update": r"clos|ferm|rouvr|assign",
}
_FORMS = {
    tool: re.compile(rf"(?<![\w-])(?P<stem>{stems})(?P<form>\w*)", re.IGNORECASE) for tool, stems in _STEMS.items()
}
_ENGLISH_BASE = frozenset(("", "e"))  # reopen, merge
_FRENCH_BASE = frozenset(("e", "es", "ez", "er", "ir"))  # fusionne, tu me fusionnes, fusionnez, fusionner, rouvrir
_ING = frozenset(("ing",))
_DONE = frozenset(("ed", "d", "é", "ée", "és", "ées", "ert", "erte"))
_VERBAL = _ENGLISH_BASE | _FRENCH_BASE | _ING | _DONE
_NAMES = re.compile(
    r"\b(?:the|an?|add|quick|short|new|leave|in|my|his|her|your|our|their|this|that|la|le|l['’]|une?|ma|mon|ta|ton)\s*\Z",
    re.IGNORECASE,
)
_SAID_TO_DO, _I = (
    frozenset(("approv", "approuv")),
    re.compile(r"\b(?:i|je|j['’]|let me) ?\Z", re.IGNORECASE),
)  # who says so does it
_PLEASE = re.compile(r"\b(?:please|pls|plz|stp|svp)\b|s['’](?:il te|il vous) pla[iî]t", re.IGNORECASE)
# Somebody whose deed it is.
_OTHERS = re.compile(r"\b(?:i|we|he|she|they|who|to|might|will|should|said|says)\s*\Z|[A-Z][a-z]+\s*\Z")
# What was done is the reason why something is asked for.
_DONE_FOR_ME = re.compile(
    r"[,;.:]\s*(?:(?:so|and|then|please)\s+)?\w+\s+(?:it|that|this|them|the)\b|\b(?:please|pls|plz|stp|svp|undo|reverse|back|so|want)\b",
    re.IGNORECASE,
)
_NOT_BEHIND = re.compile(r"\s*(?:surtout |encore |plus )?(?:pas|jamais)\b", re.IGNORECASE)
_FILLER = (
    r"(?:please|pls|plz|possibly|perhaps|just|also|then|now|and|so|kindly|quickly|maybe|directly|simply|first|next|instead|again|finally|go ahead and|go and|ahead and"
    r"|while you['’]?re (?:there|at it)|tant qu['’](?:à faire|on y est)|tant que tu y es|du coup|quand même|alors|donc|puis|et|aussi|vite|maintenant|enfin|juste|simplement|stp|svp|s['’]il te plaît|s['’]il vous plaît)"
)
# Where an order begins: at the beginning, behind a mark, behind words that lead to it.
_HEAD = rf"(?:\A|[,;:.!?…()–—\n]|\s-\s|(?<!\w)(?:ok|okay|jira|github|slack|hey|hi|hello|yes|yep|yeah|oui|right|great|cool|thanks|kwasi|bon|allez|vas-y|do|and|et|then|puis|let['’]?s|lets|so|alright|finally(?: we can)?)\b|(?:\A|[,;:.]\s*)on (?:(?:la|le|les|peut|va|pourrait) ?)?(?=\Z))(?:\W*\b{_FILLER}\b)*\W*"
_YOU = rf"(?:\bwhy (?:don['’]?t|not) (?:you|we)\b|\b(?:can|could|will|would|won['’]?t|can['’]?t) (?:you|u|ya|someone|somebody)\b|(?<!wish )(?<!if )(?<!that )\b(?:you|u) (?:can|may|should|need to|have to|could please)\b)(?:\W*\b{_FILLER}\b)*\W*"
_TO = (
    rf"(?:\b(?<!n['’]t )(?<!not )\b(?:want|need|like|ask|have|love|trust|trouble|bother|beg|get) (?:you|u) to\b|\b(?:i|we|you)(?:['’]?d| would|['’]ll| will| do)? (?:also |still |really |just )?(?:need|want|like|love|have|got|prefer) to\b"
    rf"|(?<!n['’]t )(?<!not )(?<!no )(?<!early )\b(?:don['’]?t forget|do not forget|remember|make sure|be sure|feel free|time|ready|good|safe|okay|ok|wanna|gotta|able|mind|kind enough) to\b"
    rf"|(?<!no )(?<!n['’]t )(?<!not )\bneeds? to\b|\bwanna\b|\bgotta\b|\bhelp (?:me )?(?:to )?)(?:\W*\b{_FILLER}\b)*\W*"
)
_FRENCH = (
    rf"(?:\b(?:peux|pourrais|veux|voudrais|saurais|aurais)[- ]tu\b|\b(?:pouvez|pourriez|voulez|voudriez)[- ]vous\b|(?<!que )\btu (?:peux|pourrais|devrais|veux bien)\b|\bvous (?:pouvez|pourriez|devriez)\b"
    rf"|\btu (?:me|nous|m['’]|la|le|les|l['’])(?: l['’])?(?=\W*\Z)|\bje (?:te|vous) (?:laisse|charge|prie|demande)(?: de\b| d['’])?|\b(?:merci|prière|besoin|oublie pas|oubliez pas|essaie|envie) (?:bien )?(?:de|d['’])|\bpense[rz]? à\b|\b(?:il )?faut\b|\b(?:veuillez|faudrait|fais|faites)\b|\b(?:je|j['’]|nous|on) ?(?:veux|voudrais|aimerais|souhaite|préfère|voulons|aimerions|veut)\b"
    rf"|\bque tu\b|\bque vous\b|\b(?:prêt|prête|bon|bonne) à\b)(?:\W*\b{_FILLER}\b|\W*\b(?:bien|me|le|la|les)\b)*\W*"
)
_ORDERED = re.compile(rf"(?:{_HEAD}|{_YOU}|{_TO}|{_FRENCH})\Z", re.IGNORECASE)
_GERUND = re.compile(
    rf"(?:\A(?:\W*\b{_FILLER}\b)*\W*|[,;:.!?\n]\W*|\b(?:mind|how about|what about|by|start|go on|keep|needs?|want|worth)\W*)\Z",
    re.IGNORECASE,
)
_TO_BE = re.compile(
    r"(?:(?<!n['’]t )(?<!not )\b(?:get|(?<!you )have|want|need|like|see|wants? it|needs?|(?<!not )to be|(?:can|could|should|must|may) (?:now |please |just )?be|(?:veux|voudrais|aimerais|souhaite|faut|faudrait) que \S{1,40} soit)\b[^,.;:]{0,60}|[,;:]\s*|\A\W*|\bmark\w*\b[^,.;:]{0,60}|\b(?:nice|great|good|lovely|cool|happy|appreciate it|grateful) if (?:you|u) |\b(?:as|to|into|en|à)\s+)\Z",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"[^,;.!?\n]{0,120}\b(?:would(?! be (?:nice|great|good|lovely))|is|was|will|might|could|seems|requires|means|needs|takes|breaks)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"(?<!\bi )(?<!\bwe )\b(?:thinks|believes|says|said|wants|suggests|suggested|reckons|hopes|insists|asks|asked|told|wrote|writes|dreamt|dreamed|selon|d['’]après|according|dit|pense|veut|croit|estime)\b[^,;.!?\n]*\Z",
    re.IGNORECASE,
)


def is_ordered(tool: str, said: str) -> bool | None:
    """Whether the deed of `tool` is ordered; None where no verb names it. `said`: the message without its quotes and names."""
    text = said[:_LONGEST]
    found = _verbs(tool, text)
    return any(_orders(one, text) for one in found) if found else None


def names_deed(tool: str, said: str) -> bool:
    """Whether a verb names the deed of `tool`."""
    return bool(_verbs(tool, said[:_LONGEST]))


def _verbs(tool: str, text: str) -> list[re.Match[str]]:
    forms = _FORMS.get(tool)
    return [one for one in forms.finditer(text) if _is_verb(one, text)] if forms else []


def _is_verb(word: re.Match[str], text: str) -> bool:
    """Whether it is a verb: "the merge button", "my approval" and "an approving review" name things."""
    return word["form"].casefold() in _VERBAL and not _NAMES.search(text[: word.start()])


def _orders(verb: re.Match[str], text: str) -> bool:
    left, form = text[: verb.start()], verb["form"].casefold()
    if _NOT_BEHIND.match(text, verb.end()):
        return False
    if form in _DONE:
        return _DONE_FOR_ME.search(text, verb.end()) is not None or (
            _TO_BE.search(left) is not None and _REPORTED.search(left) is None
        )
    if form in _ING:
        return _GERUND.search(left) is not None and not _JUDGED.match(text, verb.end())
    if verb["stem"].casefold() in _SAID_TO_DO and _I.search(left):
        return True
    if _REPORTED.search(left):
        return False
    return _ORDERED.search(left) is not None or (_PLEASE.search(text) is not None and _OTHERS.search(left) is None)
