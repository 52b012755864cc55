import type { ListParameter, Source } from './binding.ts'
import type { Evidence } from './evidence.ts'
import type { ObjectSchema } from './schema.ts'
import { ordersOf, sortText, type Sort } from './sort.ts'
import type { Values } from './pointer.ts'

/** The data that one call's values come from. */
export interface RequestValues {
  readonly page?: number
  readonly perPage?: number
  readonly cursor?: string | undefined
  readonly sort?: Sort | undefined
  readonly search?: string | undefined
  readonly ids?: readonly (string | number)[]
  readonly filters?: Values
  readonly record?: Values
  readonly input?: Values
  readonly evidence?: Evidence
}

function parameterOf(parameter: ListParameter, values: RequestValues): unknown {
  const { page = 1, perPage = 1, cursor, search, ids } = values
  const offset = (page - 1) * perPage
  const parameters = { page, pageIndex: page - 1, perPage, offset, startIndex: offset + 1, cursor, search, ids }
  return parameters[parameter]
}

function valueOf(source: Source, values: RequestValues, schema: ObjectSchema): unknown {
  const { filters, record, input, sort } = values
  if ('const' in source) return source.const
  if ('field' in source) return record?.[source.field]
  if ('input' in source) return input?.[source.input] === undefined ? source.fallback : input[source.input]
  if ('filter' in source) return filters?.[source.filter]
  if ('set' in source) return input?.[source.set]
  if ('session' in source || 'json' in source) return undefined
  if ('sort' in source) {
    const texts = sort && ordersOf(sort).map((order) => sortText(source, order, schema))
    return source.several === undefined ? texts?.[0] : texts
  }
  if ('nested' in source) {
    const inner = filled(source.nested, values, schema)
    const isSaid = Object.keys(inner).some((name) => !('const' in (source.nested[name] ?? {})))
    return source.optional === true && !isSaid ? undefined : inner
  }
  if ('list' in source) return source.list.map((each) => valueOf(each, values, schema) ?? null)
  return parameterOf(source.param, values)
}

/** A form sends null to clear a field. */
const mayBeNull = (source: Source | undefined): boolean =>
  source !== undefined &&
  ('set' in source || ('input' in source && source.optional === true) || ('const' in source && source.const === null))

/** The values of a request by wire names. A source without a value omits its parameter; an empty string is a value (D-36, D-37). */
export const filled = (
  sources: Readonly<Record<string, Source>>,
  values: RequestValues,
  schema: ObjectSchema,
): Values =>
  Object.fromEntries(
    Object.entries(sources)
      .map(([name, source]) => [name, valueOf(source, values, schema)] as const)
      .filter(([name, value]) => value !== undefined && (value !== null || mayBeNull(sources[name]))),
  )
