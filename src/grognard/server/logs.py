"""Logs as lines of JSON, without secrets: tokens, passwords and addresses of databases are crossed out, whatever wrote them."""

from __future__ import annotations

import logging
import os
import re
import sys
from datetime import UTC, datetime

import msgspec

SECRET = re.compile(
    r"(?i)(password|passwd|secret|token|csrf|cookie|authorization|x-csrf)([\"']?\s*[=:]\s*[\"']?)([^\s\"',;&]+)"
    r"|(://[^:/@\s]*:)([^@\s]+)(@)"
    r"|(#?/join/)([\w.-]+)"
    r"|(https?://)(?!127\.0\.0\.1|localhost)([^\s\"']*hook[^\s\"']*)"
)


def crossed_out(words: str) -> str:
    def replace(found: re.Match[str]) -> str:
        if found[1]:
            return f"{found[1]}{found[2]}***"
        if found[4]:
            return f"{found[4]}***{found[6]}"
        return f"{found[7] or found[9]}***"

    return SECRET.sub(replace, words)


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": os.getpid(),
            "text": crossed_out(record.getMessage()),
        }
        if record.exc_info:
            said["trace"] = crossed_out(self.formatException(record.exc_info))
        return msgspec.json.encode(said).decode()


def structured(file: str = "") -> None:
    """All that is logged, to the standard error or a file."""
    handler: logging.Handler = logging.FileHandler(file) if file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("grognard.server", "grognard.club"):
        logging.getLogger(name).setLevel(logging.INFO)
