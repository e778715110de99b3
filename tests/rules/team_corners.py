"""Corners of teams: nested ones, several turns, members that run beside each other, forwarded messages."""

from .kinds import Corner

TEAM_CORNERS = (
    Corner(
        "supervisor alice | with silent forward | supervisor: 'go' c1=forward_message{from_agent:3} ; 'go' "
        "c2=forward_message{from_agent:'alice'} ; 'go' c3=forward_message | say 'hi'",
        "said",
        "human hi; supervisor go c1=forward_message; forward_message <library> answers c1 failed; supervisor "
        "go c2=forward_message; forward_message <library> answers c2; supervisor go c3=forward_message; "
        "forward_message <library> answers c3 failed; supervisor done",
    ),
    Corner(
        "supervisor alice | with full_history forward | supervisor: 'go' c1=transfer_to_alice ; 'go' "
        "c2=forward_message{from_agent:'alice'} | alice: 'my word' | say 'hi'",
        "said",
        "human hi; supervisor go c1=transfer_to_alice; transfer_to_alice <library> answers c1; alice my word;"
        " alice <library> <auto>=transfer_back_to_supervisor; transfer_back_to_supervisor <library> answers "
        "<auto>; supervisor my word",
    ),
    Corner(
        "supervisor alice | with name=boss silent forward | boss: 'go' c1=forward_message{from_agent:'boss'} "
        "| say 'hi'",
        "said",
        "human hi; boss go",
    ),
    Corner(
        "supervisor alice bob / ->alice=ask/silent ->bob | supervisor: 'go' c1=ask ; 'go' c2=transfer_to_bob "
        "| say 'hi'",
        "heard alice, heard bob",
        "human hi, human hi; alice done; alice <library> <auto>=transfer_back_to_supervisor; "
        "transfer_back_to_supervisor <library> answers <auto>; supervisor go c2=transfer_to_bob; "
        "transfer_to_bob <library> answers c2",
    ),
    Corner(
        "supervisor inner[supervisor alice alice] | say 'hi'",
        "build",
        "ValueError",
    ),
    Corner(
        "swarm inner[swarm alice with default=bob] | say 'hi'",
        "build",
        "ValueError",
    ),
    Corner(
        "supervisor Bob bob | supervisor: 'go' c1=transfer_to_bob ; 'go' c2=transfer_to_bob | say 'hi'",
        "ran",
        "supervisor(agent | tools@) | Bob(agent) | supervisor(agent | tools@) | Bob(agent) | "
        "supervisor(agent) or supervisor(agent | tools@) | bob(agent) | supervisor(agent | tools@) | "
        "bob(agent) | supervisor(agent)",
        frozenset({"SV-09", "SV-10"}),
    ),
    Corner(
        "supervisor alice(->bob) bob | supervisor: 'go' c1=transfer_to_alice | alice: 'go' c2=transfer_to_bob"
        " | say 'hi'",
        "ran, result",
        "supervisor(agent | tools@) | alice(agent | tools@) | bob(agent) supervisor(agent) | "
        "supervisor(agent), {messages:[human('hi'),ai('go' name=supervisor "
        "calls=[c1=transfer_to_alice]),tool('<library>' name=transfer_to_alice answers=c1),ai('go' name=alice"
        " calls=[c2=transfer_to_bob]),tool('<library>' name=transfer_to_bob answers=c2),ai('done' "
        "name=bob),ai('<library>' name=bob calls=['<auto>'=transfer_back_to_supervisor]),tool('<library>' "
        "name=transfer_back_to_supervisor answers='<auto>'),ai('done' name=supervisor),ai('done' "
        "name=supervisor)]}",
    ),
    Corner(
        "supervisor team[swarm carol(->dave) dave] | with silent | supervisor: 'go' c1=transfer_to_team ; "
        "'go' c2=transfer_to_team | carol: 'go' c3=transfer_to_dave | say 'hi'",
        "ran, said",
        "supervisor(agent | tools@) | team(carol(agent | tools@) | dave(agent)) | supervisor(agent | tools@) "
        "| team(carol(agent)) | supervisor(agent), human hi; dave done; carol done; supervisor done",
    ),
    Corner(
        "swarm carol(->inner) inner[supervisor alice with silent] | carol: 'go' c1=transfer_to_inner | inner:"
        " 'go' c2=transfer_to_alice | say 'hi' | say 'more'",
        "ran, result",
        "inner(inner(agent)), {active_agent:'inner',messages:[human('hi'),ai('go' name=carol "
        "calls=[c1=transfer_to_inner]),tool('<library>' name=transfer_to_inner answers=c1),ai('done' "
        "name=alice),ai('done' name=inner),human('more'),ai('done' name=inner)]}",
    ),
    Corner(
        "swarm alice(->bob) bob | alice: 'go' c1=transfer_to_bob | say 'hi' | say 'more' on t2",
        "ran",
        "alice(agent)",
    ),
    Corner(
        "swarm alice(->bob) bob | alice: 'go' c1=transfer_to_bob | say 'hi' | say 'more' | run nosaver",
        "ran",
        "alice(agent)",
    ),
    Corner(
        "supervisor alice(note) | supervisor: 'go' c1=transfer_to_alice | say 'hi' | say 'more'",
        "ran",
        "supervisor(agent)",
    ),
    Corner(
        "swarm alice(note) bob(note) carol(note) | alice: 'go' c1=note | bob: 'go' c2=note | carol: 'go' "
        "c3=note | c1 -> command 'x' parent ->bob,carol | say 'hi' | run gates [1,0]",
        "ran, said",
        "alice(agent | tools@) | bob(agent | tools@ | agent) carol(agent | tools@ | agent), human hi; note x "
        "answers c1; bob go c2=note; note ok answers c2; bob done; carol go c3=note; note ok answers c3; "
        "carol done",
    ),
    Corner(
        "swarm alice(note) bob(note) carol(note) | alice: 'go' c1=note | bob: 'go' c2=note | carol: 'go' "
        "c3=note | c1 -> command 'x' parent ->bob,carol | c3 -> raise boom | say 'hi' | run async gates [1,0]",
        "ran, ends",
        "alice(agent | tools@) | bob carol(agent | tools@), bob open + carol error ScriptedError boom",
    ),
    Corner(
        "swarm alice(note) bob(note) carol(note) | alice: 'go' c1=note | bob: 'go' c2=note | carol: 'go' "
        "c3=note | c1 -> command 'x' parent ->bob,carol | c3 -> raise boom | say 'hi' | run gates [1,0]",
        "ran, ends",
        "alice(agent | tools@) | bob carol(agent | tools@), bob open + carol error ScriptedError boom",
    ),
    Corner(
        "swarm alice(note) bob(note) carol(note) | alice: 'go' c1=note | bob: 'go' c2=note | carol: 'go' "
        "c3=note | c1 -> command 'x' parent ->bob,carol | c3 -> raise boom | say 'hi' | run async gates [1,0]",
        "ran, ends",
        "alice(agent | tools@) | bob(agent | tools@ | agent) carol(agent | tools@), bob ok + carol error "
        "ScriptedError boom",
        frozenset({"ER-04"}),
    ),
    Corner(
        "swarm alice(note) bob | alice: 'go' c1=note | c1 -> command 'x' parent ->bob sends | say 'hi'",
        "heard bob, said",
        "human x, human hi; note x answers c1; human x; bob done",
    ),
    Corner(
        "swarm alice(note) bob | alice: 'go' c1=note | c1 -> command 'x' clears parent ->bob | say 'hi'",
        "said",
        "bob done",
    ),
)
