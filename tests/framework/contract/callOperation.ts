import { itemsOf, objectOf, typeOf } from '../../../language/input.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import type { UploadKind } from '../../../language/binding.ts'
import { takesEvidence, type Evidence } from '../../../language/evidence.ts'
import type { ConsoleDataProvider, ConsoleRecord, ListMeta } from '../../../dataProvider/types.ts'
import { listOf } from '../../../language/resource.ts'
import type { Resource } from '../../../language/resource.ts'
import type { Operation } from '../../../language/operations.ts'
import { idOf } from '../../../language/recordId.ts'
import { detailBody, fixtureOf, listBody, numbered, withValueAt } from './fixtures.ts'
import { sampleOf, sampleRecord } from './sample.ts'
import { csv, json } from './gatewayStub.ts'

type Values = Readonly<Record<string, unknown>>

/** What a call may say beyond the sample values. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly page?: number
  readonly meta?: ListMeta
  readonly filter?: Values
  /** What the person said; a sample value for each input by default. */
  readonly input?: Values
  /** The text that was typed to confirm. */
  readonly confirmation?: string | undefined
  /** The record, or what is typed into a form; a sample by default. */
  readonly record?: Values
}

/** The record that actions are tried on. */
export const sampleRecordOf = (definition: Resource): ConsoleRecord => fixtureOf(definition).record() as ConsoleRecord

/** The ids of two records. */
export const sampleIds = (definition: Resource): readonly (string | number)[] =>
  [1, 2].flatMap((number) => idOf(definition, numbered(definition, number)) ?? [])

/** A value that a filter sets: of several values, two where there are two. */
function sampleFilter(schema: FieldSchema, filter: string): unknown {
  if (typeOf(schema) !== 'array') return sampleOf(schema, filter)
  const items = itemsOf(objectOf(schema))
  return Array.isArray(items.enum) ? items.enum.slice(0, 2) : [sampleOf(items, filter)]
}

/** A value for each filter that the list sends: where another call reads the filtered list, the plain one sends none. */
export const sampleFilters = ({ id, definition: { name, list, bindings } }: Operation): Values =>
  id === `${name}.list` && bindings['listFiltered'] !== undefined
    ? {}
    : Object.fromEntries(
        Object.entries(list?.filters ?? {}).map(([filter, schema]) => [filter, sampleFilter(schema, filter)]),
      )

/** What is searched for. */
export const sampleSearch = ({ list }: Resource): string =>
  list?.search?.schema === undefined ? 'Zephyrine Quill' : String(sampleOf(list.search.schema, 'zephyrine'))

/** The least that a list is asked with: a filter where it is read by filters, a text where nothing is read without. */
export function leastParams(operation: Operation): { readonly filter: Values; readonly meta: ListMeta } {
  const { definition, id } = operation
  const isSearched = definition.list?.search?.submit !== undefined
  return {
    filter: id === `${definition.name}.listFiltered` ? sampleFilters(operation) : {},
    meta: isSearched ? { search: sampleSearch(definition) } : {},
  }
}

/** A value for each input of the action; texts end so, where two actions may not say the same. */
export const sampleInput = ({ action }: Operation, ending = ''): Values =>
  Object.fromEntries(
    Object.entries(action?.input ?? {}).map(([name, { schema }]) => [name, sampleOf(schema, `${name}${ending}`)]),
  )

/** One grey pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

const samples: Readonly<Record<UploadKind, () => File>> = {
  image: () => new File([Buffer.from(PNG, 'base64')], 'Licence, front.png', { type: 'image/png' }),
  pdf: () => new File(['%PDF-1.7\n%%EOF'], 'Letter.pdf', { type: 'application/pdf' }),
  table: () =>
    new File(
      ['account_no,ticker,side,quantity,price,trade_date\r\n9ZZ10041,AAPL,buy,1,10.00,2026-03-04\r\n'],
      'Lines, new.csv',
      { type: 'text/csv' },
    ),
  any: () => new File(['From: Mara'], 'Mail.eml', { type: 'message/rfc822' }),
}

/** A file as people upload it, of the first kind that the call accepts. */
export const sampleFile = ({ upload }: Partial<Pick<Operation, 'upload'>> = {}): File =>
  samples[upload?.kinds[0] ?? 'image']()

/** The input of a call, and the evidence it is sent with: the documents that the input names, and no match. */
export function sampleCall(
  operation: Operation,
  input: Values = sampleInput(operation),
): { readonly input: Values; readonly evidence?: Evidence } {
  const { action } = operation
  if (!takesEvidence(action)) return { input }
  const cited = Object.keys(input).filter((name) => action?.input[name]?.cited === true)
  const reliedOn = cited.flatMap((name) => [input[name]].flat().map((value) => ({ value: String(value), label: 'A' })))
  return { input, evidence: { reliedOn, acknowledged: [] } }
}

/** Calls an operation through the provider's public method for it. */
export function callOperation(
  provider: ConsoleDataProvider,
  operation: Operation,
  options: CallOptions = {},
): Promise<unknown> {
  const { resource, definition, kind } = operation
  const name = operation.id.slice(resource.length + 1)
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const confirmed = options.confirmation === undefined ? {} : { confirmation: options.confirmation }
  const record = (options.record ?? sampleRecordOf(definition)) as ConsoleRecord
  if (kind === 'getOne') return provider.getOne(resource, { id: String(record.id), ...signal })
  if (kind === 'download')
    return provider.download(resource, { name, record, input: options.input ?? sampleInput(operation), ...signal })
  if (kind === 'upload') {
    const files = [sampleFile(operation)]
    return provider.upload(resource, {
      name,
      record,
      ...sampleCall(operation, options.input),
      files,
      ...confirmed,
      ...signal,
    })
  }
  if (kind === 'read') return provider.read(resource, { name, record, ...signal })
  if (kind === 'action') {
    return provider.action(resource, { name, record, ...sampleCall(operation, options.input), ...confirmed, ...signal })
  }
  if (operation.binding === 'getMany') return provider.getMany(resource, { ids: sampleIds(definition), ...signal })
  const { filter, meta } = leastParams(operation)
  return provider.getList(resource, {
    pagination: { page: options.page ?? 1, perPage: listOf(definition).perPage },
    filter: options.filter ?? filter,
    meta: options.meta ?? meta,
    ...signal,
  })
}

/** What an action answers with: what was written for it, else a sample of what its call declares, with its words. */
export function actionAnswer({ definition, action, response }: Operation): unknown {
  const written = fixtureOf(definition).answers?.[action?.binding ?? '']
  if (written !== undefined) return written
  const declared = withValueAt(undefined, response.item ?? '', sampleRecord(response.schema?.properties ?? {}))
  return Array.isArray(declared) || action?.result !== undefined
    ? declared
    : { ...(declared as object), message: 'Done' }
}

/** The answer of a gateway that has nothing to complain of. */
export function goodAnswer(operation: Operation): Response {
  const { id, resource, kind, definition } = operation
  const { record, detail, reads } = fixtureOf(definition)
  if (kind === 'download') return csv()
  if (kind === 'list') return json(listBody(operation, { records: [record()] }))
  if (kind === 'read') return json(reads?.[id.slice(resource.length + 1)])
  if (kind === 'getOne') return json(detailBody(operation, detail?.(String(record()['id'])) ?? record()))
  return json(actionAnswer(operation))
}
