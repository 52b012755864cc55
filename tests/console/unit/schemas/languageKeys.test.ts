import { describe, expect, it } from 'vitest'
import { authored as cookbook } from '../../../../examples/cookbook/index.ts'
import { authored as library } from '../../../../examples/library/schemas/index.ts'
import { authored as brokerage } from '../../../../schemas/index.ts'
import { languageKeys } from '../../../../server/languageKeys.ts'

describe('the keys of the language', () => {
  const keys = languageKeys([brokerage, library, cookbook])

  it('are read from its declarations, annotations at any depth included', () => {
    for (const key of ['name', 'columns', 'pii', 'buttons', 'nested', 'slot'])
      expect(keys.has(key)).toBe(key !== 'slot')
    expect(languageKeys([]).size).toBe(keys.size)
  })

  it('are at most 160', () => {
    expect(keys.size).toBeLessThanOrEqual(160)
  })

  it('are each used by a console', () => {
    expect([...keys].filter(([, uses]) => uses === 0).map(([key]) => key)).toEqual([])
  })

  it('are none of the prepositions that say nothing alone', () => {
    expect(
      ['as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'to', 'with'].filter((key) => keys.has(key)),
    ).toEqual([])
  })
})
