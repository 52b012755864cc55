import { isFormula } from '../../../language/csvFile.ts'

const QUOTE = 34
const LINE_FEED = 10
/** What ends a cell, in files of any country: tab, line ends, comma, semicolon. */
const ENDS: readonly number[] = [9, 10, 13, 44, 59]
/** No spreadsheet has a longer cell, so that its beginning decides. */
const LONGEST = 32_768

const isBlank = (rest: string | undefined, piece: string): boolean =>
  rest !== undefined && ['', '\xEF\xBB\xBF'].includes(rest + piece)

/** True for what most cells begin with, and no formula: a letter or a digit. */
const isPlain = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** A cell with an apostrophe before what a spreadsheet would run. */
function guarded(cell: string): string {
  const text = Buffer.from(cell, 'latin1').toString()
  const inner = /^\uFEFF?"?([^]*?)"?$/.exec(text)?.[1] ?? ''
  return isFormula(inner) ? cell.replace(/^(?:\xEF\xBB\xBF)?"?/, "$&'") : cell
}

/**
 * Guards the cells of a CSV file that another system has made, piece by piece: a value that a spreadsheet would take for a
 * formula gets an apostrophe, as in the console's own files (S-38). Everything else stays byte for byte. The text has one
 * character for each byte, so that no encoding is assumed.
 */
export function createCsvGuard() {
  /** The beginning of a cell that has not ended; nothing once it has been passed on because of its length. */
  let rest: string | undefined = ''
  let isQuoted = false
  let wasQuote = false
  let line = 1
  let formulaLine: number | undefined
  const guard = (cell: string): string => {
    const harmless = guarded(cell)
    if (harmless !== cell) formulaLine ??= line
    return harmless
  }
  return {
    add(text: string): string {
      const pieces: string[] = []
      // What is before `from` is in the pieces; the present cell begins at `start`.
      let [from, start] = [0, 0]
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        if (code === QUOTE) {
          // A second quotation mark after one that has closed the cell opens it again: it was doubled.
          isQuoted = !isQuoted && (wasQuote || isBlank(rest, text.slice(start, at)))
          wasQuote = !isQuoted
          continue
        }
        wasQuote = false
        if (!isQuoted && ENDS.includes(code)) {
          if (rest !== '' || (at > start && !isPlain(text.charCodeAt(start)))) {
            const piece = text.slice(start, at)
            pieces.push(text.slice(from, start), rest === undefined ? piece : guard(rest + piece))
            from = at
          }
          rest = ''
          start = at + 1
        }
        if (code === LINE_FEED) line += 1
      }
      pieces.push(text.slice(from, start))
      const piece = text.slice(start)
      if (rest === undefined) pieces.push(piece)
      else if (rest.length + piece.length <= LONGEST) rest += piece
      else {
        pieces.push(guard(rest + piece))
        rest = undefined
      }
      return pieces.join('')
    },
    end: (): string => guard(rest ?? ''),
    /** The line of the first cell so far that got an apostrophe. */
    formulaLine: (): number | undefined => formulaLine,
  }
}
