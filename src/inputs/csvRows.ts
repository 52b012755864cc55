import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** A row of a table that is not empty, with the number of its line. */
export interface TableRow {
  readonly number: number
  readonly texts: readonly string[]
}

/** Characters that are parsed at once: some ms, so that the page stays responsive. */
const PIECE = 128 * 1024

/** Lets the page handle what has happened meanwhile. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const countOf = (text: string, character: string): number => text.split(character).length - 1

/** The text in pieces that end where a line does, outside quotes. */
function* piecesOf(text: string): Generator<string> {
  let begin = 0
  while (begin < text.length) {
    let end = text.indexOf('\n', begin + PIECE)
    let quotes = countOf(text.slice(begin, end < 0 ? text.length : end), '"')
    while (end >= 0 && quotes % 2 === 1) {
      const next = text.indexOf('\n', end + 1)
      quotes += countOf(text.slice(end, next < 0 ? text.length : next), '"')
      end = next
    }
    const after = end < 0 ? text.length : end + 1
    yield text.slice(begin, after)
    begin = after
  }
}

interface ParsedLine {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

const options = { bom: true, trim: true, info: true, relax_column_count: true, skip_empty_lines: true }

/** Reads a table in CSV. Its values are texts, never formulas. */
export async function csvRows(
  text: string,
): Promise<{ readonly rows: readonly TableRow[] } | { readonly problem: string; readonly line: number }> {
  const rows: TableRow[] = []
  let before = 0
  for (const piece of piecesOf(text)) {
    try {
      const parsed: unknown = parse(piece, options)
      for (const { record, info } of parsed as readonly ParsedLine[])
        rows.push({ number: before + info.lines, texts: record })
    } catch (error) {
      const line = before + Number(error instanceof CsvError ? error['lines'] : 1)
      return { problem: `Line ${line} is not CSV: its quotes are not closed or out of place`, line }
    }
    before += countOf(piece, '\n')
    await pause()
  }
  return { rows }
}
