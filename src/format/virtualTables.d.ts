/** New York's offsets, from the machine that builds the console. */
declare module 'virtual:newYorkOffsets' {
  /** Each change: when it starts (ms), and the milliseconds to add to UTC from then on. */
  export const changes: readonly (readonly [since: number, offset: number])[]
  /** The end of the table (ms). */
  export const end: number
}

/** The codes of all countries (ISO 3166-1). */
declare module 'virtual:countryCodes' {
  /** For each country its two-letter, three-letter and numeric code, without separators: `ADAND020AEARE784`. */
  export const codes: string
}
