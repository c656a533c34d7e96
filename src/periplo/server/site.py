"""The built web pages, kept in memory: a path, or the page that shows every other path."""

import gzip
import mimetypes
import os
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
mimetypes.add_type("font/woff2", ".woff2")


def site_folder() -> Path | None:
    """Where the built pages are: in the package, or where the work tree builds them."""
    asked = os.environ.get("PERIPLO_SITE")
    for folder in [Path(asked)] if asked else [BUILT, IN_WORK_TREE]:
        if (folder / "index.html").is_file():
            return folder
    return None


class Page:
    """A file as it is sent."""

    def __init__(self, path: str, body: bytes) -> None:
        self.kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        self.body = body
        is_packed = self.kind == "font/woff2"
        worth_it = len(body) > WORTH_PACKING and not is_packed
        self.packed = gzip.compress(body, 9) if worth_it else body
        self.etag = f'"{sha256(body).hexdigest()[:24]}"'
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
        body = self.body
        if self.packed is not body and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.kind)


class Site:
    """All pages."""

    def __init__(self) -> None:
        folder = site_folder()
        self._pages: dict[str, Page] = {}
        if folder is not None:
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    path = file.relative_to(folder).as_posix()
                    self._pages[path] = Page(path, file.read_bytes())
        self._home = self._pages.get("index.html") or Page("index.html", NOT_BUILT)

    def page(self, path: str) -> Page | None:
        """The file of a path; the app's page for an address within the app."""
        found = self._pages.get(path.strip("/"))
        if found is not None or "." in path.rpartition("/")[2]:
            return found
        return self._home
