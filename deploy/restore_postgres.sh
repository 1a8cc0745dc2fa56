#!/bin/sh
# Fill the empty database at $DATABASE_URL from a backup: restore_postgres.sh FILE
# The script restores everything or nothing: in a database with tables, the first CREATE TABLE fails.
set -eu
file=${1:?usage: restore_postgres.sh FILE}
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="${DATABASE_URL:?}" "$file"
# A backup has no statistics; without them the first queries would be slow.
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --command="ANALYZE" "$DATABASE_URL"
