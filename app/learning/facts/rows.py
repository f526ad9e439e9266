"""What rows of ways to state a fact are made of: a row, and the words that many of them share. Data only.

Patterns match from the beginning of a clause (`sentences.py`), letters of any case. Rows stand from the particular to the general.
"""

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Row:
    """`kind` is the fact's kind, `confidence` how sure such a saying is a lasting fact. `refuses`: words that make it passing after all.
    `needs_habit` and `needs_time`: only with a circumstance or a moment before it. `leans`: it speaks of what was said just before."""

    pattern: str
    kind: str
    confidence: float
    refuses: str = ""
    key: str = ""
    needs_habit: bool = False
    needs_time: bool = False
    leans: bool = False

    def fits(self, words: str) -> bool:
        """Whether a clause is said this way."""
        return _compiled(rf"\A(?:{self.pattern})").match(words) is not None

    def is_passing(self, words: str) -> bool:
        """Whether what is said this way is nothing to keep."""
        return bool(self.refuses) and _compiled(self.refuses).search(words) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """The regular expression with its parts written out, built when first used."""
    for name, words in _PARTS.items():
        pattern = pattern.replace(f"<{name}>", words)
    return re.compile(pattern, re.IGNORECASE)


_TIME = (
    r"\b(?:yesterday|today|tonight|tomorrow|recently|lately|last \w+|next \w+|this (?:week|weekend|month|year|summer|winter|spring|autumn|fall|morning|\w+day)|"
    r"the other (?:day|week|night)|\w+ (?:days?|weeks?|months?|years?) ago|in (?:19|20)\d\d|soon|"
    r"(?:in|on|since|until|by) (?:\w+ )?(?:january|february|march|april|may|june|july|august|september|october|november|december|\w+day)|a while (?:ago|back))\b"
)
_REGULAR = (
    r"\b(?:every|each|daily|weekly|monthly|regularly|on (?:\w+days|weekends)|at weekends|in the (?:mornings?|evenings?)|most (?:days|mornings|evenings|nights|weekends)|"
    r"(?:once|twice|\w+ times) (?:a|per|each|every) \w+|all the time|a lot|whenever|before bed|before work|after work|for (?:years|ages|decades)|since (?:i|we|19\d\d|20\d\d|childhood|college|school|high school|university|birth|then))\b"
)
_PARTS: dict[str, str] = {
    "i": r"(?:i|we)",
    "be": r"(?:(?:i|we)(?:'m|'re| am| are| was| were))",
    "have": r"(?:(?:i|we)(?:'ve| have|'d)?)",
    "much": r"(?:(?:also|really|just|now|currently|still|usually|always|never|often|generally|normally|mostly|actually|recently|finally|absolutely|only|both|"
    r"sometimes|mainly|already|totally|definitely|truly|kind of|sort of|even|simply|positively|regularly|typically|especially|super|so|very|pretty|quite|such|"
    r"all|not|happily|severely|mildly|highly|deeply|a bit|a little|strictly|basically|once|long|deathly|terribly|newly|originally|don't|do not|doesn't|can't|cannot|won't|didn't) ){0,6}",
    "time": _TIME,
    "regular": _REGULAR,
    "kin": r"(?:[\w-]+ ){0,2}?(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|mother|mum|mom|mama|father|dad|papa|parents?|sisters?|brothers?|siblings?|sons?|daughters?|"
    r"child|children|baby|kids?|twins|aunt|auntie|uncle|cousins?|nieces?|nephews?|grand\w+|gran|grandma|grandpa|step\w+|in-laws|\w+-in-law|friends?|roommate|flatmate|family|fam|"
    r"boss|manager|colleagues?|co-?workers?|team|teammates?|company|neighbou?rs?|landlord|landlady|teacher|coach|mentors?|doctor|dentist|therapist|dogs?|cats?|pets?|puppy|pup|kitten|horse|parrot)"
    r"(?:'s? (?:[\w-]+ ){0,2}?(?:wife|husband|partner|mother|mum|mom|father|dad|sister|brother|son|daughter|name|birthday|anniversary|email|number|address|dog|cat|kids?|family|job|house))?",
    # What is about the talk itself, or too vague to keep.
    "vague": r"(?:it|that|this|these|those|them|they|him|her|he|she|you|your|yours|what|how|when|where|why|who|which|everything|anything|nothing|something|the (?:idea|sound|look|way|fact|one|other|"
    r"same|thought|answer|question|point|result|message|reply)s?|one|ones|all|some|sure|here|there|hearing|seeing how|so much|no)\b",
    "name": r"(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+){0,3}",
}

# What passes, whatever the rest of it says: states of the moment, things gone wrong, the talk itself.
NOTHING_LASTING = re.compile(
    r"\b(?:you|your|u|ur|yours|yourself|alexa|siri|google|olly|kwasi)\b(?<!thank you)|\b(?:this (?:song|message|chat|app|bot|conversation|question|email|pic|photo|picture|one))\b",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|i might|might be|not sure|i guess|who knows|no idea|i doubt|don't know if)\b",
    re.IGNORECASE,
)
# A sentence whose "I" is left out.
ELIDED = re.compile(
    r"\A(?:just (?=\w+(?:ed|ing)\b|got|had|went|bought|found|took|met|made|began|did|came|finished|won|lost|read|wrote|ran)|been (?=\w+ing\b|into|to)|recently (?=\w+ed\b|got|went|bought|took|had)|finally (?=\w+ed\b|got|bought|took|made)|"
    r"(?:got|went|bought|met|joined|started|finished|signed|moved|adopted|graduated|quit|took up|tried|spent|had) (?=\w)|"
    r"can't wait to (?=\w)|love (?=\w+ing\b)|hate (?=\w+ing\b)|(?:gonna|going to) (?=\w)|(?:enjoying|planning|hoping|thinking|considering|working|looking forward|trying|adding|learning|saving|training) (?=to\b|on\b|of\b|about\b|for\b|\w+))",
    re.IGNORECASE,
)

PASSING_THING = (
    r"\b(?:question|problem|issue|doubt|request|idea|minute|moment|second|feeling|headache|cold|fever|meeting|appointment|call|deadline|flight|interview|exam|test|reservation|booking|delivery|package|"
    r"order|bill|charge|refund|card|credit card|debit card|account|balance|password|pin|luggage|bag|ticket|alarm|timer|reminder|email|emails|message|messages|text|event|events|"
    r"schedule|calendar|list|lists|task|tasks|note|notes|playlist|phone battery|battery|tire|tires|flat|payment|transaction|statement|paycheck|loan|insurance|"
    r"light|lights|lamp|volume|music|song|coffee|lunch|dinner|breakfast|shower|time|chance|look|wait|hard time|trouble|great time|good time|blast|fun|day|night|week|weekend)\b"
)
ACT = (  # what somebody wants that is a wish for life rather than an order
    r"(?:visit|travel|learn|become|be an?|be able|do more|live|move|retire|buy an? (?:house|home|car|flat|apartment|boat|bike|guitar|piano)|start(?: up)? (?:an?|my|our|doing|learning|running|going|eating|volunteering|the|\w+ing)|write an?|publish|"
    r"lose|gain|get (?:better|stronger|fit|fitter|healthy|healthier|into|married|involved|in shape|more|my|a (?:degree|dog|cat|puppy|job|promotion|tattoo|new job))|improve|quit|stop|give up|run (?:a|for|my)|study|work (?:as|in|with|on|for)|help|have (?:kids|children|a (?:family|baby|garden)|more)|"
    r"save (?:up|for|money)|make a difference|make (?:my (?:own|family|parents)|(?:the|this) world|our|people|others)|pursue|explore|keep|create|build|own|open|launch|adopt|raise|grow|focus|spend|try|join|volunteer|give back|inspire|share|continue|go (?:back|to|on|into|hiking|camping|skydiving|diving|abroad)|"
    r"take (?:up|part|better care|care)|teach|compete|win|finish|complete|reach|develop|host|organi[sz]e|attend|eat (?:less|more|better|healthier)|drink less|sleep (?:better|more)|read more|practi[cs]e|master|experience|hike|climb|paint|serve|collaborate|connect|encourage|support|affect|change|bring|give|raise|protect|turn|fight|act|perform|express)\b"
)
DOES = (  # what people do again and again
    r"(?:play|plays|run|runs|swim|cook|bake|paint|draw|sing|dance|write|read|teach|coach|mentor|volunteer|collect|speak|own|drive|ride|cycle|bike|hike|climb|garden|meditate|practi[cs]e|knit|sew|"
    r"train|fish|hunt|surf|ski|skate|blog|freelance|study|manage|run|lead|breed|raise|grow|sell|design|build|repair|farm|photograph|jog|commute|smoke|vape|fast|pray|tutor|babysit|stream|podcast|compose|perform|act in|"
    r"wear|use|take|drink|eat|follow|support|watch|attend|belong|host|organi[sz]e|work|live|share|keep|have|go|make|do|get up|wake up|sleep|walk|listen|exercise|work out|travel|visit|spend|start|begin|finish|order|buy|prefer|try|meet|call|see|bring|save|hang out|stay|leave|skip|avoid|put|rely|talk)\b"
)
MILESTONE = (
    r"(?:joined|enrolled|signed (?:up|with|a contract|on)|graduated|retired|adopted|got (?:married|engaged|divorced|promoted|hired|fired|laid off|accepted|hurt|injured|pregnant|certified|licensed|into|back (?:from|into)|an? |my |our |the |two |some )|"
    r"passed|failed|won|moved|relocated|switched|quit|left my|lost my (?:job|mother|mom|mum|father|dad|wife|husband|brother|sister|son|daughter|dog|cat|friend|gran\w*)|broke (?:my|up|down)|"
    r"became|turned \d|gave birth|had (?:a baby|surgery|an operation|twins|a setback|a (?:daughter|son))|started|began|took up|picked up|opened|launched|founded|set up|published|finished|completed|"
    r"bought|built|wrote|created|made|met|adopted|fostered|learned|learnt|discovered|found (?:an?|my|out|the)|volunteered|organi[sz]ed|hosted|held|ran (?:an?|my|the|for|in)|climbed|hiked|visited|travel+ed|"
    r"went (?:to|on|hiking|camping|skiing|swimming|surfing|back|for|through|over)|attended|participated|competed|performed|gave (?:an?|my|some|up)|spoke|presented|received|earned|achieved|reached|decided|chose|applied|"
    r"tried|took (?:an?|my|our|the|part|some)|celebrated|spent|had an?|did (?:an?|my|some|this)|saw|planted|painted|donated|raised|helped|taught|retook|dropped|returned|came (?:back|out|across)|ran into|"
    r"saved|stopped|rescued|renovated|repaired|fixed|sold|upgraded|recovered|beat|scored|set|been (?:to|on))\b"
)
BUSY = (  # what goes on for weeks, when somebody is at it
    r"(?:learning|studying|training|working (?:on|as|at|for|with|in|towards?|out)|writing|reading|building|making|creating|developing|designing|planning|preparing|organi[sz]ing|saving|taking|doing|practi[cs]ing|playing|painting|drawing|"
    r"teaching|coaching|volunteering|volunteering|renovating|recovering|trying (?:to|out|new|different)|exploring|considering|thinking (?:about|of)|hoping|looking (?:forward|into|to)|getting (?:into|better|ready|married|involved|people|more)|going through|"
    r"dating|seeing a|living|staying|raising|growing|running|cooking|baking|following|watching|collecting|applying|pursuing|focusing|focussing|starting|expecting|taking care|caring|networking|researching|using|attending|dreaming|aiming|having (?:an?|the|my|our)|hosting|joining|performing|"
    r"competing|launching|opening|expanding|editing|filming|recording|composing|managing|leading|mentoring|helping|spending|enjoying|eating|dieting|hiking|swimming|surfing|involved|into|part|wanting|meaning to (?:learn|visit|start|read)|keeping|balancing|juggling)\b"
)
