/** Whose clocks and money the console shows, from the machine that builds it. */
declare module 'virtual:locale' {
  /** IANA name of the time zone. */
  export const timeZone: string
  /** What screens call the zone: 'New York'. */
  export const place: string
  /** Each change of the zone's offset: when it starts (ms), and the milliseconds to add to UTC from then on. */
  export const changes: readonly (readonly [since: number, offset: number])[]
  /** The end of the table (ms). */
  export const end: number
  /** What is written before an amount: '$'. */
  export const sign: string
  /** How many decimals an amount has. */
  export const places: number
}

/** The codes of all countries (ISO 3166-1). */
declare module 'virtual:countryCodes' {
  /** For each country its two-letter, three-letter and numeric code, without separators: `ADAND020AEARE784`. */
  export const codes: string
}
