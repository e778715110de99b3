"""One module for each kind of topology: what its nodes do, on top of the same machine."""
