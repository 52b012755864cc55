import { describe, expect, it } from 'vitest'
import type { Source } from '../../../language/binding.ts'
import { sortText } from '../../../language/sort.ts'
import { readSeveral, writeSeveral } from '../../../language/several.ts'

describe('several values of one parameter', () => {
  it.each<readonly [Source, readonly string[], unknown]>([
    [{ param: 'ids' }, ['1', '2'], ['1', '2']],
    [{ param: 'ids', several: 'comma' }, ['1', '2'], '1,2'],
    [{ param: 'ids', several: 'json' }, ['1', '2'], '["1","2"]'],
    [{ sort: '-field', several: 'comma' }, ['-opened', 'name'], '-opened,name'],
    [{ sort: 'field,asc', several: 'repeat' }, ['opened,desc'], ['opened,desc']],
    [{ sort: '-field', several: 'json' }, ['-opened', 'name'], '["-opened","name"]'],
    [{ sort: 'json', several: 'json' }, ['["opened","DESC"]', '["name","ASC"]'], '[["opened","DESC"],["name","ASC"]]'],
  ])('of %j are written as the call says, and read again', (source, values, written) => {
    expect(writeSeveral(values, source)).toEqual(written)
    expect(readSeveral(written, source)).toEqual(values)
  })

  it('are none of a source of one value', () => {
    expect(writeSeveral('-opened', { sort: '-field' })).toBe('-opened')
    expect(readSeveral('a,b', { param: 'search' })).toBe('a,b')
  })
})

describe('the order by a field', () => {
  const record = {
    type: 'object',
    required: [],
    properties: { opened: { type: 'string', path: '/attributes/opened_at' }, name: { type: 'string' } },
  } as const

  it.each([
    [{ sort: '-field' }, 'opened', '-attributes.opened_at'],
    [{ sort: '-field', fields: ['opened'] }, 'opened', '-attributes.opened_at'],
    [{ sort: '-field', fields: { opened: 'opened_at' } }, 'opened', '-opened_at'],
    [{ sort: 'field,asc', fields: { opened: 'opened_at' } }, 'name', 'name,desc'],
  ] as const)('of %j has for %s the name in %s', (written, field, text) => {
    expect(sortText(written, { field, order: 'DESC' }, record)).toBe(text)
  })
})
