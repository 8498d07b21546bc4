"""Four processes on PostgreSQL behind nginx with TLS, by the file in deploy/: what a club of some size would run."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.sync.client import connect

from grognard.kernel.proof.leaving import WITH_PARENT
from grognard.server.club.bench import _children
from server.helping import ROOT

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason="nginx and openssl are needed")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def nginx_file(folder: Path, outside: int, inside: int) -> Path:
    """deploy/nginx.conf, with our ports and certificate in the places of those of the example."""
    site = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    site = site.replace("listen 443", f"listen 127.0.0.1:{outside}").replace("127.0.0.1:8766", f"127.0.0.1:{inside}")
    site = site.replace("/etc/letsencrypt/live/club.example.org", str(folder)).replace("club.example.org", "localhost")
    paths = "".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ access_log off; {paths} {site} }}"
    (folder / "nginx.conf").write_text(whole)
    return folder / "nginx.conf"


class Browser:
    def __init__(self, address: str, context: ssl.SSLContext) -> None:
        self.address, self.context, self.cookies, self.csrf = address, context, {}, ""

    def headers(self, **more: str) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"content-type": "application/json", "origin": self.address, "x-csrf": self.csrf, "cookie": cookie, **more}

    def ask(self, method: str, path: str, body=None, **more: str) -> tuple[int, bytes]:
        raw = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.address + path, raw, self.headers(**more), method=method)
        try:
            with urllib.request.urlopen(request, timeout=60, context=self.context) as answer:
                for given in answer.headers.get_all("set-cookie") or []:
                    name, _, value = given.split(";")[0].partition("=")
                    self.cookies[name] = value
                    assert "Secure" in given and "HttpOnly" in given and name.startswith("__Host-")
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def join(self, name: str) -> None:
        status, said = self.ask("POST", "/api/register", {"name": name, "password": "correct horse"})
        assert status == 201, said
        self.csrf = json.loads(said)["csrf"]

    def at(self, id: str, seat: str):
        path = f"{self.address.replace('https', 'wss', 1)}/api/matches/{id}/live?seat={seat}"
        cookie = self.headers()["cookie"]
        return connect(path, ssl=self.context, additional_headers={"cookie": cookie}, origin=self.address)


def hear(line, re) -> dict:
    while True:
        said = json.loads(line.recv(timeout=60))
        if said.get("re") == re:
            return said


def choose(line, number: int) -> str:
    line.send(json.dumps({"do": "choose", "id": number + 1, "number": number, "value": 1}))
    return hear(line, number + 1)["kind"]


def wait_for(browser: Browser, server) -> None:
    for _ in range(600):
        assert server.poll() is None
        try:
            if browser.ask("GET", "/health")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError("the club does not answer through the proxy")


def test_four_processes_behind_a_proxy(tmp_path, database):
    outside, inside = free_port(), free_port()
    address = f"https://localhost:{outside}"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    subprocess.run([*made, *subject], check=True, capture_output=True)
    (tmp_path / "club.toml").write_text('registration = "open"\n')
    env = {**os.environ, "GROGNARD_DATABASE_URL": database, "GROGNARD_PLUGINS": "server.toys", "GROGNARD_COLD": "1", "PYTHONPATH": str(ROOT / "tests")}
    words = [sys.executable, "-m", "grognard.cli.main", "serve", "--port", str(inside), "--data", str(tmp_path), "--workers", "4", "--url", address, "--behind-proxy"]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(words, env=env, stdout=log, stderr=log, **WITH_PARENT)
        proxy = subprocess.Popen([NGINX, "-c", str(nginx_file(tmp_path, outside, inside)), "-p", str(tmp_path)], stdout=log, stderr=log, **WITH_PARENT)
    try:
        context = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
        ann, ben = Browser(address, context), Browser(address, context)
        wait_for(ann, server)
        ann.join("Ann"), ben.join("Ben")
        status, said = ann.ask("POST", "/api/matches", {"game": "counting", "scenario": "long", "seats": {"red": {"kind": "me"}, "blue": {"kind": "open"}}})
        assert status == 201, said
        id = json.loads(said)["id"]
        link = json.loads(ann.ask("POST", f"/api/matches/{id}/invitations", {"seat": "blue"})[1])["link"]
        assert link.startswith(address)
        assert ben.ask("POST", "/api/join", {"token": link.rsplit("/", 1)[1]})[0] == 200
        for number in range(3):  # a new line each time: whichever process takes it
            with ann.at(id, "red") as red:
                assert choose(red, number) == "done"
            with ben.at(id, "blue") as blue:
                assert choose(blue, number) == "done"
        os.kill(_children(server.pid)[0], signal.SIGKILL)
        for _ in range(100):
            try:
                with ann.at(id, "red") as red:
                    assert choose(red, 3) == "done"
                break
            except (OSError, EOFError):
                time.sleep(0.2)
        assert ann.ask("GET", "/metrics")[0] == 404
        assert ann.ask("GET", "/api/me", host="evil.example")[0] in (200, 403, 421), "the proxy names the club itself"
        stranger = Browser(address, context)
        wrong = [stranger.ask("POST", "/api/login", {"name": f"x{n}", "password": "wrong"}, **{"x-forwarded-for": f"192.0.2.{n}"})[0] for n in range(40)]
        assert 429 in wrong, "who writes his own address is counted by the one that the proxy saw"
    finally:
        proxy.terminate(), server.terminate()
        proxy.wait(20), server.wait(30)
