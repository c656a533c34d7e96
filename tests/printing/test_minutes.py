"""Minutes say everything that happened at a real table, in every language."""

import json
from datetime import UTC
from functools import cache

import pytest
from events import Event, goose_event, open_event, prison_event, quiz_event

from periplo.core.errors import BadRecord
from periplo.core.words import LANGUAGES, load_toml
from periplo.desk.lines import KINDS
from periplo.desk.standings import standings
from periplo.play.record import Record, dump, record_from_json
from periplo.printing.journal import WRITERS, MinutesEntry
from periplo.printing.minutes import Minutes, make_minutes, record_hash


@cache
def goose() -> Event:
    return goose_event(200, flocks=("Murùni", "Badia", "Cerro"), people=12)


@cache
def prison() -> Event:
    return prison_event()


def minutes_of(event: Event, language: str = "en") -> Minutes:
    return make_minutes(event.record, language, zone=UTC)


def of_kind(event: Event, kind: str, language: str = "en") -> list[MinutesEntry]:
    return [entry for entry in minutes_of(event, language).entries if entry.line.kind == kind]


def test_every_kind_of_line_can_be_said() -> None:
    assert set(WRITERS) == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_line_becomes_a_sentence(language: str) -> None:
    said = set()
    for event in (goose(), prison()):
        entries = minutes_of(event, language).entries
        assert [entry.line for entry in entries] == event.desk.lines
        for entry in entries:
            assert entry.text.endswith((".", "»", "”")), entry.text
            assert "{" not in entry.text
            said.add(entry.line.kind)
    assert said == set(KINDS)


def test_every_word_has_all_languages_with_the_same_fields() -> None:
    for section, entries in load_toml("periplo.printing", "words.toml").items():
        for key, entry in entries.items():
            assert set(entry) == set(LANGUAGES), f"[{section}] {key}"
            fields = {frozenset(part.split("}")[0] for part in text.split("{")[1:])
                      for text in entry.values()}  # fmt: skip
            assert len(fields) == 1, f"[{section}] {key}"


def test_a_throw_has_its_number_its_dice_its_officials_and_what_followed() -> None:
    throw = of_kind(goose(), "entered")[0]
    outcome = throw.line.facts["outcome"]
    assert throw.text == (
        f"Throw 1. Murùni: {outcome}. Validated by Incontestabile. Confirmed by Gdansk and Aarhus."
    )
    assert throw.clause == "OCA-1"
    assert throw.followed[0].text.startswith("Murùni: the piece walks from 0 to ")
    assert throw.followed[0].clause == "OCA-1"


def test_a_throw_says_who_was_called_out_by_name() -> None:
    event = goose()
    naming = of_kind(event, "named")[0]
    called = minutes_of(event).entries[naming.line.facts["of"] - 1]
    for name in naming.line.facts["people"]:
        assert any(name in fact.text for fact in called.followed)
        assert name in naming.text


def test_a_void_throw_has_its_reason_and_clause() -> None:
    void = of_kind(goose(), "void", "it")[0]
    assert "i dadi non si sono scontrati in aria" in void.text
    assert void.clause == "OCA-26c"


def test_roles_have_the_games_own_words() -> None:
    assert "(il Buono / il Cattivo)" in of_kind(goose(), "paused", "it")[0].text
    assert "(juez)" in of_kind(prison(), "closed", "es")[0].text


def test_a_correction_stands_beside_what_it_corrects() -> None:
    event = goose()
    first, second = [one for one in of_kind(event, "corrected")
                     if isinstance(one.line.facts["to"], str)]  # fmt: skip
    assert "not " in first.text
    assert second.text.startswith("Correction of throw ")
    assert ": not 2+3, but 1+3." in second.text
    corrected = minutes_of(event).entries[first.line.facts["of"] - 1]
    assert corrected.beside == [
        f"Corrected at line {first.line.no}: 2+3.",
        f"Corrected at line {second.line.no}: 1+3.",
    ]
    assert second.followed[0].text.endswith(", 1+3, now:")
    assert len(second.followed) > 1


def test_a_penalty_that_is_taken_back_is_struck_out() -> None:
    struck, *others = of_kind(goose(), "penalty")
    assert not struck.in_effect
    assert struck.beside[0].startswith("Struck out at line ")
    assert all(one.in_effect for one in others)
    assert "−5.5" in others[0].text


def test_a_ruling_names_who_voted_how() -> None:
    carried, fallen = of_kind(goose(), "ruling")
    assert "Carried: 3 in favour, 1 against, council of 5" in carried.text
    assert "In favour: Gdansk, il Buono and il Cattivo. Against: Aarhus." in carried.text
    assert "The match goes on from the position that it set." in carried.text
    assert "Against: Gdansk, Aarhus and Frankfurt." in fallen.text


def test_protests_and_proposals_say_what_became_of_them() -> None:
    beside = [one.beside[-1] for one in of_kind(goose(), "protest")]
    assert beside[0].startswith("Answered at line ")
    assert beside[-1] == "Not answered."
    assert of_kind(goose(), "proposed")[-1].beside == ["Not decided."]


def test_an_entry_that_never_counted_is_struck_out() -> None:
    event = goose()
    dropped = [one for one in of_kind(event, "entered") if not one.in_effect]
    assert dropped
    for entry in dropped:
        assert "It did not take effect." in entry.text
        assert entry.followed == []


def test_a_sanction_is_said_in_words_with_its_clause() -> None:
    first, _, last = of_kind(prison(), "sanction", "es")
    assert "fue tocado y vuelve a su celda" in first.text
    assert first.clause == "POL-16"
    assert not last.in_effect


def test_sentences_of_the_quiz_begin_with_a_capital() -> None:
    for language in LANGUAGES:
        for entry in of_kind(quiz_event(), "entered", language):
            assert entry.text[0].isupper(), entry.text


def test_lines_that_fall_out_say_where() -> None:
    event = open_event("poleana", ("Valencia", "Toulouse"), 1, confirm=0)
    judge = event.appoint("judge", "Marseille")
    event.desk.start(event.now)
    while len(event.desk.lines) < 40:
        _ = (
            event.request(judge, "enter", outcome=event.draw())
            if event.is_table()
            else event.decide()
        )
    throw = next(line for line in event.desk.lines if line.kind == "entered" and line.seat)
    correction = event.request(judge, "correct", of=throw.no, to=None)
    out = correction.facts["out"]
    assert out
    entries = minutes_of(event).entries
    for no in out:
        assert entries[no - 1].beside == [f"Fell out at line {correction.no}."]
        assert not entries[no - 1].in_effect
    assert "Lines that fell out" in entries[correction.no - 1].text


# ---- around the journal


def test_the_event_its_officials_its_people_and_its_points_are_listed() -> None:
    minutes = minutes_of(goose(), "it")
    assert dict(minutes.event)["Luogo"] == "Origgio, piazza"
    assert dict(minutes.event)["Gioco"] == "Il Giro dell'Oca, versione 1 del regolamento"
    assert [one.role for one in minutes.officials][:2] == ["validator", "notary"]
    assert [one.name for one in minutes.officials if one.withdrawn] == ["Rotterdam"]
    assert len(minutes.seats[0].roster) == 12
    assert minutes.seat_labels == ["Persone per stormo", "Caselle degli stormi"]
    assert ("vittoria", 189) in minutes.points


def test_an_event_that_has_not_begun_has_minutes_too() -> None:
    event = open_event("oca", ("Murùni", "Badia"), 1)
    minutes = minutes_of(event)
    assert (minutes.entries, minutes.boards) == ([], [])
    assert [one.rank for one in minutes.standings] == [1, 1]


def test_a_record_without_a_journal_is_refused() -> None:
    with pytest.raises(BadRecord, match="no record of a real table"):
        make_minutes(Record("oca", 1, {}, ["Murùni", "Badia"]), "en")


def test_the_hash_is_of_what_the_record_says_not_of_how_it_is_laid_out() -> None:
    record = goose().record
    again = record_from_json(json.loads(dump(record.to_json())))
    backwards = dict(reversed(list(record.to_json().items())))
    assert record_hash(record) == record_hash(again) == record_hash(record_from_json(backwards))
    again.seats[0] = "Murùni!"
    assert record_hash(again) != record_hash(record)


# ---- standings


def test_the_rules_winner_is_first_the_others_by_total_and_ties_share_a_rank() -> None:
    event = open_event("oca", ("a", "b", "c", "d"), 1, confirm=0)
    judge = event.appoint("judge", "Marseille")
    event.desk.start(event.now)
    while not event.desk.state.over():
        _ = (
            event.request(judge, "enter", outcome=event.draw())
            if event.is_table()
            else event.decide()
        )
    winner = event.desk.winner()
    assert winner is not None
    event.request(judge, "penalty", seat=winner, points=-10_000, why="x")
    totals = event.desk.totals()
    others = [seat for seat in range(1, 5) if seat != winner]
    low, high = sorted(others, key=lambda seat: totals[seat - 1])[:2]
    if gap := totals[high - 1] - totals[low - 1]:
        event.request(judge, "penalty", seat=low, points=gap, why="x")
    found = standings(event.desk)
    assert (found[0].seat, found[0].rank, found[0].wins) == (winner, 1, True)
    assert found[0].penalties == -10_000
    assert {one.seat: one.rank for one in found[1:]}[low] == {one.seat: one.rank for one in found}[
        high
    ]
    for one in found:
        assert sum(points for _, points in one.parts) == one.score
        assert one.score + one.penalties == one.total
