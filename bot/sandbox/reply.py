"""HTTP answers in the form that discord.py reads."""

import json
from collections.abc import Mapping

from aiohttp import web


def json_reply(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON with exactly the content type that discord.py looks for: it knows no `; charset`."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json", **(headers or {})})


def nothing() -> web.Response:
    return web.Response(status=204)
