#!/bin/sh
# Writes images.env: by digest, what the image names in the Dockerfile stand for today. Needs docker.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/^ARG \([A-Z]*_IMAGE\)=/\1 /p' Dockerfile | while read -r name image; do
  docker pull --quiet "$image" > /dev/null
  digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$image")
  echo "$name=$digest"
done > images.env.new
mv images.env.new images.env
