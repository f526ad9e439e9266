"""The words the pre-filter reads requests with: verbs of doing and of looking up, politeness, and what is somebody's content.

Closed classes and everyday verbs of an assistant's work; no wording of any request stands here. Knows no grammar.
"""

QUOTE, URL, ADDRESS, FILE, BLANK, NUMBER = "‹quote›", "‹url›", "‹address›", "‹file›", "‹blank›", "‹number›"
MARKS = frozenset((QUOTE, URL, ADDRESS, FILE, BLANK, NUMBER))

STOPS = frozenset((".", "?", "!", ";", "\n"))
JOINTS = frozenset(", : – — ( and then but or so also plus afterwards finally next otherwise".split())
SEQUENCE = frozenset("then also afterwards finally next plus after additionally".split())
"""Joints that say a new thing begins; a comma or "and" may as well go on with the old one."""

# Commands that change or send something.
ACTS = frozenset(
    """accept adapt add adjust alert answer apologise apologize append apply approve archive arrange ask assign attach block
    book buy cancel change clean clear close combine comment complete compose congratulate contact convert copy
    correct create cut decline delete deposit disable dismiss donate double draft drop e-mail edit email enable export
    extend file fill finish fix follow forward generate give grant greet import increase inform insert invite join
    label leave let link log lower mail make mark merge message modify move mute note notify open order organise
    organize paste pay pin ping plan post postpone prepare print publish push put raise rebook record reduce refund
    register reject remind remove rename renew reopen reorder repeat replace reply report reschedule reserve respond
    restore revoke save schedule send set share shift sign sort split star start stop store submit subscribe swap tag
    tell text thank ticket transfer translate trim turn unsubscribe update upload use warn withdraw write""".split()
)
# Commands that only bring something.
READS = frozenset(
    """analyse analyze browse calculate check choose collect compare compute confirm count describe determine estimate
    explain extract fetch figure find gather get identify list locate look name pick provide pull rank read recommend
    research retrieve review scan search see select show suggest summarise summarize verify work""".split()
)
# As often nouns as verbs: commands only where something follows that a noun does not take.
NOUNS_TOO = frozenset(
    """alert answer ask block book change check clean clear close comment complete contact copy correct count cut deposit
    double drop e-mail email export file finish fix follow import increase label link list log look lower mail mark
    message move mute name note open order pay pick pin ping plan post print push raise rank record reduce repeat
    report research reserve review schedule search set share shift show sign sort split star start stop store swap tag
    text ticket transfer trim turn update use work""".split()
)
AFTER_VERB = MARKS | frozenset(
    """a about all an another any anyone at back both by down each every everybody everyone for from her him his how if in
    it its me my no off on one our out over people some someone that the their them there these this those three through to
    two up us what when where whether which who whoever whose with your : #""".split()
)
# "open pandora" is none of ours; "open an issue" is.
AFTER_OPEN = frozenset(("a", "an"))
ASKING = frozenset(
    """am are aren't can did do does has have how how's is isn't shall should was were what what's whats when when's where
    where's which who who's whose why will""".split()
)
WISHES = frozenset(
    (
        ("i", "need"),
        ("i", "want"),
        ("i'd", "like"),
        ("i", "would"),
        ("i", "also"),
        ("i'm", "looking"),
        ("i'm", "hoping"),
        ("i'm", "after"),
        ("i'm", "also"),
        ("i'll", "need"),
        ("we", "need"),
        ("we", "want"),
        ("we'd", "like"),
        ("we", "also"),
        ("looking", "for"),
    )
)
CONDITIONS = frozenset((("if",), ("unless",), ("in", "case")))
# What a person says before what they want.
POLITE = frozenset(
    tuple(phrase.split())
    for phrase in (
        "after that; afterward; afterwards; again; also; and; at last; at the end; but; by the way; can u; can you; could "
        "you; do me a favor and; do me a favour and; do not forget to; don't forget to; dont forget to; else; feel free to; "
        "finally; first; firstly; go ahead and; hello; help me; help me to; help us; help us to; hey; hi; i also need to; "
        "i also need you to; i also want to; i have to; i need to; i need you to; i wanna; i want to; i want you to; i "
        "would like to; i would like you to; i'd like to; i'd like you to; i'd love to; i'm looking to; i'm hoping to; id "
        "like to; if no; if not; if possible; if so; if that works; if yes; if you can; in addition; in that case; in the "
        "end; instead; just; kindly; lastly; later; let's; lets; make sure to; make sure you; make sure that you; next; no; "
        "now; ok; okay; once done; or; otherwise; please; plus; remember to also; second; secondly; so; thank you; thanks; "
        "then; too; try to; we also need to; we also want to; we need to; we want to; we'd like to; well; when done; will "
        "you; would you; yes; you"
    ).split("; ")
)
LONGEST_POLITE = max(map(len, POLITE))

# "tell me" brings something; "tell Ana" sends something.
REPORTS = frozenset("bring give inform let read show tell update".split())
ME = frozenset(("me", "us"))
SPEAKING = frozenset("ask email e-mail inform let mail message notify remind say tell text warn write".split())
MESSAGING = frozenset(
    "answer alert ask call email e-mail mail message reply respond send tell text tweet write".split()
)
# Verbs that carry somebody's words, and what opens them: "remind me to …", "write that …", "ask him whether …".
CARRIERS = frozenset(
    """add answer ask comment draft email e-mail inform let log mail message note notify post put record remember remind
    reply report respond save send tell text translate warn write""".split()
)
CONTENT_OPENS = frozenset("that saying says whether if :".split())
ASKED_CONTENT = frozenset("what when where how why who which".split())
INFINITIVE_CARRIERS = frozenset("ask email inform message notify remind tell text warn write".split())
DEFINITE = frozenset("the this these those my our his her their last latest".split())
PRONOUNS = frozenset("him her them it they us everyone".split())
# "… and do I have", "… and is there": a joined question that begins anew.
INVERTED = frozenset("am are can did do does has have is should was were will".split())
SUBJECTS = frozenset("i my we our there the any anyone anybody".split())
# What follows a colon after these is dictated, to the end of the text.
DICTATED = frozenset(
    """add answer comment correct draft email e-mail explain log mail message note post record remember rephrase reply respond save
    send summarise summarize tell text translate warn write""".split()
)
BACK = frozenset("it them that there him her this".split())
REMINDERS = frozenset("task todo to-do reminder note ticket issue alarm".split())
# "make it shorter" says how, it is nothing new.
SHAPING = frozenset("keep leave make set".split())
# What a command is followed by inside a spoken condition.
OBJECTS = frozenset("the my our his her their a an it him them this that all every".split())
