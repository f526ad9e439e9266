"""What is known about the user: asked in fixed words, asked for its source, asked for what was before, and their word on what waits."""

import re

from app.models.offline import speech
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

ABOUT_YOU: dict[str, str] = {
    r"where (?:do|am) i (?:live|living|staying|based)|(?:what|which) (?:city|town|country|place) (?:do|am) i (?:live|living)(?: in)?|where(?:'s| is) (?:my )?home|what(?:'s| is) my (?:home )?address": "home",
    r"where (?:do|am) i work(?:ing)?|who do i work for|what(?:'s| is) my (?:job|work|profession|occupation)|what do i do(?: for (?:a living|work))?": "work",
    r"what(?:'s| is) my name|who am i|what am i called|do you know my name": "name",
    r"how old am i|what(?:'s| is) my age": "age",
    r"where (?:am|was) i (?:from|born)|where do i come from": "from",
    r"when was i born|when(?:'s| is) my birthday|what(?:'s| is) my birth(?:day| date)|what(?:'s| is) my date of birth": "birthday",
    r"what (?:do|did) you (?:know|remember) about me|what have you (?:remembered|learn(?:ed|t)|stored|got|kept|saved) (?:about|on) me|(?:tell me |show me )?(?:everything|what) (?:that )?you (?:know|remember|have|'ve got)(?: stored| saved)? (?:about|on) me|what do i tell you about (?:me|myself)|what facts do you (?:know|have)(?: about me)?|(?:show|list)(?: me)? (?:my|all|the) facts|my facts|what(?:'ve| have) i told you about (?:me|myself)": "",
}
FIXED = frozenset(key for key in ABOUT_YOU.values() if key)


def fixed(about: str) -> Row:
    """A row that always asks about the same thing."""
    arguments = {"about": about} if about else {}
    pattern = next(pattern for pattern, key in ABOUT_YOU.items() if key == about)
    return Row(
        rf"(?:do you (?:know|remember) |tell me |remind me )?(?:{pattern})",
        lambda match, clause: Reading((Call("recall_facts", arguments),)),
    )


def ask_before(match: re.Match[str], clause: Clause) -> Reading | None:
    """What was so before it was corrected."""
    place = said(match, "place").casefold()
    about = {"live": "home", "stay": "home", "work": "work"}.get(place) or speech.without_article(said(match, "about"))
    about = re.sub(
        r"\A(?:my|our) (?:old|former|previous|last|ex-?)? ?|\A(?:old|former|previous) ", "", about, flags=re.IGNORECASE
    )
    return Reading((Call("recall_facts", {"about": about, "show": "before"}),)) if about else None


def ask_source(match: re.Match[str], clause: Clause) -> Reading | None:
    """Where it is known from: one thing, or all of it."""
    about = re.sub(
        r"\A(?:that )?(?:my|our) |\A(?:me|that|this|it|all that|all this|these things)\Z",
        "",
        said(match, "about"),
        flags=re.IGNORECASE,
    )
    about = next(
        (key for pattern, key in ABOUT_YOU.items() if key and re.fullmatch(pattern, about, re.IGNORECASE)), about
    )
    about = re.sub(r"\A(?:that )?i(?:'m| am)? |\A(?:where|what|who|when) i (?:am )?", "", about, flags=re.IGNORECASE)
    about = {"live": "home", "work": "work"}.get(about.casefold(), about).removesuffix(" from")
    return Reading((Call("recall_facts", {"show": "sources"} | ({"about": about} if about else {})),))


def of_theirs(match: re.Match[str], what: str) -> Reading:
    """One thing about one of their people: "sister's home"."""
    who = re.sub(r"\A(?:my|our) ", "", said(match, "who"), flags=re.IGNORECASE)
    return Reading((Call("recall_facts", {"about": f"{who}'s {what}"}),))


def decide(match: re.Match[str], clause: Clause) -> Reading | None:
    """The user's word on a fact that waits for it."""
    no = {"yes": False} if match.groupdict().get("no") else {}
    return Reading((Call("confirm_fact", {"fact": said(match, "fact")} | no),))


_WHO = r"[\w'-]+(?: [\w'-]+){0,3}?"
_FROM_WHERE = r"(?:,? (?:and )?(?:from where|where (?:do you have|did you get|do you know|have you) (?:it|that|this|them) from|how do you know(?: (?:it|that|this))?|with (?:the |your )?sources?|since when|who told you))"
_OLD = r"(?:before(?: that| then)?|earlier|previously|in the past|until now|last)"

# From where, what was before, and yes or no to what waits.
ROWS: tuple[Row, ...] = (
    Row(
        rf"where (?:does|do|is|are|'s) (?P<who>(?:my|our) {_WHO}) (?:live|living|stay|staying|based|reside)(?: now| these days)?",
        lambda match, clause: of_theirs(match, "home"),
    ),
    Row(
        rf"(?:where|who) (?:does|do|is|are) (?P<who>(?:my|our) {_WHO}) (?:work|working)(?: for| at)?(?: now| these days)?",
        lambda match, clause: of_theirs(match, "work"),
    ),
    Row(
        rf"(?:what|everything)(?: do| that| have)? you (?:know|remember|learned|have)(?: stored)? (?:about|on) (?P<about>me|my .+?|us|our .+?){_FROM_WHERE}",
        ask_source,
    ),
    Row(
        r"(?:how|where|since when) do you know (?P<about>(?:that |where |what |who |when )?(?:i|my|our)\b.+|(?:all )?(?:that|this|it))(?: from)?",
        ask_source,
    ),
    Row(
        r"(?:who|when did i) (?:told|tell) you (?P<about>(?:that|this|(?:about |that |where )?(?:i|my|our)\b.+))",
        ask_source,
    ),
    Row(
        r"(?:where|what) (?:do|did) you (?:have|get|know) (?P<about>(?:that|this|it|all that|all this|(?:my|our) .+?)) from",
        ask_source,
    ),
    Row(r"(?:show|tell|give) me (?:the |your )?sources?(?: (?:of|for) (?P<about>.+))?", ask_source),
    Row(
        rf"where (?:did|was|were) (?:i|we) (?:use to )?(?P<place>live|work|stay|living|working|staying) {_OLD}",
        ask_before,
    ),
    Row(r"where did (?:i|we) (?:use|used) to (?P<place>live|work|stay)", ask_before),
    Row(rf"(?:what|who|where|which|how)(?:'s| was| were| is) (?P<about>my .+?|our .+?) {_OLD}", ask_before),
    Row(
        r"(?:what|who|where)(?:'s| was| were| is) (?P<about>my (?:old|former|previous|last) (?!message|reminder|note|task|question|email|meeting|appointment|list|entry).+)",
        ask_before,
    ),
    Row(
        r"(?:show me |tell me |what is |what's )?(?:the )?history of (?P<about>(?:my|our) (?!reminders?|tasks?|notes?|lists?|chats?).+)",
        ask_before,
    ),
    Row(
        r"(?:what|which things?)(?:'s|'ve| have| has)? (?:changed|was different before|was different) about (?P<about>me|my .+)",
        ask_before,
    ),
    Row(
        r"(?:yes,? )?(?:please )?(?:confirm|keep|accept|go by|use)(?: (?:fact|number|the fact))? ?(?:#|number |no\.? ?)(?P<fact>\d{1,9})",
        decide,
    ),
    Row(
        r"(?P<no>no,? |please )?(?:reject|decline|leave out|don't keep|don't use|drop|discard|dismiss)(?: the)?(?: waiting)?(?: fact| number)? ?(?:#|number |no\.? ?)(?P<fact>\d{1,9})(?: as a fact)?",
        lambda match, clause: Reading((Call("confirm_fact", {"fact": said(match, "fact"), "yes": False}),)),
    ),
    Row(
        r"(?:please )?confirm (?:that |the fact that |the fact about |what you read about )(?P<fact>(?:i|my|our|we)\b.+)",
        decide,
    ),
)
FIXED_ROWS: tuple[Row, ...] = tuple(fixed(about) for about in ABOUT_YOU.values())
