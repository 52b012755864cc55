import type { JSONSchema } from 'json-schema-to-ts'
import type { Source } from '../../../language/binding.ts'
import type { Evidence } from '../../../language/evidence.ts'
import { requestSchema } from '../../../language/operationSchemas.ts'
import { needsOwner, type Operation } from '../../../language/operations.ts'
import { fillPath, placeholdersOf } from '../../../language/template.ts'
import { sampleOf } from '../../framework/contract/sample.ts'
import { ASKED_ABOUT, confirmationFor, type Named } from './currentState.ts'
import { type Part, sampleCallOf } from './sampleCalls.ts'
import { labels } from './sampleSnaps.ts'

/** The evidence that goes with an operation whose sample values are sent, where it takes any. */
export const evidenceFor = ({ id, action }: Operation, acknowledged: readonly string[] = []) => {
  const added = sampleCallOf(id)?.evidence
  if (added !== undefined) return added as unknown as Evidence
  const cited = Object.entries(action?.input ?? {}).flatMap(([name, input]) =>
    input.cited === true ? [samples[name]].flat().map(String) : [],
  )
  return { reliedOn: cited.map((value) => ({ value, label: labels[value] ?? value })), acknowledged }
}

/** The values that name a sample record. */
export const named: Named = {
  id: 3,
  snap_id: 'snap-3',
  account_no: '9ZZ10058',
  user__id: 910_741,
  sketchId: 'sketch-3',
}

/** A valid value for every declared source of an operation, by wire name. */
const samples: Readonly<Record<string, unknown>> = {
  ...named,
  search: 'quill',
  reason: 'Asked for twice',
  apex_account_id: ASKED_ABOUT,
  document: 'snap-3',
  documents: ['snap-3', 'snap-4'],
  data: [{ sketchId: 'sketch-3', snapIDs: [{ id: 'snap-3', type: 'ID', proof: 'SSC', status: 'uploaded' }] }],
}

/** A valid value: the one written above, or any that the schema takes. */
const valueFor = (name: string, schema: JSONSchema | undefined): unknown => samples[name] ?? sampleOf(schema, name)

function sampleFor(source: Source, operation: Operation): unknown {
  const { definition, action } = operation
  const { list, record } = definition
  if ('session' in source) return undefined
  if ('const' in source) return source.const
  if ('nested' in source) return sampleValues(source.nested, operation)
  if ('field' in source) return valueFor(source.field, record.properties[source.field])
  if ('input' in source) return valueFor(source.input, action?.input[source.input]?.schema)
  if ('filter' in source) return valueFor(source.filter, list?.filters[source.filter])
  if (!('param' in source)) return undefined
  const { schema } = list?.search ?? {}
  if (source.param !== 'search') return 2
  return schema === undefined ? samples['search'] : sampleOf(schema)
}

/** A valid value for each source of the operation; what the gateway fills in has none. */
export function sampleValues(sources: Operation['query'], operation: Operation): Record<string, unknown> {
  const added = sampleCallOf(operation.id)
  if (added !== undefined) return { ...(sources === operation.query ? added.query : added.body) }
  return Object.fromEntries(
    Object.entries(sources)
      .filter(([, source]) => !('session' in source))
      .map(([name, source]) => [name, sampleFor(source, operation)]),
  )
}

/** The path of the sample call. */
export const pathFor = ({ id, path, definition }: Operation): string =>
  sampleCallOf(id)?.path ??
  fillPath(
    path,
    Object.fromEntries(placeholdersOf(path).map((name) => [name, valueFor(name, definition.record.properties[name])])),
  )

/** The values that an upload sends along, as the fields of its form. */
export const fieldsFor = (operation: Operation): readonly Part[] =>
  sampleCallOf(operation.id)?.parts.filter(([, , fileName]) => fileName === undefined) ??
  Object.entries(sampleValues(operation.body ?? {}, operation)).map(([name, value]) => [name, String(value)] as const)

const ownHeaders = (operation: Operation): Record<string, string> => ({
  ...(needsOwner(operation) ? { 'x-owner': String(ASKED_ABOUT) } : {}),
  ...confirmationFor(operation, valueFor),
})

/** The headers that the browser sends because of what the call is about. */
export const headersFor = (operation: Operation): Readonly<Record<string, string>> =>
  sampleCallOf(operation.id)?.headers ?? ownHeaders(operation)

/** True for a new value of a field that may be without one. */
export function takesNull(operation: Operation, name: string): boolean {
  const source = operation.body?.[name]
  const { body } = requestSchema(operation).properties
  const schema = body?.properties[name]
  const isSet = source !== undefined && ('set' in source || ('input' in source && source.optional === true))
  return isSet && typeof schema === 'object' && [schema.type].flat().includes('null')
}
