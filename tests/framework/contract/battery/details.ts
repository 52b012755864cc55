import { describe, expect, it } from 'vitest'
import type { Drift } from '../../../../dataProvider/types.ts'
import { coerceRecord } from '../../../../language/coerceRecord.ts'
import { pointerOf, stepsOf, valueAt } from '../../../../language/pointer.ts'
import { readRecord } from '../../../../language/readRecord.ts'
import type { Place, ResolvedShow } from '../../../../language/show.ts'
import { isGiven, UNREADABLE, unreadableAt } from '../../../../language/unreadable.ts'
import { answerShapeOf } from '../../../../server/gateway/operations/answerShape.ts'
import { pruneAnswer } from '../../../../server/gateway/operations/pruneAnswer.ts'
import { NOTHING } from '../../../../src/format/formatValue.ts'
import { readFact } from '../../../../src/format/readFact.ts'
import { titleText } from '../../../../src/show/RecordIdentity.tsx'
import { sourceOf } from '../../../../src/show/tableSource.ts'
import type { ConsoleRecord } from '../../../../dataProvider/types.ts'
import { detailBody, fixtureOf, numbered, sentRecord } from '../fixtures.ts'
import { isWrongFor, wrongFor } from '../sample.ts'
import type { Json } from '../fixtureTypes.ts'
import { json } from '../gatewayStub.ts'
import type { Context } from './context.ts'
import { placed, placesIn, unreadable } from './places.ts'

const malformedIds = ['..%2f', '../users', '', ' ', '9'.repeat(10_000), 'a/b', '１２', '..']
const noNumbers = ['12abc', '1e3', '-1', '1.5']

/** True for a place that is the one that could not be read, or a part of it. */
const isLost = (place: string, pointer: string): boolean => place === pointer || place.startsWith(`${pointer}/`)

/** What a page shows of a value of the wrong type, as it comes through the gateway: nothing that looks as if there were none. */
function pageReading(show: ResolvedShow, { operation, gateway, newProvider }: Context): void {
  const { resource, definition } = operation
  const fixture = fixtureOf(definition)
  const row = fixture.record(numbered(definition, 4107)) as ConsoleRecord
  const document = fixture.detail?.(row.id) ?? row
  const shape = { root: answerShapeOf(operation, [definition]), maskUndeclared: (value: unknown) => value }
  const blocks = [...show.summary, ...show.tabs.flatMap((tab) => tab.blocks), ...show.below]
  const fields = blocks.filter((block) => block.kind === 'fields')
  const tables = blocks.filter((block) => block.kind === 'table')
  const facts = [...show.header.facts, ...fields.flatMap((block) => block.facts)]
  const schema = definition.detail?.schema ?? definition.record

  for (const [pointer, part] of placesIn(schema, document, '')) {
    const steps = stepsOf(pointer)
    const lost = (places: Place | undefined) => [places ?? []].flat().some((place) => isLost(place, pointer))
    if (steps.length === 1 && (schema.required?.includes(steps[0] ?? '') === true || steps[0] === 'id')) continue
    if (definition.detail === null && definition.idFields.some((own) => own === steps[0])) continue
    for (const wrong of ['unexpected', 7, true, ['unexpected'], { unexpected: 1 }]) {
      if (!isWrongFor(part, coerceRecord(wrong, part))) continue
      it(`says on the page that ${pointer} is unreadable where it is ${JSON.stringify(wrong)}`, async () => {
        const { body } = pruneAnswer(structuredClone(detailBody(operation, placed(document, steps, wrong))), shape)
        gateway.answers(() => json(body))
        const { data } = await newProvider().getOne(resource, { id: row.id })
        // A mask is a text, whatever scalar is below it.
        const isMask = ['number', 'boolean'].includes(typeof wrong) && typeof valueAt(data, pointer) === 'string'
        for (const fact of facts.filter(({ path }) => lost(path))) {
          const read = readFact(fact, fact.path, data)
          const text = read.isReadable ? read.text : UNREADABLE
          if (isMask) expect(text, fact.label).not.toBe(NOTHING)
          else expect(text, fact.label).toContain(UNREADABLE)
        }
        for (const { exists } of fields)
          for (const place of [exists ?? []].flat().filter((each) => lost(each)))
            expect(isGiven(data, place)).toBe(true)
        for (const block of tables.filter(({ path }) => lost(path)))
          expect(sourceOf({ ...block, read: [{ name: 'detail', label: '' }] }, { detail: data })?.why).toBeDefined()
        const title = titleText(show, data)
        if (lost(show.header.title)) expect(title).toBe(UNREADABLE)
        const known = readRecord(definition, data, row.id)
        for (const [field, source] of Object.entries(show.record))
          if (typeof source === 'string' && lost(source))
            expect(isMask ? isGiven(known, pointerOf([field])) : unreadableAt(known, pointerOf([field]))).toBeTruthy()
      })
    }
  }
}

/** How one record is read: by an id of the right form only, as it was sent, each broken place by itself. */
export function detailReading({ operation, gateway, newProvider }: Context): void {
  const { resource, definition } = operation
  const fixture = fixtureOf(definition)
  const row = fixture.record(numbered(definition, 4107)) as ConsoleRecord
  const { id } = row
  const document = fixture.detail?.(id) ?? row
  const answer = (detail: unknown) => () => json(detailBody(operation, detail))
  /** The record as it is given: with what the service sends at other places. */
  const given = (detail: unknown) => ({
    ...(definition.detail === null ? (sentRecord(definition, detail) as Json) : {}),
    ...(detail as Json),
    id,
  })
  const required = definition.detail?.schema.required ?? []
  const isIdentifying = (field: string | undefined): boolean =>
    definition.detail === null && (field === 'id' || definition.idFields.some((own) => own === field))
  const isNumbered = typeof id === 'number'

  it('gives the answer as it was sent, masked values included, with the id asked for', async () => {
    gateway.answers(answer(document))
    const { data, meta } = await newProvider().getOne(resource, { id: String(id) })
    expect(data).toEqual(given(document))
    expect(meta.unreadable).toBe(0)
  })

  it.each(isNumbered ? [...malformedIds, ...noNumbers] : malformedIds)(
    'refuses the id %#, before anything is called',
    async (wrong) => {
      gateway.answers(answer(document))
      const call = newProvider().getOne(resource, { id: wrong })
      await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_ID' } })
      expect(gateway.calls).toHaveLength(0)
    },
  )

  it('rejects an answer without the part that makes it one', async () => {
    const without = required.map((name) => placed(document, [name], null))
    for (const body of [[], null, 'text', ...without]) {
      gateway.answers(answer(body))
      const call = newProvider().getOne(resource, { id })
      await expect(call).rejects.toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
    }
  })

  if (definition.show !== null) pageReading(definition.show, { operation, gateway, newProvider })

  describe('drift', () => {
    for (const [pointer, schema] of placesIn(definition.detail?.schema ?? definition.record, document, '')) {
      const steps = stepsOf(pointer)
      const wrong = wrongFor(schema)
      if (wrong === undefined || isIdentifying(steps[0]) || (steps.length === 1 && required.includes(steps[0] ?? '')))
        continue
      it(`empties ${pointer} where it has the wrong type`, async () => {
        const seen: Drift[] = []
        gateway.answers(answer(placed(document, steps, wrong)))
        const { data, meta } = await newProvider((report) => seen.push(report)).getOne(resource, { id })
        expect(data).toEqual({
          ...given(placed(document, steps, wrong)),
          ...(placed(document, steps, null) as Json),
          ...unreadable(pointer),
          id,
        })
        expect(meta.unreadable).toBe(1)
        expect(seen).toEqual([{ operation: operation.id, pointer, keyword: 'type' }])
      })
    }
  })
}
