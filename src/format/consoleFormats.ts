import { constantWords } from '../../language/format.ts'

/** A display format of the console's own: how a value is written, and how wide a column of it usually is, in px. */
export interface ConsoleFormat {
  readonly write: (value: unknown) => string
  readonly width: number
}

const formats = new Map<string, ConsoleFormat>()
let abbreviations: readonly string[] = []

/**
 * Adds the console's own formats by their registered names, and its abbreviations. Its entry calls this before anything
 * is drawn.
 */
export function registerFormats(
  added: Readonly<Record<string, ConsoleFormat>>,
  ownAbbreviations: readonly string[],
): void {
  for (const [name, format] of Object.entries(added)) formats.set(name, format)
  abbreviations = ownAbbreviations
}

/** A constant of a service in words, with the console's abbreviations in capitals. */
export const constantText = (text: string): string => constantWords(text, abbreviations)

/** The console's format of this name; `undefined` for any other. */
export const consoleFormat = (name: string): ConsoleFormat | undefined => formats.get(name)
