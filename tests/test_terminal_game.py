"""Games at the terminal, played through a pipe and through a real terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import periplo
from periplo import TABLE
from periplo.core.words import Words


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "periplo", "play", *words]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(folder), "COLUMNS": "100", "NO_COLOR": "1"}


def play(folder: Path, *words: str, typed: str) -> str:
    result = subprocess.run(
        command(*words),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env=environment(folder),
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def actions(file: Path) -> list[str]:
    written: list[str] = json.loads(file.read_text(encoding="utf-8"))["actions"]
    return written


def test_real_dice_are_typed_in_and_everything_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said = play(
        tmp_path, "oca", "--who", "me", "--real-dice", "--file", str(file), "--lang", "en",
        "--names", "Murùni,Badia", typed="1+1\n9+9\nwhy\nwhy oca-18\n6+3\n?\nquit\n",
    )  # fmt: skip
    assert actions(file) == ["1+1", "3+6"]
    assert "Murùni throws 1+1. [OCA-1]" in said
    assert "“9+9” cannot be done here" in said
    assert str(Words("oca", "en").clause("OCA-18")) in said
    assert f"periplo play oca --file {file} --who me --real-dice" in said


def test_a_refusal_is_the_clause_in_the_players_language(tmp_path: Path) -> None:
    """It has been drawn who begins: that cannot be drawn again."""
    file = tmp_path / "match.json"
    match = periplo.Match.new("poleana", 2)
    match.write("first 1")
    file.write_text(json.dumps(match.record.to_json()))
    said = play(
        tmp_path, "poleana", "--who", "me", "--real-dice", "--file", str(file), "--lang", "it",
        typed="first 2\nquit\n",
    )  # fmt: skip
    clause = match.state.refusal(TABLE, match.game.parse(match.state, TABLE, "first 2"))[0]
    assert f"{Words('poleana', 'it').clause(clause)} [{clause}]" in said


def test_a_saved_match_goes_on_and_can_be_undone(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seats = ("oca", "--who", "me", "--real-dice", "--file", str(file))
    play(tmp_path, *seats, typed="1+1\n1+2\n")
    assert actions(file) == ["1+1", "1+2"]
    play(tmp_path, *seats, typed="undo\n4+5\nboard\n")
    assert actions(file) == ["1+1", "4+5"]


def test_what_the_table_did_cannot_be_taken_back(tmp_path: Path) -> None:
    """Drawn dice stay drawn; the person is asked right after its own bearer came home."""
    flock = {"bearer": 40, "held": 0, "strays": [], "home": 11, "eggs": 0, "throws": 4,
             "spent": False}  # fmt: skip
    start = {"race": 1, "turn": 0, "phase": "throw", "dice": None, "owed": 0, "winner": None,
             "flocks": [{"square": 60, **flock, "bearer": 54},
                        {"square": 55, **flock}]}  # fmt: skip
    match = periplo.Match(periplo.game("oca"), ["A", "B"], None, start)
    match.write("3+3")
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match.record.to_json()))
    said = play(tmp_path, "oca", "--who", "me", "--file", str(file), "--lang", "es", typed="undo\n")
    assert "Eso no se puede deshacer" in said
    assert actions(file) == ["3+3"]


def test_resume_finds_the_last_match_of_that_game(tmp_path: Path) -> None:
    play(tmp_path, "oca", "--who", "me", "--real-dice", typed="2+2\n")
    play(tmp_path, "oca", "--who", "me", "--real-dice", "--resume", typed="4+4\n")
    (file,) = (tmp_path / "periplo").glob("oca-*.json")
    assert actions(file) == ["2+2", "4+4"]


def test_bots_alone_play_a_match_to_its_end(game_id: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said = play(tmp_path, game_id, "--who", "greedy", "--file", str(file), "--lang", "it", typed="")
    assert "La partita è finita." in said
    assert periplo.Match.from_record(json.loads(file.read_text(encoding="utf-8"))).state.over()


def test_a_person_plays_by_numbers_and_leaves_without_losing_anything(
    game_id: str, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    said = play(
        tmp_path, game_id, "--file", str(file), "--lang", "en",
        typed="\n" + "board\n?\nwhy\nfrobnicate\n1\n" * 6,
    )  # fmt: skip
    match = periplo.Match.from_record(json.loads(file.read_text(encoding="utf-8")))
    assert match.state.over() or "Saved." in said
    assert match.record.actions


def test_ctrl_c_at_a_real_terminal_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command("oca", "--who", "me", "--real-dice", "--file", str(file), "--lang", "en"),
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment(tmp_path), close_fds=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        _wait_for(ours, b"? for help)\r\n> ")
        os.write(ours, b"3+3\n")
        _wait_for(ours, b"? for help)\r\n> ")
        process.send_signal(signal.SIGINT)
        said = _wait_for(ours, b"--file")
        assert process.wait(20) == 0
    os.close(ours)
    assert b"Traceback" not in said
    assert actions(file) == ["3+3"]


def _wait_for(terminal: int, sign: bytes, seconds: float = 30) -> bytes:
    said = b""
    until = time.monotonic() + seconds
    while sign not in said:
        ready, _, _ = select.select([terminal], [], [], max(0.0, until - time.monotonic()))
        assert ready, f"waited for {sign!r}, saw {said[-300:]!r}"
        said += os.read(terminal, 65536)
    return said


def test_a_game_is_asked_for_where_none_is_named(tmp_path: Path) -> None:
    number = periplo.game_ids().index("oca") + 1
    said = play(tmp_path, "--who", "greedy", "--lang", "en", typed=f"x\n{number}\n")
    assert "The game is over." in said


def test_what_others_draw_in_secret_is_not_shown_before_the_round_is_over(tmp_path: Path) -> None:
    """In a game that hides, a bot's actions are shown when the table acts again."""
    hiding = [game_id for game_id in periplo.game_ids() if periplo.game(game_id).new(2).hides()]
    assert hiding
    for game_id in hiding:
        file = tmp_path / f"{game_id}.json"
        said = play(
            tmp_path, game_id, "--seats", "2", "--who", "greedy,me", "--file", str(file),
            "--lang", "en", "--names", "SECRETIVE,OPEN", typed="why\n",
        )  # fmt: skip
        done = [action for action in actions(file) if action.startswith("1: ")]
        assert done  # the bot has drawn …
        about_it = [line for line in said.splitlines() if line.startswith("  SECRETIVE")]
        assert len(about_it) == 1, about_it  # … and all that was shown of it is the board it got
