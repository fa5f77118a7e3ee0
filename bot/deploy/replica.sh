#!/bin/sh
# Makes a replica of whichever database can be written, where there is none yet, and runs it. It follows whichever that is later.
# DATABASES names all of them, REPLICA this one.
set -eu
umask 077
# A file of passwords that others can read is not taken.
passwords=$(mktemp)
echo "*:*:*:replica:$(cat "$REPLICATION_PASSWORD_FILE")" >"$passwords"
primary="$DATABASES user=replica passfile=$passwords application_name=$REPLICA target_session_attrs=read-write"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    # One that was interrupted is begun anew.
    rm -rf "$PGDATA.new"
    until pg_basebackup -d "$primary" -D "$PGDATA.new" -X stream -c fast; do
        rm -rf "$PGDATA.new"
        sleep 2
    done
    touch "$PGDATA.new/standby.signal"
    mv "$PGDATA.new" "$PGDATA"
fi
exec postgres -c primary_conninfo="$primary" "$@"
