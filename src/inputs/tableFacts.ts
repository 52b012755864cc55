/** What is known of a table that was read, without its content. */
export interface TableFacts {
  /** Its lines, without the one that names the columns. */
  readonly lines: number
  /** The lines of the file that the person has; more if some were left out. */
  readonly of: number
  /** The number that a line has in the person's own file, by its number in this one. */
  readonly ownNumbers: ReadonlyMap<number, number>
  /** The file with the lines that were left out of this one. */
  readonly whole?: File | undefined
  /** What was found about its lines that does not keep them from being sent. */
  readonly toCheck?: readonly string[]
}

const known = new WeakMap<File, TableFacts>()

/** Notes what a file contains, so that texts about it can say so. */
export const noteTable = (file: File, facts: TableFacts): void => void known.set(file, facts)

/** Notes what a person should check before the file is sent. */
export function noteToCheck(file: File, toCheck: readonly string[]): void {
  const facts = known.get(file)
  if (facts !== undefined) known.set(file, { ...facts, toCheck })
}

/** What is known of a file; `undefined` for one that was not read. */
export const tableFactsOf = (file: File): TableFacts | undefined => known.get(file)

const LINE = /\bline (\d+)\b/gi

/** What a service says about the lines of a file, by their numbers in the person's own file. */
export function inOwnNumbers([file]: readonly File[], text: string): string {
  const numbers = file && known.get(file)?.ownNumbers
  if (numbers === undefined) return text
  return text.replaceAll(LINE, (whole, sent: string) => {
    const own = numbers.get(Number(sent))
    return own === undefined ? whole : whole.replace(sent, String(own))
  })
}

/** The lines that a message refuses, as in `line 7: price is not known`, each with the reason. */
export const refusedLines = (text: string): ReadonlyMap<number, string> =>
  new Map([...text.matchAll(/^\s*line (\d+): *(.+)$/gim)].map(([, number, reason = '']) => [Number(number), reason]))

/** What a service says about a file, without the lines that it refuses, where the file's preview marks each of those. */
export function withoutMarkedLines([file]: readonly File[], text: string): string {
  const shown = new Set((file && known.get(file)?.ownNumbers)?.values())
  const refused = [...refusedLines(text).keys()]
  if (refused.length === 0 || !refused.every((number) => shown.has(number))) return text
  const rest = text.replaceAll(/\n\s*line \d+: *.+/gi, '').replace(/:(?=\n|$)/, '.')
  return `${rest}\nEach refused line says why, in the table above.`
}
