"""How a club is run: options of `grognard serve`, or a file `club.toml` in its data folder with the same names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from grognard.kernel import BadData


class Mail(Struct, forbid_unknown_fields=True):
    """An SMTP server that takes our notices."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    encryption: Literal["starttls", "tls", "none"] = "starttls"


class ClubSettings(Struct, forbid_unknown_fields=True):
    name: str = "Grognard"
    url: str = ""  # how people reach it: https://club.example.org
    registration: Literal["open", "invited", "closed"] = "invited"
    guests: bool = True  # people without an account may watch public matches
    behind_proxy: bool = False  # the address of a caller is in X-Forwarded-For
    session_days: int = 60
    notice_hours: float = 1.0  # within one turn nobody is told again before this
    remind_hours: float = 24.0  # who was told and has not come is reminded once after this; 0: never
    limits: float = 1.0  # how often one may do something, times this
    question_seconds: Annotated[float, Meta(ge=1, le=600)] = 10.0  # of the processor, for one question to the rules
    hooks_inside: bool = False  # webhooks may reach addresses of this network
    mail: Mail | None = None

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    @property
    def origin(self) -> str:
        """scheme://host, as browsers send it."""
        return f"{urlsplit(self.url).scheme}://{self.host}" if self.url else ""

    @property
    def host(self) -> str:
        """Without the port that goes without saying: browsers leave it out."""
        parts = urlsplit(self.url)
        usual = ":443" if parts.scheme == "https" else ":80"
        return parts.netloc.lower().removesuffix(usual)


def read_settings(folder: Path) -> ClubSettings:
    """`club.toml` of the data folder, if there is one."""
    file = folder / "club.toml"
    if not file.exists():
        return ClubSettings()
    try:
        found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), ClubSettings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadData(f"{file}: {error}") from None
    return check(found)


def check(found: ClubSettings) -> ClubSettings:
    if found.url and urlsplit(found.url).scheme not in ("http", "https"):
        raise BadData(f"The club's address must begin with http:// or https://: {found.url}")
    return found
