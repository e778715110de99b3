"""Corners of agents and their tools: hooks, what tools may return, and where their Commands lead."""

from .kinds import Corner

AGENT_CORNERS = (
    Corner(
        "agent a:pre=note:post=note(t) | a: 'go' c1=t | say 'hi'",
        "ran, said",
        "pre_model_hook | agent | post_model_hook | tools@ | pre_model_hook | agent | post_model_hook, human "
        "hi; human note; a go c1=t; human noted; t ok answers c1; human note; a done; human noted",
    ),
    Corner(
        "agent a:pre=trim(t) | a: 'go' c1=t | say 'hi'",
        "said",
        "a go c1=t; t ok answers c1; a done",
    ),
    Corner(
        "agent a:post=answer(t) | a: 'go' c1=t | say 'hi'",
        "ran, said",
        "agent | post_model_hook | agent | post_model_hook, human hi; a go c1=t; tool hooked answers c1; a done",
    ),
    Corner(
        "agent a:post=answer(t) | a: 'go' c1=t c2=t | say 'hi'",
        "ran, said",
        "agent | post_model_hook | tools@ | agent | post_model_hook, human hi; a go c1=t c2=t; tool hooked "
        "answers c1; t ok answers c2; a done",
    ),
    Corner(
        "agent a:post=note:structured | a: 'go' c1=t | say 'hi'",
        "ran",
        "agent | post_model_hook | generate_structured_response",
    ),
    Corner(
        "agent a:post=note(t/direct,u) | a: 'go' c1=t c2=u | say 'hi'",
        "ran",
        "agent | post_model_hook | tools@ tools@ | agent | post_model_hook",
    ),
    Corner(
        "agent a:structured(t) | a: 'one' ; 'sum' ; 'two' ; 'more' | say 'hi' | say 'ho'",
        "inputs agent",
        "{messages:[human('hi'),ai('one' name=a),human('ho')],structured_response:!{\"kind\":\"instance\","
        '"fields":[["answer","sum"]]}}',
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> many() | say 'hi'",
        "said",
        "human hi; a go c1=t; t <library> answers c1; a done",
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> many(command 'x' unanswered ->nobody; answer 'y') | say 'hi'",
        "error, ran",
        "InvalidUpdateError UNKNOWN_NODE, agent | tools@",
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> command 'x' ->nobody sends | say 'hi'",
        "error, ran",
        "InvalidUpdateError UNKNOWN_NODE, agent | tools@",
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> command 'x' ->tools sends | say 'hi' | run gates",
        "error, ran",
        "ValueError, agent | tools@ | tools@ agent",
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> command 'x' ->agent | say 'hi'",
        "ran",
        "agent | tools@ | agent",
    ),
    Corner(
        "toolgraph t | with aside=[w] | model: 'go' c1=t | c1 -> command 'x' ->w | say 'hi'",
        "ran, said",
        "model | tools | model w, human hi; ai go c1=t; t x answers c1; ai done; ai done",
    ),
    Corner(
        "toolgraph t | with aside=[w] | model: 'go' c1=t | c1 -> command 'x' ->w | say 'hi'",
        "ran, said",
        "model | tools | model, human hi; ai go c1=t; t x answers c1; ai done",
        frozenset({"RT-05"}),
    ),
    Corner(
        "toolgraph t | with aside=[w] | model: 'go' c1=t | w: 'aside' | c1 -> command 'x' ->w sends | say 'hi'",
        "ran, inputs w, said",
        "model | tools | w@ model, {messages:[human('x')]}, human hi; ai go c1=t; t x answers c1; ai done; ai aside",
    ),
    Corner(
        "toolgraph t | with aside=[w] | model: 'go' c1=t | c1 -> command 'x' ->w sends | say 'hi'",
        "ran",
        "model | tools | w@",
        frozenset({"RT-03"}),
    ),
    Corner(
        "toolgraph/list t/sees | with aside=[w] | model: 'go' c1=t c2=t | c1 -> command 'x' ->w sends | c2 "
        "-> saw | say 'hi'",
        "inputs w, result",
        "[human('x')], [human('hi'),ai('go' calls=[c1=t,c2=t]),tool('x' name=t answers=c1),tool('saw 2' "
        "name=t answers=c2),ai('done'),ai('done')]",
    ),
    Corner(
        "toolgraph/list t | model: 'go' c1=t | c1 -> many(command 'x' unanswered; answer 'y') | say 'hi'",
        "writes tools",
        "__root__=[tool('y' answers=c1)]",
    ),
    Corner(
        "toolgraph/list t/wants | with errors=all | model: 'go' c1=t | say 'hi'",
        "error",
        "ValueError",
    ),
    Corner(
        "toolgraph/object t/sees | model: 'go' c1=t c2=t | c1 -> saw | c2 -> command 'x' | say 'hi'",
        "inputs tools",
        '!{"kind":"instance","fields":[["messages",[{"kind":"message","role":"human","text":"hi"},'
        '{"kind":"message","role":"ai","text":"go","calls":[{"id":"c1","name":"t"},{"id":"c2","name":"t"}]}]]]}',
    ),
    Corner(
        "toolgraph/calls t/sees u | model: 'go' c1=t c2=u | c1 -> saw | say 'hi'",
        "inputs tools, said",
        "[{call:'c1',tool:'t'},{call:'c2',tool:'u'}], human hi; ai go c1=t c2=u; t saw 2 answers c1; u ok "
        "answers c2; ai done",
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> command 'x' parent ->agent | say 'hi'",
        "error",
        "ParentCommand",
    ),
    Corner(
        "agent a(t) | a: 'go' c1=t | c1 -> command 'x' parent ->agent | say 'hi'",
        "error, ran, said",
        "none, agent | tools@ | agent, human hi; a go c1=t; t x answers c1; a done",
        frozenset({"SG-13"}),
    ),
    Corner(
        "agent a:v1(t,u/wants) | a: 'go' c1=t{n:'x'} c2=u c3=t | c3 -> raise boom | say 'hi' | run async gates [2,1,0]",
        "error",
        "ToolInvocationError",
        frozenset({"TN-06", "TN-16"}),
    ),
    Corner(
        "agent a:post=note(t) | a: 'go' c1=t | say 'hi' limit 2",
        "error, ran",
        "none, agent | post_model_hook",
    ),
    Corner(
        "agent a(t/direct) | a: 'go' c1=t{n:'x'} | say 'hi'",
        "ran, said",
        "agent | tools@, human hi; a go c1=t; t <library> answers c1 failed",
    ),
    Corner(
        "agent a:v1(t,u/direct) | a: 'go' c1=t c2=u | c2 -> answer 'x' failed | say 'hi'",
        "ran, said",
        "agent | tools, human hi; a go c1=t c2=u; t ok answers c1; tool x answers c2 failed",
    ),
    Corner(
        "agent a:v1(t) | a: 'go' c1=t c2=t | c1 -> many(command 'x'; command 'y' clears) | say 'hi'",
        "said",
        "t ok answers c2; a done",
    ),
    Corner(
        "agent a(t,->b) | a: 'go' c1=t c2=transfer_to_b | say 'hi'",
        "error, ends",
        "ParentCommand, tools ok + tools open",
    ),
)
