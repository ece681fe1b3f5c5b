"""The log: in colour on a terminal, plain anywhere else, or an object of JSON a line."""

import datetime
import json
import logging
import sys

import discord

FORMATS = ("text", "json")
_PLAIN = "{asctime} {levelname:<8} {name}: {message}"


class JsonLines(logging.Formatter):
    """A line for each record, whatever stands in it: an object with time, level, logger, message and error."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as an object on one line."""
        told = {
            "time": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def start_log(level: str, how: str) -> None:
    """Log to stderr from a level on, as `text` or as `json`."""
    handler = logging.StreamHandler(sys.stderr)
    if how == "json":
        formatter: logging.Formatter = JsonLines()
    elif sys.stderr.isatty():
        discord.utils.setup_logging(level=logging.getLevelName(level))
        return
    else:
        # discord.py colours what a container writes too, which nobody reads on a terminal.
        formatter = logging.Formatter(_PLAIN, style="{")
    discord.utils.setup_logging(handler=handler, formatter=formatter, level=logging.getLevelName(level))
