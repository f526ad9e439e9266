"""What people say they like, are and have, and what they do again and again. One row a way of saying it. Data only."""

from app.learning.facts.rows import DOES, Row

LIKES: tuple[Row, ...] = (
    # Likes.
    Row(
        r"<i> <much>(?:love|like|enjoy|hate|dislike|adore|detest|prefer|favou?r|cherish|appreciate|treasure|can't stand|cannot stand|can't resist|despise|fancy|value|miss) (?!<vague>|to (?:add|set|see|know|have|get|hear|make|be|book|order|find|listen|ask|check|buy|speak|talk|say|thank|tell)\b)\w",
        "preference",
        0.85,
        r"\b(?:love|like|enjoy|hate|appreciate|miss) (?:the|an?|any|some|more|my) (?:help|support|info|information|update|refund|reminder|list|answer|joke)\b|\bappreciate(?:d)? (?:it|the|any|all)\b|\A(?:i|we) (?:would|'d)\b",
    ),
    Row(
        r"(?:i|we)(?:'ve| have) (?:always |long |never |really |grown to )*(?:loved|liked|enjoyed|hated|preferred|wanted|dreamed|dreamt|had an?|admired|been (?:fond|fascinated|passionate|interested|drawn|obsessed|a (?:fan|big fan|huge fan)))\b(?! (?:it|that|this|you)\b)",
        "preference",
        0.85,
        r"\b(?:had an? (?:great|good|bad|hard|rough|long|busy|few|problem|question|issue|meeting|headache|look|chance|blast))\b",
    ),
    Row(
        r"<be> <much>(?:into|(?:so |very |really )*(?:lucky|fortunate|privileged) to (?:have|be|live|work|know)|fond of|keen on|passionate about|obsessed with|interested in|crazy about|mad about|addicted to|fascinated by|drawn to|afraid of|scared of|terrified of|good at|bad at|terrible at|proud of (?:my|our)|committed to|dedicated to|devoted to|hooked on|more into|more of an?|determined to|motivated (?:to|by)|"
        r"inspired (?:to|by)|excited (?:to|about|for) (?:my|our|start|be|begin|the|learn|try|join|visit|see)|eager to|keen to|looking forward to|grateful for (?:my|our)|thankful for (?:my|our)|blessed|surrounded by|involved (?:in|with)|responsible for|used to|known for|trained|certified|qualified|licensed|fluent|learning)\b(?! <vague>)",
        "interest",
        0.8,
        r"\b(?:interested in (?:buying|getting|knowing|an?|the|opening|applying)|good at (?:it|that)|used to (?:it|that))\b",
    ),
    Row(
        r"(?:i'm|i am|i was) <much>an? <much>(?:(?:big|huge|massive|lifelong|avid|long-time|total|real|proud|keen|serious) )*[\w-]+(?: [\w-]+){0,2}? ?(?:fan|lover|enthusiast|supporter|geek|nerd|buff|believer|person|addict|bookworm|reader|gamer|collector|foodie|owl|bird)\b",
        "interest",
        0.85,
    ),
    Row(
        r"(?:i|we) (?:find|found) (?!<vague>|out\b|an?\b|my\b|the\b|myself\b)[\w ]{3,40} (?:relaxing|calming|therapeutic|fun|boring|hard|interesting|inspiring|exciting|difficult|stressful|peaceful|fulfilling|rewarding|soothing)\b",
        "preference",
        0.75,
    ),
    Row(
        r"(?:i|we) (?:find|found) (?:it|that it|this|that) (?:helps?|keeps?|makes?|gives?|lets?)\b.{4,}",
        "preference",
        0.7,
        leans=True,
    ),
    # What they are, have, own.
    Row(
        r"<i>(?:'ve| have)? <much>(?:have|got|own|keep) (?:an?|two|three|some|my own|our own) (?:[\w-]+ ){1,4}?(?:in (?:my|our)|on (?:my|our)|at (?:home|work|my|our)|named|called|(?:that|which|who) (?:i|we|my|reminds)|from (?:my|our|when))\b.{3,}",
        "bio",
        0.75,
        r"\b(?:question|problem|issue|charge|meeting|appointment|reminder|alarm|event|error|bug|transaction|list)\b",
    ),
    Row(
        r"(?:i'm|i am|i was|i've been|i used to be) <much>(?:an? |the )(?!bit\b|little\b|lot\b|few\b|tad\b|mess\b|wreck\b|victim\b|fool\b|idiot\b|while\b|big deal\b|joke\b|fraud\b|huge (?:mess|deal)|total mess|hurry\b|rush\b|bad\b|only one|one who|same\b|first to\b|last to\b)[\w-]+",
        "bio",
        0.8,
        r"\b(?:in a (?:hurry|rush|meeting)|on the (?:phone|way|fence)|at a (?:loss))\b",
    ),
    Row(
        r"<be> <much>(?:part|members?|one|the (?:youngest|oldest|eldest|middle|only|head|captain|owner|founder|manager|leader|president|chair)|co-?founders?|captain|head|founder|owner|teammates|friends|neighbou?rs|colleagues|like a family|now friends|best friends|close|in an? (?:band|team|club|choir|class|relationship|group|league)|in the (?:army|navy|military|process of|middle of|national|school)|in my (?:\w+ )?(?:year|twenties|thirties|forties|fifties|sixties)|in (?:college|university|high school|grad school|med school|law school|charge of|love with|recovery|remission|therapy|[\w ]+ business)|on (?:the \w+ (?:team|board|committee)|medication|parental leave|maternity leave|a diet|the board)|at (?:university|uni|college))\b",
        "bio",
        0.8,
        r"\bone (?:of (?:them|those|these)|more|minute|second)\b",
    ),
    Row(
        r"(?:it's|it is|i'm glad|i'm happy|it feels) (?:so |really )?(?:great|good|awesome|amazing|wonderful|nice|proud) to be (?:part of|a member of|an?|on|in|back (?:in|at|on))\b.{3,}",
        "bio",
        0.7,
    ),
    Row(
        r"<i>(?:'ve| have)? <much>(?:have|got|own|'ve got|had) (?:an? |one |two |three |four |five |six |seven |\d+ |no |some |several |many |lots of |my own |our own |twin |the )?(?:[\w-]+ ){0,3}?(?:kids?|child|children|sons?|daughters?|brothers?|sisters?|siblings?|dogs?|cats?|pets?|pup|puppy|puppies|kittens?|cars?|grandchildren|grandkids|nephews?|nieces?|cousins?|parrots?|horses?|bikes?|motorcycles?|boat|"
        r"allergy|allergies|twins|husband|wife|partner|boyfriend|girlfriend|roommates?|flatmates?|degree|phd|masters|diploma|licen[cs]e|diabetes|asthma|adhd|anxiety|arthritis|migraines?|insomnia|condition|house|home|apartment|cottage|farm|garden|business|company|shop|store|restaurant|blog|channel|podcast|studio|collection|tradition|habit|routine|passion|love|dream|goal|fear|talent|experience|interest|"
        r"job|career|team|band|guinea pigs?|hamsters?|rabbits?|chickens|turtles?|snakes?|fish|tattoos?|guitar|piano|camera|hobby|hobbies|background|mentor|best friend|friends? (?:who|named|called|in|from)|family|support|crush|upbringing|childhood)\b",
        "bio",
        0.8,
        r"\b(?:car (?:accident|problem|trouble|rental|loan|payment|wash)|lost|stolen|family emergency|job interview)\b",
    ),
    Row(
        r"<i> <much>(?:own|drive|ride|speak|play|collect|teach|coach|mentor|manage|run|lead|support|volunteer|belong|lead|breed|raise|grow|practi[cs]e|paint|draw|sing|dance|knit|garden|write|blog|meditate|fast|tutor|commute|suffer from|struggle with|identify as|believe in|wear|celebrate|major in|specialize in|care (?:about|deeply|a lot)|consider|find (?:peace|joy|comfort|inspiration|strength|solace)|get (?:inspiration|inspired|joy|peace)|rely on|tend to|try to|aim to|make sure to|make it a point) (?!<vague>)\w",
        "habit",
        0.8,
        r"\b(?:play (?:the |a |some |my )?(?:song|songs|music|playlist|next|video|radio|album)|run (?:out|late|into)|(?:draw|write) (?:up|down|a (?:letter|check|email|note))|raise (?:a|the|an) (?:question|issue)|support (?:ticket|team)|try to (?:call|log|pay|use|book|find|buy|get|send|open|reach|sign))\b",
    ),
    Row(rf"<i> <much>{DOES}.*<regular>", "habit", 0.8, r"\b(?:alarm|reminder|remind|notify|wake me)\b"),
    Row(
        rf"<i> (?:(?:also|really|just|now|still) )?(?:usually|always|often|never|generally|normally|mostly|typically|regularly|sometimes|rarely|hardly ever|tend to|almost always|almost never|only|mainly) (?:(?:also|just|only) )?(?:{DOES}|(?:get|feel|struggle|forget|worry|lose|need|dream|enjoy|find|miss|become|buy|pay|think|know|say|tell|ask|hear|learn|remember|turn)\b)(?! (?:this|that|it)\Z).{{2,}}",
        "habit",
        0.8,
        r"\b(?:error|message|say (?:that|it|this|hi)|know (?:that|it|this|what))\b",
    ),
    Row(rf"<i> <much>{DOES}", "habit", 0.75, needs_habit=True),
    Row(r"(?:i|we) used to\b.{4,}", "bio", 0.8),
    Row(
        r"(?:i|we) (?:don't|do not|never|can't|cannot) (?:like|eat|drink|smoke|drive|tolerate|speak|own|dance|swim|cook|watch|celebrate|stand|handle|have (?:any )?(?:kids|children|siblings|pets|a car|brothers|sisters))\b(?! <vague>)",
        "preference",
        0.8,
    ),
    Row(
        r"i <much>(?:take|drink|have|like|eat) (?:my|our) [\w ]{2,20} (?:black|white|with|without|strong|iced|hot|weak|sweet|plain|medium|rare|well|raw|spicy|mild|early|late)\b",
        "preference",
        0.85,
    ),
    Row(
        r"i <much>(?:take|am on|use) (?:insulin|medication|metformin|pills|antidepressants|blood pressure|vitamins|hearing aids?|a wheelchair|an inhaler)\b",
        "bio",
        0.85,
    ),
)
