"""Who may talk to the sandbox while its page is open: this machine, and of all web pages only our own."""

from collections.abc import Awaitable, Callable

import yarl
from aiohttp import web

from bot.sandbox.endpoint import is_loopback

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


@web.middleware
async def this_machine_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse other machines, other names for this one (DNS rebinding), and other web pages."""
    host = yarl.URL(f"http://{request.host}").host
    if not is_loopback(request.remote) or not is_loopback(host):
        raise web.HTTPForbidden(text="The sandbox serves this machine only.\n")
    if "Origin" in request.headers and not from_own_page(request):
        raise web.HTTPForbidden(text="The sandbox serves no other web page.\n")
    return await handler(request)


def from_own_page(request: web.Request) -> bool:
    """Whether a browser says that our own page sent this."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.host}"
