import { expect, it } from 'vitest'
import { coerceRecord } from '../../../../language/coerceRecord.ts'
import { objectOf } from '../../../../language/input.ts'
import { pointerOf } from '../../../../language/pointer.ts'
import type { FieldSchema } from '../../../../language/schema.ts'
import { unreadableAt } from '../../../../language/unreadable.ts'
import { leastParams } from '../callOperation.ts'
import { fixtureOf, listAnswer, numbered } from '../fixtures.ts'
import type { Context } from './context.ts'

const isFlag = (schema: FieldSchema): boolean => {
  const types = [objectOf(schema).type ?? []].flat()
  return types.includes('boolean') && types.every((type) => type === 'boolean' || type === 'null')
}

/** How texts in place of a flag are read: as its coercion says, or as none; never as false without a word. */
export function flagReading({ operation, gateway, newProvider }: Context): void {
  const { definition, resource } = operation
  for (const [field, schema] of Object.entries(definition.record.properties)) {
    if (!isFlag(schema)) continue
    it.each(['true', 'yes', 'N', 'maybe', 'on', ''])(
      `reads %j in place of ${field} as declared, or counts it`,
      async (text) => {
        const row = fixtureOf(definition).record({ ...numbered(definition, 5), [field]: text })
        gateway.answers(() => listAnswer(operation, { records: [row] }))
        const { data, meta } = await newProvider().getList(resource, leastParams(operation))
        const read: unknown = coerceRecord<unknown>(text, schema)
        const isRead = typeof read === 'boolean'
        expect([data[0]?.[field], meta.unreadable]).toEqual([isRead ? read : null, isRead ? 0 : 1])
        expect(unreadableAt(data[0], pointerOf([field])) === undefined).toBe(isRead)
      },
    )
  }
}
