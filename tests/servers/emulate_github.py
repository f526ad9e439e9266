"""`emulate` as GitHub: Ana's and Kofi's accounts, two repositories, and what a day brings. What is asked of it as others would see it goes by httpx.

What it doesn't do: it has no notifications and sends no tags (ETag); it counts 5,000 requests an hour of each account and then answers 403, and knows no secondary limit;
its search knows no @me and passes over review-requested; it has pull requests apart from issues, and the size of none.
"""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.servers.emulate import running

ANA_TOKEN, KOFI_TOKEN = "ghp_ana_test", "ghp_kofi_test"
SITE, API = "ana/site", "kofi/api"
_SEED = {
    "users": [
        {"login": "ana", "name": "Ana Mensah", "email": "ana@example.org"},
        {"login": "kofi", "name": "Kofi Boateng", "email": "kofi@example.org"},
    ],
    "repos": [
        {"owner": "ana", "name": "site", "description": "The site of the shop", "auto_init": True},
        {"owner": "kofi", "name": "api", "auto_init": True},
    ],
}
_SCOPES = ["repo", "user", "workflow"]
_TOKENS = {ANA_TOKEN: {"login": "ana", "scopes": _SCOPES}, KOFI_TOKEN: {"login": "kofi", "scopes": _SCOPES}}


@dataclass(frozen=True, slots=True)
class EmulatedGitHub:
    """Where it listens."""

    url: str

    def asks(self, method: str, path: str, body: object = None, *, token: str = KOFI_TOKEN) -> Any:
        """Somebody asks something of it; its answer."""
        headers = {"authorization": f"Bearer {token}", "accept": "application/vnd.github+json"}
        answer = httpx.request(method, f"{self.url}/{path}", json=body, headers=headers).raise_for_status()
        return answer.json() if answer.content else None

    def opens(self, repo: str, title: str, text: str = "", *, token: str = KOFI_TOKEN, **more: Any) -> int:
        """Somebody opens an issue; its number."""
        return int(
            self.asks("POST", f"repos/{repo}/issues", {"title": title, "body": text, **more}, token=token)["number"]
        )

    def proposes(
        self, repo: str, title: str, *, files: dict[str, str], branch: str, token: str = KOFI_TOKEN, text: str = ""
    ) -> int:
        """Somebody opens a pull request with these files; its number."""
        start = self.asks("GET", f"repos/{repo}/git/ref/heads/main", token=token)["object"]["sha"]
        self.asks("POST", f"repos/{repo}/git/refs", {"ref": f"refs/heads/{branch}", "sha": start}, token=token)
        for path, content in files.items():
            data = {"message": title, "content": base64.b64encode(content.encode()).decode(), "branch": branch}
            self.asks("PUT", f"repos/{repo}/contents/{path}", data, token=token)
        asked = {"title": title, "body": text, "head": branch, "base": "main"}
        return int(self.asks("POST", f"repos/{repo}/pulls", asked, token=token)["number"])

    def wants_review(self, repo: str, number: int, of: str = "ana") -> None:
        """Somebody asks for a review."""
        self.asks("POST", f"repos/{repo}/pulls/{number}/requested_reviewers", {"reviewers": [of]})

    def checks(self, repo: str, number: int, name: str, conclusion: str) -> None:
        """A check of a pull request ends."""
        head = self.asks("GET", f"repos/{repo}/pulls/{number}")["head"]["sha"]
        done = {"name": name, "head_sha": head, "status": "completed", "conclusion": conclusion}
        self.asks("POST", f"repos/{repo}/check-runs", done)


@contextmanager
def emulated_github() -> Iterator[EmulatedGitHub]:
    """One that runs; both people may write in both repositories. Raises as `emulate` does."""
    with running("github", _SEED, tokens=_TOKENS) as numeric:
        github = EmulatedGitHub(numeric.replace("127.0.0.1", "localhost"))  # as it calls itself
        github.asks("PUT", f"repos/{SITE}/collaborators/kofi", {"permission": "push"}, token=ANA_TOKEN)
        github.asks("PUT", f"repos/{API}/collaborators/ana", {"permission": "push"})
        yield github
