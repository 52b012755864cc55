import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import type { JSONSchema } from 'json-schema-to-ts'
import { isValues, type Values } from '../../../language/pointer.ts'
import type { Source } from '../../../language/binding.ts'
import { toWire } from '../../../language/coerceRecord.ts'
import { type Evidence, REASON } from '../../../language/evidence.ts'
import { objectOf } from '../../../language/input.ts'
import { composeReason } from '../../../language/reasonText.ts'
import type { Operation } from '../../../language/operations.ts'
import type { Resource } from '../../../language/resource.ts'
import { writeSeveral } from '../../../language/several.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { fillPath } from '../../../language/template.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

type Sources = Readonly<Record<string, Source>>
/** The values of one request by their wire names, checked against the operation's schema. */
export interface CheckedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** The evidence that the person relied on, where the action takes it. */
  readonly evidence?: Evidence
}

/** The schemas of a request's values by their wire names. */
export interface RequestSchemas {
  readonly path: Readonly<Record<string, JSONSchema>>
  readonly query: Readonly<Record<string, JSONSchema>>
  readonly body: Readonly<Record<string, JSONSchema>>
}

export const allValues = ({ path, query, body }: CheckedRequest): Readonly<Record<string, unknown>> => ({
  ...body,
  ...query,
  ...path,
})

const isReason = (source: Source | undefined): boolean =>
  source !== undefined && 'input' in source && source.input === REASON

/** The request for the service: the evidence is written below the reason. */
export function sentRequest({ body: sources = {} }: Pick<Operation, 'body'>, checked: CheckedRequest): CheckedRequest {
  const { evidence, ...rest } = checked
  if (evidence === undefined || checked.body === undefined) return checked
  const body = Object.entries(checked.body).map(
    ([name, value]) => [name, isReason(sources[name]) ? composeReason(String(value), evidence) : value] as const,
  )
  return { ...rest, body: Object.fromEntries(body) }
}

/** A list is sent as a repeated parameter, unless its dialect writes JSON. */
function queryTexts(value: unknown, source: Source | undefined): readonly string[] {
  const isRepeated = Array.isArray(value) && !(source !== undefined && 'json' in source)
  const values: readonly unknown[] = isRepeated ? value : [value]
  return values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
}

/** The values as `write` writes each one, also inside the objects that a call fills in. */
const written = (values: Values, sources: Sources, write: (value: unknown, source: Source) => unknown): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const source = sources[name]
      if (source === undefined) return [name, value]
      return [name, 'nested' in source && isValues(value) ? written(value, source.nested, write) : write(value, source)]
    }),
  )

const isEpochDay = (schema: FieldSchema | undefined): boolean => {
  const { format, coerce = '' } = objectOf(schema ?? {})
  return format === 'date' && coerce.startsWith('epoch')
}

/** The first moment of a day, or the last one of a day that ends a range. */
function momentOf(day: string, { notBefore }: ReturnType<typeof objectOf>, timeZone: string): string {
  if (notBefore === undefined) return dayjs.tz(day, timeZone).toISOString()
  const next = dayjs.utc(day).add(1, 'day').format('YYYY-MM-DD')
  return dayjs.tz(next, timeZone).subtract(1, 'millisecond').toISOString()
}

/**
 * A day that a service compares with moments begins and ends when it does on screens. One that it compares with days of
 * its own, in a field of the filter's name, is written as those are.
 */
const dayOfMoments =
  ({ list, record }: Resource, timeZone: string) =>
  (value: unknown, source: Source): unknown => {
    if (typeof value !== 'string' || !('filter' in source)) return value
    const schema = list?.filters[source.filter]
    return isEpochDay(schema) && !isEpochDay(record.properties[source.filter])
      ? momentOf(value, objectOf(schema ?? {}), timeZone)
      : value
  }

/** The values in the service's units, by wire names. */
const wireValues = (values: Values, schemas: Readonly<Record<string, FieldSchema>>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toWire(value, schemas[name])]))

/** What says how the values of a request are written for its service. */
interface Wiring {
  readonly schemas: RequestSchemas
  readonly operation: Operation
  /** The console's. */
  readonly timeZone: string
}

export const wireRequest = (
  { path, query, body }: CheckedRequest,
  { schemas, operation, timeZone }: Wiring,
): CheckedRequest => {
  const wired = (values: Values, of: RequestSchemas['query'], sources: Sources = {}): Values =>
    written(
      wireValues(written(values, sources, dayOfMoments(operation.definition, timeZone)), of),
      sources,
      writeSeveral,
    )
  return {
    path: wireValues(path, schemas.path),
    query: wired(query, schemas.query, operation.query),
    body: body && wired(body, schemas.body, operation.body),
  }
}

/** The path and query for the upstream, written from the checked values only. @param path the path of the call */
export function outboundPath(path: string, checked: CheckedRequest, sources: Sources): string {
  const query = Object.entries(checked.query).flatMap(([name, value]) =>
    queryTexts(value, sources[name]).map((text) => [name, text]),
  )
  const search = new URLSearchParams(query).toString()
  return `${fillPath(path, allValues(checked))}${search === '' ? '' : `?${search}`}`
}
