"""Who people say they are, and what is theirs by name. One row a way of saying it. Data only."""

from app.learning.facts.rows import Row

SELVES: tuple[Row, ...] = (
    # Who they are.
    Row(r"my (?:full |first |last |real |middle |maiden |nick)?name(?:'s| is) [\w'-]+", "bio", 0.95),
    Row(
        r"(?:please )?call me (?!at\b|on\b|in\b|when\b|back\b|later\b|an?\b|the\b|my\b|if\b|tomorrow\b|tonight\b|maybe\b|crazy\b|old\b|about\b|for\b|and\b|right\b|before\b|after\b|as\b|to\b|now\b|every\b|this\b)[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?\Z",
        "bio",
        0.9,
    ),
    Row(
        r"(?:i go by|i'm (?:called|named)|i am (?:called|named)|(?:everyone|everybody|people|my friends) calls? me) [\w'-]+",
        "bio",
        0.9,
    ),
    Row(
        r"(?:i'm|i am) (?:(?-i:[A-Z])(?-i:[a-z'-])+)(?: (?-i:[A-Z][a-z'-]+)){0,2}\Z",
        "bio",
        0.75,
        r"(?:an|ish|ese|ic|ist|im|ing|ed)\Z|\b(?:ok|okay|sorry|fine|good|great|done|back|home|happy|sad|here|ready|sure|in|out|off|on|up|well|not|so|very|glad|free|busy|late|lost|confused|from)\b",
        key="name",
    ),
    Row(
        r"(?:i'm|i am|i just turned|i turned|i'll be|i've turned) (?:now |about |almost |nearly )?\d{1,3}(?: ?(?:years old|years of age|yrs old|y\.?o\.?|yo|this (?:year|month)|now|and\b.*))?\Z",
        "bio",
        0.9,
    ),
    Row(r"i was born\b", "bio", 0.95),
    Row(
        r"(?:i'm|i am|i come|we're|we are|we come) (?:originally |actually |both )?from (?!work|home|the (?:future|team|office|bank)|now|here|there|what|this)[\w']+",
        "bio",
        0.9,
    ),
    Row(r"(?:i|we) (?:grew up|was raised|were raised)\b", "bio", 0.9),
    Row(
        r"(?:i|we) <much>(?:live|reside|stay)(?: <much>| right | together )?(?:in|at|near|on|with|alone|by|above|next to|across)\b",
        "bio",
        0.9,
        r"\b(?:in (?:fear|hope|denial|peace|pain|sin|the (?:moment|past|present|future|now))|on (?:the edge|my own terms)|in (?:bed|touch|shape|line|tune)|at (?:the )?(?:hotel|moment))\b|stay (?:in|on|with|at) (?:it|that|this|them|track|top|the)",
    ),
    Row(
        r"<be> <much>(?:living|based|staying|located) (?:in|at|near|with|alone|on)\b",
        "bio",
        0.9,
        r"\b(?:in (?:fear|hope|denial|a dream))\b",
    ),
    Row(
        r"(?:i|we)(?:'ve| have)? (?:just |recently |finally |now )*(?:moved|relocated)\b(?! (?:on|up|it|the|my|this|that)\b)",
        "bio",
        0.9,
    ),
    Row(
        r"(?:i|we) (?:don't|do not|no longer) (?:live|work|stay|study|drive|own|eat|drink|smoke|play|speak)\b",
        "bio",
        0.85,
    ),
    Row(
        r"i <much>work (?:at|for|as|in|from|with|on|part|full|nights|remotely|shifts|there)\b",
        "bio",
        0.9,
        r"work (?:on|with|in|for|at) (?:it|that|this|them|me|the (?:list|task))\b",
    ),
    Row(
        r"(?:i'm|i am) <much>(?:working|employed) (?:at|for|as|in|from|with|part|full)\b",
        "bio",
        0.85,
        r"working (?:on|with|in|for|at) (?:it|that|this|them|me)\b",
    ),
    Row(
        r"<have> <much>(?:got|started|landed|took|found|accepted|been offered) (?:an? )?(?:new )?(?:job|position|role|internship|work)\b",
        "bio",
        0.85,
    ),
    Row(r"<have> <much>(?:changed|switched) (?:jobs?|careers?)\b", "bio", 0.85),
    Row(
        r"<have> <much>(?:got|gotten) (?:married|engaged|divorced|hired|promoted|fired|laid off|pregnant)\b",
        "bio",
        0.85,
    ),
    Row(
        r"(?:i|we) <much>(?:study|studied|major(?:ed)?|minored|graduated|specialize|teach|taught|tutor|lecture|coach|freelance|volunteer(?:ed)?|intern(?:ed)?|mentor|commute) ?(?!ing)",
        "bio",
        0.85,
        r"\bstudy (?:it|that|this|them)\b",
    ),
    Row(
        r"<be> <much>(?:allergic|intolerant|vegan|vegetarian|pescatarian|diabetic|celiac|coeliac|lactose|left[- ]handed|right[- ]handed|colou?r[- ]?blind|married|single|divorced|engaged|widowed|retired|unemployed|self[- ]employed|"
        r"pregnant|expecting (?:a|our|my|twins)|muslim|christian|catholic|jewish|hindu|buddhist|atheist|religious|teetotal|sober|dyslexic|autistic|asthmatic|anemic|an only child|bilingual|trilingual|trans\w*|gay|lesbian|bisexual|queer|straight|deaf|blind|adopted|introverted|extroverted|shy)\b",
        "bio",
        0.9,
        r"\b(?:straight (?:away|up|out|from)|single (?:file|room)|engaged (?:in|with))\b",
    ),
    Row(
        r"<have> <much>been (?:a |an )?<much>(?:vegan|vegetarian|pescatarian|married|single|together|divorced|sober|retired|diabetic|allergic|on (?:a|my|the) (?:diet|team))\b",
        "bio",
        0.9,
    ),
    # My X is Y.
    Row(r"(?:my|our) (?:[\w'-]+ ){0,2}[\w-]+'s (?:first |last |full )?name(?: is|'s) [\w'-]+", "relation", 0.95),
    Row(
        r"(?:my|our) (?:[\w'-]+ ){0,3}?favou?rites?\b(?: [\w'-]+){0,7}? (?:is|are|was|has (?:always )?been|'s|to|of|in|when|while)\b|(?:my|our) (?:[\w'-]+ ){0,2}?favou?rites?(?:'s)? ",
        "preference",
        0.95,
    ),
    Row(
        r"(?:my|our) (?:[\w'-]+ ){0,3}?(?:birthday|birth date|anniversary|address|home ?town|phone number|number|email address|email|job|profession|occupation|employer|company|school|university|college|degree|major|nationality|native (?:language|place)|star sign|zodiac sign|blood type|"
        r"shoe size|ring size|height|weight|diet|religion|hobby|hobbies|passions?|interests?|goals?|dreams?|aim|ambition|plans? (?:for|after|in)|dream (?:job|car|house|home|destination|trip|vacation)|resolution|motto|priority|priorities|inspiration|values|specialty|speciality|fear|weakness|strength|"
        r"licen[cs]e plate|plate number|registration|passport number|locker|gate code|door code|wifi password|membership number|car|bike|house|flat|apartment|village|tribe|church|mosque|gym|usual\b[\w ]{0,20}|go-to\b[\w ]{0,20}|happy place|comfort food|love for|love of|journey|art|work|music|writing|music taste|style|pronouns|routine|role|mentor|background|time ?zone|budget|salary|sanctuary|escape|therapy|outlet|guilty pleasure|secret|tradition)"
        r"(?: [\w'-]+){0,4}?(?:'s| is| are| was| were| has| have| means| focus(?:es)?| include[sd]?)\b",
        "bio",
        0.85,
        r"\b(?:is|are|was|were|'s) (?:not working|lost|stolen|broken|missing|gone|down|late|here|there|ready|dying|so|too|very|how|why|going|getting|damaged|declined|expired|blocked|frozen|acting|stuck|wrong|sick|due|over|done|coming|crying|locked|dead|empty|full|low|high|great|good|bad|fine|hard|tough|a (?:bit|lot|mess)|killing|confirmed|cancel\w+|at|tomorrow|today|being|hacked|compromised|asking|on (?:the way|hold|fire|sale|it)|with|for)\b",
    ),
    Row(r"(?:my|our) <kin>(?:'s)? (?:is|are|was)? ?(?:called|named) [\w'-]+", "relation", 0.95),
    Row(
        r"(?:my|our) <kin>(?: is|'s| are|'re) <much>(?:<name>(?:,? (?:and|a|from) .*)?|an? [\w-]+(?: [\w-]+){0,4}|\d{1,3}(?: and \d{1,3})*(?: (?:years|now|months|weeks)\b.*)?|allergic.+|vegan|vegetarian|diabetic|married|single|divorced|pregnant|retired|from .+|in (?!a (?:meeting|hurry|bad)|trouble|town)[\w ]+|living .+|working .+|studying .+|expecting .+|getting (?:married|divorced).*|"
        r"turning .+|(?:so |very |really |super )*(?:supportive|important (?:to|for)|special to|close to|my|our|the) ?.*|on .+)\Z",
        "relation",
        0.8,
        r"\b(?:is|are|'s) (?:an? (?:bit|little|lot|mess|pain|few|good idea)|Coming|Sick)\b|\bon (?:the way|his way|her way|their way|the phone|fire|it|vacation|holiday)\b",
    ),
    Row(
        r"(?:my|our) <kin>(?:,? (?-i:[A-Z])[\w'-]+,?)? <much>(?:lives?|stays?|works?|studies|study|teaches|teach|plays?|loves?|likes?|hates?|prefers?|enjoys?|drinks?|eats?|drives?|owns?|runs?|goes|go|has|have|had|tends?|helps?|keeps?|supports?|inspires?|motivates?|means?|"
        r"grew up|moved|retired|died|passed away|graduated|got|was|were|started|makes?|cooks?|speaks?|collects?|wants?|needs?|gives?|gave|taught|celebrates?|meets?|does|do|used to|watch(?:es)?|listens?|takes?|took|comes?|came|visits?|wakes?|bought|introduced|passed|raised|became|won|joined|work out|wears?|uses?)\b(?! (?:out )?(?:tomorrow|tonight|now|today)\Z)",
        "relation",
        0.8,
        r"\b(?:needs?|wants?) (?:to (?:know|talk)|help|me to|a (?:call|reply))\b|\b(?:was|were|is|are) (?:late|sick|ill|here|asking|telling|calling)\b",
    ),
    Row(
        r"(?:my|our) <kin>(?:,? (?:(?:and|or|&|plus) )?(?:my |our )?[\w'-]+){1,5} (?:are|is|were|live|work|love|like|have|go|went|play|enjoy|help|keep|motivate|support|got|do|did|try|started|took|made|had|spent|visited|attended)\b",
        "relation",
        0.8,
    ),
    Row(
        r"(?:[\w'-]+,? ){1,6}(?:is|are|was|were|has been|have been|will always be|has always been)(?: (?:always|also|definitely|really|one of|such a|such|part of|a big part of|a huge part of|still))* (?:my|our) (?:[\w'-]+ ){0,3}?(?:favou?rites?|thing|things|jam|passions?|hobby|hobbies|happy place|rocks?|escape|life|lives|priority|everything|goals?|dreams?|wife|husband|"
        r"sister|brother|mum|mom|dad|mother|father|son|daughter|best friend|friends?|boss|neighbou?r|doctor|dentist|dog|cat|home|birthday|job|inspiration|motivation|outlet|therapy|sanctuary|go-to|hero|mentor|role model|specialty|strength|weakness|love|comfort food|guilty pleasure|family|support|biggest \w+|main \w+|number one)\b",
        "preference",
        0.8,
        r"\A(?:it|that|this|there|he|she|they|these|those|what|here|which|one)\b",
    ),
)
