"""The table: every rule that a case of today can show, and why the others cannot be shown."""

from twinstep_model.rules import RULES

from .channels import CHANNELS
from .errors import ERRORS
from .routing import ROUTING
from .steps import STEPS
from .swarms import SWARMS
from .teams import TEAMS
from .threads import THREADS
from .tools import TOOLS
from .writes import WRITES

TABLE = STEPS + CHANNELS + WRITES + ROUTING + ERRORS + TOOLS + TEAMS + SWARMS + THREADS

NOT_SHOWN = {rule.id: rule.hidden for rule in RULES.values() if rule.hidden}
