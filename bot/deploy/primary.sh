#!/bin/sh
# Runs once, when the first database has been made: lets replicas in, and from the next start on confirms a commit only once
# one of them has it on its disk, too. Until then nothing waits for them, as they are made of this one.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
\set password `cat "$REPLICATION_PASSWORD_FILE"`
create role replica with replication login password :'password';
alter system set synchronous_standby_names = 'ANY 1 (database, replica1, replica2)';
alter system set wal_keep_size = '1GB';
SQL
echo "host replication replica samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
