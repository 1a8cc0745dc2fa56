"""All that is taken from the insides of ``eventsourcing``, for each database: whoever updates the library looks here.

The rest of the service uses what the library offers to everybody; see the README beside this package.
"""
