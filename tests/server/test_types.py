"""The client's types are those of the server: src/grognard/web/types.js is up to date, and the schema is whole."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

import msgspec

from grognard.server import wire
from server.helping import ROOT


def test_types_js_is_up_to_date():
    check = subprocess.run([sys.executable, "tools/wire_types.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert check.returncode == 0, f"{check.stderr}\nRun: .venv/bin/python tools/wire_types.py"


def test_every_message_has_a_name_of_its_own():
    for union, field in ((wire.ClientSays, "do"), (wire.ServerSays, "kind")):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags) and all(kind.__struct_config__.tag_field == field for kind in get_args(union))


def test_messages_stand_in_the_page_about_the_wire():
    words = (ROOT / "docs/wire.md").read_text("utf-8")
    for kind in get_args(wire.ClientSays):
        assert f'do: "{kind.__struct_config__.tag}"' in words
    for kind in get_args(wire.ServerSays):
        tag = kind.__struct_config__.tag
        assert f'kind: "{tag}"' in words or f"`{tag}`" in words


def test_the_messages_have_a_json_schema():
    assert msgspec.json.schema(wire.ClientSays) and msgspec.json.schema(wire.ServerSays)
