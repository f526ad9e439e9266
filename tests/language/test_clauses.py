"""A request cut into what it asks for."""

from app.language.clauses import MARKS, Clause, clause_words, clauses, tokens


def words(text: str) -> list[str]:
    return [token.text for token in tokens(text)]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(clause.kind, clause.verb) for clause in clauses(text)]


def test_names_of_things_become_marks() -> None:
    said = words("Send 'Hello there' and notes.docx to a@b.co, see https://x.org/a. Cost: 2,50 or {price}")
    assert [word for word in said if word in MARKS] == ["quote0", "file0", "address0", "link0", "0", "blank0"]


def test_an_apostrophe_opens_no_quote() -> None:
    assert words("Ama’s mail isn't here") == ["ama's", "mail", "isn't", "here"]


def test_a_point_after_an_initial_ends_no_sentence() -> None:
    assert {clause.sentence for clause in clauses("Set an alarm for five p. m. today")} == {0}
    assert [clause.sentence for clause in clauses("Call Ama. Write to Ben.")] == [0, 1]


def test_each_command_and_question_is_a_clause_of_its_own() -> None:
    assert kinds("Could you please check my mail and then post a summary in #standup?") == [
        ("read", "check"),
        ("act", "post"),
    ]
    assert kinds("If it rains, move the run. What else is on?") == [("if", "if"), ("act", "move"), ("question", "what")]
    assert kinds("I'm looking for a hotel. It was late.") == [("wish", "i'm"), ("none", "")]


def test_a_noun_that_may_be_a_verb_is_a_command_only_where_one_follows() -> None:
    assert kinds("Show me my tasks, notes and mail") == [("read", "show")]
    assert kinds("Find the notes and mail the rest") == [("read", "find"), ("act", "mail")]


def test_telling_me_is_an_answer_and_telling_somebody_is_an_act() -> None:
    assert kinds("tell me the time") == [("read", "tell")]
    assert kinds("tell Ben the time") == [("act", "tell")]
    assert kinds("remind me what I said") == [("read", "remind")]
    assert kinds("remind me to call") == [("act", "remind")]


def test_content_is_left_out_of_the_clause_that_carries_it() -> None:
    [reminder] = clauses("Remind me to buy bread, check the tyres and pay the rent")
    assert reminder == Clause("act", "remind", ("me",), 0, start=0, end=56)
    [message] = clauses("Write to the landlord that the sink leaks and the door does not close")
    assert message.words == ("to", "the", "landlord")
    [task] = clauses("Add a task to send the contract back")
    assert task.words == ("a", "task")


def test_a_description_is_no_content() -> None:
    [clause] = clauses("Send Ben the file that Ana mentioned")
    assert clause.words[-3:] == ("that", "ana", "mentioned")


def test_a_sequence_word_ends_content() -> None:
    assert kinds("Remind me to call Ama, then book a table") == [("act", "remind"), ("act", "book")]


def test_what_is_dictated_says_so() -> None:
    assert [clause.dictates for clause in clauses("Note: buy milk. Call Ama.")] == [True, False]


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert len(tokens("word " * 10_000)) < 400


def test_every_clause_has_its_place_content_included_and_joiners_left_out() -> None:
    text = "Please check my mail, and then remind me to call Ama. What's next?"
    assert [text[clause.start : clause.end] for clause in clauses(text)] == [
        "check my mail",
        "remind me to call Ama",
        "What's next",
    ]


def test_french_is_read_by_the_same_rules() -> None:
    assert kinds("Rappelle-moi d'appeler Ama, puis ajoute du lait à la liste") == [
        ("act", "rappelle"),
        ("act", "ajoute"),
    ]
    assert kinds("S'il te plaît, montre mes tâches et envoie un message à Kofi") == [
        ("read", "montre"),
        ("act", "envoie"),
    ]
    assert kinds("Quels rappels ai-je demain ?") == [("question", "quels")]


def test_a_verb_is_an_act_or_a_look_up_and_not_both() -> None:
    known = clause_words()
    assert not known["acts"] & known["reads"]
    assert known["acts"] | known["reads"] | {"work"} >= known["nouns_too"]


def test_all_words_are_lower_case() -> None:
    assert all(word and word == word.lower() for words in clause_words().values() for word in words)
