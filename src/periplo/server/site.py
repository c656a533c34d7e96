"""The built web pages, kept in memory: a path, or the page that shows every other path."""

import gzip
import mimetypes
import os
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from litestar import Request, Response

BUILT = Path(str(files("periplo.server"))) / "site"
IN_WORK_TREE = Path(__file__).parents[3] / "build" / "web"
WORTH_PACKING = 1000  # bytes
NOT_BUILT = b"""<!doctype html><meta charset="utf-8"><title>Periplo</title>
<p>The web pages have not been built here. <code>make play</code> builds them; the
<a href="/api/openapi.json">API</a> works without.</p>
"""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("application/zip", ".zip")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".mjs")
PACKED_KINDS = ("application/zip", "font/woff2")

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "img-src": "'self' data:",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
# What plays without a server compiles WebAssembly, and does so in a worker: that has a policy of
# its own, and no page may do it.
OFFLINE = "assets/offline/"
OFFLINE_POLICY = POLICY | {"script-src": "'self' 'wasm-unsafe-eval'"}


def written(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{what} {whence}" for what, whence in policy.items())


def site_folder() -> Path | None:
    """Where the built pages are: in the package, or where the work tree builds them."""
    asked = os.environ.get("PERIPLO_SITE")
    for folder in [Path(asked)] if asked else [BUILT, IN_WORK_TREE]:
        if (folder / "index.html").is_file():
            return folder
    return None


class Page:
    """A file as it is sent. One that was packed when it was built is kept so."""

    def __init__(self, path: str, content: bytes, is_packed: bool = False) -> None:
        self.kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        worth_packing = len(content) > WORTH_PACKING and self.kind not in PACKED_KINDS
        self._plain = None if is_packed else content
        self._packed: bytes | None = None
        if is_packed or worth_packing:
            self._packed = content if is_packed else gzip.compress(content, 9)
        self.etag = f'"{sha256(content).hexdigest()[:24]}"'
        self.policy = written(OFFLINE_POLICY) if path.startswith(OFFLINE) else ""
        # what Vite builds has a hash in its name and never changes
        forever = path.startswith("assets/")
        self.keep = "public, max-age=31536000, immutable" if forever else "no-cache"

    def answer(self, request: Request) -> Response[bytes]:  # type: ignore[type-arg]
        headers = {"ETag": self.etag, "Cache-Control": self.keep, "Vary": "Accept-Encoding"}
        # over plain HTTP a browser would only complain of it; these it sends where it would not
        if "sec-fetch-mode" in request.headers:
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if request.headers.get("if-none-match") == self.etag:
            return Response(b"", status_code=304, headers=headers)
        if self.policy:
            headers["Content-Security-Policy"] = self.policy
        if self._packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self._packed, headers=headers, media_type=self.kind)
        return Response(self._unpacked(), headers=headers, media_type=self.kind)

    def _unpacked(self) -> bytes:
        if self._plain is not None:
            return self._plain
        assert self._packed is not None
        return gzip.decompress(self._packed)


class Site:
    """All pages."""

    def __init__(self) -> None:
        folder = site_folder()
        self._pages: dict[str, Page] = {}
        if folder is not None:
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    path = file.relative_to(folder).as_posix()
                    name = path.removesuffix(".gz")
                    self._pages[name] = Page(name, file.read_bytes(), is_packed=name != path)
        self._home = self._pages.get("index.html") or Page("index.html", NOT_BUILT)

    def page(self, path: str) -> Page | None:
        """The file of a path; the app's page for an address within the app."""
        found = self._pages.get(path.strip("/"))
        if found is not None or "." in path.rpartition("/")[2]:
            return found
        return self._home
