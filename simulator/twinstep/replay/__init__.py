"""`twinstep replay`: run case files again, both sides, and show what differs."""

from .command import command

__all__ = ["command"]
