"""The web server: uvicorn, with the application on threads beside its loop."""
