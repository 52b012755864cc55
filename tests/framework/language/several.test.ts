import { describe, expect, it } from 'vitest'
import type { Source } from '../../../language/binding.ts'
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
