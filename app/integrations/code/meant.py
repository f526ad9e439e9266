"""Which repository or item of a code host somebody means: by its name or address, or by a part of one. What is unclear is asked back."""

from collections.abc import Sequence
from dataclasses import replace

from app.errors import NotFound, ToolProblem
from app.integrations.code.naming import named_item, named_repository
from app.integrations.code.port import ME, CodeHost, Item, ItemQuery, Whole
from app.language.code_items import whose

_CHOICES = 12
NO_REPOSITORY = "I find no repository “{said}”. Yours are: {names}."
WHICH_REPOSITORY = "Which repository? Yours are: {names}."
NO_ITEM = "There is no {name} that I can see."
WHICH_ITEM = "Which one? {names}"
NONE_OF = "I find no open pull request of “{who}” that has to do with you."
NOTHING_FITS = "I find no issue or pull request about “{said}”."


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
    """The item that is meant: by its name or address, by its number among those its user has to do with, by whose pull request it is, or by
    words of its title. Raises NotFound, ToolProblem."""
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
    elif who := whose(said):
        found = await _of(host, who)
    else:
        words = said.strip().strip("“”\"'")
        found = list(await host.items(ItemQuery(words=words), 6)) if words else []
        found = [one for one in found if words.casefold() in one.title.casefold()] or found
        if not found:
            raise NotFound(NOTHING_FITS.format(said=words[:60]))
    if len(found) > 1:
        raise ToolProblem(WHICH_ITEM.format(names="; ".join(f"{one.name} {one.title}" for one in found[:_CHOICES])))
    return await host.item(found[0].repo, found[0].number)


async def _of(host: CodeHost, who: str) -> Sequence[Item]:
    """The open pull requests of somebody, of those that wait for the user's review or that they have to do with. Raises NotFound."""
    wanted = who.casefold()
    for query in (ItemQuery(reviewer=ME), ItemQuery(involves=ME)):
        there = await host.items(replace(query, kind="pull request", state="open"), 100)
        exact = [one for one in there if one.author.casefold() == wanted]
        if found := exact or [one for one in there if wanted in one.author.casefold()]:
            return found
    raise NotFound(NONE_OF.format(who=who[:60]))


async def _only(host: CodeHost, number: int) -> Item:
    """That number of the only repository there is."""
    return (await host.item(await repository_of(host, ""), number)).item
