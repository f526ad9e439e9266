"""What is said without a tool: greetings and thanks, what it can do, and plainly what it cannot do without a model.

Tables from the particular to the general. Never opens with an apology; always says what can be done next.
"""

import re

ABILITIES = (
    "I keep your tasks and lists, notes, reminders (once or repeating), things to read later, your journal and what you tell me "
    "about yourself, and I find them again. I tell what your watch measured, and I do dates, times, sums and conversions.\n"
    'Try: "remind me tomorrow at 9 to call mum", "add milk to my shopping list", "note: the gate code is 4412", '
    '"what do you know about me?" or "how many days until Christmas?"'
)
_WITHOUT = "without a language model connected"
_AWAY = "while my language model is away"  # the same where there is one
_INSTEAD = "I can keep notes, tasks, reminders and facts for you and find them again."
NOTHING_SAID = "I'm here. Tell me what to note, add, remind you of or look up."
OFFER = "Shall I remember that "
READ_FILES = (
    f"I have {{names}}, and {_WITHOUT} I can do little with it. Send it with “keep this as a note” and I'll keep what it says, after"
    " you said yes to it."
)
KEEPS_IT = re.compile(
    r"(?:please )?(?:keep|save|store|note|remember)(?: down)? (?:this|that|it|them|these)(?: (?:file|document|text))?(?: (?:as|in|into|to) (?:a|my) notes?)?(?: please)?[.!]*",
    re.IGNORECASE,
)
UNREADABLE = f'I didn\'t catch what to do with that. {_INSTEAD} Say "help" for examples.'
NOTHING_FOUND = "I find nothing about that in what you keep with me"
NOTHING_KEPT = f"{NOTHING_FOUND}, and {_WITHOUT} that is all I know. Tell me, and I'll remember it."
NOT_FROM_HERE = "I can't do that from here. I can put it on your to-do list or remind you of it."
NO_MESSAGES = "I can't make calls or send messages from here. I can remind you to."
REST_UNREAD = "That's a long one: I read the first part and did what it says. Send me the rest by itself."
TOO_LONG = 'That is a long text. Tell me what to do with it, like "note:" in front of it to keep it as a note.'
_GREETINGS: tuple[tuple[str, str], ...] = (
    (r"good morning|morning", "Good morning! What can I do for you?"),
    (r"good afternoon", "Good afternoon! What can I do for you?"),
    (r"good evening", "Good evening! What can I do for you?"),
    (r"good ?night|sleep well", "Good night! I'll keep watch over your reminders."),
    (
        r"(?:hi|hello|hey|hiya|howdy|yo|greetings|akwaaba|maakye|sup|hola|hallo)(?: there| again| all| kwasi| you)?",
        "Hello! What can I do for you?",
    ),
    (
        r"(?:many |thank you|thanks|thx|ty|cheers|medaase|much appreciated|appreciate it|thank u|tysm|thanx|nice one)(?: a lot| so much| very much| kwasi| you| again| a bunch| a million| for .{1,40}| thanks|!)*",
        "You're welcome!",
    ),
    (
        r"(?:that's |you're |you are |so |very |this is |it's )*(?:great|perfect|awesome|excellent|wonderful|amazing|brilliant|lovely|well done|good job|nice|cool|helpful|the best|good bot)(?: job| work| thanks| thank you| kwasi)*",
        "Glad that helps!",
    ),
    (
        r"(?:ok|okay|k|alright|all right|fine|got it|sure|understood|right|sounds good|great thanks|noted|i see|makes sense|hm+|ah|oh)(?: then| thanks| thank you| good)?",
        "All right. I'm here when you need me.",
    ),
    (
        r"(?:bye|goodbye|good bye|see you|see ya|later|ciao|talk (?:to you )?(?:later|soon)|take care|that's all|that is all|nothing else)(?: .{0,20})?",
        "Bye! I'll keep watch over your reminders.",
    ),
    (
        r"(?:no|nope|nah|no thanks|no thank you|never ?mind|forget it|cancel|stop|leave it|don't|not now|nothing|no need|cancel that|forget about it)",
        "All right, I'll leave it.",
    ),
    (r"(?:yes|yep|yeah|yup|y|sure thing|yes please|please do|do it|go ahead)", "Gladly. What shall I do?"),
    (
        r"how(?:'s| is| are)(?: it going| you(?: doing)?(?: today)?| things| life| everything)|how do you do|what's up|you ok(?:ay)?",
        "I'm well, thank you for asking! What can I do for you?",
    ),
    (
        r"(?:who|what) (?:are|r) you(?: exactly)?|what(?:'s| is) your name|(?:tell me|say something) about (?:yourself|you)|introduce yourself|are you (?:a |an )?(?:bot|robot|human|ai|real|person|chatgpt)(?: .{0,20})?",
        f'I\'m Kwasi, your assistant. I run on your own machine, and {_WITHOUT} I follow rules. Say "help" for what I can do.',
    ),
    (
        r"(?:help|/help|/start|menu|commands|options|instructions|what (?:can|could|do) (?:you|i|we) (?:do|ask|say)(?: (?:for me|here|you|to you|with you|with this))*|what are you (?:able to do|capable of|good at|for)|how (?:can|could) you help(?: me)?|how (?:do|does) (?:this|you|it) work|what (?:are your (?:abilities|features|skills|functions)|else can you do)|(?:show|tell|give) me what you (?:can do|know how to do)|(?:i need|can i get|give me) (?:some )?help|help me|can you help(?: me)?|what should i say|examples)",
        ABILITIES,
    ),
)
_CANNOT_MAKE: tuple[tuple[str, str], ...] = (
    (
        r"\b(?:write|draft|compose)\b.*\b(?:e-?mail|mail|letter|message|text|reply|response)\b",
        f"I can't write or send mail {_WITHOUT}. I can remind you to do it, or keep your points as a note.",
    ),
    (
        r"\bsummar(?:y|ise|ize)|\btl;?dr\b|\bthe gist\b",
        f"I can't summarise {_WITHOUT}. I can keep it for later or note what you tell me.",
    ),
    (
        r"\btranslat|\bhow do you say\b|\bin (?:french|spanish|german|twi|english|italian|portuguese|chinese|japanese)\b",
        f"I can't translate {_WITHOUT}. {_INSTEAD}",
    ),
    (
        r"\b(?:joke|poem|story|song|haiku|essay|riddle|rhyme|limerick|lyrics|fun fact|compliment)\b",
        f"I can't make things up {_WITHOUT}. {_INSTEAD}",
    ),
)
_CANNOT: tuple[tuple[str, str], ...] = (
    *_CANNOT_MAKE,
    (
        r"\b(?:write|draft|compose|send|reply|forward)\b.*\b(?:e-?mail|mail|letter|message|text|reply|response)\b|\be-?mail \w+",
        f"I can't write or send mail {_WITHOUT}. I can remind you to do it, or keep your points as a note.",
    ),
    (
        r"\b(?:weather|rain|snow|forecast|sunny|cloudy|windy|humid|temperature outside)\b",
        "I can't see the weather from here: no weather service is connected. Dates, times and sums I can do.",
    ),
    (
        r"\b(?:news|headlines?)\b",
        "I can't read the news from here: no news source is connected. What you keep with me I can find.",
    ),
    (
        r"\b(?:calendar|appointments?|meetings?|events?|schedule)\b",
        "I can't see a calendar from here: none is connected. I can set a reminder for it instead.",
    ),
    (
        r"\b(?:e-?mails?|inbox|mail)\b",
        "I can't see your mail from here: no account is connected. What you keep with me I can find.",
    ),
    (
        r"\b(?:sleep|slept|asleep|heart ?rate|pulse|hrv|steps?|workouts?|exercise|calories|blood (?:pressure|oxygen|sugar)|spo2|vo2|weigh|weight|walked)\b",
        f'That I can\'t answer {_WITHOUT}. What your watch measured I can tell: "how did I sleep this week?", "my steps today" or "is my HRV going up?"',
    ),
    (r"\b(?:play|pause|skip|volume|music|song|playlist|podcast|radio|spotify)\b", f"I can't play anything. {_INSTEAD}"),
    (
        r"\b(?:lights?|thermostat|heating|vacuum|oven|tv|television|door|lamp|plug|coffee machine)\b.*|\bturn (?:on|off)\b",
        f"I can't switch things in your home. {_INSTEAD}",
    ),
    (
        r"\b(?:book|order|buy|purchase|pay|transfer|reserve)\b",
        "I can't book, order or pay. I can put it on your to-do list or remind you of it.",
    ),
    (
        r"\b(?:call|phone|dial|ring|text|whatsapp)\b",
        NO_MESSAGES,
    ),
    (r"\b(?:spell|define|definition|synonym|meaning|mean)\b", f"I can't explain words {_WITHOUT}. {_INSTEAD}"),
    (
        r"\b(?:directions?|route|traffic|how far|nearest|near me|map)\b",
        "I can't look at maps from here. Dates, times, sums and conversions I can do.",
    ),
)
_QUESTION = re.compile(
    r"\A(?:what|who|whom|whose|when|where|why|how|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have|explain|describe|tell|give|write|create|make|generate|compare|recommend|suggest|calculate|solve)\b",
    re.IGNORECASE,
)
GENERAL = f"That I can't answer {_WITHOUT}: I know what you keep with me, not the world. {_INSTEAD}"

# Our own sentences alone are reworded, and only whole ones: what a user wrote is repeated as it stands.
_WHILE_AWAY = {
    said: said.replace(_WITHOUT, _AWAY)
    for said in (READ_FILES, NOTHING_KEPT, GENERAL, *(reply for _, reply in (*_GREETINGS, *_CANNOT)))
}


def while_away(said: str) -> str:
    """A sentence of this table as it is said where there is a language model that doesn't answer; any other as it is."""
    return _WHILE_AWAY.get(said, said)


def small(text: str) -> str | None:
    """The answer to a greeting, thanks or a question about the assistant itself."""
    said = re.sub(r"[^\w\s';/-]+", " ", text)
    said = " ".join(said.split())
    for pattern, reply in _GREETINGS:
        if re.fullmatch(
            rf"(?:(?:hi|hello|hey|ok|okay|oh|so|well|and|no|please|kwasi) )*(?:{pattern})(?: (?:please|kwasi|then|everyone|mate|man|bro|boss|friend|my friend|dear))?",
            said,
            re.IGNORECASE,
        ):
            return reply
    return None


def cannot_make(text: str) -> str | None:
    """What needs a language model whatever else is connected: writing, summaries, translations, jokes."""
    return next(
        (sentence for pattern, sentence in _CANNOT_MAKE if re.search(pattern, text[:1000], re.IGNORECASE)), None
    )


def cannot(text: str) -> str:
    """What it cannot do, and what it can do instead."""
    for pattern, sentence in _CANNOT:
        if re.search(pattern, text[:1000], re.IGNORECASE):
            return sentence
    return GENERAL if _QUESTION.match(text) or text.rstrip().endswith("?") else UNREADABLE
