#!/bin/sh
# Write a backup of the database at $DATABASE_URL to a new file: backup_postgres.sh DIRECTORY
# The backup is a consistent snapshot of the running site. The script prints the file's name; a file with that name is
# complete.
set -eu
directory=${1:?usage: backup_postgres.sh DIRECTORY}
file="$directory/daybook-$(date -u +%Y%m%dT%H%M%SZ).pgdump"
mkdir -p "$directory"
umask 077
pg_dump --format=custom --no-owner --no-privileges --file="$file.partial" "${DATABASE_URL:?}"
pg_restore --list "$file.partial" >/dev/null
mv "$file.partial" "$file"
echo "$file"
