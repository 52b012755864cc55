import { expect, it } from 'vitest'
import type { ActionInput } from '../../../../language/action.ts'
import type { Source } from '../../../../language/binding.ts'
import { leavesOf } from '../../../../language/binding.ts'
import type { Operation } from '../../../../language/operations.ts'
import { sortText } from '../../../../language/sort.ts'
import { annotatedPlaces, isPersonalFilter, recordPlaces } from '../../../../language/personal.ts'
import { placeholdersOf } from '../../../../language/template.ts'
import { valuesAt } from '../../../../language/pointer.ts'
import {
  callOperation,
  goodAnswer,
  sampleFile,
  sampleFilters,
  sampleIds,
  sampleCall,
  sampleInput,
  sampleRecordOf,
  sampleSearch,
  type CallOptions,
} from '../callOperation.ts'
import type { SeenCall } from '../gatewayStub.ts'
import { KEY, type Context } from './context.ts'

/** The page that is asked for. */
const PAGE = 3

/** What a call sends for its sources, by wire names. */
export const expectedValues = (
  sources: Readonly<Record<string, Source>>,
  operation: Operation,
): Record<string, unknown> => {
  const record = sampleRecordOf(operation.definition)
  const { sort, perPage = 1 } = operation.definition.list ?? {}
  const valueOf = (source: Source): unknown => {
    if ('nested' in source) return expectedValues(source.nested, operation)
    if ('list' in source) return source.list.map(valueOf)
    if ('sort' in source) {
      const text = sort && sortText(source, sort, operation.definition.record)
      return source.several === undefined ? text : text && [text]
    }
    if ('const' in source) return source.const
    if ('field' in source) return record[source.field]
    if ('filter' in source) return sampleFilters(operation)[source.filter]
    if ('input' in source) return sampleInput(operation)[source.input]
    if (!('param' in source)) return undefined
    const parameters = {
      page: PAGE,
      pageIndex: PAGE - 1,
      perPage,
      offset: (PAGE - 1) * perPage,
      startIndex: (PAGE - 1) * perPage + 1,
      search: sampleSearch(operation.definition),
      cursor: undefined,
      ids: sampleIds(operation.definition),
    }
    return parameters[source.param]
  }
  const values = Object.entries(sources).map(([name, source]) => [name, valueOf(source)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const asText = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  )

/** Calls with a value for everything that can be said, and gives what reached the gateway. */
export async function callOnce(
  { operation, gateway, newProvider }: Context,
  options: CallOptions = {},
): Promise<SeenCall> {
  const before = gateway.calls.length
  gateway.answers(() => goodAnswer(operation))
  // A search that is not sent reads all pages.
  const isSent = operation.definition.list?.search?.field === undefined
  const meta = isSent ? { search: sampleSearch(operation.definition) } : {}
  await callOperation(newProvider(), operation, { page: PAGE, filter: sampleFilters(operation), meta, ...options })
  const call = gateway.calls[before]
  expect(gateway.calls).toHaveLength(before + 1)
  if (call === undefined) throw new Error('nothing was called')
  return call
}

/** What says nothing: what is typed may be blank, what is chosen cannot be. */
const nothings = ({ schema, options }: ActionInput): readonly unknown[] => {
  if (typeof schema === 'object' && schema.type === 'array') return [undefined, [], [''], 'sample']
  return options === undefined ? [undefined, '', ' \n '] : [undefined, '']
}

const personalValues = (operation: Operation): readonly string[] => {
  const { definition } = operation
  const record = sampleRecordOf(definition)
  const isSearchPersonal = annotatedPlaces(definition.list?.search?.schema).length > 0
  const searched = isSearchPersonal ? [sampleSearch(definition)] : []
  const filtered = Object.entries(sampleFilters(operation)).filter(([filter]) => isPersonalFilter(definition, filter))
  const inPath = placeholdersOf(operation.path)
  // What the service wants in its path stands there: the specification leaves no other place for it.
  const fields = recordPlaces(definition).filter(([place]) => !inPath.includes(place.slice(1)))
  const held = fields.flatMap(([place]) => valuesAt(record, place))
  return [...searched, ...filtered.map(([, value]) => String(value)), ...held.map(String)]
}

/** The request is exactly what the binding says: address, headers, query, body, and nothing personal in the address. */
export function requestShape(context: Context): void {
  const { operation } = context
  const record = sampleRecordOf(operation.definition)

  it('asks with the declared method at the declared address', async () => {
    const { method, url } = await callOnce(context)
    const parts = operation.path.split('/').map((part) => {
      const [name] = placeholdersOf(part)
      return name === undefined ? part : encodeURIComponent(String(record[name]))
    })
    expect(method).toBe(operation.browserMethod)
    expect(url.pathname).toBe(`/api/${operation.service}${parts.join('/')}`)
  })

  it('names itself, and carries a key only if it changes something', async () => {
    const { headers } = await callOnce(context)
    expect(headers.get('X-Countersign')).toBe('1')
    expect(headers.get('X-Operation')).toBe(operation.id)
    expect(headers.get('Accept')).toBe('application/json')
    expect(headers.get('Idempotency-Key')).toBe(operation.effect === 'mutate' ? KEY : null)
  })

  it('carries nothing that only the gateway may add', async () => {
    const { headers, url, text } = await callOnce(context)
    const own = [
      'accept',
      'content-type',
      'idempotency-key',
      'x-countersign',
      'x-operation',
      'x-record-version',
      'x-owner',
    ]
    const credentials = [...headers.keys()].filter((name) => /^x-|auth|token|cookie|key|secret/.test(name))
    expect(credentials.filter((name) => !own.includes(name))).toEqual([])
    expect(url.href + text).not.toMatch(/token/i)
  })

  const answered = leavesOf({ ...operation.query, ...operation.body }).flatMap(([name, source]) =>
    'input' in source && source.optional !== true
      ? [{ name, input: source.input, otherwise: source.fallback, asked: operation.action?.input[source.input] }]
      : [],
  )
  for (const { name, input: own, otherwise, asked } of answered) {
    if (otherwise !== undefined) {
      it(`sends ${JSON.stringify(otherwise)} as ${name} where the person says nothing`, async () => {
        const { url, text } = await callOnce(context, { input: {} })
        const sent = { ...Object.fromEntries(url.searchParams), ...(text === '' ? {} : (JSON.parse(text) as object)) }
        expect(sent).toHaveProperty(name, otherwise)
      })
    }
    if (asked?.required === undefined || asked.when !== undefined) continue
    it(`sends nothing while ${name}, which must be said, is missing, empty or blank`, async () => {
      for (const nothing of nothings(asked)) {
        const input = { ...sampleInput(operation), [own]: nothing }
        await expect(callOnce(context, { input })).rejects.toMatchObject({ body: { code: 'MALFORMED_REQUEST' } })
      }
      expect(context.gateway.calls).toHaveLength(0)
    })
  }

  if (operation.upload !== undefined) formShape(context, operation.upload.field)
  else bodyShape(context)

  it('puts nothing personal into the address', async () => {
    const { url } = await callOnce(context)
    const address = decodeURIComponent(url.href.replaceAll('+', ' '))
    for (const value of personalValues(operation)) expect(address).not.toContain(value)
  })
}

function bodyShape(context: Context): void {
  const { operation } = context
  it('sends the declared query and body and nothing else', async () => {
    const { url, text, headers } = await callOnce(context)
    const query = expectedValues(operation.query, operation)
    const body = operation.body === undefined ? undefined : expectedValues(operation.body, operation)
    const { evidence } = sampleCall(operation)
    const isWrapped = operation.queryInBody || evidence !== undefined
    const wrapped = { ...(operation.queryInBody && { query }), ...(body && { body }), ...(evidence && { evidence }) }
    const sent = isWrapped ? wrapped : body
    expect(Object.fromEntries(url.searchParams)).toEqual(operation.queryInBody ? {} : asText(query))
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(sent)
    expect(headers.get('Content-Type')).toBe(sent === undefined ? null : 'application/json')
  })
}

/** The values come first, so that a reader of the form knows them when the file comes. */
function formShape(context: Context, field: string): void {
  const { operation } = context
  it('sends the declared query, and as a form the declared values and then the file', async () => {
    const { url, form, headers } = await callOnce(context)
    const values = Object.entries(asText(expectedValues(operation.body ?? {}, operation)))
    const sent = form.map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
    expect(Object.fromEntries(url.searchParams)).toEqual(asText(expectedValues(operation.query, operation)))
    expect(sent).toEqual([...values, [field, sampleFile(operation).name]])
    expect(headers.get('Content-Type')).toMatch(/^multipart\/form-data; boundary=/)
  })

  it('sends the file as it is', async () => {
    const { form } = await callOnce(context)
    const file = form.at(-1)?.[1]
    expect(file).toBeInstanceOf(File)
    expect((file as File).type).toBe(sampleFile(operation).type)
    expect(await (file as File).bytes()).toEqual(await sampleFile(operation).bytes())
  })
}
