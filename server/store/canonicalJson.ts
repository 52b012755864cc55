/**
 * JSON with one spelling per value: keys in UTF-16 order, no spaces, members that are `undefined` left out (the form
 * of RFC 8785). What JSON would silently change is refused, so that a record says what its writer meant.
 *
 * @throws TypeError for a number that is not finite, a bigint, a function or a symbol
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`a value of type ${typeof value} cannot be recorded`)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
