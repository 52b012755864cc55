import { isFormula } from '../../../language/csvFile.ts'

const QUOTE = 34
/** What ends a cell, in files of any country: tab, line ends, comma, semicolon. */
const ENDS: readonly number[] = [9, 10, 13, 44, 59]
/** No spreadsheet has a longer cell, so that its beginning decides. */
const LONGEST = 32_768

const isBlank = (rest: string | undefined, piece: string): boolean =>
  rest !== undefined && ['', '\xEF\xBB\xBF'].includes(rest + piece)

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
  return {
    add(text: string): string {
      const pieces: string[] = []
      let from = 0
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        if (code === QUOTE) {
          // A second quotation mark after one that has closed the cell opens it again: it was doubled.
          isQuoted = !isQuoted && (wasQuote || isBlank(rest, text.slice(from, at)))
          wasQuote = !isQuoted
          continue
        }
        wasQuote = false
        if (isQuoted || !ENDS.includes(code)) continue
        const piece = text.slice(from, at)
        pieces.push(rest === undefined ? piece : guarded(rest + piece), text.charAt(at))
        rest = ''
        from = at + 1
      }
      const piece = text.slice(from)
      if (rest === undefined) pieces.push(piece)
      else if (rest.length + piece.length <= LONGEST) rest += piece
      else {
        pieces.push(guarded(rest + piece))
        rest = undefined
      }
      return pieces.join('')
    },
    end: (): string => guarded(rest ?? ''),
  }
}
