"""Many games between bots. Game i always uses stream i of the seed, whoever plays it and when."""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path

from periplo.bots import Setting, bot
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup, BotFailed, IllegalAction
from periplo.core.game import Options
from periplo.core.options import check_numbers
from periplo.core.state import TABLE
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.play.record import write_record
from periplo.study.order import beginner_draw, check_first, completed, fixed
from periplo.study.savings import Line, Savings
from periplo.study.workers import check_jobs, in_parallel

CLOCK = 10.0


@dataclass(frozen=True)
class Contest:
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    games: int
    seats: int = 2
    seed: int | str = 0
    options: Options = field(default_factory=dict)
    records: Path | None = None  # a folder for the record of every game
    clock: float = CLOCK  # seconds a decision, for bots from outside
    first: int | None = None  # the seat that begins, in games that draw it

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who sits where, game by game, until it begins again.

        Every choice of bots that fills the seats, each bot in each seat as often as any other;
        where there are fewer bots than seats, they go round.
        """
        bots = self.bots
        if len(bots) < self.seats:
            chosen = [tuple(bots[seat % len(bots)] for seat in range(self.seats))]
        else:
            chosen = list(combinations(bots, self.seats))
        return [seated[shift:] + seated[:shift] for shift in range(self.seats) for seated in chosen]


@dataclass(frozen=True)
class Result:
    """How one game ended."""

    number: int
    bots: tuple[str, ...]  # by seat
    shares: tuple[float, ...]  # of the win, by seat
    scores: tuple[float, ...]
    forfeit: str = ""  # why a bot's game was given to the others
    order: tuple[int, ...] = ()  # of play, the seats; () where they act at the same time


def check(contest: Contest) -> None:
    """Say here, once, what is wrong with a contest."""
    game = find_game(contest.game)
    game.new(contest.seats, contest.options)
    check_numbers(contest.options)
    check_first(game, contest.seats, contest.options, contest.first)
    if contest.games < 1:
        raise BadSetup("games: must be 1 or more")
    if len(set(contest.bots)) < len(contest.bots):
        raise BadSetup("bots: each may be named once")
    if contest.seats > 1 and len(contest.bots) < 2:
        raise BadSetup("bots: two or more are needed, separated by commas")
    if not 0 < contest.clock <= 3600:
        raise BadSetup("clock: must be more than 0 and at most 3600 seconds")
    for name in contest.bots:
        bot(game, name, Setting(contest.options))


def play_one(contest: Contest, number: int) -> Result:
    """Play one game of a contest; a bot that fails loses it."""
    line_ups = contest.line_ups()
    # alone there are no rivals: every bot is given the same games
    stream = number // len(line_ups) if contest.seats == 1 else number
    seated = line_ups[number % len(line_ups)]
    setting = Setting(contest.options, clock=contest.clock)
    match = Match.new(contest.game, contest.seats, contest.options)
    match.record.seats[:] = [
        f"{name} ({seat})" if seated.count(name) > 1 else name
        for seat, name in enumerate(seated, 1)
    ]
    policies = [bot(match.game, name, setting) for name in seated]
    dice = Dice(contest.seed, stream)
    state = match.state
    forfeit = ""
    loser = None
    firsts = (
        [] if contest.first is None else beginner_draw(match.game, state.seats, contest.options)
    )
    order: list[int] = []
    at_once = False  # seats that act at the same time have no order
    while not state.over():
        actor = state.next_actor()
        at_once = at_once or (actor != TABLE and not order and len(state.actors()) > 1)
        on_turn = state.thrower() if actor == TABLE else actor
        if on_turn >= 0 and on_turn not in order:
            order.append(int(on_turn))
        if actor == TABLE:
            action = state.draw(dice)
            if action in firsts:
                action, firsts = firsts[fixed(contest.first)], []
        else:
            try:
                action = policies[actor].choose(state.seen_by(actor), actor, dice)
                state.check(actor, action)
            except (BotFailed, IllegalAction) as error:
                forfeit, loser = _named(seated[actor], str(error)), actor
                break
        if contest.records is None:
            state.play(actor, action)
        else:
            match.play(actor, action)
    if contest.records is not None:
        write_record(match.record, str(contest.records / _file_name(number, seated)))
    winners = state.winners() if loser is None else _others(contest.seats, loser)
    return Result(
        number,
        seated,
        tuple((seat in winners) / len(winners) if winners else 0.0 for seat in range(state.seats)),
        tuple(float(score) for score in state.scores()),
        forfeit,
        () if at_once else completed(order, state.seats),
    )


def _named(name: str, cause: str) -> str:
    """Who forfeited, and why; what bots from outside do wrong names them already."""
    return cause if cause.startswith(f"{name}: ") else f"{name}: {cause}"


def _others(seats: int, loser: int) -> list[int]:
    return [seat for seat in range(seats) if seat != loser]


def _file_name(number: int, seated: tuple[str, ...]) -> str:
    names = "-".join(re.sub(r"[^A-Za-z0-9]+", "_", name)[:40] for name in seated)
    return f"{number + 1:05}-{names}.json"


def play_all(
    contest: Contest, jobs: int, progress: Callable[[Result], None], save: Path | None = None
) -> list[Result]:
    """Play them all, in any order; the results come in theirs.

    Ctrl-C ends it: what is returned are the games that were finished, perhaps none. `save` names
    a file that they are kept in, and taken from if it is there.
    """
    check(contest)
    check_jobs(jobs)
    if contest.records is not None:
        contest.records.mkdir(parents=True, exist_ok=True)
    results: list[Result] = []
    savings = Savings(save, _facts(contest))
    try:
        for line in savings.lines:
            results.append(_result(line))
            progress(results[-1])
        done = {result.number for result in results}
        left = [number for number in range(contest.games) if number not in done]
        tasks = ((contest, number) for number in left)
        for result in in_parallel(play_one, tasks, min(jobs, max(1, len(left)))):
            results.append(result)
            savings.add(asdict(result))
            progress(result)
    except KeyboardInterrupt:  # what is finished is finished
        savings.write_anew([asdict(result) for result in results])
    finally:
        savings.close()
    return sorted(results, key=lambda result: result.number)


def _facts(contest: Contest) -> Line:
    """What must be the same for games to belong together; there may be more of them."""
    facts = asdict(contest)
    del facts["records"], facts["games"]
    return {"arena": 1, "rules": find_game(contest.game).rules, **facts, "bots": list(contest.bots)}


def _result(line: Line) -> Result:
    lists = {name: tuple(value) for name, value in line.items() if isinstance(value, list)}
    return Result(**{**line, **lists})
