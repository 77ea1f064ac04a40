"""Writes outlines.ts, the shapes of the letters that pictures are drawn with, from the font files of this folder.

Run by subset.sh. Needs fonttools and brotli.
"""

import json
import subprocess

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# Units of an em in the result.
EM = 1000


class PathPen(BasePen):
    """Collects the SVG path of a glyph, with whole numbers and relative steps."""

    def __init__(self, glyphs, scale):
        super().__init__(glyphs)
        self.scale = scale
        self.path = ''
        self.at = (0, 0)

    def _point(self, point):
        return tuple(round(value * self.scale) for value in point)

    def _step(self, letter, *points):
        numbers = [v for x, y in points for v in (x - self.at[0], self.at[1] - y)]
        text = ' '.join(str(number) for number in numbers).replace(' -', '-')
        self.path += letter + text
        self.at = points[-1]

    def _moveTo(self, point):
        self._step('m', self._point(point))

    def _lineTo(self, point):
        x, y = self._point(point)
        if (x, y) != self.at:
            self._step('l', (x, y))

    def _qCurveToOne(self, control, point):
        self._step('q', self._point(control), self._point(point))

    def _closePath(self):
        self.path += 'z'


# Keys of shapes without parts, by their path: the files share letters and accents.
keys = {}


def read_glyphs(file, letters=None):
    """Returns each letter as its advance width and path (`612m40 0l...z`), or as its parts (`612 e,0,0 part3,120,-8`)."""
    font = TTFont(file)
    glyphs = font.getGlyphSet()
    scale = EM / font['head'].unitsPerEm
    found = {}

    def path_of(name):
        pen = PathPen(glyphs, scale)
        glyphs[name].draw(pen)
        return pen.path

    def key_of(name):
        path = path_of(name)
        if path not in keys:
            keys[path] = f'part{len(keys)}'
            found[keys[path]] = f'0{path}'
        return keys[path]

    for code, name in sorted(font.getBestCmap().items()):
        letter = chr(code)
        if letters and letter not in letters:
            continue
        glyph = font['glyf'][name]
        parts = glyph.components if glyph.isComposite() else []
        found[letter] = str(round(glyphs[name].width * scale))
        if parts and not any(hasattr(part, 'transform') for part in parts):
            for part in parts:
                at = f'{round(part.x * scale)},{round(-part.y * scale)}'
                found[letter] += f' {key_of(part.glyphName)},{at}'
        else:
            path = path_of(name)
            found[letter] += path
            if letter not in ' ,':
                keys.setdefault(path, letter)
    return found


def read_kerning(file):
    """Returns {left letter: {right letter: units}} for Latin text."""
    font = TTFont(file)
    gpos = font['GPOS'].table
    letter_of = {name: chr(code) for code, name in font.getBestCmap().items()}
    latin = next(s.Script for s in gpos.ScriptList.ScriptRecord if s.ScriptTag == 'latn')
    features = [gpos.FeatureList.FeatureRecord[index] for index in latin.DefaultLangSys.FeatureIndex]
    used = {at for each in features if each.FeatureTag == 'kern' for at in each.Feature.LookupListIndex}
    total = {}
    for lookup in (gpos.LookupList.Lookup[at] for at in sorted(used)):
        # In one lookup the first subtable that has a pair decides; lookups add up.
        seen = {}
        for table in lookup.SubTable:
            for at, left in enumerate(table.Coverage.glyphs):
                if table.Format == 1:
                    values = {r.SecondGlyph: r.Value1 for r in table.PairSet[at].PairValueRecord}
                else:
                    records = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
                    classes = table.ClassDef2.classDefs
                    values = {name: records[classes.get(name, 0)].Value1 for name in letter_of}
                for right, value in values.items():
                    seen.setdefault((left, right), value.XAdvance if value else 0)
        for (left, right), value in seen.items():
            if value and left in letter_of and right in letter_of:
                row = total.setdefault(letter_of[left], {})
                row[letter_of[right]] = row.get(letter_of[right], 0) + value
    return total


def pack_kerning(pairs):
    """Joins letters with equal rows: `left letters<tab>units right letters<tab>units right letters`."""
    rows = {}
    for left, row in sorted(pairs.items()):
        by_value = {}
        for right, value in sorted(row.items()):
            by_value[value] = by_value.get(value, '') + right
        key = '\t'.join(f'{value} {rights}' for value, rights in sorted(by_value.items()))
        rows[key] = rows.get(key, '') + left
    return [f'{lefts}\t{key}' for key, lefts in rows.items()]


files = ['hedvig-basic.woff2', 'hedvig-latin.woff2', 'hedvig-latin-ext.woff2']
display = {
    'glyphs': {letter: glyph for file in files for letter, glyph in read_glyphs(file).items()},
    'kerning': [row for file in files for row in pack_kerning(read_kerning(file))],
}
# For statuses, categories and shares.
plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789%'
mono = {'glyphs': read_glyphs('b612-mono-basic.woff2', plain), 'kerning': []}

with open('outlines.ts', 'w', encoding='utf-8') as file:
    file.write("""/* Written by outlines.py. */

/** The shapes of a face's letters. An em has 1000 units, and y grows downwards. */
export interface Outlines {
  /** Advance width and SVG path (`612m40 0l...z`), or parts with their offsets (`612 e,0,0 part3,120,-8`). */
  glyphs: Record<string, string>;
  /** Left letters, then units and right letters, separated by tabs. */
  kerning: string[];
}
""")
    for name, face in (('display', display), ('mono', mono)):
        file.write(f'\nexport const {name}: Outlines = {json.dumps(face, ensure_ascii=False)};\n')
subprocess.run(['npx', 'biome', 'format', '--write', 'outlines.ts'], check=True)
