import { isValues } from '../../language/pointer.ts'
/** One difference between two values of JSON. */
export interface Difference {
  /** The keys that lead to it; an item of a list is called by its name. */
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

type Values = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What an item of a list is called by, the first that it has. */
const NAMES = ['id', 'name', 'filter', 'field', 'part', 'label', 'title', 'value', 'path']

const nameOf = (item: unknown): string =>
  isValues(item) ? String(NAMES.map((key) => item[key]).find((value) => typeof value === 'string') ?? '') : String(item)

/** A list by the names of its items, if each has one of its own. */
function byName(list: readonly unknown[]): Values | undefined {
  const names = list.map(nameOf)
  return names.includes('') || new Set(names).size < names.length
    ? undefined
    : Object.fromEntries(list.map((item, index) => [names[index] ?? '', item]))
}

/** True for what says nothing: a default that one version of the language writes and another leaves out. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** The types of a JSON Schema are a list, or one of them alone. */
const listed = (value: unknown, key: string | undefined): unknown =>
  key === 'type' && typeof value === 'string' ? [value] : value

/** Every difference between two values, each at its deepest place. */
export function differences(one: unknown, other: unknown, path: readonly string[] = []): readonly Difference[] {
  const [before, after] = [listed(one, path.at(-1)), listed(other, path.at(-1))]
  if (isSame(before, after) || (isEmpty(before) && isEmpty(after))) return []
  if (before === undefined) return [{ path, kind: 'added', after }]
  if (after === undefined) return [{ path, kind: 'removed', before }]
  if (Array.isArray(before) && Array.isArray(after)) {
    const [named, renamed] = [byName(before), byName(after)]
    if (named === undefined || renamed === undefined) return [{ path, kind: 'changed', before, after }]
    const inside = differences(named, renamed, path)
    const [from, to] = [Object.keys(named), Object.keys(renamed)]
    return inside.length > 0 ? inside : [{ path: [...path, 'order'], kind: 'changed', before: from, after: to }]
  }
  if (!isValues(before) || !isValues(after)) return [{ path, kind: 'changed', before, after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], [...path, key]),
  )
}
