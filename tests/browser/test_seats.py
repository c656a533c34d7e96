"""What people at a table expect of each other: answers are judged, nobody waits for ever."""

from playwright.sync_api import expect
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
    expect(host.button("the answer is right")).to_be_visible()
    expect(guest.button("the answer is right")).to_have_count(0)
    expect(guest.page.locator(".turn")).to_contain_text("judges")
    host.button("Show the answer").click()
    expect(host.button("Hide the answer")).to_be_visible()
    before = host.snapshot
    host.button("the answer is right").click()
    host.wait_past(before)
    expect(host.button("the answer is right")).to_have_count(0)


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
