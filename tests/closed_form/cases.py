"""The cases of the benches, by the names that plans and samples files use."""
from __future__ import annotations

import re
from typing import NamedTuple, Optional

_NAME = re.compile(r"(?P<family>\w+)/(?P<method>\w+)(?:/src:(?P<src>\d+))?(?:/dst:(?P<dst>\d+))?"
                   r"(?:/ranks:(?P<ranks>\d+))?/bytes:(?P<bytes>\d+)(?:/node:(?P<node>\d+))?")


class Case(NamedTuple):
    """What a bench runs; each case yields one or two numbers."""

    method: str
    src: Optional[int]
    dst: Optional[int]
    bytes: int
    family: str = "latency"
    ranks: Optional[int] = None
    node: Optional[int] = None

    @property
    def name(self) -> str:
        axes = (("src", self.src), ("dst", self.dst), ("ranks", self.ranks),
                ("bytes", self.bytes), ("node", self.node))
        return "/".join([self.family, self.method]
                        + [f"{axis}:{value}" for axis, value in axes if value is not None])


def parse(name: str) -> Case:
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name}: unexpected case")
    words = match.groupdict()
    family, method = words.pop("family"), words.pop("method")
    numbers = {axis: None if word is None else int(word) for axis, word in words.items()}
    return Case(method=method, family=family, **numbers)  # type: ignore[arg-type]
