#!/bin/sh
# Fill the empty database at $DATABASE_URL from a backup: restore_postgres.sh FILE
# All or nothing. A database that has tables already is refused by the first CREATE TABLE.
set -eu
file=${1:?usage: restore_postgres.sh FILE}
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="${DATABASE_URL:?}" "$file"
# Statistics are no part of a backup; without them the first queries would be slow.
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --command="ANALYZE" "$DATABASE_URL"
