"""How an item is named, as people write and say it."""

import pytest

from app.integrations.code.naming import named_item


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("acme/site#12", ("acme/site", 12)),
        ("#12", ("", 12)),
        ("12", ("", 12)),
        ("12 in acme/site", ("acme/site", 12)),
        ("PR 30 on gannet/core", ("gannet/core", 30)),
        ("issue #7 of the blog repo", ("blog", 7)),
        ("pull request 4 dans acme/site", ("acme/site", 4)),
        ("https://github.com/acme/site/pull/3", ("acme/site", 3)),
        ("the issue about the footer", None),
        ("5 in the morning please", None),
        ("12 of " * 2_000, None),
        ("", None),
    ],
)
def test_an_item_is_known_by_its_name(text: str, named: tuple[str, int] | None) -> None:
    assert named_item(text) == named
