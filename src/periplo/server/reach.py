"""Where the server listens, and the addresses by which others reach it."""

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

import psutil

from periplo.server.clients import read_address

# An address in nobody's network: only which way would lead there is looked up, nothing is sent.
ELSEWHERE = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}
USUAL_PORTS = {"http": 80, "https": 443}


def is_loopback(address: str) -> bool:
    """Whether an IP address means the machine that says it."""
    found = read_address(address)
    return found is not None and found.is_loopback


def names_loopback(host: str) -> bool:
    """Whether a `Host` header, or the name or address of a host, means the machine that says it."""
    return is_loopback(host) or host.strip().partition(":")[0].lower() == "localhost"


def interface_addresses(family: socket.AddressFamily) -> list[str]:
    """This machine's addresses in its networks; the one by which it goes out comes first."""
    first = _way_out(family)
    found = [] if first is None else [first]
    with suppress(OSError):  # some phones show nobody their interfaces
        states = psutil.net_if_stats()
        for name, entries in psutil.net_if_addrs().items():
            state = states.get(name)
            if state is not None and state.isup and "loopback" not in state.flags.split(","):
                found += [entry.address for entry in entries if entry.family == family]
    return [
        address
        for address in dict.fromkeys(found)
        if "%" not in address  # good on one link only, and not in a link to follow
        and not ip_address(address).is_loopback
        and not ip_address(address).is_link_local
    ]


def _way_out(family: socket.AddressFamily) -> str | None:
    """The address that this machine would show to the world; None without a network."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[family], 9))
            address: str = probe.getsockname()[0]
            return address
    except OSError:
        return None


@dataclass(frozen=True)
class Listening:
    """A listening socket, as links need to know it."""

    host: str  # as the operator gave it
    ip: str  # what the socket is bound to
    port: int
    scheme: str = "http"
    names: tuple[str, ...] = ()  # for which it has a certificate

    @property
    def address(self) -> str:
        return f"{self._scheme_and(self.host)}:{self.port}/"

    @property
    def local_address(self) -> str:
        """For a browser on this machine."""
        local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.ip, self.host)
        return f"{self._origin(local)}/"

    @property
    def is_everywhere(self) -> bool:
        """Whether it listens on every interface."""
        return ip_address(self.ip).is_unspecified

    @property
    def is_local_only(self) -> bool:
        return is_loopback(self.ip)

    def origins(self) -> list[str]:
        """What others put before a path; none if only this machine can reach it."""
        if self.is_local_only:
            return []
        if not self.is_everywhere:
            return [self._origin(self.host)]
        if self.names:  # by any other name browsers would not trust it
            return [self._origin(name) for name in self.names]
        hosts = interface_addresses(socket.AF_INET)
        if ":" in self.ip:  # IPv4 comes in there, too
            hosts += interface_addresses(socket.AF_INET6)
        return [self._origin(host) for host in hosts]

    def _origin(self, host: str) -> str:
        """As browsers write it: without the usual port."""
        plain = self._scheme_and(host)
        return plain if self.port == USUAL_PORTS[self.scheme] else f"{plain}:{self.port}"

    def _scheme_and(self, host: str) -> str:
        return f"{self.scheme}://[{host}]" if ":" in host else f"{self.scheme}://{host}"
