"""Spoken wrapping off, words left: "hey, could you please add milk for me?" is "add milk".

Pure text work shared by all readers: politeness, quotes, lists in a sentence, "my" said back as "your".
"""

import re

from app.excerpt import excerpt
from app.models.offline.spelling import written_out

MAX_READ = 4000  # a longer message is a text to keep, not a request; its head says what to do with it

_SPACES = re.compile(r"[^\S\n]+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\u200b": None})
_O_CLOCK = re.compile(r"\b(?<=\w )o'? ?clock\b", re.IGNORECASE)
_HALF_DAY = re.compile(r"\b([ap])\. ?m\b\.?", re.IGNORECASE)  # "five p. m." has no full stops
_LEAD = re.compile(
    r"\A(?:(?:hey|hi|hello|hiya|yo|ok|okay|so(?! you know)|well|oh|oops|um+|uh+|hmm+|right|alright|and|also|then|now|please|pls|kindly|"
    r"just(?! so you)|quick (?:one|question)|quick(?:ly)?|actually|no(?! need\b| longer\b| more\b| one\b| (?:[\w-]+ )?(?:briefings?|recaps?|digests?|quiet hours)\b| (?:messages|notifications|pings|texts) (?:after|before|from|between)\b)|nope|nah|yes|yeah|yep|sure|great|good|perfect|cool|thanks|thank you|listen|sorry|wait|"
    r"kwasi|quasi|kwesi|alexa|siri|cortana|google|jarvis|computer|charley|chale|abeg|bruh|bro|man|dude|mate|dear(?! (?:diary|journal))|love(?=,)|sir|madam|boss|yaar|boss man|ugh|ah|aw|haha+|lol|omg|phew|wow|"
    r"good (?:morning|afternoon|evening|day)|first(?= of all|,)|next(?=,)|finally|lastly|plus|by the way|btw|basically|anyway|now then|you know what|"
    r"before i forget|i keep forgetting|guess what|do one thing|do the needful(?: and)?|how far(?! (?:did|do|does|have|has|is|was|are|from|to|i)\b)|if (?:it's|it is|that's) (?:not too much|no) (?:trouble|bother)|if you don't mind|if possible|when you (?:can|get a (?:chance|minute|moment))|"
    r"i(?:'m| am) having (?:one|a) doubt|i have (?:one|a) (?:quick )?(?:question|doubt|request)|quick (?:one|question)|one more thing|one more|in that case|correction)\b[\s,!.:;–-]*)+(?=\S)",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"\A(?:(?:can|could|would|will|won't|might|may) (?:you|u|ya)(?: (?:be able to|be willing to|be so (?:kind|good)(?: as)?(?: to)?|be kind enough to|care to|like to|mind|maybe|possibly))?(?: (?:please|pls|kindly|"
    r"also|just|quickly))*|(?:could|can|may|might) i (?:trouble|ask|bother|get|have) you to|be so (?:good|kind) as to|"
    r"(?:i (?:was )?wonder(?:ing)?|i am wondering|i'm wondering) (?:if|whether) you (?:could|can|would|might)(?: please)?|"
    r"i (?:should|would|'d)? ?(?:be|am) (?:so |very |most )?(?:grateful|thankful|obliged) if you (?:would|could)(?: please)?|it would be (?:great|nice|lovely|good|helpful) if you (?:could|would)|i(?:'d| would) (?:like|love)(?: it if)? you to|i(?:'d| would) (?:like|love) (?:for )?you to|"
    r"i (?:want|need) (?:for )?you to|you (?:should|can|could|need to|have to)|go ahead and|be (?:a dear|so kind) and|"
    r"is it possible to|would it be possible to|do me a favou?r and|make sure (?:to|you)|help me(?: to)?|let's|let us|"
    r"i(?:'d| would) appreciate it if you(?: could)?|please|pls|kindly|just(?! so you)|"
    r"(?:tell|show|give) (?:me|us)(?= (?:what|which|who|where|how (?:many|much|old)|when)\b)|let me know(?= (?:what|which|who|where|when|how)\b)|"
    r"remind me(?= (?:what|which|who|where|how)\b)|do you (?:happen to )?(?:know|remember|recall)(?= (?:what|who|where|which|when|how|if|whether)\b)|"
    r"(?:i(?:'d| would| should) (?:like|love) to|i want to|i need to|i) (?:know|hear|see|wonder)(?= (?:what|who|where|which|when|how|if|whether)\b)|i (?:was wondering|wonder)(?= )|"
    r"any idea(?= (?:what|who|where|which|when|how)\b)|(?:can|could) you (?:recall|remember)(?= (?:what|who|where|which|when|how)\b))[\s,]+(?=\S)",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\A(?:i(?:'d| would) (?:like|love) to|i (?:want|need|wanna|have) to|i wanna|i'm (?:trying|going) to|can i|could i|may i|"
    r"i(?:'d| would) like|how (?:do|can) i|let me)\s+(?=(?:add|put|set|save|make|create|write|jot|note|see|know(?! (?:at|in|on|tomorrow|tonight|every)\b)|check|find|search|look|"
    r"cancel|delete|remove|be reminded|get reminded|have|get a reminder|read|list|view|hear|mark|tick|move|change|rename|"
    r"reschedule|snooze|postpone|clear|empty|undo|start|keep|store|record|log|bookmark|schedule|a (?:reminder|note|timer|task)|"
    r"an alarm)\b)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,]+(?:please|pls|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|thx|ta|cheers|for me|kwasi|"
    r"if you (?:can|could|would|don't mind)|will you|would you|could you|can you|ok(?:ay)?|right now|asap|somewhere|now please|lol|haha|dear|love|mate|bro|boss|man|xx?|"
    r"(?:many )?thanks (?:in advance|a (?:bunch|million))|if that's (?:ok|okay|all right)|there's a dear|abeg|yeah))+"
    r"[\s.!?]*\Z",
    re.IGNORECASE,
)
_GERUND = re.compile(
    r"\A(?:would|do|will) you (?:please |kindly )?mind (?:please )?(?P<verb>tell|add|put|show|remind|set|read|check|cancel|delet|remov|mak|tak|sav|not|writ|find|search|clear|mov|chang|mark|tick|empty|list|jott)t?ing\b",
    re.IGNORECASE,
)
_SILENT_E = frozenset(("delet", "remov", "mak", "tak", "sav", "not", "writ", "mov", "chang"))
_ASKED = r"\A(?P<ask>what|when|where|who|which \w+|how (?:many|much|old|long)(?: \w+)?)(?: all)?"
_INDIRECT = (
    (
        re.compile(rf"{_ASKED} (?P<who>i|we|you) (?P<be>am|are|was|were|did|had)\b", re.IGNORECASE),
        r"\g<ask> \g<be> \g<who>",
    ),
    (re.compile(rf"{_ASKED} there (?P<be>is|are)\b", re.IGNORECASE), r"\g<ask> \g<be> there"),
    (
        re.compile(rf"{_ASKED} (?P<who>i|we|you) (?=\w)(?!(?:do|can|could|should|will)\b)", re.IGNORECASE),
        r"\g<ask> do \g<who> ",
    ),
    (
        re.compile(rf"{_ASKED} (?P<thing>(?:my|our|the) .+?) (?P<be>is|are|was|were)\Z", re.IGNORECASE),
        r"\g<ask> \g<be> \g<thing>",
    ),
)
_END = " \t\n.!?,;:…"
_ASIDE = re.compile(r"\s*,\s*(?:please|dear|kwasi|mate|bro|love|if you can|if possible|you know)\s*,\s*", re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"]+)\"|(?<!\w)'([^']+)'(?!\w)")
_ARTICLE = re.compile(r"\A(?:a|an|the|some|any|my|our|more|another)\s+(?=\S)", re.IGNORECASE)
_YOU: tuple[tuple[str, str], ...] = (
    (r"\bi'?m\b", "you're"),
    (r"\bi am\b", "you are"),
    (r"\bmyself\b", "yourself"),
    (r"\bmine\b", "yours"),
    (r"\bmy\b", "your"),
    (r"\b(?:i|me)\b", "you"),
)
_SAY_YOU = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in _YOU)


def tidy(text: str) -> str:
    """Plain quotes, single spaces and short forms written out, nothing else changed."""
    plain = _SPACES.sub(" ", excerpt(text, MAX_READ).translate(_QUOTES)).strip()
    return written_out(_O_CLOCK.sub("o'clock", _HALF_DAY.sub(r"\1m", plain)))


def bare(text: str) -> str:
    """The request without greeting, politeness and closing marks; never empty for a text that has words."""
    said = _ASIDE.sub(" ", text.strip(), count=1) if ":" not in text else text.strip()
    for _ in range(4):
        before = said
        said = _GERUND.sub(_infinitive, _LEAD.sub("", said, count=1))
        said = _FRAME.sub("", said, count=1)
        said = _WISH.sub("", said, count=1)
        if said == before:
            break
    return _without_tail(said) or text.strip(_END)


def _infinitive(gerund: re.Match[str]) -> str:
    """ "(would you mind) adding" as "add"."""
    verb = gerund["verb"].casefold().replace("jott", "jot")
    return f"{verb}e" if verb in _SILENT_E else verb


def direct(text: str) -> str:
    """An indirect question as it is asked outright: "where I live" as "where do I live"."""
    for indirect, asked in _INDIRECT:
        if indirect.match(text):
            return indirect.sub(asked, text, count=1)
    return text


def unquoted(text: str) -> str:
    """Without quotation marks that surround all of it, and without closing marks."""
    said = text.strip(_END)
    found = _QUOTED.fullmatch(said)
    return (found[1] or found[2]).strip() if found else said


def without_article(text: str) -> str:
    """ "the milk" as "milk"."""
    return _ARTICLE.sub("", text, count=1)


def to_you(text: str) -> str:
    """The user's words said back: "call my mum" as "call your mum"."""
    for pattern, word in _SAY_YOU:
        text = pattern.sub(word, text)
    return text


def quoted_parts(text: str) -> list[str]:
    """What stands in quotation marks."""
    return [first or second for first, second in _QUOTED.findall(text)]


def _without_tail(said: str) -> str:
    stripped = said.rstrip(_END)
    for _ in range(3):
        shorter = _TAIL.sub("", stripped).rstrip(_END)
        if shorter == stripped:
            break
        stripped = shorter
    return stripped
