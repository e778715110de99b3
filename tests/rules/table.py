"""The table: every rule that a case of today can show, and why the others cannot be shown."""

from .channels import CHANNELS
from .errors import ERRORS
from .routing import ROUTING
from .steps import STEPS
from .teams import TEAMS
from .writes import WRITES

TABLE = STEPS + CHANNELS + WRITES + ROUTING + ERRORS + TEAMS

NOT_SHOWN = {
    "SG-12": "a plain graph has no parent, and the tools of a team return no lists of commands",
    "SV-04": "an agent's last message is a tool message only after a tool that returns directly, which scripts lack",
    "WR-11": "nothing depends on the numbers of boundaries before a failed step can be taken up again",
    "WR-14": "a failed step is taken up again by invoke(None), which is no action yet",
}
