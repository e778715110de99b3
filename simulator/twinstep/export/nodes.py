"""The functions of nodes and routers.

How an execution finds what it does: one outcome needs nothing; several are counted in ``runs``, by node; executions
by Send go by the label in their input. Routers do not see that input, so where it matters an execution notes its
outcome under the task it runs in (``chosen``).
"""

from __future__ import annotations

from dataclasses import dataclass

from twinstep_model.cases import START, Branch, Graph, GraphScript, NodeScript, Nothing, Outcome, Send

from .literals import asks, ends, routed
from .source import Source, block
from .walk import parts

_NOTHING = Outcome(Nothing())

_TASK_ID = "def task_id():\n    return {config}()['metadata']['langgraph_checkpoint_ns']"


@dataclass
class Functions:
    """The functions of a graph: their definitions, their names, and the helpers they use."""

    source: Source
    graph: Graph
    script: GraphScript
    wait: str
    """The statement with which a node waits at its gate, or ""."""
    word: str
    """``def`` or ``async def``."""

    def __post_init__(self) -> None:
        self._scripts = {script.node: script for script in self.script.nodes}
        self._sent = {part.node for part in parts(self.script) if isinstance(part, Send)}
        self._counted: list[str] = []
        self._chosen = False
        self.nodes = {node.name: self.source.identifier(node.name, "node") for node in self.graph.nodes}
        self.routers: dict[tuple[str, str], str] = {}
        for branch in self.graph.branches:
            if (branch.source, branch.name) not in self.routers:
                self.routers[branch.source, branch.name] = self.source.identifier(branch.name, "route")
        self._definitions = [self._node(node) for node in self.nodes]
        seen: set[tuple[str, str]] = set()
        for branch in self.graph.branches:
            if (branch.source, branch.name) not in seen:
                seen.add((branch.source, branch.name))
                self._definitions.append(self._router(branch))

    @property
    def counts_start(self) -> bool:
        """Whether each invocation must be counted, for the routers of START."""
        return START in self._counted

    def definitions(self) -> list[str]:
        """Helpers first, then nodes and routers."""
        helpers = []
        if self._counted:
            counts = ", ".join(f"{node!r}: -1" for node in self._counted)
            helpers.append(f"runs = {{{counts}}}  # how often each of these ran, less one")
        if self._chosen:
            helpers.append("chosen = {}  # which outcome each execution has, for its routers")
            helpers.append(_TASK_ID.format(config=self.source.use("langgraph.config", "get_config")))
        return helpers + self._definitions

    def _node(self, name: str) -> str:
        script = self._scripts.get(name, NodeScript(name))
        lines = []
        if name in self._sent:
            sent = ["chosen[task_id()] = state['send']"] if self._noted(name) else []
            sent += self._waits()
            for label, outcome in script.sends:
                if outcome.asks or not isinstance(outcome.result, Nothing):
                    sent += [f"if state['send'] == {label!r}:", block(self._does(outcome))]
            lines = [f"if {self._is_send()}:", block(*sent, "return None")]
        lines += self._pulls(name, script)
        return f"{self.word} {self.nodes[name]}(state):\n" + block(*lines)

    def _pulls(self, name: str, script: NodeScript) -> list[str]:
        """The executions by trigger."""
        results = [self._does(outcome) for outcome in script.pulls] or ["return None"]
        noted = name in self._sent and self._noted(name)
        if len(results) == 1 or (len(set(results)) == 1 and not noted and not self._routes_differ(name)):
            return ["chosen[task_id()] = 0"] * noted + self._waits() + results[:1]
        if name not in self._counted:
            self._counted.append(name)
        count = f"runs[{name!r}] % {len(results)}"
        if not noted:
            return [f"runs[{name!r}] += 1", *self._waits(), *_choose(count, results)]
        note = f"chosen[task_id()] = {count}" if len(set(results)) == 1 else f"turn = chosen[task_id()] = {count}"
        return [f"runs[{name!r}] += 1", note, *self._waits(), *_choose("turn", results)]

    def _does(self, outcome: Outcome) -> str:
        """The statements of one execution."""
        return "\n".join([*asks(self.source, outcome.asks), ends(self.source, outcome.result)])

    def _waits(self) -> list[str]:
        # After counting: an execution that is cancelled at its gate has run all the same.
        return [self.wait] if self.wait else []

    def _router(self, branch: Branch) -> str:
        name = branch.source
        script = self._scripts.get(name, NodeScript(name))
        pulls = [self._routed(outcome, branch) for outcome in script.pulls] or ["return []"]
        annotation = ": State" if branch.typed else ""
        head = f"{self.word} {self.routers[name, branch.name]}(state{annotation}):\n"
        if name in self._sent and self._noted(name):
            lines = ["turn = chosen[task_id()]"]
            for label, outcome in script.sends:
                lines += [f"if turn == {label!r}:", f"    {self._routed(outcome, branch)}"]
            lines += ["if isinstance(turn, str):", "    return []", *_choose("turn", pulls)]
            return head + block(*lines)
        if len(set(pulls)) == 1:
            return head + block(pulls[0])
        if name not in self._counted:
            self._counted.append(name)
        return head + block(*_choose(f"runs[{name!r}] % {len(pulls)}", pulls))

    def _routed(self, outcome: Outcome, branch: Branch) -> str:
        return routed(self.source, next((route for route in outcome.routes if route.branch == branch.name), None))

    def _routes_differ(self, name: str) -> bool:
        """Whether some router of the node returns other things in other executions by trigger."""
        outcomes = self._scripts.get(name, NodeScript(name)).pulls or (_NOTHING,)
        branches = [branch for branch in self.graph.branches if branch.source == name]
        return any(len({self._routed(outcome, branch) for outcome in outcomes}) > 1 for branch in branches)

    def _noted(self, name: str) -> bool:
        """Whether routers of a node that is run by Send need to know which execution they follow."""
        script = self._scripts.get(name, NodeScript(name))
        outcomes = [*(script.pulls or (_NOTHING,)), *(outcome for _, outcome in script.sends), _NOTHING]
        branches = [branch for branch in self.graph.branches if branch.source == name]
        noted = any(len({self._routed(outcome, branch) for outcome in outcomes}) > 1 for branch in branches)
        self._chosen = self._chosen or noted
        return noted

    def _is_send(self) -> str:
        if any(key.name == "send" for key in self.graph.keys + self.graph.private):
            config = self.source.use("langgraph.config", "get_config")
            return f"{config}()['metadata']['langgraph_path'][0] == '__pregel_push'"
        return "'send' in state" if self.graph.form == "typeddict" else "isinstance(state, dict) and 'send' in state"


def _choose(turn: str, statements: list[str]) -> list[str]:
    """``if turn == 0: ...``, with the last statement for all the rest."""
    if len(set(statements)) == 1:
        return statements[:1]
    lines = []
    while statements[-2] == statements[-1]:
        statements = statements[:-1]
    for number, statement in enumerate(statements[:-1]):
        lines += [f"if {turn} == {number}:", block(statement)]
    return [*lines, statements[-1]]
