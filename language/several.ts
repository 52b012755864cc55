import type { SeveralFormat, Source } from './binding.ts'
import { typeOf } from './input.ts'
import type { FieldSchema, FilterValue, Scalar } from './schema.ts'

/** The values of filters as their schemas have them: a value of one that takes several is a list of one. */
export const filterValues = (
  values: Readonly<Record<string, Scalar>>,
  filters: Readonly<Record<string, FieldSchema>>,
): Readonly<Record<string, FilterValue>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeOf(filters[name] ?? {}) === 'array' ? [value] : value]),
  )

/** How a call writes the several values of a source; `undefined` for a source of one value. */
export function severalFormat(source: Source | undefined): SeveralFormat | undefined {
  if (source === undefined) return undefined
  if ('sort' in source || 'filter' in source) return source.several
  return 'param' in source && source.param === 'ids' ? (source.several ?? 'repeat') : undefined
}

/** True when the texts of the values are JSON themselves. */
const areJson = (source: Source): boolean => 'sort' in source && source.sort === 'json'

/** The values as the service takes them: a list is a parameter given several times, or a list in the body. */
export function writeSeveral(values: unknown, source: Source): unknown {
  const format = severalFormat(source)
  if (!Array.isArray(values) || format === undefined || format === 'repeat') return values
  if (format === 'comma') return values.join(',')
  return areJson(source) ? `[${values.join(',')}]` : JSON.stringify(values)
}

export function readSeveral(written: unknown, source: Source): unknown {
  const format = severalFormat(source)
  if (written === undefined || format === undefined) return written
  if (format === 'repeat') return [written].flat()
  if (typeof written !== 'string') return written
  if (format === 'comma') return written.split(',')
  const values: unknown = JSON.parse(written)
  return Array.isArray(values) && areJson(source) ? values.map((each: unknown) => JSON.stringify(each)) : values
}
