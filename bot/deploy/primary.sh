#!/bin/sh
# Runs once, after PostgreSQL creates the first database, and admits replicas. From its next start, the database confirms a
# commit only after one replica has it on disk. Until then, it does not wait for replicas, because they copy this database first.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
\set password `cat "$REPLICATION_PASSWORD_FILE"`
create role replica with replication login password :'password';
alter system set synchronous_standby_names = 'ANY 1 (database, replica1, replica2)';
alter system set wal_keep_size = '1GB';
SQL
echo "host replication replica samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
