#!/usr/bin/env bash
# Builds the image on a base that is made here, without a registry of images, and runs test/image over it. Takes minutes;
# needs Linux, root, an installed clone, and Debian's buildah, podman, runc and debootstrap.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
base=localhost/checkout-base image=localhost/checkout

if ! podman image exists "$base"; then
  echo 'Making a base of Debian, Node and npm'
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  debootstrap --variant=minbase bookworm "$root" >/dev/null
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale,info}/*
  cp "$(command -v node)" "$root/usr/local/bin/node"
  cp -r "$(npm root --global)/npm" "$root/usr/local/lib/npm"
  ln -s ../lib/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  container=$(buildah from scratch)
  buildah copy --quiet "$container" "$root" / >/dev/null
  buildah commit --quiet --rm "$container" "$base" >/dev/null
fi

echo 'Building the image'
certificates=/etc/ssl/certs/ca-certificates.crt
buildah build --layers --isolation chroot --network host --build-arg BASE="$base" \
  --build-arg NODE_EXTRA_CA_CERTS="$certificates" --volume "$certificates:$certificates:ro" \
  --tag "$image" . 2>&1 | sed 's/^/  /'
IMAGE=$image npx vitest run test/image
