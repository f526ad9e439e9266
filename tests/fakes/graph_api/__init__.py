"""A Graph API server on loopback, with people who use WhatsApp: real HTTP, Meta's published limits, signed webhooks. Ours; pywa holds it.

What it checks: the bearer token; that every body has the fields that Meta publishes and no others; lengths, three reply buttons, ten rows,
labels that differ; a template's name, language and variables, and that these have no line breaks; that a file is of a kind and size that is
taken; that nothing but a template goes to somebody who hasn't written for 24 hours; that only messages that came are marked read. What it
refuses is answered in Meta's words and written down in `faults`.

It lists the account's templates by name with language and status, as pywa's own `get_templates` reads them.

What it doesn't have: prices, quality, limits of its own (they come to order), groups, calls, flows, catalogues.
"""

from tests.fakes.graph_api.orders import Break, Fault, Hang, Html, Refuse
from tests.fakes.graph_api.people import Person
from tests.fakes.graph_api.running import GraphApiProcess, graph_api, graph_api_process
from tests.fakes.graph_api.server import GraphApiServer
from tests.fakes.graph_api.world import Shown, World

__all__ = [
    "Break",
    "Fault",
    "GraphApiProcess",
    "GraphApiServer",
    "Hang",
    "Html",
    "Person",
    "Refuse",
    "Shown",
    "World",
    "graph_api",
    "graph_api_process",
]
