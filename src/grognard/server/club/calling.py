"""Calling an address that a member gave: it may not lead into the network in which the server stands (unless the club says
so), and it has ten seconds in all, however it drips.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from grognard.kernel import Misuse

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
PATIENCE = 10.0  # seconds for a call, all in all


def check_webhook(address: str, inside: bool) -> None:
    """Raises Misuse for what can never be reached; where it leads is checked again at every call."""
    try:
        parts = urlsplit(address)
        wrong = parts.scheme not in ("https", "http") or not parts.hostname or "@" in parts.netloc or parts.port == 0
    except ValueError:  # "https://[", a port of 99999
        wrong = True
    if wrong or any(ord(letter) < 33 for letter in address):
        raise Misuse("A webhook is an address like https://example.org/hook.")
    if not inside and parts.scheme != "https":
        raise Misuse("A webhook must begin with https://.")


def reach(host: str, port: int, inside: bool) -> str:
    """The address behind a name, if we may go there."""
    for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        found = ipaddress.ip_address(where[0])
        if inside or _of_the_world(found):
            return str(found)
    raise Misuse("This webhook leads into a network that is not the world's.")


def _of_the_world(found: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Also what an address of IPv6 wraps up (6to4, NAT64) must be."""
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    inner = found.sixtofour or found.ipv4_mapped
    if found in _NAT64:
        inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_global and not found.is_multicast and found.teredo is None and (inner is None or _of_the_world(inner))


def deliver(address: str, body: bytes, headers: dict[str, str], inside: bool) -> int:
    """POST; the status. No redirection is followed; the name is looked up once, so that it cannot change in between."""
    check_webhook(address, inside)
    parts = urlsplit(address)
    assert parts.hostname is not None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    ip = reach(parts.hostname, port, inside)
    line: http.client.HTTPConnection
    if parts.scheme == "https":
        line = http.client.HTTPSConnection(parts.hostname, port, timeout=PATIENCE, context=ssl.create_default_context())
    else:
        line = http.client.HTTPConnection(parts.hostname, port, timeout=PATIENCE)
    line._create_connection = lambda _, *args, **more: socket.create_connection((ip, port), PATIENCE)  # type: ignore[attr-defined]
    bell = threading.Timer(PATIENCE, _hang_up, [line])  # whoever sends a byte now and then keeps every limit of a single read
    bell.daemon = True
    bell.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, body, {**headers, "user-agent": "grognard"})
        return line.getresponse().status
    finally:
        bell.cancel()
        line.close()


def _hang_up(line: http.client.HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        line.sock.shutdown(socket.SHUT_RDWR)
