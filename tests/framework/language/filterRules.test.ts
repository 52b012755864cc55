import { expect, test } from 'vitest'
import type { Definition } from '../../../language/authored/definition.ts'
import { checkDefinitions } from '../../../language/check/checkModel.ts'
import { found, racks, shelves } from '../shelvesLibrary.ts'

const { list } = shelves.bindings
const sending = (query: object) => ({ ...shelves, bindings: { list: { ...list, query } } }) as never as Definition
const held = (filter: object, properties: object = {}) =>
  ({
    ...racks,
    record: { ...racks.record, properties: { ...racks.record.properties, ...properties } },
    list: { ...racks.list, filter },
  }) as never as Definition

test.each<readonly [title: string, Definition, where: string, message: RegExp]>([
  [
    'several values without choices',
    held({ note: { type: 'array', title: 'Note', items: { type: 'string' } } }),
    'racks.list.filter.note',
    /^has no control: several values are chosen from an enum/,
  ],
  [
    'several values that an address cannot tell apart',
    held({ note: { type: 'array', title: 'Note', items: { enum: ['wet', 'wet, old'] } } }),
    'racks.list.filter.note',
    /^has the choice 'wet, old', whose comma can't be told apart/,
  ],
  [
    'one value that is written as several',
    {
      ...found,
      bindings: { list: { ...found.bindings.list, body: { floor: { filter: 'floor', several: 'comma' } } } },
    } as never,
    'found.bindings.list.floor',
    /^writes several values, and filter 'floor' has one: remove 'several', or make it a list/,
  ],
  [
    'a filter that a service in pages never gets',
    sending({ page: { param: 'page' }, wing: { filter: 'wings' }, kind: { filter: 'kinds' } }),
    'shelves.list.filter.floors',
    /^is never sent: map \{ filter: 'floors' \}/,
  ],
  [
    'a filter by no field of a list that is read whole',
    held({ shelf: { type: 'string', title: 'Shelf' } }),
    'racks.list.filter.shelf',
    /^is never sent/,
  ],
  [
    'a filter by a field that is masked',
    held({ note: { type: 'string', title: 'Note', pii: 'ssn' } }, { note: { type: 'string', pii: 'ssn' } }),
    'racks.list.filter.note',
    /^is never sent/,
  ],
  [
    'a day of a list that is read whole',
    held({ note: { type: 'string', title: 'Note', format: 'date' } }),
    'racks.list.filter.note',
    /^is never sent/,
  ],
])('reports %s', (_title, definition, where, message) => {
  const problems = checkDefinitions([definition]).filter((problem) => problem.where === where)
  expect(problems.map((problem) => problem.message).join('\n')).toMatch(message)
})
