"""What to say where a package is missing that one of our extras brings."""


def missing(extra: str, error: ImportError) -> ImportError:
    """The one error a person sees who asks for something without its extra."""
    return ImportError(f"{error.name} is not installed: pip install 'periplo[{extra}]'")
