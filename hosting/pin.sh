#!/bin/sh
# Name the images that the examples are made of by their digests, as they are now, so that nobody can put others in their
# place: sh hosting/pin.sh (it asks the registry; needs docker with buildx). Say it again for newer ones.
set -eu
cd "$(dirname "$0")"
for image in python:3.13-slim caddy:2 postgres:17; do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
    case $digest in
        sha256:*) ;;
        *) echo "No digest of $image: $digest" >&2; exit 1 ;;
    esac
    for file in Dockerfile compose.yaml; do
        sed "s|\($image\)\(@sha256:[0-9a-f]*\)\{0,1\}\$|\1@$digest|" "$file" > "$file.new"
        mv "$file.new" "$file"
    done
    echo "$image@$digest"
done
