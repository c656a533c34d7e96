"""A class round the Union: a wall, a teacher and teams' phones, from the code to the report."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import Serve
from playwright.sync_api import Locator, ViewportSize, expect
from server_process import ServerProcess
from test_pages import UNFILLED, serious_faults
from visitor import PHONE, Visit, Visitor

from periplo.games import game

GAME = "europa"
WALL: ViewportSize = {"width": 1920, "height": 1080}
SMALL: ViewportSize = {"width": 360, "height": 640}
LOCALES = ("en-GB", "es-ES", "it-IT", "es-ES", "en-GB")
NAMES = ("Lyon", "Los <b>Linces</b>", "Le Volpi", "Equipo 4", "Ravens")
REASON = "Because the sheet says so"  # known to nobody before the answer
RIGHT, WRONG = "surely this", ("maybe that", "perhaps those", "rather these")
# whatever is to be pressed before a question, in each phone's page, until one is open
PRESS_ON = """() => {
  const go = () => {
    if (document.querySelector('.question:not(.decided) .answers')) return
    document.querySelector('[data-throw]:enabled, .turn.mine ~ * [data-action]:enabled')?.click()
    setTimeout(go, 20)
  }
  go()
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a pack whose right answers the tests know."""
    folder = tmp_path_factory.mktemp("class")
    head = "country,language,question,right,wrong 1,wrong 2,wrong 3,why"
    rows = [
        f"{deck},en,Which {deck} {i}?,{RIGHT} {deck} {i},{','.join(WRONG)},{REASON} {i}."
        for deck in game(GAME).board()["decks"]
        for i in range(3)
    ]
    file = folder / "known.csv"
    file.write_text("\n".join([head, *rows]))
    server = ServerProcess(
        f"sqlite:///{folder}/tables.db", folder / "log", "--file", str(file), is_measured=True
    )
    yield server.address
    server.stop()


class Lesson:
    """A class table, opened by the form, with its teacher."""

    def __init__(self, visit: Visit, address: str, teams: int, *, aloud: bool = False) -> None:
        self._visit = visit
        self._address = address
        self.teacher = visit(address)
        self.teacher.go("/")
        page = self.teacher.page
        page.get_by_role("link", name="For teachers: Race round the Union with a class").click()
        expect(page.get_by_label("With a class")).to_be_checked()
        page.get_by_label("Question pack").select_option(label="known")
        page.get_by_label(str(teams), exact=True).check(force=True)
        page.get_by_text("Flags to come home: 3").wait_for()
        if aloud:
            page.get_by_label("Aloud, and you judge").check()
        self.teacher.button("Open the class table").click()
        page.wait_for_url("**/teacher")
        page.locator(".code").wait_for()
        self.code = (page.locator(".code").get_attribute("aria-label") or "").replace(" ", "")
        self.path = urlsplit(page.url).path.removesuffix("/teacher")

    @property
    def in_api(self) -> str:
        return f"{self._address}api{self.path.replace('/t/', '/tables/')}"

    def wall(self) -> Visitor:
        """As the link for another device has it: no cookie, no token, just the code."""
        wall = self._visit(self._address, viewport=WALL)
        wall.go(f"{self.path}/wall#code={self.code}")
        return wall

    def projector(self) -> Visitor:
        """Another computer, at which somebody types the code."""
        wall = self._visit(self._address, viewport=WALL)
        wall.go("/join")
        wall.page.locator("#code").fill(self.code.lower())
        wall.page.get_by_role("link", name="This is the projector").click()
        wall.page.wait_for_url("**/wall#code=*")
        return wall

    def phone(self, seat: int, name: str = "", **more: object) -> Visitor:
        """One that scans the code, and is in its team after two taps."""
        phone = self._visit(self._address, viewport=PHONE, **more)
        phone.go(f"/join/{self.code}")
        phone.page.locator(".team").nth(seat - 1).click()
        if name:
            phone.page.locator("#name").fill(name)
            phone.page.locator("form button.primary").click()
        phone.page.wait_for_url(f"**{self.path}")
        phone.page.locator(".phone").wait_for()
        return phone

    def start(self) -> None:
        self.teacher.button("Start the game").click()
        self.teacher.page.locator(".lesson").wait_for()


def answers(phone: Visitor) -> Locator:
    return phone.page.locator(".question:not(.decided) .answers button")


def play_to_a_question(*phones: Visitor) -> Visitor:
    """The phone of the team that is asked."""
    for phone in phones:
        phone.page.evaluate(PRESS_ON)
    for phone in phones:
        expect(answers(phone)).to_have_count(4, timeout=45_000)  # the dice decide how many turns
    (asked,) = (phone for phone in phones if phone.page.locator(".turn.mine").count())
    return asked


def contents(*visitors: Visitor) -> str:
    return "".join(visitor.page.content() for visitor in visitors)


def test_a_class_plays_from_the_code_to_the_report(address: str, visit: Visit) -> None:
    lesson = Lesson(visit, address, teams=5)
    teacher, wall = lesson.teacher, lesson.wall()
    expect(wall.page.locator(".code")).to_have_attribute("aria-label", " ".join(lesson.code))
    expect(wall.page.locator(".address")).to_have_text(f"{urlsplit(wall.address).netloc}/join")
    phones = [
        lesson.phone(seat, name, locale=locale)
        for seat, (name, locale) in enumerate(zip(NAMES, LOCALES, strict=True), 1)
    ]
    expect(wall.page.locator(".arrived")).to_contain_text("Los <b>Linces</b>")
    assert wall.page.locator(".arrived b").count() == 0  # a name is text, never markup

    # a second phone of the first team waits until that team lets it in
    second = lesson.phone(1)
    expect(second.page.get_by_text("Waiting to be let in")).to_be_visible()
    phones[0].page.get_by_role("button", name="Let in").click()
    expect(second.page.get_by_text("You are in")).to_be_visible()
    # a pupil who tries another team gets nothing by it
    pupil = lesson.phone(2)
    pupil.forgive("403 (Forbidden)")  # its token, once it is turned away
    lesson.start()
    asked = play_to_a_question(*phones)
    everybody = (*phones, second, wall, teacher)
    assert pupil.page.locator(".answers, [data-throw], [data-action]").count() == 0
    expect(pupil.page.get_by_text("Waiting to be let in")).to_be_visible()

    # every device is loaded anew in the midst of the question, and has lost nothing
    for visitor in everybody:
        visitor.forgive("WebSocket is closed before")  # by loading the page anew
        visitor.page.reload()
    for phone, name in zip(phones, NAMES, strict=True):
        expect(phone.page.locator("h1")).to_have_text(name)
        expect(answers(phone)).to_have_count(4)
    expect(wall.page.locator(".over .answers button:disabled")).to_have_count(4)
    expect(wall.page.locator(".over").get_by_role("timer")).to_be_visible()
    assert REASON not in contents(*everybody, pupil)
    assert contents(*everybody, pupil).count('class="good') == 0

    for phone in phones:
        expect(phone.page.locator(".standing")).to_contain_text(re.compile(r"\b0 \w+ 3\b"))

    # the second phone suggests, and its team alone sees it
    expect(answers(second)).to_have_count(4)
    answers(second).filter(has_text=RIGHT).click()
    expect(answers(phones[0]).filter(has_text=RIGHT)).to_contain_text("●")
    for visitor in (*phones[1:], wall, teacher):
        assert visitor.page.locator(".advised").count() == 0

    # the other teams answer aside, one of them without a network for a while
    others = [phone for phone in phones if phone is not asked]
    for phone in others[1:]:
        answers(phone).filter(has_text=RIGHT).click()
    others[0].forgive("WebSocket", "ERR_INTERNET_DISCONNECTED")
    others[0].context.set_offline(True)
    answers(others[0]).filter(has_text=WRONG[0]).click()
    expect(teacher.page.get_by_text("3 teams have answered aside.")).to_be_visible()
    others[0].context.set_offline(False)
    expect(teacher.page.get_by_text("4 teams have answered aside.")).to_be_visible()
    assert REASON not in contents(*everybody, pupil)

    answers(asked).filter(has_text=RIGHT).click()
    for visitor in (*phones, wall, teacher):
        expect(visitor.page.get_by_text(REASON).first).to_be_visible()
    expect(wall.page.locator(".contest .good")).to_have_count(3)
    expect(wall.page.locator(".contest .bad")).to_have_count(1)

    for phone, size in ((phones[0], SMALL), (phones[1], PHONE), (second, SMALL)):
        phone.page.set_viewport_size(size)
        assert phone.overflow() == 0
    for visitor in (phones[0], wall, teacher):
        assert serious_faults(visitor) == []
        assert [text for text in visitor.said() if UNFILLED.search(text)] == []

    # the hand is passed on; and the teacher turns the pupil away
    phones[0].page.locator("details summary").click()
    phones[0].page.get_by_role("button", name="Let it play").click()
    expect(second.page.get_by_text("You hold the phone that plays")).to_be_visible()
    teacher.page.get_by_role("button", name="No", exact=True).click()
    expect(pupil.page.get_by_text("This device is in none of its teams.")).to_be_visible()

    # the bell; next week it goes on, and the bell ends it
    teacher.button("End of the lesson").click()
    teacher.button("Go on next week").click()
    teacher.page.wait_for_url("**/report")
    expect(phones[2].page.locator(".turn")).to_contain_text("Pausa")
    teacher.page.go_back()
    teacher.button("Go on").click()
    expect(phones[2].page.locator(".turn")).not_to_contain_text("Pausa")
    teacher.button("End of the lesson").click()
    teacher.button("End the game here").click()
    winner = NAMES[phones.index(asked)]
    expect(wall.page.locator(".next")).to_contain_text(winner)
    expect(wall.page.locator(".teams > .won")).to_have_count(1)
    expect(phones[2].page.locator(".turn")).to_contain_text(winner)
    check_report(teacher, lesson)
    expect(wall.page.get_by_text("There is no such table")).to_be_visible()


def check_report(teacher: Visitor, lesson: Lesson) -> None:
    """One question, one right answer to it, and three of four aside; then nothing any more."""
    page = teacher.page
    page.wait_for_url("**/report")
    expect(page.locator(".questions > li")).to_have_count(1)
    expect(page.locator(".questions > li")).to_contain_text(RIGHT)
    expect(page.get_by_role("row", name="Los <b>Linces</b>")).to_be_visible()
    assert serious_faults(teacher) == []
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="CSV")).to_be_hidden()
    page.emulate_media(media="screen")
    with page.expect_download() as taken:
        teacher.button("CSV").click()
    assert RIGHT in Path(taken.value.path()).read_text(encoding="utf-8-sig")
    page.set_viewport_size(SMALL)
    assert teacher.overflow() == 0
    teacher.button("Delete everything of this class").click()
    teacher.button("Delete everything now").click()
    page.wait_for_url(teacher.address + "/")
    assert page.request.get(lesson.in_api).status == 404


def test_the_teacher_judges_skips_a_bad_question_and_pauses(address: str, visit: Visit) -> None:
    lesson = Lesson(visit, address, teams=2, aloud=True)
    teacher, phone = lesson.teacher, lesson.phone(1, "Lyon")
    wall = lesson.projector()
    expect(wall.page.locator(".code")).to_have_attribute("aria-label", " ".join(lesson.code))
    teacher.button("Place a bot").click()
    lesson.start()
    phone.page.evaluate(PRESS_ON.replace(".answers", ".never"))  # whatever comes
    question = phone.page.locator(".turn ~ .question:not(.decided) .ask")
    judging = teacher.page.get_by_role("heading", name="Is what Lyon says right?")
    expect(judging).to_be_visible(timeout=20_000)
    before = question.inner_text()
    right = before.replace("Which", RIGHT).removesuffix("?")
    assert right not in contents(phone, wall, teacher)
    teacher.button("Show the answer").click()
    expect(teacher.page.get_by_role("status").filter(has_text=right)).to_be_visible()
    assert right not in contents(phone, wall)

    teacher.button("Skip the question").click()
    teacher.page.get_by_role("dialog").get_by_role("button", name="Skip the question").click()
    expect(question.filter(has_text=before)).to_have_count(0)
    expect(judging).to_be_visible(timeout=20_000)  # of the next one

    teacher.button("Pause").click()
    for visitor in (phone, wall):
        expect(visitor.page.get_by_text("Pause: the game goes on")).to_be_visible()
    teacher.page.reload()
    teacher.button("Go on").click()
    teacher.page.locator("[data-action=right]").click()
    teacher.page.get_by_role("link", name="Report").click()
    asked = teacher.page.locator(".questions > li", has_text="Lyon")
    expect(asked.first).to_contain_text("skipped")
    expect(asked.nth(1)).to_contain_text("answered rightly")


def test_a_code_is_forgiven_much_but_not_guessed(serve: Serve, visit: Visit) -> None:
    address = serve().address
    teacher = visit(address)
    teacher.go(f"/new/{GAME}")
    teacher.page.get_by_label("With a class").check()
    teacher.button("Open the class table").click()
    code = teacher.page.locator(".code").get_attribute("aria-label") or ""
    phone = visit(address, viewport=SMALL)
    phone.forgive("404 (Not Found)", "429")
    phone.go("/join")
    assert phone.overflow() == 0
    assert serious_faults(phone) == []
    field, failed = phone.page.locator("#code"), phone.page.get_by_role("alert")
    for guess in ("bbbbbb", "cccccc", "dddddd"):
        field.fill(guess)
        expect(failed).to_contain_text("There is no class with this code.")
    field.fill(f" {code.lower()} ")
    expect(phone.page.locator(".team")).to_have_count(4)
    assert phone.overflow() == 0
    assert serious_faults(phone) == []
    for letter in "CDFGHJKMNPQRSTVWXZ":
        phone.go(f"/join/{letter}BBBBB")
        failed.filter(has_text=".").wait_for()
        if "Too fast" in failed.inner_text():
            return
    raise AssertionError("codes can be guessed at any speed")
