import { constantWords } from '../../language/format.ts'

/** A display format that a console registers: how it writes a value. */
export interface ConsoleFormat {
  readonly write: (value: unknown) => string
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
