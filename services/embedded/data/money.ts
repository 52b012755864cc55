/** Cents as the clearing firm writes dollars: a string with two decimals and no separators. */
export function money(cents: number): string {
  return (cents / 100).toFixed(2)
}
