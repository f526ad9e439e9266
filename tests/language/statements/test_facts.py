"""What people state about themselves is found in their words; what they ask, order, suppose, quote and feel in passing is not."""

import pytest

from app.language.statements.facts import CUT, KINDS, MOST, facts_in


@pytest.mark.parametrize(
    ("said", "key", "kind"),
    [
        ("Hi there, I live in Accra.", "home", "bio"),
        ("my name is Kwame Mensah", "name", "bio"),
        ("you can call me Kojo", "name", "bio"),
        ("I'm Ama", "name", "bio"),
        ("I'm 34", "age", "bio"),
        ("I work as a nurse at the port", "work", "bio"),
        ("my favourite food is waakye", "favourite food", "preference"),
        ("I study law at Legon", "i study law at legon", "bio"),
        ("At home I usually cook", "i usually cook", "habit"),
        ("my team tends to skip Fridays", "my team tends to skip fridays", "relation"),
        ("I've been vegan for years", "vegan", "bio"),
        ("we have two kids", "we have two kids", "bio"),
        ("I'm allergic to peanuts", "allergic to peanuts", "bio"),
        ("I hate early mornings", "liking early mornings", "preference"),
        ("I prefer tea over coffee", "i prefer tea over coffee", "preference"),
        ("I play tennis on Sundays", "i play tennis on sundays", "habit"),
        ("my sister lives in Accra", "sister's home", "relation"),
        ("My favourite colour is green, not teal.", "favourite colour", "preference"),
        ("I'm training for a marathon", "i'm training for a marathon", "plan"),
        ("I'd love to visit Japan someday", "i'd love to visit japan someday", "goal"),
        ("As a nurse, I can't sleep at night", "i'm a nurse", "bio"),
        ("I quit smoking", "i quit smoking", "bio"),
        ("music helps me concentrate", "music helps me concentrate", "preference"),
        ("remember that I live in Accra", "home", "bio"),
    ],
)
def test_a_fact_has_what_it_is_about_and_its_kind(said: str, key: str, kind: str) -> None:
    [fact] = facts_in(said)
    assert (fact.key, fact.kind) == (key, kind)
    assert fact.kind in KINDS
    assert fact.confidence >= CUT


@pytest.mark.parametrize(
    "said",
    [
        "where do I live?",
        "did I tell you I'm vegan?",
        "if I lived in Paris I'd eat croissants",
        "imagine I live on Mars",
        "I wish I lived in Spain",
        "let's say I work at a bank",
        "maybe I'll move to Spain",
        'She said "I live in Rome"',
        "he told me I live in a bubble",
        "> I live in Rome",
        "translate: I live in Berlin",
        "draft a note: I quit my job",
        "remind me that my meeting is at 3",
        "my meeting is at 3",
        "I want to order pizza",
        "I'd like to book a table",
        "call me back at five",
        "my card was stolen",
        "I'm tired",
        "I'm on my way",
        "I have a headache",
        "I have a meeting at 3",
        "I live in fear",
        "I'm looking for a hotel",
        "I love this song",
        "I love you",
        "my sister is coming over",
        "you live in Accra",
        "I'm sorry",
        "it keeps me calm",
        "",
        " \n\t",
    ],
)
def test_what_is_no_lasting_statement_is_left(said: str) -> None:
    assert facts_in(said) == []


def test_one_message_may_state_several_things() -> None:
    found = facts_in("I'm vegan and my sister is a nurse, but I work at the port. Can you book a table?")
    assert [fact.statement for fact in found] == ["I'm vegan", "my sister is a nurse", "I work at the port"]
    assert found[0].quote == "I'm vegan and my sister is a nurse, but I work at the port."


def test_of_two_that_contradict_each_other_the_later_stands_later() -> None:
    found = facts_in("I live in Accra, no wait, I live in Tema now.")
    assert [(fact.key, fact.statement) for fact in found] == [
        ("home", "I live in Accra"),
        ("home", "I live in Tema"),
    ]


def test_what_is_over_names_what_was_so() -> None:
    [fact] = facts_in("I don't live in Accra any more")
    assert (fact.key, fact.ended) == ("home", frozenset({"i", "live", "in", "accra"}))


def test_where_a_sister_lives_is_not_where_the_user_lives() -> None:
    assert [fact.key for fact in facts_in("my sister lives in Accra and my parents live in Tema")] == [
        "sister's home",
        "parents's home",
    ]


def test_a_sentence_that_leans_on_the_one_before_is_kept_with_it() -> None:
    [fact] = facts_in("I just joined a choir. It helps me relax after work.")
    assert fact.statement == "I just joined a choir; it helps me relax after work"


def test_a_moment_before_a_statement_stays_with_it() -> None:
    [fact] = facts_in("Last Friday I signed up for a pottery class")
    assert fact.statement == "last Friday I signed up for a pottery class"


@pytest.mark.parametrize(
    "said",
    [
        "ich wohne in Berlin",
        "vivo en Madrid y tengo dos hijos",
        "我住在北京",
        "أنا أعيش في القاهرة",
        "👍" * 50,
    ],
)
def test_other_languages_are_left_alone(said: str) -> None:
    assert facts_in(said) == []


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("J'habite à Paris", "home"),
        ("on a déménagé à Lyon", "home"),
        ("je m'appelle Fatou", "name"),
        ("je suis allergique aux arachides", "allergique aux arachides"),
        ("Mon mari s'appelle Kofi", "mari: nom"),
        ("ma soeur est allergique aux noix", "ma soeur est allergique aux noix"),
        ("je n'aime pas le café", "aimer le café"),
        ("souviens-toi que la clé est sous le pot bleu", "la clé est sous le pot bleu"),
        ("mon anniversaire est le 4 mai", "birthday"),
        ("tous les mardis je vais à la piscine", "je vais à la piscine"),
    ],
)
def test_french_is_read_by_its_own_templates(said: str, key: str) -> None:
    assert [fact.key for fact in facts_in(said)] == [key]


@pytest.mark.parametrize(
    "said",
    [
        "j'habite où ?",
        "rappelle-moi d'appeler ma mère",
        "si j'habitais à Paris je mangerais des croissants",
        "je suis fatigué",
        "je suis à la banque",
        "mon train est en retard",
        "il dit que je suis bête",
        "n'oublie pas de m'acheter du pain",
        "je veux manger une pizza",
    ],
)
def test_french_that_states_nothing_lasting_is_left(said: str) -> None:
    assert facts_in(said) == []


@pytest.mark.parametrize(
    "hostile",
    [
        "i " * 100_000,
        "my " * 50_000 + "is",
        "and i " * 50_000,
        "'" * 100_000,
        "I live in " + "a" * 100_000,
        "\x00\ud800 I live in \u202e",
        "I live in Accra. " * 20_000,
    ],
)
def test_no_text_is_too_long_or_too_odd(hostile: str) -> None:
    assert len(facts_in(hostile)) <= MOST


@pytest.mark.parametrize(
    ("said", "statements"),
    [
        (
            "I live in Tema and at home I usually cook without onions",
            ["I live in Tema", "at home I usually cook without onions"],
        ),
        ("I like tea and on Sundays we go to church", ["I like tea", "on Sundays we go to church"]),
    ],
)
def test_a_place_or_a_day_in_front_begins_a_statement_of_its_own(said: str, statements: list[str]) -> None:
    assert [fact.statement for fact in facts_in(said)] == statements


@pytest.mark.parametrize(
    ("said", "statements"),
    [
        ("im alergic to penuts", ["I'm allergic to peanuts"]),
        ("The fuse box is behind the mirror, remember that please", ["my fuse box is behind the mirror"]),
        ("could you kindly bear in mind that I don't take sugar?", ["I don't take sugar"]),
        (
            "remember that my shirt size is L and that Dr Ofori is my dentist",
            ["my shirt size is L", "Dr Ofori is my dentist"],
        ),
        (
            "my neighbour is called Esi and she works at the port",
            ["my neighbour is called Esi", "my neighbour works at the port"],
        ),
        ("My aunt is Adjoa, her birthday is 5 May", ["My aunt is Adjoa", "my aunt's birthday is 5 May"]),
        ("add soap to my list, and fyi my wife is coeliac", ["my wife is coeliac"]),
        (
            "I usually cook without nuts because I'm allergic to them",
            ["I usually cook without nuts because I'm allergic to them"],
        ),
        ("Dad's a baker", ["my Dad's a baker"]),
        ("Yaw's birthday is 8 October. He's my nephew.", ["my nephew Yaw's birthday is 8 October"]),
        ("my favourite fruit? Mango, always has been.", ["my favourite fruit is Mango"]),
        ("I lent my ladder to Kwaku", ["I lent my ladder to Kwaku"]),
        ("The stopcock is behind the washing machine", ["The stopcock is behind the washing machine"]),
        ("I walk to work every day", ["I walk to work every day"]),
        ("library card number is 20319", ["my library card number is 20319"]),
        ("I'm not in Accra anymore, I'm based in Tamale", ["I'm not in Accra anymore", "I'm based in Tamale"]),
    ],
)
def test_what_is_told_in_other_words_is_found(said: str, statements: list[str]) -> None:
    assert [fact.statement for fact in facts_in(said)] == statements


@pytest.mark.parametrize(
    "said",
    [
        "remember to buy milk",
        "don't forget to call my sister",
        "please remember me tomorrow at 10",
        "suppose I was vegan, what could I cook?",
        "my phone is at 4 percent",
        "my bus is late again",
        "my card is lost",
        "my mum is a nightmare",
        "the neighbour's cousin got a new car",
        "she told me her boss is a nightmare",
        "I almost bought a motorbike today",
        "I was thinking of getting a dog but no",
        "I'm a millionaire (I wish)",
        "I'm vegan now. Just kidding!",
        "I might move to Spain some day",
        "I didn't say I like jazz",
        "I'm going to need a hotel room for two",
        "write: I live in a submarine",
        "every 10 minutes tell me to drink water",
        "would it help if I told you my address?",
    ],
)
def test_orders_suppositions_jokes_and_passing_states_are_left(said: str) -> None:
    assert facts_in(said) == []
