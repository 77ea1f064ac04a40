#!/usr/bin/env bash
# Makes the font files of this folder anew, from the packages that carry the whole faces. Needs pyftsubset
# with brotli (Debian: fonttools, python3-brotli) and npm. The result is in the repository: run it only to
# take a newer version of a face, or other letters into the first file.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What English texts are made of, with the letters its neighbours need most for their names: one file a
# face that nearly every page can do with, and small enough for the first answer of a connection.
basic='U+0020-007E,U+00A0,U+00B7,U+00D7,U+00E0-00E1,U+00E4-00E5,U+00E7-00E9,U+00ED,U+00F1,U+00F3,U+00F6,U+00F8,U+00FA,U+00FC,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+20AC,U+2212'
# The other letters of western Europe: what the latin file has beyond the first.
latin='U+00A1-00B6,U+00B8-00D6,U+00D8-00DF,U+00E2-00E3,U+00E6,U+00EA-00EC,U+00EE-00F0,U+00F2,U+00F4-00F5,U+00F7,U+00F9,U+00FB,U+00FD-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+201A,U+201E,U+2032-2033,U+2039-203A,U+2044,U+2122,U+2191,U+2193'

# face, package, file without its subset
make() {
  local face=$1 package=$2 before=$3 after=$4
  (cd "$work" && npm pack --silent "$package" >/dev/null && tar xzf ./*.tgz && rm ./*.tgz)
  local files="$work/package/files"
  cut_out "$files/$before-latin-$after.woff2" "$basic" "$face-basic.woff2"
  cut_out "$files/$before-latin-$after.woff2" "$latin" "$face-latin.woff2"
  if [ -f "$files/$before-latin-ext-$after.woff2" ]; then
    cut_out "$files/$before-latin-ext-$after.woff2" '*' "$face-latin-ext.woff2"
  fi
  rm -rf "$work/package"
}

cut_out() {
  pyftsubset "$1" --unicodes="$2" --output-file="$3" --flavor=woff2 --no-hinting \
    --layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,rvrn,tnum
}

make hedvig @fontsource/hedvig-letters-serif@5 hedvig-letters-serif 400-normal
make orbiter @fontsource-variable/tasa-orbiter@5 tasa-orbiter wght-normal
make b612-mono @fontsource/b612-mono@5 b612-mono 400-normal
ls -l ./*.woff2
