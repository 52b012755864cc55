import type { Resource } from '../resource.ts'
import type { JSONSchema } from 'json-schema-to-ts'

/** What a rule has found: something that types can't see and that would fail later. */
export interface Finding {
  /** The place in the definition: `resource.part.name`. */
  readonly where: string
  /** What is wrong there, and the remedy. */
  readonly message: string
}

/** One problem of a console. The start refuses errors; a warning is only reported. */
export interface Problem extends Finding {
  /** The stable name of this kind of problem, to search for and to count: `unknown-field`. */
  readonly code: string
  readonly severity: 'error' | 'warning'
}

/** One check of a definition, given all definitions. It returns every problem, or an empty list. */
export type Rule<Kind extends Resource = Resource> = (resource: Kind, all: readonly Resource[]) => readonly Finding[]

export type Rules<Kind extends Resource = Resource> = readonly (readonly [code: string, rule: Rule<Kind>])[]

/** One finding where the test is true. */
export const foundIf = (test: boolean, where: string, message: string): readonly Finding[] =>
  test ? [{ where, message }] : []

/** One finding where the test is false. */
export const foundUnless = (test: boolean, where: string, message: string): readonly Finding[] =>
  foundIf(!test, where, message)

/** A finding for each name that is not among the known ones. @param say what is wrong with it, before the known ones */
export const strangers = (
  where: string,
  names: readonly string[],
  known: readonly string[],
  say: (name: string) => string,
): readonly Finding[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => ({ where, message: `${say(name)}${joinNames(known, name)}` }))

export const coded = (
  code: string,
  findings: readonly Finding[],
  severity: Problem['severity'] = 'error',
): readonly Problem[] => findings.map((finding) => ({ code, severity, ...finding }))

export const applied = <Kind extends Resource>(
  rules: Rules<Kind>,
  resource: Kind,
  all: readonly Resource[],
): readonly Problem[] => rules.flatMap(([code, rule]) => coded(code, rule(resource, all)))

export const entriesOf = <V>(map: Readonly<Record<string, V>> | undefined): readonly (readonly [string, V])[] =>
  Object.entries(map ?? {})

/** The number of characters to add, remove, replace or swap to make one text of the other. */
export function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const cells = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const above = rows[row - 1] ?? []
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = isSwapped ? (rows[row - 2]?.[column - 2] ?? Infinity) + 1 : Infinity
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      cells.push(Math.min(replaced, (above[column] ?? 0) + 1, (cells[column - 1] ?? 0) + 1, swapped))
    }
    rows.push(cells)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** The names, those that differ least from a wrong one first. */
function byNearness(
  wrong: string,
  names: readonly string[],
): readonly { readonly name: string; readonly far: number }[] {
  const all = names.map((name) => ({ name, far: distance(wrong.toLowerCase(), name.toLowerCase()) }))
  return all.toSorted((one, other) => one.far - other.far)
}

/** The valid name that a wrong one was probably meant to be: a third of it may be misspelled, its case does not count. */
export const meant = (wrong: string, names: readonly string[]): string | undefined =>
  byNearness(wrong, names).find(({ name, far }) => far <= Math.max(1, Math.floor(name.length / 3)))?.name

/** The end of a message about a wrong name: what was probably meant. */
export function guess(wrong: string, names: readonly string[]): string {
  const near = meant(wrong, names)
  return near === undefined ? '' : `; did you mean '${near}'?`
}

/** More names than this are not read. */
const MOST_NAMES = 20

/** The valid names for a message; the nearest three of many. */
export function listNames(names: readonly string[], wrong = ''): string {
  if (names.length <= MOST_NAMES || wrong === '') return names.length === 0 ? 'none' : names.join(', ')
  const [near, others] = [byNearness(wrong, names).slice(0, 3), names.length - 3]
  return `${near.map(({ name }) => name).join(', ')} and ${others} others`
}

/** The valid names, joined for a message, and the one that a wrong name was probably meant to be. */
export const joinNames = (names: readonly string[], wrong = ''): string =>
  `${listNames(names, wrong)}${wrong === '' ? '' : guess(wrong, names)}`

/** True when an empty text or list is refused. */
export function refusesEmpty(schema: JSONSchema): boolean {
  if (typeof schema !== 'object') return false
  const { type, enum: choices, const: only, pattern, minLength = 0, minItems = 0 } = schema
  if (type === 'array') return minItems > 0
  if (type !== 'string' || minLength > 0) return true
  if (Array.isArray(choices)) return !choices.includes('')
  return (
    (only !== undefined && only !== '') ||
    (pattern !== undefined && isPattern(pattern) && !new RegExp(pattern, 'u').test(''))
  )
}

/** True when the text is a regular expression in JSON Schema's dialect. */
export const isPattern = (text: string): boolean => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
