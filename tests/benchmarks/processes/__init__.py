"""What a process costs: its start, and what it keeps."""
