"""What a bot sends, read: JSON, or a form of JSON and files; and answers in the form that discord.py reads."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from bot.sandbox.entities import Payload
from bot.sandbox.errors import INVALID_FORM, NOT_JSON, DiscordError
from bot.sandbox.limits.messages import check_sizes


@dataclass(frozen=True)
class Upload:
    name: str
    data: bytes
    content_type: str


@dataclass(frozen=True)
class Body:
    """A request's JSON and, by their number, the files beside it."""

    json: Any
    uploads: dict[int, Upload] = field(default_factory=dict)

    @property
    def fields(self) -> Payload:
        """The JSON as an object. Raises DiscordError 50035 if it is anything else."""
        if not isinstance(self.json, dict):
            raise DiscordError(*INVALID_FORM, {"_errors": [{"code": "DICT_TYPE_CONVERT", "message": "Not an object."}]})
        return self.json

    def data(self) -> "Body":
        """An interaction answer's `data` with the same files."""
        data = self.fields.get("data")
        return Body({} if data is None else data, self.uploads)


async def read_body(request: web.Request) -> Body:
    """Read a request. Raises DiscordError 50109 for broken JSON, 40005 for more than Discord takes."""
    if request.content_type.startswith("multipart/"):
        body = await _read_form(request)
    else:
        body = Body(_parse(await request.read()))
    check_sizes(request.content_length or 0, [upload.data for upload in body.uploads.values()])
    return body


async def _read_form(request: web.Request) -> Body:
    payload: Any = {}
    uploads: dict[int, Upload] = {}
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                raise ValueError("a form inside a form")
            name, data = part.name or "", bytes(await part.read())
            if name == "payload_json":
                payload = _parse(data)
            elif name.startswith("files["):
                kind = part.headers.get("Content-Type", "application/octet-stream")
                uploads[int(name[6:-1])] = Upload(part.filename or "unknown", data, kind)
    except ValueError:
        raise DiscordError(*NOT_JSON) from None
    return Body(payload, uploads)


def _parse(data: bytes) -> Any:  # JSON may hold anything
    if not data:
        return {}
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise DiscordError(*NOT_JSON) from None


def json_reply(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON with exactly the content type that discord.py looks for: it knows no `; charset`."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json", **(headers or {})})


def nothing() -> web.Response:
    return web.Response(status=204)
