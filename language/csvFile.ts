/** Texts that a spreadsheet takes for a formula, also after blanks and quotation marks (S-38). */
const FORMULA = /^(?:\p{Cc}|[\s"']*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/u

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** True for a value that a spreadsheet would run. */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text)

/** A value of a table as text. A spreadsheet would run a value that begins like a formula, so it gets an apostrophe (U19). */
const cell = (text: string): string => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** A table as a CSV file, its titles first. It begins with the mark by which spreadsheets recognize the encoding. */
export const csvFile = (lines: readonly (readonly string[])[]): string => `\uFEFF${lines.map(csvLine).join('')}`
