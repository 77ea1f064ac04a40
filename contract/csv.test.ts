import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../tests/any-character.ts';
import {
  CsvReader,
  csvHead,
  csvRow,
  findEncoding,
  findSeparator,
  readCsv,
  type Separator,
} from './csv.ts';

const cellsOf = (text: string, separator: Separator = ',') =>
  [...readCsv(text, separator)].map(({ cells }) => cells);

test('quotes, separators and line breaks inside of a cell belong to its text', () => {
  assert.deepEqual(cellsOf('a,"b ""c"", d","e\r\nf"\r\ng,,\r\n'), [
    ['a', 'b "c", d', 'e\r\nf'],
    ['g', '', ''],
  ]);
  assert.deepEqual(cellsOf('5" pipe,"x"y\n'), [['5" pipe', 'xy']]);
  assert.deepEqual(cellsOf(''), []);
  assert.deepEqual(cellsOf('a,'), [['a', '']]);
  assert.deepEqual(cellsOf('""'), [['']]);
});

test('CRLF, LF and CR end a row, and each row has its number and its line', () => {
  for (const end of ['\r\n', '\n', '\r']) {
    const text = ['a,b', `"1${end}2",c`, '', 'd,e'].join(end);
    assert.deepEqual(
      [...readCsv(text, ',')].map(({ row, line, cells }) => [row, line, cells.length]),
      [
        [1, 1, 2],
        [2, 2, 2],
        [3, 4, 1],
        [4, 5, 2],
      ],
      JSON.stringify(end),
    );
  }
});

test('the error for an unclosed quotation mark names the line in which it opens a cell', () => {
  assert.throws(() => cellsOf('a,b\nc,"d\ne,f\n'), /line 2 is never closed/);
});

test('a row with too many columns is refused', () => {
  assert.equal(cellsOf(','.repeat(499))[0]?.length, 500);
  assert.throws(() => cellsOf(','.repeat(500)), /Row 1 has more than 500 columns/);
});

const cell = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'\'"=+-@,;\t\r\n \0a＝é') }),
);

test('CsvReader returns the cells that csvRow has written, for pieces of any size', () => {
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, size) => {
      const text = rows.map(csvRow).join('');
      const reader = new CsvReader(',');
      const read: string[][] = [];
      for (let from = 0; from < text.length; from += size) {
        for (const { cells } of reader.push(text.slice(from, from + size))) read.push(cells);
      }
      for (const { cells } of reader.end()) read.push(cells);
      assert.deepEqual(read, rows);
    }),
  );
});

test('csvRow writes an apostrophe before a formula, and readCsv removes it', () => {
  for (const text of ['=1+1', "'=1", "''-x", '\t=1', ' @a', '＝1']) {
    assert.match(csvRow([text]), /^"'/);
    assert.deepEqual(cellsOf(csvRow([text])), [[text]]);
  }
  assert.deepEqual(cellsOf(csvRow(["'tis"])), [["'tis"]]);
});

test('findSeparator finds the separator, also if cells contain other separators', () => {
  assert.equal(findSeparator('a,b\n1,2\n'), ',');
  assert.equal(findSeparator('Name;Text\n"x";"a, b, c, d"\ny;e, f\n'), ';');
  assert.equal(findSeparator('a\tb, c\td\n1\t2\t3\n'), '\t');
  assert.equal(findSeparator('"a, b; c",d\r\n"1\n;2",3\r\n'), ',');
  assert.equal(findSeparator('a;b'), ';');
  assert.equal(findSeparator('alone'), ',');
});

test('findEncoding looks at the byte order mark, at zero bytes, and whether the text is valid UTF-8', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  assert.equal(findEncoding(Buffer.from(csvHead(['Größe']))), 'utf-8');
  assert.equal(findEncoding(Buffer.from('Größe', 'latin1')), 'windows-1252');
  assert.equal(findEncoding(utf16('\ufeffGröße')), 'utf-16le');
  assert.equal(findEncoding(utf16('Name,Text')), 'utf-16le');
  assert.equal(findEncoding(utf16('\ufeffName').swap16()), 'utf-16be');
  assert.throws(() => findEncoding(Buffer.from('PK\x03\x04…')), /Save it as CSV/);
});
