#!/bin/sh
# Makes a replica of the primary database, if this folder has none yet, and runs it. The replica also follows a later primary.
# DATABASES names all databases, REPLICA names this one.
set -eu
umask 077
# PostgreSQL ignores a password file that others can read. The replica needs the file at each new connection, so it stays here.
passwords=$PGDATA.passwords
echo "*:*:*:replica:$(cat "$REPLICATION_PASSWORD_FILE")" >"$passwords"
primary="$DATABASES user=replica passfile=$passwords target_session_attrs=read-write"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    # The script restarts an interrupted copy from the beginning.
    rm -rf "$PGDATA.new"
    until pg_basebackup -d "$primary" -D "$PGDATA.new" -X stream -c fast; do
        rm -rf "$PGDATA.new"
        sleep 2
    done
    touch "$PGDATA.new/standby.signal"
    mv "$PGDATA.new" "$PGDATA"
fi
# The replica confirms commits only under this name. The copy above has another name, because the script can delete it again.
exec postgres -c primary_conninfo="$primary application_name=$REPLICA" "$@"
