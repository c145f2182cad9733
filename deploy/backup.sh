#!/bin/sh
# Saves the database every night, restores what was saved into a database of its own, compares the two, and logs one line.
#   backup.sh          do so at BACKUP_HOUR (UTC), and at once if there was none in the last day
#   backup.sh once     do so now
#   backup.sh check    whether the last time went well and is not longer ago than a day and two hours
# PGHOST, PGUSER, PGDATABASE and POSTGRES_PASSWORD_FILE lead to the database; backups are kept for BACKUP_DAYS in BACKUPS.
set -u
umask 077
folder=${BACKUPS:-/backups}
days=${BACKUP_DAYS:-14}
hour=${BACKUP_HOUR:-3}
database=${PGDATABASE:-deaddrop}
scratch=${database}_restored
status=$folder/status
if [ "${POSTGRES_PASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE") || exit 1
  export PGPASSWORD
fi
# The role's own limits are those of requests.
export PGOPTIONS="-c statement_timeout=0 -c lock_timeout=10min -c idle_in_transaction_session_timeout=0"
export PGCONNECT_TIMEOUT=10 LC_ALL=C.UTF-8

counts="SELECT (SELECT version_num FROM alembic_version) AS revision, (SELECT count(*) FROM users) AS users,
  (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM moves) AS moves"

# Run SQL from standard input on a database.
sql() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$1"
}

# Dump one snapshot to a file, and print what is counted in the same.
dump() {
  export DUMP="$1"
  sql "$database" <<SQL
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT pg_export_snapshot() AS snapshot \\gset
\\setenv SNAPSHOT :snapshot
\\! pg_dump --snapshot="\$SNAPSHOT" --format=custom --no-owner --no-privileges --file="\$DUMP"
\\if :SHELL_ERROR
  \\warn error: pg_dump failed
  DO \$\$ BEGIN RAISE 'pg_dump failed'; END \$\$;
\\endif
$counts;
COMMIT;
SQL
}

# Restore a file into a database that is dropped afterwards, and print what is counted there.
drill() {
  dropdb --if-exists --force "$scratch" &&
    createdb --template=template0 "$scratch" &&
    pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$scratch" "$1" &&
    echo "$counts" | sql "$scratch"
  code=$?
  dropdb --if-exists --force "$scratch" || code=1
  return $code
}

# Log one JSON object: its level, its message, and further members.
log() {
  printf '{"time": "%s", "level": "%s", "logger": "backup", "message": "%s"%s}\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" "$2" "$3" >&2
}

# Note that something failed, with the first error that a program told of; details, which may quote rows, stay out.
fail() {
  reason=$(grep -i -m 1 error "$said" | tr -d '\\"' | tr '\t' ' ')
  rm -f "$said"
  echo failed > "$status"
  log ERROR "$1" ", \"reason\": \"${reason:-none given}\""
  return 1
}

once() {
  began=$(date +%s)
  name=$folder/dead-drop-$(date -u +%Y%m%dT%H%M%SZ).backup
  said=$(mktemp) || return 1
  rm -f "$folder"/*.unverified
  saved=$(dump "$name.unverified" 2> "$said") || { fail "The database cannot be saved."; return 1; }
  restored=$(drill "$name.unverified" 2> "$said") || { fail "The backup cannot be restored."; return 1; }
  [ "$saved" = "$restored" ] || { fail "The restored backup differs from the database."; return 1; }
  mv "$name.unverified" "$name" && sync "$name" || { fail "The backup cannot be kept."; return 1; }
  find "$folder" -name 'dead-drop-*.backup' -mmin +$((days * 1440)) -delete
  rm -f "$said"
  echo ok > "$status"
  log INFO "The database is saved, and the backup can be restored." "$(facts "$saved")"
}

# Print what was counted, and how large the backup is and how long it took, as members of a JSON object.
facts() {
  echo "$1" | {
    IFS='|' read -r revision users games moves
    printf ', "file": "%s", "bytes": %s, "seconds": %s' \
      "${name##*/}" "$(wc -c < "$name" | tr -d ' ')" "$(($(date +%s) - began))"
    printf ', "revision": "%s", "users": %s, "games": %s, "moves": %s' "$revision" "$users" "$games" "$moves"
  }
}

# Whether the last time went well, so many minutes ago at most.
is_well() {
  [ "$(cat "$status" 2> /dev/null)" = ok ] && [ -n "$(find "$status" -mmin "-$1")" ]
}

case ${1:-} in
  once) once ;;
  check) is_well 1560 ;;
  *)
    trap 'exit 0' TERM INT
    is_well 1440 || once
    while :; do
      now=$(date +%s)
      sleep $(((hour * 3600 - now % 86400 + 86399) % 86400 + 1)) &
      wait $!
      once
    done
    ;;
esac
