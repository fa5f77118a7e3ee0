#!/bin/sh
# A private PostgreSQL for tests: a cluster in its own folder, loopback only, independent of other clusters of the machine.
#
#   postgres.sh start DIR PORT           start on 127.0.0.1:PORT, keeping everything in DIR
#   postgres.sh stop DIR [fast|immediate]  stop it; DIR stays and can be started again
#   postgres.sh restart DIR              stop it at once and start it again where it was
#   postgres.sh replica DIR NEW PORT     start a replica in NEW without which DIR commits nothing from then on
#   postgres.sh promote DIR              make a replica the one that is written
#   postgres.sh set DIR LINE...          add lines to the settings, and read them
#   postgres.sh sql DIR DATABASE TEXT    have it do something, and print what it answers
#   postgres.sh session DIR DATABASE     the same for what standard input says
#   postgres.sh tls DIR CERTIFICATE KEY  speak TLS by these, as PEM
#   postgres.sh pgbench DIR DATABASE FILE CLIENTS SECONDS
#                                        have clients do what a file says again and again, and print how often a second
#   postgres.sh paced DIR DATABASE FILE CLIENTS SECONDS RATE
#                                        the same so often a second, and print the median and the 99th percentile of how many
#                                        microseconds each took from when it was due
#   postgres.sh shell DIR TEXT           become a shell that does in DIR what a text says, as the user whom a cluster is of
#   postgres.sh guard DIR                stop all clusters in folders of DIR and remove everything when standard input ends
#   postgres.sh hold DIR PORT            start, say so, and remove everything and all replicas when standard input ends
#   postgres.sh pool DIR PORT MODE BEHIND
#                                        have PgBouncer at PORT pool by MODE the sessions of the cluster at BEHIND, say so when it
#                                        is ready, and remove everything when standard input ends
#
# You can repeat every subcommand except replica. On success, only sql, session, pgbench, paced, shell, hold and pool print
# output. The script runs as another user than root.
# POSTGRES_BIN names the folder of the programs (default: the newest that Debian has installed, or where pg_ctl is found).
# The user is odd, the password secret, both of the whole cluster.
set -eu
umask 077

usage() {
    sed -n '4,23s/^# *//p' "$0" >&2
    exit 2
}

die() {
    echo "postgres.sh: $*" >&2
    exit 1
}

programs() {
    newest=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    [ -n "$newest" ] || newest=$(dirname -- "$(command -v pg_ctl)") || die "not installed; install postgresql"
    echo "$newest"
}
bin=${POSTGRES_BIN:-$(programs)}

# The server does not run as root.
whom=
if [ "$(id -u)" = 0 ]; then
    whom=nobody
    ! id postgres >/dev/null 2>&1 || whom=postgres
fi

become() {
    [ -n "$whom" ] || exec "$@"
    exec setpriv --reuid="$whom" --regid="$(id -g "$whom")" --clear-groups "$@"
}

as_whom() {
    if [ -n "$whom" ]; then (cd / && become "$@"); else "$@"; fi
}

# Makes a folder that belongs to this user.
folder() {
    mkdir -p "$1"
    [ -z "$whom" ] || chown "$whom" "$1"
    CDPATH= cd -- "$1" && pwd
}

running() {
    [ -d "$1/data" ] && as_whom "$bin/pg_ctl" status -D "$1/data" >/dev/null 2>&1
}

# Runs pg_ctl and waits until it is done. It does not wait for replicas, because a test waits for them when it uses them.
run() { # DIR pg_ctl's arguments
    dir=$1
    shift
    as_whom "$bin/pg_ctl" -D "$dir/data" -w -s -t 60 -l "$dir/log" "$@" </dev/null >/dev/null || die "see $dir/log"
}

settings() { # DIR PORT
    cat <<CONF
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = '$1'
shared_buffers = 16MB
max_wal_size = 256MB
max_connections = 300
fsync = on
wal_level = replica
hot_standby = on
CONF
}

write() { # FILE: from standard input
    as_whom sh -c 'cat >>"$1"' sh "$1"
}

start() {
    dir=$(folder "$1")
    running "$dir" && return
    if [ ! -s "$dir/data/PG_VERSION" ]; then
        echo secret | write "$dir/password"
        as_whom "$bin/initdb" -D "$dir/data" -U odd --pwfile="$dir/password" --auth=scram-sha-256 --no-locale \
            --encoding=UTF8 --no-sync --no-instructions >/dev/null
        echo "host replication all 127.0.0.1/32 scram-sha-256" | write "$dir/data/pg_hba.conf"
    fi
    settings "$dir" "$2" | write "$dir/data/postgresql.conf"
    run "$dir" start
}

stop() {
    [ -d "$1" ] || return 0
    dir=$(CDPATH= cd -- "$1" && pwd)
    ! running "$dir" || run "$dir" stop -m "${2:-fast}"
}

restart() {
    stop "$1" immediate
    run "$(folder "$1")" start
}

port() {
    as_whom sed -n 4p "$1/data/postmaster.pid"
}

session() { # DIR DATABASE, more for psql
    dir=$(folder "$1") database=$2
    shift 2
    PGPASSWORD=secret "$bin/psql" -X -A -t -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$(port "$dir")" -U odd -d "$database" "$@"
}

replica() {
    from=$(folder "$1") dir=$(folder "$2")
    port=$(port "$from")
    as_whom env PGPASSWORD=secret "$bin/pg_basebackup" -D "$dir/data" -R -X stream -c fast -h 127.0.0.1 -p "$port" -U odd \
        -d "application_name=replica"
    settings "$dir" "$3" | write "$dir/data/postgresql.conf"
    run "$dir" start
    echo "$dir" | write "$from/replicas"
    add "$from" "synchronous_standby_names = 'replica'"
}

promote() {
    run "$(folder "$1")" promote
}

add() {
    dir=$(folder "$1")
    shift
    for line in "$@"; do echo "$line" | write "$dir/data/postgresql.conf"; done
    run "$dir" reload
}

tls() { # DIR CERTIFICATE KEY
    dir=$(folder "$1")
    as_whom rm -f "$dir/certificate" "$dir/key"
    echo "$2" | write "$dir/certificate"
    echo "$3" | write "$dir/key"
    add "$dir" "ssl = on" "ssl_cert_file = '$dir/certificate'" "ssl_key_file = '$dir/key'"
}

clients() { # DIR DATABASE FILE CLIENTS SECONDS, more for pgbench
    dir=$(folder "$1") database=$2 file=$3 clients=$4 seconds=$5
    shift 5
    PGPASSWORD=secret "$bin/pgbench" -h 127.0.0.1 -p "$(port "$dir")" -U odd -n -M prepared -j 2 -f "$file" -c "$clients" \
        -T "$seconds" "$@" "$database" 2>/dev/null
}

pgbench() {
    clients "$@" | sed -n 's/^tps = \([0-9.]*\).*/\1/p'
}

paced() { # as clients, RATE
    logs=$(mktemp -d)
    clients "$1" "$2" "$3" "$4" "$5" -R "$6" -l --log-prefix="$logs/log" >/dev/null
    cut -d ' ' -f 3 "$logs"/* | sort -n | awk '{ took[NR - 1] = $1 }
        END { print took[int((NR - 1) * 0.5)], took[int((NR - 1) * 0.99)] }'
    rm -r "$logs"
}

shell() { # DIR TEXT
    cd "$(folder "$1")"
    PATH=$PATH:$bin
    become sh -euc "$2"
}

guard() {
    trap '' INT TERM
    cat >/dev/null
    for cluster in "$1"/*/postmaster.pid; do
        # It may have been killed.
        [ ! -e "$cluster" ] || as_whom "$bin/pg_ctl" -D "${cluster%/*}" -s -m immediate stop >/dev/null 2>&1 || true
    done
    rm -rf "$1"
}

hold() {
    start "$1" "$2"
    echo ready
    trap '' INT TERM
    cat >/dev/null
    [ ! -e "$1/replicas" ] || while read -r replica; do
        stop "$replica" immediate
        rm -rf "$replica"
    done <"$1/replicas"
    stop "$1" immediate
    rm -rf "$1"
}

pool() { # DIR PORT MODE BEHIND
    dir=$(folder "$1")
    # Debian has it where only root looks.
    pooler=$(PATH=$PATH:/usr/sbin && command -v pgbouncer) || die "not installed; install pgbouncer"
    echo '"odd" "secret"' | write "$dir/users"
    write "$dir/pgbouncer.ini" <<CONF
[databases]
* = host=127.0.0.1 port=$4
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $2
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $dir/users
pool_mode = $3
CONF
    (cd / && become "$pooler" -q "$dir/pgbouncer.ini" </dev/null >"$dir/log" 2>&1) &
    pid=$!
    until "$bin/pg_isready" -q -h 127.0.0.1 -p "$2"; do
        kill -0 "$pid" 2>/dev/null || die "$(cat "$dir/log")"
    done
    echo ready
    trap '' INT TERM
    cat >/dev/null
    kill "$pid"
    wait "$pid" || true
    rm -rf "$1"
}

case "${1-} $#" in
"start 3") start "$2" "$3" ;;
"stop 2" | "stop 3") shift && stop "$@" ;;
"restart 2") restart "$2" ;;
"replica 4") replica "$2" "$3" "$4" ;;
"promote 2") promote "$2" ;;
"shell 3") shell "$2" "$3" ;;
"guard 2") guard "$2" ;;
"hold 3") hold "$2" "$3" ;;
"pool 5") shift && pool "$@" ;;
"sql 4") session "$2" "$3" -c "$4" ;;
"session 3") session "$2" "$3" ;;
"tls 4") shift && tls "$@" ;;
"pgbench 6") shift && pgbench "$@" ;;
"paced 7") shift && paced "$@" ;;
"set "*) [ $# -gt 2 ] || usage && shift && add "$@" ;;
*) usage ;;
esac
