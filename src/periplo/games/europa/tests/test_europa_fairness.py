"""The tool that measures how fair the boards are; its figures stand in docs/europa-fairness.md."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from periplo.core.dice import Dice
from periplo.games.europa import fairness, packs, tables
from periplo.games.europa.pack import names


def test_every_route_wins_now_and_then() -> None:
    """[EUR-R1] The real bounds take 100,000 games: `python -m periplo.games.europa.fairness`."""
    found = fairness.measure(40, 1)
    assert [(edition, bot) for edition, bot, _ in found] == [
        ("2009", "greedy"),
        ("2009", "hasty"),
        ("today", "greedy"),
        ("today", "hasty"),
    ]
    for _, _, shares in found:
        assert sum(shares) == pytest.approx(1)
        assert max(shares) < 0.5


def test_a_move_keeps_the_board_to_its_ruling() -> None:
    """[EUR-R1] Countries, cities and their order stay; no star comes beside another."""
    track, dice = tables.track_of("2009"), Dice("moves")
    now = track
    for _ in range(300):
        now = fairness.moved(now, dice)
    assert now != track
    assert [square.country for square in now] == [square.country for square in track]
    assert cities(now) == cities(track)
    assert Counter(square.sign for square in now) == Counter(square.sign for square in track)
    assert colours(now) == colours(track)
    signs = "".join("*" if square.sign == "*" else " " for square in now)
    assert "**" not in signs


def cities(track: tables.Track) -> list[str]:
    return [square.sign for square in track if square.route]


def colours(track: tables.Track) -> Counter[tuple[str, int]]:
    return Counter((square.country, square.route) for square in track)


def test_a_track_is_written_as_its_file_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    fairness.main(["--search", "today", "--games", "2", "--tries", "2"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("[")]
    assert len(lines) == 27
    for edition in tables.EDITIONS:
        text = (tables.HERE / f"{edition}.toml").read_text(encoding="utf-8")
        for line in fairness.written(tables.track_of(edition)):
            assert line.partition("] ")[2] in text


def test_the_shares_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    fairness.main(["--games", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("2009   greedy  route 1:")


def test_names_out_of_cldr_are_those_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = (names.HERE / "names.toml").read_text(encoding="utf-8")
    codes = names.codes_in_use()
    known = packs._names()
    assert {kind: set(known[kind]) for kind in known} == codes

    def locale(language: str) -> Any:
        kinds = {plural: kind for kind, plural in names.KINDS.items()}
        return SimpleNamespace(
            **{
                plural: {code: known[kind][code][language] for code in codes[kind]}
                for plural, kind in kinds.items()
            }
        )

    for file in names.HERE.glob("*.toml"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(names, "HERE", tmp_path)
    monkeypatch.setattr(names, "import_module", lambda _: SimpleNamespace(Locale=locale))
    names.main()
    assert (tmp_path / "names.toml").read_text(encoding="utf-8") == written
