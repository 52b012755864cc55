import { expect, it } from 'vitest'
import type { Source } from '../../../../language/binding.ts'
import { leavesOf } from '../../../../language/binding.ts'
import type { Operation } from '../../../../language/operations.ts'
import { placeholdersOf } from '../../../../language/template.ts'
import { refusedBy } from '../sample.ts'
import { sampleFilters, sampleRecordOf } from '../callOperation.ts'
import type { SeenCall } from '../gatewayStub.ts'
import type { Context } from './context.ts'
import { callOnce, expectedValues } from './requests.ts'

type Values = Readonly<Record<string, unknown>>

const isStructure = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Values by their wire names, including those in lists and nested objects, as text. */
const flat = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): (readonly [string, string])[] =>
      isStructure(value)
        ? Object.entries(flat(value)).map(([inner, text]) => [`${name}.${inner}`, text] as const)
        : [[name, String(value)] as const],
    ),
  )

/** Everything that a call said by wire names, from its address and from its body, as text. */
function saidIn({ url, text }: SeenCall, { queryInBody }: Operation): Record<string, string> {
  const sent = (text === '' ? {} : JSON.parse(text)) as Values
  const { query = {}, body = {} } = (queryInBody || 'evidence' in sent ? sent : { body: sent }) as Record<
    string,
    Values
  >
  // Several values of one parameter reach the gateway as JSON.
  const asked = [...url.searchParams].map(([name, value]): readonly [string, unknown] => [
    name,
    value.startsWith('[') ? JSON.parse(value) : value,
  ])
  return flat({ ...Object.fromEntries(asked), ...query, ...body })
}

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([own]) => own !== name))

const wiresOf = ({ operation }: Context, test: (source: Source) => boolean): readonly string[] =>
  leavesOf({ ...operation.query, ...operation.body })
    .filter(([, source]) => test(source))
    .map(([wire]) => wire)

const malformed = { status: 400, body: { code: 'MALFORMED_REQUEST' } }

/** What may be left out is, what may not is missed, and what is not the browser's to say is never said. */
export function requestValues(context: Context): void {
  sessionValues(context)
  fieldValues(context)
  if (context.operation.kind === 'list' && context.operation.binding !== 'getMany') listValues(context)
}

function sessionValues(context: Context): void {
  const filledIn = wiresOf(context, (source) => 'session' in source)
  if (filledIn.length === 0) return
  it(`leaves ${filledIn.join(', ')} to the gateway, even where it is offered`, async () => {
    const { definition } = context.operation
    const offered = Object.fromEntries(filledIn.map((wire) => [wire, 4711]))
    const record = { ...sampleRecordOf(definition), ...offered, userId: 4711 }
    const call = await callOnce(context, { record })
    for (const wire of filledIn) expect(saidIn(call, context.operation)).not.toHaveProperty(wire)
    expect(call.url.href + call.text).not.toContain('4711')
  })
}

function fieldValues(context: Context): void {
  const { operation, gateway } = context
  const { definition, path, query, body } = operation
  const record = sampleRecordOf(definition)
  const sources = leavesOf({ ...query, ...body })

  for (const [wire, source] of sources) {
    if (!('field' in source) || source.optional !== true) continue
    it(`says nothing of ${wire} where the record has no ${source.field}`, async () => {
      const whole = saidIn(await callOnce(context), context.operation)
      for (const nothing of [without(record, source.field), { ...record, [source.field]: null }]) {
        expect(saidIn(await callOnce(context, { record: nothing }), context.operation)).toEqual(without(whole, wire))
      }
    })
  }

  if (definition.kind !== 'form') return
  const sent = [
    ...placeholdersOf(path).map((name) => [name, false] as const),
    ...sources.flatMap(([, source]) => ('field' in source ? [[source.field, source.optional === true] as const] : [])),
  ]
  for (const [field, isOptional] of sent) {
    const schema = definition.record.properties[field]
    it(`sends nothing for a ${field} that it does not take`, async () => {
      const missing = isOptional ? [] : [undefined, null]
      for (const value of [...missing, ...refusedBy(schema), { not: 'a value' }]) {
        await expect(callOnce(context, { record: { ...record, [field]: value } })).rejects.toMatchObject(malformed)
      }
      expect(gateway.calls).toHaveLength(0)
    })
  }
}

/** Every filter goes by its own name, alone or with others; a search of which the whole text is needed is judged. */
function listValues(context: Context): void {
  const { operation, gateway } = context
  const { definition, resource } = operation
  const samples = sampleFilters(operation)
  const sources = leavesOf({ ...operation.query, ...operation.body })
  const filters = sources.flatMap(([wire, source]) => ('filter' in source ? [[wire, source.filter] as const] : []))
  const whole = flat(expectedValues({ ...operation.query, ...operation.body }, operation))
  const isFiltering = (name: string): boolean => filters.some(([wire]) => name === wire || name.startsWith(`${wire}.`))
  const always = Object.fromEntries(Object.entries(whole).filter(([name]) => !isFiltering(name)))

  for (const [wire, filter] of filters) {
    it(`asks by ${filter} alone as ${wire}, and leaves all blank filters out`, async () => {
      const blank = Object.fromEntries(Object.keys(samples).map((name) => [name, '']))
      const call = await callOnce(context, { filter: { ...blank, [filter]: samples[filter] } })
      expect(saidIn(call, operation)).toEqual({ ...always, ...flat({ [wire]: samples[filter] }) })
    })

    it(`sends nothing for a ${filter} that it does not take`, async () => {
      const schema = definition.list?.filters[filter]
      const refused = refusedBy(schema).filter((value) => value !== '')
      for (const value of [...refused, { not: 'a value' }]) {
        const call = callOnce(context, { filter: { [filter]: value } })
        await expect(call).rejects.toMatchObject(malformed)
      }
      expect(gateway.calls).toHaveLength(0)
    })
  }

  if (definition.bindings['listFiltered'] !== undefined) {
    it('is read by the one call while any filter is set, and by the other while none is', async () => {
      const { headers } = await callOnce(context)
      expect(headers.get('X-Operation')).toBe(
        `${resource}.${Object.keys(samples).length > 0 ? 'listFiltered' : 'list'}`,
      )
    })
  }

  if (definition.list?.search?.submit === undefined) return
  it('sends no search without a text, nor one that it does not take', async () => {
    for (const search of [undefined, ...refusedBy(definition.list?.search?.schema)]) {
      await expect(callOnce(context, { meta: { search } as { search: string } })).rejects.toMatchObject(malformed)
    }
    expect(gateway.calls).toHaveLength(0)
  })
}
