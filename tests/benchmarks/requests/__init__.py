"""The cost of requests to a web process (moves and reads), and the requests per second of a whole site."""
