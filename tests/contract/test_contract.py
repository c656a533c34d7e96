"""What every game must keep, played at random. A new game is picked up by itself."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st
from setups import languages_of, places_of, setups, wander, wander_to

import periplo
from periplo import NOBODY, TABLE, Dice, Event, Match
from periplo.core.game import Spot
from periplo.core.words import ENGLISH, LANGUAGES, Words
from periplo.play.record import record_from_json

seeds = st.integers(min_value=0, max_value=2**32)
starts = st.integers(min_value=0, max_value=10_000)
NO_ACTIONS = (-1, 10**6, 2**40)


@at_most(40)
@given(seed=seeds, which=starts)
def test_legal_actions_are_sorted_distinct_and_can_be_written_and_read(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    assert (state.actors() == []) == state.over()
    for actor in state.actors():
        legal = state.legal(actor)
        assert legal
        assert legal == sorted(set(legal))
        texts = [game.text(state, actor, action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert all(text.isascii() for text in texts)
        assert [game.parse(state, actor, text) for text in texts] == legal
        assert all(state.is_legal(actor, action) for action in legal)
        everything = range(legal[-1] + 200)
        assert [action for action in everything if state.is_legal(actor, action)] == legal
    for actor in {TABLE, NOBODY, *range(state.seats + 1)} - set(state.actors()):
        assert state.legal(actor) == []


@at_most(40)
@given(seed=seeds, which=starts)
def test_choices_are_the_legal_actions_and_say_what_will_move(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    for actor in state.actors():
        legal, choices = state.legal(actor), game.choices(state, actor)
        assert [choice["text"] for choice in choices] == [
            game.text(state, actor, action) for action in legal
        ]
        json.dumps(choices)
        for action, choice in zip(legal, choices, strict=True):
            if "path" not in choice:
                continue
            assert choice.get("to", choice["path"][-1]) == choice["path"][-1]
            after = state.copy()
            after.log = []
            after.apply(actor, action)
            moved = [
                event["path"]
                for event in after.log
                if "path" in event and event["seat"] == actor and event["piece"] == choice["piece"]
            ]
            assert moved[:1] == [choice["path"]], "the first event that moves the piece"


@at_most(20)
@given(seed=seeds, which=starts)
def test_what_a_seat_may_do_is_said_in_words_each_choice_apart(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    if Words(game_id, ENGLISH).draft:
        return  # its texts will do
    names = [f"<{seat}>" for seat in range(state.seats)]
    for actor in set(state.actors()) - {TABLE}:
        phrases = [choice["said"] for choice in game.choices(state, actor)]
        task = game.task(state, actor)
        assert task is not None
        for language in LANGUAGES:
            words = Words(game_id, language)
            said = [words.phrase(phrase, names) for phrase in phrases]
            assert len(set(said)) == len(said)
            for phrase in (*phrases, task):
                assert words.phrase(phrase, names) != phrase["key"], "words.toml lacks it"


@at_most(40)
@given(seed=seeds, which=starts)
def test_what_the_table_may_do_is_told_apart_by_what_people_see_of_it(
    game_id: str, seed: int, which: int
) -> None:
    """By the faces of the dice, the number on the card or the seat: so officials pick it."""
    game, state, dice, _ = wander_to(game_id, seed, which)
    while not state.over() and TABLE not in state.actors():
        state.apply(*wander(game, state, dice))
    choices = game.choices(state, TABLE)
    parts = [(choice.get("number"), choice.get("faces"), choice.get("other")) for choice in choices]
    if any(set(choice) - {"text", "other", "said"} for choice in choices):
        assert all(parts.count(part) == 1 for part in parts)
    for choice, action in zip(choices, state.legal(TABLE), strict=True):
        assert choice.get("faces", []) == sorted(choice.get("faces", []))
        if "other" not in choice:
            continue
        after = state.copy()
        after.log = []
        after.apply(TABLE, action)
        assert after.log[0]["seat"] == choice["other"], "it is about this seat"


@at_most(40)
@given(seed=seeds, which=starts)
def test_events_say_where_each_of_a_seats_people_goes(game_id: str, seed: int, which: int) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    before = game.companies(state)
    if not before:
        assert game.leader == ""
        return
    assert all(company.spots[0].piece == game.leader for company in before if game.leader)
    first = 1 if game.leader else 0  # of those who are listed by how far they are
    for spots, *_ in before:
        out = [(spot.square, spot.held) for spot in spots[first:]]
        assert out == sorted(out, reverse=True)
    if state.over():
        return
    state.log = []
    state.apply(*wander(game, state, dice))
    followed: list[list[Spot | None]] = [list(spots) for spots, *_ in before]
    for move in filter(None, map(game.person_move, state.log)):
        spots_of = followed[move.seat]
        if move.called:
            assert move.who == len(spots_of)
            spots_of.append(None)
        assert (spots_of[move.who] is None) == move.called
        spots_of[move.who] = move.to
    for spots_of, company, then in zip(followed, game.companies(state), before, strict=True):
        assert Counter(filter(None, spots_of)) == Counter(company.spots)
        assert len(company.spots) + company.home == len(then.spots) + then.home


@at_most(20)
@given(seed=seeds, which=starts)
def test_the_points_of_each_rule_add_up_to_the_score(game_id: str, seed: int, which: int) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    for seat, score in enumerate(state.scores()):
        parts = game.score_parts(state, seat)
        assert len({name for name, _ in parts}) == len(parts)
        assert sum(Fraction(points) for _, points in parts) == pytest.approx(Fraction(score))


@at_most(20)
@given(seed=seeds, which=starts)
def test_choices_point_at_places_of_the_layout(game_id: str, seed: int, which: int) -> None:
    """Where the layout names places: there the plain board lets people press."""
    game, state, _, options = wander_to(game_id, seed, which)
    places = places_of(game.layout(game.position(state), options))
    for actor in state.actors():
        for choice in game.choices(state, actor):
            pointed = set(choice.get("path", []))
            pointed |= {choice["to"]} if "to" in choice else set()
            assert not places or pointed <= places, f"the layout lacks {pointed - places}"


def test_seats_differ_in_colour_and_shape_where_the_game_gives_them_signs(game_id: str) -> None:
    game = periplo.game(game_id)
    for seats in range(game.fewest_seats, game.most_seats + 1):
        signs = game.signs(seats)
        assert len(signs) in (0, seats)
        for part in ("colour", "path"):
            assert len({sign[part] for sign in signs}) == len(signs)


@at_most(30)
@given(seed=seeds, which=starts)
def test_a_position_can_be_written_and_read_back(game_id: str, seed: int, which: int) -> None:
    game, state, dice, options = wander_to(game_id, seed, which)
    written = json.dumps(game.position(state))
    again = game.load(json.loads(written), options)
    assert json.dumps(game.position(again)) == written
    for _ in range(20):  # and goes on in the same way
        if state.over():
            break
        actor, action = wander(game, state, dice)
        state.apply(actor, action)
        again.apply(actor, action)
        assert game.position(again) == game.position(state)
        assert again.actors() == state.actors()
        assert again.scores() == state.scores()


@at_most(30)
@given(seed=seeds, which=starts)
def test_a_sanction_leads_to_another_position_of_the_same_match(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, options = wander_to(game_id, seed, which)
    before = game.position(state)
    for seat in range(state.seats):
        offered = game.sanctions(state, seat)
        choices = [sanction["choice"] for sanction in offered]
        assert len(set(choices)) == len(choices)
        for sanction in offered:
            json.dumps(sanction)
            assert Words(game_id, ENGLISH).clause(sanction["clause"])
            assert sanction["text"]
            after = game.load(sanction["position"], options)
            assert game.position(after) == sanction["position"] != before
            assert after.seats == state.seats
    assert game.position(state) == before


@at_most(30)
@given(seed=seeds, which=starts)
def test_what_may_be_set_by_hand_leads_to_positions_or_is_refused(
    game_id: str, seed: int, which: int
) -> None:
    game, state, dice, options = wander_to(game_id, seed, which)
    seen = state.seen_by(TABLE)
    position = game.position(seen)
    names = [f"<{seat}>" for seat in range(state.seats)]
    assert game.arranged(seen, game.position(state)) == game.position(state)
    for language in languages_of(game_id):
        fields = game.arrangement(seen, names, language)
        labels = [(field["seat"], field["label"]) for field in fields]
        assert len(set(labels)) == len(labels)
    for field in fields:
        json.dumps(field)
        *where, last = field["path"]
        values = [choice["value"] for choice in field["choices"]]
        assert field["kind"] in ("place", "choice", "number")
        assert values == [] if field["kind"] == "number" else field["value"] in values
        assert all(isinstance(choice["label"], str) for choice in field["choices"])
        changed = json.loads(json.dumps(position))
        inside = changed
        for key in where:
            inside = inside[key]
        value = values[dice.below(len(values))] if values else int(dice.below(20)) - 5
        if isinstance(inside, list):
            inside += [None] * (int(last) + 1 - len(inside))
        assert inside[last] == field["value"]
        inside[last] = value
        try:
            again = game.load(game.arranged(seen, changed), options)
        except periplo.BadPosition:
            continue
        assert again.seats == state.seats
        game.svg(game.position(again), names, ENGLISH, options)


@at_most(30)
@given(seed=seeds, which=starts)
def test_companies_and_pieces_stand_where_a_real_table_can_look_for_them(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    assert len(game.companies(state)) in (0, state.seats)
    for seat in range(state.seats):
        for piece, square in game.standing(state, seat):
            assert isinstance(piece, (int, str))
            assert isinstance(square, (int, str))
    for clause in game.void_reasons.values():
        assert Words(game_id, ENGLISH).clause(clause)


@at_most(30)
@given(seed=seeds, which=starts, key=st.text(min_size=1, max_size=8))
def test_a_position_with_a_missing_or_unknown_key_is_refused(
    game_id: str, seed: int, which: int, key: str
) -> None:
    game, state, dice, options = wander_to(game_id, seed, which)
    position = game.position(state)
    keys = list(position)
    without = keys[dice.below(len(keys))]
    with pytest.raises(periplo.BadPosition, match=without):
        game.load({k: v for k, v in position.items() if k != without}, options)
    if key not in position:
        with pytest.raises(periplo.BadPosition) as refused:
            game.load({**position, key: 1}, options)
        assert key in refused.value.field


@at_most(60)
@given(
    seed=seeds,
    which=starts,
    junk=st.one_of(
        st.none(), st.booleans(), st.just([]), st.just({}), st.just("x"), st.just(-7), st.just(0.5)
    ),
)
def test_no_junk_in_a_position_makes_it_crash(
    game_id: str, seed: int, which: int, junk: object
) -> None:
    """Whatever stands anywhere in a position, it is read or refused, and written back as read."""
    game, state, dice, options = wander_to(game_id, seed, which)
    position = json.loads(json.dumps(game.position(state)))
    spoilt, where = position, list(position)
    key: Any = where[dice.below(len(where))]
    while isinstance(spoilt[key], (dict, list)) and spoilt[key] and dice.below(4):
        spoilt = spoilt[key]
        where = list(spoilt) if isinstance(spoilt, dict) else list(range(len(spoilt)))
        key = where[dice.below(len(where))]
    spoilt[key] = junk
    try:
        again = game.load(position, options)
    except periplo.BadPosition as refused:
        assert str(refused)
        assert "\n" not in str(refused)
    else:
        assert json.dumps(game.position(again)) == json.dumps(position)


@at_most(30)
@given(seed=seeds, which=starts)
def test_a_copy_is_independent(game_id: str, seed: int, which: int) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    before = json.dumps(game.position(state))
    copy = state.copy()
    assert json.dumps(game.position(copy)) == before
    for _ in range(30):
        if copy.over():
            break
        copy.apply(*wander(game, copy, dice))
    assert json.dumps(game.position(state)) == before


@at_most(30)
@given(seed=seeds, which=starts)
def test_an_illegal_action_is_refused_and_changes_nothing(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    before = json.dumps(game.position(state))
    clauses = Words(game_id, "en").clause_ids()
    actors = [TABLE, *range(state.seats), state.seats, NOBODY]
    known = sorted({action for actor in actors for action in state.legal(actor)})
    tried = [*NO_ACTIONS, *range(0, (known[-1] if known else 50) + 60, 7)]
    log: list[Event] = []
    state.log = log
    for actor in actors:
        for action in tried:
            if state.is_legal(actor, action):
                continue
            with pytest.raises(periplo.IllegalAction) as refused:
                state.apply(actor, action)
            assert refused.value.clause in clauses or state.over()
            assert "\n" not in str(refused.value)
    assert json.dumps(game.position(state)) == before
    assert log == []


@at_most(40)
@given(seed=seeds, which=starts)
def test_the_tables_probabilities_sum_to_one_exactly(game_id: str, seed: int, which: int) -> None:
    _, state, dice, _ = wander_to(game_id, seed, which)
    outcomes = state.outcomes()
    assert [action for action, _ in outcomes] == state.legal(TABLE)
    if outcomes:
        assert sum((chance for _, chance in outcomes), Fraction(0)) == 1
        assert all(chance >= 0 for _, chance in outcomes)
        possible = {action for action, chance in outcomes if chance > 0}
        assert {state.draw(dice) for _ in range(50)} <= possible


def test_draw_follows_the_probabilities_and_pick_is_even(game_id: str) -> None:
    """Chi-square of 4,000 draws; the bound is passed by chance once in about a million."""
    game, dice = periplo.game(game_id), Dice("even")
    tested: set[tuple[bool, int]] = set()
    for seats, options in setups(game_id):
        state = game.new(seats, options)
        for _ in range(60):
            if state.over():
                break
            actor = state.actors()[0]
            legal = state.legal(actor)
            kind = (actor == TABLE, len(legal))
            if 1 < len(legal) <= 90 and kind not in tested and len(tested) < 12:
                tested.add(kind)
                if actor == TABLE:
                    expected = {a: float(chance) * 4000 for a, chance in state.outcomes()}
                    seen = Counter(state.draw(dice) for _ in range(4000))
                else:
                    expected = {a: 4000 / len(legal) for a in legal}
                    seen = Counter(state.pick(actor, dice) for _ in range(4000))
                assert set(seen) <= set(expected)
                apart = sum((seen[a] - e) ** 2 / e for a, e in expected.items() if e)
                freedom = len(expected) - 1
                assert apart < freedom + 7 * (2 * freedom) ** 0.5 + 12
            state.apply(*wander(game, state, dice))
    assert tested


@at_most(25)
@given(seed=seeds, which=starts)
def test_every_event_names_a_clause_and_has_a_sentence_in_every_language(
    game_id: str, seed: int, which: int
) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    log: list[Event] = []
    state.log = log
    for _ in range(60):
        if state.over():
            break
        state.apply(*wander(game, state, dice))
    names = [f"<{seat}>" for seat in range(state.seats)]
    for language in LANGUAGES:
        words = Words(game_id, language)
        for event in log:
            assert words.clause(event["rule"])
            assert event["kind"] in words.section("events"), "words.toml lacks this event"
            assert "{" not in words.event(event, names)
    json.dumps(log)


@at_most(20)
@given(seed=seeds, which=starts)
def test_playing_with_a_log_changes_nothing(game_id: str, seed: int, which: int) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    logged = state.copy()
    logged.log = []
    for _ in range(30):
        if state.over():
            break
        actor, action = wander(game, state, dice)
        state.apply(actor, action)
        logged.apply(actor, action)
    assert game.position(logged) == game.position(state)


@at_most(20)
@given(seed=seeds, which=starts)
def test_a_view_is_a_position_and_leaves_the_state_alone(
    game_id: str, seed: int, which: int
) -> None:
    game, state, _, _ = wander_to(game_id, seed, which)
    before = json.dumps(game.position(state))
    for seat in (None, *range(state.seats)):
        view = game.view(state, seat)
        assert set(view) == set(json.loads(before))
        if not state.hides():
            assert json.dumps(view) == before
    for seat in range(state.seats):
        assert state.seen_by(seat).legal(seat) == state.legal(seat)
    assert json.dumps(game.position(state)) == before


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_every_game_ends_with_a_winner(game_id: str, bot: str) -> None:
    from periplo.study.simulate import Study, play_games

    # players without a plan may take tens of thousands of steps: compiled that is a moment
    tried = len(setups(game_id)) if periplo.is_compiled() or bot != "random" else 1
    for seats, options in setups(game_id)[:tried]:
        tally = play_games(Study(game_id, seats, 1, bot, "ends", options), 0, 1)
        assert tally.wins.total() == 60
        assert tally.lengths.total() == 1


@at_most(15)
@given(seed=seeds, which=starts)
def test_a_record_can_be_written_read_back_and_undone(game_id: str, seed: int, which: int) -> None:
    choices = setups(game_id)
    seats, options = choices[which % len(choices)]
    match = Match.new(game_id, seats, options)
    dice = Dice(seed)
    positions = [match.position()]
    for _ in range(40):
        if match.state.over():
            break
        match.play(*wander(match.game, match.state, dice))
        positions.append(match.position())
    written = json.loads(json.dumps(match.record.to_json()))
    again = Match.from_record(written)
    assert again.line() == match.line()
    assert again.record == record_from_json(written)
    back = dice.below(len(positions))
    assert match.at(back).position() == positions[back]
    match.undo(len(positions) - 1 - back)
    assert match.position() == positions[back]
    assert len(match.events) == back


def test_options_left_out_unknown_or_null(game_id: str) -> None:
    game = periplo.game(game_id)
    for option in game.options:
        for wrong in (None, [None], {"x": 1}, -(10**9), "no such word"):
            if wrong == option.fill_in(game.fewest_seats):
                continue  # what stands for an option that is left out may be given, too
            with pytest.raises(periplo.BadSetup, match=f"option {option.name}"):
                game.new(game.fewest_seats, {option.name: wrong})
    with pytest.raises(periplo.BadSetup, match="nonsense"):
        game.new(game.fewest_seats, {"nonsense": 1})
    for seats in (game.fewest_seats - 1, game.most_seats + 1, 0, -1, 10**30, True, None, 2.0, "2"):
        with pytest.raises(periplo.BadSetup, match="seats"):
            game.new(seats)


@pytest.mark.parametrize("junk", [None, [], "x", 3, True, {}, {"phase": "throw"}])
def test_no_position_at_all_is_refused(game_id: str, junk: object) -> None:
    with pytest.raises(periplo.BadPosition):
        periplo.game(game_id).load(junk)


@pytest.mark.parametrize("text", ["", " ", "x", "1", "1+1+1", "stay ", "é", "9" * 500, "\x00"])
def test_odd_texts_are_no_actions(game_id: str, text: str) -> None:
    game = periplo.game(game_id)
    state = game.new(game.most_seats)
    actor = state.actors()[0]
    try:
        action = game.parse(state, actor, text)
    except periplo.IllegalAction as refused:
        assert "\n" not in str(refused)
    else:
        assert not state.is_legal(actor, action) or game.text(state, actor, action) == text


def test_completed_options_are_options(game_id: str) -> None:
    game = periplo.game(game_id)
    for seats, options in setups(game_id):
        complete = game.read_setup(seats, options)
        assert game.read_setup(seats, complete) == complete
        assert game.position(game.new(seats, complete)) == game.position(game.new(seats, options))
