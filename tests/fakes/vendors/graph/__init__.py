"""Microsoft Graph on loopback, ours and not Microsoft's: held to Microsoft's own description of it, and to its SDK's models."""

from tests.fakes.vendors.graph.answers import World
from tests.fakes.vendors.graph.server import Fault, GraphServer, graph_server

__all__ = ["Fault", "GraphServer", "World", "graph_server"]
