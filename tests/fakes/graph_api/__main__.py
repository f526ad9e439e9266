"""The server as a process: `python -m tests.fakes.graph_api --ready FILE --seed 7`.

`--ready` names a file that holds the address once the server listens; the verbs of `controls.Controls` are at /_test/<verb>. `--seed`
chooses which webhooks come twice or late. Ends with SIGTERM.
"""

import argparse
import asyncio
import json
import signal
from pathlib import Path
from random import Random

from tests.fakes.bot_api.web import Request, Response, as_json
from tests.fakes.graph_api.controls import Controls
from tests.fakes.graph_api.server import VERSION, GraphApiServer

_CONTROL = "/_test/"


class ControlledServer(GraphApiServer):
    """The server, and a door for whoever controls it."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.controls = Controls(self, rng)
        self.world.showed = self.controls.showed

    async def handle(self, request: Request) -> Response:
        """A call of the API's, or a verb."""
        if request.path.startswith(_CONTROL):
            verb = request.path.removeprefix(_CONTROL)
            return as_json(200, await self.controls.do(verb, json.loads(request.body or b"{}")))
        return await super().handle(request)


async def serve(seed: str, ready: Path) -> None:
    """Until the process is told to end."""
    server = ControlledServer(Random(seed))
    await server.web.start()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    beside = ready.with_suffix(".new")
    beside.write_text(server.url.removesuffix(VERSION), "utf-8")
    beside.replace(ready)
    await ended.wait()
    await server.controls.delivery.close()
    await server.web.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="")
    parser.add_argument("--ready", type=Path, required=True)
    options = parser.parse_args()
    asyncio.run(serve(options.seed, options.ready))
