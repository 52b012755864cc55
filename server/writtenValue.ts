const LONGEST = 110
const LONGEST_TEXT = 70

const textOf = (text: string): string => {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  return short.includes("'") ? JSON.stringify(short) : `'${short}'`
}

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : textOf(key))

/** @param depth of structures that are written out @param most entries of each that are written out */
function written(value: unknown, depth: number, most: number): string {
  if (typeof value === 'string') return textOf(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  if (entries.length === 0) return isList ? '[]' : '{}'
  if (depth === 0) return isList ? '[…]' : '{ … }'
  const own = entries.slice(0, most).map(([key, inner]) => {
    const text = written(inner, depth - 1, most)
    return isList ? text : `${keyOf(key)}: ${text}`
  })
  const all = [...own, ...(entries.length > most ? ['…'] : [])].join(', ')
  return isList ? `[${all}]` : `{ ${all} }`
}

/** A value of a definition as its author writes it, on one line; what is too long is cut to `…`. */
export function writtenValue(value: unknown): string {
  const tries = [6, 4, 3, 2, 1].flatMap((depth) => [12, 4].map((most) => written(value, depth, most)))
  return tries.find((text) => text.length <= LONGEST) ?? written(value, 0, 0)
}
