"""Which value goes into which field, and when a form is the same."""

from typing import Any

from app.integrations.browser.forms import Seen, best, clean, page_of, sheets


def seen(*controls: dict[str, Any], forms: int = 1, action: str = "https://shop.example/send") -> Seen:
    numbered = [{"number": at, "form": 0, "kind": "text", **one} for at, one in enumerate(controls, 1)]
    return Seen.model_validate(
        {"url": "https://shop.example/", "controls": numbered, "forms": [{"action": action}] * forms}
    )


def told(page: Seen, **fields: str) -> dict[int, Any]:
    found = best(page, {name.replace("_", " "): value for name, value in fields.items()})
    assert found is not None
    return found.told


def test_names_fit_labels_names_and_placeholders_of_any_case() -> None:
    page = seen(
        {"label": "First name *"},
        {"label": "Last name:"},
        {"name": "e-mail"},
        {"placeholder": "Téléphone"},
        {"id": "zipCode"},
    )
    assert told(page, first_name="A", LAST_NAME="B", email="C", telephone="D", zip_code="E") == {
        at: {"value": value} for at, value in enumerate("ABCDE", 1)
    }


def test_the_nearer_name_wins_and_each_field_is_used_once() -> None:
    page = seen({"label": "Company name"}, {"label": "Name"}, {"label": "Name of your dog"})
    assert told(page, name="Ana") == {2: {"value": "Ana"}}
    assert told(page, name="Ana", dog="Rex") == {2: {"value": "Ana"}, 3: {"value": "Rex"}}
    assert told(seen({"label": "Mail", "name": "name"}, {"label": "Name"}), name="Ana") == {2: {"value": "Ana"}}


def test_a_field_is_found_by_its_other_names_too_and_its_own_comes_first() -> None:
    page = seen({"label": "Email"}, {"label": "Day"}, {"label": "Places"})
    assert told(page, courriel="a@x.org", date="Friday", guests="2") == {
        1: {"value": "a@x.org"},
        2: {"value": "Friday"},
        3: {"value": "2"},
    }
    assert told(seen({"label": "Day"}, {"label": "Date"}), date="Friday") == {2: {"value": "Friday"}}


def test_choices_are_found_by_their_words_and_ticks_by_yes_and_no() -> None:
    page = seen(
        {"label": "Land", "kind": "select", "options": ["Choose", "Côte d'Ivoire", "Ghana"]},
        {"label": "Small", "kind": "radio", "name": "size", "group": "Size"},
        {"label": "Extra large", "kind": "radio", "name": "size", "group": "Size"},
        {"label": "Terms", "kind": "checkbox"},
        {"label": "News", "kind": "checkbox", "checked": True},
    )
    assert told(page, land="cote d ivoire", size="extra large", terms="Yes", news="no") == {
        1: {"option": 1},
        3: {"checked": True},
        4: {"checked": True},
        5: {"checked": False},
    }
    found = best(page, {"land": "Atlantis", "terms": "perhaps", "size": "huge"})
    assert found is not None
    assert (found.told, found.unfit) == ({}, ["Land", "Terms", "Size"])


def test_the_form_with_most_of_the_fields_is_meant() -> None:
    page = seen({"label": "Search"}, {"label": "Name", "form": 1}, {"label": "Mail", "form": 1}, forms=2)
    found = best(page, {"name": "Ana", "mail": "a@x.org"})
    assert found is not None
    assert found.sheet.at == 1
    assert best(page, {"shoe size": "9"}) is None


def test_equal_labels_are_told_apart_and_labels_hold_no_separator() -> None:
    [sheet] = sheets(seen({"label": "Name"}, {"label": "Name"}, {"label": "Sum: 3 + 4 = *"}, {}))
    assert [one.label for one in sheet.form.fields] == ["Name", "Name (2)", "Sum 3 + 4", "text"]


def test_a_form_is_another_one_by_its_place_its_host_or_its_fields() -> None:
    base = [{"label": "Name", "value": "x"}, {"kind": "hidden-by-page", "label": "Mail"}]
    mark = sheets(seen(*base))[0].form.mark
    assert sheets(seen({"label": "Name", "value": "y"}, base[1]))[0].form.mark == mark
    others = [
        seen(*base, action="https://other.example/"),
        seen(base[0]),
        seen(base[0], {"label": "Card", "kind": "hidden-by-page"}),
        seen(*({**one, "form": 1} for one in base), forms=2),
    ]
    assert mark not in {sheets(page)[0].form.mark for page in others}
    assert sheets(others[0])[0].form.sends_to == "other.example"


def test_what_strangers_wrote_is_short_and_can_be_seen() -> None:
    assert clean("a\u202eb\x00c\n d\u200b" + "x" * 500, 10) == "abc dxxxxx"
    assert clean("a\n b\x1b", 10, lines=True) == "a\n b"
    page = page_of(Seen(url="https://x.example/", title="t" * 999, text="w" * 99_999))
    assert (len(page.title), len(page.text)) == (200, 8_000)
