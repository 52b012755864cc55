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

const day = { type: 'string', title: 'Built', format: 'date' } as const

const tabbed = (tabs: object) => ({ ...shelves, list: { ...shelves.list, tabs } }) as never as Definition

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
    /^is never sent: .*, or name it like the field by which the console is to filter$/,
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
  [
    'a moment that is read whole',
    held({ built: { ...day, format: 'date-time' } }, { built: { type: 'string', format: 'date-time' } }),
    'racks.list.filter.built',
    /^is never sent: .*; the console itself filters by a day only where the field is a day or a moment .*, and by no moment$/,
  ],
  [
    'a tab on a value that its filter never has',
    tabbed({ Cellar: { wings: 'SUTH' } }),
    'shelves.list.tabs.Cellar',
    /^sets 'wings' to "SUTH", which it never is: it is one of NORTH, SOUTH, YARD; did you mean 'SOUTH'\?$/,
  ],
  [
    'a tab on a value of another type',
    tabbed({ Ground: { floors: '0' } }),
    'shelves.list.tabs.Ground',
    /^sets 'floors' to "0", which it never is: it is one of 0, 1, 2/,
  ],
  [
    'two tabs with one filter',
    tabbed({ Ground: { floors: 0 }, 'North wing': { wings: 'NORTH' }, Entrance: { floors: 0 } }),
    'shelves.list.tabs.Entrance',
    /^has the filters of 'Ground', so it shows the same records: give it others, or remove it$/,
  ],
  [
    'a choice of the menu that its filter never has',
    {
      ...shelves,
      list: {
        ...shelves.list,
        filter: { ...shelves.list.filter, wings: { type: 'string', enum: ['NORTH', 'SOUTH'] } },
        filterMenu: [{ name: 'wing', title: 'Wing', options: { South: { wings: 'SUTH' } } }],
      },
    } as never,
    'shelves.list.filterMenu.wing.options.South',
    /^sets 'wings' to "SUTH", which it never is/,
  ],
  [
    'a tab on a filter that there is not',
    tabbed({ Ground: { floor: 0 } }),
    'shelves.list.tabs.Ground',
    /^sets 'floor' .* filters of list\.filter with a title are; there are: .*did you mean 'floors'\?$/,
  ],
  ...[0, -5, 2.5, 100_000, '10'].map((perPage): readonly [string, Definition, string, RegExp] => [
    `pages of ${JSON.stringify(perPage)} records`,
    { ...shelves, list: { ...shelves.list, perPage } } as never,
    'shelves.list.perPage',
    /^is \S+, which is no size of a page: give a whole number from 1 to 1000$/,
  ]),
])('reports %s', (_title, definition, where, message) => {
  const problems = checkDefinitions([definition]).filter((problem) => problem.where === where)
  expect(problems.map((problem) => problem.message).join('\n')).toMatch(message)
})

test('a day is a filter of a list that is read whole where its field is one', () => {
  expect(checkDefinitions([held({ built: day }, { built: day })])).toEqual([])
})
