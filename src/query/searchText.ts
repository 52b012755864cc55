/** The text that a search sends: without extra blanks and commas, which the services take literally. */
export const searchTextOf = (typed: string): string => typed.replaceAll(/[\s,]+/g, ' ').trim()
