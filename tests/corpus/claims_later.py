"""Claims that no case can express yet, and those that none ever will."""

from .kinds import Claim

_TEXT = "what an exception says, and where in the library it was raised, is not observed"

CLAIMS_LATER = (
    Claim(
        "A-05",
        "What a swarm remembers outlives the process, if its saver does",
        not_yet="a case has one process, and an in-memory saver or none",
    ),
    Claim(
        "A-07",
        "The model of create_react_agent may be a function that chooses one",
        not_yet="every model is given as an object",
    ),
    Claim("A-08", "create_supervisor calls bind_tools on its model", not_yet="every scripted model has bind_tools"),
    Claim("A-09", "output_mode is last_message if it is not given", not_yet="a case always says which it is"),
    Claim(
        "A-19",
        "In a swarm of create_agent two handoffs in one reply raise nothing and leave an open call",
        not_yet="create_agent is no topology yet",
    ),
    Claim("A-23", "The text of ParentCommand is the command, and gives no hint", not_yet=_TEXT),
    Claim("A-24", "The line at which ParentCommand is raised", not_yet=_TEXT),
    Claim(
        "A-25",
        "ParentCommand is a GraphBubbleUp",
        not_yet="of an exception's class only the name is observed",
    ),
    Claim("A-28", "The line at which the KeyError of an unknown active_agent is raised", not_yet=_TEXT),
    Claim(
        "A-29",
        "create_swarm narrows the annotation of active_agent to the names of its agents",
        not_yet="annotations of a schema are not observed; that they are not enforced is A-27",
    ),
    Claim(
        "A-34",
        "create_supervisor refuses an output_mode that it does not know",
        not_yet="a case can only name one of the two that there are",
    ),
    Claim(
        "A-39",
        "The errors of 1.2.18 and 1.2.24 differ",
        not_yet="a case runs on one release; what was seen on both is in the columns L and A",
    ),
    Claim(
        "A-40",
        "Results about teams do not depend on the platform",
        no_case="it takes several platforms",
    ),
    Claim(
        "A-41",
        "A supervisor costs more tokens than a swarm",
        no_case="it takes a language model",
    ),
)
