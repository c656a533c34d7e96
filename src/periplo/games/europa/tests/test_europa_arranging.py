"""What a council sets by hand, and what follows from it by itself."""

from periplo.games.europa.tests.racing import AT, GAME, countries_of, own, position, team

NAMES = ("Uno", "Due")


def test_places_flags_planes_and_turns_to_miss_may_be_set() -> None:
    city = own(1)[0]
    state = GAME.load(position("throw", team(1, city, 1), team(2)))
    fields = {field["label"]: field for field in GAME.arrangement(state, NAMES, "it")}
    piece = fields["Uno: pedina"]
    assert (piece["kind"], piece["value"], piece["path"]) == ("place", city, ["teams", 0, "at"])
    assert {"value": AT["lisboa"], "label": f"{AT['lisboa']} Lisbona"} in piece["choices"]
    first, second = fields["Uno: bandiera 1"], fields["Uno: bandiera 2"]
    assert (first["value"], second["value"]) == (countries_of(1)[0], None)
    assert second["path"] == ["teams", 0, "flags", 1]
    assert [choice["value"] for choice in fields["Due: aerei"]["choices"]] == [0, 1, 2]


def test_flags_are_put_in_order_each_once() -> None:
    state = GAME.load(position("throw", team(1, 0, 1), team(2)))
    given = GAME.position(state)
    one, other, *_ = countries_of(1)
    given["teams"][0]["flags"] = [other, None, one, other]
    after = GAME.arranged(state, given)
    assert after["teams"][0]["flags"] == [one, other]
    GAME.load(after)


def test_whoever_is_put_elsewhere_need_not_leave_it() -> None:
    city = own(1)[0]
    state = GAME.load(position("throw", team(1, city, leaving=True), team(2)))
    given = GAME.position(state)
    assert GAME.arranged(state, given) == given
    given["teams"][0]["at"] = 0
    after = GAME.arranged(state, given)
    assert after["teams"][0]["leaving"] is False
    GAME.load(after)


def test_a_turn_begins_with_the_throw_if_there_is_no_plane() -> None:
    state = GAME.load(position("turn", team(1, 3, planes=1), team(2)))
    given = GAME.position(state)
    given["teams"][0]["planes"] = 0
    assert GAME.arranged(state, given)["phase"] == "throw"
    given["teams"][0]["planes"] = 2
    assert GAME.arranged(state, given)["phase"] == "turn"


def test_nothing_may_be_set_before_the_race() -> None:
    assert GAME.arrangement(GAME.new(2), NAMES, "en") == []
