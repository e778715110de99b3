"""What agents, their tools and a supervisor do."""

from .errors import LIMIT
from .kinds import Shows

TEAMS = (
    Shows(
        "TN-01",
        "supervisor alice / note | supervisor: 'go' c1=note c2=note | say 'hi'",
        "ran",
        "supervisor(agent | tools@ tools@ | agent)",
        "supervisor(agent | tools@ | agent)",
    ),
    Shows(
        "TN-04",
        "supervisor alice / note post | supervisor: 'go' c1=note c2=post | say 'hi' | run gates [1,0]",
        "said",
        "human hi; supervisor go c1=note c2=post; note ok answers c1; post ok answers c2; supervisor done",
        "human hi; supervisor go c1=note c2=post; post ok answers c2; note ok answers c1; supervisor done",
    ),
    Shows(
        "TN-05",
        "supervisor alice / note | supervisor: 'go' c1=note | c1 -> raise boom | say 'hi'",
        "error, said",
        "ScriptedError boom, nothing",
        "none, human hi; supervisor go c1=note; note <library> answers c1 failed; supervisor done",
    ),
    Shows(
        "TN-07",
        "supervisor alice / note | supervisor: 'go' c1=note | c1 -> command '' unanswered | say 'hi'",
        "error, ran",
        "ValueError, supervisor(agent | tools@)",
        "ValueError INVALID_CHAT_HISTORY, supervisor(agent | tools@ | agent)",
    ),
    Shows(
        "TN-08",
        "supervisor alice / note | supervisor: 'go' c1=note | c1 -> command 'x' | say 'hi'",
        "said",
        "human hi; supervisor go c1=note; note x answers c1; supervisor done",
        "human hi; supervisor go c1=note; note <library> answers c1; supervisor done",
    ),
    Shows(
        "TN-08",
        "supervisor alice / note | supervisor: 'go' c1=note | c1 -> command '' unanswered | say 'hi'",
        "error, said",
        "ValueError, nothing",
        "none, human hi; supervisor go c1=note; note <library> answers c1; supervisor done",
    ),
    Shows(
        "TN-12",
        "supervisor alice / note | supervisor: 'go' c1=note c2=transfer_to_alice | say 'hi'",
        "heard alice",
        "human hi; supervisor go c2=transfer_to_alice; transfer_to_alice <library> answers c2",
        "human hi; supervisor go c1=note c2=transfer_to_alice; transfer_to_alice <library> answers c2",
    ),
    Shows(
        "RA-01",
        "supervisor alice / note | supervisor: 'go' c1=note | say 'hi'",
        "ran",
        "supervisor(agent | tools@ | agent)",
        "supervisor(agent | tools@)",
    ),
    Shows(
        "RA-02",
        "supervisor alice / note | supervisor: 'go' c1=note c2=note | say 'hi'",
        "ran",
        "supervisor(agent | tools@ tools@ | agent)",
        "supervisor(agent | tools | agent)",
    ),
    Shows(
        "RA-03",
        "supervisor alice | invoke {messages:[ai('x' calls=[c1=note])]}",
        "error",
        "ValueError INVALID_CHAT_HISTORY",
        "none",
    ),
    Shows("RA-04", "supervisor alice | say 'hi'", "said", "human hi; supervisor done", "human hi; ai done"),
    Shows(
        "RA-06",
        "supervisor alice / note | supervisor: 'go' c1=note | say 'hi' limit 2",
        "error, said",
        "none, human hi; ai <library>",
        f"{LIMIT}, nothing",
    ),
    Shows(
        "RA-09", "supervisor alice | say 'hi' limit 1", "said", "human hi; supervisor done", "human hi; ai <library>"
    ),
    Shows(
        "SV-01",
        "supervisor alice | supervisor: 'go' c1=transfer_to_alice | say 'hi'",
        "ran",
        "supervisor(agent | tools@) | alice(agent) | supervisor(agent)",
        "supervisor(agent | tools@) | alice(agent)",
    ),
    Shows(
        "SV-02",
        "supervisor Al | supervisor: 'go' c1=transfer_to_al | say 'hi'",
        "ran",
        "supervisor(agent | tools@) | Al(agent) | supervisor(agent)",
        "supervisor(agent | tools@ | agent)",
    ),
    Shows(
        "SV-03",
        "supervisor alice | with silent | supervisor: 'go' c1=transfer_to_alice "
        "| invoke {messages:[human('one'),human('two'),human('three')]}",
        "heard agent",
        "human one; human two; human three + human one; human two; human three"
        " + human one; human two; human three; alice done",
        "human one; human two; human three + human two; human three + human one; human two; human three; alice done",
    ),
    Shows(
        "SV-05",
        "supervisor alice | supervisor: 'go' c1=transfer_to_alice | say 'hi'",
        "said",
        "human hi; supervisor go c1=transfer_to_alice; transfer_to_alice <library> answers c1; alice done; "
        "alice <library> <auto>=transfer_back_to_supervisor; transfer_back_to_supervisor <library> answers <auto>; "
        "supervisor done",
        "human hi; supervisor go c1=transfer_to_alice; transfer_to_alice <library> answers c1; alice done; "
        "supervisor done",
    ),
    Shows(
        "SV-06",
        "supervisor alice bob | supervisor: 'go' c1=transfer_to_alice c2=transfer_to_bob | say 'hi'",
        "heard supervisor",
        "human hi + human hi; supervisor go c1=transfer_to_alice c2=transfer_to_bob; "
        "transfer_to_alice <library> answers c1; transfer_to_bob <library> answers c2; alice done; "
        "alice <library> <auto>=transfer_back_to_supervisor; transfer_back_to_supervisor <library> answers <auto>; "
        "bob done; "
        "bob <library> <auto>=transfer_back_to_supervisor; transfer_back_to_supervisor <library> answers <auto>",
        "human hi + human hi; alice done; "
        "alice <library> <auto>=transfer_back_to_supervisor; transfer_back_to_supervisor <library> answers <auto>; "
        "bob done; "
        "bob <library> <auto>=transfer_back_to_supervisor; transfer_back_to_supervisor <library> answers <auto>",
    ),
    Shows("SV-08", "supervisor alice alice | say 'hi'", "build", "ValueError", "none"),
    Shows(
        "SV-08",
        "supervisor alice supervisor | say 'hi' limit 2",
        "build, ran",
        "ValueError, not built",
        "none, supervisor(agent) | supervisor(agent)",
    ),
    Shows(
        "SV-02",
        "swarm alice(->'Bo B') 'Bo B' | alice: 'go' c1=transfer_to_bo_b | say 'hi'",
        "ran",
        "alice(agent | tools@) | Bo B(agent)",
        "alice(agent | tools@ | agent)",
    ),
    Shows(
        "SV-04",
        "supervisor alice(note/direct) | with silent | supervisor: 'go' c1=transfer_to_alice | alice: 'go' "
        "c2=note | say 'hi'",
        "said",
        "human hi; note ok answers c2; supervisor done",
        "human hi; alice go c2=note; note ok answers c2; supervisor done",
    ),
    Shows(
        "SV-07",
        "supervisor alice / note | with silent | supervisor: 'go' c1=note c2=transfer_to_alice | say 'hi'",
        "said",
        "human hi; note ok answers c1; alice done; supervisor done",
        "human hi; alice done; supervisor done",
    ),
    Shows(
        "SV-07",
        "supervisor alice(note,post) | with silent | supervisor: 'go' c1=transfer_to_alice | alice: 'go' "
        "c2=note c3=post | c3 -> command 'x' parent ->supervisor | say 'hi'",
        "said",
        "human hi; post x answers c3; note ok answers c2; supervisor done",
        "human hi; post x answers c3; supervisor done",
    ),
    Shows(
        "SV-08",
        "supervisor alice '' | say 'hi'",
        "build, ran",
        "ValueError, not built",
        "none, supervisor(agent)",
    ),
    Shows(
        "SV-08",
        "supervisor alice LangGraph | say 'hi'",
        "build, ran",
        "ValueError, not built",
        "none, supervisor(agent)",
    ),
    Shows(
        "SV-08",
        "supervisor alice bob / ->alice | say 'hi'",
        "build, ran",
        "ValueError, not built",
        "none, supervisor(agent)",
    ),
    Shows(
        "SV-09",
        "supervisor Bob bob | say 'hi'",
        "build, ran",
        "ValueError, not built",
        "none, supervisor(agent)",
    ),
    Shows(
        "SV-10",
        "supervisor Bob bob | supervisor: 'go' c1=transfer_to_bob | say 'hi'",
        "ran",
        "supervisor(agent | tools@) | bob(agent) | supervisor(agent)",
        "supervisor(agent | tools@) | Bob(agent) | supervisor(agent) or supervisor(agent | tools@) | "
        "bob(agent) | supervisor(agent)",
        frozenset({"SV-09"}),
    ),
    Shows(
        "SV-11",
        "supervisor alice | with silent forward | supervisor: 'go' c1=transfer_to_alice ; 'go' "
        "c2=forward_message{from_agent:'ALICE'} | alice: 'my word' | say 'hi'",
        "ran, said",
        "supervisor(agent | tools@) | alice(agent) | supervisor(agent | tools@), human hi; alice my word; "
        "supervisor my word",
        "supervisor(agent | tools@) | alice(agent) | supervisor(agent | tools@) | supervisor(agent), human "
        "hi; alice my word; supervisor my word; supervisor done",
    ),
    Shows(
        "SV-12",
        "supervisor inner[supervisor alice] | with full_history silent | supervisor: 'go' "
        "c1=transfer_to_inner | say 'hi'",
        "said",
        "human hi; inner done; supervisor done",
        "human hi; human hi; inner done; supervisor done",
    ),
    Shows(
        "SV-12",
        "swarm inner[supervisor alice] | say 'hi'",
        "said",
        "human hi; inner done",
        "human hi; human hi; inner done",
    ),
    Shows(
        "SV-13",
        "supervisor alice(note) | supervisor: 'go' c1=transfer_to_alice | alice: 'go' c2=note | c2 -> raise "
        "boom | say 'hi'",
        "error, ran",
        "ScriptedError boom, supervisor(agent | tools@) | alice(agent | tools@)",
        "none, supervisor(agent | tools@) | alice(agent | tools@) | supervisor(agent)",
    ),
    Shows(
        "SG-01",
        "swarm erin(->team) team[swarm carol] | erin: 'go' c1=transfer_to_team | say 'hi'",
        "error, ran",
        "KeyError, erin(agent | tools@) | team",
        "none, erin(agent | tools@) | team(carol(agent))",
    ),
    Shows(
        "SG-01",
        "swarm team[swarm carol(->dave) dave] | carol: 'go' c1=transfer_to_dave | say 'hi'",
        "result",
        "{active_agent:'dave',messages:[human('hi'),ai('go' name=carol "
        "calls=[c1=transfer_to_dave]),tool('<library>' name=transfer_to_dave answers=c1),ai('done' "
        "name=dave)]}",
        "{messages:[human('hi'),ai('go' name=carol calls=[c1=transfer_to_dave]),tool('<library>' "
        "name=transfer_to_dave answers=c1),ai('done' name=dave)]}",
    ),
    Shows(
        "SG-11",
        "swarm alice(->bob) bob | alice: 'go' c1=transfer_to_bob | say 'hi'",
        "heard bob",
        "human hi; alice go c1=transfer_to_bob; transfer_to_bob <library> answers c1",
        "human hi",
    ),
    Shows(
        "SG-11",
        "supervisor alice | supervisor: 'go' c1=transfer_to_alice | say 'hi'",
        "heard alice",
        "human hi; supervisor go c1=transfer_to_alice; transfer_to_alice <library> answers c1",
        "human hi",
    ),
    Shows(
        "SG-14",
        "supervisor alice bob | supervisor: 'go' c1=transfer_to_alice c2=transfer_to_bob | say 'hi'",
        "ran",
        "supervisor(agent | tools@ tools@) | alice@(agent) bob@(agent) | supervisor(agent)",
        "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent)"
        " or supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
    ),
    Shows(
        "SG-17",
        "supervisor alice | supervisor: 'go' c1=transfer_to_alice | say 'hi' limit 4",
        "error, ran",
        "none, supervisor(agent | tools@) | alice(agent) | supervisor(agent)",
        f"{LIMIT}, supervisor(agent | tools@) | alice",
    ),
)
