"""What all tools for code hosts stand on: the account and the repository or item that is meant, and whose words were read."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.cards import sources
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations.code.naming import named_item, named_repository
from app.integrations.code.port import ME, CodeHost, Item, ItemQuery, Whole
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of
from app.tools.provenance import has_read

T = TypeVar("T")
_CHOICES = 12
NO_REPOSITORY = "I find no repository “{said}”. Yours are: {names}."
WHICH_REPOSITORY = "Which repository? Yours are: {names}."
NO_ITEM = "There is no {name} that I can see."
WHICH_ITEM = "Which one? {names}"
NOTHING_FITS = "I find no issue or pull request about “{said}”."


async def on_host(deps: AgentDeps, account: str, work: Callable[[Account, CodeHost], Awaitable[T]]) -> T:
    """Do it at the account that is meant; where none is named, at the first that has what it needs. Raises NotFound where none has."""
    accounts = accounts_of(deps)
    chosen = await accounts.chosen(deps.user.id, account, "code")
    for number, one in enumerate(chosen):
        try:
            async with accounts.code_host(one) as host:
                return await work(one, host)
        except NotFound:
            if number == len(chosen) - 1:
                raise
    raise NotFound


async def repository_of(host: CodeHost, said: str) -> str:
    """ "owner/name" for what somebody calls a repository; the only one for "". Raises NotFound, ToolProblem with those there are."""
    if full := named_repository(said):
        return full
    found = await host.repositories("", 100)
    wanted = said.strip().casefold().removeprefix("my ")
    exact = [one.name for one in found if wanted in (one.name.casefold(), one.name.rpartition("/")[2].casefold())]
    names = exact or [one.name for one in found if wanted in one.name.casefold()]
    if len(names) == 1:
        return names[0]
    listed = ", ".join((names or [one.name for one in found])[:_CHOICES])
    if names or not wanted:
        raise ToolProblem(WHICH_REPOSITORY.format(names=listed))
    raise NotFound(NO_REPOSITORY.format(said=said.strip()[:60], names=listed or "none"))


async def item_of(host: CodeHost, said: str) -> Whole:
    """The item that is meant: by its name or address, by its number among those its user has to do with, or by words of its title. Raises
    NotFound, ToolProblem."""
    named = named_item(said)
    if named and named[0]:
        repo = await repository_of(host, named[0])
        try:
            return await host.item(repo, named[1])
        except NotFound as problem:
            raise NotFound(NO_ITEM.format(name=f"{repo}#{named[1]}")) from problem
    if named:
        mine = [one for one in await host.items(ItemQuery(involves=ME), 100) if one.number == named[1]]
        found = mine or [await _only(host, named[1])]
    else:
        words = said.strip().strip("“”\"'")
        found = list(await host.items(ItemQuery(words=words), 6)) if words else []
        found = [one for one in found if words.casefold() in one.title.casefold()] or found
        if not found:
            raise NotFound(NOTHING_FITS.format(said=words[:60]))
    if len(found) > 1:
        raise ToolProblem(WHICH_ITEM.format(names="; ".join(f"{one.name} {one.title}" for one in found[:_CHOICES])))
    return await host.item(found[0].repo, found[0].number)


async def _only(host: CodeHost, number: int) -> Item:
    """That number of the only repository there is."""
    return (await host.item(await repository_of(host, ""), number)).item


async def has_read_repository(deps: AgentDeps, *repos: str) -> None:
    """The turn shows what people wrote in these repositories."""
    await has_read(deps, *dict.fromkeys(sources.repository(repo) for repo in repos if repo))


def line(item: Item, deps: AgentDeps) -> str:
    """An item in a list."""
    about = [item.kind, item.state, f"by {item.author}", when.say(item.updated_at, deps.local_now)]
    about += [f"for {', '.join(item.assignees)}"] if item.assignees else []
    about += [f"labels: {', '.join(item.labels)}"] if item.labels else []
    return f"- {item.name} {item.title} ({', '.join(about)})"
