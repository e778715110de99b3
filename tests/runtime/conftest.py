"""Shared by the tests of the runtime."""

from __future__ import annotations

from functools import wraps
from typing import Any, Literal

import pytest
from langchain_core.tools import StructuredTool

Mode = Literal["sync", "async"]


@pytest.fixture(params=["sync", "async"])
def mode(request: pytest.FixtureRequest) -> Mode:
    return "sync" if request.param == "sync" else "async"


@pytest.fixture
def acted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The call ids of all tools, handoffs too, in the order in which their bodies ran."""
    acted: list[str] = []
    # Wrapped, since the library reads from the signatures what it has to pass.
    run, arun = StructuredTool._run, StructuredTool._arun

    @wraps(run)
    def record(self: StructuredTool, *args: Any, **kwargs: Any) -> Any:
        acted.append(kwargs["tool_call_id"])
        return run(self, *args, **kwargs)

    @wraps(arun)
    async def record_async(self: StructuredTool, *args: Any, **kwargs: Any) -> Any:
        acted.append(kwargs["tool_call_id"])
        return await arun(self, *args, **kwargs)

    monkeypatch.setattr(StructuredTool, "_run", record)
    monkeypatch.setattr(StructuredTool, "_arun", record_async)
    return acted
