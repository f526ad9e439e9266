"""The table of domains and its phrasebook."""

from app.routing.domains import DOMAIN_NAMES, DOMAINS
from app.routing.keywords import FOLDER, FOLLOW_UP, OUTSIDE

TWELVE = {
    "utility", "memory", "email", "calendar", "github", "news", "slack", "jira", "drive", "meetings", "diagnostics", "health",
}  # fmt: skip


def test_there_are_twelve_domains() -> None:
    assert {domain.name for domain in DOMAINS} == TWELVE
    assert len(DOMAINS) == len(TWELVE)
    assert DOMAIN_NAMES == TWELVE


def test_every_domain_has_its_own_tools_and_those_of_utility() -> None:
    for domain in DOMAINS:
        assert domain.toolsets[0] == domain.name
        assert "utility" in domain.toolsets


def test_only_what_is_kept_here_works_without_a_connection() -> None:
    assert {domain.name for domain in DOMAINS if domain.integration is None} == {
        "utility",
        "memory",
        "health",
        "news",
        "diagnostics",
    }


def test_every_domain_has_words_and_examples() -> None:
    for domain in DOMAINS:
        assert domain.about
        assert len(domain.keywords) >= 10
        assert len(domain.anchors) >= 20


def test_the_phrasebook_has_one_file_for_each_domain_and_no_other() -> None:
    assert {file.stem for file in FOLDER.glob("*.toml")} == TWELVE | {OUTSIDE, FOLLOW_UP}
