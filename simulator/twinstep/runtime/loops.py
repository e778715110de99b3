"""Event loops that cannot run out of threads: synchronous tools of asynchronous runs wait in threads for their turn."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

_THREADS = 64
"""asyncio's own pool has a handful; a reply with more gated handoffs than that would wait for ever."""


def new_loop() -> asyncio.AbstractEventLoop:
    """An event loop whose default executor has room for every tool of a reply."""
    loop = asyncio.new_event_loop()
    loop.set_default_executor(ThreadPoolExecutor(_THREADS))
    return loop
