"""Steps of the plain tables, ``NNNN_name.sql``; see :mod:`service.storage.migration` for how to add one."""
