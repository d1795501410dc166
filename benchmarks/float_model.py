"""A float32 model of the same architecture and (dequantised) weights, for the reference loop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper


def dequantise(source: Path, target: Path) -> Path:
    """Write the float32 form of a dynamically quantised model to `target`.

    DynamicQuantizeLinear, MatMulInteger, Cast and Mul become one MatMul over float weights;
    quantised embedding tables become float tables. Raises ValueError for another kind of model.
    """
    model = onnx.load(str(source))
    graph = model.graph
    tensors = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    maker = {output: node for node in graph.node for output in node.output}
    users: dict[str, list[Any]] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    replaced: dict[int, Any] = {}
    dropped: set[int] = set()
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            chain, new = _product(node, maker, users, tensors, graph)
            dropped |= {id(n) for n in chain}
            replaced[id(node)] = new
        elif node.op_type == "DequantizeLinear":
            replaced[id(node)] = _lookup(node, maker, tensors, graph)
    if not replaced:
        raise ValueError(f"expected a dynamically quantised model, got {source.name}")
    _rebuild(graph, replaced, dropped)
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(target))
    return target


def _product(
    node: Any, maker: dict[str, Any], users: dict[str, list[Any]], tensors: Any, graph: Any
) -> tuple[list[Any], Any]:
    """The nodes a quantised product consists of (but the product itself), and a float one."""
    quantise = maker[node.input[0]]
    cast = users[node.output[0]][0]
    scale = users[cast.output[0]][0]
    scales = maker[next(name for name in scale.input if name != cast.output[0])]
    step = tensors[next(name for name in scales.input if name in tensors)]
    weights = tensors[node.input[1]].astype(np.float32) - tensors[node.input[3]].astype(np.float32)
    name = node.input[1] + "_float"
    graph.initializer.append(numpy_helper.from_array((weights * step).astype(np.float32), name))
    new = helper.make_node("MatMul", [quantise.input[0], name], [scale.output[0]])
    return [quantise, cast, scale, scales], new


def _lookup(node: Any, maker: dict[str, Any], tensors: Any, graph: Any) -> Any:
    """A lookup in a float table in place of one in a quantised table."""
    gather = maker[node.input[0]]
    zero = tensors[node.input[2]].astype(np.float32)
    table = (tensors[gather.input[0]].astype(np.float32) - zero) * tensors[node.input[1]]
    name = gather.input[0] + "_float"
    graph.initializer.append(numpy_helper.from_array(table.astype(np.float32), name))
    return helper.make_node("Gather", [name, gather.input[1]], [node.output[0]], axis=0)


def _rebuild(graph: Any, replaced: dict[int, Any], dropped: set[int]) -> None:
    """Put new nodes in place, then remove nodes and tensors nothing uses."""
    nodes = [replaced.get(id(n), n) for n in graph.node if id(n) not in dropped]
    outputs = {o.name for o in graph.output}
    while True:
        used = {name for n in nodes for name in n.input} | outputs
        kept = [n for n in nodes if used & set(n.output)]
        if len(kept) == len(nodes):
            break
        nodes = kept
    tensors = [t for t in graph.initializer if t.name in used]
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.initializer[:]
    graph.initializer.extend(tensors)
