from .graph_faults import F as _F
def F(*a): return _F(*a, group="supervisor")
SUP="langgraph_supervisor.supervisor"
HAND="langgraph_supervisor.handoff"
RA="langgraph.prebuilt.chat_agent_executor"
TN="langgraph.prebuilt.tool_node:ToolNode"
TEAM_FAULTS=(
F("keeps-two","SV-04","","always",(f"{SUP}:_make_call_agent","messages = messages[-1:]","messages = messages[-2:]")),
F("keeps-answer","SV-04","","",(f"{SUP}:_make_call_agent","messages = messages[-2:]","messages = messages[-1:]")),
F("name-blanks","SV-02","","each blank",(f"{HAND}:_normalize_agent_name","WHITESPACE_RE.sub(\"_\", agent_name.strip()).lower()","agent_name.strip().lower().replace(' ', '_')")),
F("name-case","SV-02","","case kept",(f"{HAND}:_normalize_agent_name",".lower()","")),
F("history-trimmed","SV-03","","last 6",(f"{HAND}:create_handoff_tool","handoff_messages = state[\"messages\"][:-1]\n            if","handoff_messages = state[\"messages\"][-7:-1]\n            if")),
F("history-trimmed4","SV-03","","last 4",(f"{HAND}:create_handoff_tool","handoff_messages = state[\"messages\"][:-1]\n            if","handoff_messages = state[\"messages\"][-5:-1]\n            if")),
F("validate-last","RA-03","","last only",(f"{RA}:_validate_chat_history","for message in messages\n        if isinstance(message, AIMessage)","for message in messages[-3:]\n        if isinstance(message, AIMessage)")),
F("validate-none","RA-03","","",(f"{RA}:_validate_chat_history","if not tool_calls_without_results:","if True:")),
F("name-async","RA-04","","async",(f"{RA}:create_react_agent","response.name = name\n        if","if")),
F("apology-early","RA-06","","<3",(f"{RA}:create_react_agent","remaining_steps < 2 and","remaining_steps < 4 and")),
F("command-unanswered","TN-07","","",(f"{TN}._validate_tool_command","raise ValueError(msg)\n    return updated","pass\n    return updated")),
F("tool-errors","TN-05","","",("langgraph.prebuilt.tool_node:_default_handle_tool_errors","raise e","return repr(e)")),
F("same-tool-last","TN-01","","last",(f"{RA}:create_react_agent","for call in last_message.tool_calls\n","for call in {c['name']: c for c in last_message.tool_calls}.values()\n")),
F("three-calls","TN-01","","2",(f"{RA}:create_react_agent","for call in last_message.tool_calls\n","for call in last_message.tool_calls[:2]\n")),
F("cut-by-name","TN-12","","by name",(f"{HAND}:_remove_non_handoff_tool_calls","for tool_call in last_ai_message.tool_calls\n            if tool_call[\"id\"] == handoff_tool_call_id","for tool_call in last_ai_message.tool_calls\n            if tool_call[\"name\"] in [c[\"name\"] for c in last_ai_message.tool_calls if c[\"id\"] == handoff_tool_call_id]")),
F("agents-unique","SV-08","","",(f"{SUP}:create_supervisor","if agent.name in agent_names:","if False:")),
F("back-first","SV-05","","before",(f"{SUP}:_make_call_agent","messages.extend(create_handoff_back_messages(agent.name, supervisor_name))","messages = [*create_handoff_back_messages(agent.name, supervisor_name), *messages]")),
F("back-tools","SV-05","","not after tools",(f"{SUP}:_make_call_agent","if add_handoff_back_messages:","if add_handoff_back_messages and not isinstance(output[\"messages\"][-2], ToolMessage):")),
F("handoff-messages","SV-06","","single",(f"{HAND}:create_handoff_tool","handoff_messages = state[\"messages\"] + [tool_message]","handoff_messages = state[\"messages\"][:-1] + [tool_message]")),
F("four-calls","TN-01","","3",(f"{RA}:create_react_agent","for call in last_message.tool_calls\n","for call in last_message.tool_calls[:3]\n")),
F("tools-deduped","TN-01","","same args",(f"{RA}:create_react_agent","for call in last_message.tool_calls\n","for i, call in enumerate(last_message.tool_calls) if not i or call['name'] != last_message.tool_calls[i - 1]['name']\n")),
F("recent-steps","SG-17","","",(f"{SUP}:_make_call_agent","output = agent.invoke(\n            state,","output = agent.invoke(\n            state,")),
)
