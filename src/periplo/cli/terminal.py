"""A game at the terminal: a text board, what happened, numbered actions, people and bots."""

import os
import secrets
from datetime import datetime
from pathlib import Path
from shlex import quote

from rich.console import Console

from periplo.bots import Setting, bot
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup, BrokenGame, IllegalAction, PeriploError
from periplo.core.state import TABLE, Policy
from periplo.core.words import Words, load_toml, translate
from periplo.games import game_ids
from periplo.play.match import Match
from periplo.play.record import read_record, split_action, write_record

PERSON = "me"


def match_folder() -> Path:
    """Where matches are kept between evenings."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    try:
        return Path(state).expanduser() / "periplo"
    except RuntimeError as error:
        raise BadSetup(f"no folder for matches: {error}; give --file") from None


def new_file(game_id: str) -> Path:
    folder = match_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game_id}-{datetime.now():%Y%m%d-%H%M%S}"
    names = [f"{stem}.json", *(f"{stem}-{number}.json" for number in range(2, 1000))]
    return next(folder / name for name in names if not (folder / name).exists())


def last_file(game_id: str) -> Path:
    found = sorted(match_folder().glob(f"{game_id}-*.json"), key=lambda file: file.stat().st_mtime)
    for file in reversed(found):
        if not Match.from_record(read_record(str(file))).state.over():
            return file
    raise BadSetup(f"there is no unfinished match of {game_id}")


def _counts_to(answer: str, most: int) -> bool:
    """Whether the answer is a number from 1 to `most`."""
    plain = answer.isascii() and answer.isdigit() and len(answer) < 9
    return plain and 1 <= int(answer) <= most


def ask_game(language: str) -> str:
    """Which game, from a numbered list."""
    console = Console(highlight=False)
    ids = game_ids()
    for number, game_id in enumerate(ids, 1):
        words = Words(game_id, language)
        console.print(f"[bold]{number:3}  {words.name}[/bold]  {words.pitch}")
    while True:
        try:
            answer = console.input("> ").strip()
        except EOFError:
            raise BadSetup("no game was chosen; say which: periplo play GAME") from None
        if answer in ids:
            return answer
        if _counts_to(answer, len(ids)):
            return ids[int(answer) - 1]


class Leave(Exception):
    """Somebody wants to stop."""


class TerminalGame:
    """One match at one terminal. The file is written after every action."""

    def __init__(
        self, match: Match, who: str | None, file: Path, words: Words, real_dice: bool
    ) -> None:
        self.match = match
        self.file = file
        self.words = words
        self.real_dice = real_dice
        seated = [] if who is None else [f"--who {quote(who)}"]
        self.again = " ".join(["--file", quote(str(file)), *seated, *["--real-dice"] * real_dice])
        self.console = Console(highlight=False, soft_wrap=True)
        self.players = _players(match, who, words.language)
        self.people = [seat for seat, player in enumerate(self.players) if player is None]
        self.dice = Dice(secrets.token_hex(16))
        self.shown = len(match.events)  # how many actions people have been shown
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None

    def run(self) -> None:
        try:
            self._save()
            while not self.match.state.over():
                self._act(self.match.state.next_actor())
            self._finish()
        except (KeyboardInterrupt, EOFError, Leave):
            self._save()
            self.console.print()
            self._say("saved", game=self.match.game.id, again=self.again)

    # acting

    def _act(self, actor: int) -> None:
        state = self.match.state
        if actor == TABLE:
            if self.real_dice:
                self._ask(actor)
            else:
                self._play(actor, state.draw(self.dice))
            return
        player = self.players[actor]
        if player is None:
            self._ask(actor)
        else:
            self._play(actor, player.choose(state.seen_by(actor), actor, self.dice))

    def _play(self, actor: int, action: int) -> None:
        self.match.play(actor, action)
        self._save()
        if not self.match.state.hides():
            self._show_news()

    def _ask(self, actor: int) -> None:
        if actor != TABLE:
            self._hand_over(actor)
        self._show_news()
        self._show_board(actor)
        if prompt := self.match.game.prompt(self.match.state, self.words.language):
            self.console.print(prompt, markup=False)
        texts = self.match.legal()["table" if actor == TABLE else str(actor + 1)]
        if actor == TABLE:
            self._say("throw", example=f"{texts[0]} … {texts[-1]}")
        else:
            self._list(texts)
            self._say("turn", name=self.match.record.seats[actor])
        while True:
            answer = self.console.input("> ").strip()
            if not answer:
                continue
            if self._command(answer):
                if self.match.state.actors() != [actor] or answer.split()[0] == "undo":
                    return
                continue
            try:
                text = texts[int(answer) - 1] if self._is_number(answer, actor, texts) else answer
                self._play(actor, self.match.game.parse(self.match.state, actor, text))
                return
            except IllegalAction as error:
                self._refuse(error, answer)
            except BrokenGame:
                raise  # the action is done and saved; only showing it fails
            except PeriploError as error:
                self.console.print(str(error), markup=False)

    def _refuse(self, error: IllegalAction, answer: str) -> None:
        """Why not, in the player's language: the words of the clause that forbids it."""
        wording = self.words.clause(error.clause)
        if wording is None:
            self._say("no_action", answer=answer)
        else:
            self.console.print(f"{wording} [{error.clause}]", markup=False)

    def _is_number(self, answer: str, actor: int, texts: list[str]) -> bool:
        """Whether the answer counts down the list, and is no action by itself."""
        if actor == TABLE or answer in texts:
            return False
        return _counts_to(answer, len(texts))

    def _command(self, answer: str) -> bool:
        word, _, rest = answer.partition(" ")
        if word in ("?", "help"):
            self._say("help")
        elif word == "why":
            self._explain(rest.strip())
        elif word == "board":
            self._show_board(self.match.state.next_actor())
        elif word == "undo":
            self._undo()
        elif word in ("quit", "exit"):
            raise Leave
        else:
            return False
        return True

    def _undo(self) -> None:
        """Never across what the table or somebody else did, unless real dice were typed in."""
        actions = self.match.record.actions
        allowed = [*self.people, TABLE] if self.real_dice else self.people
        if not actions or split_action(str(actions[-1]))[0] not in allowed:
            self._say("no_undo")
            return
        self.match.undo()
        self.shown = min(self.shown, len(self.match.events))
        self._save()

    # showing

    def _show_news(self) -> None:
        """What has happened since the last time, but not what others still keep hidden."""
        known = self._public_actions()
        for events in self.match.events[self.shown : known]:
            for event in events:
                said = self.words.event(event, self.match.record.seats)
                self.console.print(f"  {said} [{event['rule']}]", markup=False)
                language = self.words.language
                if footnote := self.match.game.footnote(self.match.state, event, language):
                    self.console.print(f"    {footnote}", markup=False)
        self.shown = max(self.shown, known)

    def _public_actions(self) -> int:
        """How many actions all may know: while seats act in secret, up to the table's last one."""
        state, actions = self.match.state, self.match.record.actions
        known = len(actions)
        if state.hides() and not state.over() and state.next_actor() != TABLE:
            while known > 0 and split_action(str(actions[known - 1]))[0] != TABLE:
                known -= 1
        return known

    def _explain(self, clause_id: str) -> None:
        """The clauses behind the last action, or the one asked for."""
        if clause_id:
            asked = [clause_id.upper() if self.words.clause(clause_id) is None else clause_id]
        else:
            last = self.match.events[self.shown - 1] if self.shown else []
            asked = list(dict.fromkeys(event["rule"] for event in last))
        if not asked:
            self._say("nothing_yet")
        for clause in asked:
            wording = self.words.clause(clause) or "–"
            self.console.print(f"{clause}  {wording}", markup=False)

    def _show_board(self, actor: int) -> None:
        view = self.match.view(None if actor == TABLE else actor)
        record = self.match.record
        board = self.match.game.text_board(view, record.seats, self.words.language, record.options)
        self.console.print(board, markup=False)

    def _list(self, texts: list[str]) -> None:
        """The legal actions by number; many of them in columns."""
        shown = [f"{number:3}  {text}" for number, text in enumerate(texts, 1)]
        if len(texts) <= 12:
            shown = [
                line if self.words.action(text) == text else f"{line}: {self.words.action(text)}"
                for line, text in zip(shown, texts, strict=True)
            ]
        width = max(len(line) for line in shown) + 3
        columns = max(1, min(len(shown), 78 // width)) if len(texts) > 12 else 1
        for row in range(0, len(shown), columns):
            line = "".join(f"{item:{width}}" for item in shown[row : row + columns])
            self.console.print(line.rstrip(), markup=False)

    def _hand_over(self, seat: int) -> None:
        """Where a game hides things, one person's are covered before the next one looks."""
        if self.at_keyboard != seat and self.match.state.hides():
            self.console.clear()
            self._say("hand_over", name=self.match.record.seats[seat])
            self.console.input("")
        self.at_keyboard = seat

    def _finish(self) -> None:
        self._show_news()
        self._show_board(TABLE)
        state, names = self.match.state, self.match.record.seats
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(names, state.scores(), strict=True)
        )
        self._say("over", names=", ".join(names[seat] for seat in state.winners()), scores=scores)

    def _say(self, key: str, **facts: str) -> None:
        entry = load_toml("periplo.cli", "words.toml")[key]
        said = translate(entry, self.words.language, f"cli/words.toml: [{key}]")
        self.console.print(said.format(**facts), markup=False)

    def _save(self) -> None:
        write_record(self.match.record, str(self.file))


def _players(match: Match, who: str | None, language: str) -> list[Policy | None]:
    """One a seat: None for a person. A list that is too short goes on with its last name."""
    seats = match.state.seats
    wanted = [PERSON, *["greedy"] * (seats - 1)]
    if who is not None:
        wanted = [name.strip() for name in who.split(",")]
    if len(wanted) > seats:
        raise BadSetup(f"who: {len(wanted)} are named for {seats} seats")
    wanted += [wanted[-1]] * (seats - len(wanted))
    setting = Setting(match.record.options, language)
    return [None if name == PERSON else bot(match.game, name, setting) for name in wanted]
