"""Discord's refusals: an HTTP status, Discord's own code, and for a malformed request where it is wrong."""

from typing import Any

UNAUTHORIZED = (401, 0, "401: Unauthorized")
UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached (250)")
TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached")
TOO_MANY_OLD_EDITS = (429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
TOO_MANY_CREATES = (
    429,
    30034,
    "Maximum number of daily application command creates has been reached (200)",
)
REQUEST_TOO_LARGE = (413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = (403, 50001, "Missing Access")
NOT_YOUR_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
INVALID_TOKEN = (401, 50027, "Invalid Webhook Token")
INVALID_FORM = (400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = (400, 50083, "Thread is archived")
NOT_JSON = (400, 50109, "The request body contains invalid JSON.")


class DiscordError(Exception):
    """A request that Discord refuses; `body()` is the JSON that it answers with."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} ({code}) {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        return body | {"errors": self.errors} if self.errors else body
