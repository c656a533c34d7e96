"""What is written can be read back, and everything on the Refused list is refused by name."""

from typing import Any

import pytest

from periplo.core.dice import Dice
from periplo.core.errors import BadPosition, BadSetup, IllegalAction
from periplo.core.playout import play_game
from periplo.core.state import NOBODY, TABLE, Uniform
from periplo.games import game

GAME = game("europa")
BOARD = GAME.board()
SQUARES = BOARD["squares"]
DECKS = BOARD["decks"]
N = BOARD["n"]
CITIES = [square for square in SQUARES if square["kind"] == "city"]
HOME = next(city for city in CITIES if city["route"] == 2)  # where route 2 comes first
DECK = HOME["country"]
QUESTIONS = [card["card"] for card in DECKS[DECK] if card["kind"] == "question"]
ORDERS = [card["card"] for card in DECKS[DECK] if card["kind"] == "instruction"]
FLAGS = sorted({city["country"] for city in CITIES if city["route"] == 2})

Json = dict[str, Any]


def team(route: int | None, at: int = 0, **more: Any) -> Json:
    rest: Json = {"flags": [], "planes": 0, "missing": 0, "leaving": False, "failed": False}
    return {"route": route, "at": at, **rest, **more}


def position(phase: str, *teams: Json, **more: Any) -> Json:
    nothing: Json = {"die": None, "deck": None, "card": None, "exam": [0, 0], "winner": None}
    order = list(range(len(teams)))
    rest = {"turn": 0, "order": order, "used": {}, **nothing, "teams": list(teams)}
    return {"phase": phase, **rest, **more}


def throwing(**more: Any) -> Json:
    """A plain middle of a game; `more` is about the first team."""
    return position("throw", team(2, **more), team(1, 9))


def drawing(**more: Any) -> Json:
    """The first team is about to draw; `more` is about the whole."""
    return position("card", team(2, HOME["at"]), team(1, 9), **{"deck": DECK, **more})


def asked(**more: Any) -> Json:
    card = {"deck": DECK, "card": QUESTIONS[0], "used": {DECK: [QUESTIONS[0]]}}
    return position("question", team(2, HOME["at"]), team(1, 9), **{**card, **more})


def exam(**more: Any) -> Json:
    return position("card", team(2, N, flags=FLAGS), team(1, 9), **{"deck": "murcia", **more})


def won(**more: Any) -> Json:
    end = {"exam": [2, 1], "winner": 0}
    return position("over", team(2, N, flags=FLAGS), team(1, 9), **{**end, **more})


def lots(**more: Any) -> Json:
    """Routes are being drawn."""
    return position("routes", team(4), team(None), team(None), **{"turn": 1, "order": [], **more})


def order(**more: Any) -> Json:
    return position("order", team(4), team(2), team(5), **{"order": [2], **more})


def without(where: Json, key: str) -> Json:
    return {name: value for name, value in where.items() if name != key}


GOOD = {
    "throwing": throwing(),
    "on a star": throwing(at=next(s["at"] for s in SQUARES if s["kind"] == "star")),
    "on an own city without its flag": throwing(at=HOME["at"]),
    "throwing with planes": throwing(planes=2),
    "leaving": throwing(at=HOME["at"], leaving=True),
    "failed": throwing(at=N, flags=FLAGS, failed=True),
    "others at the start": position("throw", team(2), team(1), team(3, missing=1)),
    "turn": position("turn", team(2, planes=1), team(1)),
    "die": position("die", team(2, 7), team(1), die=5),
    "die with a plane": position("die", team(2, 7), team(1), die="plane"),
    "card": drawing(used={"italy": [1, 2], DECK: [QUESTIONS[1]]}),
    "question": asked(),
    "question after the last card": asked(used={}),
    "exam": exam(exam=[1, 1]),
    "won": won(),
    "routes": lots(),
    "order": order(),
}

BAD: dict[str, tuple[Json | Any, str]] = {
    "no object": ([], ""),
    "a missing key": (without(throwing(), "exam"), "exam"),
    "an unknown key": (throwing() | {"colour": 1}, "colour"),
    "a team with a missing key": (
        position("throw", without(team(2), "at"), team(1)),
        "teams[0].at",
    ),
    "a team with an unknown key": (throwing(name="x"), "teams[0].name"),
    "an unknown phase": (throwing() | {"phase": "night"}, "phase"),
    "a phase that is no text": (throwing() | {"phase": 3}, "phase"),
    "one team": (position("throw", team(2)), "teams"),
    "six teams": (position("throw", *(team(1, i) for i in range(6))), "teams"),
    "teams that are no list": (throwing() | {"teams": {}}, "teams"),
    "a turn of nobody": (throwing() | {"turn": 2}, "turn"),
    "true for a turn": (throwing() | {"turn": True}, "turn"),
    "a route out of range": (position("throw", team(6), team(1)), "teams[0].route"),
    "a square out of range": (throwing(at=N + 1), "teams[0].at"),
    "a square that is no number": (throwing(at="9"), "teams[0].at"),
    "three planes": (throwing(planes=3), "teams[0].planes"),
    "two turns to miss": (position("throw", team(2), team(1, missing=2)), "teams[1].missing"),
    "a number for a flag": (throwing(leaving=0), "teams[0].leaving"),
    "a number for failed": (throwing(failed=1), "teams[0].failed"),
    # decks
    "used that is no object": (throwing() | {"used": []}, "used"),
    "an unknown deck": (throwing() | {"used": {"croatia": [1]}}, "used.croatia"),
    "an empty list of used cards": (throwing() | {"used": {DECK: []}}, f"used.{DECK}"),
    "unsorted used cards": (throwing() | {"used": {DECK: [2, 1]}}, f"used.{DECK}[1]"),
    "a card used twice": (throwing() | {"used": {DECK: [1, 1]}}, f"used.{DECK}[1]"),
    "a card that is not there": (throwing() | {"used": {DECK: [999]}}, f"used.{DECK}[0]"),
    "a card 0": (throwing() | {"used": {DECK: [0]}}, f"used.{DECK}[0]"),
    "a whole deck used": (
        throwing() | {"used": {DECK: [card["card"] for card in DECKS[DECK]]}},
        f"used.{DECK}",
    ),
    # routes and order
    "an order before the routes": (lots(order=[0]), "order"),
    "a route too few": (lots(turn=2), "teams[1].route"),
    "a route too many": (lots(turn=0), "teams[0].route"),
    "a route drawn twice": (
        position("routes", team(4), team(4), team(None), turn=2, order=[]),
        "teams[1].route",
    ),
    "an order all but complete": (order(order=[2, 0]), "order"),
    "an order that names a seat twice": (order(order=[2, 2]), "order[1]"),
    "a turn while the order is drawn": (order(turn=1), "turn"),
    "cards used at the beginning": (order(used={DECK: [1]}), "used"),
    "a piece that has begun": (
        position("order", team(4, 1), team(2), team(5), order=[]),
        "teams[0].at",
    ),
    "a plane at the beginning": (
        position("order", team(4), team(2, planes=1), team(5), order=[]),
        "teams[1].planes",
    ),
    "a flag at the beginning": (
        position("order", team(4), team(2, flags=FLAGS[:1]), team(5), order=[]),
        "teams[1].flags",
    ),
    "a turn missed at the beginning": (
        position("order", team(4), team(2, missing=1), order=[]),
        "teams[1].missing",
    ),
    "leaving at the beginning": (
        position("order", team(4), team(2, leaving=True), order=[]),
        "teams[1].leaving",
    ),
    "failed at the beginning": (
        position("order", team(4), team(2, failed=True), order=[]),
        "teams[1].failed",
    ),
    "no route later": (position("throw", team(None), team(1)), "teams[0].route"),
    "a shared route": (position("throw", team(1), team(1, 9)), "teams[1].route"),
    "an order that is not complete": (throwing() | {"order": [0]}, "order"),
    "an order with a seat that is not there": (throwing() | {"order": [0, 2]}, "order[1]"),
    # the track
    "two pieces on one square": (position("throw", team(2, 9), team(1, 9)), "teams[1].at"),
    "a piece on the finish for no reason": (throwing(at=N, flags=FLAGS), "teams[0].at"),
    "a second piece on the finish": (
        position("card", team(2, N, flags=FLAGS), team(1, N, flags=[], failed=True), deck="murcia"),
        "teams[1].at",
    ),
    # flags
    "a flag of another route": (throwing(flags=["spain"]), "teams[0].flags[0]"),
    "a flag of no country": (throwing(flags=["murcia"]), "teams[0].flags[0]"),
    "unsorted flags": (throwing(flags=FLAGS[1::-1]), "teams[0].flags[1]"),
    "a flag twice": (throwing(flags=[FLAGS[0], FLAGS[0]]), "teams[0].flags[1]"),
    # leaving, failed, missing
    "leaving a plain square": (throwing(at=0, leaving=True), "teams[0].leaving"),
    "leaving a city of another route": (
        throwing(at=next(c["at"] for c in CITIES if c["country"] == "spain"), leaving=True),
        "teams[0].leaving",
    ),
    "leaving with that flag": (
        throwing(at=HOME["at"], leaving=True, flags=[DECK]),
        "teams[0].leaving",
    ),
    "leaving with all flags": (
        throwing(at=HOME["at"], leaving=True, flags=FLAGS),
        "teams[0].leaving",
    ),
    "leaving while missing a turn": (
        position("throw", team(1, 9), team(2, HOME["at"], leaving=True, missing=1)),
        "teams[1].leaving",
    ),
    "failed off the finish": (throwing(at=9, flags=FLAGS, failed=True), "teams[0].failed"),
    "failed without the flags": (throwing(at=N, flags=FLAGS[:5], failed=True), "teams[0].failed"),
    "failed while missing a turn": (
        position("throw", team(1, 9), team(2, N, flags=FLAGS, failed=True, missing=1)),
        "teams[1].failed",
    ),
    "the team on turn missing it": (throwing(missing=1), "teams[0].missing"),
    # what goes with the phase
    "a die outside its phase": (throwing() | {"die": 3}, "die"),
    "no die in its phase": (position("die", team(2), team(1)), "die"),
    "a die of six": (position("die", team(2), team(1), die=6), "die"),
    "a die of another word": (position("die", team(2), team(1), die="train"), "die"),
    "a deck outside its phase": (throwing() | {"deck": DECK}, "deck"),
    "no deck in its phase": (drawing(deck=None), "deck"),
    "a card outside its phase": (drawing(card=1), "card"),
    "no card in its phase": (asked(card=None), "card"),
    "turn without a plane": (position("turn", team(2), team(1)), "teams[0].planes"),
    "a verdict where answers are chosen": (asked() | {"phase": "verdict"}, "phase"),
    "a deck of another country": (drawing(deck="spain"), "deck"),
    "a deck off its cities": (position("card", team(2, 0), team(1), deck=DECK), "deck"),
    "a deck whose flag is won": (
        position("card", team(2, HOME["at"], flags=[DECK]), team(1), deck=DECK),
        "deck",
    ),
    "a deck with all flags won": (
        position("card", team(2, HOME["at"], flags=FLAGS), team(1), deck=DECK),
        "deck",
    ),
    "a deck while leaving": (
        position("card", team(2, HOME["at"], leaving=True), team(1), deck=DECK),
        "teams[0].leaving",
    ),
    "an exam off the finish": (
        position("card", team(2, 9, flags=FLAGS), team(1), deck="murcia"),
        "deck",
    ),
    "an exam of a failed team": (
        position("card", team(2, N, flags=FLAGS, failed=True), team(1), deck="murcia"),
        "deck",
    ),
    "an exam without the flags": (
        position("card", team(2, N, flags=FLAGS[:5]), team(1), deck="murcia"),
        "deck",
    ),
    "an instruction that is asked": (asked(card=ORDERS[0], used={DECK: [ORDERS[0]]}), "card"),
    "a card asked that is not there": (asked(card=999), "card"),
    "a card asked that is not used": (asked(used={DECK: [QUESTIONS[1]]}), "card"),
    # exam and winner
    "an exam of three marks": (exam(exam=[0, 0, 0]), "exam"),
    "an exam out of range": (exam(exam=[0, 3]), "exam[1]"),
    "marks outside the exam": (throwing() | {"exam": [1, 0]}, "exam"),
    "marks at a country's card": (drawing(exam=[0, 1]), "exam"),
    "two right answers before the end": (exam(exam=[2, 0]), "exam"),
    "two wrong answers before the end": (exam(exam=[0, 2]), "exam"),
    "a win with one right answer": (won(exam=[1, 0]), "exam"),
    "a win with two wrong answers": (won(exam=[2, 2]), "exam"),
    "a winner before the end": (throwing() | {"winner": 0}, "winner"),
    "no winner at the end": (won(winner=None), "winner"),
    "another winner than the one on turn": (won(winner=1), "winner"),
    "a winner off the finish": (
        position("over", team(2, 9, flags=FLAGS), team(1), exam=[2, 0], winner=0),
        "teams[0].at",
    ),
    "a winner without the flags": (
        position("over", team(2, N, flags=FLAGS[:5]), team(1), exam=[2, 0], winner=0),
        "teams[0].flags",
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_position_is_read_and_written_back(name: str) -> None:
    """Loading and writing gives the same object, and the game goes on from it."""
    state = GAME.load(GOOD[name])
    assert GAME.position(state) == GOOD[name]
    assert GAME.position(state.copy()) == GOOD[name]
    assert (state.next_actor() == NOBODY) == (name == "won")


@pytest.mark.parametrize("name", BAD)
def test_a_position_is_refused_by_its_field(name: str) -> None:
    where, field = BAD[name]
    with pytest.raises(BadPosition) as refused:
        GAME.load(where)
    assert refused.value.field == field


def test_more_flags_than_are_needed_are_refused() -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.load(throwing(flags=FLAGS[:4]), {"flags": 3})
    assert refused.value.field == "teams[0].flags"


def test_instruction_cards_are_refused_where_there_are_none() -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.load(throwing() | {"used": {DECK: [ORDERS[0]]}}, {"instructions": False})
    assert refused.value.field == f"used.{DECK}[0]"
    with pytest.raises(BadPosition) as refused:
        GAME.load(throwing() | {"used": {DECK: QUESTIONS}}, {"instructions": False})
    assert refused.value.field == f"used.{DECK}"


def test_a_question_is_refused_where_answers_are_judged() -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.load(asked(), {"quiz": "judged"})
    assert refused.value.field == "phase"
    judged = asked() | {"phase": "verdict"}
    assert GAME.position(GAME.load(judged, {"quiz": "judged"})) == judged


def test_each_edition_has_its_own_countries() -> None:
    used = throwing() | {"used": {"croatia": [1]}}
    assert GAME.position(GAME.load(used, {"edition": "today"})) == used
    with pytest.raises(BadPosition):
        GAME.load(throwing() | {"used": {"united-kingdom": [1]}}, {"edition": "today"})


# options


@pytest.mark.parametrize(
    "options",
    [
        {"quiz": "oral"},
        {"quiz": None},
        {"skill": 1.5},
        {"skill": -0.1},
        {"skill": True},
        {"skill": "much"},
        {"skill": float("nan")},
        {"skill": [0.5]},
        {"skill": [0.5, 0.5, 0.5]},
        {"skill": [0.5, None]},
        {"instructions": 1},
        {"flags": 2},
        {"flags": 7},
        {"flags": 4.0},
        {"pack": ""},
        {"pack": 3},
        {"pack": "no/such/file.jsonl"},
        {"pack": "a\0b.jsonl"},
        {"edition": "1986"},
        {"edition": 2009},
        {"planes": 2},
    ],
    ids=str,
)
def test_an_option_is_refused_by_its_name(options: Json) -> None:
    with pytest.raises(BadSetup, match=f"option '?{next(iter(options))}"):
        GAME.new(2, options)


@pytest.mark.parametrize("seats", [1, 6, "2", True])
def test_a_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(BadSetup, match="seats"):
        GAME.new(seats)


def test_one_skill_is_everybodys() -> None:
    assert GAME.read_setup(3, {"skill": 1})["skill"] == [1, 1, 1]
    assert GAME.read_setup(3, None)["skill"] == [0.6, 0.6, 0.6]
    assert GAME.board({"skill": [0.1, 0.2, 0.3]}) == BOARD


# actions


@pytest.mark.parametrize(
    ("actor", "text"),
    [
        (TABLE, "route 6"),
        (TABLE, "route  1"),
        (TABLE, "6"),
        (TABLE, "card 0"),
        (TABLE, "card 01"),
        (TABLE, "card 999"),
        (TABLE, "card 99999999999999999999"),
        (TABLE, "move"),
        (TABLE, "٣"),
        (0, "fly"),
        (0, "fly "),
        (0, "fly murcia"),
        (0, "fly Lisboa"),
        (0, "answer E"),
        (0, "answer a"),
        (0, "plane"),
    ],
)
def test_a_text_that_means_nothing_is_refused(actor: int, text: str) -> None:
    with pytest.raises(IllegalAction, match="is no action here"):
        GAME.parse(GAME.load(throwing()), actor, text)


@pytest.mark.parametrize("name", GOOD)
def test_no_action_but_a_legal_one_changes_anything(name: str) -> None:
    for actor in (TABLE, 0, 1, 7):
        state = GAME.load(GOOD[name])
        for action in range(-2, 300):
            if not state.is_legal(actor, action):
                with pytest.raises(IllegalAction):
                    state.apply(actor, action)
        assert GAME.position(state) == GOOD[name]
        allowed = [action for action in range(-2, 300) if state.is_legal(actor, action)]
        assert allowed == state.legal(actor)


# whole games


SETUPS: list[tuple[int, Json]] = [
    (2, {}),
    (3, {"quiz": "judged", "flags": 3}),
    (4, {"edition": "today", "skill": [0.1, 0.4, 0.7, 1]}),
    (5, {"instructions": False, "quiz": "judged"}),
]


@pytest.mark.parametrize(("seats", "options"), SETUPS, ids=str)
def test_a_game_can_be_left_and_taken_up_anywhere(seats: int, options: Json) -> None:
    """Position, text, legal list and chances agree at every step of a game."""
    state, dice = GAME.new(seats, options), Dice("europa", seats)
    policy = GAME.policies()["hasty"]
    texts: dict[str, int] = {}
    for _ in range(400):
        actor = state.next_actor()
        if actor == NOBODY:
            break
        where = GAME.position(state)
        again = GAME.load(where, options)
        assert GAME.position(again) == where
        legal = state.legal(actor)
        assert again.legal(actor) == legal == sorted(set(legal))
        assert all(state.is_legal(actor, action) for action in legal)
        for action in legal:
            text = GAME.text(state, actor, action)
            assert GAME.parse(state, actor, text) == action
            assert texts.setdefault(f"{actor == TABLE} {text}", action) == action
        if actor == TABLE:
            assert [action for action, _ in state.outcomes()] == legal
            assert sum(chance for _, chance in state.outcomes()) == 1
            action = state.draw(dice)
        else:
            assert state.outcomes() == []
            action = policy.choose(state, actor, dice)
        assert GAME.position(state) == where
        assert action in legal
        copy = state.copy()
        state.play(actor, action)
        assert GAME.position(copy) == where
        copy.apply(actor, action)
        assert GAME.position(copy) == GAME.position(state)


@pytest.mark.parametrize("bot", ["greedy", "hasty"])
@pytest.mark.parametrize("quiz", ["choice", "judged"])
def test_bots_play_to_the_end_and_beat_chance(bot: str, quiz: str) -> None:
    policies = GAME.policies()
    for number in range(3):
        state = GAME.new(2, {"quiz": quiz})
        play_game(state, [policies[bot], Uniform()], Dice(bot, number), 100_000)
        assert state.winners() == [0]


def test_picking_reaches_every_legal_action_equally() -> None:
    dice = Dice("pick")
    for where in (*GOOD.values(), position("die", team(2, 60), team(1), die="plane")):
        state = GAME.load(where)
        actor = state.next_actor()
        if actor == NOBODY:
            continue
        legal = state.legal(actor)
        counts = dict.fromkeys(legal, 0)
        for _ in range(60 * len(legal)):
            counts[state.pick(actor, dice)] += 1
        assert all(25 <= count <= 105 for count in counts.values())


def test_skill_has_no_effect_where_seats_choose_their_answers() -> None:
    assert "skill" in GAME.without_effect(2, GAME.read_setup(2, {"skill": 0.9}))
    assert GAME.without_effect(2, GAME.read_setup(2, {"quiz": "judged"})) == {}
    sure, unsure = GAME.new(2, {"skill": 1}), GAME.new(2, {"skill": 0})
    for state in (sure, unsure):
        play_game(state, [Uniform(), Uniform()], Dice("skill"), 400)
    assert GAME.position(sure) == GAME.position(unsure)
