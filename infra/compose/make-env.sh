#!/bin/sh
# Makes .env, with secrets of this cluster alone, for `docker compose up`. Never overwrites one.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo ".env is there already; its secrets open this cluster's data, so it stays." >&2
  exit 1
fi
hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
base64_of() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
umask 077
cat > .env <<END
COMPOSE_PROJECT_NAME=journal
POSTGRES_PASSWORD=$(hex 24)
REDIS_PASSWORD=$(hex 24)
MEILI_MASTER_KEY=$(hex 24)
MASTER_KEY=$(base64_of 32)
SERVICE_TOKEN=$(hex 32)
SESSION_KEYS=$(base64_of 32)
END
echo "Made .env. Start the cluster with: docker compose up --build" >&2
