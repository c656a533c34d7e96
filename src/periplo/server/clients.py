"""Who is at the other end of a connection, also behind a proxy."""

from collections.abc import Iterable, Mapping, MutableMapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Literal

from periplo.core.errors import BadSetup

ProxyHeader = Literal["x-forwarded-for", "forwarded"]
HOME = 64  # bits of an IPv6 address that one household shares


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address as headers write it, with a port or without; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def address_key(host: str) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 household."""
    address = read_address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOME), strict=False))
    return host if address is None else str(address)


def address_of(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return address_key(client[0]) if client else ""


class Proxies:
    """Those whose word is taken for where a request comes from."""

    def __init__(
        self, trusted: Iterable[str] = (), header: ProxyHeader = "x-forwarded-for"
    ) -> None:
        self._header = header.encode()
        try:
            self._networks = [ip_network(text, strict=False) for text in trusted]
        except ValueError as error:
            raise BadSetup(f"trust-proxy: {error}") from None

    def trusts(self, host: str) -> bool:
        address = read_address(host) if self._networks else None
        return address is not None and any(address in network for network in self._networks)

    def resolve(self, scope: MutableMapping[str, Any]) -> None:
        """Put the real client and scheme into the scope, if a trusted proxy names them.

        Proxies add to the end, so the last address that is no trusted proxy's is the client's;
        what stands before it anybody may have made up.
        """
        client = scope.get("client")
        if not client or not self.trusts(client[0]):
            return
        hops, scheme = self._read(scope["headers"])
        found = client[0]
        for hop in reversed(hops):
            address = read_address(hop)
            if address is None:
                break
            found = str(address)
            if not self.trusts(found):
                break
        scope["client"] = (found, 0)
        if scheme in ("http", "https"):
            kind = "ws" if scope["type"] == "websocket" else "http"
            scope["scheme"] = kind + "s" * (scheme == "https")

    def _read(self, headers: Iterable[tuple[bytes, bytes]]) -> tuple[list[str], str]:
        """The addresses on the way, the nearest last, and the scheme that the nearest names."""
        values: dict[bytes, str] = {}
        for name, value in headers:
            before = f"{values[name]}," if name in values else ""
            values[name] = before + value.decode("latin-1")
        if self._header == b"x-forwarded-for":
            hops = values.get(self._header, "").split(",")
            return hops, values.get(b"x-forwarded-proto", "").rpartition(",")[2].strip().lower()
        elements = [_pairs(element) for element in split_from_end(values.get(self._header, ""))]
        return [element.get("for", "") for element in elements], elements[-1].get("proto", "")


def split_from_end(text: str) -> list[str]:
    """A header cut at its commas, but for those in quotes.

    It is read from the end, where the nearest proxy wrote: a quote that somebody before it left
    open cannot swallow what the proxy says.
    """
    elements: list[str] = []
    end = len(text)
    is_quoted = False
    for at in range(end - 1, -1, -1):
        if text[at] == '"':
            is_quoted = not is_quoted
        elif text[at] == "," and not is_quoted:
            elements.append(text[at + 1 : end])
            end = at
    elements.append(text[:end])
    elements.reverse()
    return elements


def _pairs(element: str) -> dict[str, str]:
    """The parameters of an element of the header `Forwarded`."""
    found = {}
    for parameter in element.split(";"):
        name, _, value = parameter.partition("=")
        found[name.strip().lower()] = value.strip().strip('"').lower()
    return found
