"""A machine model as plain data, and the assignments of HOPBENCH_SIM_SET.

Written from the description of the file alone: this checker must be able to disagree with the
engine, so it shares no reader with it.
"""
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Iterator

Model = dict[str, Any]

_OPENING = {"[": "]", "{": "}"}


class ModelError(Exception):
    """A model or an assignment that cannot be used."""


def load(file: Path) -> Model:
    model = json.loads(file.read_text(encoding="utf-8"))
    if model.get("schema") != "hopbench.machine-model/1":
        raise ModelError(f"{file}: schema is {model.get('schema')!r}")
    return model


def split_assignments(text: str) -> list[str]:
    """Cuts at the semicolons that are outside of strings, lists and objects."""
    parts: list[str] = [""]
    closers: list[str] = []
    in_string = escaped = False
    for letter in text:
        if in_string:
            in_string = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            in_string = True
        elif letter in _OPENING:
            closers.append(_OPENING[letter])
        elif closers and letter == closers[-1]:
            closers.pop()
        elif letter == ";" and not closers:
            parts.append("")
            continue
        parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _places(node: Any, steps: list[str], path: str) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every field that the path names."""
    step, rest = steps[0], steps[1:]
    keys: list[Any]
    if isinstance(node, list):
        keys = list(range(len(node))) if step == "*" else [int(step)] if step.isdigit() else []
        keys = [key for key in keys if key < len(node)]
    else:
        keys = [step] if isinstance(node, dict) and step in node else []
    if not keys:
        raise ModelError(f"{path}: nothing is called {step!r} there")
    for key in keys:
        if rest:
            yield from _places(node[key], rest, path)
        else:
            yield node, key


def assign(model: Model, assignments: str) -> Model:
    """A copy of the model with HOPBENCH_SIM_SET applied."""
    changed: Model = json.loads(json.dumps(model))
    for part in split_assignments(assignments):
        match = re.fullmatch(r"([^=+\s]+)\s*(\+?=)\s*(.*)", part, re.DOTALL)
        if match is None:
            raise ModelError(f"{part!r} is no assignment")
        path, operator, value_text = match.groups()
        value = json.loads(value_text)
        for container, key in _places(changed, path.split("."), path):
            if operator == "+=":
                container[key].append(value)
            else:
                container[key] = value
    return changed


def number(model: Model, path: str) -> float:
    """The number at a dotted path."""
    node: Any = model
    for step in path.split("."):
        node = node[int(step)] if isinstance(node, list) else node[step]
    return float(node)
