"""The tools' own desk, for what the offline model says about their results."""

from tests.tools.conftest import desk

__all__ = ["desk"]
