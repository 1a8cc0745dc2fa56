"""Running Daybook: on this machine's own PostgreSQL server here, in containers with the files beside this one."""
