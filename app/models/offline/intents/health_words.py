"""The words in which people ask for what was measured of them: one row a thing, and the words that may stand around it. Data only.

A question about one's own readings is made of few words. What holds any other ("the steps of the recipe", "a heart rate monitor") is
about something else, so these lists decide by what they leave out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_WORD = re.compile(r"[\w'%]+")
_DOING = "walk walked walking run ran running ride rode riding cycle cycled jog jogged swim swam hike hiked cover covered go gone went travel travelled on foot move moved do done did for in"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Whole words of a pattern, compiled when first used."""
    return re.compile(rf"\b(?:{pattern})\b")


@dataclass(frozen=True, slots=True)
class Topic:
    """`metric` is a row of `health/metrics.py`, or what somebody calls a reading that isn't there; `words` may stand beside it.

    `asked`: the time that is meant by a question that names none; `never`: what makes it a question about something else.
    """

    metric: str
    pattern: str
    words: str = ""
    asked: str = ""
    never: str = r"(?!)"

    def find(self, said: str) -> bool:
        """Whether it is spoken of."""
        return compiled(self.pattern).search(said) is not None

    def without(self, said: str) -> set[str]:
        """The other words."""
        return set(_WORD.findall(compiled(self.pattern).sub(" ", said)))

    def is_about(self, said: str) -> bool:
        """Whether it is asked about, and nothing else that sounds like it."""
        return self.find(said) and re.search(self.never, said) is None


_SLEEP_WORDS = "it go went bed up through fell fall fallen debt restless rem light deep awake rested of sleep asleep"
# The first that is said counts, so the particular stands before the general.
TOPICS: tuple[Topic, ...] = (
    Topic("resting_heart_rate", r"resting (?:heart ?rate|heart ?beat|pulse|hr|bpm)|rhr"),
    Topic("hrv_rmssd", r"hrv|heart(?: ?rate)? variability|rmssd"),
    Topic(
        "heart_rate",
        r"heart ?rates?|(?<=is my )heart beating|pulse|heart ?beats?|bpm|hr",
        words="beats per minute run walk workout exercise training ride sleeping asleep rest resting",
    ),
    Topic("spo2", r"sp ?o2|(?:blood )?oxygen(?: (?:levels?|saturation))?|o2 saturation", words="blood"),
    Topic("respiratory_rate", r"respiratory rate|respiration(?: rate)?|breathing rate|breaths (?:per|a) minute"),
    Topic("skin_temperature", r"(?:skin|wrist) temp(?:erature)?"),
    Topic("blood_pressure", r"blood pressure|bp|systolic|diastolic"),
    Topic(
        "blood_glucose",
        r"blood (?:sugar|glucose)(?: levels?)?|glucose|sugar levels?",
        words="after before lunch dinner breakfast meal meals eating fasting",
    ),
    Topic("body_fat", r"(?:body ?)?fat percentage|body ?fat"),
    Topic("vo2_max", r"vo2(?: ?max)?|(?:cardio|aerobic|cardiovascular) fitness|fitness level"),
    Topic(
        "nutrition",
        r"calorie intake|(?:calories|kcals?)(?= (?:.+ )?(?:eat|eaten|ate|consumed?|in my food)\b)|(?:did|have) i (?:eaten?|ate)",
        words="eat eaten ate consume consumed food",
        asked="today",
        never=r"what (?:did|have) i",
    ),
    Topic("active_energy", r"active (?:calories|energy|kcals?)", words="burn burned burnt burning", asked="today"),
    Topic(
        "total_energy",
        r"calories?|kcals?|energy(?= (?:did|have) i (?:burn|use))|energy (?:burned|burnt|use|expenditure)|burn|burned|burnt|burning",
        words="burn burned burnt burning out while walking running",
        asked="today",
    ),
    Topic(
        "exercise_session",
        r"(?:active minutes|(?:was i|have i been|did i go) (?:at|to) the gym|work(?:ed|ing)? ?outs?|exercis(?:e|es|ed|ing)|train(?:ed|ing)?|gym)(?: sessions?)?"
        r"|(?<=how long was my )(?:(?:bike|morning|evening|last|long|easy) )?(?:run|ride|swim|hike|jog|walk|session)"
        r"|(?:my|many) (?:runs|rides|swims|hikes|jogs|walks)|(?<=how was my )(?:run|ride|swim|hike|jog|walk)|(?:last|latest) (?:run|ride|swim|hike|jog|walk)"
        r"|(?:did|have) i (?:go|gone|been) (?:out )?(?:for|on) an? (?:run|ride|swim|hike|jog|walk)|how long (?:did|have) i (?:run|ran|cycle[d]?|swim|swam|hike[d]?|jog(?:ged)?)",
        words="session sessions long minutes hours workout workouts hard",
        never=r"\b(?:do|will) i have\b|\A(?:when|what time) (?:is|are|do)\b|\A(?:is|are)\b(?!.*\b(?:more|less)\b)",
    ),
    Topic(
        "distance",
        r"how far|fur?thest|farthest|distances?|kilomet(?:re|er)s?|kms?|miles?|metres",
        words=_DOING,
        asked="today",
    ),
    Topic("floors_climbed", r"floors?|stairs|flights of stairs", words="climb climbed flights go gone", asked="today"),
    Topic(
        "hydration",
        r"water|hydrat(?:ed|ion)|drunk|drank|drink|fluids?",
        words="drink drank drunk drinking intake litres liters ml had water",
        asked="today",
    ),
    Topic(
        "sleep_session",
        r"(?:over)?sleep(?:s|ing)?|(?:over)?slept|shut eye|(?<=how many )hours(?= did i (?:get|have))|in bed|asleep|awake|rem|nap(?:s|ped)?|wake(?: up)?|woke(?: up)?|(?:go|went|gone|been|get|got|getting|going) (?:in)?to bed|bed ?times?"
        r"|(?:get|got) up|(?:my|best|worst|shortest|longest) nights?",
        words=_SLEEP_WORDS,
        never=r"\b(?:am|are) i going to\b|\A(?:when|what time) (?:is|are|am)\b(?! my (?:average |usual )?bed)|\bmy nights?\b.+\b(?:free|shift|out)\b",
    ),
    Topic(
        "steps",
        r"steps?(?: counts?)?|walk(?:ed|ing)?|(?:(?<=how )|more |less )active|(?:have|did) i (?:moved?|been active)|was i (?:active|moving)|am i (?:moving|active)",
        words="step steps walk walked walking count active move moved",
        asked="today",
        never=r"\A(?:what|which) steps\b|\A(?:where|what time)\b|\A(?:is|are)\b.*\bwalk\b|\Awhen\b(?!.*\bmost\b)|\bnext steps?\b|\bmy walk\b",
    ),
    Topic(
        "weight",
        r"how heavy am i|scales? (?:say|show)|weigh(?:ed|ing|s)?(?: in)?|weights?|(?:kilos?|kgs?|kilograms|pounds|lbs)(?= (?:have|did) i (?:lost|lose|gained?|put on))|(?:lost|gained|put on) (?:any |much )?(?:kilos?|kgs?|pounds)",
        words="the lost lose gained gain gaining losing put myself kilos kilograms kg kgs pounds lbs stone weight",
        never=r"\b(?:lift|lifts|lifted)\b|how (?:do|to|can) i (?:lose|gain|put)",
    ),
    Topic("stress", r"stress(?: levels?| score)?"),
    Topic("body battery", r"body battery"),
    Topic("recovery", r"(?:readiness|recovery)(?: score)?|recovered"),
)

ANY = "|".join(row.pattern for row in TOPICS)  # any of them

# All of one's readings at once.
_MINE = r"(?:my|the|all|all of|all my|all the|some|any|a|an|today's|overall|current|latest|quick|daily)"
_READINGS = (
    r"(?:health|vitals?|vital signs|body|wearable|watch|fitness|biometrics)"
    r"(?: (?:data|snapshot|summary|stats|statistics|metrics|readings?|report|numbers|figures|overview|dashboard|check|status|check ?in|update))?"
)
SNAPSHOT = (
    rf"(?:(?:give|show|tell|get|see|check|read)(?: me)? )?(?:{_MINE} )*{_READINGS}(?: (?:for |as of )?(?:today|now|right now|so far|at a glance|this morning|the day))*|(?:show|give) (?:me )?my (?:stats|numbers|readings|vitals)(?: (?:for )?today)?"
    rf"|how (?:am|have) i (?:doing|been doing|been)(?: (?:today|physically|health ?wise|healthwise|in terms of (?:my )?health|lately|this week|right now))*"
    rf"|how(?: is| are| was|'s) (?:my )?(?:health|fitness|vitals?|body|numbers|readings|vital signs)(?: (?:doing|looking|look|today|these days|lately|right now))*"
    rf"|what (?:do|does) my (?:{_READINGS}|numbers|readings) (?:look like|say|show|tell (?:you|me))(?: today)?"
    rf"|what (?:do|does) (?:my )?(?:watch|tracker|phone|band|wearable) (?:say|show|know)(?: (?:about me|today))*"
    rf"|what is my (?:health|fitness|body) like(?: (?:today|now|lately))?|(?:give|show) (?:me )?(?:the|a|an) (?:\w+ )?(?:rundown|summary|overview|update|report) (?:on|of|about) my (?:health|vitals|body)(?: data)?"
    rf"|what is (?:new|the latest|the newest) (?:from|on) my (?:watch|tracker|band)|what are my (?:{_READINGS}|vitals|numbers|readings)(?: today)?"
    r"|is (?:everything|all) (?:ok|okay|fine|all right|normal|good) with my (?:body|health|vitals)"
    r"|(?:is (?:there )?)?(?:anything|something) (?:weird|odd|wrong|unusual|off|strange) (?:in|with|about) my (?:vitals|health|body|readings|numbers)"
    r"|how healthy am i|(?:am i|was i) (?:healthy|well rested|rested|in good shape)(?: today)?"
)

# A reading that is asked for begins so; anything else is told.
ASKS = re.compile(
    r"(?:pull up|bring up|how|what|which|when|is|are|was|were|am|did|do|does|have|has|any|show|give|tell|get|see|check|plot|graph|chart|display|read|list|compare)\b"
)
ORDERS = re.compile(
    r"(?:pull up|bring up|show|give|compare|plot|graph|chart|display)\b|(?:tell|get|see|check|read|list)\b.*\bmy\b|tell me (?:how|what|when|my)\b"
)
SELF = re.compile(r"\b(?:i|my|me|myself|mine)\b")
# Wishes, duties, advice and what lies ahead: nothing of it was measured.
NEVER = re.compile(
    r"\b(?:should|could|would|can|must|may|will|need|needs|want|wants|plan|have to|has to|supposed|tomorrow|tonight|next|if|why|not|never|you|we|your)\b"
    r"|\Ahow (?:do|does|can|to) (?:i )?.*\b(?:better|more|less|lower|higher|faster|longer|improve|lose|gain|get)\b|\bwhen(?:ever)? .*\b(?:above|over|below|under|exceeds?)\b|\A\w+ me to\b|\bin (?:\d+|an?|half an?|five|ten|fifteen|twenty|thirty) (?:min|hour)|\bgoal is\b|\A(?:what|which) is my .*\b(?:goal|target)\b"
)
AROUND: frozenset[str] = frozenset(
    (
        "i my me myself mine the a an this that these is are was were am be been being do did does done have has had "
        "how many much what which when long often well far high low good bad badly poorly ok okay fine enough normal "
        "normally usual usually average averages typical typically overall general on in at of to for from per with "
        "than as and or vs versus compared during so now current currently today latest recent last newest first "
        "total totals daily weekly monthly nightly nighttime overnight day days night nights week weeks month hours "
        "hour minutes minute time times data stats statistics numbers number figures reading readings value values "
        "level levels history trend trends trending summary report overview chart graph log record score scores "
        "quality stages stage percentage rate going getting goes gets changed change changing changes improving "
        "improve improved better worse best worst more less fewer higher lower highest lowest max maximum min minimum "
        "peak top longest shortest most least up down rising falling dropping increased decreased increasing "
        "decreasing drop dropped rise risen rose spike spiked jump jumped fell fallen since late early get got gotten "
        "take taken took taking make made reach reached hit meet met goal target doing look looks like looking still "
        "yet already any some all ever really actually just right too very quite pretty every each about roughly "
        "altogether watch tracker band phone according galaxy samsung fitness health over past same before compare "
        "out there sleep lot different amount show give tell see check plot display read list pull bring gone go went "
        "under below above spend spent wise regular regularly consistent close near by furthest farthest further "
        "count figure together whole left remaining extra hardly barely only even though beating fast slow slowly "
        "quick quickly"
    ).split()
)
# Around a reading that is named and no more: no verb among them.
BARE: frozenset[str] = frozenset(
    (
        "my the last latest recent current today average averages total totals daily weekly monthly nightly highest lowest max maximum min "
        "minimum peak resting data stats statistics numbers figures reading readings value values level levels history trend trends summary "
        "report overview chart graph score scores quality stages stage count counts of and for per day night week month so far percentage "
        "burned burnt taken walked hours minutes time intake deep light rem in bed awake number best worst session sessions eaten consumed walking "
        "running"
    ).split()
)
# A word that alone could be anything.
NOT_ALONE: frozenset[str] = frozenset(
    "sleep water weight exercise training train gym workout walk walking walked drink drunk drank nap wake burn burned distance miles km oxygen "
    "floors floor stairs stress recovery step rem asleep slept sleeping calories recovered naps fluids".split()
)
# Words that name a time without being one.
LOOSE_TIMES: Mapping[str, str] = {
    r"(?:in |over |for |during )?the night before last|(?:2|two) nights ago": "yesterday",
    r"(?:just )?lately|recently|these days|of late|in recent (?:days|nights)": "last 7 days",
    r"(?:for|of|over|through) the week": "this week",
    r"(?:for|of) the month": "this month",
    r"(?:for|of) the day": "today",
    r"(?:of )?all[- ]time|ever": "last 5 years",
    r"overnight|(?:during|in|through) the night|at night": "last night",
}
HABIT = re.compile(
    r"\b(?:on average|usually|normally|typically|generally|average|often|regular|per (?:day|night)|an? (?:day|night)|(?:every|each) (?:day|night)|daily|nightly)\b"
)
COURSE = re.compile(
    r"\b(?:trends?|trending|(?:going|gone) (?:up|down)|getting (?:better|worse|higher|lower)|improv(?:e|ed|ing)|rising|falling|dropping|increas(?:ed|ing)|"
    r"decreas(?:ed|ing)|chang(?:ed|ing)|(?:lost|gained|lose|gain|losing|gaining|put on))\b"
)
COMPARED = re.compile(
    r"\b(?:than|vs\.?|versus|compared (?:to|with)|against|as|(?:with|to|and)(?= (?:last|the)\b))\b (?P<other>[a-z].+)\Z"
)
SO_FAR = re.compile(r"\bso far\b|\bup to now\b")
SINCE = re.compile(r"\bsince (?:the |my |last )?[a-z][\w ]{2,25}\Z")
NOW = re.compile(r"\b(?:right now|just now|now|currently|at the moment)\b")
SPAN = re.compile(
    r"\b(?:(?:in|over|for|during|within) )?(?:the |these |this )?(?P<span>(?:last|past) (?:(?:\d{1,4}|an?|one|two|three|four|five|six|ten|twelve|few|couple of) )?"
    r"(?:minute|hour|day|night|week|fortnight|month|year)s?)(?<!last night)\b(?! (?:before|monday|tuesday))"
)
LEAD_IN = re.compile(
    r"\A(?:at(?= [a-z])|from(?= (?:this|last|yesterday|today|the last))|on|for|over|during|of|in|through|across|throughout)\s+(?:the\s+)?",
    re.IGNORECASE,
)
