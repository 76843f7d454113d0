#!/bin/sh
# Creates .env for `docker compose up`, with secrets for this cluster only. Never overwrites an existing one.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo ".env already exists; its secrets decrypt the data of this cluster, so it was not changed." >&2
  exit 1
fi
hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
base64_of() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
umask 077
email=${ADMIN_EMAIL:-admin@journal.test}
password=$(hex 8)
cat > .env <<END
COMPOSE_PROJECT_NAME=journal
POSTGRES_PASSWORD=$(hex 24)
REDIS_PASSWORD=$(hex 24)
MEILI_MASTER_KEY=$(hex 24)
MASTER_KEY=$(base64_of 32)
SERVICE_TOKEN=$(hex 32)
SESSION_KEYS=$(base64_of 32)
ADMIN_EMAIL=$email
ADMIN_PASSWORD=$password
# Mailpit catches every message and shows it at http://localhost:8025. Before readers come, name a mail server in
# SMTP_URL and a sender in MAIL_FROM, and take the profile out.
SMTP_URL=smtp://mailpit:1025
COMPOSE_PROFILES=mailpit
END
cat >&2 <<END
Created .env. Start the cluster with: docker compose up --build

The first administrator, shown this once:
  Email     $email
  Password  $password
Sign in with them and change the password; then remove ADMIN_EMAIL and ADMIN_PASSWORD from .env.
END
