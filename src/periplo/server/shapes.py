"""What the layers below send is typed there with the standard library alone. Here it becomes
msgspec's Structs, which can be told apart by a tag, described, and read strictly.
"""

import operator
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, reduce
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from periplo.desk.requests import Bounds

TAGS: Final = ("t", "kind")  # a field that names the case


@cache
def as_struct(shape: type, *, strict: bool = False) -> type[Struct]:
    """A dataclass or TypedDict as it is sent; if strict, unknown fields are refused."""
    tag_field = tag = None
    found: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for name, kind, is_always_sent in _fields(shape):
        if name in TAGS and get_origin(kind) is Literal and len(get_args(kind)) == 1:
            tag_field, (tag,) = name, get_args(kind)
        elif is_always_sent:
            found.append((name, as_described(kind, strict=strict)))
        else:
            found.append((name, as_described(kind, strict=strict) | UnsetType, UNSET))
    return msgspec.defstruct(
        shape.__name__, found, kw_only=True, tag_field=tag_field, tag=tag,
        forbid_unknown_fields=strict, module=shape.__module__, namespace={"__doc__": doc_of(shape)},
    )  # fmt: skip


def _fields(shape: Any) -> Iterator[tuple[str, Any, bool]]:
    """Name, type, and whether it is always sent."""
    hints = get_type_hints(shape)
    if is_typeddict(shape):
        for name, kind in hints.items():
            yield name, kind, name in shape.__required_keys__
        return
    for one in fields(shape):
        yield one.name, hints[one.name], one.init or one.default is not MISSING


def as_described(kind: Any, *, strict: bool = False) -> Any:
    """A type with every shape in it as a Struct, and with bounds as msgspec checks them."""
    if is_typeddict(kind) or is_dataclass(kind):
        return as_struct(kind, strict=strict)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal or not inner:
        return kind
    if origin is Annotated:
        return Annotated[as_described(inner[0], strict=strict), _meta(inner[0], inner[1])]
    if inner[-1] is ...:  # a tuple of any length
        origin, inner = list, inner[:1]
    described = [as_described(one, strict=strict) for one in inner]
    if origin in (Union, UnionType):
        return reduce(operator.or_, described)
    return origin[tuple(described)]


def _meta(kind: Any, bounds: Bounds) -> Meta:
    if kind is int:
        return Meta(ge=bounds.least, le=bounds.most)
    return Meta(min_length=bounds.least, max_length=bounds.most)


def doc_of(shape: type) -> str | None:
    """Of a dataclass without one it is its signature, which says nothing here."""
    doc = shape.__doc__
    return None if doc is None or doc.startswith(f"{shape.__name__}(") else doc
