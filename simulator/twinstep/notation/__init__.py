"""The one-line notation of a case: `parse(show(case)) == case`.

Sections stand between ``|``; what is not written has its default. Spaces only separate. Names and texts:
a plain word is a name (``START`` and ``END`` are LangGraph's); every other name, and every text, is a Python string
literal. Values: ``3``, ``'hi'``, ``null``, ``true``, ``[1,2]``, ``map{k:1}``, ``overwrite(3 short)``, ``remove(m1)``,
``human('hi' id=m1)``, ``ai('' calls=[c1=lookup])``, ``tool('42' answers=c1 failed)``.
What has no form of its own is ``!`` and the canonical JSON of that part (or of the whole case).

    graph x log:concat n:sum/missing t:topic/all b:barrier(a,b) m:messages   the state; graph/pydantic x=1 n:sum=2 ...
                                            r:remaining l:last   RemainingSteps and IsLastStep
    private p | inputs x | outputs log      other keys; an empty section is not a missing one
    nodes a b~ c(x,log)                     b is deferred, c reads only x and log
    edges >a a>b [a,b]>c a?r a?r2{yes:b,no:END}/typed          from START, edge, join, branches
    a: {x:1} ?r=[b,c@s1{x:2}] ; raise boom ; @s1 none          executions by trigger, then those by Send s1
    a: asks('q1',2) {x:1} ?r=b              the questions that it asks first
         results: none  {x:1}  fields{x:1}  whole 3  cmd{x:1} ->b,c@s1  cmd[x:1,x:2] graph=up
                  many(cmd{x:1};{x:2})  send c@s1{x:2}  raise boom  odd text
         routes:  ?r=b  ?r=[b,c]  ?r=(b,c)  ?r=none  ?r=raise boom
    supervisor alice bob(lookup) / calc     members with their tools / the supervisor's tools
    with name=boss full_history silent parallel forward        not the defaults; silent: no handoff messages
    swarm alice(lookup,->bob) bob(->alice=back)                members with their tools and handoffs; a handoff's name
    with name=crew default=bob unkept       not the defaults: the first member, and the key active_agent
    agent alice:v1:pre=trim:post=note:structured(lookup/direct,calc/sees/wants)      an agent on its own
    supervisor alice inner[swarm bob carol with default=carol] / calc ->alice=ask ->inner/silent
                                            a team as a member; handoff tools that are not the library's choice
    toolgraph/each lookup calc/sees         an agent made by hand
    with errors=text aside=[writer]         its handle_tool_errors, and its other nodes
    alice: 'hi' c1=lookup{n:3} c2=transfer_to_bob ; 'bye'      the replies of a model
    c1 -> '42'     c2 -> raise boom     c3 -> saw    c4 -> answer 'no' failed       what a tool does
    c5 -> command 'text' unanswered clears parent ->bob,alice sends
    c6 -> many(answer 'a'; command 'b' ->bob)
    say 'hi' on t2 limit 8                  short for invoke {messages:[human('hi')]} on t2 limit 8
    continue on t2                          what is under way on the thread goes on
    resume 'yes'                            the answer to the question that the thread waits for
    answer 0='yes' 1=[2]                    answers to the questions with these numbers
    run async gates [1,0] nosaver history concurrency 2        the schedule
"""

from __future__ import annotations

from twinstep_model.agents import TeamScript
from twinstep_model.cases import Action, Case, Graph, GraphScript, Schedule
from twinstep_model.codec import FormatError

from .actions import read_action, read_schedule, show_action, show_schedule
from .graphs import GraphParts, read_graph_section, show_graph
from .reader import ACTIONS, Reader
from .teams import TEAMS, TeamParts, read_team_section, show_team
from .values import inline

__all__ = ["parse", "show"]


def show(case: Case) -> str:
    """The case in one line without control characters."""
    sections = _show_program(case)
    if sections is None:
        return inline(case)
    sections += [show_action(action) for action in case.actions]
    sections += show_schedule(case.schedule)
    return " | ".join(sections)


def parse(line: str) -> Case:
    """The case that this line describes.

    Raises FormatError, naming the column (from 1) and what was expected there, where it describes none.
    """
    try:
        return _read(Reader(line))
    except RecursionError:
        raise FormatError("the line", "is nested too deeply") from None


def _show_program(case: Case) -> list[str] | None:
    """The sections of what runs and does; None for what has no form."""
    topology, script = case.topology, case.script
    if isinstance(topology, Graph):
        return show_graph(topology, script) if isinstance(script, GraphScript) else None
    return show_team(topology, script) if isinstance(script, TeamScript) else None


def _read(reader: Reader) -> Case:
    if reader.at("!"):
        case: Case = reader.inline(Case)
        reader.end()
        return case
    word = reader.one_of("graph", *TEAMS)
    parts: GraphParts | TeamParts = GraphParts(reader) if word == "graph" else TeamParts(reader, word)
    actions: list[Action] = []
    schedules: list[Schedule] = []
    while reader.next("|"):
        if reader.at(*ACTIONS):
            actions.append(read_action(reader))
        elif not schedules and reader.at("run"):
            schedules.append(read_schedule(reader))
        elif isinstance(parts, GraphParts):
            read_graph_section(reader, parts)
        else:
            read_team_section(reader, parts)
    reader.end()
    topology, script = parts.built()
    return Case(topology, script, tuple(actions), *schedules)
