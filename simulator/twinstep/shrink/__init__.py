"""The domain reducer: makes a case small while it still shows what it shows.

It knows what cases are made of, so it cuts turns, agents, nodes and keys with everything that mentions them, and every
case that it tries is valid. It works for cases from any source.
"""

from .engine import Shrunk, shrink

__all__ = ["Shrunk", "shrink"]
