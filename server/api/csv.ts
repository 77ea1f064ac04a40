/** A table as text, in the form that spreadsheets read: RFC 4180, with a byte order mark so that they take it as UTF-8. */

export const csvHead = (columns: readonly string[]) => `\ufeff${csvRow(columns)}`;

export const csvRows = (columns: readonly string[], items: Record<string, unknown>[]) =>
  items.map((item) => csvRow(columns.map((column) => item[column]))).join('');

const csvRow = (values: readonly unknown[]) => `${values.map(csvCell).join(',')}\r\n`;

/** A cell is always text: spreadsheets run what begins like a formula, so such a text gets an apostrophe before it. */
function csvCell(value: unknown): string {
  const text = [value ?? []].flat().join('; ');
  const inert = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
