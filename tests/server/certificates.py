"""Certificates that nobody but the tests trusts."""

import ssl
from pathlib import Path

import trustme

HOSTS = ("127.0.0.1", "localhost", "periplo.test")


class TestCertificate:
    """A certificate and its key in files, and what a client needs to trust it."""

    __test__ = False

    def __init__(self, folder: Path, *hosts: str) -> None:
        authority = trustme.CA()
        issued = authority.issue_cert(*(hosts or HOSTS))
        self.cert, self.key = folder / "cert.pem", folder / "key.pem"
        self.key.write_bytes(issued.private_key_pem.bytes())
        self.cert.write_bytes(b"".join(part.bytes() for part in issued.cert_chain_pems))
        self.trust = ssl.create_default_context()
        authority.configure_trust(self.trust)

    @property
    def options(self) -> tuple[str, ...]:
        return "--cert", str(self.cert), "--key", str(self.key)
