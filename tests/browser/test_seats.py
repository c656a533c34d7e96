"""What people at a table expect of each other: answers are judged, nobody waits for ever."""

from playwright.sync_api import Route, expect
from visitor import PHONE, Visit, Visitor


def set_up_race(host: Visitor, judge: str) -> None:
    host.begin_table("europa", "open")
    host.page.get_by_label("How questions are answered").select_option("judged")
    host.page.get_by_label("Who judges the answers").select_option(judge)
    host.open_table()


def play_until_asked(*players: Visitor) -> None:
    """Until somebody has to answer aloud."""
    for _ in range(400):
        for one in players:
            if one.page.locator("#europa-ask").count():
                return
            if one.page.locator("[data-throw]").count():
                one.page.locator("[data-throw]").click(force=True)
            elif one.page.locator("[data-action]").count():
                one.page.evaluate("document.querySelector('[data-action]')?.click()")
        players[0].page.wait_for_timeout(20)
    raise AssertionError("nobody was asked anything")


def test_whoever_judges_is_shown_the_answer_when_they_ask_for_it(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    for one in (host, guest):
        one.page.emulate_media(reduced_motion="reduce")
    set_up_race(host, "host")
    guest.go(host.table_path)
    guest.sit_here()
    host.button("Start the game").click()
    for one in (host, guest):
        one.wait_for_board()
    play_until_asked(host, guest)
    for one in (host, guest):
        one.page.locator("#europa-ask").wait_for()
        assert one.page.locator(".answers button").count() == 0
    # of two the one who is not asked: nobody judges themselves
    right = "the answer is right"
    expect(host.button(right).or_(host.page.locator(".turn", has_text="judges"))).to_be_visible()
    judge, asked = (host, guest) if host.button(right).count() else (guest, host)
    expect(judge.button(right)).to_be_visible()
    expect(asked.button(right)).to_have_count(0)
    expect(asked.page.locator(".turn")).to_contain_text("judges")
    judge.button("Show the answer").click()
    expect(judge.button("Hide the answer")).to_be_visible()
    before = judge.snapshot
    judge.button(right).click()
    judge.wait_past(before)
    expect(judge.button(right)).to_have_count(0)


def test_a_spectator_who_is_asked_judges_by_a_link(visit: Visit) -> None:
    host, judge = visit(), visit()
    host.page.emulate_media(reduced_motion="reduce")
    host.begin_table("europa", "screen")
    host.page.get_by_label("How questions are answered").select_option("judged")
    host.open_table()
    host.wait_for_board()
    host.button("Table").click()
    host.button("Ask a spectator to judge").click()
    host.page.get_by_text("Whoever opens this link judges").wait_for()
    link = host.page.locator("input[readonly]").last.input_value()
    assert "#office=" in link
    judge.page.goto(link.replace(link.split("/t/")[0], judge.address))
    judge.wait_for_board()
    host.page.keyboard.press("Escape")
    play_until_asked(host)
    expect(judge.button("the answer is wrong")).to_be_visible()
    expect(host.button("the answer is wrong")).to_have_count(0)
    before = judge.snapshot
    judge.button("the answer is wrong").click()
    judge.wait_past(before)


def seated(visit: Visit, game_id: str) -> tuple[Visitor, Visitor]:
    """Two people at a table in play, the second on a phone."""
    host, guest = visit(), visit(viewport=PHONE)
    host.set_up(game_id, "open")
    guest.go(host.table_path)
    guest.sit_here()
    host.button("Start the game").click()
    for one in (host, guest):
        one.wait_for_board()
    return host, guest


def test_a_seat_moves_to_a_tab_that_shows_the_table_already(visit: Visit) -> None:
    host, other = visit(), visit()
    host.set_up("oca", "screen")
    host.wait_for_board()
    token = host.page.evaluate("Object.values(JSON.parse(localStorage['periplo.seats'])[0][1])[0]")
    other.go(host.table_path)
    other.wait_for_board()
    assert other.page.locator("[data-throw], [data-action]").count() == 0
    other.page.evaluate("token => { location.hash = `seat=${token}` }", token)
    other.offered()
    assert token not in other.page.url


def test_all_agree_to_end_the_game(visit: Visit) -> None:
    host, guest = seated(visit, "oca")
    host.button("Table").click()
    host.button("Suggest to end it here").click()
    guest.button("Refuse").click()
    expect(host.button("Take it back")).to_have_count(0)
    host.button("Table").click()
    host.button("Suggest to end it here").click()
    guest.button("Agree").click()
    for one in (host, guest):
        expect(one.page.get_by_text("All agreed to end it here.")).to_be_visible()


def test_who_gives_up_is_asked_twice(visit: Visit) -> None:
    host, guest = seated(visit, "oca")
    guest.button("Table").click()
    guest.button("Give up").click()
    guest.button("Yes, give up").click()
    for one in (host, guest):
        expect(one.page.locator("#result")).to_contain_text("win")
        expect(one.page.get_by_text("gave up.")).to_be_visible()


def test_a_phone_shows_that_a_bot_plays_for_somebody(visit: Visit) -> None:
    host, guest = seated(visit, "oca")
    host.button("Table").click()
    host.page.get_by_role("button", name="Leave").first.click()
    expect(guest.page.locator(".players").get_by_text("left; a bot plays instead")).to_be_visible()


def test_whoever_sits_down_is_asked_for_a_name_that_nobody_has(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE, named=False)
    guest.forgive("Failed to load resource")
    host.set_up("oca", "open", "bot:easy")
    host.page.locator("strong", has_text="Brno").wait_for()
    own = "Brno"
    guest.go(host.table_path)
    guest.button("Sit here").click()
    asked = guest.page.get_by_role("dialog")
    name = asked.get_by_label("Your name")
    expect(name).to_be_focused()
    name.fill(own.upper())
    asked.locator("button.primary").click()
    expect(asked.get_by_role("alert")).to_contain_text(f"{own.upper()} already")
    expect(name).to_have_value(f"{own.upper()} 2")
    name.fill("flock 3")  # as the bot is called
    name.press("Enter")
    expect(asked.get_by_role("alert")).to_contain_text("flock 3 already")
    name.fill("Lugo")
    name.press("Enter")
    expect(host.page.locator("strong", has_text="Lugo")).to_be_visible()
    expect(asked).to_have_count(0)
    assert guest.page.evaluate("localStorage['periplo.name']") == '"Lugo"'


def test_a_new_device_is_asked_for_a_name_once(visit: Visit) -> None:
    visitor = visit(named=False)
    for is_asked in (True, False):
        visitor.go("/")
        visitor.page.locator(".hero").get_by_role("button", name="Play now").click()
        if is_asked:
            visitor.page.get_by_role("dialog").get_by_role("button", name="Close").click()
            visitor.page.locator(".hero").get_by_role("button", name="Play now").click()
            visitor.give_name("Brno")
        visitor.wait_for_board()
        expect(visitor.page.locator(".players")).to_contain_text("Brno")


def test_bots_are_named_in_the_language_of_whoever_opens_the_table(visit: Visit) -> None:
    visitor = visit(locale="it-IT")
    visitor.play_now("europa")
    expect(visitor.page.locator(".players")).to_contain_text("Squadra 2")


HAND_OVER = """async ([table, seat]) => {
  const headers = { 'Periplo-Device': JSON.parse(localStorage['periplo.device']) }
  const said = await fetch(`/api/tables/${table}/seats/${seat}/link`, { method: 'POST', headers })
  return (await said.json()).token
}"""


def test_whoever_gets_a_seat_says_a_name_and_who_had_it_is_told(visit: Visit) -> None:
    host, guest = seated(visit, "oca")
    other = visit()
    for one in (guest, other):
        one.forgive("Failed to load resource")  # a token that fits no more is tried
    guest.button("Table").click()
    guest.page.get_by_role("button", name="Leave").first.click()
    expect(host.page.locator(".players").get_by_text("left; a bot plays instead")).to_be_visible()
    token = host.page.evaluate(HAND_OVER, [host.table_path[3:], 2])
    expect(guest.page.get_by_text("Somebody else has your seat now")).to_be_visible()
    other.go(f"{host.table_path}#seat={token}")
    other.give_name("Lugo")
    expect(host.page.locator(".players")).to_contain_text("Lugo")
    expect(other.page.get_by_text("Somebody else has your seat now")).to_have_count(0)


def wait_briefly(route: Route) -> None:
    """Open a table that waits for whoever is away as short as one can."""
    asked = route.request.post_data_json
    route.continue_(post_data={**asked, "away_after": 10} if asked else None)


def test_without_the_host_all_agree_to_give_a_seat_to_whoever_has_its_link(visit: Visit) -> None:
    host, one, two, newcomer = visit(), visit(), visit(viewport=PHONE), visit()
    newcomer.forgive("Failed to load resource")  # a token that fits no more is tried
    host.page.route("**/api/tables", wait_briefly)
    host.set_up("oca", "open", "open")
    for guest in (one, two):
        guest.go(host.table_path)
        guest.sit_here()
    host.button("Start the game").click()
    for player in (host, one, two):
        player.wait_for_board()
    host.go("/")  # and does not come back
    one.button("Table").click()
    give = one.button("Give the seat to somebody")
    expect(give).to_be_disabled()
    expect(give).to_be_enabled(timeout=20_000)
    give.click()
    expect(two.page.get_by_text("Faro suggests to give the seat of Brno to")).to_be_visible()
    two.button("Agree").click()
    shown = one.page.get_by_role("dialog")
    expect(shown.get_by_text("Whoever opens this link plays on here.")).to_be_in_viewport()
    link = shown.locator("input[readonly]").last.input_value()
    newcomer.go(link[link.index("/t/") :])
    newcomer.give_name("Lugo")
    for guest in (one, two):
        expect(guest.page.locator(".players")).to_contain_text("Lugo")
        expect(guest.page.get_by_text("suggests to give")).to_have_count(0)
    expect(shown.get_by_text("Whoever opens this link plays on here.")).to_have_count(0)
    two.button("Table").click()
    expect(two.page.get_by_text("Whoever opens this link plays on here.")).to_have_count(0)
