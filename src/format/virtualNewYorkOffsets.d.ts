/** New York's offsets as the machine that builds the console knows them. */
declare module 'virtual:newYorkOffsets' {
  /** Each change: since when (ms), and the milliseconds to add to UTC from then on. */
  export const changes: readonly (readonly [since: number, offset: number])[]
  /** The end of the table (ms). */
  export const end: number
}
