#!/bin/sh
# A container starts a program of a database machine: what node.env says of the first is said of $NODE.
set -eua
. /etc/deaddrop/cluster.env
eval "$(sed "s/node1/$NODE/" /etc/deaddrop/node.env)"
PATRONI_SUPERUSER_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
PATRONI_REPLICATION_PASSWORD=$PATRONI_SUPERUSER_PASSWORD
exec "$@"
