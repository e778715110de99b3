"""The pytest plugin `twinstep`."""
