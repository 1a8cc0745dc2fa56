"""Migrations of the plain tables, ``NNNN_name.sql``; :mod:`service.storage.migration` describes them."""
