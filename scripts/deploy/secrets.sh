#!/bin/sh
# Makes the secrets of compose.yaml in ./secrets, once; existing ones stay.
set -eu
umask 077
mkdir -p secrets
made() { [ -s "secrets/$1" ] || { printf '%s\n' "$2" >"secrets/$1"; echo "Made secrets/$1"; }; }
made database_password "$(openssl rand -hex 24)"
made database_url "postgresql://checkout:$(cat secrets/database_password)@postgres:5432/checkout"
made nextauth_secret "$(openssl rand -base64 32)"
made encryption_keys "k1:$(openssl rand -base64 32)"
# The containers read the mounted files as a user of their own; the folder keeps other users of this machine out.
chmod 0700 secrets
chmod 0444 secrets/*
