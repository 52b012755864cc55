/** A value of a table as text. A spreadsheet would run a value that begins like a formula, so it gets an apostrophe (U19). */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** A table as a CSV file, its titles first. It begins with the mark by which spreadsheets recognize the encoding. */
export const csvFile = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
