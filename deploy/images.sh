#!/bin/sh
# Writes images.env: beside each image of the Dockerfile, with its version, the digest that it stands for today. Needs docker.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/^ARG \([A-Z]*_IMAGE\)=/\1 /p' Dockerfile | while read -r name image; do
  docker pull --quiet "$image" > /dev/null
  digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$image")
  echo "$name=$image@${digest#*@}"
done > images.env.new
mv images.env.new images.env
