"""The exception that scripts raise."""


class ScriptedError(Exception):
    """Raised by a node, router or tool because its script says so; ``label`` is the script's own name for it."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label
