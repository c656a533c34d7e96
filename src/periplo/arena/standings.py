"""What a contest's results say: win rates with their intervals, ratings, a grid of pairs."""

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

from openskill.models import PlackettLuce

from periplo.arena.contest import Contest, Result
from periplo.study.simulate import CONFIDENCE_95, wilson


def standings(contest: Contest, results: Sequence[Result]) -> dict[str, Any]:
    """Everything found, as JSON values: equal for equal results, which come in their order.

    `order`, by place in the order of play, is there where that is another one than the seats'.
    """
    ratings = _ratings(contest, results)
    left = contest.games - len(results)
    return {
        "game": contest.game,
        "seats": contest.seats,
        "games": len(results),
        **({"unfinished": left} if left > 0 else {}),
        "seed": contest.seed,
        "options": contest.options,
        **({} if contest.first is None else {"first": contest.first + 1}),
        "bots": [_row(name, results, ratings) for name in contest.bots],
        **_order(contest, results),
        "cross": _cross(contest.bots, results) if contest.seats > 1 else {},
        "forfeits": dict(Counter(result.forfeit for result in results if result.forfeit)),
    }


def _order(contest: Contest, results: Sequence[Result]) -> dict[str, Any]:
    """How those fared who played first, second and so on, and each bot there."""
    if all(result.order == tuple(range(len(result.order))) for result in results):
        return {}
    rows: list[dict[str, Any]] = []
    for place in range(contest.seats):
        seats = [(result, result.order[place]) for result in results if result.order]
        row = _share([result.shares[seat] for result, seat in seats])
        bots = {
            name: _share([one.shares[seat] for one, seat in seats if one.bots[seat] == name])
            for name in contest.bots
        }
        rows.append({"place": place + 1, **row, "bots": bots})
    return {"order": rows}


def _share(shares: list[float]) -> dict[str, Any]:
    if not shares:
        return {"games": 0}
    low, high = wilson(sum(shares), len(shares))
    wins = {"games": len(shares), "wins": sum(shares), "rate": fmean(shares)}
    return {**wins, "low": low, "high": high}


def _row(
    name: str, results: Sequence[Result], ratings: dict[str, tuple[float, float]]
) -> dict[str, Any]:
    """One bot; whoever holds several seats of a game has played several games."""
    shares: list[float] = []
    scores: list[float] = []
    for result in results:
        for seat, who in enumerate(result.bots):
            if who == name:
                shares.append(result.shares[seat])
                scores.append(result.scores[seat])
    row: dict[str, Any] = {"bot": name, "games": len(shares)}
    if not shares:
        return row
    low, high = wilson(sum(shares), len(shares))
    spread = stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.0
    if len(results[0].bots) > 1:  # alone one always wins, which says nothing
        row |= {"wins": sum(shares), "rate": fmean(shares), "low": low, "high": high}
    row |= {"mean_score": fmean(scores), "score_margin": CONFIDENCE_95 * spread}
    if name in ratings:
        row["mu"], row["sigma"] = ratings[name]
    return row


def _ratings(contest: Contest, results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Openskill's estimate of each bot: what it is worth and how sure that is."""
    if contest.seats == 1:
        return {}
    model = PlackettLuce()
    held = {name: model.rating() for name in contest.bots}
    for result in results:
        teams = [[model.create_rating([held[name].mu, held[name].sigma])] for name in result.bots]
        best = max(result.shares)
        after = model.rate(teams, ranks=[0.0 if share == best else 1.0 for share in result.shares])
        for name in dict.fromkeys(result.bots):
            seats = [team[0] for team, who in zip(after, result.bots, strict=True) if who == name]
            mu, sigma = fmean(seat.mu for seat in seats), fmean(seat.sigma for seat in seats)
            held[name] = model.create_rating([mu, sigma])
    return {name: (rating.mu, rating.sigma) for name, rating in held.items()}


def _cross(bots: Sequence[str], results: Sequence[Result]) -> dict[str, dict[str, float | None]]:
    """How often the first came out before the second, of the games they did not share alike."""
    ahead: Counter[tuple[str, str]] = Counter()
    for result in results:
        for one, won in zip(result.bots, result.shares, strict=True):
            for other, others in zip(result.bots, result.shares, strict=True):
                if one != other and won > others:
                    ahead[one, other] += 1
    return {
        one: {
            other: ahead[one, other] / (ahead[one, other] + ahead[other, one])
            if ahead[one, other] + ahead[other, one]
            else None
            for other in bots
            if other != one
        }
        for one in bots
    }
