"""Firefox and WebKit, as far as a test needs them: open, look, press, reload.

Playwright drives its own builds of both. These are Debian's: Firefox speaks WebDriver BiDi by
itself, WebKitGTK has a driver that Selenium knows.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.service import Service
from visitor import HOST
from websockets.sync.client import connect

PATIENCE = 90.0  # seconds; the machine may be busy


def program(*names: str) -> str:
    """Where a program is."""
    found = [path for name in names if (path := shutil.which(name))]
    assert found, f"none of {', '.join(names)} is here"
    return found[0]


def started(stack: ExitStack, process: subprocess.Popen[bytes]) -> None:
    """It ends with the stack."""

    def end() -> None:
        process.terminate()
        process.wait(PATIENCE)

    stack.callback(end)


class Engine(ABC):
    """A browser with one page."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page."""

    @abstractmethod
    def reload(self) -> None:
        """The page again."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """The page itself, without what the browser shows around it."""

    @abstractmethod
    def run(self, expression: str) -> Any:
        """What an expression is on the page."""

    def press(self, selector: str) -> None:
        """Press the first thing of that kind, as a mouse does, once it stays where it is."""
        place = f"JSON.stringify(document.querySelector({selector!r})?.getBoundingClientRect())"
        before = None
        while before is None or before != self.run(place):
            # in the middle, where nothing that sticks to an edge lies upon it
            self.run(f"document.querySelector({selector!r})?.scrollIntoView({{ block: 'center' }})")
            before = self.wait_for(place)
            time.sleep(0.1)
        self.click(selector)

    @abstractmethod
    def click(self, selector: str) -> None:
        """The same at once."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is seen, as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Errors and warnings on the page, each of which is given once."""

    def wait_for(self, expression: str) -> Any:
        """Until the expression is something on the page; what it is."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.run(expression)):
            if time.monotonic() > deadline:
                seen = self.run("document.body.innerText")
                raise AssertionError(f"in vain: {expression}\n{seen}")
            time.sleep(0.05)
        return found


FIREFOX_PREFERENCES = {
    "network.dns.localDomains": HOST,
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-GB",
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.provider.mozilla.updateURL": "",
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.prefetch-next": False,
    "services.settings.server": "data:,#",
    "toolkit.telemetry.server": "",
}


# NS_BINDING_ABORTED: a font was under way when the page was left
LEFT = "status=2152398850"


class Firefox(Engine):
    """Over WebDriver BiDi."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        settings = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in FIREFOX_PREFERENCES.items()
        ]
        (folder / "user.js").write_text("\n".join(settings))
        log = folder / "log"
        with log.open("w") as output:
            browser = subprocess.Popen(
                [program("firefox-esr", "firefox"), "--headless", "--no-remote",
                 "--profile", str(folder), "--remote-debugging-port", "0", "about:blank"],
                stdout=output, stderr=output, env={**os.environ, "HOME": str(folder)},
            )  # fmt: skip
        started(stack, browser)
        deadline = time.monotonic() + PATIENCE
        while not (listening := re.search(r"BiDi listening on (ws://\S+)\n", log.read_text())):
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        self._socket = stack.enter_context(
            connect(f"{listening[1]}/session", max_size=None, open_timeout=PATIENCE)
        )
        self._asked = 0
        self._complaints: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._page = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **parameters: Any) -> Any:
        self._asked += 1
        asked = {"id": self._asked, "method": method, "params": parameters}
        self._socket.send(json.dumps(asked))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message.get("id") == self._asked:
                assert message["type"] == "success", message
                return message["result"]
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] in ("error", "warn") and LEFT not in entry["text"]:
                    self._complaints.append(f"{entry['level']}: {entry['text']}")

    def _call(self, function: str, *arguments: object) -> Any:
        answer = self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": argument} for argument in arguments],
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", context=self._page, wait="complete")

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._page, viewport=size)

    def run(self, expression: str) -> Any:
        text = self._call(f"() => JSON.stringify({expression}) ?? 'null'")["value"]
        return json.loads(text)

    def click(self, selector: str) -> None:
        element = self._call(
            """(selector) => {
              const found = document.querySelector(selector)
              found.scrollIntoView({ block: 'center' })
              return found
            }""",
            selector,
        )
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        pointer = {
            "type": "pointer",
            "id": "mouse",
            "actions": [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self._send("input.performActions", context=self._page, actions=[pointer])

    def picture(self) -> bytes:
        taken = self._send("browsingContext.captureScreenshot", context=self._page)
        return base64.b64decode(taken["data"])

    def complaints(self) -> list[str]:
        found, self._complaints = self._complaints, []
        return found


# The driver reports no errors, and lets nobody in before a page's own scripts: an error
# among the first of them is seen by what it breaks.
LISTEN = """
  const seen = window.complaints = []
  for (const kind of ['error', 'warn']) console[kind] = (...words) => seen.push(words.join(' '))
  addEventListener('error', (event) => seen.push(`thrown: ${event.message}`), true)
  addEventListener('unhandledrejection', (event) => seen.push(`rejected: ${event.reason}`))
  document.addEventListener('securitypolicyviolation', (event) => seen.push(event.blockedURI))
"""
GTK = {
    # pages learn that nothing is to move
    "settings.ini": "[Settings]\ngtk-enable-animations=false\n",
    # its own buttons would not let a page be as narrow as a phone
    "gtk.css": "* { padding: 0; margin: 0; border-width: 0; min-width: 0; font-size: 6px }\n",
}


class WebKit(Engine):
    """WebKitGTK's little browser, on a screen that nobody sees."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        display = self._start_screen(stack)
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost {HOST}\n")
        (folder / "gtk-3.0").mkdir()
        for name, text in GTK.items():
            (folder / "gtk-3.0" / name).write_text(text)
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "LD_PRELOAD": "libnss_wrapper.so",
            "NSS_WRAPPER_HOSTS": str(hosts),
        }
        self._complaints: list[str] = []
        service = Service(program("WebKitWebDriver"), env=environment)
        service.start()
        stack.callback(service.stop)
        connection = RemoteConnection(client_config=ClientConfig(service.service_url))
        self._driver = Remote(connection, options=WebKitGTKOptions())
        stack.callback(self._driver.quit)
        window = self._driver.get_window_size()  # with what is around the page
        wide, high = self.run("[innerWidth, innerHeight]")
        self._around = window["width"] - wide, window["height"] - high

    def _start_screen(self, stack: ExitStack) -> int:
        reading, writing = os.pipe()
        screen = subprocess.Popen(
            [program("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1600x1200x24",
             "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        started(stack, screen)
        os.close(writing)
        with os.fdopen(reading) as output:
            return int(output.readline())

    def open(self, address: str) -> None:
        self._leave()
        self._driver.get(address)
        page = address.partition("#")[0]  # what comes after it a page may take away
        while not self.run("location.href").startswith(page):
            self._driver.get(address)  # on a busy machine it stays where it was, and says nothing
        self._listen()

    def reload(self) -> None:
        self._leave()
        self._driver.refresh()
        self._listen()

    def _leave(self) -> None:
        self._keep_complaints()
        self.run("window.isLeft = true")

    def _listen(self) -> None:
        """To the page that comes: on a busy machine the driver goes on while the last one is
        still there.
        """
        self.wait_for("window.isLeft === undefined && document.readyState === 'complete'")
        self._driver.execute_script(LISTEN)

    def resize(self, width: int, height: int) -> None:
        wide, high = self._around
        self._driver.set_window_size(width + wide, height + high)
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}")

    def run(self, expression: str) -> Any:
        return self._driver.execute_script(f"return {expression}")

    def click(self, selector: str) -> None:
        # by where it is: the driver finds no middle of a group in a drawing
        x, y = self.run(
            f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])"
            f"(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        mouse = ActionBuilder(self._driver)
        mouse.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]
        mouse.perform()

    def picture(self) -> bytes:
        return self._driver.get_screenshot_as_png()

    def complaints(self) -> list[str]:
        self._keep_complaints()
        found, self._complaints = self._complaints, []
        return found

    def _keep_complaints(self) -> None:
        """Before another page forgets them."""
        self._complaints += self.run("window.complaints?.splice(0) ?? []")
