"""The import arrow: twinstep_model <- twinstep <- properties, tests; the libraries behind one door each.

Read off the code's own imports, wherever in a module they stand.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

UNDER_TEST = {"deepagents", "langchain", "langchain_core", "langgraph", "langgraph_supervisor", "langgraph_swarm"}
# What a layer may import besides the standard library. The first layer whose folder holds a module decides.
LAYERS = {
    "models/twinstep_model": {"twinstep_model"},
    # pydantic and typing_extensions: programs under test are written with them.
    "simulator/twinstep/runtime": {"twinstep_model", "twinstep.runtime", "pydantic", "typing_extensions"} | UNDER_TEST,
    "simulator/twinstep/generate": {"twinstep_model", "twinstep", "hypothesis"},
    "simulator/twinstep": {"twinstep_model", "twinstep", "click", "networkx", "pytest", "rich"},
    "properties": {"twinstep_model", "twinstep", "properties", "hypothesis", "pytest"},
}
SOURCE_ROOTS = ("models", "simulator", ".")


def imports(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Line and full name of every module that the code imports; ``package``: the one that relative names start from."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                yield node.lineno, ".".join([*above, *([module] if module else [])])
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def violations(root: Path) -> list[str]:
    """Every import that its layer does not allow, as "file:line imports module"."""
    found = []
    seen: set[Path] = set()
    for layer, allowed in LAYERS.items():
        for path in sorted((root / layer).rglob("*.py")):
            if path in seen:
                continue
            seen.add(path)
            source = next(root / name for name in SOURCE_ROOTS if path.is_relative_to(root / name))
            package = ".".join(path.parent.relative_to(source).parts)
            for line, name in imports(ast.parse(path.read_text("utf-8")), package):
                parents = {name.rsplit(".", cut)[0] for cut in range(name.count(".") + 1)}
                if name.split(".")[0] not in sys.stdlib_module_names and not parents & allowed:
                    found.append(f"{path.relative_to(root).as_posix()}:{line} imports {name}")
    return found


def test_arrow() -> None:
    assert violations(ROOT) == []


def test_layers_exist() -> None:
    assert [layer for layer in LAYERS if not any((ROOT / layer).rglob("*.py"))] == []


@pytest.mark.parametrize(
    ("file", "code", "module"),
    [
        ("models/twinstep_model/new.py", "from twinstep import files", "twinstep"),
        ("models/twinstep_model/new.py", "import networkx", "networkx"),
        ("models/twinstep_model/codec.py", "def late():\n    import langgraph.graph", "langgraph.graph"),
        ("simulator/twinstep/files.py", "from langgraph.types import Send", "langgraph.types"),
        (
            "simulator/twinstep/files.py",
            "import importlib\nimportlib.import_module('langchain_core')",
            "langchain_core",
        ),
        ("simulator/twinstep/files.py", "import hypothesis.strategies", "hypothesis.strategies"),
        ("simulator/twinstep/files.py", "import properties", "properties"),
        ("simulator/twinstep/runtime/new.py", "from .. import files", "twinstep"),
        ("simulator/twinstep/runtime/new.py", "from ..pool import Pool", "twinstep.pool"),
        ("simulator/twinstep/runtime/new.py", "import hypothesis", "hypothesis"),
        ("simulator/twinstep/generate/new.py", "import langgraph", "langgraph"),
        ("properties/new.py", "import langgraph", "langgraph"),
    ],
)
def test_a_violation_is_found(tmp_path: Path, file: str, code: str, module: str) -> None:
    original = (ROOT / file).read_text("utf-8") if (ROOT / file).exists() else ""
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(f"{original}\n\n{code}\n", "utf-8")
    [found] = violations(tmp_path)
    assert found.startswith(f"{file}:")
    assert found.endswith(f" imports {module}")
