#!/bin/sh
# A private Synapse homeserver for tests: one process, SQLite, loopback only, no federation.
#
#   synapse.sh install             make the virtual environment (once; instant when it is there)
#   synapse.sh start DIR PORT      start on 127.0.0.1:PORT, keeping everything in DIR
#   synapse.sh stop DIR            stop it; DIR stays and can be started again
#   synapse.sh register DIR USER PASS
#
# You can repeat every subcommand. The script prints nothing on success.
# SYNAPSE_VENV names the virtual environment (default: one in the user's cache folder).
# With SYNAPSE_MESSAGES=limited, start gives Synapse its default rate limit for messages.
set -eu

version=1.163.2
venv=${SYNAPSE_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/synapse-$version}

usage() {
    sed -n '4,7s/^# *//p' "$0" >&2
    exit 2
}

die() {
    echo "synapse.sh: $*" >&2
    exit 1
}

# The installation writes this file last.
installed() {
    [ "$(cat "$venv/version" 2>/dev/null)" = "$version" ]
}

install() {
    installed && return
    mkdir -p "$(dirname -- "$venv")"
    # If several scripts install at once, one installs Synapse, and the others wait.
    exec 9>"$venv.lock"
    flock 9
    installed && return
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "matrix-synapse==$version"
    echo "$version" >"$venv/version"
}

# Tells whether the process in DIR/pid is alive, and is a Synapse that runs from DIR.
running() {
    [ -s "$1/pid" ] && tr '\0' ' ' <"/proc/$(cat "$1/pid")/cmdline" 2>/dev/null | grep -q -F -- "$1/homeserver.yaml"
}

# Requests /health. Python starts ten times as fast without its packages.
healthy() {
    "$venv/bin/python" -I -S - "$1" <<'PY' 2>/dev/null
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=1) as line:
    line.sendall(b"GET /health HTTP/1.0\r\n\r\n")
    sys.exit(b" 200 " not in line.recv(64))
PY
}

# Configures Synapse without rate limits, so that tests can send messages at any speed.
configure() {
    dir=$1 port=$2
    messages="{per_second: 10000, burst_count: 10000}"
    [ "${SYNAPSE_MESSAGES-}" != limited ] || messages="{per_second: 0.2, burst_count: 10}"
    [ -s "$dir/signing.key" ] || (umask 077 && echo "ed25519 a_test $(head -c 32 /dev/urandom | base64 | tr -d '=')" >"$dir/signing.key")
    cat >"$dir/homeserver.yaml" <<YAML
server_name: localhost
public_baseurl: "http://127.0.0.1:$port/"
listeners:
  - {port: $port, type: http, bind_addresses: ["127.0.0.1"], resources: [{names: [client, media, openid]}]}
database: {name: sqlite3, args: {database: "$dir/homeserver.db"}}
media_store_path: "$dir/media"
signing_key_path: "$dir/signing.key"
log_config: "$dir/log.yaml"
report_stats: false
trusted_key_servers: []
federation_domain_whitelist: []
url_preview_enabled: false
presence: {enabled: false}
push: {enabled: false}
thumbnail_sizes: []
gc_thresholds: [100000, 50, 50]
filter_timeline_limit: 1000
rc_registration: &free {per_second: 10000, burst_count: 10000}
rc_message: $messages
rc_login: {address: *free, account: *free, failed_attempts: *free}
rc_joins: {local: *free, remote: *free}
rc_joins_per_room: *free
rc_invites: {per_room: *free, per_user: *free, per_issuer: *free}
rc_room_creation: *free
rc_media_create: *free
# Benchmarks register many people, so registration is open and password hashes are fast.
enable_registration: true
enable_registration_without_verification: true
bcrypt_rounds: 4
login_via_existing_session: {enabled: true, require_ui_auth: false}
YAML
    cat >"$dir/log.yaml" <<YAML
version: 1
formatters: {plain: {format: '%(asctime)s %(levelname)s %(name)s %(message)s'}}
handlers: {file: {class: logging.FileHandler, formatter: plain, filename: "$dir/homeserver.log"}}
root: {level: WARNING, handlers: [file]}
disable_existing_loggers: false
YAML
}

start() {
    installed || die "not installed; run: synapse.sh install"
    mkdir -p "$1"
    dir=$(CDPATH= cd -- "$1" && pwd) port=$2
    if running "$dir"; then
        healthy "$port" || die "already running from $1 on another port"
        return
    fi
    configure "$dir" "$port"
    is_new=
    [ -e "$dir/homeserver.db" ] || cp "$venv/empty.db" "$dir/homeserver.db" 2>/dev/null || is_new=yes
    setsid "$venv/bin/python" -m synapse.app.homeserver -c "$dir/homeserver.yaml" >"$dir/output" 2>&1 </dev/null &
    echo $! >"$dir/pid"
    tries=0
    until healthy "$port"; do
        running "$dir" || die "it stopped: $(tail -n 5 "$dir/output" "$dir/homeserver.log" 2>&1)"
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || die "not ready after a minute; see $1/homeserver.log"
        sleep 0.2
    done
    running "$dir" || die "port $port belongs to another program"
    [ -z "$is_new" ] || keep_empty
}

# Keeps a copy of the new database of Synapse in $dir, because its tables take a second to make.
keep_empty() {
    copy=$venv/empty.$$
    "$venv/bin/python" -I -S - "$dir/homeserver.db" "$copy" <<'PY'
import sqlite3, sys
database, copy = map(sqlite3.connect, sys.argv[1:])
database.backup(copy)
PY
    mv "$copy" "$venv/empty.db"
}

stop() {
    [ -d "$1" ] || return 0
    dir=$(CDPATH= cd -- "$1" && pwd)
    if running "$dir"; then
        kill "$(cat "$dir/pid")"
        while running "$dir"; do sleep 0.1; done
    fi
    rm -f "$dir/pid"
}

register() {
    [ -s "$1/homeserver.yaml" ] || die "nothing was started in $1"
    "$venv/bin/python" -I -S - "$(sed -n 's,^public_baseurl: "http://\(.*\)/",\1,p' "$1/homeserver.yaml")" "$2" "$3" <<'PY'
import http.client, json, sys
address, name, password = sys.argv[1:]
line = http.client.HTTPConnection(address)
wanted = {"username": name, "password": password, "inhibit_login": True, "auth": {"type": "m.login.dummy"}}
line.request("POST", "/_matrix/client/v3/register", json.dumps(wanted))
told = line.getresponse()
text = told.read().decode()
if told.status != 200 and json.loads(text).get("errcode") != "M_USER_IN_USE":
    sys.exit(f"it does not register {name}: {text}")
PY
}

case "${1-} $#" in
"install 1") install ;;
"start 3") start "$2" "$3" ;;
"stop 2") stop "$2" ;;
"register 4") register "$2" "$3" "$4" ;;
*) usage ;;
esac
