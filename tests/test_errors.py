"""Every error's sentence may be read by a user: plain, short, and it never grovels."""

import re

import pytest

from app import errors
from app.errors import AssistantError

CLASSES = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AssistantError)]
NEVER = re.compile(
    r"^(i'm sorry|sorry|unfortunately|i apologi[sz]e|i wasn't able|i'm afraid|oops|error)", re.IGNORECASE
)


@pytest.mark.parametrize("kind", CLASSES)
def test_its_sentence_is_one_a_user_can_read(kind: type[AssistantError]) -> None:
    sentence = kind().sentence
    assert sentence[0].isupper()
    assert sentence.endswith((".", "!", "?"))
    assert len(sentence) < 120
    assert "\n" not in sentence


@pytest.mark.parametrize("kind", CLASSES)
def test_it_never_grovels_and_never_names_itself(kind: type[AssistantError]) -> None:
    sentence = kind().sentence
    assert not NEVER.match(sentence)
    assert not re.search(r"\w(Error|Exception)\b|Traceback|\b[45]\d\d\b", sentence)


@pytest.mark.parametrize("kind", CLASSES)
def test_it_says_what_it_was_given_instead(kind: type[AssistantError]) -> None:
    assert kind("The moon is closed.").sentence == str(kind("The moon is closed.")) == "The moon is closed."


def test_the_tree_at_the_top_names_every_class() -> None:
    drawn = set(re.findall(r"[├└]── (\w+)", errors.__doc__ or "")) | {"AssistantError"}
    assert drawn == {kind.__name__ for kind in CLASSES}


def test_a_class_of_a_class_is_caught_by_its_parents_name() -> None:
    assert issubclass(errors.StorageBusy, errors.StorageError)
    assert issubclass(errors.NotFound, errors.ToolProblem)
    assert issubclass(errors.UnknownModel, errors.ModelError)
    assert issubclass(errors.UnknownModel, errors.ConfigurationError)
