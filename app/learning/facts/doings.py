"""What people say they want and plan, what matters to them, and what happened to them. One row a way of saying it. Data only."""

from app.learning.facts.rows import ACT, BUSY, MILESTONE, PASSING_THING, Row

DOINGS: tuple[Row, ...] = (
    # What they want and plan.
    Row(
        r"(?:i|we)(?:'ve| have)? <much>(?:plan|planned|hope|aim|intend|aspire|dream of|decided|vowed|promised myself|made up my mind|resolved)(?: to|(?= of)) (?!<vague>)\w+.{3,}",
        "plan",
        0.75,
        PASSING_THING,
    ),
    Row(
        rf"(?:(?:i'm|i am|we're|we are|i'll be) <much>(?:going to|gonna)|i gonna|(?:i'll|i will|we'll|we will) (?:definitely|always|never|soon|also|be (?:starting|moving|visiting|joining|travel+ing))) <much>{ACT}.{{3,}}",
        "plan",
        0.7,
        r"\b(?:card|bill|account|order|payment|alarm|reminder|timer|bank|reservation|flight|hotel|meeting room|store|shop)\b",
    ),
    Row(
        r"(?:i'm|i am|we're|we are) <much>(?!calling|looking|trying|having|waiting|wondering|asking|getting|needing|hoping|feeling|going|doing|talking|thinking|being|missing|seeing|sending|paying|using|flying|leaving|coming)\w+ing (?!<vague>)(?=(?:[\w'-]+ ){2}).*<time>",
        "plan",
        0.7,
        PASSING_THING,
    ),
    Row(
        r"(?:i'll|i will|we'll|we will) be (?!going|there|here|late|back|doing|being|having|getting|coming|leaving|calling|needing|using|seeing|waiting)\w+ing (?!<vague>)\w.{3,}",
        "plan",
        0.7,
        PASSING_THING,
    ),
    Row(
        rf"(?:i|we) <much>(?:want|hope|aim|intend|plan|wish|aspire|need|would love|would like|'d love|'d like|dream of|look forward to|can't wait) to <much>{ACT}",
        "goal",
        0.75,
        r"\b(?:need|like) to (?:find|stop|finish|complete|open|join|share|keep|try|continue|start|see|reach|buy|improve|travel|attend|visit|move|focus|spend|host|save|make sure|make|create)\b|\b(?:card|bill|account|order|payment|alarm|reminder|timer|playlist|list|event|meeting|credit score|money|transaction|song|my balance|recipe|flight|hotel|reservation)\b",
    ),
    Row(
        r"(?:i'd|i would|we'd|we would) (?:really )?(?:love|like) to (?:visit|learn|become|live|travel to|have (?:kids|children|a family)|work (?:as|in)|own|write a|start a|go (?:back )?to|try (?!again)\w+ing)\b",
        "goal",
        0.75,
        r"\b(?:card|account|order|alarm|reminder|recipe|list)\b",
    ),
    Row(
        r"(?:(?:i'm|i am|we're|we are|i was) <much>)(?:hoping|planning|aiming|considering|thinking (?:about|of|that)|dreaming of|looking (?:forward to|into)|working (?:on|towards?)|training|saving(?: up)?|studying|learning|taking (?:an?|up|my|piano|guitar|classes|lessons|some|the)|trying (?:to (?:learn|eat|lose|get|quit|stop|become|be|improve|find (?:a )?(?:balance|new|way|ways)|save|make|write|build|cut)|out|new|different)|\w+ing (?:yoga|tai chi))\b(?! <vague>\Z)",
        "plan",
        0.75,
        r"\b(?:planning (?:a|an) (?:meeting|event)|thinking (?:about|of) (?:it|that|this))\b",
    ),
    Row(
        r"(?:i'm|i am|we're|we are|i'll be|we'll be) <much>(?:having|hosting|going|getting|starting|moving|flying|travel+ing|visiting|running|attending|performing|launching|opening|taking|leaving|expecting|doing|meeting|joining|publishing|releasing|competing|heading|teaching|celebrating|graduating|retiring|turning)\b.*<time>",
        "plan",
        0.75,
        r"\b(?:meeting (?:at|with) .*\d|at \d)",
    ),
    Row(
        r"(?:i'm|i am|we're|we are|i'll be) <much>(?:having|hosting|going|getting|starting|moving|flying|travel+ing|visiting|running|attending|performing|launching|opening|taking|expecting|joining|publishing)\b.{3,}",
        "plan",
        0.75,
        needs_time=True,
    ),
    Row(
        rf"(?:i'm|i am|we're|we are) <much>{BUSY}(?! <vague>\Z).{{3,}}",
        "interest",
        0.7,
        r"\b(?:getting (?:an? (?:error|message)|charged|ready to)|having (?:trouble|problems|issues|a (?:hard|bad|good|great|problem|rough))|trying to (?:get|find|call|log|pay|use|book|buy|send|open|reach|sign|figure|see|decide|locate|make)|looking (?:for|to (?:buy|book|get|see|find|order|open|rent))|running (?:late|out|low|behind|into)|going (?:to (?:need|be late|bed|sleep|work|the (?:store|shop|mall|gym))|crazy|out)|in (?:the (?:mood|car|kitchen|middle of nowhere)|trouble|a (?:hurry|meeting|rush)|need|line|town|pain)|on (?:my way|hold|the (?:phone|way|bus|train)|it|time|vacation)|using (?:up|this|my (?:card|phone))|doing (?:great|well|good|ok|okay|fine|alright)|thinking (?:about|of) (?:it|that|this)|together\Z)\b|\A(?:i|we)(?:'m|'re| am| are| was| were) <much>(?:in|on|a|an) .{0,3}\Z",
    ),
    Row(
        rf"(?:i|we)(?:'ve| have| had) <much>been <much>(?:{BUSY}|(?!waiting|having|getting|trying|looking|calling|experiencing|noticing|seeing|thinking|wondering|feeling|hearing|receiving|paying|using|asking|told|charged|being|meaning|sitting|going|doing|standing|missing|needing|billed)\w+ing\b|in\b|on\b|an?\b|to\b|moving\b|travel+ing\b|visiting\b|going to\b)(?! <vague>\Z).{{3,}}",
        "interest",
        0.8,
        r"\b(?:been (?:getting|having) .*(?:error|message|trouble|problem|issue|call)|trying to (?:get|find|call|log|pay|use|book|buy|send|open|reach|sign|figure|locate)|looking for|on hold|thinking (?:about|of) (?:it|that|this)|doing (?:great|well|good|ok|okay|fine|alright))\b",
    ),
    Row(
        r"(?:i|we) (?:still |just |really )*(?:haven't|have not|have never|'ve never|never|have yet to) <much>(?:got|gotten|had|tried|been|visited|seen|read|played|owned|eaten|met|lived|worked|learned|learnt|liked|married|done|watched|finished|started|found|try|visit|learn)\b(?! <vague>).{3,}",
        "bio",
        0.7,
        rf"{PASSING_THING}|\b(?:been able|refund|response|answer|confirmation|got(?:ten)? (?:my|the|any))\b",
    ),
    Row(
        r"(?:i|we)(?:'ve| have) <much>(?:known|gone|worked|lived|played|studied|taught|been (?:here|there|with|at|playing|working)|had|owned|done|written|studied|visited|travel+ed|collected|practi[cs]ed|spoken|driven|met|made|tried|read|seen|watched|used|run|created|built)\b(?! <vague>\Z).{3,}",
        "bio",
        0.75,
        rf"{PASSING_THING}",
    ),
    # What helps, what matters.
    Row(
        r"(?!<vague>)(?:[\w'-]+ ){0,6}?[\w'-]+ (?:always |really |also |often |definitely |just |truly )*(?:helps?|helped|keeps?|gives?|brings?|makes?|motivates?|inspires?|drives?|calms?|relaxes|fuels?|refreshes|lets|allows|means?|matters?|cheers?)(?: [\w'-]+){0,4}? (?:me|us|my|our)\b.{3,}",
        "preference",
        0.7,
        r"\A(?:i|i'\w+|we|we'\w+|please|can|could|would|it|that|this|there|he|she|they|these|those|what|which|here|anything|something|everything|seeing|hearing|nothing|let|the (?:news|link|call|email|update))\b|\b(?:sick|mad|angry|crazy|late|a call|a ring|an? (?:hand|break|discount|refund|quote|list|reminder|error|message|chance|minute|second))\b",
    ),
    Row(
        r"(?:it|that|this|he|she|they|these|those)(?:'s| is| are|'re| has been| have been| always| really| also| just)* (?:helps?|cheers?|calms?|makes?|inspires?|motivates?|keeps?|refreshes|gives?|brings?|fuels?|my (?:way|escape|therapy|passion|thing|favou?rite|happy place|dream|goal)|how i|why i|what (?:keeps|motivates|drives|helps) (?:me|us|my|our))\b.{4,}",
        "preference",
        0.7,
        r"\bgives? me (?:an? )?(?:error|message|hope to hear)\b|\bit('s| is) how\b",
        leans=True,
    ),
    Row(
        r"it(?:'s| is| was) (?:like )?(?:therapy|therapeutic|relaxing|calming|important|my|our) .{0,30}\b(?:for me|to me|for us|to us)\b.*",
        "preference",
        0.7,
        leans=True,
    ),
    Row(
        r"(?!<vague>)(?:[\w'-]+ ){1,5}(?:is|are|'s)(?: (?:so|super|really|very|always|also|extremely))* (?:important|special|dear|meaningful|precious|everything|a big deal|a priority|therapeutic|relaxing) (?:to|for) (?:me|us)\b",
        "preference",
        0.75,
        r"\A(?:it|that|this|there|he|she|they|these|those)\b",
    ),
    Row(
        r"there(?:'s| is| are) (?:an? |one |nothing |something )?[\w'., -]{2,60} (?:that )?(?:i|we) (?:really |always |especially )?(?:love|like|enjoy|cherish|hate)\b",
        "preference",
        0.75,
    ),
    Row(
        r"[\w' -]{2,60} (?:is|are) (?:what|why|how|where|something|one thing|a place) (?:i|we) <much>(?:love|enjoy|like|want|do|feel|go|keep|relax|find|get|care|express|unwind|hope|need|grew|live|work|met|learned|got|started|come|was|were)\b",
        "preference",
        0.75,
        r"\A(?:it|that|this|there|which) (?:is|was)\b",
    ),
    Row(
        r"(?:i|we) (?:always |often |sometimes |really )*feel <much>(?:so |really |very |most )*(?:lucky|blessed|grateful|at (?:peace|home|ease)|alive|accepted|loved|drawn|connected|lonely|fulfilled|proud|passionate|part of)\b.{4,}",
        "mood",
        0.7,
    ),
    Row(
        r"(?!<vague> )(?:[\w'-]+,? ){1,8}(?:is|are|has become|have become|became|has been|have been|feels?|felt)(?: (?:so|very|really|always|also|just|truly|all))* (?:like )?(?:a |an |my |our |the )?(?:[\w-]+ ){0,3}(?:family|home|therapy|friends?|escape|part|everything|world|refuge|sanctuary|inspiration|passion|dream|must) (?:to|for|of) (?:me|us|my|our)\b",
        "preference",
        0.75,
    ),
    Row(
        r"(?:this|these|those|here|that)(?: is| are|'s|'re) (?:my|our) (?!turn|pleasure|fault|bad|point|problem|question|guess|opinion|first|last|number|name|idea|only|way|issue|concern|favou?rite song)(?:[\w'-]+ ){0,3}[\w'-]+",
        "relation",
        0.7,
        rf"{PASSING_THING}|\b(?:pic|photo|picture|latest|screenshot|new (?:address|number)|number)\b",
    ),
    # What happened.
    Row(
        rf"<have> <much>(?:just |recently |finally |already |also |once |even |actually |got to |had to |decided to )*(?:{MILESTONE}).*<time>",
        "other",
        0.75,
        rf"\b(?:bought|got|found|lost|made|had|saw|set|received|took) (?:an?|my|the|some) (?:\w+ )?{PASSING_THING}",
    ),
    Row(rf"<have> <much>(?:{MILESTONE}).{{3,}}", "other", 0.75, needs_time=True),
    Row(
        rf"<have> (?:\w+ly )?(?:just|recently|finally|already|now|once|actually|got to|had to|decided to|also|even)(?: \w+ly)? (?:{MILESTONE}).{{3,}}",
        "other",
        0.7,
        rf"(?:{PASSING_THING})|\b(?:trip|got (?:an?|my) (?:email|call|text|message|letter|notification|charge))\b",
    ),
    Row(
        r"<have> <much>(?:joined|enrolled in|signed up|graduated|retired|adopted|got (?:married|engaged|divorced|promoted|hired|fired|laid off|accepted|certified)|took up|picked up|fell in love|started (?:my own|an?|to|\w+ing|learning|doing)|began|became|founded|launched|opened (?:an?|my|our) (?:\w+ )?(?:shop|store|business|studio|restaurant|bar|gym|school|dance studio|cafe)|"
        r"quit (?:my|smoking|drinking|the)|gave up|stopped (?:eating|drinking|smoking|going|playing|\w+ing)|gave birth|won (?:an?|the|my|our|first|second|third|several|some)|decided to|learned|learnt|failed|passed|volunteered|were teammates|studied|served|published|wrote|created|built|participated|competed|performed|tried)\b(?! <vague>\Z).*",
        "bio",
        0.75,
        rf"(?:{PASSING_THING})",
    ),
    Row(
        rf"<have> <much>(?:{MILESTONE}|had|took|lost|streamed|entered|realized|realised|helped|played|won|enjoyed|recorded)(?! <vague>\Z)(?: [\w'-]+){{3,}}",
        "other",
        0.7,
        rf"{PASSING_THING}|\b(?:(?:made|did|took|gave|got|had|saw|found|tried|spent|set|met|came|chose|helped|reached|applied|received) (?:it|that|this|them|him|her|me|an? (?:mistake|wrong|typo|call|look|lot|bit|few|new (?:phone|charge|card)))|tried to|found (?:out|this|that|the)|wrong|error|charged?|said|asked|what|how|why|because|instead)\b",
    ),
)
