"""Writers of reports: each consumes the events of a check, or its summary, and knows nothing else."""
