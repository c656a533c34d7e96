"""What kits say around a game, in one language."""

from periplo.core.words import fill, load_toml, translate


class KitWords:
    def __init__(self, language: str) -> None:
        self._language = language
        self._words = load_toml("periplo.printing", "words.toml")["kits"]

    def __call__(self, key: str, **fields: object) -> str:
        place = f"printing/words.toml: [kits] {key}"
        template = str(translate(self._words[key], self._language, place))
        return fill(template, {name: str(value) for name, value in fields.items()}, place)
