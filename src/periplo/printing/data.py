"""Minutes as JSON, for other programs."""

import json
from typing import Any

from periplo.printing.minutes import Minutes


def to_json(minutes: Minutes) -> bytes:
    return (json.dumps(_data(minutes), ensure_ascii=False, indent=1) + "\n").encode()


def _data(minutes: Minutes) -> dict[str, Any]:
    setup, wording = minutes.desk.setup, minutes.wording
    return {
        "language": wording.language,
        "game": setup.game.id,
        "rules": setup.game.rules,
        "closed": minutes.desk.is_closed,
        "event": setup.details.to_json(),
        "options": setup.game.read_setup(len(setup.names), setup.options),
        "officials": [
            {"role": one.role, "said": wording.role(one.role), "name": one.name}
            | ({} if one.seat is None else {"seat": one.seat})
            | ({} if one.withdrawn is None else {"withdrawn": one.withdrawn})
            for one in minutes.officials
        ],
        "seats": [
            {"seat": one.seat, "name": one.name, "roster": one.roster} for one in minutes.seats
        ],
        "journal": [
            {
                "line": entry.line.to_json(),
                "text": entry.text,
                "clause": entry.clause,
                "followed": [{"text": fact.text, "clause": fact.clause} for fact in entry.followed],
                "beside": entry.beside,
                "in_effect": entry.in_effect,
            }
            for entry in minutes.entries
        ],
        "result": minutes.result,
        "standings": [
            {
                "rank": one.rank,
                "seat": one.seat,
                "parts": dict(one.parts),
                "score": one.score,
                "penalties": one.penalties,
                "total": one.total,
                "wins": one.wins,
            }
            for one in minutes.standings
        ],
        "sha256": minutes.hash,
        "address": minutes.address,
    }
