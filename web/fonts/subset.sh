#!/usr/bin/env bash
# Makes the font files of this folder, faces.css and outlines.ts anew, from the packages that carry the whole faces. Needs
# pyftsubset with brotli (Debian: fonttools, python3-brotli) and npm. The result is in the repository: run it only to
# take a newer version of a face, or other letters into the first file.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The letters of English texts, and the accented letters that names need most. Most pages need no other file, and it is
# small enough for the first round trip of a connection.
basic='U+0020-007E,U+00A0,U+00B7,U+00D7,U+00E0-00E1,U+00E4-00E5,U+00E7-00E9,U+00ED,U+00F1,U+00F3,U+00F6,U+00F8,U+00FA,U+00FC,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+20AC,U+2212'
# The other letters of western Europe: the rest of the package's latin file.
latin='U+00A1-00B6,U+00B8-00D6,U+00D8-00DF,U+00E2-00E3,U+00E6,U+00EA-00EC,U+00EE-00F0,U+00F2,U+00F4-00F5,U+00F7,U+00F9,U+00FB,U+00FD-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+201A,U+201E,U+2032-2033,U+2039-203A,U+2044,U+2122,U+2191,U+2193'

# The letters of the other languages that are written in Latin.
latin_ext='U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

subset() {
  local source=$1 range=$2 file=$3
  pyftsubset "$source" --unicodes="$range" --output-file="$file" --flavor=woff2 --no-hinting \
    --layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,rvrn,tnum
}

# Unpacks the files of a package into $files.
unpack() {
  rm -rf "$work/package"
  (cd "$work" && npm pack --silent "$1" >/dev/null && tar xzf ./*.tgz && rm ./*.tgz)
  files="$work/package/files"
}

# A file, and a rule by which a page fetches it only for letters that it shows.
on_demand() {
  local family=$1 weight=$2 source=$3 range=$4 file=$5
  subset "$source" "$range" "$file"
  cat >>faces.css <<RULE
@font-face {
  font-family: "$family";
  font-display: swap;
  font-weight: $weight;
  src: url("./$file") format("woff2");
  unicode-range: ${range//,/, };
}
RULE
}

# A face in up to three files. A browser fetches those whose letters the page shows.
face() {
  local name=$1 family=$2 weight=$3 package=$4 before=$5 after=$6
  unpack "$package"
  on_demand "$family" "$weight" "$files/$before-latin-$after.woff2" "$basic" "$name-basic.woff2"
  on_demand "$family" "$weight" "$files/$before-latin-$after.woff2" "$latin" "$name-latin.woff2"
  if [ -f "$files/$before-latin-ext-$after.woff2" ]; then
    on_demand "$family" "$weight" "$files/$before-latin-ext-$after.woff2" "$latin_ext" "$name-latin-ext.woff2"
  fi
}

# A font that most machines have, scaled to the width and height of a face: it is shown until the face has loaded, and
# nothing moves then.
stand_in() {
  local family=$1 width=$2 ascent=$3 descent=$4 names=$5
  cat >>faces.css <<RULE
@font-face {
  font-family: "$family Stand-in";
  src: $names;
  size-adjust: $width;
  ascent-override: $ascent;
  descent-override: $descent;
  line-gap-override: 0%;
}
RULE
}

echo '/* Written by subset.sh. */' >faces.css
face hedvig 'Hedvig Letters Serif' 400 @fontsource/hedvig-letters-serif@5 hedvig-letters-serif 400-normal
stand_in Hedvig 113.2% 90.1% 28.3% 'local("Times New Roman"), local("Liberation Serif")'
face orbiter 'TASA Orbiter Variable' '400 800' @fontsource-variable/tasa-orbiter@5 tasa-orbiter wght-normal
stand_in Orbiter 104.6% 89.9% 24.9% 'local("Arial"), local("Liberation Sans"), local("Helvetica Neue")'
face b612-mono 'B612 Mono' 400 @fontsource/b612-mono@5 b612-mono 400-normal
stand_in B612 108.2% 89.2% 23.1% \
  'local("Courier New"), local("Liberation Mono"), local("DejaVu Sans Mono"), local("Menlo")'
face fira-mono 'Fira Mono' 400 @fontsource/fira-mono@5 fira-mono 400-normal
npx biome format --write faces.css
python3 outlines.py
ls -l ./*.woff2
