"""Questions about what was shown of work: whose it is, until when, how far, how big, who said it. Pure.

Each is answered by a look at the thing itself: its tool shows all of this. `_ASKED` says which words ask for which of it, in both languages, with `{s}`
where the thing is named or pointed at; without it, what was spoken of last is meant.
"""

import re
from collections.abc import Mapping

from app.language.choosing import work_refs
from app.language.choosing.work_refs import Talk
from app.language.choosing.work_services import Service
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause
from app.language.pointing import naming
from app.language.words.tokens import fold

_LONGEST = 120
_LEAD = r"(?:(?:and|so|ok|okay|um+|uh|hm+|but|wait|also|then|now|et|bon|alors|mais|euh|du coup)\b[\s,]*)*+"
_END = r"(?:[\s,]+(?:again|now|yet|already|then|please|pls|still|exactly|by the way|at the moment|right now|déjà|alors|maintenant|encore|au fait|stp|svp))*[\s?!.]*"
_S = r"(?P<s>[^,;?!\n]{1,60}?)"
_ON = r"(?:on|working on|doing|assigned to|responsible for|handling|behind|looking at|taking)"
_TESTS = r"(?:tests?|checks?|builds?|ci|pipeline|vérifications|contrôles)"
_WHO, _WHEN, _STATE, _SIZE, _ABOUT, _SAID, _TODO = "who", "when", "state", "size", "about", "said", "todo"
_ASKED: Mapping[str, tuple[str, ...]] = {
    _WHO: (
        rf"who(?:['’]?s| is| was)(?: now)? {_ON} {{s}}",
        r"who(?:['’]?s| is| has| owns| does| did| got| took| holds)(?: got)? {s}",
        r"who (?:wrote|opened|made|created|reported|filed|proposed|sent|posted|uploaded|reviewed|approved|merged|closed|commented on) {s}",
        r"whose(?: (?:is|are|was))? {s}(?: is)?",
        rf"(?:is |has )?(?:any|some|no)(?:body|one)(?: else)? (?:{_ON}|has|got|have) {{s}}",
        r"is {s} (?:taken|assigned|unassigned|free|mine|yours|anyone['’]s)(?: to (?:me|any(?:one|body)|some(?:one|body)))?",
        r"(?:{s},? )?(?:c['’]est|est|c['’]était) à qui",
        r"à qui (?:est|sont|c['’]est|appartient) {s}",
        r"qui (?:est|travaille) (?:dessus|sur {s})",
        r"qui s['’](?:en occupe|occupe (?:de |du |d['’])?{s})",
        r"qui (?:l['’]a|a) (?:écrit|ouvert|créé|fait|signalé|posté|envoyé|proposé)e?(?: {s})?",
        r"(?:est-ce que )?quelqu['’]un(?: d['’]autre)?(?: est| travaille)? (?:dessus|sur {s})",
        r"personne (?:dessus|sur {s})",
    ),
    _WHEN: (
        r"(?:when|since when|until when|how long ago) (?:was|is|were|did) {s}(?: (?:due|written|posted|sent|opened|created|changed|updated|touched|merged|closed|said|last|again|write|say|post|that|it))*",
        r"(?:by |until |till )?when(?:['’]s| is| was)?(?: (?:it|that))?(?: due)?",
        r"(?:what(?:['’]s| is)|when(?:['’]s| is)) (?:the |its )?(?:deadline|due date|due)(?: (?:of|for|on) {s})?",
        r"what(?:['’]s| is) due on {s}",
        r"when (?:did|was) (?:he|she|they|that|it) (?:write|say|post|send|written|said|posted|sent)(?: (?:it|that|this))?",
        r"how old is {s}",
        r"(?:c['’](?:est|était) )?(?:pour )?quand(?: (?:ça|cela|c['’](?:est|était)))?",
        r"(?:quelle est (?:l['’]|son )?échéance|pour quand est)(?: (?:de |du )?{s})?",
    ),
    _STATE: (
        r"(?:what(?:['’]?s| is)|how(?:['’]?s| is)) (?:the |its )?(?:status|state|priority|prio|progress)(?: (?:of|on|for) {s})?",
        rf"(?:did|has|have) {{s}} (?:pass|passed|fail|failed|gone through|been (?:approved|merged|reviewed|closed|done)|land|landed)(?: the {_TESTS})?",
        rf"(?:did|have|are|do|is) (?:the |its )?{_TESTS} (?:pass|passed|passing|green|ok|okay|fine|done|fail|failed|failing|red)(?: (?:on|for|of) {{s}})?",
        r"is {s} (?:done|open|closed|merged|ready|good to go|green|red|blocked|in progress|approved|reviewed|still open|fixed|finished|mergeable|good|ok)(?: to (?:go|merge|be merged))?",
        r"(?:where|how far) (?:are we|is|are they)(?: with| on)? {s}",
        r"(?:{s},? )?(?:où (?:en est|ça en est|en sont)|(?:il|elle|ça) en est où)(?:[ -](?:il|elle|on))?(?: {s2})?",
        rf"(?:est-ce que )?(?:les |la )?{_TESTS} (?:sont |est |ont )?(?:passés?|passent|verts?|ok|réussi|échoué)(?: (?:sur|pour|de) {{s}})?",
        r"(?:quelle est|c['’]est quoi) (?:sa|la) priorité(?: (?:de |du )?{s})?",
        r"(?:c['’]est|{s} est|est-(?:il|elle|ce)) (?:fini|terminé|fait|ouvert|fermé|bloqué|prêt|fusionné|approuvé)e?",
    ),
    _SIZE: (
        r"(?:how (?:big|large|long|much)|what size) (?:is|are|was) {s}(?: change| file)?",
        r"is {s} (?:big|large|long|small|a big (?:one|change))",
        r"what(?:['’]s| is) its size",
        r"(?:c['’]est|(?:il|elle) (?:est|fait)) (?:gros|grand|long|lourd|combien)(?: comme (?:changement|fichier|modification))?",
        r"(?:quelle (?:est sa )?taille|combien (?:ça|il|elle) (?:fait|pèse))(?: {s})?",
    ),
    _ABOUT: (
        r"what(?:['’]s| is| was) {s} (?:about|for|saying)",
        r"what (?:does|did|do) {s} say(?: (?:about|for|on) [^?]{1,60})?",
        r"is {s} (?:one of|among) (?:them|those|these)",
        r"(?:what was decided |what about |what happened )?(?:in|for|of|from|at|dans|pour|à) (?P<s>the other(?: one)?|that one|l['’]autre)",
        r"(?:est-ce que )?{s} (?:en fait|fait) partie",
        r"tell me (?:more )?about {s}",
        r"(?:are there |is there |has it got )?(?:any|some) comments?(?: (?:on|for|about) {s})?",
        r"(?:what do the comments say|who commented|any reviews?(?: yet)?)",
        r"(?:de quoi (?:ça |il |elle )?parle|ça parle de quoi|(?:il|elle|ça) dit quoi|c['’]est quoi)(?: {s})?",
        r"(?:il y a |y a-t-il |y a )?(?:des|un) commentaires?(?: (?:dessus|sur {s}))?",
    ),
    _SAID: (
        r"who (?:said|wrote|asked|raised|mentioned|promised|posted|told you)(?: {s})?",
        r"qui (?:a|l['’]a) (?:dit|demandé|promis|proposé|écrit|posé)(?: {s})?",
    ),
    _TODO: (
        r"(?:and )?what (?:does|has|must|should|is) {s} (?:have to |got to |to )?(?:do|doing|send|promise|promised)",
        r"{s},? (?:elle|il|qu['’](?:elle|il))? ?(?:doit|a à|fait) (?:faire )?quoi",
        r"who(?:['’]?s| is| was) [^\W\d_]{2,20}ing {s}",
        r"who(?:['’]?s| is| has to| must| will| does)(?: (?:doing|sending|fixing|do|send|fix))? {s}",
        r"when(?:['’]s| is| must)? {s}(?: (?:due|ready|sent|done))?",
        r"qui (?:fait|envoie|doit faire|s['’]occupe de) {s}",
        r"what (?:was|is|did we) (?:left|still|leave) open(?: (?:in|at) {s})?",
    ),
}
_SHAPES = tuple(
    (
        asked,
        re.compile(_LEAD + shape.replace("{s2}", "(?P<s2>[^,;?!\\n]{1,60}?)").replace("{s}", _S) + _END, re.IGNORECASE),
    )
    for asked, shapes in _ASKED.items()
    for shape in shapes
)
_HEAD = re.compile(rf"{_LEAD}(?P<head>[^,;?!\n]{{1,60}}?)\s*(?:,|\s[-–—])\s*(?P<tail>\S.*)", re.IGNORECASE)
_LETTERS, _SHARE = 3, 0.75  # of a word that may be a plural; of the words that must stand in what was told
_MINE = re.compile(r"(?:me|i|you|we|us|my|your|moi|toi|nous)\Z", re.IGNORECASE)
# Which tool shows a thing of each service, and what of it is asked there.
_SHOWS = {
    "github": "read_github_item",
    "jira": "jira_get",
    "drive": "read_file",
    "slack": "slack_thread",
    "meetings": "get_meeting_insights",
}
_OF: Mapping[str, frozenset[str]] = {
    "github": frozenset((_WHO, _WHEN, _STATE, _SIZE, _ABOUT)),
    "jira": frozenset((_WHO, _WHEN, _STATE, _ABOUT)),
    "drive": frozenset((_WHO, _WHEN, _SIZE, _ABOUT)),
    "slack": frozenset((_WHO, _WHEN, _ABOUT, _SAID)),
    "meetings": frozenset((_WHO, _WHEN, _SAID, _TODO, _ABOUT)),
}
_DIFF, _INSIGHTS = "read_github_diff", "get_meeting_insights"


def read(clause: Clause, before: Before) -> Call | None:
    """The look that answers a question about what was shown; None for any other message."""
    said = clause.text.strip()
    talked = work_refs.talk(before) if len(said) <= _LONGEST and "\n" not in said else None
    if talked is None:
        return None
    return _asked(said, talked) or _behind_its_name(said, talked)


def _behind_its_name(said: str, talked: Talk) -> Call | None:
    """ "The second one, did the tests pass?", "the VAT one, whose is that?"."""
    found = _HEAD.fullmatch(said)
    if found is None or work_refs.is_pointer(found["head"]):
        return None
    for service in talked.services:
        thing = work_refs.meant(found["head"], service, talked)
        if thing and (call := _asked(found["tail"], talked, given=(service, thing))):
            return call
    return _asked(found["tail"], talked) if work_refs.are_several(found["head"]) else None


def _asked(said: str, talked: Talk, given: tuple[Service, str] | None = None) -> Call | None:
    """The look for a question; `given` is what its pronoun means where that was said before it."""
    for asked, shape in _SHAPES:
        found = shape.fullmatch(said)
        if found is None:
            continue
        groups = found.groupdict()
        words = groups.get("s") or groups.get("s2") or ""
        if call := _look(asked, words, talked, given):
            return call
    return None


def _look(asked: str, words: str, talked: Talk, given: tuple[Service, str] | None) -> Call | None:
    if given is not None and (not words or work_refs.is_pointer(words)):
        return _shown(asked, *given) if asked in _OF[given[0].file] else None
    if work_refs.are_several(words):
        return talked.last if talked.last.tool in _LISTS else None
    for service in talked.services:
        if asked not in _OF.get(service.file, ()):
            continue
        is_told = service.file == "meetings" and (
            not words or work_refs.is_pointer(words) or not work_refs.meant(words, service, talked)
        )
        if is_told:
            if call := _of_meeting(words, talked):
                return call
            continue
        thing = work_refs.meant(words or "it", service, talked)
        if thing:
            return _shown(asked, service, thing)
    return None


_LISTS = frozenset(
    (
        "search_github",
        "jira_search",
        "slack_read",
        "slack_search",
        "search_files",
        "list_recent_files",
        "list_recent_meetings",
    )
)


def _shown(asked: str, service: Service, thing: str) -> Call:
    is_diff = asked == _SIZE and service.file == "github"
    return Call(_DIFF if is_diff else _SHOWS[service.file], {service.thing: thing})


def _of_meeting(words: str, talked: Talk) -> Call | None:
    """The meeting that was read last once more, where words point at it or stand in what was told of it."""
    read_ = next((call for call in talked.calls if call.tool == _INSIGHTS), None)
    if read_ is None:
        return None
    told = fold(talked.before.outcome(read_))
    if not words or work_refs.is_pointer(words):
        return read_ if read_ is talked.last else None
    named = [word for word in naming(words) if not _MINE.match(word)]
    said = sum(word in told or (len(word) > _LETTERS and word.removesuffix("s") in told) for word in named)
    return read_ if said and said >= _SHARE * len(named) else None
