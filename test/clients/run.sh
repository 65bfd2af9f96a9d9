#!/usr/bin/env bash
# Clients in other languages against a gateway: test/clients/run.sh [SUITE...], with the Node of the repository.
exec "$(dirname "$0")/../../node_modules/.bin/node" "$(dirname "$0")/run.ts" "$@"
