import { constantWords } from '../../language/format.ts'

/** What to check about a value before it is sent, and what the lines of a file with such values have in common. */
interface Caution {
  /** Shown at the value: 'Lies in the future'. */
  readonly text: string
  /** After the number of lines: '2 lines dated in the future'. */
  readonly warning: string
}

/** Judges a value of a line, given with the others of the line by their columns. */
export type JudgeValue = (value: string, line: Readonly<Record<string, string>>) => Caution | undefined

/** A display format that a console registers: how it writes a value, and what to check about one in an uploaded table. */
export interface ConsoleFormat {
  readonly write: (value: unknown) => string
  /** Its code loads with the first preview of a table that has such a column. */
  readonly caution?: () => Promise<JudgeValue>
}

const formats = new Map<string, ConsoleFormat>()
let abbreviations: readonly string[] = []

/**
 * Registers the console's own formats by name, and its abbreviations. The console's entry calls this before the first
 * render.
 */
export function registerFormats(
  added: Readonly<Record<string, ConsoleFormat>>,
  ownAbbreviations: readonly string[],
): void {
  for (const [name, format] of Object.entries(added)) formats.set(name, format)
  abbreviations = ownAbbreviations
}

/** A service's constant as words, with the console's abbreviations in capitals. */
export const constantText = (text: string): string => constantWords(text, abbreviations)

/** The console's format with this name, or `undefined` if there is none. */
export const consoleFormat = (name: string): ConsoleFormat | undefined => formats.get(name)
