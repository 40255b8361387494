#!/bin/sh
# Prints the base images with the digests that their tags have now, for `--env-file` of Compose and
# for `--build-arg`. Needs skopeo (Debian). Keep the output: it decides what runs.
set -eu
while read -r name image; do
  digest=$(skopeo inspect --no-tags --format '{{.Digest}}' "docker://$image")
  echo "$name=$image@$digest"
done <<END
NODE_IMAGE docker.io/library/node:26-trixie-slim
POSTGRES_IMAGE docker.io/library/postgres:18-trixie
CADDY_IMAGE docker.io/library/caddy:2
PROMETHEUS_IMAGE docker.io/prom/prometheus:latest
ALERTMANAGER_IMAGE docker.io/prom/alertmanager:latest
GRAFANA_IMAGE docker.io/grafana/grafana:latest
OTEL_COLLECTOR_IMAGE docker.io/otel/opentelemetry-collector:latest
END
