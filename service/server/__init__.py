"""The web server: uvicorn, with the application in threads beside its event loop."""
