/** One line of a CSV file with its number, counted from 1 as an editor shows it; `cells` is absent where it is no CSV. */
export interface CsvRecord {
  readonly line: number
  readonly cells?: readonly string[]
}

/** A cell, quoted (quotes inside doubled) or plain, up to the comma or the end of the line. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

function cellsOf(text: string): readonly string[] | undefined {
  const cells: string[] = []
  CELL.lastIndex = 0
  for (;;) {
    const [whole, quoted, plain = '', end] = CELL.exec(text) ?? []
    if (whole === undefined) return undefined
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim())
    if (end === '') return cells
  }
}

/** The lines of CSV text that are not empty. Strict: a record is one line, and a quote only stands around a cell. */
export function csvRecords(text: string): readonly CsvRecord[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '')
    .map(({ line, content }) => {
      const cells = cellsOf(content)
      return { line, ...(cells && { cells }) }
    })
}
