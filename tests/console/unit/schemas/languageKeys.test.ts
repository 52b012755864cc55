import { describe, expect, it } from 'vitest'
import { authored as cookbook } from '../../../../examples/cookbook/index.ts'
import { authored as library } from '../../../../examples/library/schemas/index.ts'
import { authored as brokerage } from '../../../../schemas/index.ts'
import type { Problem } from '../../../../language/check/problem.ts'
import { keyProblems } from '../../../../server/writtenProblems.ts'
import { readLanguageTypes } from '../../../../server/writtenObjects.ts'
import { languageKeys } from '../../../../server/languageKeys.ts'
import { replaced } from '../../../support/replaced.ts'

describe('the keys of the language', () => {
  const keys = languageKeys([brokerage, library, cookbook])

  it('are read from its declarations, annotations at any depth included', () => {
    for (const key of ['name', 'columns', 'pii', 'buttons', 'nested', 'slot'])
      expect(keys.has(key)).toBe(key !== 'slot')
    expect(languageKeys([]).size).toBe(keys.size)
  })

  it('are at most 119', () => {
    expect(
      keys.size,
      'Say it by a key that there is, or take one away for it: npm run schemas:check -- --keys lists them with their uses. The bound is never raised, see docs/decisions/0024-a-smaller-language.md',
    ).toBeLessThanOrEqual(119)
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

/** Small definitions first. */
const consoles = [library, cookbook, brokerage]

/** A console with one definition, in the place of another. */
function consoleWith(definition: unknown, original: object): object {
  const form = { name: 'page', label: 'Page', path: '/page', forms: { All: [definition] } }
  const screens = 'partOf' in original ? [] : ['fields' in original ? form : definition]
  return { ...library, screens, nested: 'partOf' in original ? [definition] : [] }
}

const misspelt = (key: string): readonly string[] =>
  [`${key.slice(0, 1)}${key.slice(2)}`, `${key.slice(0, -2)}${key.at(-1)}${key.at(-2)}`].filter(
    (wrong) => wrong !== key && wrong.length > 0,
  )

/** The keys of definitions, as they are written first: each misspelt by one letter less, and by two swapped. */
function misspellings(): ReadonlyMap<string, readonly Problem[]> {
  const found = new Map<string, readonly Problem[]>()
  for (const console of consoles) {
    readLanguageTypes().visit(console, ({ object, members, definition, isOpen }) => {
      if (definition === console || isOpen) return
      for (const [key, value] of Object.entries(object)) {
        const owners = new Set(members.filter((member) => member.key === key).map(({ owner }) => owner))
        const others = Object.entries(object).filter(([other]) => other !== key)
        for (const wrong of misspelt(key)) {
          const id = `${[...owners].join('|')}.${key} as ${wrong}`
          if (found.has(id)) continue
          const changed = replaced(definition, object, Object.fromEntries([...others, [wrong, value]]))
          found.set(id, keyProblems(consoleWith(changed, definition)))
        }
      }
    })
  }
  return found
}

describe('the check of keys', () => {
  it('finds nothing in a console whose keys are right', () => {
    for (const console of consoles) expect(keyProblems(console)).toEqual([])
  })

  it('finds every misspelt key and says what it should be', () => {
    const all = misspellings()
    expect(all.size).toBeGreaterThan(500)
    const wrong = [...all].filter(([id, problems]) => {
      const [, key = ''] = /\.(\S+) as /.exec(id) ?? []
      return problems.length === 0 || problems.some(({ message }) => !message.endsWith(`did you mean '${key}'?`))
    })
    // A page of forms may have been meant to be a resource, which has a `form`, and an order the value of a `field`.
    expect(wrong.map(([id]) => id)).toEqual(['FormPageDefinition.forms as forsm', 'SortSource.fields as fielsd'])
  })
})
