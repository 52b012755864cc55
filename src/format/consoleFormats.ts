/** A display format of the console's own: how a value is written, and how wide a column of it usually is, in px. */
export interface ConsoleFormat {
  readonly write: (value: unknown) => string
  readonly width: number
}

const formats = new Map<string, ConsoleFormat>()

/** Adds the console's own formats by their registered names. Its entry calls this before anything is drawn. */
export function registerFormats(added: Readonly<Record<string, ConsoleFormat>>): void {
  for (const [name, format] of Object.entries(added)) formats.set(name, format)
}

/** The console's format of this name; `undefined` for any other. */
export const consoleFormat = (name: string): ConsoleFormat | undefined => formats.get(name)
