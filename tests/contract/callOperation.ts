import type { ConsoleDataProvider, ConsoleRecord, ListMeta } from '../../dataProvider/types.ts'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Operation } from '../../schemas/meta/operations.ts'
import { fixtureOf, listBody } from '../support/fixtures/index.ts'
import { sampleOf } from '../support/fixtures/sample.ts'
import { csv, json } from './gatewayStub.ts'

/** What a call may say beyond the sample values. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly page?: number
  readonly meta?: ListMeta
  readonly filter?: Readonly<Record<string, unknown>>
  /** What the person said; a sample value for each input by default. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** The record that actions are tried on. */
export const sampleRecordOf = (definition: AnyDefinition): ConsoleRecord =>
  fixtureOf(definition).record() as ConsoleRecord

/** A value for each filter of the list. */
export const sampleFilters = ({ list }: AnyDefinition): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(list.filters ?? {}).map(([name, schema]) => [name, sampleOf(schema)]))

/** A value for each input of the action. */
export const sampleInput = ({ action }: Operation): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(action?.input ?? {}).map(([name, { schema }]) => [name, sampleOf(schema)]))

/** One grey pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

/** A picture as people upload it. */
export const sampleFile = (): File =>
  new File([Buffer.from(PNG, 'base64')], 'Licence, front.png', { type: 'image/png' })

/** Calls an operation through the provider's public method for it. */
export function callOperation(
  provider: ConsoleDataProvider,
  operation: Operation,
  options: CallOptions = {},
): Promise<unknown> {
  const { resource, definition, kind } = operation
  const name = operation.id.slice(resource.length + 1)
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const record = sampleRecordOf(definition)
  if (kind === 'getOne') return provider.getOne(resource, { id: String(record.id), ...signal })
  if (kind === 'download') return provider.download(resource, { name, record, ...signal })
  if (kind === 'upload') return provider.upload(resource, { name, record, file: sampleFile(), ...signal })
  if (kind === 'read') return provider.read(resource, { name, record, ...signal })
  if (kind === 'action') {
    return provider.action(resource, { name, record, input: options.input ?? sampleInput(operation), ...signal })
  }
  return provider.getList(resource, {
    pagination: { page: options.page ?? 1, perPage: definition.list.perPage },
    filter: options.filter ?? {},
    meta: options.meta ?? {},
    ...signal,
  })
}

/** The answer of a gateway that has nothing to complain of. */
export function goodAnswer({ id, resource, kind, definition, action }: Operation): Response {
  const { record, detail, answers, reads } = fixtureOf(definition)
  if (kind === 'download') return csv()
  if (kind === 'list') return json(listBody(definition, { records: [record()] }))
  if (kind === 'read') return json(reads?.[id.slice(resource.length + 1)])
  if (kind === 'getOne') return json(detail?.(String(record()['id'])) ?? record())
  return json(answers?.[action?.binding ?? ''] ?? { message: 'Done' })
}
