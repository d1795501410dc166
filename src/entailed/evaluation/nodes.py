"""YAML and JSON read as plain data together with the line every value stands on.

Of YAML's unquoted words only `true`, `false` and `null` are anything but text, so that `no`,
`18:30`, `2.0` and `2024-01-05` stay what the author wrote. Tags, duplicate keys and other surprises
are refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from entailed.errors import RequestError, UnsupportedError

if TYPE_CHECKING:
    from yaml import MappingNode, Node

__all__ = ["Tree", "read_json", "read_yaml"]

Path = tuple[int | str, ...]

_MOST_VALUES = 1_000_000
_MOST_DEPTH = 40
_WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
_IMPLICIT = frozenset(
    f"tag:yaml.org,2002:{kind}"
    for kind in ("str", "int", "float", "bool", "null", "timestamp", "value", "merge")
)
"""What PyYAML takes an unquoted scalar for."""
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass
class Tree:
    """Plain data, and for the path of every value in it the line it begins on, from 1."""

    where: str
    most: int = _MOST_VALUES
    data: Any = None
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of the value at `path`, or of the nearest value around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def put(self, path: Path, line: int) -> None:
        """Remember a line. Raises RequestError for a file with too many or too deep values."""
        if len(self.lines) >= self.most or len(path) > _MOST_DEPTH:
            raise RequestError(
                f"{self.where}: expected at most {self.most} values, {_MOST_DEPTH} deep"
            )
        self.lines[path] = line

    def require_unicode(self, value: object, line: int) -> None:
        """Raise RequestError for a text that UTF-8 cannot hold."""
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            raise RequestError(
                f"{self.where}: line {line}: half a character (a lone surrogate); write the "
                "character itself"
            )


# --- YAML ------------------------------------------------------------------------------------


def read_yaml(text: str, where: str) -> Tree:
    """The one document in `text`. `where` names it in errors.

    Raises RequestError with the line for malformed YAML, a tag, a duplicate key, a key that is
    no text, or a second document; UnsupportedError without PyYAML.
    """
    try:
        import yaml
    except ImportError as error:
        raise UnsupportedError(
            f"{where}: reading YAML needs PyYAML: pip install 'entailed[eval]' (or write the "
            "suite as JSON)"
        ) from error
    # Only anchors that multiply give more values than there are characters.
    tree = Tree(where, min(_MOST_VALUES, 1000 + 10 * len(text)))
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        if node is not None:
            tree.data = _Yaml(tree, loader).read(node, ())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f": line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        problem = error.problem or error.context or "cannot be read"
        raise RequestError(f"{where}{place}: malformed YAML: {problem}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise RequestError(
            f"{where}: line {line}: a character YAML does not allow: U+{int(error.character):04X}"
        ) from error
    except RecursionError as error:
        raise RequestError(f"{where}: YAML nested too deep") from error
    return tree


class _Yaml:
    """Turns the nodes of one document into plain data."""

    def __init__(self, tree: Tree, loader: Any) -> None:
        self.tree = tree
        self.loader = loader

    def read(self, node: Node, path: Path) -> Any:
        """The value of a node; its line is put into the tree."""
        import yaml

        self.tree.put(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            self._require_plain(node, "map")
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            self._require_plain(node, "seq")
            return [self.read(item, (*path, n)) for n, item in enumerate(node.value)]
        return self._scalar(node)

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, Any]:
        seen: dict[str, int] = {}
        for key, _ in node.value:
            line = key.start_mark.line + 1
            self.tree.require_unicode(key.value, line)
            if not isinstance(key.value, str):
                raise self._error(line, "expected a text as key, got a list or mapping")
            if key.value in seen and key.value != "<<":
                first = seen[key.value]
                raise self._error(line, f"key {key.value!r} is there twice (first on line {first})")
            seen[key.value] = line
        self.loader.flatten_mapping(node)  # what `<<` merges comes first, own keys override it
        kept = {key.value: (key, value) for key, value in node.value}
        node.value = list(kept.values())  # an alias may bring us here again
        return {name: self.read(value, (*path, name)) for name, (_, value) in kept.items()}

    def _scalar(self, node: Node) -> Any:
        text: str = node.value
        self.tree.require_unicode(text, node.start_mark.line + 1)
        plain = getattr(node, "style", None) is None
        if not plain:
            self._require_plain(node, "str")
            return text
        if node.tag not in _IMPLICIT:
            raise self._error(node.start_mark.line + 1, f"tags are not read: {node.tag}")
        return _WORDS.get(text, text)

    def _require_plain(self, node: Node, kind: str) -> None:
        if node.tag != f"tag:yaml.org,2002:{kind}":
            raise self._error(node.start_mark.line + 1, f"tags are not read: {node.tag}")

    def _error(self, line: int, message: str) -> RequestError:
        return RequestError(f"{self.tree.where}: line {line}: {message}")


# --- JSON ------------------------------------------------------------------------------------


def read_json(text: str, where: str) -> Tree:
    """The JSON value in `text`. Raises RequestError with the line for what is malformed."""
    tree = Tree(where)
    reader = _Json(tree, text)
    try:
        tree.data, end = reader.value(reader.skip(0), ())
        end = reader.skip(end)
        if end != len(text):
            raise json.JSONDecodeError("Extra data", text, end)
    except json.JSONDecodeError as error:
        raise RequestError(
            f"{where}: line {error.lineno}, column {error.colno}: malformed JSON: {error.msg}"
        ) from error
    except (RecursionError, ValueError) as error:
        if isinstance(error, RequestError):
            raise
        raise RequestError(f"{where}: JSON that cannot be read: {error}") from error
    return tree


class _Json:
    """Reads objects and lists itself, for their places, and leaves scalars to `json`."""

    def __init__(self, tree: Tree, text: str) -> None:
        self.tree = tree
        self.text = text
        self.decoder = json.JSONDecoder(parse_constant=_refuse_constant)
        self._counted = (0, 1)

    def skip(self, at: int) -> int:
        """Where white space ends."""
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def value(self, at: int, path: Path) -> tuple[Any, int]:
        """The value at an offset, and the offset behind it."""
        self.tree.put(path, self._line(at))
        if self.text.startswith("{", at):
            return self._object(at, path)
        if self.text.startswith("[", at):
            return self._list(at, path)
        line = self._line(at)
        scalar, end = self.decoder.raw_decode(self.text, at)
        self.tree.require_unicode(scalar, line)
        return scalar, end

    def _object(self, at: int, path: Path) -> tuple[dict[str, Any], int]:
        data: dict[str, Any] = {}
        first_line: dict[str, int] = {}
        at = self.skip(at + 1)
        while not self.text.startswith("}", at):
            if data:
                at = self.skip(self._over(",", at, "Expecting ',' delimiter"))
            if not self.text.startswith('"', at):
                message = "Expecting property name enclosed in double quotes"
                raise json.JSONDecodeError(message, self.text, at)
            line = self._line(at)
            key, at = self.decoder.raw_decode(self.text, at)
            self.tree.require_unicode(key, line)
            if key in data:
                raise RequestError(
                    f"{self.tree.where}: line {line}: key {key!r} is there twice "
                    f"(first on line {first_line[key]})"
                )
            first_line[key] = line
            at = self.skip(self._over(":", self.skip(at), "Expecting ':' delimiter"))
            data[key], at = self.value(at, (*path, key))
            at = self.skip(at)
        return data, at + 1

    def _list(self, at: int, path: Path) -> tuple[list[Any], int]:
        items: list[Any] = []
        at = self.skip(at + 1)
        while not self.text.startswith("]", at):
            if items:
                at = self.skip(self._over(",", at, "Expecting ',' delimiter"))
            item, at = self.value(at, (*path, len(items)))
            items.append(item)
            at = self.skip(at)
        return items, at + 1

    def _over(self, mark: str, at: int, message: str) -> int:
        if not self.text.startswith(mark, at):
            raise json.JSONDecodeError(message, self.text, at)
        return at + 1

    def _line(self, at: int) -> int:
        """The line of an offset; offsets come in ascending order, so each is counted once."""
        counted, line = self._counted
        line += self.text.count("\n", counted, at)
        self._counted = (at, line)
        return line


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")
