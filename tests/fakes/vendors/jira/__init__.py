"""Jira Cloud, as a server of ours."""

from tests.fakes.vendors.jira.server import EMAIL, TOKEN, JiraCloud, jira_cloud

__all__ = ["EMAIL", "TOKEN", "JiraCloud", "jira_cloud"]
