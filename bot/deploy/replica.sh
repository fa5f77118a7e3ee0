#!/bin/sh
# Makes a replica of whichever database can be written, where there is none yet, and runs it. It follows whichever that is later.
# DATABASES names all of them, REPLICA this one.
set -eu
umask 077
# A file of passwords that others can read is not taken. It is needed again whenever the database was away, so it stays here.
passwords=$PGDATA.passwords
echo "*:*:*:replica:$(cat "$REPLICATION_PASSWORD_FILE")" >"$passwords"
primary="$DATABASES user=replica passfile=$passwords target_session_attrs=read-write"

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
# Not before it has this name does it confirm commits: what it was made of may be thrown away again.
exec postgres -c primary_conninfo="$primary application_name=$REPLICA" "$@"
