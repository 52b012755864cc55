/** A console, or a part of one, with an object in it replaced by another. */
export function replaced(value: unknown, from: object, to: object): unknown {
  if (value === from) return to
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, from, to)]))
}
