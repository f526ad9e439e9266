"""Starting the server for a test: in this process, or as one of its own that outlives the program's."""

import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.fakes.bot_api.running import ROOT, address, started
from tests.fakes.graph_api.server import VERSION, GraphApiServer
from tests.fakes.graph_api.world import World


@contextlib.asynccontextmanager
async def graph_api(*, faults: bool = False) -> AsyncIterator[GraphApiServer]:
    """A server in this process. Fails at the end when it was asked for what Meta refuses, unless `faults`."""
    server = GraphApiServer()
    await server.web.start()
    try:
        yield server
    finally:
        await server.web.stop()
    assert faults or server.world.faults == [], server.world.faults


@dataclass
class GraphApiProcess:
    """The grip on a server in another process. `world` has its fixed names, nothing else."""

    root: str
    client: httpx.AsyncClient
    world: World

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return f"{self.root}{VERSION}"

    async def do(self, verb: str, **given: Any) -> Any:
        """A verb of `controls.Controls`."""
        answer = await self.client.post(f"{self.root}/_test/{verb}", json=given)
        answer.raise_for_status()
        return answer.json()


@contextlib.asynccontextmanager
async def graph_api_process(*, seed: str = "") -> AsyncIterator[GraphApiProcess]:
    """A server in its own process. Fails at the end when it was asked for what Meta refuses."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "address"
        command = [sys.executable, "-m", "tests.fakes.graph_api", "--seed", seed, "--ready", str(ready)]
        async with started(command, ROOT) as process, httpx.AsyncClient(timeout=30, trust_env=False) as client:
            made = GraphApiProcess(await address(ready, process), client, World())
            yield made
            found = (await made.do("state"))["faults"]
        assert found == [], found
