"""A browser in a test's hand: it keeps rows, carries effects out, and plays for people."""

import json
from collections import deque
from typing import Any

import periplo
from periplo.bots import Setting
from periplo.bots.seats import BotSeats
from periplo.offline.answers import ask
from periplo.offline.tables import OfflineTables
from periplo.play.draws import commitment

VALUE = "7" * 64


class Browser:
    """One page, one disk. What is on the disk is text."""

    def __init__(self) -> None:
        self.disk: dict[str, dict[str, Any]] = {}
        self.tables = OfflineTables()
        self.said: list[dict[str, Any]] = []  # to the page
        self.welcome: dict[str, Any] = {}
        self.moment: dict[str, Any] = {}
        self._answers: dict[str, dict[str, Any]] = {}
        self._people = BotSeats()
        self.closed: list[int] = []
        self.answer: tuple[int, str, str] = (0, "", "")
        self.fails = False  # the disk
        self._connections = 0
        self._ids = 0

    def carry_out(self, text: str) -> None:
        """As the worker does: in order, each before the next."""
        waiting = deque(json.loads(text))
        while waiting:
            kind, *what = waiting.popleft()
            more = "[]"
            if kind == "keep":
                table_id, number, rows = what
                if self.fails:
                    self.fails = False
                    waiting.clear()
                    more = self.tables.forget(table_id)
                else:
                    self._keep(table_id, rows)
                    more = self.tables.persisted(table_id, number)
            elif kind == "send":
                self._listen(json.loads(what[1]))
            elif kind == "close":
                self.closed.append(what[1])
            elif kind == "think":
                more = self.tables.think(*what)
            elif kind == "drop":
                del self.disk[what[0]]
            elif kind == "answer":
                self.answer = (what[0], what[1], what[2])
            else:
                assert kind == "wait"
            waiting.extend(json.loads(more))

    def _listen(self, said: dict[str, Any]) -> None:
        self.said.append(said)
        if said["t"] == "welcome":
            self.welcome = said
            self.game, self.options = periplo.game(said["table"]["game"]), said["table"]["options"]
        self.moment = said.get("moment") or self.moment
        if "id" in said:
            self._answers[said["id"]] = said

    def _keep(self, table_id: str, rows: dict[str, Any]) -> None:
        kept = self.disk.setdefault(table_id, {"row": None, "seats": {}, "log": []})
        kept["row"] = rows.get("row", kept["row"])
        kept["seats"] |= {seat["seat"]: seat for seat in rows["seats"]}
        kept["log"] += rows["log"]
        kept["info"] = rows["info"]

    def ask(self, method: str, target: str, body: object = None) -> Any:
        self.carry_out(ask(self.tables, method, target, "" if body is None else json.dumps(body)))
        status, kind, text = self.answer
        assert status == 200, text
        return json.loads(text) if kind == "application/json" else text

    def reload(self, table_id: str) -> None:
        """Everything in memory is gone."""
        self.tables = OfflineTables()
        kept = self.disk[table_id]
        whole = kept | {"seats": [kept["seats"][seat] for seat in sorted(kept["seats"])]}
        self.carry_out(self.tables.load(json.dumps(whole)))

    def connect(self, table_id: str) -> None:
        self._connections += 1
        self.carry_out(self.tables.connect(self._connections, table_id))

    def request(self, **said: Any) -> dict[str, Any]:
        """Ask over the connection; its answer."""
        self._ids += 1
        name = f"request {self._ids}"
        self.carry_out(self.tables.receive(self._connections, json.dumps(said | {"id": name})))
        return self._answers[name]

    def open(self, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
        opened = self.ask("POST", "/api/tables", {"game": game, "seats": seats} | more)
        table_id: str = opened["table"]["id"]
        self.connect(table_id)
        self.ask("POST", f"/api/tables/{table_id}/start")
        self.mix()
        return table_id

    def mix(self) -> None:
        """The page contributes to the dice, for every seat that it holds."""
        hashed = commitment(VALUE)
        for seat in self.welcome["seats"]:
            assert self.request(t="promise", seat=seat, hash=hashed)["t"] == "done"
        for seat in self.welcome["seats"]:
            assert self.request(t="contribute", seat=seat, value=VALUE)["t"] == "done"

    def step(self) -> None:
        """One person does something that the snapshot offers, as a good player would."""
        moment = self.moment
        if moment["thrower"] is not None:
            answer = self.request(t="throw", seat=moment["thrower"], n=moment["n"])
        else:
            seat, texts = next((seat, texts) for seat, texts in moment["legal"].items() if texts)
            view = moment.get("views", {}).get(seat, moment["view"])
            action = self._people.choose(
                "", self.game, view, int(seat) - 1, "medium", Setting(self.options)
            )
            assert action in texts
            answer = self.request(t="act", seat=int(seat), n=moment["n"], action=action)
        assert answer["t"] == "done", answer
